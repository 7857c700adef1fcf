"""The guide of a network: an agent with a name whose choices the network is told."""

from __future__ import annotations

import numpy as np

from resonance_env.agents.interface import RandomSource
from resonance_env.agents.loading import load
from resonance_env.core.errors import OptionError
from resonance_env.core.spec import ObservationKind, Variant


class Guide:
    """Says what an agent would do, from the rows that the network reads too."""

    def __init__(self, name: str, variant: Variant, observation: ObservationKind) -> None:
        """Makes the agent, by name and parameters as in `load`.

        Args:
            name: of the agent.
            variant: the game.
            observation: the kind of observation that the network reads.

        Raises:
            OptionError: there is no such agent, it cannot play this variant, or it is none that can guide: it draws at
                random, has a memory, or needs another kind of observation.
            CheckpointError: it is a checkpoint that is damaged or was made for something else.
        """
        self._agent = load(name)
        self._agent.bind(variant)
        if not self._agent.deterministic or self._agent.start(1) is not None:
            raise OptionError(f"expected a guide that always does the same with the same observation, got {name!r}")
        if self._agent.observation != observation:
            raise OptionError(
                f"expected a guide that sees what the network sees ({observation!r}), but {name!r} needs "
                f"{self._agent.observation!r} observations"
            )

    def advice(self, observation: np.ndarray, legal: np.ndarray) -> np.ndarray:
        """Returns what the guide would do, int64 `[batch]`, in rows as `Agent.act` gets them."""
        return np.asarray(self._agent.act(observation, legal, None, _NoChance())[0], dtype=np.int64)


class _NoChance(RandomSource):
    """For an agent that does not make use of chance."""

    def random(self, size: int, /) -> np.ndarray:
        return np.zeros(size)
