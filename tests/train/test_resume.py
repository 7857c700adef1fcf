"""A stopped or killed run resumes with the same results as an uninterrupted one."""

import dataclasses
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from safetensors import safe_open
from safetensors.numpy import save as save_arrays
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator  # type: ignore[import-untyped]

from resonance_env import cli
from resonance_env.agents.network.checkpoint import find_checkpoint, read_checkpoint, write_checkpoint
from resonance_env.core.errors import CheckpointError, OptionError
from resonance_env.core.spec import Variant
from resonance_env.train.config import TrainConfig
from resonance_env.train.ppo.trainer import Trainer
from resonance_env.train.run.folder import check_resumed, resumed_config, start_run_folder
from resonance_env.train.run.main import train, train_variant
from tests.places import ROOT
from tests.small_games import silent_signals
from tests.small_games.hidden_sum import SPEC
from tests.train.training_runs import EVERYTHING, PER_UPDATE, VARIANT, assert_same, quiet, run_weights, tiny

SIGNALS = silent_signals.SPEC.variant(3)


def curve(out: Path) -> dict[str, list[tuple[int, float]]]:
    """Returns all that was logged but speeds: points (decisions, value) by name."""
    log = EventAccumulator(str(out / "tensorboard")).Reload()
    names = [name for name in log.Tags()["scalars"] if not name.startswith("speed/")]
    return {name: [(event.step, event.value) for event in log.Scalars(name)] for name in names}


def stop_after(monkeypatch: pytest.MonkeyPatch, updates: int) -> None:
    """Lets the process fail in the middle of an update, once."""
    learn = Trainer.learn

    def learn_or_fail(trainer: Trainer, progress_remaining: float) -> dict[str, float]:
        if trainer.updates == updates:
            monkeypatch.setattr(Trainer, "learn", learn)
            raise MemoryError("the machine is full")
        return learn(trainer, progress_remaining)

    monkeypatch.setattr(Trainer, "learn", learn_or_fail)


def run_weights_in_parts(
    config: TrainConfig, monkeypatch: pytest.MonkeyPatch, variant: Variant = VARIANT
) -> dict[str, np.ndarray]:
    """Trains, fails after four updates, resumes, and returns the weights of the last checkpoint."""
    config = dataclasses.replace(config, checkpoint_minutes=1e-9)
    stop_after(monkeypatch, 4)
    with pytest.raises(MemoryError):
        train_variant(config, variant, quiet())
    return run_weights(dataclasses.replace(config, resume=True), variant)


@pytest.mark.parametrize(
    ("variant", "changes"),
    [
        (VARIANT, {}),
        (VARIANT, EVERYTHING),
        (VARIANT, {**EVERYTHING, "memory": 8}),
        (VARIANT, {"opponents": ("random",), "pool_share": 0.5}),
        (SIGNALS, {"other_play": True, "pool_share": 0.25, "pool_every": 2, "measure_against": ("random",)}),
    ],
)
def test_a_resumed_run_is_the_uninterrupted_run_bit_for_bit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variant: Variant, changes: dict[str, object]
) -> None:
    whole = tiny(tmp_path / "whole", decisions=400, measurements=3, **changes)
    weights = run_weights(whole, variant)
    parts = dataclasses.replace(whole, out=tmp_path / "parts")
    assert_same(weights, run_weights_in_parts(parts, monkeypatch, variant))
    assert curve(parts.out) == curve(whole.out)


