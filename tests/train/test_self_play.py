"""Training runs: repeatable, saved whole, stopped cleanly, and better than chance."""

from __future__ import annotations

import dataclasses
import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console
from rich.text import Text
from sb3_contrib import MaskablePPO
from stable_baselines3.common.utils import obs_as_tensor

from resonance_env.adapters.sb3 import SelfPlayVecEnv
from resonance_env.agents.checkpoint import read_card, read_checkpoint
from resonance_env.agents.loading import load
from resonance_env.agents.policy_agent import PolicyAgent
from resonance_env.core.errors import OptionError, UsageError
from resonance_env.core.spec import game_names, load_game
from resonance_env.eval.report import evaluate_agent
from resonance_env.train.budget import Budget
from resonance_env.train.config import TrainConfig
from resonance_env.train.main import train
from resonance_env.train.monitor import Monitor
from resonance_env.train.run_folder import check_run_folder, is_run, start_run_folder
from resonance_env.train.self_play import make_model, train_variant
from tests.adapters.toy_game import SPEC

VARIANT = SPEC.variant(3)


def tiny(out: Path, **changes: object) -> TrainConfig:
    config = TrainConfig(
        out=out, steps=200, seed=4, hidden=(16,), num_games=4, rollout=8, minibatch=32, epochs=2, threads=1,
        measurements=1, measure_games=9,
    )  # fmt: skip
    return dataclasses.replace(config, **changes)  # type: ignore[arg-type]


def quiet() -> Console:
    return Console(file=io.StringIO(), width=200)


def test_the_same_seed_and_steps_give_the_same_weights(tmp_path: Path) -> None:
    configs = {"one": tiny(tmp_path / "one"), "two": tiny(tmp_path / "two"), "other": tiny(tmp_path / "other", seed=5)}
    # Measuring and saving more often must not change what is learned.
    configs["busy"] = tiny(tmp_path / "busy", measurements=5, checkpoint_minutes=1e-9)
    weights = {name: read_checkpoint(train_variant(config, VARIANT, quiet()))[1] for name, config in configs.items()}

    for name in ("two", "busy"):
        for key, array in weights["one"].items():
            np.testing.assert_array_equal(array, weights[name][key], err_msg=f"{name} {key}")
    assert any(not np.array_equal(array, weights["other"][key]) for key, array in weights["one"].items())
    assert len(list((tmp_path / "busy" / "checkpoints").iterdir())) > 1


def test_a_run_leaves_a_checkpoint_that_plays_as_the_learner(tmp_path: Path) -> None:
    config = tiny(tmp_path / "run", observation="recall", activation="tanh", hidden=(8, 8))
    folder = train_variant(config, VARIANT, quiet())

    agent = load(tmp_path / "run")
    assert isinstance(agent, PolicyAgent)
    agent.bind(VARIANT)
    card = read_card(folder)
    assert (card.name, card.game, card.players, card.options) == ("run", "toy", 3, {"stakes": 1})
    assert (card.observation, card.seed, card.steps) == ("recall", 4, 288)
    assert card.fingerprint == VARIANT.fingerprint
    assert {"torch", "stable-baselines3", "resonance-env", "python"} <= set(card.versions)
    assert card.training["hidden"] == [8, 8]
    assert list((tmp_path / "run" / "tensorboard").glob("events.*"))

    model = make_model(config, VARIANT, Budget(1, 1.0))
    model.policy.load_state_dict(agent.network.state_dict())
    env = SelfPlayVecEnv(VARIANT, 5, observation="recall")
    observation = obs_as_tensor(env.reset(), model.device)
    distribution: Any = model.policy.get_distribution(observation, action_masks=env.action_masks()).distribution
    expected = distribution.probs.detach().numpy()
    rows = VARIANT.observe(env.games, "recall").reshape(15, -1), VARIANT.legal(env.games).reshape(15, -1)
    np.testing.assert_allclose(agent.probabilities(*rows), expected, atol=1e-5)


def test_stopping_saves_and_passes_the_interrupt_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(monitor: Monitor) -> None:
        if monitor.num_timesteps >= 90:
            raise KeyboardInterrupt

    monkeypatch.setattr(Monitor, "_on_rollout_start", interrupt)
    console = quiet()
    with pytest.raises(KeyboardInterrupt):
        train_variant(tiny(tmp_path / "run", steps=10_000), VARIANT, console)

    load(tmp_path / "run").bind(VARIANT)
    assert "Stopped; the agent so far is" in console.file.getvalue()  # type: ignore[attr-defined]
    assert not list(tmp_path.rglob("*.part"))


def test_minutes_end_a_run(tmp_path: Path) -> None:
    console = quiet()
    train_variant(tiny(tmp_path / "run", steps=None, minutes=0.02), VARIANT, console)

    assert 1 < read_card(next((tmp_path / "run" / "checkpoints").iterdir())).seconds < 20
    assert "score against random" in console.file.getvalue()  # type: ignore[attr-defined]


