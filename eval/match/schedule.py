"""The games to play: the agent at each seat, the deals and the random streams.

A *side* is played by one agent: a seat, or in team games a team. A *line-up* assigns agents to sides, regardless of order; a
game seats it in one of its cyclic arrangements, turned by one of the rotations.
"""

import functools
import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from resonance_env.core.chance import WORD, episode_seed
from resonance_env.core.spec import Variant

MAX_GAMES = 10**7  # of a match or a tournament; more take days, and more memory than most machines have


@dataclass(frozen=True)
class Schedule:
    """Games to be played.

    Attributes:
        line_up: int64 `[game, seat]`: the agent that plays the seat.
        seeds: uint64 `[game]`: the deals.
        keys: uint64 `[game]`: keys of the agents' random streams.
    """

    line_up: np.ndarray
    seeds: np.ndarray
    keys: np.ndarray


@functools.lru_cache(maxsize=4096)
def arrangements(line_up: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Returns the different orders of a line-up around the table up to rotation: the first agent keeps its place.

    >>> arrangements((0, 1, 2))
    [(0, 1, 2), (0, 2, 1)]
    """
    return [(line_up[0], *rest) for rest in sorted(set(itertools.permutations(line_up[1:])))]


def num_turns(line_ups: Sequence[Sequence[int]]) -> int:
    """Returns the number of rotations of each line-up: one if no line-up has two different agents."""
    return len(line_ups[0]) if any(len(set(line_up)) > 1 for line_up in line_ups) else 1


def seated_games(line_ups: Sequence[tuple[int, ...]], sides: Sequence[int], seed: int, numbers: range) -> Schedule:
    """Returns games by number: deal by deal, line-up by line-up, rotation by rotation.

    Deal d does not depend on the number of deals. The arrangements of a line-up alternate from deal to deal.

    Args:
        line_ups: `[line-up][side]` agents.
        sides: `[seat]` the side of each seat.
        seed: of deals and agents.
        numbers: consecutive numbers of games.
    """
    # Differs from the deals of training with the same seed, which are episodes of that seed itself.
    seed = episode_seed(seed, WORD, WORD)
    orders, turns = [arrangements(line_up) for line_up in line_ups], num_turns(line_ups)
    per_deal, num_sides = len(line_ups) * turns, max(sides) + 1
    by_side = np.empty((len(numbers), num_sides), dtype=np.int64)
    seeds, keys = np.empty(len(numbers), dtype=np.uint64), np.empty(len(numbers), dtype=np.uint64)
    for row, game in enumerate(numbers):
        deal, place = divmod(game, per_deal)
        line_up, rotation = divmod(place, turns)
        order = orders[line_up][deal % len(orders[line_up])]
        by_side[row] = order[num_sides - rotation :] + order[: num_sides - rotation]
        seeds[row], keys[row] = episode_seed(seed, deal, 0), episode_seed(seed, deal, 1 + place)
    return Schedule(by_side[:, list(sides)], seeds, keys)


def rotations(variant: Variant, num_deals: int, seed: int) -> Schedule:
    """Schedules agent 0 against agent 1: each deal is played once with agent 0 as each team in turn, agent 1 as all others.

    Game `deal * num_teams + team` has agent 0 as `team`. The first deals do not depend on the number of deals.
    """
    teams = variant.num_teams
    return seated_games([(0, *[1] * (teams - 1))], variant.teams, seed, range(num_deals * teams))


def self_play(variant: Variant, num_deals: int, seed: int) -> Schedule:
    """Schedules agent 0 in all seats: each deal is played once."""
    return seated_games([(0,)], (0,) * variant.num_seats, seed, range(num_deals))
