"""The interface of other participants in a rollout."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from resonance_env.agents.network.policy_network import PolicyNetwork
from resonance_env.play.vector_env import VectorEnv

Columns = dict[str, np.ndarray]  # some columns of a `RolloutBuffer`, by name


@dataclass(frozen=True)
class SeatRows:
    """Seats of the learner in some positions, one per row.

    Attributes:
        positions: records `[game]`.
        game: int64 `[row]`: index in `positions`.
        seat: int64 `[row]`.
        observation: int8 `[row, size]`.
        legal: int8 `[row, action]`.
        is_asked: bool `[row]`: the seat has a decision to make.
    """

    positions: np.ndarray
    game: np.ndarray
    seat: np.ndarray
    observation: np.ndarray
    legal: np.ndarray
    is_asked: np.ndarray


class RolloutPart:
    """Plays seats that are not the learner's, or adds columns to its decisions. By default a part does nothing.

    Attributes:
        is_of_policy: whether its columns are a part of the policy: with Other-Play they are then computed from what the learner
            sees and may do under its relabelling, and not under the game's own labels.
    """

    is_of_policy = False

    def begin_rollout(self, network: PolicyNetwork, updates: int, progress_remaining: float, rng: np.random.Generator) -> None:
        """Prepares for a rollout.

        Args:
            network: the current policy.
            updates: number of earlier updates.
            progress_remaining: share of the run that is left, in [0, 1].
            rng: the run's generator.
        """

    def begin_games(self, env: VectorEnv, games: np.ndarray, is_learner: np.ndarray) -> None:
        """Resets the state of games (int64 `[row]`, indices) that begin.

        Args:
            env: the games.
            games: indices of these games.
            is_learner: bool `[game, seat]` of all games: the learner plays the seat.
        """

    def annotate(self, rows: SeatRows) -> Columns:
        """Returns columns for decisions that the learner is about to make."""
        return {}

    def annotate_truncated(self, rows: SeatRows) -> Columns:
        """Returns columns for positions at which episodes were truncated, to estimate values; not all seats are asked there."""
        return {}

    def act(self, env: VectorEnv, asked: np.ndarray, actions: np.ndarray, rng: np.random.Generator) -> None:
        """Fills in actions of seats that it plays.

        Args:
            env: the games.
            asked: bool `[game, seat]`: the seat is asked and is not the learner's.
            actions: int16 `[game, seat]`, written.
            rng: the run's generator.
        """

    def save(self) -> dict[str, np.ndarray]:
        """Returns everything that `restore` needs."""
        return {}

    def restore(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Restores the state of `save`."""
