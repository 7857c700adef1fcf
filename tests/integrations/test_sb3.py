"""The examples for sb3-contrib: RecurrentPPO runs, MaskablePPO learns."""

import runpy

import pytest

from tests.integrations.examples import EXAMPLES, run, trains

pytest.importorskip("sb3_contrib")


@pytest.mark.slow
def test_recurrent_ppo_runs() -> None:
    score = run("train_recurrent_ppo.py", "--minutes", "0.1", "--games", "40")

    assert 0.0 <= score.low <= score.mean <= score.high <= 1.0


@trains
def test_maskable_ppo_beats_random_agents() -> None:
    report = runpy.run_path(str(EXAMPLES / "train_sb3.py"))["main"]()

    assert report.score.low > report.fair
