"""Scripted agents for this game: compiled functions of an observation row and its mask."""

from collections.abc import Callable, Mapping

from resonance_env.agents.interface import Agent
from resonance_env.agents.registry import AgentEntry, Parameter
from resonance_env.agents.syncro.style_names import SAVER, SIGNALLER, STYLES

GAMES = ("syncro",)
PARAMETERS = (
    Parameter("style", str, "balanced", "The set of weights to start from.", tuple(STYLES)),
    Parameter("noise", float, 0.0, "Probability of a random answer.", low=0.0, high=1.0),
)


def _scripted(name: str, changes: Mapping[str, float]) -> Callable[..., Agent]:
    def make(style: str = "balanced", noise: float = 0.0) -> Agent:
        from resonance_env.agents.syncro.scripted import ScriptedAgent

        return ScriptedAgent(name, changes, style, noise)

    return make


def _entry(name: str, changes: Mapping[str, float], meaning: str) -> AgentEntry:
    return AgentEntry(name, _scripted(name, changes), meaning, GAMES, PARAMETERS, is_yardstick=True)


AGENTS = (
    _entry("greedy", {}, "Looks for the foe that its Spells bring down, now or with the mages still to come; never listens."),
    _entry("saver", SAVER, "Greedy that leaves Mushrooms until hands are short."),
    _entry("signaller", SIGNALLER, "Saver with a convention: estimates tell the highest Spell, and plays what a foe lacks."),
)
