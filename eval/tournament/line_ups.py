"""Which agents meet in a tournament."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from resonance_env.core.errors import OptionError
from resonance_env.eval.tournament.config import LINE_UP_KINDS, LineUpKind


def default_kinds(num_agents: int, sides: int) -> tuple[LineUpKind, ...]:
    """Returns what is played when nothing else is asked for: pairs and pools, or mixtures with fewer agents than sides."""
    return ("pairs", "pools") if num_agents >= sides else ("mixtures",)


def line_ups(kinds: Sequence[LineUpKind], num_agents: int, sides: int) -> list[tuple[int, ...]]:
    """Returns the line-ups of these kinds, each once: sorted tuples of agents, one for each side.

    `first` is the first agent alone with each other one on all other sides; `pairs` each agent alone with each other one on all
    other sides, and so also n - 1 with one; `pools` all choices of as many different agents as there are sides; `mixtures` all
    choices with repetition but those of a single agent.

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


def self_line_ups(num_agents: int, sides: int) -> list[tuple[int, ...]]:
    """Returns a line-up of each agent with itself on all sides."""
    return [(agent,) * sides for agent in range(num_agents)]
