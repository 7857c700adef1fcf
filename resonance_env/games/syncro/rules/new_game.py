"""The record of a game that has been unpacked but not started; every reset copies it."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from resonance_env.games.syncro.rules import vocabulary as v
from resonance_env.games.syncro.rules.state import new_games


def levels_of(cards: np.ndarray, options: Mapping[str, Any]) -> tuple[int, int]:
    """Returns the first and the last level of an episode (SY-MODE)."""
    box = cards[0]
    if options["mode"] == "level":
        return int(options["level"]), int(options["level"])
    first_of_ii = int(box["first_of_ii"])
    first = first_of_ii if options["chapters"] == "II" else 1
    return first, first_of_ii - 1 if options["chapters"] == "I" and first_of_ii else int(box["levels"])


def blank_game(cards: np.ndarray, players: int, options: Mapping[str, Any]) -> np.ndarray:
    """Returns an array of one record: the box unpacked, nothing dealt (SY-BOX-5).

    Args:
        cards: array of one CARDS record.
        players: number of seats.
        options: values of all options of the game, checked.
    """
    games = new_games(1)
    game, box = games[0], cards[0]
    replay = int(options["replay"])
    game["seats"] = players
    game["limit"] = box["limit"][players]
    game["first_level"], game["last_level"] = levels_of(cards, options)
    game["level"] = game["first_level"]
    game["retries"] = options["retries"]
    game["saves"] = options["saves"] and options["mode"] == "campaign"
    game["replay"] = replay
    game["estimates"] = options["estimates"] == "free"
    game["by_score"] = options["payoff"] == "score"
    game["explicit_chance"] = options["explicit_chance"]
    game["phase"] = v.PHASE_RUNNING
    game["stage"] = v.STAGE_START
    game["fogs_left"][:] = box["fogs"][replay]
    game["reward_pile"][:] = box["rewards"][replay]
    game["lieutenants_left"] = box["lieutenants"]
    game["reward"][:] = v.NOTHING
    return games
