"""The example with Stable-Baselines3 runs, and learns something."""

import runpy

import pytest

from tests.places import ROOT

EXAMPLE = ROOT / "examples" / "train_sb3.py"


@pytest.mark.slow
def test_the_example_trains_and_evaluates(capsys: pytest.CaptureFixture[str]) -> None:
    report = runpy.run_path(str(EXAMPLE))["main"](seat_steps=2 * 64 * 4 * 64, games=40)

    assert 0.1 < report.score.mean < 1.0
    assert "score against three random agents" in capsys.readouterr().out
