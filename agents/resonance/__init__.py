"""Scripted agents for this game: compiled functions of an observation row and its mask."""

from resonance_env.agents.interface import Agent
from resonance_env.agents.registry import AgentEntry, Parameter, ParameterValue
from resonance_env.agents.resonance.planning.styles import STYLES, WEIGHTS
from resonance_env.agents.resonance.search_settings import PARAMETERS

GAMES = ("resonance",)


def _greedy() -> Agent:
    from resonance_env.agents.resonance.planning.greedy import GreedyAgent

    return GreedyAgent()


def _planner(style: str = "balanced", **weights: float) -> Agent:
    from resonance_env.agents.resonance.planning.planner import PlannerAgent

    return PlannerAgent(style, **weights)


def _search(**parameters: ParameterValue) -> Agent:
    from resonance_env.agents.resonance.search import SearchAgent

    return SearchAgent(**parameters)


def _answer(opponent: Agent, sims: int) -> Agent | None:
    from resonance_env.agents.search.policy_search import search_against

    return search_against(opponent, sims, _search, ("random", "greedy", "planner"))


AGENTS = (
    AgentEntry("greedy", _greedy, "Looks one step ahead towards its next level.", GAMES, is_yardstick=True),
    AgentEntry(
        "planner",
        _planner,
        "Counts cards and weighs how every choice changes each side's chance to win.",
        GAMES,
        (
            Parameter("style", str, "balanced", "The set of weights to start from.", tuple(STYLES)),
            *(Parameter(weight.name, float, weight.default, weight.meaning, low=0.0, high=weight.high) for weight in WEIGHTS),
        ),
        "recall",
        is_yardstick=True,
    ),
    AgentEntry(
        "search",
        _search,
        "Simulates the game in worlds that fit what it sees, and takes the action that scored best.",
        GAMES,
        PARAMETERS,
        "recall",
        answer=_answer,
    ),
)
