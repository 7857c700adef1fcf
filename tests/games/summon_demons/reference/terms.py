"""The numbers that a game is played with, from its set and its options (LD-VAR, LD-TEAM-2)."""

from dataclasses import dataclass
from typing import Any

from tests.games.summon_demons.reference.sets import CardSet


@dataclass(frozen=True)
class Terms:
    """What is agreed before the game."""

    num_seats: int
    teams: bool
    start_souls: int
    hand: int
    need_demons: int
    need_souls: int
    candles: int
    choose_candles: bool
    beginner_candle: bool
    starting_demon: bool
    first_seat: int | None  # None: drawn
    roll_again: bool  # the reading of `again` as another roll (LD-VAR-8)
    turn_limit: int
    explicit_chance: bool


def terms_of(
    card_set: CardSet,
    players: int,
    *,
    teams: bool = False,
    start_souls: int | None = None,
    hand: int | None = None,
    need_demons: int | None = None,
    need_souls: int | None = None,
    candles: int | None = None,
    candle_deal: str = "deal",
    beginner_candle: bool = True,
    starting_demon: bool = False,
    first: str | None = None,
    clockwork: str = "turn",
    turn_limit: int | None = None,
    explicit_chance: bool = False,
) -> Terms:
    """Returns the terms of a game; an option that is None follows from the set and from other options (LD-VAR-1)."""
    rules = card_set.rules
    more = 1 if starting_demon else 0  # LD-VAR-6
    times = 2 if teams else 1  # LD-TEAM-2
    first = rules["first"] if first is None else first

    def given(value: Any, otherwise: int) -> int:
        return otherwise if value is None else int(value)

    return Terms(
        num_seats=players,
        teams=teams,
        start_souls=given(start_souls, rules["souls"]),
        hand=given(hand, rules["hand"] + more),
        need_demons=given(need_demons, times * (rules["demons"] + more)),
        need_souls=given(need_souls, times * rules["goal"]),
        candles=given(candles, rules["candles"]),
        choose_candles=candle_deal == "choose",
        beginner_candle=beginner_candle,
        starting_demon=starting_demon,
        first_seat=None if first == "random" else 0,
        roll_again=clockwork == "roll",
        turn_limit=given(turn_limit, rules["turns"]),
        explicit_chance=explicit_chance,
    )
