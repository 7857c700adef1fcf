"""Agents for tests of evaluation: simple ones, and faulty ones. Other processes import them from here."""

import os
import signal
import time

import numpy as np

from resonance_env.agents.interface import Agent, Memory, RandomSource
from resonance_env.agents.random_agent import RandomAgent
from tests.agents.remembering import Remembering

Choice = tuple[np.ndarray, Memory]


class Lowest(Agent):
    """Takes the lowest legal action."""

    name = "lowest"

    def act(self, observation: np.ndarray, legal: np.ndarray, memory: Memory, rng: RandomSource) -> Choice:
        return legal.argmax(axis=1), memory


class Counting(Lowest):
    """Sees `recall`, remembers how many decisions a row has made, and plays by that and by chance."""

    name = "counting"
    observation = "recall"

    def start(self, batch: int) -> Memory:
        return np.zeros((batch, 2), dtype=np.int64)

    def act(self, observation: np.ndarray, legal: np.ndarray, memory: Memory, rng: RandomSource) -> Choice:
        assert memory is not None
        wanted = rng.random(len(legal)) + memory[:, 0] % 2
        chosen = np.where(wanted < 1.0, legal.argmax(axis=1), legal.shape[1] - 1 - legal[:, ::-1].argmax(axis=1))
        return chosen, memory + 1


class Slow(RandomAgent):
    """Takes its time."""

    name = "slow"

    def act(self, observation: np.ndarray, legal: np.ndarray, memory: Memory, rng: RandomSource) -> Choice:
        time.sleep(0.005)
        return super().act(observation, legal, memory, rng)


class Sometimes(RandomAgent):
    """Goes wrong in one of ten decisions, by chance of the row."""

    name = "sometimes"

    def act(self, observation: np.ndarray, legal: np.ndarray, memory: Memory, rng: RandomSource) -> Choice:
        is_wrong = rng.random(len(legal)) < 0.1
        chosen, memory = super().act(observation, legal, memory, rng)
        return self.go_wrong(np.asarray(chosen), is_wrong), memory

    def go_wrong(self, chosen: np.ndarray, is_wrong: np.ndarray) -> np.ndarray:
        """Returns the final choice."""
        raise NotImplementedError


class Illegal(Sometimes):
    """Waits when it must not."""

    name = "illegal"

    def go_wrong(self, chosen: np.ndarray, is_wrong: np.ndarray) -> np.ndarray:
        return np.where(is_wrong, 0, chosen)


class OutOfRange(Sometimes):
    """Chooses a code that is not an action."""

    name = "out of range"

    def go_wrong(self, chosen: np.ndarray, is_wrong: np.ndarray) -> np.ndarray:
        return np.where(is_wrong, 10_000, chosen)


class Raising(Sometimes):
    """Raises."""

    name = "raising"

    def go_wrong(self, chosen: np.ndarray, is_wrong: np.ndarray) -> np.ndarray:
        if is_wrong.any():
            raise ZeroDivisionError("out of ideas")
        return chosen


class Leaving(Sometimes):
    """Calls sys.exit."""

    name = "leaving"

    def go_wrong(self, chosen: np.ndarray, is_wrong: np.ndarray) -> np.ndarray:
        if is_wrong.any():
            raise SystemExit(3)
        return chosen


class WrongShape(Sometimes):
    """Answers for too few rows."""

    name = "wrong shape"

    def go_wrong(self, chosen: np.ndarray, is_wrong: np.ndarray) -> np.ndarray:
        return chosen[:-1] if is_wrong.any() else chosen


class WrongType(Sometimes):
    """Answers with fractions."""

    name = "wrong type"

    def go_wrong(self, chosen: np.ndarray, is_wrong: np.ndarray) -> np.ndarray:
        return chosen + 0.0 if is_wrong.any() else chosen


class WrongMemory(Counting):
    """Gives back a memory of another shape."""

    name = "wrong memory"

    def act(self, observation: np.ndarray, legal: np.ndarray, memory: Memory, rng: RandomSource) -> Choice:
        return legal.argmax(axis=1), np.zeros((len(legal), 7))


class NoStart(Lowest):
    """Cannot start."""

    name = "no start"

    def start(self, batch: int) -> Memory:
        raise MemoryError("too many rows")


class Late(Lowest):
    """Sleeps, catching whatever is an Exception."""

    name = "late"

    def act(self, observation: np.ndarray, legal: np.ndarray, memory: Memory, rng: RandomSource) -> Choice:
        end = time.monotonic() + 60.0
        while time.monotonic() < end:
            try:
                time.sleep(60.0)
            except Exception:
                continue
        return legal.argmax(axis=1), memory


class Deaf(Lowest):
    """Cannot be interrupted, like compiled code that does not return."""

    name = "deaf"

    def act(self, observation: np.ndarray, legal: np.ndarray, memory: Memory, rng: RandomSource) -> Choice:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
        time.sleep(60.0)
        return legal.argmax(axis=1), memory


class Dying(Remembering, Lowest):
    """Ends its process at its fourth decision of a game, not immediately."""

    name = "dying"

    def act(self, observation: np.ndarray, legal: np.ndarray, memory: Memory, rng: RandomSource) -> Choice:
        assert memory is not None
        if (memory == 3).any():
            os._exit(7)
        return legal.argmax(axis=1), memory + 1
