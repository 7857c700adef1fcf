"""Agents for this game: compiled functions of an observation row and its mask."""

from collections.abc import Callable

from resonance_env.agents.interface import Agent
from resonance_env.agents.registry import AgentEntry, Parameter, ParameterValue
from resonance_env.agents.syncro import search_settings
from resonance_env.agents.syncro.style_names import STYLES

GAMES = ("syncro",)
PARAMETERS = (
    Parameter("style", str, "balanced", "The set of weights to start from.", tuple(STYLES)),
    Parameter("noise", float, 0.0, "Probability of a random answer.", low=0.0, high=1.0),
)


def _scripted(name: str) -> Callable[..., Agent]:
    def make(style: str = "balanced", noise: float = 0.0) -> Agent:
        from resonance_env.agents.syncro.scripted import ScriptedAgent

        return ScriptedAgent(name, style, noise)

    return make


def _search(**parameters: ParameterValue) -> Agent:
    from resonance_env.agents.syncro.search import SearchAgent

    return SearchAgent(**parameters)


def _answer(opponent: Agent, sims: int) -> Agent | None:
    from resonance_env.agents.search.policy_search import search_against

    return search_against(opponent, sims, _search, search_settings.MODEL_NAMES)


def _entry(name: str, meaning: str, observation: str = "table") -> AgentEntry:
    return AgentEntry(name, _scripted(name), meaning, GAMES, PARAMETERS, observation, is_yardstick=True)


AGENTS = (
    _entry("greedy", "Looks for the foe that its Spells bring down, now or with the mages still to come; never listens."),
    _entry("saver", "Greedy that leaves Mushrooms until hands are short."),
    _entry("signaller", "Saver with a convention: estimates tell the highest Spell, and plays what a foe lacks."),
    _entry("planner", "Signaller that counts cards, and infers what others laid and hold from what they say and do.", "recall"),
    AgentEntry(
        "search",
        _search,
        "Simulates the game with models of its partners in worlds that fit what it sees; takes the answer that scored best.",
        GAMES,
        search_settings.PARAMETERS,
        "recall",
        answer=_answer,
    ),
)