def test_a_budget_of_steps_or_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = Budget(200, 60.0)
    steps.count_to(50)
    assert (steps.used, steps.left, steps.steps_to_learn) == (0.25, 0.75, 200)
    steps.count_to(300)
    assert (steps.used, steps.left, steps.is_time_over) == (1.0, 0.0, False)

    now = 100.0
    monkeypatch.setattr("time.perf_counter", lambda: now)
    clock = Budget(None, 60.0)
    now = 200.0
    clock.start()
    now = 215.0
    assert (clock.seconds, clock.used, clock.is_time_over) == (15.0, 0.25, False)
    now = 260.0
    assert (clock.used, clock.is_time_over) == (1.0, True)
    assert clock.steps_to_learn > 10**15


def test_the_progress_bar_fits_a_line_of_80_columns(tmp_path: Path) -> None:
    console = Console(file=io.StringIO(), width=80, force_terminal=True)
    monitor = Monitor(tiny(tmp_path), VARIANT, Budget(None, 3600.0), lambda: tmp_path, console)
    text = "score 0.52, 123,456 decisions/s"
    monitor.progress.update(monitor.progress.task_ids[0], completed=0.3, live=text)

    with console.capture() as capture:
        console.print(monitor.progress.get_renderable())
    lines = capture.get().splitlines()
    assert len(lines) == 1
    plain = Text.from_ansi(lines[0]).plain
    assert plain.count("━") + plain.count("╸") + plain.count("╺") >= 15
    assert "30%" in plain
    assert text in plain


def test_a_learner_with_another_buffer_is_refused(tmp_path: Path) -> None:
    monitor = Monitor(tiny(tmp_path), VARIANT, Budget(200, 60.0), lambda: tmp_path, quiet())
    monitor.model = MaskablePPO("MlpPolicy", SelfPlayVecEnv(VARIANT, 2), n_steps=4, batch_size=8, device="cpu")

    with pytest.raises(UsageError, match="expected a learner with a DecisionRolloutBuffer, got one with MaskableRolloutBuffer"):
        monitor.on_rollout_end()


def test_shaping_is_discounted_as_the_learner_discounts(tmp_path: Path) -> None:
    env = make_model(tiny(tmp_path, shaping=2.0, gamma=0.5), VARIANT, Budget(1, 1.0)).get_env()
    assert env is not None
    assert env.get_attr("_shaping_gamma")[0] == 0.5


def test_an_earlier_run_is_kept_once(tmp_path: Path) -> None:
    out = tmp_path / "run"
    for seed in (1, 2, 3):
        start_run_folder(out, tiny(out, seed=seed))

    assert is_run(out)
    assert json.loads((out / "run.json").read_text())["seed"] == 3
    assert json.loads((tmp_path / "run.previous" / "run.json").read_text())["seed"] == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["run", "run.previous"]


def test_a_folder_with_other_files_is_refused_and_untouched(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("precious")
    with pytest.raises(OptionError, match=r"holds other files and no run\.json; choose another folder"):
        train(tiny(tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]

    with pytest.raises(OptionError, match="is a file"):
        check_run_folder(tmp_path / "thesis.tex")
    out = tmp_path / "run"
    start_run_folder(out, tiny(out))
    (tmp_path / "run.previous").mkdir()
    with pytest.raises(OptionError, match="expected to keep the run at"):
        check_run_folder(out)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"minutes": 0.0}, "expected --minutes above 0.*got 0.0"),
        ({"minutes": float("nan")}, "expected --minutes above 0"),
        ({"steps": -1}, "expected --steps above 0, got -1"),
        ({"num_games": 0}, "expected --num-games above 0, got 0"),
        ({"seed": 2**32}, r"expected --seed in 0 \.\. 2\*\*32 - 1"),
        ({"gamma": 1.1}, r"expected --gamma in 0 \.\. 1, got 1.1"),
        ({"entropy": -0.1}, "expected --entropy of at least 0, got -0.1"),
        ({"hidden": (8, 0)}, "expected --hidden with widths above 0"),
        ({"game": "chess"}, "expected the name of a game.*got 'chess'"),
        ({"players": 99}, "players"),
        ({"option": ("colour=red",)}, "one of .*; got 'colour'"),
        ({"option": ("explicit_chance=true",)}, "expected explicit_chance=False wherever agents play, got True"),
        ({"option": ("colour",)}, "expected --option NAME=VALUE, got 'colour'"),
    ],
)
def test_options_without_meaning(tmp_path: Path, changes: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        train(tiny(tmp_path / "run", **changes))
    assert not (tmp_path / "run").exists()


@pytest.mark.slow
def test_a_short_training_beats_random_players_clearly(tmp_path: Path) -> None:
    variant = load_game(game_names()[0]).variant()
    # Steps, not minutes: the result must not depend on how busy the machine is.
    config = TrainConfig(out=tmp_path / "run", steps=400_000, seed=1, measurements=0)
    train_variant(config, variant, quiet())

    report = evaluate_agent(variant, load(tmp_path / "run"), load("random"), 2000, seed=7)
    assert report.score.low > 0.35
    assert report.fair == 0.25
