"""Foresight: an agent's choices in the seats that choose at the same time, as far as an observer can know them.

A world that fits the observation (`Variant.sample_worlds`) is shown to the agent from every other seat. If everything but
chance is visible or counted, as in `recall` observations, the result is what copies of a deterministic agent really do, unless
their choice depends on information that no seat has.
"""

import numpy as np

from resonance_env.agents.interface import Agent
from resonance_env.agents.sampling import NO_CHANCE
from resonance_env.core.spec import Variant


def foresee(variant: Variant, agent: Agent, observation: np.ndarray, legal: np.ndarray) -> np.ndarray:
    """Returns the choices of an agent in all other seats, in one world for each row.

    Args:
        variant: the game.
        agent: bound to the variant; it needs `recall` observations and has no memory.
        observation: int8 `[batch, size]`, `recall` observations of the observers.
        legal: int8 `[batch, action]`, their masks.

    Returns:
        int64 `[batch, num_seats - 1]`: the choices, the next seat first; 0 for a seat that is not asked.

    Raises:
        OptionError: the game cannot sample worlds.
    """
    count, seats = len(observation), variant.num_seats
    worlds, observer = variant.sample_worlds(observation, legal, np.zeros(count, dtype=np.uint64))
    asked = variant.acting(worlds)
    asked[np.arange(count), observer] = False
    row, seat = np.nonzero(asked)
    foreseen = np.zeros((count, seats - 1), dtype=np.int64)
    if len(row):
        seen, masks = variant.observe(worlds, "recall")[row, seat], variant.legal(worlds)[row, seat]
        foreseen[row, (seat - observer[row]) % seats - 1] = agent.act(seen, masks, None, NO_CHANCE)[0]
    return foreseen
