"""Agents for this game: compiled functions of an observation row and its mask."""

from resonance_env.agents.interface import Agent
from resonance_env.agents.registry import AgentEntry, Parameter, ParameterValue
from resonance_env.agents.summon_demons.search_settings import MODEL_NAMES, PARAMETERS
from resonance_env.agents.summon_demons.style_names import FACTORS, HIGHEST, STYLES

GAMES = ("summon_demons",)


def _greedy() -> Agent:
    from resonance_env.agents.summon_demons.planning.greedy import GreedyAgent

    return GreedyAgent()


def _planner(style: str = "balanced", **changes: float) -> Agent:
    from resonance_env.agents.summon_demons.planning.planner import PlannerAgent

    return PlannerAgent(style, **changes)


def _search(**parameters: ParameterValue) -> Agent:
    from resonance_env.agents.summon_demons.search import SearchAgent

    return SearchAgent(**parameters)


def _answer(opponent: Agent, sims: int) -> Agent | None:
    from resonance_env.agents.search.policy_search import search_against

    return search_against(opponent, sims, _search, MODEL_NAMES)


AGENTS = (
    AgentEntry(
        "greedy",
        _greedy,
        "Buys what brings most souls, summons when cards are left.",
        GAMES,
        observation="recall",
        is_yardstick=True,
    ),
    AgentEntry(
        "planner",
        _planner,
        "Tries every answer with the rules and takes the one with the best expected chance to win.",
        GAMES,
        (
            Parameter("style", str, "balanced", "The set of factors to start from.", tuple(STYLES)),
            *(Parameter(factor.name, float, 1.0, factor.meaning, low=0.0, high=HIGHEST) for factor in FACTORS),
            Parameter("noise", float, 0.0, "Size of random noise on the chance to win after an answer.", low=0.0, high=1.0),
        ),
        "recall",
        is_yardstick=True,
    ),
    AgentEntry(
        "search",
        _search,
        "Simulates the game in worlds that fit what it sees, and takes the answer that scored best.",
        GAMES,
        PARAMETERS,
        "recall",
        answer=_answer,
    ),
)
