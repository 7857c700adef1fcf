"""The base of agents for tests that keep a number for each row."""

import numpy as np

from resonance_env.agents.interface import Agent, Memory


class Remembering(Agent):
    """Its memory, int64 `[row, 1]`, is 0 at the start of a game."""

    def start(self, batch: int) -> Memory:
        return np.zeros((batch, 1), dtype=np.int64)
