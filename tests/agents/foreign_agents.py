"""Agents as another package would register them by entry point."""

from resonance_env.agents.random_agent import RandomAgent
from resonance_env.agents.registry import AgentEntry, Parameter

FOREIGN = AgentEntry("foreign", RandomAgent, "Comes from elsewhere.")
SEVERAL = (
    AgentEntry("first", RandomAgent, "One."),
    AgentEntry("second", RandomAgent, "Two.", ("resonance",), (Parameter("depth", int, 3, "How deep.", low=1, high=9),)),
)
TAKEN = AgentEntry("random", RandomAgent, "Takes a name that is taken.")
NO_ENTRY = RandomAgent
