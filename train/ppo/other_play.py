"""Other-Play: every seat of the learner sees and acts under a relabelling of its own, drawn for each episode.

Partners that were trained apart then cannot rely on labels that have no meaning of their own (Hu et al., 2020,
https://arxiv.org/abs/2003.02979). Agents that do not learn, past selves included, play under the game's own labels.
"""

from collections.abc import Mapping

import numpy as np

from resonance_env.core.layout import ObservationKind
from resonance_env.core.outputs import saved_array
from resonance_env.core.spec import Variant
from resonance_env.play.vector_env import VectorEnv
from resonance_env.train.ppo.rollout_buffer import NOT_TAUGHT
from resonance_env.train.ppo.rollout_part import RolloutPart


class OtherPlay(RolloutPart):
    """The relabellings of the seats.

    Attributes:
        symmetry: int64 `[slot]`: the relabelling of a slot, an index in the game's `Symmetries`.
    """

    def __init__(self, variant: Variant, observation: ObservationKind, num_games: int, rng: np.random.Generator) -> None:
        """Prepares the part.

        Args:
            variant: the game.
            observation: kind of the learner's observations.
            num_games: games of the batch.
            rng: the run's generator.

        Raises:
            OptionError: the game has no `symmetries`.
        """
        variant.require("symmetries", "--other-play")
        symmetries = variant.symmetries(observation)
        self._code, self._relabelled_code = symmetries.code, symmetries.relabelled_code
        self._moving = np.flatnonzero((symmetries.entry != symmetries.entry[0]).any(axis=0))  # entries that some move
        self._entry = symmetries.entry[:, self._moving]
        self._rng = rng
        self.symmetry = np.zeros(num_games * variant.num_seats, dtype=np.int64)

    def begin_games(self, env: VectorEnv, games: np.ndarray, is_learner: np.ndarray) -> None:
        symmetry = self.symmetry.reshape(-1, env.num_seats)
        symmetry[games] = self._rng.integers(len(self._code), size=(len(games), env.num_seats))

    def relabel(self, slots: np.ndarray, observation: np.ndarray) -> None:
        """Relabels observations (int8 `[row, size]`) of some slots (int64 `[row]`) in place."""
        observation[:, self._moving] = np.take_along_axis(observation, self._entry[self.symmetry[slots]], axis=1)

    def relabel_choices(self, slots: np.ndarray, legal: np.ndarray, teacher: np.ndarray) -> None:
        """Relabels masks (int8 `[row, action]`) and choices of a teacher (int64 `[row]`) in place."""
        symmetry = self.symmetry[slots]
        legal[:] = np.take_along_axis(legal, self._code[symmetry], axis=1)
        is_taught = teacher != NOT_TAUGHT
        teacher[is_taught] = self._relabelled_code[symmetry[is_taught], teacher[is_taught]]

    def codes_of_game(self, slots: np.ndarray, action: np.ndarray) -> np.ndarray:
        """Returns the game's codes (int64 `[row]`) of the actions of some slots."""
        return np.asarray(self._code[self.symmetry[slots], action])

    def save(self) -> dict[str, np.ndarray]:
        return {"symmetry": self.symmetry}

    def restore(self, arrays: Mapping[str, np.ndarray]) -> None:
        self.symmetry[:] = saved_array(arrays, "symmetry", self.symmetry.shape, self.symmetry.dtype, 0, len(self._code) - 1)