def test_an_older_state_beside_newer_checkpoints_gives_the_same_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The files after a kill between writing a checkpoint and writing the state, or after restoring a backup."""
    config = tiny(tmp_path / "run", checkpoint_minutes=1e-9)
    stop_after(monkeypatch, 2)
    with pytest.raises(MemoryError):
        train_variant(config, VARIANT, quiet())
    shutil.copytree(config.out, tmp_path / "older")
    weights = run_weights(dataclasses.replace(config, resume=True))
    shutil.copy(tmp_path / "older" / "resume.safetensors", config.out)

    assert_same(weights, run_weights(dataclasses.replace(config, resume=True)))


def test_a_finished_run_can_be_given_more(tmp_path: Path) -> None:
    config = tiny(tmp_path / "run")
    first = train_variant(config, VARIANT, quiet())
    assert train_variant(dataclasses.replace(config, resume=True), VARIANT, quiet()) == first

    more = train_variant(dataclasses.replace(config, resume=True, decisions=500), VARIANT, quiet())
    assert more.name > first.name
    assert read_checkpoint(more)[0].steps >= 500


def test_a_run_that_is_given_more_is_measured_evenly_over_all_of_it(tmp_path: Path) -> None:
    config = tiny(tmp_path / "run", decisions=400, measurements=4)
    train_variant(config, VARIANT, quiet())
    before = curve(config.out)["score/random"]
    train_variant(dataclasses.replace(config, resume=True, decisions=2000), VARIANT, quiet())

    steps = [step for step, _ in curve(config.out)["score/random"][len(before) :]]
    assert len(before) == len(steps) == 4
    assert all(mark <= step < mark + PER_UPDATE for mark, step in zip((500, 1000, 1500, 2000), steps, strict=True))


def test_a_checkpoint_of_a_continuation_that_was_lost_is_replaced(tmp_path: Path) -> None:
    """The files after a disk was full between checkpoint and state, when the run then continues differently."""
    config = tiny(tmp_path / "run", decisions=100)
    train_variant(config, VARIANT, quiet())
    shutil.copytree(config.out, tmp_path / "older")
    more = dataclasses.replace(config, resume=True, decisions=300)
    folder = train_variant(more, VARIANT, quiet())
    metadata, weights = read_checkpoint(folder)
    shutil.copy(tmp_path / "older" / "resume.safetensors", config.out)
    shutil.rmtree(folder)
    write_checkpoint(folder, metadata, {name: array + 1.0 for name, array in weights.items()})

    assert train_variant(more, VARIANT, quiet()) == folder
    assert_same(weights, read_checkpoint(folder)[1])


def test_what_a_killed_process_has_left_half_written_is_removed(tmp_path: Path) -> None:
    config = tiny(tmp_path / "run", decisions=100)
    train_variant(config, VARIANT, quiet())
    (config.out / "checkpoints" / ".step-000000000099.0123abcd.part").mkdir()
    (config.out / ".resume.safetensors.0123abcd.part").touch()
    train_variant(dataclasses.replace(config, resume=True), VARIANT, quiet())
    assert not list(tmp_path.rglob("*.part"))


def test_a_run_whose_teacher_has_left_is_taught_again_by_real_choices(tmp_path: Path) -> None:
    config = tiny(tmp_path / "run", teacher="random", teacher_weight=3.0)
    train_variant(config, VARIANT, quiet())
    train_variant(dataclasses.replace(config, resume=True, decisions=1200), VARIANT, quiet())
    losses = [loss for _, loss in curve(config.out)["policy/teacher_loss"]]
    assert len(losses) > 5
    assert max(losses) < 5.0  # the logarithm of the number of actions, about; an illegal choice would cost a billion


@pytest.mark.parametrize(
    ("began", "typed", "expected"),
    [
        ({"decisions": 300}, "", {"decisions": 300, "minutes": 2.0, "seed": 4}),
        ({"decisions": 300}, "--minutes 2", {"decisions": None, "minutes": 2.0}),
        ({"decisions": 300}, "--decisions 500", {"decisions": 500}),
        ({"decisions": 300}, "--decisions 300 --minutes 9", {"decisions": 300, "minutes": 9.0}),
        ({"option": ("stakes=2",)}, "--option stakes=2", {"option": ("stakes=2",)}),
        ({"option": ("stakes=2",), "opponents": ("random", "greedy")}, "",
         {"option": ("stakes=2",), "opponents": ("random", "greedy")}),
        ({"decisions": None, "minutes": 0.5}, "--decisions 500", {"decisions": 500}),
        ({"decisions": None, "minutes": 0.5, "checkpoint_minutes": 1.0}, "--minutes 2 --checkpoint-minutes 5",
         {"decisions": None, "minutes": 2.0, "checkpoint_minutes": 5.0}),
    ],
)  # fmt: skip
def test_what_is_typed_with_resume_counts_and_all_else_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, began: dict[str, object], typed: str, expected: dict[str, object]
) -> None:
    out = tmp_path / "run"
    start_run_folder(out, tiny(out, **began))
    trained: list[TrainConfig] = []

    def keep(config: TrainConfig) -> None:
        check_resumed(config, resumed_config(config.out))  # nothing is typed that may not change
        trained.append(config)

    monkeypatch.setattr("resonance_env.train.run.main.train", keep)
    assert cli.main(["train", "--resume", "--out", str(out), *typed.split()]) == 0
    assert {name: getattr(trained[0], name) for name in expected} == expected
    assert trained[0].hidden == (16,)


def test_an_option_that_cannot_change_is_refused_with_its_default_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "run"
    start_run_folder(out, tiny(out))
    for words, message in (
        (["--seed", "0"], "expected --seed as it was when the run began, 4, or not at all; got 0"),
        (["--option", "stakes=3"], "expected --option as it was when the run began, (), or not at all; got ('stakes=3',)"),
        (["--minutes", "nan"], "Error parsing --minutes: expected a number, got 'nan'"),
    ):
        assert cli.main(["train", "--resume", "--out", str(out), *words]) == 2
        assert message in capsys.readouterr().err


PROGRAM = """
import sys
from pathlib import Path
from tests.train.training_runs import VARIANT, quiet, tiny
from resonance_env.train.run.main import train_variant
changes = dict(decisions=10**9, checkpoint_minutes=0.01, measurements=0, resume=sys.argv[2] == "resume")
train_variant(tiny(Path(sys.argv[1]), **changes), VARIANT, quiet())
"""


def start(out: Path, how: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(out), how], cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}
    )


def wait_for_checkpoints(process: subprocess.Popen[bytes], out: Path, number: int) -> list[str]:
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and process.poll() is None:
        names = sorted(path.parent.name for path in out.glob("checkpoints/[!.]*/metadata.json"))
        if len(names) >= number:
            return names
        time.sleep(0.02)
    raise AssertionError(f"no {number} checkpoints; the process returned {process.poll()}")


def test_a_killed_run_loses_at_most_the_last_interval(tmp_path: Path) -> None:
    out = tmp_path / "run"
    process = start(out, "anew")
    try:
        names = wait_for_checkpoints(process, out, 3)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    # The state is as new as the newest checkpoint but one, if the kill came between the two.
    names = sorted(path.parent.name for path in out.glob("checkpoints/[!.]*/metadata.json"))
    config = dataclasses.replace(resumed_config(out), decisions=1)
    steps = read_checkpoint(train_variant(config, VARIANT, quiet()))[0].steps  # the run is finished, so this is its state
    assert f"step-{steps:012}" in names[-2:]

    process = start(out, "resume")
    try:
        wait_for_checkpoints(process, out, len(names) + 2)
        process.send_signal(signal.SIGINT)
        process.wait(timeout=60)
    finally:
        process.kill()
        process.wait()
    assert process.returncode != 0  # the interrupt is passed on
    assert read_checkpoint(find_checkpoint(out))[0].steps > steps + PER_UPDATE


def test_what_cannot_be_resumed_is_named(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"expected a run to resume at --out, but .*none has no run\.json"):
        train(TrainConfig(out=tmp_path / "none", resume=True))

    config = tiny(tmp_path / "run")
    train_variant(config, VARIANT, quiet())
    again = resumed_config(config.out)
    assert again == dataclasses.replace(config, resume=True)
    with pytest.raises(OptionError, match=r"--learning-rate as it was when the run began, 0.001, or not at all; got 0.5"):
        train(dataclasses.replace(again, learning_rate=0.5))

    with pytest.raises(CheckpointError, match="other rules, cards or observations: fingerprint 'toy-3-1', here 'toy-3-2'"):
        train_variant(dataclasses.replace(config, resume=True), SPEC.variant(3, stakes=2), quiet())
    with pytest.raises(CheckpointError, match=r"state of a run of this configuration at .*resume\.safetensors"):
        train_variant(dataclasses.replace(config, resume=True, hidden=(8,)), VARIANT, quiet())

    state = config.out / "resume.safetensors"
    state.write_bytes(state.read_bytes()[:1000])
    with pytest.raises(CheckpointError, match=r"expected the state of a run at .*resume\.safetensors, got something else"):
        train_variant(dataclasses.replace(config, resume=True), VARIANT, quiet())
    state.unlink()
    with pytest.raises(CheckpointError, match=r"has no resume\.safetensors"):
        train_variant(dataclasses.replace(config, resume=True), VARIANT, quiet())
    (config.out / "run.json").write_text("{")
    with pytest.raises(OptionError, match="expected the configuration of a run"):
        resumed_config(config.out)


HOSTILE: dict[str, Callable[[dict[str, np.ndarray]], None]] = {
    "slot": lambda arrays: arrays["rollout/buffer/slot"].__setitem__(0, 2**62),
    "negative slot": lambda arrays: arrays["rollout/buffer/slot"].__setitem__(0, -1),
    "action": lambda arrays: arrays["rollout/buffer/action"].__setitem__(0, 10_000),
    "mask": lambda arrays: arrays["rollout/buffer/legal"].__setitem__((0, 0), 7),
    "open row": lambda arrays: arrays["rollout/open_row"].__setitem__(0, 2**40),
    "type": lambda arrays: arrays.update({"rollout/buffer/slot": arrays["rollout/buffer/slot"].astype(np.float64)}),
    "line-up": lambda arrays: arrays["rollout/opponents/line_up"].__setitem__((0, 0), 99),
    "decisions": lambda arrays: arrays["rollout/opponents/decisions"].__setitem__((0, 0), -5),
    "games": lambda arrays: arrays["games"].__setitem__(slice(None), 255),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_what_no_run_has_saved_is_refused(what: str, tmp_path: Path) -> None:
    config = tiny(tmp_path / "run", opponents=("random",), opponent_share=0.5)
    train_variant(config, VARIANT, quiet())
    path = config.out / "resume.safetensors"
    with safe_open(path, framework="np") as file:
        metadata = file.metadata()
        arrays = {name: file.get_tensor(name).copy() for name in file.keys()}  # noqa: SIM118, it is no mapping
    HOSTILE[what](arrays)
    path.write_bytes(save_arrays(arrays, metadata=metadata))
    with pytest.raises(CheckpointError, match="expected the state of a run of this configuration"):
        train_variant(dataclasses.replace(config, resume=True, decisions=600), VARIANT, quiet())
