"""The guide of a network: a named agent whose choices are an input of the network.

With foresight it also predicts what the others choose at the same time (`Agent.advise`), by default what it would do in their
seats (`foresight.py`).
"""

import numpy as np

from resonance_env.agents.interface import Agent
from resonance_env.agents.network.foresight import foresee
from resonance_env.core.errors import OptionError
from resonance_env.core.layout import ObservationKind
from resonance_env.core.spec import Variant


class Guide:
    """Computes the choices of an agent from the same rows that the network reads.

    Attributes:
        width: width of the advice: 1, or with foresight the number of seats.
    """

    def __init__(self, agent: Agent, variant: Variant, observation: ObservationKind, *, foresight: bool = False) -> None:
        """Binds the agent and checks that it can guide.

        Args:
            agent: the guide, as from `loading.load_guide`.
            variant: the game.
            observation: the kind of observation that the network reads.
            foresight: whether it also predicts the choices of the other seats.

        Raises:
            OptionError: the agent cannot play this variant, or it cannot guide: it is random, has a memory, or needs another
                kind of observation; or foresight is wanted in a game that cannot sample worlds, or with observations that
                contain too little.
            CheckpointError: it is a checkpoint that was made for something else.
        """
        agent.check_plays(variant)
        agent.bind(variant)
        if not agent.deterministic or agent.start(1) is not None:
            raise OptionError(f"expected a guide that always does the same with the same observation, got {agent.name!r}")
        if agent.observation != observation:
            raise OptionError(
                f"expected a guide that sees what the network sees ({observation!r}), but {agent.name!r} needs "
                f"{agent.observation!r} observations"
            )
        self._agent = agent
        self._variant = variant
        self.width = variant.num_seats if foresight else 1
        if foresight:
            if observation != "recall":
                raise OptionError(
                    f"expected --observation recall with --foresight, got {observation!r}, which does not tell enough"
                )
            # Raises at once if the game cannot sample worlds.
            nothing = np.zeros((0, variant.layout(observation).size), np.int8), np.zeros((0, variant.num_actions), np.int8)
            variant.sample_worlds(*nothing, np.zeros(0, dtype=np.uint64))

    def advice(self, observation: np.ndarray, legal: np.ndarray) -> np.ndarray:
        """Returns the choices of the guide, for rows as in `Agent.act`.

        Returns:
            int64 `[batch, width]`: the choice in the observer's seat; then the predictions for the other seats, the next seat
            first, 0 for a seat that is not asked.
        """
        chosen, expected = self._agent.advise(observation, legal)
        advice = np.asarray(chosen, dtype=np.int64)[:, None]
        if self.width == 1:
            return advice
        if expected is None:
            expected = foresee(self._variant, self._agent, observation, legal)
        return np.concatenate([advice, expected], axis=1)
