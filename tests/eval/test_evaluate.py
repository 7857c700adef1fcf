"""The command `resonance eval` from options to exit status."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest

from resonance_env.agents.random_agent import RandomAgent
from resonance_env.core.errors import OptionError
from resonance_env.eval import main as command
from resonance_env.eval.config import EvalConfig
from resonance_env.eval.main import evaluate
from resonance_env.eval.report import evaluate_agent
from resonance_env.eval.variant_options import game_options
from tests.adapters.toy_game import SPEC

CONFIG = EvalConfig(agent="random", games=30, game="toy", players=3, seed=3)


@pytest.fixture(autouse=True)
def only_the_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("resonance_env.core.spec.load_game", lambda _: SPEC)
    monkeypatch.setenv("COLUMNS", "120")


def test_a_table_says_what_was_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert evaluate(CONFIG) == command.EXIT_OK

    printed = capsys.readouterr().out
    report = evaluate_agent(SPEC.variant(3), RandomAgent(), RandomAgent(), 30, 3)
    for text in (
        "random against random: toy, 3 players",
        "guesser_2",
        f"{report.score.mean:.3f}",
        f"{report.score.low:.3f} to {report.score.high:.3f}",
        "0.333",
        "draws",
        "30 games on 10 deals, seed 3",
        "bootstrap over deals",
    ):
        assert text in printed


@pytest.mark.parametrize(("require", "status", "word"), [(0.0, 0, "Reached"), (0.9, 1, "Not reached")])
def test_a_required_score_decides_the_exit_status(
    capsys: pytest.CaptureFixture[str], require: float, status: int, word: str
) -> None:
    assert evaluate(dataclasses.replace(CONFIG, require=require)) == status
    assert f"{word}: the interval's lower end" in capsys.readouterr().out


def test_the_lower_end_must_be_above_what_is_required() -> None:
    low = evaluate_agent(SPEC.variant(3), RandomAgent(), RandomAgent(), 30, 3).score.low

    assert evaluate(dataclasses.replace(CONFIG, require=low)) == 1
    assert evaluate(dataclasses.replace(CONFIG, require=low - 1e-9)) == 0


def test_the_result_can_be_written(tmp_path: Path) -> None:
    evaluate(dataclasses.replace(CONFIG, json=tmp_path / "new" / "result.json", option=("stakes=2",)))

    result = json.loads((tmp_path / "new" / "result.json").read_text())
    report = evaluate_agent(SPEC.variant(3, stakes=2), RandomAgent(), RandomAgent(), 30, 3)
    assert result["score"] == {"mean": report.score.mean, "low": report.score.low, "high": report.score.high}
    assert (result["game"], result["players"], result["options"], result["games"]) == ("toy", 3, {"stakes": 2}, 30)
    assert result["wins"] == report.wins
    assert sum(result["endings"].values()) == 30
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["result.json"]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"games": 0}, "--games of at least 1, got 0"),
        ({"seed": -1}, r"--seed in 0 \.\. 2\*\*64 - 1, got -1"),
        ({"require": 1.5}, r"--require in 0 \.\. 1, got 1.5"),
        ({"agent": "grandom"}, "did you mean 'random'"),
        ({"against": "nobody/here"}, "got 'nobody/here'"),
        ({"players": 0}, "expected players"),
        ({"option": ("stakes=high",)}, "expected an integer for option stakes, got 'high'"),
        ({"edition": "fr"}, "expected an option of Guess the hidden sum, one of stakes; got 'edition'"),
    ],
)
def test_options_without_meaning(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        evaluate(dataclasses.replace(CONFIG, **changes))


def test_typed_options_overrule_those_of_a_checkpoint() -> None:
    assert game_options(SPEC, None, None, (), {"stakes": 2}) == {"stakes": 2}
    assert game_options(SPEC, None, None, (" stakes = 1",), {"stakes": 2}) == {"stakes": 1}
