"""Training runs: repeatable, saved whole, stopped cleanly, and better than chance."""

import dataclasses
import io
import json
import os
import signal
import threading
from pathlib import Path

import numpy as np
import pytest
import torch
from rich.console import Console
from rich.text import Text
from tensorboard.summary.writer.record_writer import RecordWriter  # type: ignore[import-untyped]

from resonance_env.agents.loading import load
from resonance_env.agents.network.checkpoint import read_checkpoint, read_metadata
from resonance_env.agents.network.policy_agent import PolicyAgent
from resonance_env.core.errors import OptionError, TrainingError
from resonance_env.core.terminal import Stopped
from resonance_env.eval.match.report import evaluate_agent
from resonance_env.games import DEFAULT_GAME, load_game
from resonance_env.train.config import TrainConfig
from resonance_env.train.ppo.trainer import Trainer
from resonance_env.train.run import curves
from resonance_env.train.run.budget import Budget
from resonance_env.train.run.folder import check_run_folder, is_run, start_run_folder
from resonance_env.train.run.main import interrupts_wait, train, train_variant
from resonance_env.train.run.monitor import Monitor
from tests.train.training_runs import EVERYTHING, VARIANT, assert_same, quiet, run_weights, tiny


def test_the_same_seed_and_decisions_give_the_same_weights(tmp_path: Path) -> None:
    one = run_weights(tiny(tmp_path / "one"))
    assert_same(one, run_weights(tiny(tmp_path / "two")))
    # Measuring and saving more often must not change what is learned.
    assert_same(one, run_weights(tiny(tmp_path / "busy", measurements=5, checkpoint_minutes=1e-9)))
    assert len(list((tmp_path / "busy" / "checkpoints").iterdir())) > 2

    other = run_weights(tiny(tmp_path / "other", seed=5))
    assert any(not np.array_equal(array, other[key]) for key, array in one.items())


def test_a_run_leaves_a_checkpoint_that_plays_as_the_learner(tmp_path: Path) -> None:
    config = tiny(tmp_path / "run", **EVERYTHING)
    folder = train_variant(config, VARIANT, quiet())

    agent = load(tmp_path / "run")
    assert isinstance(agent, PolicyAgent)
    agent.bind(VARIANT)
    metadata = read_metadata(folder)
    assert (metadata.name, metadata.game, metadata.players, metadata.options) == ("run", "toy", 3, {"stakes": 1})
    assert (metadata.observation, metadata.seed) == ("recall", 4)
    assert 300 <= metadata.steps < 400
    assert metadata.fingerprint == VARIANT.fingerprint
    assert {"torch", "resonance-env", "python"} <= set(metadata.versions)
    assert metadata.training["hidden"] == [16, 16]
    assert list((tmp_path / "run" / "tensorboard").glob("events.*"))

    trainer = Trainer(config, VARIANT)
    trainer.model.network.load_state_dict(agent.network.state_dict())
    rows = trainer.rollout.env.observation[:12], trainer.rollout.env.legal[:12]  # all seats are asked
    with torch.no_grad():
        logits = trainer.model.network(torch.from_numpy(rows[0])).logits.masked_fill(torch.from_numpy(rows[1] == 0), -torch.inf)
    np.testing.assert_allclose(agent.policy(*rows, None)[0], torch.softmax(logits, dim=1).numpy(), atol=1e-6)


def test_minutes_end_a_run(tmp_path: Path) -> None:
    console = quiet()
    train_variant(tiny(tmp_path / "run", decisions=None, minutes=0.02), VARIANT, console)

    assert 1 < read_metadata(next((tmp_path / "run" / "checkpoints").iterdir())).seconds < 20
    assert "score against random" in console.file.getvalue()  # type: ignore[attr-defined]


def test_a_budget_of_decisions_or_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    decisions = Budget(200, 60.0)
    decisions.decisions = 50
    assert (decisions.used, decisions.progress_remaining, decisions.is_over) == (0.25, 0.75, False)
    decisions.decisions = 300
    assert (decisions.used, decisions.progress_remaining, decisions.is_over) == (1.0, 0.0, True)

    now = 100.0
    monkeypatch.setattr("time.perf_counter", lambda: now)
    clock = Budget(None, 60.0)
    now = 200.0
    clock.start(15.0)
    now = 215.0
    assert (clock.seconds, clock.used, clock.is_over) == (30.0, 0.5, False)
    now = 245.0
    assert (clock.used, clock.is_over) == (1.0, True)


