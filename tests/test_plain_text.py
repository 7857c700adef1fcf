"""Names and messages that are not ours are printed as they are: no markup, no control characters, no endless lines."""

import io
import re
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from resonance_env import cli
from resonance_env.core.printing import PlainTable, say
from resonance_env.core.terminal import MAX_LINE
from resonance_env.eval.match.report import evaluate_agent
from resonance_env.eval.match.tables import result_table
from resonance_env.eval.tournament.config import TournamentConfig
from resonance_env.eval.tournament.main import run_tournament
from resonance_env.train.run.main import train_variant
from tests.eval.strange_agents import Lowest
from tests.places import ROOT
from tests.train.training_runs import VARIANT, tiny

NAMES = ("ppo[lr=0.1]", "[/x]", "[bold]", ":smile:")


def console_of(width: int = 200) -> tuple[Console, io.StringIO]:
    file = io.StringIO()
    return Console(file=file, width=width), file


class Named(Lowest):
    def __init__(self, name: str = "[/x]") -> None:
        self.name = name


@pytest.mark.parametrize("name", NAMES)
def test_names_with_markup_are_printed_as_they_are(name: str, tmp_path: Path) -> None:
    console, file = console_of()
    train_variant(tiny(tmp_path / name, decisions=40, measure_against=("random",)), VARIANT, console)
    checkpoint = next((tmp_path / name / "checkpoints").iterdir())
    assert str(checkpoint) in file.getvalue()

    console.print(result_table(evaluate_agent(VARIANT, tmp_path / name, Named(), 3, seed=1)))
    config = TournamentConfig((), games=6, out=tmp_path / "run", workers=1)
    agents: dict[str, Any] = {name: tmp_path / name, "[/y]": Named}
    run_tournament(VARIANT, agents, config, console=console)
    assert file.getvalue().count(f"{Path(name).name} ") >= 3


def test_what_prints_on_a_console_prints_text_as_it_is() -> None:
    """Everything goes through `say` and `PlainTable`."""
    folders = ("agents", "eval", "train", "resonance_env/play", "resonance_env/commands")
    for file in (path for folder in folders for path in (ROOT / folder).rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        assert "from rich.table" not in text, file
        assert not re.search(r"""console\.print\(\s*f?["']""", text), file


def test_controls_of_the_terminal_are_escaped(capsys: pytest.CaptureFixture[str]) -> None:
    console, file = console_of()
    table = PlainTable("title \x1b[31m")
    table.add_column("head\x07")
    table.add_row("\u202ecell")
    console.print(table)
    say(console, "line \x1b[2J")
    assert not set("\x1b\x07\u202e") & set(file.getvalue())
    assert "\\u202ecell" in file.getvalue()
    assert cli.main(["eval", "a\x1b[31m\u202eb"]) == 2
    assert r"a\x1b[31m\u202eb" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["eval", "x" * 5000], ["x" * 5000], ["eval", "random", "--games", "x" * 5000]])
def test_long_arguments_are_shortened(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(words) == 2
    printed = capsys.readouterr().err
    assert printed.count("\n") == 1
    assert len(printed) < MAX_LINE + 100
