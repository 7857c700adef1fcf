"""Training of this game from end to end: options of the trainer that other tests try on small games only."""

from pathlib import Path

import numpy as np
import pytest

from resonance_env.agents.loading import load
from resonance_env.eval.match.self_play import evaluate_self_play
from resonance_env.games.syncro.spec import SPEC
from resonance_env.train.run.main import train_variant
from tests.train.training_runs import quiet, tiny, trainer_of


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("players", "options", "training"),
    [
        (2, {"level": 4}, {"other_play": True, "memory": 8, "guide": "saver"}),
        (3, {"level": 7}, {"observation": "recall", "teacher": "planner", "other_play": True}),
        (2, {"level": 4, "estimates": "off"}, {"opponents": ("greedy", "signaller:noise=0.1"), "opponent_share": 0.5}),
        (4, {"mode": "campaign", "retries": 1}, {"observation": "recall", "guide": "planner", "shaping": 0.5}),
    ],
)
def test_a_run_ends_with_an_agent_that_plays(
    tmp_path: Path, players: int, options: dict[str, object], training: dict[str, object]
) -> None:
    variant = SPEC.variant(players, **options)
    train_variant(tiny(tmp_path / "run", measure_games=4, **training), variant, quiet())
    report = evaluate_self_play(variant, load(tmp_path / "run"), 10, 0)
    assert 0.0 <= report.score.mean <= 1.0
    assert report.truncated == 0


@pytest.mark.compiled
def test_all_seats_are_paid_alike() -> None:
    trainer = trainer_of(SPEC.variant(4, mode="campaign"), num_games=64, rollout=64, guide="saver")
    paid = 0.0
    for update in range(3):
        trainer.rollout.collect(update, 1.0)
        env, made = trainer.rollout.env, trainer.rollout.buffer.columns()
        assert (env.reward == env.reward[:, :1]).all()
        paid += made["reward"].sum()
        trainer.rollout.carry_over(np.flatnonzero(trainer.rollout.open_row[made["slot"]] == np.arange(len(made["slot"]))))
    assert paid > 0.0