def test_the_progress_bar_fits_a_line_of_80_columns(tmp_path: Path) -> None:
    console = Console(file=io.StringIO(), width=80, force_terminal=True)
    monitor = Monitor(tiny(tmp_path), VARIANT, Budget(None, 3600.0), tmp_path, console)
    text = "score 0.52/0.33/0.21, 12,345 decisions/s"
    monitor.bar.update(monitor.bar.task_ids[0], completed=0.3, live=text)

    with console.capture() as capture:
        console.print(monitor.bar.get_renderable())
    lines = capture.get().splitlines()
    assert len(lines) == 1
    plain = Text.from_ansi(lines[0]).plain
    assert plain.count("━") + plain.count("╸") + plain.count("╺") >= 8
    assert "30%" in plain
    assert text in plain


def test_what_is_logged_tells_how_a_run_goes(tmp_path: Path) -> None:
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator  # type: ignore[import-untyped]

    train_variant(tiny(tmp_path / "run", magnet=0.1), VARIANT, quiet())
    log = EventAccumulator(str(tmp_path / "run" / "tensorboard")).Reload()

    assert set(log.Tags()["scalars"]) == {
        "loss/policy", "loss/value", "policy/clip_fraction", "policy/entropy", "policy/kl", "policy/magnet_kl",
        "rollout/decisions", "score/random", "score/random_high", "score/random_low", "speed/decisions_per_second",
        "speed/environment", "speed/inference", "speed/learning", "value/explained_variance",
    }  # fmt: skip
    entropy = [event.value for event in log.Scalars("policy/entropy")]
    assert 0.5 < entropy[0] < np.log(4)  # two or four legal actions, almost uniform
    learned = sum(event.value for event in log.Scalars("rollout/decisions"))
    assert learned == read_metadata(next((tmp_path / "run" / "checkpoints").iterdir())).steps


def test_an_earlier_run_is_refused_or_overwritten(tmp_path: Path) -> None:
    out = tmp_path / "run"
    for seed in (1, 2):  # the first has no checkpoint and stands in nobody's way
        start_run_folder(out, tiny(out, seed=seed))
    (out / "checkpoints" / "step-000000000001").mkdir(parents=True)
    for begin in (train, lambda config: start_run_folder(out, config)):
        with pytest.raises(OptionError, match=r"holds a run; go on with it \(--resume\), replace it \(--overwrite\)"):
            begin(tiny(out, seed=3))
    assert json.loads((out / "run.json").read_text())["seed"] == 2

    start_run_folder(out, tiny(out, seed=3, overwrite=True))
    assert is_run(out)
    assert json.loads((out / "run.json").read_text())["seed"] == 3
    assert not (out / "checkpoints").exists()
    assert [path.name for path in tmp_path.iterdir()] == ["run"]


