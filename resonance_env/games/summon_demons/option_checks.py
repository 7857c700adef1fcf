"""Checks of options that need the numbers of the card set or one another (LD-VAR, LD-TEAM-1)."""

from collections.abc import Mapping
from typing import Any

from resonance_env.core.errors import OptionError
from resonance_env.games.summon_demons.cardsets.cards import CardSet

TEAM_PLAYERS = 4


def check_options(card_set: CardSet, players: int, options: Mapping[str, Any]) -> None:
    """Checks options, each of which has a possible value.

    Raises:
        OptionError: options contradict each other or the card set; the message names both.
    """
    if options["teams"] and players != TEAM_PLAYERS:
        raise OptionError(f"expected teams=True only with players={TEAM_PLAYERS}, got it with players={players}")
    _check_hands(card_set, players, options)
    _check_candles(card_set, players, options)


def _check_hands(card_set: CardSet, players: int, options: Mapping[str, Any]) -> None:
    """LD-VAR-2."""
    hand, demons = options["hand"], len(card_set.demon_names)
    given = f"hand={hand}"
    if hand is None:
        hand = int(card_set.cards["hand"][0]) + options["starting_demon"]
        given = f"a hand of {hand}" + (" with starting_demon=True" if options["starting_demon"] else "")
    if hand * players > demons:
        fitting = f"as many hands as the {demons} demons of card set {card_set.name!r} allow"
        raise OptionError(f"expected {fitting}, got {given} and players={players}")


def _check_candles(card_set: CardSet, players: int, options: Mapping[str, Any]) -> None:
    """LD-VAR-3, LD-VAR-5."""
    each, left = options["candles"], len(card_set.candle_names)
    given = f"candles={each}"
    if each is None:
        each = int(card_set.cards["candles_each"][0])
        given = f"{each} for each seat"
    if each == 2 and players != 2:
        raise OptionError(f"expected candles=2 only with players=2, got {given} with players={players}")
    without = ""
    if not options["beginner_candle"]:
        if card_set.cards["beginner"][0] < 0:
            raise OptionError(
                f"expected beginner_candle=False only with a card set that has a beginner's candle, got it with "
                f"cards={card_set.source!r}, which has none"
            )
        left -= 1
        without = " and beginner_candle=False"
    if each * players > left:
        raise OptionError(
            f"expected no more candles than the {left} that are there, got {given} with players={players}{without} "
            f"and cards={card_set.source!r}"
        )
