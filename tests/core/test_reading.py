"""Files from outside: only regular files, of bounded size, and nested JSON is an error like any other."""

import io
import json
import os
import re
import socket
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from resonance_env import cli
from resonance_env.agents.loading import load
from resonance_env.agents.network.checkpoint import write_checkpoint
from resonance_env.core import reading
from resonance_env.core.errors import CheckpointError, PositionError, ResonanceEnvError
from resonance_env.eval.match.recording import TYPES, read_decisions
from resonance_env.eval.tournament.folder import read_plan
from resonance_env.eval.workers.game_records import read_games
from resonance_env.train.run.folder import resumed_config
from tests.agents.pupil import metadata_for
from tests.places import ROOT
from tests.small_games.hidden_sum import SPEC

DEEP = "[" * 100_000 + "]" * 100_000
VARIANT = SPEC.variant(3)


@pytest.fixture
def places(tmp_path: Path) -> dict[str, Path]:
    """A device, a pipe, a socket and a folder."""
    os.mkfifo(tmp_path / "pipe")
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(tmp_path / "socket"))
    (tmp_path / "folder").mkdir()
    return {"device": Path("/dev/zero"), **{name: tmp_path / name for name in ("pipe", "socket", "folder")}}


def test_only_regular_files_are_read(places: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    for name, path in places.items():
        with pytest.raises(OSError, match=r"expected a (regular )?file, got a"):
            reading.read_file(path, 100)
        for words in (["show", "--position"], ["show", "--replay"], ["play", "--resume"], ["exact", "random", "--position"]):
            assert cli.main([*words, str(path)]) == 2, (name, words)
            assert re.search(f"{path}: expected a (regular )?file", capsys.readouterr().err)


def test_a_file_has_a_bounded_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_bytes(b"x" * 100)
    assert reading.read_file(tmp_path / "file", 100) == b"x" * 100
    with pytest.raises(OSError, match="expected a file of at most 99 bytes, got 100"):
        reading.read_file(tmp_path / "file", 99)
    with pytest.raises(OSError, match="expected a file of at most 10 bytes, got more"):
        reading.read_file(Path("/proc/cpuinfo"), 10)  # its size is said to be 0
    monkeypatch.setattr("sys.stdin", io.StringIO("x" * 100))
    monkeypatch.setattr(reading, "MAX_TEXT", 99)
    with pytest.raises(PositionError, match="expected at most 99 characters"):
        reading.read_text("-")


READERS: dict[str, tuple[str, Callable[[Path], object]]] = {
    "checkpoint": ("metadata.json", load),
    "run": ("run.json", resumed_config),
    "tournament": ("config.json", read_plan),
    "games": ("games.jsonl", lambda folder: list(read_games(folder / "games.jsonl"))),
}


@pytest.mark.parametrize("kind", READERS)
def test_json_that_is_nested_too_deeply_is_an_error(kind: str, tmp_path: Path) -> None:
    name, read = READERS[kind]
    for text in (DEEP, f'{{"a": {DEEP}}}', f'{{"training": {DEEP}}}'):
        (tmp_path / name).write_text(text)
        with pytest.raises((ResonanceEnvError, msgspec.DecodeError)):
            read(tmp_path)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 3}, "expected options of the game, got 'players' among them"),
        ({"self": 3}, "expected options of the game, got 'self' among them"),
        ({"colour": [1, 2]}, r"\$\.options"),
        ({"colour": {"a": 1}}, r"\$\.options"),
    ],
)
def test_options_of_a_hostile_checkpoint_are_refused(options: dict[str, Any], message: str, tmp_path: Path) -> None:
    write_checkpoint(tmp_path / "agent", metadata_for(VARIANT), {"weight": np.zeros(3, np.float32)})
    path = tmp_path / "agent" / "metadata.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"options": options}))
    with pytest.raises(CheckpointError, match=message):
        load(tmp_path / "agent")


def test_an_archive_is_not_unpacked_beyond_its_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "decisions").mkdir()
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in TYPES:
            archive.writestr(f"{name}.npy", b"\0" * 1_000_000)
    (tmp_path / "decisions" / "00000000.npz").write_bytes(buffer.getvalue())
    monkeypatch.setattr("resonance_env.eval.match.recording.MAX_DECISIONS", 5_000_000)
    with pytest.raises(ResonanceEnvError, match="it unpacks to 6,000,000 bytes, at most 5,000,000 are allowed"):
        read_decisions([tmp_path])


def test_files_from_outside_are_read_in_one_place() -> None:
    """Sources and pages of the package itself may be read otherwise."""
    own = {"card_files.py", "generate_docs.py", "human.py", "rules.py", "text.py", "cores.py", "folder_lock.py", "reading.py"}
    for folder in ("agents", "eval", "train", "resonance_env/core", "resonance_env/play", "resonance_env/commands"):
        for file in (ROOT / folder).rglob("*.py"):
            if file.name not in own:
                assert not re.search(r"\.read_(bytes|text)\(", file.read_text(encoding="utf-8")), file
