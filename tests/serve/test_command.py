"""`resonance serve` refuses what it cannot serve with one line."""

import sys
from pathlib import Path

import pytest

from resonance_env.cli import EXIT_USAGE, main


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--port", "0"], "expected --port of at least 1, got 0"),
        (["--workers", "0"], "expected --workers of at least 1, got 0"),
        (["--seconds", "0"], "expected --seconds above 0"),
        (["--pace", "-1"], "expected --pace from 0 to 60"),
        (["--max-sims", "9999999"], "expected --max-sims of at most"),
        (["--data", "."], "expected --data FILE that SQLite can open"),
        (["--data", "text.txt"], "expected --data FILE that SQLite can open"),
        (["--cards", "text.txt"], "expected --cards to be card-set files"),
        (["--agent", "nobody"], "expected the name of an agent"),
        (["--agent", "random"], "expected agents with names of their own"),
    ],
)
def test_bad_options_end_in_one_line(
    words: list[str],
    reason: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("text.txt").write_text("no database and no cards, but long enough to be read as one\n" * 20)
    assert main(["serve", *words]) == EXIT_USAGE
    complaint = capsys.readouterr().err
    assert reason in complaint
    assert complaint.count("\n") == 1


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert main(["serve"]) == EXIT_USAGE
    assert "pip install 'resonance-env[web]'" in capsys.readouterr().err
