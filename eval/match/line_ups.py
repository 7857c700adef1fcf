"""Who sits where: line-ups of agents, and the schedule that plays each deal with all of them in all rotations.

A *side* is what wins together: a seat, or in team games a team, whose seats one agent plays. A *line-up* says which agent plays
each side, whatever the order; a game seats it in one of its cyclic arrangements, turned by one of the rotations.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from resonance_env.core.chance import WORD, episode_seed
from resonance_env.core.errors import OptionError
from resonance_env.core.spec import Variant
from resonance_env.eval.match.match import Schedule

LineUpKind = Literal["first", "pairs", "pools", "mixtures"]
LINE_UP_KINDS: tuple[LineUpKind, ...] = get_args(LineUpKind)


def default_kinds(num_agents: int, sides: int) -> tuple[LineUpKind, ...]:
    """Returns what is played when nothing else is asked for: pairs and pools, or mixtures with fewer agents than sides."""
    return ("pairs", "pools") if num_agents >= sides else ("mixtures",)


def line_ups(kinds: Sequence[LineUpKind], num_agents: int, sides: int) -> list[tuple[int, ...]]:
    """Returns the line-ups of these kinds, each once: sorted tuples of agents, one for each side.

    `first` is the first agent alone against each other one on all other sides; `pairs` each agent alone against each other one
    on all other sides, and so also n - 1 against one; `pools` all choices of as many different agents as there are sides;
    `mixtures` all choices with repetition but those of a single agent.

    Raises:
        OptionError: there are too few agents or sides, or a kind is unknown.
    """
    if sides < 2:
        raise OptionError(f"expected a game with at least 2 sides, got {sides}: nobody can be compared in it")
    if num_agents < 2:
        raise OptionError(f"expected at least 2 agents, got {num_agents}")
    found: dict[tuple[int, ...], None] = {}
    agents = range(num_agents)
    for kind in kinds:
        if kind == "first":
            made = [(0, *[other] * (sides - 1)) for other in agents[1:]]
        elif kind == "pairs":
            made = [tuple(sorted((one, *[other] * (sides - 1)))) for one, other in itertools.permutations(agents, 2)]
        elif kind == "pools":
            if num_agents < sides:
                raise OptionError(f"expected at least {sides} agents for pools, one a side, got {num_agents}")
            made = list(itertools.combinations(agents, sides))
        elif kind == "mixtures":
            made = [chosen for chosen in itertools.combinations_with_replacement(agents, sides) if len(set(chosen)) > 1]
        else:
            raise OptionError(f"expected line-ups among {', '.join(LINE_UP_KINDS)}; got {kind!r}")
        found.update(dict.fromkeys(made))
    return list(found)


@functools.lru_cache(maxsize=4096)
def arrangements(line_up: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Returns the different orders of a line-up around the table, rotations counted once: the first agent keeps its place.

    >>> arrangements((0, 1, 2))
    [(0, 1, 2), (0, 2, 1)]
    """
    return [(line_up[0], *rest) for rest in sorted(set(itertools.permutations(line_up[1:])))]


@dataclass(frozen=True)
class Programme:
    """All games of a tournament by number: deal by deal, line-up by line-up, rotation by rotation.

    Deal d is the same however many deals there are. The arrangements of a line-up take turns from deal to deal.

    Attributes:
        teams: `[seat]` side of each seat.
        line_ups: `[line-up, side]` agents.
        seed: of deals and agents.
    """

    teams: tuple[int, ...]
    line_ups: tuple[tuple[int, ...], ...]
    seed: int

    @property
    def sides(self) -> int:
        return max(self.teams) + 1

    @property
    def turns(self) -> int:
        """In how many rotations each line-up is played: one if no line-up has two agents, as turning changes nothing then."""
        return self.sides if any(len(set(line_up)) > 1 for line_up in self.line_ups) else 1

    @property
    def games_per_deal(self) -> int:
        return len(self.line_ups) * self.turns

    def deal_and_line_up(self, game: int) -> tuple[int, int]:
        """Returns the numbers of the deal and of the line-up of a game."""
        deal, place = divmod(game, self.games_per_deal)
        return deal, place // self.turns

    def schedule(self, first: int, last: int) -> Schedule:
        """Returns the games with the numbers `first` .. `last - 1`."""
        # Not the deals of training with the same seed, which are episodes of that seed itself.
        seed = episode_seed(self.seed, WORD, WORD)
        orders = [arrangements(line_up) for line_up in self.line_ups]
        deals = range(first // self.games_per_deal, -(-last // self.games_per_deal))
        deal_seeds = {deal: episode_seed(seed, deal, 0) for deal in deals}
        by_side = np.empty((last - first, self.sides), dtype=np.int64)
        seeds, keys = np.empty(last - first, dtype=np.uint64), np.empty(last - first, dtype=np.uint64)
        for row, game in enumerate(range(first, last)):
            deal, place = divmod(game, self.games_per_deal)
            line_up, rotation = divmod(place, self.turns)
            order = orders[line_up][deal % len(orders[line_up])]
            by_side[row] = order[self.sides - rotation :] + order[: self.sides - rotation]
            seeds[row], keys[row] = deal_seeds[deal], episode_seed(seed, deal, 1 + place)
        return Schedule(by_side[:, list(self.teams)], seeds, keys)


def rotations(variant: Variant, num_deals: int, seed: int) -> Schedule:
    """Schedules agent 0 against agent 1: each deal is played once with agent 0 as each team in turn, agent 1 as all others.

    Game `deal * num_teams + team` has agent 0 as `team`. The first deals are the same however many there are.
    """
    programme = Programme(variant.teams, ((0, *[1] * (variant.num_teams - 1)),), seed)
    return programme.schedule(0, num_deals * programme.games_per_deal)
