"""SYNCRO as a `GameSpec`: the boundary between the rules and generic code."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from resonance_env.core.card_game import CardGameSpec
from resonance_env.core.layout import ObservationKind
from resonance_env.core.rewards import Utility
from resonance_env.core.shown_variant import ShownVariant
from resonance_env.core.symmetries import Symmetries, label_symmetries
from resonance_env.games.syncro import batch
from resonance_env.games.syncro.cardsets.card_loader import SHIPPED
from resonance_env.games.syncro.cardsets.card_text import describe_set
from resonance_env.games.syncro.cardsets.cards import CardSet
from resonance_env.games.syncro.option_checks import check_options
from resonance_env.games.syncro.options import OPTIONS
from resonance_env.games.syncro.rules import vocabulary as v
from resonance_env.games.syncro.rules.actions import ACTIONS, ESTIMATE
from resonance_env.games.syncro.rules.legality import REASON_TEXTS
from resonance_env.games.syncro.rules.new_game import blank_game
from resonance_env.games.syncro.sight.observation_table import observation_layout, state_layout
from resonance_env.games.syncro.text.narrator import begin_log, narrate, open_log
from resonance_env.games.syncro.text.notation import format_position, parse_position, position_options
from resonance_env.games.syncro.text.primer import PRIMER
from resonance_env.games.syncro.view.picture import draw_picture
from resonance_env.games.syncro.view.prompt import explain_action
from resonance_env.games.syncro.view.reading import read_table
from resonance_env.games.syncro.view.table_text import draw_text
from resonance_env.games.syncro.worlds.determinise import determinise_rows
from resonance_env.games.syncro.worlds.sampled_spells import new_scratch


class SyncroVariant(ShownVariant):
    """SYNCRO with players, card set and options fixed.

    Attributes:
        num_levels: levels of an episode.
    """

    card_set: CardSet
    loops = batch.loops
    determinise = staticmethod(determinise_rows)
    new_scratch = staticmethod(new_scratch)
    format_position = staticmethod(format_position)
    parse_text = staticmethod(parse_position)
    read_table = staticmethod(read_table)
    draw_text = staticmethod(draw_text)
    draw_picture = staticmethod(draw_picture)
    explain = staticmethod(explain_action)
    tell = staticmethod(open_log)
    reason_texts = REASON_TEXTS
    ending_names = v.ENDING_NAMES
    payoff_range = (0.0, 1.0)
    rules_version = 1
    option_fields = (
        "first_level",
        "last_level",
        "retries",
        "saves",
        "replay",
        "estimates",
        "by_score",
        "explicit_chance",
    )

    def __init__(self, spec: SyncroSpec, players: int, card_set: CardSet, options: dict[str, Any]) -> None:
        super().__init__(
            spec,
            players,
            card_set,
            options,
            teams=(0,) * players,
            blank=blank_game(card_set.cards, players, options),
            layout=partial(observation_layout, players),
            state_layout=state_layout(players),
        )
        self.num_levels = int(self.blank[0]["last_level"] - self.blank[0]["first_level"]) + 1

    @property
    def max_chance_outcomes(self) -> int:
        """What the outcomes of each event are: SY-CHANCE-2."""
        return v.MAX_OUTCOMES

    @property
    def measure(self) -> str:
        """SY-SCORE-4, SY-SCORE-6: "campaign", "level 3", and with retries "campaign+2", "level 3+2"."""
        given = self.options
        is_plain = given["cards"] == "house" and not given["replay"] and given["estimates"] == "free"
        if given["mode"] == "campaign":
            is_plain = is_plain and given["chapters"] == "both" and not given["saves"]
        name = "campaign" if given["mode"] == "campaign" else f"level {given['level']}"
        return f"{name}{'+' * bool(given['retries'])}{given['retries'] or ''}" if is_plain else ""

    def ending(self, games: np.ndarray) -> np.ndarray:
        """Int8 `[game]`: SY-MODE-2; a try that is won or lost before the last one does not end the game."""
        return np.where(self.done(games), games["ending"], v.ENDING_NONE).astype(np.int8)

    def winners(self, games: np.ndarray) -> np.ndarray:
        """Bool `[game, seat]`: all seats of an episode whose last level is won (SY-SCORE-3)."""
        won: np.ndarray = self.ending(games) == v.ENDING_WON
        return won[:, None].repeat(self.num_seats, axis=1)

    def symmetries(self, observation: ObservationKind = "table") -> Symmetries:
        """The orders of the three estimates, which have no meaning of their own (SY-EST-4)."""
        layout = self.layout(observation)
        pieces = [piece for piece in ("estimate", "earlier_estimates") if piece in layout.piece_names]
        return label_symmetries(layout, self.num_actions, pieces, ESTIMATE)

    def rounds(self, games: np.ndarray) -> np.ndarray:
        """Int64 `[game]`: turns begun in the episode (SY-MODE-3)."""
        turns: np.ndarray = games["turns"].astype(np.int64)
        return turns

    def score(self, games: np.ndarray) -> np.ndarray:
        """Float64 `[game]`: what the option `payoff` counts, also before the end (SY-SCORE-2)."""
        return self.natural_score(games) / self.num_levels

    def natural_score(self, games: np.ndarray) -> np.ndarray:
        """Float64 `[game]`: levels won, and with payoff="score" the best share of the level in play."""
        won: np.ndarray = games["cleared"].astype(np.float64)
        if self.options["payoff"] == "score":
            beaten = np.where(games["stage"] == v.STAGE_WON, 0, np.maximum(games["best"], games["beaten"]))
            won += beaten / np.maximum(self.cards[0]["foes"][games["plan"]], 1)
        return won


class SyncroSpec(CardGameSpec[SyncroVariant]):
    """SYNCRO, a cooperative game of hidden hands whose only talk is an estimate."""

    name = "syncro"
    title = "SYNCRO"
    seat_prefix = "mage"
    players = tuple(range(v.MIN_SEATS, v.MAX_SEATS + 1))
    default_players = 4
    actions = ACTIONS
    options = OPTIONS
    utility: Utility = "identical"
    score_unit = "levels cleared"
    baselines = ("random", "greedy")
    primer = PRIMER
    shipped = SHIPPED
    describe_set = staticmethod(describe_set)
    variant_class = SyncroVariant
    position_options = staticmethod(position_options)
    begin_log = staticmethod(begin_log)
    narrate = staticmethod(narrate)

    def make_variant(self, players: int, card_set: CardSet, options: dict[str, Any]) -> SyncroVariant:
        check_options(card_set, options)
        return SyncroVariant(self, players, card_set, options)


SPEC = SyncroSpec()
