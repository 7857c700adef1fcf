"""The command line: what it prints, what it imports, and how it fails."""

import io
import os
import signal
import subprocess
import sys
import types
from dataclasses import dataclass
from pathlib import Path

import pytest
from PIL import Image

from resonance_env import cli
from resonance_env.core.errors import CardSetError
from resonance_env.core.terminal import Stopped
from resonance_env.games import DEFAULT_GAME, game_names, load_game
from tests.places import ROOT


@dataclass(frozen=True)
class _Options:
    """Options of a command for tests.

    Attributes:
        count: How many.
    """

    count: int = 0


def _replace_commands(monkeypatch: pytest.MonkeyPatch, run: object) -> None:
    module = types.ModuleType("fake_command")
    module.__dict__.update(Options=_Options, run=run)
    monkeypatch.setitem(sys.modules, "fake_command", module)
    monkeypatch.setattr(cli, "COMMANDS", (cli.Command("fake", "fake_command", "A command for tests.", "resonance fake"),))


def _fails_with(error: BaseException) -> object:
    def run(options: _Options) -> None:
        raise error

    return run


def test_help_lists_all_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--help"]) == 0
    printed = capsys.readouterr().out
    assert all(command.name in printed and command.summary in printed for command in cli.COMMANDS)
    assert cli.main([]) == 0
    assert capsys.readouterr().out == printed


@pytest.mark.parametrize("command", ["", *(command.name for command in cli.COMMANDS)])
def test_help_imports_nothing_heavy(command: str) -> None:
    words = [*command.split(), "--help"]
    code = f"import sys; from resonance_env.cli import main; main({words}); print([m for m in sys.modules if '.' not in m])"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT).stdout
    imported = printed.splitlines()[-1]
    heavy = ("numpy", "numba", "torch", "pettingzoo", "msgspec", *(() if command else ("tyro",)))
    assert not any(repr(module) in imported for module in heavy)


def test_help_flows_over_the_breaks_of_the_source_and_shows_no_default_of_none(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "110")
    assert cli.main(["train", "--help"]) == 0
    lines = [line.strip("│ ") for line in capsys.readouterr().out.splitlines()]
    text = " ".join(lines)
    assert "the state for --resume. A folder with anything else is rejected" in text
    assert any("A folder with anything else" in line for line in lines)
    assert "(default: None)" not in text.partition("--reward")[0]


