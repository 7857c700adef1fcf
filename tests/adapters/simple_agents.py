"""Agents for tests of environments with opponents: their behaviour is known, and they record what they were asked."""

import hashlib

import numpy as np

from resonance_env.agents.interface import Agent, Memory, RandomSource
from resonance_env.core.layout import ObservationKind
from resonance_env.core.spec import Variant
from tests.agents.remembering import Remembering


class HashAgent(Agent):
    """Takes a legal action that depends on what it sees and on nothing else."""

    deterministic = True

    def __init__(self, name: str = "hash", observation: ObservationKind = "table") -> None:
        self.name = name
        self.observation = observation
        self.calls: list[int] = []  # rows of each call

    def bind(self, variant: Variant) -> None:
        self.calls = []

    def choose(self, row: np.ndarray, legal: np.ndarray) -> int:
        codes = np.flatnonzero(legal)
        digest = hashlib.sha256(self.name.encode() + row.tobytes()).digest()
        return int(codes[int.from_bytes(digest[:4], "little") % len(codes)])

    def act(self, observation: np.ndarray, legal: np.ndarray, memory: Memory, rng: RandomSource) -> tuple[np.ndarray, Memory]:
        self.calls.append(len(observation))
        return np.array([self.choose(row, mask) for row, mask in zip(observation, legal, strict=True)]), memory


class CountingAgent(Remembering):
    """Takes its decisions in turn: the k-th legal action at its k-th decision, which it must remember."""

    name = "counting"

    def act(self, observation: np.ndarray, legal: np.ndarray, memory: Memory, rng: RandomSource) -> tuple[np.ndarray, Memory]:
        assert memory is not None
        codes = [np.flatnonzero(row) for row in legal]
        return np.array([code[k % len(code)] for code, k in zip(codes, memory[:, 0], strict=True)]), memory + 1


class BadAgent(Agent):
    """Answers with whatever it was made with."""

    name = "bad"

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def act(self, observation: np.ndarray, legal: np.ndarray, memory: Memory, rng: RandomSource) -> tuple[np.ndarray, Memory]:
        return np.asarray(self.answer), memory