def test_a_folder_with_other_files_is_refused_and_untouched(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("precious")
    with pytest.raises(OptionError, match=r"holds other files and no run\.json; choose another folder"):
        train(tiny(tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]

    with pytest.raises(OptionError, match="is a file"):
        check_run_folder(tmp_path / "thesis.tex")
    with pytest.raises(OptionError, match=r"expected --out to be a folder with a name of its own, got '\.'"):
        check_run_folder(Path())


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"minutes": 0.0}, "expected --minutes above 0.*got 0.0"),
        ({"minutes": float("nan")}, "expected --minutes above 0"),
        ({"learning_rate": float("inf")}, "expected --learning-rate above 0 and finite, got inf"),
        ({"decisions": -1}, "expected --decisions above 0, got -1"),
        ({"num_games": 0}, "expected --num-games above 0 and finite, got 0"),
        ({"seed": 2**32}, r"expected --seed in 0 \.\. 2\*\*32 - 1"),
        ({"gamma": 1.1}, r"expected --gamma in 0 \.\. 1, got 1.1"),
        ({"entropy": -0.1}, "expected --entropy of at least 0 and finite, got -0.1"),
        ({"entropy_end": -0.1}, "expected --entropy-end of at least 0 and finite, got -0.1"),
        ({"memory": 70_000}, "expected --memory of at most 65536, got 70000"),
        ({"hidden": (8, 0)}, r"expected --hidden with widths in 1 \.\. 65536, got \(8, 0\)"),
        ({"game": "chess"}, "expected the name of a game.*got 'chess'"),
        ({"players": 99}, "players"),
        ({"option": ("colour=red",)}, "one of .*; got 'colour'"),
        ({"option": ("explicit_chance=true",)}, "expected explicit_chance=False wherever agents play, got True"),
        ({"option": ("colour",)}, "expected --option NAME=VALUE, got 'colour'"),
        ({"pool_share": 1.5}, r"expected --pool-share in 0 \.\. 1, got 1.5"),
        (
            {"pool_share": 0.8, "opponents": ("random",)},
            "--pool-share and --opponent-share of at most 1 together, got 0.8 and 0.25",
        ),
        ({"pool_share": 0.1}, r"--pool-share x --num-games to leave at least one game to past selves, got 0\.1 x 4"),
        ({"opponents": ("random",) * 9}, "at least one game for each of 9 opponents, got 1"),
        ({"opponents": ("human",)}, "expected an agent that plays by itself, got 'human'"),
        ({"opponents": ("randon",)}, r"got 'randon'; did you mean 'random'\?"),
        ({"measure_against": ("randon",)}, r"got 'randon'; did you mean 'random'\?"),
        ({"network": "set", "hidden": ()}, "with --network set, at least one hidden layer"),
        ({"resume": True, "overwrite": True}, "expected --resume or --overwrite, got both"),
        ({"learner_seats": "one"}, "expected --opponents or --pool-share with --learner-seats one, got neither"),
    ],
)
def test_options_without_meaning(tmp_path: Path, changes: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        train(tiny(tmp_path / "run", **changes))
    assert not (tmp_path / "run").exists()


def test_training_that_diverges_stops_and_leaves_no_broken_checkpoint(tmp_path: Path) -> None:
    config = tiny(tmp_path / "run", decisions=100, checkpoint_minutes=1e-9, measurements=0)
    train_variant(config, VARIANT, quiet())
    config = dataclasses.replace(config, resume=True, decisions=600, learning_rate=1e38)
    with pytest.raises(TrainingError, match=r"expected finite weights, got others after .* --learning-rate below 1e\+38"):
        train_variant(config, VARIANT, quiet())
    folders = [file.parent for file in config.out.glob("checkpoints/*/metadata.json")]
    assert folders
    for folder in folders:
        assert all(np.isfinite(array).all() for array in read_checkpoint(folder)[1].values())


def test_a_log_that_cannot_be_written_is_named_and_the_run_is_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    flush, updates = RecordWriter.flush, []

    def full_disk(writer: object) -> None:
        updates.append(writer)
        if len(updates) > 4:
            raise OSError(28, "No space left on device")
        flush(writer)

    config = tiny(tmp_path / "run", measurements=0)
    monkeypatch.setattr(RecordWriter, "flush", full_disk)
    with pytest.raises(OSError, match="No space left on device") as caught:
        train_variant(config, VARIANT, quiet())
    assert caught.value.filename == str(config.out / "tensorboard")
    monkeypatch.undo()
    assert_same(run_weights(dataclasses.replace(config, resume=True)), run_weights(tiny(tmp_path / "whole", measurements=0)))
    assert len(list((config.out / "checkpoints").iterdir())) == 2


def test_agents_of_one_name_have_a_curve_each(tmp_path: Path) -> None:
    others = [train_variant(tiny(tmp_path / place / "four", decisions=40), VARIANT, quiet()) for place in ("one", "two")]
    config = tiny(tmp_path / "run", measure_against=tuple(map(str, others)))
    train_variant(config, VARIANT, quiet())
    assert [len(curves.read_scores(config.out / "tensorboard", name)) for name in ("four", "four (2)")] == [1, 1]


def test_networks_that_do_not_fit_into_memory_are_told_as_arrays_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(trainer: Trainer, progress_remaining: float) -> dict[str, float]:
        raise RuntimeError("DefaultCPUAllocator: can't allocate memory: you tried to allocate 9 bytes.\nmore")

    monkeypatch.setattr(Trainer, "update", fail)
    with pytest.raises(MemoryError, match="you tried to allocate 9 bytes"):
        train_variant(tiny(tmp_path / "run"), VARIANT, quiet())


@pytest.mark.skipif(not torch.cuda.is_available(), reason="there is no GPU")
@pytest.mark.parametrize("changes", [{}, {**EVERYTHING, "memory": 8, "measurements": 2}])
def test_training_on_a_gpu_measures_saves_and_goes_on(tmp_path: Path, changes: dict[str, object]) -> None:
    config = tiny(tmp_path / "run", device="cuda", **changes)
    train_variant(config, VARIANT, quiet())
    train_variant(dataclasses.replace(config, resume=True, decisions=500), VARIANT, quiet())


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU")
def test_a_gpu_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="expected a GPU"):
        train_variant(tiny(tmp_path / "run", device="cuda"), VARIANT, quiet())


