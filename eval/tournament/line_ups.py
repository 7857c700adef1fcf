"""The line-ups of a tournament."""

import itertools
from collections.abc import Sequence

from resonance_env.core.errors import OptionError
from resonance_env.core.spec import Variant
from resonance_env.eval.tournament.config import LineUpKind

COMPETITIVE_KINDS: tuple[LineUpKind, ...] = ("first", "pairs", "pools", "mixtures")
COOPERATIVE_KINDS: tuple[LineUpKind, ...] = ("cross", "mixtures")


def check_kinds(kinds: Sequence[LineUpKind], variant: Variant) -> None:
    """Checks that kinds of line-ups fit the game.

    Raises:
        OptionError: cross-play of a game whose sides win or lose, or another kind in a cooperative game.
    """
    name = variant.spec.name
    if not variant.is_cooperative and "cross" in kinds:
        raise OptionError(
            f"expected a cooperative game for cross-play, got {name!r}, whose sides win or lose: take pairs, pools or mixtures"
        )
    unfit = [kind for kind in kinds if kind not in COOPERATIVE_KINDS]
    if variant.is_cooperative and unfit:
        raise OptionError(f"expected --line-ups cross or mixtures in {name!r}, a cooperative game, got {unfit[0]!r}")


def default_kinds(num_agents: int, sides: int) -> tuple[LineUpKind, ...]:
    """Returns the default kinds: pairs and pools, or mixtures with fewer agents than sides."""
    return ("pairs", "pools") if num_agents >= sides else ("mixtures",)


def line_ups(kinds: Sequence[LineUpKind], num_agents: int, sides: int) -> list[tuple[int, ...]]:
    """Returns the line-ups of these kinds, each once: sorted tuples of agents, one for each side.

    `first` is the first agent alone with each other one on all other sides; `pairs` each agent alone with each other one on all
    other sides, and so also n - 1 with one; `pools` all choices of as many different agents as there are sides; `mixtures` all
    choices with repetition except those of a single agent.

    Raises:
        OptionError: there are too few agents or sides, or a kind is unknown.
    """
    if sides < 2:
        raise OptionError(f"expected a game with at least 2 sides, got {sides}, which allows no comparison")
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
                raise OptionError(f"expected at least {sides} agents for pools, one per side, got {num_agents}")
            made = list(itertools.combinations(agents, sides))
        elif kind == "mixtures":
            made = [chosen for chosen in itertools.combinations_with_replacement(agents, sides) if len(set(chosen)) > 1]
        else:
            raise OptionError(f"expected line-ups among {', '.join(COMPETITIVE_KINDS)}; got {kind!r}")
        found.update(dict.fromkeys(made))
    return list(found)


def team_line_ups(kinds: Sequence[LineUpKind], num_agents: int, seats: int) -> list[tuple[int, ...]]:
    """Returns the line-ups of cross-play, each once: each agent with itself, each pair, and with "mixtures" all others.

    Raises:
        OptionError: there are too few agents or seats.
    """
    alone = [(agent,) * seats for agent in range(num_agents)]
    mixed = line_ups(["pairs", "mixtures"] if "mixtures" in kinds else ["pairs"], num_agents, seats)
    return [*alone, *mixed]
