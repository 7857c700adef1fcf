"""Let's Summon Demons as a `GameSpec`: the boundary between the rules and generic code."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from resonance_env.core.card_game import CardGameSpec
from resonance_env.core.shown_variant import ShownVariant
from resonance_env.games.summon_demons import batch
from resonance_env.games.summon_demons.cardsets.card_loader import SHIPPED
from resonance_env.games.summon_demons.cardsets.card_text import describe_set
from resonance_env.games.summon_demons.cardsets.cards import CardSet
from resonance_env.games.summon_demons.option_checks import check_options
from resonance_env.games.summon_demons.options import OPTIONS
from resonance_env.games.summon_demons.rules import vocabulary as v
from resonance_env.games.summon_demons.rules.actions import ACTIONS
from resonance_env.games.summon_demons.rules.legality import REASON_TEXTS
from resonance_env.games.summon_demons.rules.new_game import blank_game
from resonance_env.games.summon_demons.sight.observation_table import observation_layout, state_layout
from resonance_env.games.summon_demons.text.narrator import begin_log, narrate, open_log
from resonance_env.games.summon_demons.text.notation import format_position, parse_position, position_options
from resonance_env.games.summon_demons.text.primer import PRIMER
from resonance_env.games.summon_demons.view.choices import explain_action
from resonance_env.games.summon_demons.view.picture import draw_picture
from resonance_env.games.summon_demons.view.reading import read_table
from resonance_env.games.summon_demons.view.table_text import draw_text
from resonance_env.games.summon_demons.worlds.determinise import determinise_rows


class SummonDemonsVariant(ShownVariant):
    """Let's Summon Demons with players, card set and options fixed."""

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
    rules_version = 1
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
        super().__init__(
            spec,
            players,
            card_set,
            options,
            teams=tuple(seat % 2 if options["teams"] else seat for seat in range(players)),
            blank=blank_game(card_set.cards, players, options),
            layout=partial(observation_layout, players),
            state_layout=state_layout(players),
        )

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


class SummonDemonsSpec(CardGameSpec[SummonDemonsVariant]):
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
    shipped = SHIPPED
    describe_set = staticmethod(describe_set)
    variant_class = SummonDemonsVariant
    position_options = staticmethod(position_options)
    begin_log = staticmethod(begin_log)
    narrate = staticmethod(narrate)

    def make_variant(self, players: int, card_set: CardSet, options: dict[str, Any]) -> SummonDemonsVariant:
        check_options(card_set, players, options)
        return SummonDemonsVariant(self, players, card_set, options)


SPEC = SummonDemonsSpec()
