"""Training in games that are cooperative, pay on the way, or have no end of their own."""

import dataclasses
from pathlib import Path

import numpy as np
import pytest
import torch

from resonance_env.agents.interface import Agent
from resonance_env.agents.loading import load
from resonance_env.agents.random_agent import RandomAgent
from resonance_env.core.chance import episode_seed
from resonance_env.core.errors import OptionError
from resonance_env.core.spec import Variant
from resonance_env.eval.match.match import play_match
from resonance_env.eval.match.schedule import rotations
from resonance_env.eval.match.self_play import evaluate_self_play
from resonance_env.play.advantages import advantages
from resonance_env.train.best_response.config import BestResponseConfig
from resonance_env.train.best_response.main import respond_to_all
from resonance_env.train.ppo.trainer import Trainer
from resonance_env.train.run.curves import read_scores
from resonance_env.train.run.main import train_variant
from tests.small_games import endless_raids, silent_signals
from tests.train.test_resume import curve
from tests.train.training_runs import EVERYTHING, assert_same, quiet, run_weights, tiny, trainer_of

SIGNALS = silent_signals.SPEC.variant(2)
RAIDS = endless_raids.SPEC.variant(2)


def values(trainer: Trainer, observation: np.ndarray) -> np.ndarray:
    with torch.no_grad():
        return np.asarray(trainer.model.network(torch.from_numpy(observation)).value)


def test_rewards_before_the_last_step_belong_to_the_last_decision_of_each_seat() -> None:
    variant = silent_signals.SPEC.variant(3, rounds=1)
    trainer = trainer_of(variant, num_games=50, rollout=4)  # signals, then three guesses: whole games
    trainer.rollout.collect(0, 1.0)
    made = trainer.rollout.buffer.columns()
    final = trainer.rollout.env.final_games
    assert made["is_last"].sum() == 50 * 3
    assert not made["bootstrap"].any()

    is_right = final["guess"][:, :3] == np.roll(final["digit"][:, :3], -1, axis=1)  # of the left neighbour
    for seat in range(3):
        rows = np.flatnonzero(made["slot"] % 3 == seat).reshape(2, 50)  # its signal, its guess
        np.testing.assert_array_equal(made["reward"][rows[0]], is_right[:, :seat].sum(axis=1))  # until its own guess
        np.testing.assert_array_equal(made["reward"][rows[1]], is_right[:, seat:].sum(axis=1))
    assert 0 < is_right.sum() < is_right.size


@pytest.mark.parametrize("changes", [{}, {"gamma": 0.5}])
def test_a_truncated_game_is_bootstrapped_with_the_value_of_the_cut(changes: dict[str, object]) -> None:
    trainer = trainer_of(RAIDS, num_games=20, rollout=1, max_cycles=1, **changes)
    env = trainer.rollout.env
    games = env.games.copy()
    np.testing.assert_array_equal(env.episodes, 0)
    trainer.rollout.collect(0, 1.0)
    made = trainer.rollout.buffer.columns()
    assert env.truncated.all()
    np.testing.assert_array_equal(made["slot"], 2 * np.arange(20))  # seat 0 has the first turn, and is not asked at the cut
    assert made["is_last"].all()

    actions = np.stack([made["action"], np.zeros(20, dtype=np.int64)], axis=1)
    RAIDS.step(games, actions)
    bootstrap = values(trainer, RAIDS.observe(games)[:, 0])
    np.testing.assert_allclose(made["bootstrap"], bootstrap, atol=1e-6)
    assert np.unique(bootstrap.round(6)).size > 3
    np.testing.assert_array_equal(made["reward"], RAIDS.reward(games)[:, 0])

    gamma = trainer.config.gamma
    advantage, is_known = advantages(
        made["slot"], made["reward"], made["value"], made["potential"], made["is_last"], made["bootstrap"], 40, gamma, 0.95
    )
    assert is_known.all()
    np.testing.assert_allclose(advantage, made["reward"] + gamma * bootstrap - made["value"], atol=1e-5)
    assert episode_seed(trainer.config.seed, 3, 1) == int(env.seeds[3])  # the next episode has begun


def test_the_value_of_a_cut_is_that_of_the_central_critic() -> None:
    trainer = trainer_of(RAIDS, num_games=20, rollout=1, max_cycles=1, central_critic=True)
    games = trainer.rollout.env.games.copy()
    trainer.rollout.collect(0, 1.0)
    made = trainer.rollout.buffer.columns()
    RAIDS.step(games, np.stack([made["action"], np.zeros(20, dtype=np.int64)], axis=1))
    assert trainer.model.critic is not None
    with torch.no_grad():
        expected = trainer.model.critic(torch.from_numpy(RAIDS.state(games)))[:, 0].numpy()
    np.testing.assert_allclose(made["bootstrap"], expected, atol=1e-6)


