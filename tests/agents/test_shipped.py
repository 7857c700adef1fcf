"""The checkpoints that are shipped: small, complete, and as strong as their cards say."""

import math
from pathlib import Path

import pytest

from resonance_env.agents.checkpoint_metadata import SELF_PLAY
from resonance_env.agents.loading import load, shipped_checkpoints
from resonance_env.agents.network.checkpoint import read_metadata
from resonance_env.eval.match.report import evaluate_agent
from resonance_env.eval.match.self_play import evaluate_self_play
from resonance_env.games import load_game
from tests.shipped import METADATA, headline

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
    for against in headline(metadata):
        score = metadata.scores[against]
        assert score.low < score.score < score.high
        assert score.games >= 10_000


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("name", "against"),
    [
        (name, against)
        for name, metadata in METADATA.items()
        for against in headline(metadata)
        if against in ("random", "greedy", SELF_PLAY)
    ],
)
def test_a_shipped_checkpoint_scores_what_its_card_says(name: str, against: str) -> None:
    metadata = METADATA[name]
    variant = load_game(metadata.game).variant(metadata.players, **metadata.options)
    if against == SELF_PLAY:
        alone = evaluate_self_play(variant, load(name), 240, seed=5, baselines=[load("greedy")])
        score, games, least = alone.score, alone.games, alone.baselines["greedy"].score.mean
    else:
        report = evaluate_agent(variant, load(name), load(against), 240, seed=5)
        score, games, least = report.score, report.games, variant.fair_score
    margin = 4.5 * math.sqrt(0.25 / games)  # no score varies more than that of a fair coin
    assert score.mean == pytest.approx(metadata.scores[against].score, abs=margin)
    assert score.mean > least
