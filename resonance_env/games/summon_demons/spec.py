"""Let's Summon Demons as a `GameSpec`: the boundary between the rules and generic code."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from resonance_env.core.digest import fingerprint
from resonance_env.core.game_record import RecordedSpec
from resonance_env.core.layout import OBSERVATION_KINDS
from resonance_env.core.options import resolve_options, resolve_players
from resonance_env.core.shown_variant import ShownVariant
from resonance_env.games.summon_demons import batch
from resonance_env.games.summon_demons.cardsets.card_loader import SHIPPED, load_card_set
from resonance_env.games.summon_demons.cardsets.card_text import describe_set
from resonance_env.games.summon_demons.cardsets.cards import CardSet
from resonance_env.games.summon_demons.option_checks import check_options
from resonance_env.games.summon_demons.options import OPTIONS
from resonance_env.games.summon_demons.rules import vocabulary as v
from resonance_env.games.summon_demons.rules.actions import ACTIONS
from resonance_env.games.summon_demons.rules.legality import REASON_TEXTS
from resonance_env.games.summon_demons.rules.new_game import blank_game
from resonance_env.games.summon_demons.sight.observation_table import observation_layout, state_layout
from resonance_env.games.summon_demons.text.narrator import open_log, replay_log
from resonance_env.games.summon_demons.text.notation import format_position, parse_position, position_options
from resonance_env.games.summon_demons.text.primer import PRIMER
from resonance_env.games.summon_demons.view.choices import explain_action
from resonance_env.games.summon_demons.view.picture import draw_picture
from resonance_env.games.summon_demons.view.reading import read_table
from resonance_env.games.summon_demons.view.table_text import draw_text
from resonance_env.games.summon_demons.worlds.determinise import determinise_rows

RULES_VERSION = 1


class SummonDemonsVariant(ShownVariant):
    """Let's Summon Demons with players, card set and options fixed.

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
    ending_names = v.ENDING_NAMES
    rules_version = RULES_VERSION
    option_fields = (
        "teams",
        "start_souls",
        "hand_size",
        "need_demons",
        "need_souls",
        "candles_each",
        "candle_choice",
        "starting_demon",
        "first_fixed",
        "roll_again",
        "turn_limit",
        "explicit_chance",
    )

    def __init__(self, spec: SummonDemonsSpec, players: int, card_set: CardSet, options: dict[str, Any]) -> None:
        self.spec = spec
        self.players = self.num_seats = players
        self.card_set = card_set
        self.options = options
        self.seat_names = tuple(f"{spec.seat_prefix}_{seat}" for seat in range(players))
        self.teams = tuple(seat % 2 if options["teams"] else seat for seat in range(players))
        self.holders = tuple(range(players))
        self.card_digest = card_set.digest
        self.cards = card_set.cards
        self.blank = blank_game(self.cards, players, options)
        self._layouts = {kind: observation_layout(players, kind == "recall") for kind in OBSERVATION_KINDS}
        self._state_layout = state_layout(players)
        self.fingerprint = fingerprint(spec.name, RULES_VERSION, card_set.digest, spec.actions, self._layouts["recall"])

    @property
    def max_chance_outcomes(self) -> int:
        """What the outcomes of each event are: LD-CHANCE."""
        return v.MAX_OUTCOMES

    def ending(self, games: np.ndarray) -> np.ndarray:
        ending: np.ndarray = games["ending"].copy()
        return ending

    def rounds(self, games: np.ndarray) -> np.ndarray:
        """Int64 `[game]`: turns begun (LD-SPEC-3)."""
        turns: np.ndarray = games["turn"].astype(np.int64)
        return turns


class SummonDemonsSpec(RecordedSpec):
    """Let's Summon Demons, a game of dice, neighbours and hidden demons."""

    name = "summon_demons"
    title = "Let's Summon Demons"
    seat_prefix = "summoner"
    players = tuple(range(2, v.MAX_SEATS + 1))
    default_players = 4
    actions = ACTIONS
    options = OPTIONS
    primer = PRIMER
    simultaneous = False

    def variant(self, players: int | None = None, **options: Any) -> SummonDemonsVariant:
        given = resolve_options(self.name, self.options, options)
        card_set = load_card_set(given["cards"])
        given["cards"] = card_set.source
        players = resolve_players(players, self.default_players, card_set.players, f"with card set {card_set.name!r}")
        check_options(card_set, players, given)
        return SummonDemonsVariant(self, players, card_set, given)

    def read_position(self, text: str) -> tuple[SummonDemonsVariant, np.ndarray]:
        games, card_set = parse_position(text)
        variant = self.variant(int(games[0]["seats"]), **position_options(games[0], card_set))
        variant.run_to_question(games)
        return variant, games

    def replay_log(self, text: str) -> str:
        return replay_log(text, self)

    def card_sets(self) -> tuple[str, ...]:
        return tuple(SHIPPED.names())

    def check_cards(self, source: str) -> str:
        return describe_set(load_card_set(source))

    def export_cards(self, name: str) -> str:
        return SHIPPED.source(name)

    def rules_file(self) -> Path:
        return Path(__file__).with_name("rules.md")


SPEC = SummonDemonsSpec()
