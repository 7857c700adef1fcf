"""The guide of a network: a named agent whose choices are an input of the network.

With foresight it also predicts what the others choose at the same time (`Agent.advise`), by default what it would do in their
seats (`foresight.py`).
"""

from __future__ import annotations

import numpy as np

from resonance_env.agents.loading import load_program, path_and_parameters, shipped_checkpoints
from resonance_env.agents.network.foresight import foresee
from resonance_env.core.errors import OptionError
from resonance_env.core.spec import ObservationKind, Variant


class Guide:
    """Computes the choices of an agent from the same rows that the network reads.

    Attributes:
        width: width of the advice: 1, or with foresight the number of seats.
    """

    def __init__(self, name: str, variant: Variant, observation: ObservationKind, *, foresight: bool = False) -> None:
        """Makes the agent, by name and parameters as in `load`.

        Args:
            name: of the agent.
            variant: the game.
            observation: the kind of observation that the network reads.
            foresight: whether it also predicts the choices of the other seats.

        Raises:
            OptionError: there is no such agent, it cannot play this variant, or it cannot guide: it is a checkpoint in a
                folder, is random, has a memory, or needs another kind of observation; or foresight is wanted in a game that
                cannot sample worlds, or with observations that contain too little.
            CheckpointError: it is a checkpoint that is damaged or was made for something else.
        """
        self._agent = load_program(name)
        if self._agent.folder is not None and path_and_parameters(name)[0] not in shipped_checkpoints():
            raise OptionError(
                f"expected the name of an agent as guide, got {name!r}, a checkpoint in a folder: a guided network needs its "
                "guide wherever it plays, so only what is installed can guide (`resonance agents` lists it)"
            )
        self._agent.bind(variant)
        if not self._agent.deterministic or self._agent.start(1) is not None:
            raise OptionError(f"expected a guide that always does the same with the same observation, got {name!r}")
        if self._agent.observation != observation:
            raise OptionError(
                f"expected a guide that sees what the network sees ({observation!r}), but {name!r} needs "
                f"{self._agent.observation!r} observations"
            )
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
