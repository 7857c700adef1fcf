"""`resonance play`: people among agents, by their input; leaving, saving and resuming."""

import io
import itertools
import json
import re
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageSequence

from resonance_env import cli
from resonance_env.agents import loading
from resonance_env.agents.registry import AgentEntry
from resonance_env.games import load_game
from tests.adapters.simple_agents import CountingAgent


def play(monkeypatch: pytest.MonkeyPatch, arguments: list[str], answers: int | None = None) -> int:
    """Runs `resonance play`, answering "1" so many times (or always) before the input ends."""
    lines = itertools.repeat("1\n") if answers is None else itertools.repeat("1\n", answers)
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(itertools.islice(lines, 400))))
    return cli.main(["play", *arguments])


def actions_of(saved: Path) -> list[list[int]]:
    return [actions.tolist() for actions in load_game("resonance").read_game(saved.read_text(encoding="utf-8"))[2]]


def test_a_game_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    saved = tmp_path / "game.txt"
    arguments = ["--players", "4", "--seat", "0", "--opponents", "planner,greedy,random", "--seed", "5", "--save", str(saved)]
    assert play(monkeypatch, arguments) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("Resonance: witch_0 is human, witch_1 is planner, witch_2 is greedy, witch_3 is random.")
    before, _, after = printed.partition("The game is over")
    assert "witch_0> " in before
    assert "seed" not in before.lower()  # the seed reveals all hidden information
    assert "seen by witch_1" not in before
    assert "It was the deal of --seed 5." in after
    assert cli.main(["show", "--replay", str(saved)]) == 0