@pytest.mark.parametrize("command", [command.name for command in cli.COMMANDS])
def test_each_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([*command.split(), "--help"]) == 0
    assert f"usage: resonance {command}" in capsys.readouterr().out


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("resonance-env ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["rulez"], "got 'rulez'; did you mean 'rules'?"),
        (["cards"], "one of cards check, cards export"),
        (["cards", "chek", "file"], "did you mean 'cards check' or 'cards export'?"),
        (["cards", "check"], "(see `resonance cards check --help`)"),
        (["eval", ""], "expected the name of an agent"),
        (["eval"], "Missing from resonance eval: AGENT"),
        (["rules", "--gmae", "x"], "--gmae"),
        (["rules", "--game", "chess"], "got 'chess'"),
        (["rules", "R-LOCK-77"], "did you mean 'R-LOCK-"),
        (["rules", "zeppelin"], "no rule mentions 'zeppelin'"),
        (["show", "--seed", "many"], "Error parsing --seed: expected an integer, got 'many'"),
        (["show", "--players", "x"], "Error parsing --players: expected an integer, got 'x'"),
        (["eval", "random", "--require", "x"], "Error parsing --require: expected a number, got 'x'"),
        (["show", "--seed", "-1"], "0 .. 18446744073709551615, got -1"),
        (["show", "--plies", "-1"], "at least 0, got -1"),
        (["show", "--players", "9"], "9"),
        (["show", "--seat", "4", "--players", "4"], "expected --seat in 0 .. 3, got 4"),
        (["show", "--option", "edition"], "NAME=VALUE"),
        (["show", "--option", "colour=red"], "got 'colour'"),
        (["show", "--edition", "de"], "expected option edition to be one of fr, en; got 'de'"),
        (["show", "--edition=de"], "expected option edition to be one of fr, en; got 'de'"),
        (["show", "--team-talk", "perhaps"], "expected option team_talk to be one of true, false; got 'perhaps'"),
        (["show", "--team_talk"], "expected --team_talk with a value, one of true, false; got none"),
        (["show", "--cards", "--seed", "1"], "expected --cards with a value; got none"),
        (["show", "--editon", "en"], "did you mean 'edition'"),
        (["show", "--game", "chess", "--edition", "en"], "Unrecognized options: --edition"),
        (["show", "--edition", "en", "--option", "edition=fr"], "expected each option once, got 'edition' twice"),
        (["show", "--position", "no-such-file"], "no-such-file: No such file or directory"),
        (["show", "--replay", "no-such-file"], "no-such-file: No such file or directory"),
        (["show", "--png", "table.txt"], "the name of a file that ends in .png, got 'table.txt'"),
        (["show", "--png", "/dev/null/table.png"], "/dev/null/table.png: "),
        (["show", "--png", "t.png", "--size", "big"], "expected --size as WIDTHxHEIGHT, such as 1280x800; got 'big'"),
        (["show", "--png", "t.png", "--size", "9x9"], "expected width and height of a picture in 320 .. 4096, got 9 x 9"),
        (["show", "--size", "640x400"], "expected --size together with --png"),
        (["show", "--replay", "-", "--position", "-"], "expected --replay without --position"),
        *(
            (["show", "--replay", "-", f"--{name}", "1"], f"expected --replay without --{name}")
            for name in ("players", "cards", "edition", "seed", "plies", "save", "seat", "png")
        ),
        (["show", "--replay", "-", "--option", "team_talk=true"], "expected --replay without --team-talk"),
        (["show", "--position", "-", "--players", "0"], "expected --position without --players, since the position says it"),
        (["cards", "check", "no-such-file.toml"], "no-such-file.toml"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_errors_of_use_exit_2_with_one_line(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    (line,) = (line for line in printed.err.splitlines() if not line.startswith("resonance-env: compiling"))
    assert line.startswith("resonance: error: ")
    assert message in line


@pytest.mark.parametrize("encoding", ["ascii", "utf-8"])
def test_a_misspelt_option_gets_a_suggestion_in_every_terminal(encoding: str) -> None:
    command = [sys.executable, "-m", "resonance_env.cli", "show", "--editon", "en"]
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environment, check=False)
    assert done.returncode == 2
    what = "Unrecognized options: --editon, en; did you mean 'edition'?"
    assert done.stderr == f"resonance: error: {what} (see `resonance show --help`)\n"


def test_unreadable_text_is_an_error_of_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "position").write_bytes(b"\xff\xfe")
    assert cli.main(["show", "--position", str(tmp_path / "position")]) == 2
    assert "expected text in UTF-8, got byte 0xff" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("error", "status", "message"),
    [
        (CardSetError("one\n  two"), 2, "resonance: error: one; two\n"),
        (PermissionError(13, "Permission denied", "locked"), 2, "resonance: error: locked: Permission denied\n"),
        (OSError("disk full"), 2, "resonance: error: disk full\n"),
        (ModuleNotFoundError("No module named 'torch'", name="torch.nn"), 2, "pip install 'resonance-env[train]'"),
        (ModuleNotFoundError("No module named 'tyro'", name="tyro"), 2, "pip install 'resonance-env[cli]'"),
        (
            MemoryError("Unable to allocate 9 TiB for an array with shape (3,) and data type int8"),
            2,
            "9 TiB for an array; take fewer",
        ),
        (MemoryError(), 2, "resonance: error: not enough memory for these options; take fewer games or smaller networks"),
        (KeyboardInterrupt(), 130, "resonance: stopped"),
        (Stopped(), 130, ""),
    ],
)
def test_failures_of_a_command(
    error: BaseException, status: int, message: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _replace_commands(monkeypatch, _fails_with(error))
    assert cli.main(["fake"]) == status
    printed = capsys.readouterr().err
    assert message in printed
    assert printed.count("\n") == (1 if message else 0)


def test_a_bug_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    _replace_commands(monkeypatch, _fails_with(ZeroDivisionError("bug")))
    with pytest.raises(ZeroDivisionError):
        cli.main(["fake"])


def test_the_status_of_a_command_is_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    _replace_commands(monkeypatch, lambda options: options.count)
    assert cli.main(["fake", "--count", "1"]) == 1
    assert cli.main(["fake"]) == 0


def test_a_closed_pipe_ends_silently() -> None:
    code = "import sys; from resonance_env import cli; sys.stdin.read(1); sys.exit(cli.main(['--help']))"
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    with process:
        process.stdout.close()
        process.stdin.write(b"\n")
        process.stdin.close()
        assert process.stderr.read() == b""
    assert process.returncode == cli.EXIT_BROKEN_PIPE


def test_rules_by_id_section_topic_and_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rules", "r-lock-1"]) == 0
    assert capsys.readouterr().out.startswith("R-LOCK-1  The type with the highest count locks the moon")
    assert cli.main(["rules", "R-SWEEP"]) == 0
    assert [line[:9] for line in capsys.readouterr().out.splitlines() if line.startswith("R-")] == [
        "R-SWEEP-1",
        "R-SWEEP-2",
        "R-SWEEP-3",
    ]
    assert cli.main(["rules", "full", "moon"]) == 0
    assert "R-LOCK-5" in capsys.readouterr().out
    assert cli.main(["rules"]) == 0
    printed = capsys.readouterr().out
    assert "R-SETUP" in printed
    assert "`resonance rules R-BOX-1` prints a rule, `R-BOX` a section" in printed


@pytest.mark.parametrize("game", game_names())
def test_every_game_has_rules_with_ids(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rules", "--game", game]) == 0
    first = capsys.readouterr().out.split()[0].rstrip(",")
    assert cli.main(["rules", "--game", game, f"{first}-1"]) == 0
    assert capsys.readouterr().out.startswith(f"{first}-1  ")


def test_the_words_of_rules_are_optional(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rules", "--help"]) == 0
    printed = capsys.readouterr().out
    assert "[ID|SECTION|WORDS]" in printed.splitlines()[0]
    assert "(default: )" not in printed


def test_a_command_runs_without_any_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["show"]) == 0
    printed = capsys.readouterr().out
    assert cli.main(["show", "--seed", "0"]) == 0
    assert capsys.readouterr().out == printed


def test_show_is_seeded(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["show", "--players", "3", "--seed", "7", "--plies", "12"]
    assert cli.main(arguments) == 0
    first = capsys.readouterr().out
    assert cli.main(arguments) == 0
    assert capsys.readouterr().out == first
    assert cli.main([*arguments[:-1], "13"]) == 0
    assert capsys.readouterr().out != first


def test_options_of_the_game_are_options_of_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["show", "--players", "2", "--cards", "mini", "--edition=en", "--team-talk", "false"]) == 0
    short = capsys.readouterr().out
    assert "cards mini · edition en" in short
    options = ["--option", "cards=mini", "--option", "edition=en", "--option", "team_talk=false"]
    assert cli.main(["show", "--players", "2", *options]) == 0
    assert capsys.readouterr().out == short


def test_a_card_set_for_other_numbers_of_players_needs_no_players(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["show", "--cards", "mini", "--players", "2"]) == 0
    printed = capsys.readouterr().out
    assert cli.main(["show", "--cards", "mini"]) == 0
    assert capsys.readouterr().out == printed
    assert cli.main(["show", "--cards", "mini", "--players", "3"]) == 2
    assert "expected players to be 2 with card set 'mini'; got 3" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["train", "eval", "tournament", "best-response", "exact", "balance", "play", "show"])
def test_help_lists_the_options_of_the_game(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([command, "--help"]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    for option in load_game(DEFAULT_GAME).options:
        assert (f"--{option.name.replace('_', '-')} " in printed) == option.for_agents
        assert (option.meaning in printed) == option.for_agents


def test_show_reads_a_position(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    variant = load_game("resonance").variant(3)
    games = variant.start([5])
    (tmp_path / "position").write_text(variant.position(games), encoding="utf-8")
    arguments = ["show", "--seat", "1"]
    assert cli.main([*arguments, "--position", str(tmp_path / "position")]) == 0
    shown = capsys.readouterr().out
    assert shown == variant.render(games, 0, 1) + "\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(variant.position(games)))
    assert cli.main([*arguments, "--position", "-"]) == 0
    assert capsys.readouterr().out == shown


def test_show_saves_a_game_that_replays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved = tmp_path / "game.txt"
    assert cli.main(["show", "--players", "3", "--seed", "4", "--plies", "1000", "--save", str(saved)]) == 0
    assert "The game is over" in capsys.readouterr().out
    assert cli.main(["show", "--replay", str(saved)]) == 0
    log = capsys.readouterr().out
    assert "Round 1" in log
    assert "won" in log or "draw" in log


def test_show_writes_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["show", "--players", "3", "--seed", "7", "--plies", "12", "--size", "640x400"]
    for name, seat in (("one", []), ("again", []), ("two", ["--seat", "2"])):
        assert cli.main([*arguments, *seat, "--png", str(tmp_path / "new" / f"{name}.png")]) == 0
        assert capsys.readouterr().out == f"Saved to {tmp_path / 'new' / name}.png.\n"
    one, again, two = (Image.open(tmp_path / "new" / f"{name}.png") for name in ("one", "again", "two"))
    assert one.size == (640, 400)
    assert one.tobytes() == again.tobytes() != two.tobytes()


def test_show_prints_in_colour_where_that_is_wanted(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert cli.main(["show", "--seed", "7"]) == 0
    assert "\x1b[1m▶" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["duel", "house", "mini", "trio"])
def test_shipped_card_sets_are_good(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["cards", "check", name]) == 0
    assert name in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "suggestion"),
    [
        (["train", "--lr", "1"], "learning-rate"),
        (["eval", "random", "--opponents", "greedy"], "against"),
        (["train", "--config", "x"], "resume"),
    ],
)
def test_options_of_other_programs_get_a_suggestion(
    words: list[str], suggestion: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(words) == 2
    assert f"did you mean '{suggestion}'?" in capsys.readouterr().err


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_what_an_encoding_lacks_is_replaced(encoding: str) -> None:
    command = [sys.executable, "-m", "resonance_env.cli", "show", "--players", "3", "--plies", "10"]
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    done = subprocess.run(command, capture_output=True, text=True, encoding=encoding, cwd=ROOT, env=environment, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "round" in done.stdout
    assert "-----" in done.stdout


def test_termination_is_an_interrupt(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def run(options: object) -> None:
        os.kill(os.getpid(), signal.SIGTERM)

    before = signal.getsignal(signal.SIGTERM)
    _replace_commands(monkeypatch, run)
    assert cli.main(["fake"]) == 130
    assert capsys.readouterr().err == "resonance: stopped\n"
    assert signal.getsignal(signal.SIGTERM) == before


@pytest.mark.parametrize("game", ["resonance", "summon_demons"])
def test_a_shipped_card_set_is_exported_and_played(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["cards", "export", "mini", "--game", game]) == 0
    assert capsys.readouterr().out.startswith("Saved to mini.toml. Change it and play with it: `resonance play")
    assert cli.main(["cards", "check", "./mini.toml", "--game", game]) == 0
    assert cli.main(["cards", "export", "mini", "--game", game]) == 2
    assert "expected a new file as --out, but mini.toml exists" in capsys.readouterr().err
    assert cli.main(["cards", "export", "minni", "--game", game]) == 2
    assert "did you mean 'mini'?" in capsys.readouterr().err
