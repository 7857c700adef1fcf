"""Resonance as a `GameSpec`: the boundary between the rules and generic code."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from resonance_env.core.card_game import CardGameSpec
from resonance_env.core.errors import OptionError
from resonance_env.core.shown_variant import ShownVariant
from resonance_env.games.resonance import batch
from resonance_env.games.resonance.cardsets.card_loader import SHIPPED, describe_set
from resonance_env.games.resonance.cardsets.cards import CardSet
from resonance_env.games.resonance.options import OPTIONS
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.rules.actions import ACTIONS
from resonance_env.games.resonance.rules.legality import REASON_TEXTS
from resonance_env.games.resonance.rules.new_game import MIN_TEAM_PLAYERS, blank_game, num_seats
from resonance_env.games.resonance.sight.observation_table import observation_layout, state_layout
from resonance_env.games.resonance.text.narrator import begin_log, lay_out, narrate, open_log
from resonance_env.games.resonance.text.notation import format_position, parse_position, position_options
from resonance_env.games.resonance.text.primer import PRIMER
from resonance_env.games.resonance.view.choices import explain_action
from resonance_env.games.resonance.view.picture import draw_picture
from resonance_env.games.resonance.view.reading import read_table
from resonance_env.games.resonance.view.table_text import draw_text
from resonance_env.games.resonance.worlds.determinise import determinise_rows


class ResonanceVariant(ShownVariant):
    """Resonance with players, card set and house rules fixed."""

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
    rules_version = 2
    option_fields = ("players", "teams", "team_talk", "solo_team", "edition", "explicit_chance")

    def __init__(self, spec: ResonanceSpec, players: int, card_set: CardSet, options: dict[str, Any]) -> None:
        seats = num_seats(players)
        is_team_mode = players >= MIN_TEAM_PLAYERS
        super().__init__(
            spec,
            players,
            card_set,
            options,
            teams=tuple(seat // 2 if is_team_mode else seat for seat in range(seats)),
            holders=_holders(players, options["solo_team"]),
            blank=blank_game(
                card_set.cards,
                players,
                edition=v.EDITION_NAMES.index(options["edition"]),
                team_talk=options["team_talk"],
                solo_team=options["solo_team"] or 0,
                explicit_chance=options["explicit_chance"],
            ),
            layout=partial(observation_layout, seats, is_team_mode),
            state_layout=state_layout(seats, is_team_mode),
        )

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


class ResonanceSpec(CardGameSpec[ResonanceVariant]):
    """Resonance, a game of witches who summon demons."""

    name = "resonance"
    title = "Resonance"
    seat_prefix = "witch"
    players = tuple(range(2, v.MAX_SEATS + 1))
    default_players = 4
    actions = ACTIONS
    options = OPTIONS
    primer = PRIMER
    shipped = SHIPPED
    describe_set = staticmethod(describe_set)
    variant_class = ResonanceVariant
    position_options = staticmethod(position_options)
    begin_log = staticmethod(begin_log)
    narrate = staticmethod(narrate)
    lay_out = staticmethod(lay_out)

    def make_variant(self, players: int, card_set: CardSet, options: dict[str, Any]) -> ResonanceVariant:
        if options["solo_team"] is not None and players != v.MAX_SEATS - 1:
            raise OptionError(f"expected solo_team only with {v.MAX_SEATS - 1} players, got it with {players}")
        if options["solo_team"] is None and players == v.MAX_SEATS - 1:
            options["solo_team"] = v.MAX_SEATS // 2 - 1
        return ResonanceVariant(self, players, card_set, options)


def _holders(players: int, solo_team: int | None) -> tuple[int, ...]:
    """Returns the person who plays each seat (R-TEAM-1)."""
    holders: list[int] = []
    for seat in range(num_seats(players)):
        is_second_of_solo_team = players == v.MAX_SEATS - 1 and seat % 2 == 1 and seat // 2 == solo_team
        holders.append(holders[-1] if is_second_of_solo_team else (holders[-1] + 1 if holders else 0))
    return tuple(holders)


SPEC = ResonanceSpec()