def test_an_endless_game_is_trained_saved_and_resumed(tmp_path: Path) -> None:
    config = tiny(tmp_path / "whole", decisions=400, opponents=("random",), opponent_share=0.5, memory=4, max_cycles=7)
    train_variant(config, RAIDS, quiet())
    parts = dataclasses.replace(config, out=tmp_path / "parts", decisions=200)
    train_variant(parts, RAIDS, quiet())
    more = train_variant(dataclasses.replace(parts, resume=True, decisions=400), RAIDS, quiet())
    assert load(more).name == "parts"


def mean_payoff(variant: Variant, agent: Agent, games: int) -> float:
    """Returns what an agent is paid a game at one seat, against random agents."""
    paid = play_match(variant, [agent, RandomAgent()], rotations(variant, games, 7)).payoff
    seats = variant.num_seats
    return float(np.mean(paid.reshape(games, seats, seats)[:, np.arange(seats), np.arange(seats)]))


def test_an_endless_game_is_learned(tmp_path: Path) -> None:
    config = tiny(
        tmp_path / "run", decisions=10_000, hidden=(32,), num_games=16, rollout=32, minibatch=128, epochs=4, gamma=0.9,
        learning_rate=1e-2, measurements=0,
    )  # fmt: skip
    train_variant(config, RAIDS, quiet())
    agent = load(tmp_path / "run")
    agent.bind(RAIDS)
    assert mean_payoff(RAIDS, RandomAgent(), 30) == pytest.approx(0.0, abs=6.0)
    assert mean_payoff(RAIDS, agent, 30) > 10.0


def test_a_cooperative_game_is_learned(tmp_path: Path) -> None:
    config = tiny(
        tmp_path / "run", decisions=40_000, hidden=(64,), activation="tanh", num_games=64, rollout=12, minibatch=512, epochs=4,
        learning_rate=1e-2, gamma=0.0, gae_lambda=0.0, entropy=0.05, entropy_end=0.0, measure_against=("random",),
        measure_games=200,
    )  # fmt: skip
    console = quiet()
    train_variant(config, SIGNALS, console)
    report = evaluate_self_play(SIGNALS, load(tmp_path / "run"), 200, 7, baselines=[RandomAgent()])
    assert report.baselines["random"].lead.low > 0.25

    # What the run measured: its own score, the natural unit, and the baseline; nothing about a fair share.
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert "right guesses; baselines: random 0." in text
    assert "score with itself" in text
    assert "fair" not in text
    assert read_scores(config.out / "tensorboard", "self_play")[-1].score.mean > 0.5
    logged = curve(config.out)
    assert logged["score/natural"][-1][1] == pytest.approx(4 * logged["score/self_play"][-1][1])
    assert 0.1 < logged["baseline/random"][-1][1] < 0.45


def test_partners_hold_single_seats_of_a_cooperative_game() -> None:
    variant = silent_signals.SPEC.variant(4)
    trainer = trainer_of(variant, num_games=60, pool_share=0.25, opponents=("random",), opponent_share=0.5)
    held = trainer.rollout.seats.is_learner
    assert held[:15].all()
    assert set(held[15:].sum(axis=1)) == {1, 2, 3}
    trainer.update(1.0)
    one = Trainer(dataclasses.replace(trainer.config, learner_seats="one"), variant).rollout.seats.is_learner
    assert set(one[15:].sum(axis=1)) == {1}


def test_everything_that_a_run_can_have_in_a_cooperative_game(tmp_path: Path) -> None:
    changes = {**EVERYTHING, "shaping": 0.0, "memory": 4, "measure_against": ("random",)}
    config = tiny(tmp_path / "one", **changes)
    variant = silent_signals.SPEC.variant(3)
    weights = []
    for out in ("one", "two"):
        train_variant(dataclasses.replace(config, out=tmp_path / out), variant, quiet())
        weights.append(load(tmp_path / out).network.state_dict())  # type: ignore[attr-defined]
    assert_same(*({name: tensor.numpy() for name, tensor in found.items()} for found in weights))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"reward": "win"}, "expected reward to be 'identical', since 'signals' is a cooperative game; got 'win'"),
        ({"shaping": 0.1}, r"expected, for --shaping, a game with progress\(\); 'signals' has none"),
    ],
)
def test_options_that_do_not_fit_a_game(tmp_path: Path, changes: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        train_variant(tiny(tmp_path / "run", measure_against=("random",), **changes), SIGNALS, quiet())
    assert not (tmp_path / "run").exists()


def test_the_default_reward_is_the_game_s_own(tmp_path: Path) -> None:
    assert_same(run_weights(tiny(tmp_path / "one")), run_weights(tiny(tmp_path / "two", reward="zero_sum")))


def test_a_best_response_needs_sides(tmp_path: Path) -> None:
    config = BestResponseConfig(agent="random", out=tmp_path / "out")
    with pytest.raises(OptionError, match="expected a game whose sides win or lose, got 'signals', which is cooperative"):
        respond_to_all(config, SIGNALS, quiet())
    assert not (tmp_path / "out").exists()
