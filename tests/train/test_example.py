"""The examples with Stable-Baselines3 and with PyTorch alone run, and learn something."""

import runpy
from typing import Any

import numpy as np
import pytest

from resonance_env import resonance_v0
from tests.integrations.examples import EXAMPLES, run


@pytest.mark.slow
def test_the_example_trains_and_evaluates() -> None:
    report = runpy.run_path(str(EXAMPLES / "train_sb3.py"))["main"](seat_steps=2 * 64 * 4 * 64, games=40)

    assert 0.1 < report.score.mean < 1.0
    assert f"{report.score.mean:.3f}" in report.summary()


@pytest.mark.slow
def test_the_example_in_pytorch_beats_random_agents() -> None:
    report = run("ppo_vector_env.py", "--minutes", "0.4", "--games", "400")

    assert report.score.low > report.fair


def test_the_example_in_pytorch_credits_payoffs_to_the_last_decision_of_each_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLES)
    example = runpy.run_path(str(EXAMPLES / "ppo_vector_env.py"))
    vec = resonance_v0.vector_env(4, players=3, rows="asked")
    vec.reset()
    network, slots = example["Network"](vec.observation.shape[1], vec.variant.num_actions), vec.num_games * vec.num_seats
    decisions, open_row = example["no_decisions"](vec), np.full(slots, example["NO_ROW"])
    paid: list[list[float]] = [[] for _ in range(slots)]
    credited: list[list[float]] = [[] for _ in range(slots)]
    step = vec.step

    def open_decisions() -> np.ndarray:
        found: np.ndarray = decisions[open_row[open_row != example["NO_ROW"]]]
        return found

    def watched(actions: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        assert not open_decisions()["is_last"].any()
        result = step(actions)
        for slot in np.flatnonzero(np.repeat(vec.done, vec.num_seats)):
            paid[slot].append(float(vec.reward.reshape(-1)[slot]))
        return result

    monkeypatch.setattr(vec, "step", watched)
    for _ in range(3):
        some = decisions[: example["collect"](vec, network, vec.variant.layout("table").scale, decisions, open_row)]
        assert not some["reward"][~some["is_last"]].any()
        for last in some[some["is_last"]]:
            credited[last["slot"]].append(float(last["reward"]))
        before = open_decisions()
        example["keep_open"](decisions, open_row)
        assert open_decisions().tobytes() == decisions[: len(before)].tobytes() == before.tobytes()

    assert credited == paid
    assert sum(map(len, paid)) > slots
