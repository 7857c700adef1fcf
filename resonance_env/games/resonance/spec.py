"""Resonance as a `GameSpec`: the boundary between the rules and generic code."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from resonance_env.core.chance import WORD, split_seed
from resonance_env.core.compiled import may_use_threads
from resonance_env.core.digest import action_digest, layout_digest
from resonance_env.core.errors import IllegalActionError, OptionError, PositionError, UsageError
from resonance_env.core.layout import OBSERVATION_KINDS, Layout, ObservationKind
from resonance_env.core.options import resolve_options, resolve_players
from resonance_env.core.outputs import output
from resonance_env.core.picture import PICTURE_SIZE
from resonance_env.core.random_stream import STREAM_SIZE
from resonance_env.core.spec import ChanceBranches, GameSpec, Variant
from resonance_env.core.stepping import AskedArrays, Episodes, PositionArrays, SeatArrays
from resonance_env.games.resonance import batch, chance_batch
from resonance_env.games.resonance.cardsets.card_loader import demon_text, describe_spell, load_card_set
from resonance_env.games.resonance.cardsets.cards import CardSet
from resonance_env.games.resonance.options import OPTIONS
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.rules.actions import ACTIONS
from resonance_env.games.resonance.rules.legality import REASON_TEXTS
from resonance_env.games.resonance.rules.new_game import MIN_TEAM_PLAYERS, blank_game, num_seats
from resonance_env.games.resonance.rules.state import GAME, new_games
from resonance_env.games.resonance.sight.observation_table import observation_layout, state_layout
from resonance_env.games.resonance.text.game_record import format_game, parse_game, replay, variant_of
from resonance_env.games.resonance.text.narrator import open_log, replay_log
from resonance_env.games.resonance.text.notation import format_position, parse_position
from resonance_env.games.resonance.view.choices import explain_action
from resonance_env.games.resonance.view.picture import draw_picture
from resonance_env.games.resonance.view.reading import read_table
from resonance_env.games.resonance.view.table_text import draw_text
from resonance_env.games.resonance.view.table_view import TableView
from resonance_env.games.resonance.worlds.determinise import determinise_rows

RULES_VERSION = 2


class ResonanceVariant(Variant):
    """Resonance with players, card set and house rules fixed.

    Attributes:
        card_set: the cards in play.
    """

    ending_names = v.VICTORY_NAMES
    rules_version = RULES_VERSION

    def __init__(self, spec: ResonanceSpec, players: int, card_set: CardSet, options: dict[str, Any]) -> None:
        self.spec = spec
        self.players = players
        self.card_set = card_set
        self.options = options
        self.num_seats = num_seats(players)
        self.seat_names = tuple(f"{spec.seat_prefix}_{seat}" for seat in range(self.num_seats))
        is_team_mode = players >= MIN_TEAM_PLAYERS
        self.teams = tuple(seat // 2 if is_team_mode else seat for seat in range(self.num_seats))
        self.holders = _holders(players, options["solo_team"])
        self._cards = card_set.cards
        self._blank = blank_game(
            self._cards,
            players,
            edition=v.EDITION_NAMES.index(options["edition"]),
            team_talk=options["team_talk"],
            solo_team=options["solo_team"] or 0,
            explicit_chance=options["explicit_chance"],
        )
        self._layouts = {kind: observation_layout(self.num_seats, is_team_mode, kind == "recall") for kind in OBSERVATION_KINDS}
        self._state_layout = state_layout(self.num_seats, is_team_mode)
        *earlier, self.fingerprint = (
            _fingerprint(spec, version, card_set, self._layouts["recall"]) for version in range(1, RULES_VERSION + 1)
        )
        self.earlier_fingerprints = tuple(earlier)

    def __reduce__(self) -> tuple[Any, ...]:
        # Unpickled arrays would be writable, which is another type for compiled code and would compile it again.
        return _unpickle, (self.players, self.options)

    def layout(self, observation: ObservationKind = "table") -> Layout:
        if observation not in self._layouts:
            raise OptionError(f"expected observation {' or '.join(map(repr, OBSERVATION_KINDS))}, got {observation!r}")
        return self._layouts[observation]

    @property
    def blank(self) -> np.ndarray:
        """The record from which every game starts, as an array of one; not to be written to."""
        return self._blank

    @property
    def state_layout(self) -> Layout:
        return self._state_layout

    @property
    def max_chance_outcomes(self) -> int:
        return max(math.factorial(self.num_seats), v.MAX_INCANTATION + 1)

    def new_games(self, num_games: int) -> np.ndarray:
        return new_games(num_games)

    def reset(self, games: np.ndarray, seeds: np.ndarray, *, parallel: bool = False) -> None:
        self._check_games(games, writes=True)
        words = _seed_words(seeds, len(games))
        (batch.reset_parallel if parallel and may_use_threads() else batch.reset)(games, self._cards, self._blank, words)

    def step(self, games: np.ndarray, actions: np.ndarray, *, parallel: bool = False) -> None:
        self._check_games(games, writes=True)
        actions = np.asarray(actions)
        if actions.shape != (len(games), self.num_seats) or actions.dtype.kind not in "iu":
            expected = f"integers of shape {(len(games), self.num_seats)}"
            raise UsageError(f"expected {expected} as actions, got {actions.dtype} of shape {actions.shape}")
        if not games["seats"].all():
            raise UsageError("expected games that have been reset, got blank ones")
        actions = np.ascontiguousarray(actions, dtype=np.int16)
        (batch.step_parallel if parallel and may_use_threads() else batch.step)(games, self._cards, actions)

    def step_and_look(
        self, games: np.ndarray, actions: np.ndarray, arrays: PositionArrays, observation: ObservationKind = "table"
    ) -> None:
        batch.step_and_look(
            games, self._cards, actions, observation == "recall", arrays.observation, arrays.legal, arrays.acting, arrays.done
        )

    def play(
        self,
        games: np.ndarray,
        actions: np.ndarray,
        episodes: Episodes,
        arrays: SeatArrays,
        observation: ObservationKind = "table",
        *,
        parallel: bool = False,
    ) -> None:
        (batch.play_parallel if parallel and may_use_threads() else batch.play)(
            games,
            self._cards,
            self._blank,
            np.ascontiguousarray(actions, dtype=np.int16),
            _batch_seed_words(episodes.seed),
            episodes.number,
            episodes.length,
            episodes.max_length,
            observation == "recall",
            arrays.observation,
            arrays.legal,
            arrays.acting,
            arrays.reward,
            arrays.done,
            arrays.truncated,
            arrays.final_games,
            arrays.final_observation,
        )

    def play_asked(
        self,
        games: np.ndarray,
        actions: np.ndarray,
        episodes: Episodes,
        arrays: AskedArrays,
        observation: ObservationKind = "table",
        *,
        parallel: bool = False,
    ) -> int:
        actions = np.ascontiguousarray(actions, dtype=np.int16)
        counters = (_batch_seed_words(episodes.seed), episodes.number, episodes.length, episodes.max_length)
        outcome = (arrays.reward, arrays.done, arrays.truncated, arrays.final_games)
        if parallel and may_use_threads():
            batch.play_and_restart_parallel(games, self._cards, self._blank, actions, *counters, *outcome)
            return self.look_asked(games, arrays, observation, parallel=True)
        shown = (observation == "recall", arrays.shown)
        rows = (arrays.observation, arrays.legal, arrays.game, arrays.seat)
        return int(
            batch.play_asked(games, self._cards, self._blank, actions, *counters, *shown, *rows, arrays.acting, *outcome)
        )

    def look_asked(
        self, games: np.ndarray, arrays: AskedArrays, observation: ObservationKind = "table", *, parallel: bool = False
    ) -> int:
        self._check_games(games)
        look = batch.look_asked_parallel if parallel and may_use_threads() else batch.look_asked
        rows = (arrays.observation, arrays.legal, arrays.game, arrays.seat)
        return int(look(games, self._cards, observation == "recall", arrays.shown, *rows, arrays.acting))

    def rollout(self, games: np.ndarray, seeds: np.ndarray, *, parallel: bool = False) -> int:
        """Plays each game to its end with uniform legal actions, in one compiled call, and returns the number of decisions.

        `agents.resonance.searching.playouts.scripted_rollout` does the same with scripted players.

        Args:
            games: records `[game]`, changed in place; copy a position into many to play it many times.
            seeds: uint64 `[game]`: they determine all future chance and all choices.
            parallel: use several threads; the results are the same.

        Raises:
            UsageError: see `checked_seed_words`.
        """
        words = self.checked_seed_words(games, seeds)
        actions = np.empty((len(games), self.num_seats), dtype=np.int16)
        play = batch.rollout_parallel if parallel and may_use_threads() else batch.rollout
        return int(play(games, self._cards, words, actions))

    def checked_seed_words(self, games: np.ndarray, seeds: np.ndarray) -> np.ndarray:
        """Returns the words of seeds, int64 `[game, 2]`, after checking that the games can be played out.

        Raises:
            UsageError: a game has not been reset or has explicit chance, or the number of seeds is wrong.
        """
        self._check_games(games, writes=True)
        if not games["seats"].all() or games["explicit_chance"].any():
            raise UsageError("expected games that have been reset and have no explicit chance")
        return _seed_words(seeds, len(games))

    def sample_worlds(self, observation: np.ndarray, legal: np.ndarray, seeds: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        count, size = len(observation), self.layout("recall").size
        if observation.shape != (count, size) or legal.shape != (count, self.num_actions):
            raise UsageError(
                f"expected recall observations of shape {(count, size)} and masks of shape {(count, self.num_actions)}, "
                f"got {observation.shape} and {legal.shape}"
            )
        rows, masks = (np.require(array, np.int8, ("C", "W")) for array in (observation, legal))
        worlds, observer = self.new_games(count), np.zeros(count, dtype=np.int64)
        stream = np.zeros(STREAM_SIZE, dtype=np.int64)
        determinise_rows(rows, masks, _seed_words(seeds, count), self._cards, self._blank, worlds, observer, stream)
        return worlds, observer

    def acting(self, games: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
        asked = games["asked"][:, : self.num_seats]
        if out is None:
            return asked.astype(np.bool_)
        out[...] = asked
        return out

    def legal(self, games: np.ndarray, out: np.ndarray | None = None, *, parallel: bool = False) -> np.ndarray:
        self._check_games(games)
        out = output(out, (len(games), self.num_seats, self.num_actions), np.int8)
        (batch.legal_parallel if parallel and may_use_threads() else batch.legal)(games, self._cards, out)
        return out

    def observe(
        self,
        games: np.ndarray,
        observation: ObservationKind = "table",
        out: np.ndarray | None = None,
        *,
        parallel: bool = False,
    ) -> np.ndarray:
        self._check_games(games)
        out = output(out, (len(games), self.num_seats, self.layout(observation).size), np.int8)
        (batch.observe_parallel if parallel and may_use_threads() else batch.observe)(
            games, self._cards, observation == "recall", out
        )
        return out

    def state(self, games: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
        self._check_games(games)
        out = output(out, (len(games), self._state_layout.size), np.int8)
        batch.state(games, self._cards, out)
        return out

    def done(self, games: np.ndarray) -> np.ndarray:
        done: np.ndarray = games["phase"] == v.PHASE_OVER
        return done

    def ending(self, games: np.ndarray) -> np.ndarray:
        ending: np.ndarray = games["victory"].copy()
        return ending

    def payoff(self, games: np.ndarray) -> np.ndarray:
        self._check_games(games)
        out = np.empty((len(games), self.num_seats), dtype=np.float32)
        batch.payoff(games, out)
        return out

    def winners(self, games: np.ndarray) -> np.ndarray:
        teams = np.array(self.teams)
        is_won = (games["stage"] == v.STAGE_OVER) & (games["winner"] != v.NO_SEAT)
        winners: np.ndarray = is_won[:, None] & (teams[games["winner"]][:, None] == teams)
        return winners

    def rounds(self, games: np.ndarray) -> np.ndarray:
        rounds: np.ndarray = games["round_number"].astype(np.int64)
        return rounds

    def progress(self, games: np.ndarray) -> np.ndarray:
        self._check_games(games)
        out = np.empty((len(games), self.num_seats), dtype=np.float32)
        batch.progress(games, out)
        return out

    def verify(self, games: np.ndarray, index: int, seat: int, action: int) -> None:
        self._check_games(games, index=index)
        super().verify(games, index, seat, action)

    def why_illegal(self, games: np.ndarray, index: int, seat: int, action: int) -> str:
        return REASON_TEXTS[int(batch.reason(games, index, self._cards, seat, int(action)))]

    def position(self, games: np.ndarray, index: int = 0) -> str:
        self._check_games(games, index=index)
        return format_position(games, index, self.card_set)

    def parse_position(self, text: str) -> np.ndarray:
        games, card_set = parse_position(text)
        if card_set.digest != self.card_set.digest:
            raise PositionError(f"expected a position of card set {self.card_set.name!r}, got one of {card_set.name!r}")
        for field in ("players", "teams", "team_talk", "solo_team", "edition", "explicit_chance"):
            expected, got = int(self._blank[0][field]), int(games[0][field])
            if expected != got:
                raise PositionError(f"expected a position with {field} = {expected} as in this environment, got {got}")
        return games

    def render(self, games: np.ndarray, index: int = 0, viewer: int | None = None, *, colour: bool = False) -> str:
        return draw_text(self._table(games, index, viewer), colour)

    def view(self, games: np.ndarray, index: int = 0, viewer: int | None = None) -> dict[str, Any]:
        """Returns `view.table_view.TableView` as a dict."""
        view: dict[str, Any] = msgspec.to_builtins(self._table(games, index, viewer))
        return view

    def picture(
        self, games: np.ndarray, index: int = 0, viewer: int | None = None, size: tuple[int, int] = PICTURE_SIZE
    ) -> np.ndarray:
        return draw_picture(self._table(games, index, viewer), size)

    def tell_step(self, games: np.ndarray, actions: np.ndarray) -> list[str]:
        self._check_games(games, writes=True)
        if len(games) != 1 or actions.shape != (1, self.num_seats):
            raise UsageError(f"expected one game and its actions, got {len(games)} and actions of shape {actions.shape}")
        return open_log(games, self.card_set, actions[0])

    def explain_action(self, games: np.ndarray, index: int, seat: int, action: int) -> str:
        self._check_games(games, index=index)
        return explain_action(games[index], self.card_set, seat, action)

    def chance_branches(self, games: np.ndarray) -> ChanceBranches:
        """Lists the outcomes of the pending chance event of each game (needs `explicit_chance=True`).

        An outcome is a demon, a spell card, the value of an artifact or incantation, the type of a transient, or the rank of a
        quickness order.
        """
        self._check_games(games)
        count = chance_batch.count_branches(games)
        branches = ChanceBranches(np.empty(count, np.int64), np.empty(count, np.int64), np.empty(count))
        chance_batch.write_branches(games, *branches)
        return branches

    def apply_outcomes(self, games: np.ndarray, outcomes: np.ndarray) -> None:
        self._check_games(games, writes=True)
        outcomes = np.ascontiguousarray(outcomes, dtype=np.int64)
        if outcomes.shape != (len(games),):
            raise UsageError(f"expected {len(games)} outcomes, got shape {outcomes.shape}")
        wrong = int(chance_batch.apply_outcomes(games, self._cards, outcomes))
        if wrong >= 0:
            possible = sorted(self.chance_outcomes(games, wrong))
            raise IllegalActionError(f"expected a chance outcome among {possible} in game {wrong}, got {outcomes[wrong]}")

    def _table(self, games: np.ndarray, index: int, viewer: int | None) -> TableView:
        """Returns what a viewer sees of game `index`.

        Raises:
            UsageError: see `_check_games`, or there is no such seat.
        """
        self._check_games(games, index=index)
        if viewer is not None and not 0 <= viewer < self.num_seats:
            raise UsageError(f"expected a viewer in 0 .. {self.num_seats - 1} or None, got {viewer}")
        return read_table(games[index], self.card_set, viewer)

    def _check_games(self, games: np.ndarray, *, writes: bool = False, index: int = 0) -> None:
        """Checks games before they go to compiled code, which trusts its input.

        Raises:
            UsageError: the array does not hold game records, is not one-dimensional, contiguous or writable (with `writes`),
                has games with another number of seats, or has no game `index`.
        """
        is_batch = isinstance(games, np.ndarray) and games.dtype == GAME and games.ndim == 1 and games.flags.c_contiguous
        if not is_batch:
            raise UsageError("expected a contiguous array of games from new_games(), got something else")
        if writes and not games.flags.writeable:
            raise UsageError("expected an array of games that can be written to, got one that is read-only")
        seats = games["seats"]
        if not (seats.item() in (0, self.num_seats) if len(seats) == 1 else ((seats == self.num_seats) | (seats == 0)).all()):
            raise UsageError(f"expected games with {self.num_seats} seats or blank ones, got some with another number of seats")
        if index and not 0 <= index < len(games):
            raise UsageError(f"expected a game in 0 .. {len(games) - 1}, got {index}")


def _seed_words(seeds: np.ndarray, count: int) -> np.ndarray:
    """Returns int64 `[count, 2]`: the low and the high word of each seed.

    Raises:
        UsageError: expected `count` seeds in 0 .. 2**64 - 1.
    """
    seeds = np.asarray(seeds)
    if seeds.shape != (count,) or seeds.dtype.kind not in "iu" or (seeds.dtype.kind == "i" and (seeds < 0).any()):
        got = f"{seeds.dtype} of shape {seeds.shape}"
        raise UsageError(f"expected an array of {count} seeds in 0 .. 2**64 - 1, such as uint64; got {got}")
    seeds = seeds.astype(np.uint64)
    words = np.empty((count, 2), dtype=np.int64)
    words[:, 0], words[:, 1] = seeds & np.uint64(WORD), seeds >> np.uint64(32)
    return words


@functools.lru_cache(maxsize=64)
def _batch_seed_words(seed: int) -> np.ndarray:
    """Returns int64 `[2]`, the words of a batch's seed; cached, so it must not be written to."""
    return np.array(split_seed(seed), dtype=np.int64)