@pytest.mark.parametrize("changes", [{}, {"network": "set", "central_critic": True}])
def test_a_small_game_is_learned_in_seconds(tmp_path: Path, changes: dict[str, object]) -> None:
    variant = load_game(DEFAULT_GAME).variant(2, cards="mini")
    config = tiny(
        tmp_path / "run", decisions=20_000, hidden=(64,), num_games=32, rollout=16, minibatch=256, epochs=4,
        learning_rate=3e-3, measurements=0, **changes,
    )  # fmt: skip
    train_variant(config, variant, quiet())

    report = evaluate_agent(variant, load(tmp_path / "run"), load("random"), 600, seed=7)
    assert report.score.low > 0.54
    assert report.fair == 0.5


@pytest.mark.slow
def test_a_short_training_beats_random_players_clearly(tmp_path: Path) -> None:
    variant = load_game(DEFAULT_GAME).variant()
    # Decisions, not minutes: the result must not depend on how busy the machine is.
    config = TrainConfig(out=tmp_path / "run", decisions=250_000, seed=1, measurements=0)
    train_variant(config, variant, quiet())

    report = evaluate_agent(variant, load(tmp_path / "run"), load("random"), 2000, seed=7)
    assert report.score.low > 0.35
    assert report.fair == 0.25


def test_an_interrupt_event_is_seen_after_an_update(tmp_path: Path) -> None:
    from resonance_env.train.run.run import Run

    is_interrupted = threading.Event()
    is_interrupted.set()
    console = quiet()
    with pytest.raises(KeyboardInterrupt):
        Run(tiny(tmp_path / "run", decisions=10_000), VARIANT, console).go(is_interrupted)

    load(tmp_path / "run").bind(VARIANT)
    assert "Stopped; the agent so far is" in console.file.getvalue()  # type: ignore[attr-defined]
    assert not list(tmp_path.rglob("*.part"))


@pytest.mark.parametrize("resume", [False, True])
def test_a_stop_before_the_first_update_says_what_is_kept(
    resume: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    config = tiny(tmp_path / "run", decisions=1_000)
    if resume:
        train_variant(config, VARIANT, quiet())
        config = dataclasses.replace(config, resume=True, decisions=2_000)
    monkeypatch.setattr(Monitor, "warm_up", stop)
    console = quiet()
    with pytest.raises(Stopped):
        train_variant(config, VARIANT, console)
    kept = "the run is as it was" if resume else "nothing was saved, so there is nothing to resume"
    assert f"Stopped before the first update; {kept}" in console.file.getvalue()  # type: ignore[attr-defined]


def test_termination_lets_an_update_finish_as_an_interrupt_does() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with interrupts_wait() as is_interrupted:
        os.kill(os.getpid(), signal.SIGTERM)
        assert is_interrupted.is_set()
        assert signal.getsignal(signal.SIGTERM) == before
