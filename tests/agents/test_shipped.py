"""The checkpoints that are shipped: small, complete, and as strong as their cards say."""

import math
from pathlib import Path

import pytest

from resonance_env.agents.loading import load, shipped_checkpoints, yardsticks
from resonance_env.agents.network.checkpoint import read_metadata
from resonance_env.eval.match.report import evaluate_agent
from resonance_env.games import load_game

MEBIBYTE = 2**20
SHIPPED = shipped_checkpoints()


def test_something_is_shipped() -> None:
    assert SHIPPED


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_checkpoint_is_small_and_its_card_complete(name: str) -> None:
    folder = SHIPPED[name]
    metadata = read_metadata(folder)
    assert sum(file.stat().st_size for file in folder.iterdir()) <= MEBIBYTE
    assert metadata.name == name
    assert metadata.commit
    assert Path(str(metadata.training["out"])).parts[0] == "runs"  # no path of the machine that trained it
    for against in yardsticks(metadata.game):
        score = metadata.scores[against]
        assert score.low < score.score < score.high
        assert score.games >= 10_000


@pytest.mark.compiled
@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("against", ["random", "greedy"])
def test_a_shipped_checkpoint_scores_what_its_card_says(name: str, against: str) -> None:
    metadata = read_metadata(SHIPPED[name])
    variant = load_game(metadata.game).variant(metadata.players, **metadata.options)
    report = evaluate_agent(variant, load(name), load(against), 240, seed=5)
    expected = metadata.scores[against].score
    margin = 4.5 * math.sqrt(0.25 / report.games)  # no score varies more than that of a fair coin
    assert report.score.mean == pytest.approx(expected, abs=margin)
    assert report.score.mean > variant.fair_score
