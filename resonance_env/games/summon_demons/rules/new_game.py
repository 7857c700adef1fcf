"""The record of a game that has been unpacked but not started; every reset copies it."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from resonance_env.games.summon_demons.rules import vocabulary as v
from resonance_env.games.summon_demons.rules.state import new_games


def blank_game(cards: np.ndarray, players: int, options: Mapping[str, Any]) -> np.ndarray:
    """Returns an array of one record: the box unpacked, nothing dealt (LD-BOX, LD-VAR).

    Args:
        cards: array of one CARDS record.
        players: number of seats.
        options: values of all options of the game, those that are None to be taken from the set.
    """
    games = new_games(1)
    game, box = games[0], cards[0]
    teams, starting = options["teams"], options["starting_demon"]

    def number(option: str, default: int) -> int:
        return default if options[option] is None else int(options[option])

    factor, more = (2 if teams else 1), (1 if starting else 0)
    game["seats"] = players
    game["teams"] = teams
    game["start_souls"] = number("start_souls", int(box["souls"]))
    game["hand_size"] = number("hand", int(box["hand"]) + more)
    game["need_demons"] = number("need_demons", factor * (int(box["need_demons"]) + more))  # LD-TEAM-2, LD-VAR-6
    game["need_souls"] = number("need_souls", factor * int(box["need_souls"]))
    game["candles_each"] = number("candles", int(box["candles_each"]))
    game["candle_choice"] = options["candle_deal"] == "choose"
    game["starting_demon"] = starting
    game["first_fixed"] = box["first_fixed"] if options["first"] is None else options["first"] == "seat 0"
    game["roll_again"] = options["clockwork"] == "roll"
    game["turn_limit"] = number("turn_limit", int(box["turns"]))
    game["explicit_chance"] = options["explicit_chance"]
    for field in ("decider", "active", "block", "current", "effect", "named", "egg", "looker", "summoning", "winner"):
        game[field] = v.NOTHING
    game["phase"] = v.PHASE_RUNNING
    game["stage"] = v.STAGE_FIRST
    game["deck"][:] = box["copies"]
    game["cards_in_deck"] = int(box["copies"].sum())
    game["pile"] = (1 << int(box["demons"])) - 1
    game["candles_left"] = (1 << int(box["candles"])) - 1
    if not options["beginner_candle"]:  # LD-VAR-5
        game["candles_left"] &= ~(1 << int(box["beginner"]))
    return games
