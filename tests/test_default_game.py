"""The default game of commands is a constant, not the first one in the alphabet."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from resonance_env import cli, games
from resonance_env.cli import COMMANDS, Command
from resonance_env.play.game_choice import GameChoice


def test_a_game_that_comes_earlier_in_the_alphabet_does_not_become_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "game_names", lambda: ["demons", "resonance"])
    assert GameChoice().spec().name == games.DEFAULT_GAME == "resonance"
    assert GameChoice().variant().spec.name == "resonance"


@pytest.fixture
def demons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A game that comes first in the alphabet, with an option of its own, and that cannot be loaded."""
    folder = tmp_path / "demons"
    folder.mkdir()
    (folder / "__init__.py").touch()
    option = 'Option("fires", 1, "How many burn.", (1, 2))'
    (folder / "options.py").write_text(f"from resonance_env.core.options import Option\n\nOPTIONS = ({option},)\n")
    (folder / "spec.py").write_text('raise AssertionError("nobody has named this game")\n')
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    assert games.game_names()[0] == "demons"
    yield
    for name in [name for name in sys.modules if name.startswith("resonance_env.games.demons")]:
        del sys.modules[name]


@pytest.mark.usefixtures("demons")
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_the_help_of_every_command_is_about_the_default_game(command: Command, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([*command.name.split(), "--help"]) == 0
    assert "options of demons" not in capsys.readouterr().out


@pytest.mark.usefixtures("demons")
def test_the_help_of_another_game_is_shown_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["eval", "--game", "demons", "--help"]) == 0
    printed = capsys.readouterr().out
    assert "options of demons" in printed
    assert "--fires" in printed


@pytest.mark.usefixtures("demons")
@pytest.mark.parametrize(
    "arguments",
    [["show", "--plies", "3"], ["rules", "R-LOCK-1"], ["cards", "check", "house"], ["eval", "random", "--games", "4"]],
)
def test_commands_play_the_default_game(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(arguments) == 0
    assert capsys.readouterr().out
