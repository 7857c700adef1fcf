"""Several threads at one batch of games do not corrupt it: their calls come one after the other."""

import copy
import pickle
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from resonance_env.play.one_seat import OneSeatGames
from resonance_env.play.turns import Turns
from resonance_env.play.vector_env import VectorEnv
from resonance_env.play.vector_opponents import OpponentsVectorEnv
from tests.adapters.games import SPECS

VARIANT = SPECS["resonance"].variant(3)


def stepper(vec: VectorEnv) -> Callable[[], None]:
    vec.reset()

    def step() -> None:
        vec.step(vec.random_actions())
        vec.random_actions()

    return step


def one_seat() -> Callable[[], None]:
    games, everything = OneSeatGames(VARIANT, 16, seat=0), np.arange(16)
    games.start(everything, list(range(16)))

    def step() -> None:
        with games._turns:  # a program that shares a batch chooses and steps in one turn
            games.step(everything, games.masks(everything).argmax(axis=1))
            games.start(np.flatnonzero(games.terminated | games.truncated))

    return step


@pytest.mark.parametrize(
    "make",
    [
        lambda: stepper(VectorEnv(VARIANT, 64, seed=1, illegal="replace")),
        lambda: stepper(VectorEnv(VARIANT, 64, seed=1, illegal="replace", rows="asked")),
        lambda: stepper(OpponentsVectorEnv(VARIANT, 64, seed=1, illegal="replace", opponents={1: "random"})),
        one_seat,
    ],
    ids=["batch", "rows", "opponents", "one seat"],
)
@pytest.mark.filterwarnings("ignore:.*not legal now")
def test_eight_threads_at_one_batch(make: Callable[[], Callable[[], None]]) -> None:
    step, errors = make(), []

    def work() -> None:
        for _ in range(50):
            try:
                step()
            except Exception as error:  # actions of another position may have the wrong number of rows
                if "expected" not in str(error):
                    errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []


@pytest.mark.filterwarnings("ignore:.*not legal now")
def test_calls_of_threads_do_not_overlap(monkeypatch: pytest.MonkeyPatch) -> None:
    vec = VectorEnv(VARIANT, 8, seed=1, illegal="replace")
    vec.reset()
    inside: list[int] = []
    overlaps: list[int] = []
    play = VectorEnv._play

    def watched(self: Any) -> None:
        inside.append(1)
        overlaps.extend([1] if len(inside) > 1 else [])
        threading.Event().wait(0.001)
        play(self)
        inside.pop()

    monkeypatch.setattr(VectorEnv, "_play", watched)
    actions = np.zeros((8, 3), np.int16)
    threads = [threading.Thread(target=lambda: [vec.step(actions) for _ in range(20)]) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert overlaps == []


def test_copies_have_turns_of_their_own() -> None:
    turns = Turns()
    with turns:
        for twin in (copy.deepcopy(turns), pickle.loads(pickle.dumps(turns))):
            assert twin is not turns
            with twin:
                pass