@pytest.mark.parametrize("answers", [0, 1, 4, 9])
def test_a_game_that_was_left_goes_on_as_if_it_had_not_been(
    answers: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also for agents that remember and agents that draw at random."""
    monkeypatch.setattr(loading, "GENERIC", (*loading.GENERIC, AgentEntry("counting", CountingAgent, "For tests.")))
    whole, parts = tmp_path / "whole.txt", tmp_path / "parts.txt"
    arguments = ["--seat", "1", "--opponents", "counting,random,planner:noise=0.5,style=racer", "--seed", "3", "--save"]
    assert play(monkeypatch, [*arguments, str(whole)]) == 0
    assert play(monkeypatch, [*arguments, str(parts)], answers) == 0
    printed = capsys.readouterr().out
    assert f"You have left the game.\nSaved to {parts}; `resonance play --resume {parts}` takes it up again." in printed
    assert len(actions_of(parts)) < len(actions_of(whole))
    assert play(monkeypatch, ["--resume", str(parts)], 2) == 0
    assert play(monkeypatch, ["--resume", str(parts)]) == 0
    assert "witch_3 is planner:noise=0.5,style=racer" in capsys.readouterr().out
    assert parts.read_text(encoding="utf-8") == whole.read_text(encoding="utf-8")


def test_a_game_saved_by_show_can_be_taken_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    saved, more = tmp_path / "game.txt", tmp_path / "more.txt"
    assert cli.main(["show", "--players", "3", "--seed", "4", "--plies", "8", "--save", str(saved)]) == 0
    arguments = ["--resume", str(saved), "--seat", "0,2", "--opponents", "greedy", "--save", str(more)]
    before = saved.read_bytes()
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n\n" * 300))
    assert cli.main(["play", *arguments]) == 0
    assert "witch_0 is human, witch_1 is greedy, witch_2 is human" in capsys.readouterr().out
    assert saved.read_bytes() == before
    np.testing.assert_array_equal(actions_of(more)[:8], actions_of(saved))


def test_an_interrupt_leaves_politely(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    assert cli.main(["play", "--seed", "1"]) == 0
    assert capsys.readouterr().out.endswith("You have left the game.\n")


def test_who_leaves_is_asked_where_to_save(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = tmp_path / "game.txt"
    answers = iter(["1", "quit", f" {saved} "])
    monkeypatch.setattr("builtins.input", lambda prompt: next(answers))
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    assert cli.main(["play", "--seed", "1"]) == 0
    assert f"Saved to {saved}" in capsys.readouterr().out
    assert len(actions_of(saved)) == 4  # the draft of all four witches


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--seat", "4"], "expected --seat in 0 .. 3, several with commas between them; got '4'"),
        (["--seat", "x"], "got 'x'"),
        (["--opponents", "greedy,greedy"], "one agent or 3 with commas between them; got 2"),
        (["--opponents", "gredy"], "did you mean 'greedy'"),
        (["--seed", "-1"], "expected --seed in 0 .."),
        (["--players", "9"], "9"),
        (["--resume", "no-such-file"], "no-such-file: No such file or directory"),
        (["--resume", "no-such-file", "--players", "3"], "expected --resume without --players"),
        (["--save", "."], ".: Is a directory"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_errors_of_use(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["play", *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.err.startswith("resonance: error: ")
    assert printed.err.count("\n") == 1
    assert message in printed.err


def test_a_damaged_game_is_not_taken_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "game").write_text("resonance game 1\nnonsense\n", encoding="utf-8")
    assert cli.main(["play", "--resume", str(tmp_path / "game")]) == 2
    assert "line 2: expected 'key: value'" in capsys.readouterr().err


def test_games_without_a_seed_are_dealt_by_secret_ones(capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        assert cli.main(["play", "--cards", "mini", "--agents", "random,random"]) == 0
    seeds = re.findall(r"It was the deal of --seed (\d+)\.", capsys.readouterr().out)
    assert len(set(seeds)) == 2


def test_agents_alone_play_a_game_that_is_replayed_and_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved, gif = tmp_path / "game.txt", tmp_path / "game.gif"
    arguments = ["--players", "3", "--agents", "planner,greedy,random", "--seed", "5", "--save", str(saved)]
    assert cli.main(["play", *arguments]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("Resonance: witch_0 is planner, witch_1 is greedy, witch_2 is random.\n")
    assert "The game is over" in printed
    assert saved.read_text().endswith("# played by: planner; greedy; random\n")
    assert cli.main(["show", "--replay", str(saved)]) == 0
    assert cli.main(["show", "--replay", str(saved), "--gif", str(gif), "--size", "320x320", "--seat", "1"]) == 0
    with Image.open(gif) as drawn:
        assert (len(list(ImageSequence.Iterator(drawn))), drawn.size) == (len(actions_of(saved)) + 1, (320, 320))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["play", "--agents", "random", "--seat", "1"], "expected --agents, or --seat and --opponents, got both"),
        (["play", "--agents", "random,greedy", "--players", "3"], "expected --agents to be one agent or 3 with commas"),
        (["show", "--gif", "a.png"], "expected --gif with the name of a file that ends in .gif"),
        (["show", "--gif", "a.gif", "--png", "a.png"], "expected --png or --gif, got both"),
        (["tournament", "random", "greedy", "--save-games", "-1"], "expected --save-games of at least 0, got -1"),
    ],
)
def test_errors_of_recording(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(arguments) == 2
    assert message in capsys.readouterr().err


def test_games_of_a_tournament_are_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "run"
    words = f"tournament random greedy --players 3 --games 60 --save-games 40 --workers 1 --out {out}"
    assert cli.main(words.split()) == 0
    files = sorted((out / "games").iterdir())
    assert [file.name for file in files] == [f"{game:08}.txt" for game in range(40)]
    lines = [json.loads(line) for line in (out / "games.jsonl").read_text().splitlines()]
    capsys.readouterr()
    for file, line in list(zip(files, lines, strict=False))[::13]:
        text = file.read_text()
        assert f"seed: {line['seed']}\n" in text
        assert text.endswith(f"# played by: {'; '.join(line['agents'])}\n")
        assert len(actions_of(file)) == line["steps"]
        assert cli.main(["show", "--replay", str(file)]) == 0
        assert "  result  " in capsys.readouterr().out
