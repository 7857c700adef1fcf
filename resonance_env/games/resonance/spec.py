"""Resonance as a `GameSpec`: the boundary between the rules and generic code."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np

from resonance_env.core.digest import fingerprint
from resonance_env.core.errors import OptionError
from resonance_env.core.game_record import RecordedSpec
from resonance_env.core.layout import OBSERVATION_KINDS
from resonance_env.core.options import resolve_options, resolve_players
from resonance_env.core.shown_variant import ShownVariant
from resonance_env.games.resonance import batch
from resonance_env.games.resonance.cardsets.card_loader import SHIPPED, demon_text, describe_spell, load_card_set
from resonance_env.games.resonance.cardsets.cards import CardSet
from resonance_env.games.resonance.options import OPTIONS
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.rules.actions import ACTIONS
from resonance_env.games.resonance.rules.legality import REASON_TEXTS
from resonance_env.games.resonance.rules.new_game import MIN_TEAM_PLAYERS, blank_game, num_seats
from resonance_env.games.resonance.sight.observation_table import observation_layout, state_layout
from resonance_env.games.resonance.text.narrator import open_log, replay_log
from resonance_env.games.resonance.text.notation import format_position, parse_position
from resonance_env.games.resonance.text.primer import PRIMER
from resonance_env.games.resonance.view.choices import explain_action
from resonance_env.games.resonance.view.picture import draw_picture
from resonance_env.games.resonance.view.reading import read_table
from resonance_env.games.resonance.view.table_text import draw_text
from resonance_env.games.resonance.worlds.determinise import determinise_rows

RULES_VERSION = 2


class ResonanceVariant(ShownVariant):
    """Resonance with players, card set and house rules fixed.

    Attributes:
        card_set: the cards in play.
    """

    card_set: CardSet
    loops = batch.loops
    determinise = staticmethod(determinise_rows)
    format_position = staticmethod(format_position)
    parse_text = staticmethod(parse_position)
    read_table = staticmethod(read_table)
    draw_text = staticmethod(draw_text)
    draw_picture = staticmethod(draw_picture)
    tell = staticmethod(open_log)
    explain = staticmethod(explain_action)
    reason_texts = REASON_TEXTS
    ending_names = v.VICTORY_NAMES
    rules_version = RULES_VERSION
    option_fields = ("players", "teams", "team_talk", "solo_team", "edition", "explicit_chance")

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
        self.card_digest = card_set.digest
        self.cards = card_set.cards
        self.blank = blank_game(
            self.cards,
            players,
            edition=v.EDITION_NAMES.index(options["edition"]),
            team_talk=options["team_talk"],
            solo_team=options["solo_team"] or 0,
            explicit_chance=options["explicit_chance"],
        )
        self._layouts = {kind: observation_layout(self.num_seats, is_team_mode, kind == "recall") for kind in OBSERVATION_KINDS}
        self._state_layout = state_layout(self.num_seats, is_team_mode)
        *earlier, self.fingerprint = (
            fingerprint(spec.name, version, card_set.digest, spec.actions, self._layouts["recall"])
            for version in range(1, RULES_VERSION + 1)
        )
        self.earlier_fingerprints = tuple(earlier)

    @property
    def max_chance_outcomes(self) -> int:
        """An outcome is a demon, a spell card, the value of an artifact or incantation, the type of a transient, or an order.

        The last is the rank of a quickness order among all orders of the seats.
        """
        return max(math.factorial(self.num_seats), v.MAX_INCANTATION + 1)

    def ending(self, games: np.ndarray) -> np.ndarray:
        ending: np.ndarray = games["victory"].copy()
        return ending

    def winners(self, games: np.ndarray) -> np.ndarray:
        teams = np.array(self.teams)
        is_won = (games["stage"] == v.STAGE_OVER) & (games["winner"] != v.NO_SEAT)
        winners: np.ndarray = is_won[:, None] & (teams[games["winner"]][:, None] == teams)
        return winners

    def rounds(self, games: np.ndarray) -> np.ndarray:
        rounds: np.ndarray = games["round_number"].astype(np.int64)
        return rounds


class ResonanceSpec(RecordedSpec):
    """Resonance, a game of witches who summon demons."""

    name = "resonance"
    title = "Resonance"
    seat_prefix = "witch"
    players = tuple(range(2, v.MAX_SEATS + 1))
    default_players = 4
    actions = ACTIONS
    options = OPTIONS
    primer = PRIMER

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
        variant.run_to_question(games)
        return variant, games

    def replay_log(self, text: str) -> str:
        return replay_log(text, self)

    def card_sets(self) -> tuple[str, ...]:
        return tuple(SHIPPED.names())

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

    def export_cards(self, name: str) -> str:
        return SHIPPED.source(name)

    def rules_file(self) -> Path:
        return Path(__file__).with_name("rules.md")


def _holders(players: int, solo_team: int | None) -> tuple[int, ...]:
    """Returns the person who plays each seat (R-TEAM-1)."""
    holders: list[int] = []
    for seat in range(num_seats(players)):
        is_second_of_solo_team = players == v.MAX_SEATS - 1 and seat % 2 == 1 and seat // 2 == solo_team
        holders.append(holders[-1] if is_second_of_solo_team else (holders[-1] + 1 if holders else 0))
    return tuple(holders)


SPEC = ResonanceSpec()
