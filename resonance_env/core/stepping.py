"""The episodes of a batch of games, and the arrays that a step writes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from resonance_env.core.chance import episode_seed

NO_BOUND = 2**62  # a `max_length` that no episode reaches


@dataclass
class Episodes:
    """The running episode of each game of a batch, and its length so far.

    Attributes:
        seed: of the batch; episode e of game i is the game of the seed `episode_seed(seed, i, e)`.
        number: int64 `[game]`: number of the running episode.
        length: int64 `[game]`: steps of the running episode so far.
        max_length: an episode that lasts this many steps without an end is truncated.
    """

    seed: int
    number: np.ndarray
    length: np.ndarray
    max_length: int = NO_BOUND

    @classmethod
    def first(cls, num_games: int, seed: int = 0, max_cycles: int | None = None) -> Episodes:
        """Returns the first episodes of a batch; without `max_cycles` only the rules of the game end them."""
        number, length = np.zeros((2, num_games), dtype=np.int64)
        return cls(seed, number, length, NO_BOUND if max_cycles is None else max_cycles)

    def seeds(self, games: np.ndarray) -> np.ndarray:
        """Returns the seeds of the running episodes of some games (int64 `[row]`): uint64 `[row]`."""
        numbers = zip(games.tolist(), self.number[games].tolist(), strict=True)
        return np.array([episode_seed(self.seed, game, number) for game, number in numbers], dtype=np.uint64)


@dataclass(frozen=True)
class PositionArrays:
    """Where `Variant.step_and_look` writes; every array is C-contiguous and owned by the caller.

    Attributes:
        observation: int8 `[game, seat, size]`.
        legal: int8 `[game, seat, action]`, 1 where legal.
        acting: bool `[game, seat]`: who has a decision to make.
        done: bool `[game]`: the game is over by its rules.
    """

    observation: np.ndarray
    legal: np.ndarray
    acting: np.ndarray
    done: np.ndarray


@dataclass(frozen=True)
class StepArrays:
    """The arrays that a step writes for every game; all are C-contiguous and owned by the caller.

    Attributes:
        acting: bool `[game, seat]`: the seat has a decision to make, after the restart of an ended episode.
        reward: float32 `[game, seat]`: rewards of this step.
        done: bool `[game]`: an episode ended in this step, by its rules or by truncation.
        truncated: bool `[game]`: it was ended at its `max_length`, not by its rules.
        final_games: records `[game]`: its last position; only where `done`.
    """

    acting: np.ndarray
    reward: np.ndarray
    done: np.ndarray
    truncated: np.ndarray
    final_games: np.ndarray


@dataclass(frozen=True)
class SeatArrays(StepArrays):
    """The arrays that `Variant.play` writes for every seat.

    Attributes:
        observation: int8 `[game, seat, size]`.
        legal: int8 `[game, seat, action]`, 1 where legal.
        final_observation: int8 `[game, seat, size]`: the last observation of an episode; only where `done`.
    """

    observation: np.ndarray
    legal: np.ndarray
    final_observation: np.ndarray


@dataclass(frozen=True)
class AskedArrays(StepArrays):
    """The arrays that `Variant.play_asked` writes for the seats that are asked, one row each, ordered by game and seat.

    Attributes:
        observation: int8 `[row, size]`.
        legal: int8 `[row, action]`, 1 where legal.
        game: int64 `[row]`: index of the game.
        seat: int64 `[row]`: the seat.
        shown: bool `[game, seat]`: seats that get a row when they are asked; it is read.
    """

    observation: np.ndarray
    legal: np.ndarray
    game: np.ndarray
    seat: np.ndarray
    shown: np.ndarray
