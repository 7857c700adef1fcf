"""One writer a folder: every command that writes one refuses where another process writes, before it changes anything."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from resonance_env.agents.random_agent import RandomAgent
from resonance_env.core.errors import UsageError
from resonance_env.core.folder_lock import lock_file, only_writer
from resonance_env.eval.tournament.config import TournamentConfig
from resonance_env.eval.tournament.main import run_cross_play, run_tournament
from resonance_env.train.best_response.config import BestResponseConfig
from resonance_env.train.best_response.main import respond_to_all
from resonance_env.train.publish.checkpoint import PublishConfig, publish_checkpoint
from resonance_env.train.publish.response import ResponseConfig, publish_response
from resonance_env.train.publish.score import ScoreConfig, publish_score
from resonance_env.train.run.main import train_variant
from tests.places import ROOT
from tests.small_games.silent_signals import SPEC as SIGNALS
from tests.train.training_runs import VARIANT, quiet, run_weights, tiny

HOLDER = """
import sys, time
from pathlib import Path
from resonance_env.core.folder_lock import only_writer
with only_writer(Path(sys.argv[1])):
    print("holds", flush=True)
    time.sleep(600)
"""
FACTORIES = {"one": RandomAgent, "two": RandomAgent}
WRITERS: dict[str, Callable[[Path], object]] = {
    "train": lambda out: train_variant(tiny(out), VARIANT, quiet()),
    "train --overwrite": lambda out: train_variant(tiny(out, overwrite=True), VARIANT, quiet()),
    "train --resume": lambda out: train_variant(tiny(out, resume=True, decisions=600), VARIANT, quiet()),
    "tournament": lambda out: run_tournament(VARIANT, FACTORIES, TournamentConfig((), games=6, out=out)),
    "cross-play": lambda out: run_cross_play(SIGNALS.variant(2), FACTORIES, TournamentConfig((), games=6, out=out)),
    "best-response": lambda out: respond_to_all(BestResponseConfig("random", out=out), VARIANT, quiet()),
    "publish checkpoint": lambda out: publish_checkpoint(PublishConfig(out, out.name, out=out.parent)),
    "publish score": lambda out: publish_score(ScoreConfig(str(out), "random")),
    "publish response": lambda out: publish_response(ResponseConfig(str(out), out)),
}


@pytest.fixture
def holder(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that writes the folder `run`."""
    command = [sys.executable, "-c", HOLDER, str(tmp_path / "run")]
    with subprocess.Popen(command, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "holds\n"
        yield process
        process.kill()


def test_no_command_writes_where_another_process_writes(
    tmp_path: Path, holder: subprocess.Popen[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("score", "response"):
        monkeypatch.setattr(f"resonance_env.train.publish.{module}.shipped_folder", Path)
    out = tmp_path / "run"
    run_weights(tiny(tmp_path / "made"))
    (tmp_path / "made").rename(out)
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    for place in (out, tmp_path / "." / "made" / ".." / "run"):
        for name, write in WRITERS.items():
            with pytest.raises(UsageError, match=f"process {holder.pid} is writing"):
                write(place)
            assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == before, name


def test_a_killed_process_keeps_nobody_out(tmp_path: Path, holder: subprocess.Popen[str]) -> None:
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    assert lock_file(tmp_path / "run").exists()
    with only_writer(tmp_path / "run"):
        pass
    assert list(tmp_path.iterdir()) == []


def test_of_many_at_once_one_writes(tmp_path: Path) -> None:
    inside: list[int] = []
    refused: list[int] = []

    def write(number: int) -> None:
        for _ in range(200):
            try:
                with only_writer(tmp_path / "run"):
                    inside.append(number)
                    assert inside == [number]
                    inside.clear()
            except UsageError:
                refused.append(number)

    errors: list[BaseException] = []
    before, threading.excepthook = threading.excepthook, lambda given: errors.append(given.exc_value or SystemExit())
    threads = [threading.Thread(target=write, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    threading.excepthook = before
    assert errors == []
    assert not lock_file(tmp_path / "run").exists()
