"""Commands work for games without pictures, rounds or cards: cooperative ones, endless ones, and ones that are neither."""

import io
import sys
from pathlib import Path

import pytest
from PIL import Image

from resonance_env import cli
from resonance_env.agents import loading
from resonance_env.agents.registry import AgentEntry
from resonance_env.core.spec import GameSpec
from tests.adapters.games import SMALL
from tests.small_games.silent_signals import AGENTS, ConventionAgent

EVERY_GAME = pytest.mark.parametrize("name", SMALL)


@pytest.fixture(autouse=True)
def small_games(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(name: str) -> GameSpec:
        return SMALL[name]

    for module in ("play.game_choice", "play.trained_variant", "commands.cards_check", "commands.rules"):
        monkeypatch.setattr(f"resonance_env.{module}.load_game", load)


@EVERY_GAME
def test_show(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["show", "--game", name, "--seed", "3", "--plies", "5"]
    assert cli.main(arguments) == 0
    shown = capsys.readouterr().out
    assert shown.strip()
    assert cli.main(arguments) == 0
    assert capsys.readouterr().out == shown
    assert cli.main([*arguments, "--seat", "1"]) == 0
    assert cli.main([*arguments, "--png", str(tmp_path / "table.png"), "--size", "640x400"]) == 0
    with Image.open(tmp_path / "table.png") as picture:
        assert picture.size == (640, 400)


@EVERY_GAME
def test_show_takes_an_option_and_a_position(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec = SMALL[name]
    option = spec.options[0]
    value = option.choices[-1]
    variant = spec.variant(**{option.name: value})
    games = variant.start([7])
    assert cli.main(["show", "--game", name, "--option", f"{option.name}={value}", "--seed", "7"]) == 0
    shown = capsys.readouterr().out
    assert shown == variant.render(games) + "\n"
    (tmp_path / "position").write_text(variant.position(games), encoding="utf-8")
    assert cli.main(["show", "--game", name, "--position", str(tmp_path / "position")]) == 0
    assert capsys.readouterr().out == shown


@EVERY_GAME
def test_play(name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n1\nquit\n"))
    assert cli.main(["play", "--game", name, "--seed", "3"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(f"{SMALL[name].title}: {SMALL[name].seat_prefix}_0 is human")
    assert "You have left the game" in printed or "It was the deal of --seed 3" in printed


@EVERY_GAME
def test_eval(name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    baseline = AgentEntry("convention", ConventionAgent, "A baseline of one of the games.")
    monkeypatch.setattr(loading, "GENERIC", (*loading.GENERIC, baseline))
    assert cli.main(["eval", "random", "--game", name, "--games", "12"]) == 0
    assert f"{name}, {SMALL[name].default_players} players" in capsys.readouterr().out


@EVERY_GAME
def test_what_a_game_has_not_is_said_in_one_line(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, message in (
        (["rules", "--game", name], "expected a game with rules that have ids"),
        (["show", "--game", name, "--edition", "en"], "Unrecognized options: --edition"),
        (["show", "--game", name, "--option", "edition=en"], f"expected an option of {SMALL[name].title}, one of"),
    ):
        assert cli.main(arguments) == 2
        printed = capsys.readouterr().err
        assert message in printed
        assert printed.count("\n") == 1


@pytest.mark.parametrize("name", ["signals", "raids"])
def test_a_game_without_cards_has_none_to_check(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["cards", "check", "house", "--game", name]) == 2
    assert f"expected a game with card sets, got {name!r}, which has none" in capsys.readouterr().err


def test_an_agent_of_another_game_is_refused_before_anything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(loading, "GENERIC", (*loading.GENERIC, *AGENTS))
    out = ["--out", str(tmp_path / "run")]
    for arguments in (
        ["eval", "convention"],
        ["tournament", "random", "convention", "--games", "10", *out],
        ["best-response", "convention", "--minutes", "0.01", *out],
        ["train", "--measure-against", "convention", "--minutes", "0.01", *out],
        ["train", "--opponents", "convention", "--minutes", "0.01", *out],
    ):
        assert cli.main([*arguments, "--game", "raids"]) == 2
        assert capsys.readouterr().err == "resonance: error: agent 'convention' plays signals, got a variant of 'raids'\n"
        assert not (tmp_path / "run").exists()


def test_an_unknown_utility_is_refused_before_anything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(SMALL["signals"], "utility", "shared")
    monkeypatch.setattr(loading, "GENERIC", (*loading.GENERIC, *AGENTS))
    out = ["--out", str(tmp_path / "run")]
    for arguments in (
        ["eval", "random"],
        ["tournament", "random", "convention", "--games", "10", *out],
        ["best-response", "random", "--minutes", "0.01", *out],
        ["train", "--minutes", "0.01", *out],
        ["exact", "random"],
        ["play"],
    ):
        assert cli.main([*arguments, "--game", "signals"]) == 2
        error = "resonance: error: expected the utility of signals to be one of zero_sum, identical; got 'shared'\n"
        assert capsys.readouterr().err == error
        assert not (tmp_path / "run").exists()
