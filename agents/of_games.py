"""An agent whose name several games use: of which game it is turns out when it is bound to a variant."""

from collections.abc import Mapping

import numpy as np

from resonance_env.agents.interface import Agent, Memory, RandomSource, bound
from resonance_env.core.errors import OptionError, UsageError
from resonance_env.core.spec import Variant


class AgentOfGames(Agent):
    """The agents of one name, one for each game; `bind` chooses."""

    def __init__(self, name: str, made: Mapping[str, Agent | OptionError]) -> None:
        """Combines agents.

        Args:
            name: of all of them.
            made: by the name of the game: the agent, or why its parameters do not fit that game.
        """
        self.name = name
        self.games = tuple(made)
        self._made = dict(made)
        self._agent: Agent | None = None
        agents = [agent for agent in made.values() if isinstance(agent, Agent)]
        kinds = {agent.observation for agent in agents}
        self.observation = "recall" if "recall" in kinds else "table"
        self.deterministic = all(agent.deterministic for agent in agents)
        self.identity = tuple(agent.identity for agent in agents)

    def check_plays(self, variant: Variant) -> None:
        super().check_plays(variant)
        made = self._made[variant.spec.name]
        if isinstance(made, OptionError):
            raise made

    def bind(self, variant: Variant) -> None:
        self.check_plays(variant)
        agent = self._made[variant.spec.name]
        assert isinstance(agent, Agent)
        self._agent = bound(agent, variant)
        self.observation, self.deterministic = agent.observation, agent.deterministic

    def start(self, batch: int) -> Memory:
        return None if self._agent is None else self._agent.start(batch)

    def act(self, observation: np.ndarray, legal: np.ndarray, memory: Memory, rng: RandomSource) -> tuple[np.ndarray, Memory]:
        return self._bound().act(observation, legal, memory, rng)

    def advise(self, observation: np.ndarray, legal: np.ndarray) -> tuple[np.ndarray, np.ndarray | None]:
        return self._bound().advise(observation, legal)

    def policy(self, observation: np.ndarray, legal: np.ndarray, memory: Memory) -> tuple[np.ndarray, Memory] | None:
        return self._bound().policy(observation, legal, memory)

    def _bound(self) -> Agent:
        if self._agent is None:
            raise UsageError(f"expected bind(variant) before agent {self.name!r} of {' and '.join(self.games)} acts")
        return self._agent
