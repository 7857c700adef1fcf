"""The weakest baseline: uniform over the legal actions."""

import numpy as np

from resonance_env.agents.interface import Agent, Memory, RandomSource
from resonance_env.agents.sampling import sample


class RandomAgent(Agent):
    """Takes each legal action with the same probability."""

    name = "random"

    def act(self, observation: np.ndarray, legal: np.ndarray, memory: Memory, rng: RandomSource) -> tuple[np.ndarray, Memory]:
        return sample(legal, rng.random(len(legal))), memory

    def policy(self, observation: np.ndarray, legal: np.ndarray, memory: Memory) -> tuple[np.ndarray, Memory]:
        return legal / legal.sum(axis=1, keepdims=True, dtype=np.float64), memory