class ResonanceSpec(GameSpec):
    """Resonance, a game of witches who summon demons."""

    name = "resonance"
    title = "Resonance"
    seat_prefix = "witch"
    players = tuple(range(2, v.MAX_SEATS + 1))
    default_players = 4
    actions = ACTIONS
    options = OPTIONS

    def variant(self, players: int | None = None, **options: Any) -> ResonanceVariant:
        given = resolve_options(self.name, self.options, options)
        card_set = load_card_set(given["cards"])
        given["cards"] = card_set.source
        players = resolve_players(players, self.default_players, card_set.players, f"with card set {card_set.name!r}")
        if given["solo_team"] is not None and players != v.MAX_SEATS - 1:
            raise OptionError(f"expected solo_team only with {v.MAX_SEATS - 1} players, got it with {players}")
        if given["solo_team"] is None and players == v.MAX_SEATS - 1:
            given["solo_team"] = v.MAX_SEATS // 2 - 1
        return ResonanceVariant(self, players, card_set, given)

    def read_position(self, text: str) -> tuple[ResonanceVariant, np.ndarray]:
        games, card_set = parse_position(text)
        game = games[0]
        players = int(game["players"])
        variant = self.variant(
            players,
            cards=card_set.source,
            edition=v.EDITION_NAMES[game["edition"]],
            team_talk=bool(game["team_talk"]),
            solo_team=int(game["solo_team"]) if players == v.MAX_SEATS - 1 else None,
            explicit_chance=bool(game["explicit_chance"]),
        )
        return variant, games

    def game_text(self, variant: Variant, start: int | str, steps: Sequence[np.ndarray]) -> str:
        return format_game(variant, start, steps)

    def read_game(self, text: str) -> tuple[Variant, int | str, list[np.ndarray]]:
        record = parse_game(text, self)
        variant = variant_of(record, self)
        steps = [actions for _, actions in replay(record, variant) if actions is not None]
        start = record.seed if record.start is None else record.start.lstrip("\n")
        assert start is not None  # `parse_game` has checked that there is one of the two
        return variant, start, steps

    def replay_log(self, text: str) -> str:
        return replay_log(text, self)

    def check_cards(self, source: str) -> str:
        card_set = load_card_set(source)
        lines = [
            f"card set {card_set.name!r} ({card_set.digest}): players {', '.join(map(str, card_set.players))}",
            *(f"demon {demon_text(card_set, demon)}" for demon in range(len(card_set.demon_names))),
        ]
        for card, witch in enumerate(card_set.witch_names):
            lines.append(f"witch {witch}")
            lines += [f"  {spell + 1}. {describe_spell(card_set, card, spell)}" for spell in range(v.NUM_SPELLS)]
        return "\n".join(lines)

    def rules_file(self) -> Path:
        return Path(__file__).with_name("rules.md")


def _unpickle(players: int, options: dict[str, Any]) -> ResonanceVariant:
    return SPEC.variant(players, **options)


def _holders(players: int, solo_team: int | None) -> tuple[int, ...]:
    """Returns the person who plays each seat (R-TEAM-1)."""
    holders: list[int] = []
    for seat in range(num_seats(players)):
        is_second_of_solo_team = players == v.MAX_SEATS - 1 and seat % 2 == 1 and seat // 2 == solo_team
        holders.append(holders[-1] if is_second_of_solo_team else (holders[-1] + 1 if holders else 0))
    return tuple(holders)


def _fingerprint(spec: GameSpec, rules_version: int, card_set: CardSet, layout: Layout) -> str:
    """Returns rules version and digests of card set, action table and layout."""
    return f"{spec.name}-{rules_version}-{card_set.digest}-{action_digest(spec.actions)}-{layout_digest(layout)}"


SPEC = ResonanceSpec()
