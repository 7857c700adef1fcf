"""Agents for this game: compiled functions of an observation row and its mask."""

from resonance_env.agents.interface import Agent
from resonance_env.agents.registry import AgentEntry

GAMES = ("summon_demons",)


def _greedy() -> Agent:
    from resonance_env.agents.summon_demons.planning.greedy import GreedyAgent

    return GreedyAgent()


AGENTS = (
    AgentEntry(
        "greedy",
        _greedy,
        "Buys what brings most souls, summons when cards are left.",
        GAMES,
        observation="recall",
        is_yardstick=True,
    ),
)
