"""Agents in worker processes: they answer, remember, and lose their process when they are late."""

import asyncio
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest

from resonance_env.agents.interface import Agent, Memory, RandomSource
from resonance_env.core.layout import OBSERVATION_KINDS
from resonance_env.games import load_game
from resonance_env.serve.requests import Decision
from resonance_env.serve.thinking import Thinkers

HERE = "tests.serve.test_thinking"


class Counting(Agent):
    """Passes on the number of its decisions as memory, and takes the first legal action."""

    name = "counting"

    def start(self, batch: int) -> Memory:
        return np.zeros((batch, 1), np.int64)

    def act(self, observation: np.ndarray, legal: np.ndarray, memory: Memory, rng: RandomSource) -> tuple[np.ndarray, Memory]:
        assert memory is not None
        return legal.argmax(axis=1), memory + 1


class Hanging(Agent):
    """Hangs from its second call on; the first one is not limited, since it may compile."""

    name = "hanging"
    calls = 0

    def act(self, observation: np.ndarray, legal: np.ndarray, memory: Memory, rng: RandomSource) -> tuple[np.ndarray, Memory]:
        Hanging.calls += 1
        if Hanging.calls > 1:
            time.sleep(60.0)
        return legal.argmax(axis=1), memory


class Dying(Agent):
    """Ends its process."""

    name = "dying"

    def act(self, observation: np.ndarray, legal: np.ndarray, memory: Memory, rng: RandomSource) -> tuple[np.ndarray, Memory]:
        os._exit(3)


def _request(agent: str, memory: np.ndarray | None = None, decisions: int = 0) -> Decision:
    variant = load_game("resonance").variant(3)
    games = variant.start([1])
    seat = int(np.flatnonzero(variant.acting(games)[0])[0])
    return Decision(
        game="resonance",
        players=3,
        options=dict(variant.options),
        agent=agent,
        seen={kind: variant.observe(games, kind)[0, [seat]] for kind in OBSERVATION_KINDS},
        legal=variant.legal(games)[0, [seat]],
        memory=memory,
        key=np.array([5], dtype=np.uint64),
        decisions=decisions,
    )


@contextmanager
def _thinkers(seconds: float) -> Iterator[Thinkers]:
    thinkers = Thinkers(1, seconds)
    try:
        yield thinkers
    finally:
        thinkers.close()


@pytest.mark.slow
def test_a_worker_answers_and_survives_the_faults_of_agents() -> None:
    async def ask_all(thinkers: Thinkers) -> None:
        request = _request(f"{HERE}:Counting")
        first = await thinkers.ask(request)
        assert first.fault is None
        assert request.legal[0, first.action]
        assert first.memory is not None
        second = await thinkers.ask(_request(f"{HERE}:Counting", first.memory, 1))
        assert second.memory is not None
        assert second.memory.tolist() == [[2]]
        for agent, kind in (("Hanging", "late"), ("Dying", "died"), ("Missing", "error")):
            reply = await thinkers.ask(_request(f"{HERE}:{agent}"))
            assert reply.fault is not None
            assert reply.fault.kind == kind
        assert (await thinkers.ask(_request("random"))).fault is None

    with _thinkers(1.0) as thinkers:
        asyncio.run(ask_all(thinkers))
