"""Tournaments from options to files: any number of processes, kills, other folders, strange agents, messages."""

import errno
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

from resonance_env import cli
from resonance_env.agents.interface import Agent
from resonance_env.agents.random_agent import RandomAgent
from resonance_env.core.errors import OptionError, UsageError
from resonance_env.eval.match.match import play_match
from resonance_env.eval.match.schedule import seated_games
from resonance_env.eval.tournament.config import TournamentConfig
from resonance_env.eval.tournament.line_ups import line_ups
from resonance_env.eval.tournament.main import run_tournament, tournament
from resonance_env.eval.tournament.report import TournamentReport
from resonance_env.eval.workers import participants, plan, playing, pool
from resonance_env.eval.workers.game_records import GamesFile, read_games
from resonance_env.eval.workers.plan import unit_of
from resonance_env.eval.workers.work import Work
from tests.eval import strange_agents as strange
from tests.eval.small_runs import small_config
from tests.places import ROOT
from tests.small_games import endless_raids
from tests.small_games.hidden_sum import SPEC

VARIANT = SPEC.variant(3)
USUAL: dict[str, Callable[[], Agent]] = {"random": RandomAgent, "lowest": strange.Lowest, "counting": strange.Counting}
FILES = ("config.json", "games.jsonl", "report.html", "report.json")


def play(out: Path, factories: Mapping[str, Callable[[], Agent]] | None = None, **changes: object) -> TournamentReport:
    return run_tournament(VARIANT, factories or USUAL, small_config(out, **changes))


def contents(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in FILES}


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a tournament that was played by one process without interruption."""
    folder = tmp_path_factory.mktemp("usual") / "run"
    play(folder)
    return folder


def test_a_run_folder_holds_configuration_games_and_reports(usual: Path) -> None:
    games = list(read_games(usual / "games.jsonl"))
    report = json.loads((usual / "report.json").read_text())

    assert sorted(path.name for path in usual.iterdir()) == sorted(FILES)
    # 7 line-ups (6 pairs and a pool) in 3 rotations.
    assert len(games) == report["games"] == 252
    assert (report["deals"], report["fair"], len(report["pairs"])) == (12, pytest.approx(1 / 3), 6)
    assert [game.game for game in games] == list(range(252))
    assert {game.deal for game in games} == set(range(12))
    assert any("252 games instead of 250: rounded up to whole deals of 21 games" in note for note in report["notes"])


def test_games_are_those_of_a_match(usual: Path) -> None:
    schedule = seated_games(line_ups(["pairs", "pools"], 3, 3), VARIANT.teams, 3, range(252))
    result = play_match(VARIANT, [factory() for factory in USUAL.values()], schedule)
    names = list(USUAL)

    for number, game in enumerate(read_games(usual / "games.jsonl")):
        assert game.agents == tuple(names[agent] for agent in schedule.line_up[number])
        assert game.seed == str(schedule.seeds[number])
        assert game.winners == tuple(result.winners[number].nonzero()[0].tolist())
        assert game.payoff == pytest.approx(result.payoff[number].tolist(), abs=1e-6)
        assert game.ending == VARIANT.ending_names[result.ending[number]]
        assert game.decisions == tuple(result.decisions[number].tolist())
        assert (game.steps, game.rounds) == (result.steps[number], result.rounds[number])


def test_any_number_of_processes_makes_the_same_files(usual: Path, tmp_path: Path) -> None:
    play(tmp_path / "run", workers=2)

    assert contents(tmp_path / "run") == contents(usual)


def test_a_stopped_run_goes_on_where_it_was(usual: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / "config.json").write_bytes((usual / "config.json").read_bytes())
    games = (usual / "games.jsonl").read_bytes()
    (folder / "games.jsonl").write_bytes(games[: len(games) // 2])  # in the middle of a line
    played: list[tuple[int, int]] = []
    original = pool.play_units

    def spy(work: Work, units: list[range], *others: object) -> None:
        played.extend((unit.start, unit.stop) for unit in units)
        original(work, units, *others)  # type: ignore[arg-type]

    monkeypatch.setattr(playing, "play_units", spy)
    play(folder)

    lines = games[: len(games) // 2].count(b"\n")
    assert played[0][0] == lines // unit_of(252, 3) * unit_of(252, 3) > 0
    assert contents(folder) == contents(usual)
    monkeypatch.setattr(playing, "play_units", lambda *_: pytest.fail("played again what was there"))
    (folder / "report.html").unlink()
    play(folder)
    assert contents(folder) == contents(usual)


KILLED = """
import sys
from pathlib import Path
from types import SimpleNamespace
from tests.eval.test_tournament import SLOW, play
if __name__ == "__main__":
    play(Path(sys.argv[1]), SLOW)
"""
SLOW: dict[str, Callable[[], Agent]] = {"random": RandomAgent, "slow": strange.Slow, "counting": strange.Counting}


def test_a_killed_run_goes_on_and_leaves_no_process(tmp_path: Path) -> None:
    script, folder = tmp_path / "killed.py", tmp_path / "run"
    script.write_text(KILLED)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen([sys.executable, str(script), str(folder)], env=environment, start_new_session=True)
    try:
        _wait_for(lambda: (folder / "games.jsonl").exists() and (folder / "games.jsonl").stat().st_size > 0)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    _wait_for(lambda: not _group_is_alive(process.pid))

    kept = (folder / "games.jsonl").read_bytes()
    assert 0 < kept.count(b"\n") < 252
    assert not (folder / "report.json").exists()
    play(folder, SLOW)
    assert (folder / "games.jsonl").read_bytes().startswith(kept)
    play(tmp_path / "whole", SLOW, workers=2)
    assert contents(folder) == contents(tmp_path / "whole")


def _wait_for(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 60.0
    while not condition():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.02)


def _group_is_alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seed": 4}, "holds another tournament: seed 3 there, 4 here; choose another folder with --out"),
        ({"games": 1000}, "games 252 there, 1008 here"),
        ({"line_ups": ("pairs",)}, "kinds pairs, pools there, pairs here"),
        (
            {"factories": {"random": RandomAgent, "lowest": strange.Lowest}},
            "agents random, lowest, counting there, random, lowest here",
        ),
    ],
)
def test_another_run_in_the_folder_is_refused(usual: Path, changes: dict[str, Any], message: str) -> None:
    before = contents(usual)
    with pytest.raises(UsageError, match=message):
        play(usual, **changes)
    assert contents(usual) == before


def test_folders_with_something_else_in_them_are_refused(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("dear")
    with pytest.raises(UsageError, match=r"got .* with 'letter' in it"):
        play(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["letter"]
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(UsageError, match=r"config\.json: expected the plan of a tournament"):
        play(tmp_path)


def test_a_damaged_game_is_named(usual: Path, tmp_path: Path) -> None:
    for name in FILES:
        (tmp_path / name).write_bytes((usual / name).read_bytes())
    lines = (tmp_path / "games.jsonl").read_bytes().splitlines(keepends=True)
    lines[16] = b"{}\n"
    (tmp_path / "games.jsonl").write_bytes(b"".join(lines[:-1]))
    with pytest.raises(UsageError, match=r"games\.jsonl, line 17: expected a game, got b'\{\}"):
        play(tmp_path)
    assert len((tmp_path / "games.jsonl").read_bytes().splitlines()) < len(lines)  # no others have been played


def test_only_one_process_plays_a_tournament(tmp_path: Path) -> None:
    file = GamesFile(tmp_path / "games.jsonl", unit=3, total=9)
    with pytest.raises(UsageError, match="another process is playing this tournament"):
        GamesFile(tmp_path / "games.jsonl", unit=3, total=9)
    file.close()
    GamesFile(tmp_path / "games.jsonl", unit=3, total=9).close()


@pytest.mark.parametrize(("lines", "kept"), [(0, 0), (2, 0), (3, 3), (8, 6), (9, 9), (10, 10)])
def test_a_file_is_cut_to_whole_units(tmp_path: Path, lines: int, kept: int) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"{}\n" * lines + b"{" * (lines < 10))
    file = GamesFile(path, unit=3, total=10)
    file.close()

    assert file.num_games == kept
    assert path.read_bytes() == b"{}\n" * kept


def test_a_full_disk_leaves_whole_units(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = GamesFile(tmp_path / "games.jsonl", unit=1, total=3)
    file.append(b"{}\n", 1)

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("resonance_env.eval.workers.game_records.os.fsync", full)
    with pytest.raises(OSError, match="No space left") as caught:
        file.append(b"{}\n", 1)
    file.close()
    assert caught.value.filename == str(tmp_path / "games.jsonl")
    assert (tmp_path / "games.jsonl").read_bytes() == b"{}\n"


def test_faults_are_told_and_the_tournament_goes_on(tmp_path: Path) -> None:
    factories = {"random": RandomAgent, "illegal": strange.Illegal, "raising": strange.Raising, "lowest": strange.Lowest}
    report = play(tmp_path / "one", factories, line_ups=("pools",), games=240)
    play(tmp_path / "two", factories, line_ups=("pools",), games=240, workers=2)

    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    assert {(row.agent, row.kind) for row in report.faults} == {("illegal", "illegal"), ("raising", "error")}
    assert all(row.games > 10 for row in report.faults)
    assert "ZeroDivisionError" in report.faults[1].details
    assert "phase: " in report.faults[0].details or report.faults[0].message.endswith("double")
    assert report.endings["forfeit"] >= max(row.games for row in report.faults)
    games = list(read_games(tmp_path / "one" / "games.jsonl"))
    assert [game.ending == "forfeit" for game in games] == [bool(game.faults) for game in games]


@pytest.mark.parametrize(
    ("kind", "fault", "message"),
    [
        (strange.Dying, "died", "agent 'strange' ended its process (exit code 7)"),
        (strange.Late, "late", "agent 'late' took more than 0.2 s for a call"),
        (strange.Deaf, "late", "agent 'strange' did not return within 0.2 s; its process was killed"),
    ],
)
def test_agents_that_end_or_stop_their_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: type[Agent], fault: str, message: str
) -> None:
    monkeypatch.setattr(pool, "WARM_UP_SECONDS", 0.5)
    monkeypatch.setattr(pool, "GRACE_SECONDS", 0.5)
    monkeypatch.setattr(plan, "unit_of", lambda *_: 60)  # each unit costs a process
    report = play(tmp_path, {"random": RandomAgent, "strange": kind}, games=120, seconds=0.2)

    (summary,) = report.faults
    assert (summary.agent, summary.kind, summary.games) == ("strange", fault, 120)
    assert summary.message.startswith(message)
    assert report.games == 120


def test_an_error_that_is_no_agents_fault_stops_the_tournament(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="made for tests"):
        play(tmp_path, {"random": RandomAgent, "unbound": Unbound})


class Unbound(strange.Lowest):
    """Cannot play the variant to which it is bound."""

    def bind(self, variant: object) -> None:
        raise OptionError("made for tests")


def test_teams_are_sides(tmp_path: Path) -> None:
    config = TournamentConfig((), games=96, out=tmp_path / "run", seed=3, workers=1)
    report = run_tournament(SPEC.variant(7), {"random": RandomAgent, "lowest": strange.Lowest}, config)

    # Four teams of two agents: 1, 2 or 3 teams for the first, in 4 rotations.
    assert (report.sides, report.games, report.deals, report.fair) == (4, 96, 8, 0.25)
    assert [row.sides_played for row in report.standings] == [192, 192]
    assert list(report.standings[0].side_scores) == [f"guesser_{seat}+guesser_{seat + 1}" for seat in (0, 2, 4, 6)]
    for game in read_games(tmp_path / "run" / "games.jsonl"):
        assert game.agents[::2] == game.agents[1::2]


def test_units_do_not_depend_on_the_processes_and_are_whole_rotations() -> None:
    assert unit_of(100_000, 4) == 1024
    assert unit_of(100_000, 5) == 1025
    assert unit_of(6400, 4) == 100
    assert unit_of(3, 5) == 35


def test_tables_on_the_terminal(usual: Path) -> None:
    console = Console(record=True, width=140, quiet=False, file=open(os.devnull, "w"))  # noqa: SIM115
    config = TournamentConfig((), games=250, out=usual, seed=3, workers=1)
    report = run_tournament(VARIANT, USUAL, config, console=console)
    console.file.close()

    printed = console.export_text()
    assert "toy, 3 players: 252 games on 12 deals" in printed
    for row in report.standings:
        assert f"{row.score.low:.3f} to {row.score.high:.3f}" in printed
    for text in ("2 random", "Differences of ratings", "Endings: ", "Only 12 deals", "rounded up to whole deals"):
        assert text in printed


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["random"], "expected at least 2 agents, got 1"),
        (["random", "random"], "expected agents that differ, got 'random' more than once"),
        (["random", "grandom"], "did you mean 'random'?"),
        (["random", "human"], "expected an agent that plays by itself, got 'human'; people play with `resonance play`"),
        (["random", "x", "--games", "0"], "expected --games of at least 1, got 0"),
        (["random", "x", "--games", "many"], "expected an integer, got 'many'"),
        (["random", "x", "--workers", "0"], "expected --workers of at least 1, got 0"),
        (["random", "x", "--seconds", "0"], "expected --seconds above 0, got 0"),
        (["random", "x", "--seconds", "nan"], "Error parsing --seconds: expected a number, got 'nan'"),
        (["random", "x", "--seed", "-1"], "0 .. 2**64 - 1, got -1"),
        (["random", "x", "--line-ups", "circles"], "circles"),
        (["random", "x", "--out", "pyproject.toml"], "pyproject.toml/config.json: Not a directory"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_errors_of_use(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    assert cli.main(["tournament", *words]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert message in printed.err


def test_a_folder_that_cannot_be_written_is_known_before_the_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("resonance_env.core.files.os.access", lambda *_: False)
    with pytest.raises(PermissionError, match="Permission denied") as caught:
        tournament(TournamentConfig(("random", "x"), out=tmp_path / "run"))
    assert caught.value.filename == str(tmp_path / "run" / "config.json")


def test_a_tournament_of_a_game_without_an_end_is_drawn_by_truncation(tmp_path: Path) -> None:
    config = TournamentConfig((), games=60, out=tmp_path / "run", seed=3, workers=1)
    agents: dict[str, Callable[[], Agent]] = {"random": RandomAgent, "lowest": strange.Lowest}
    report = run_tournament(endless_raids.SPEC.variant(3), agents, config)

    assert (report.truncated, report.draws, report.endings) == (60, 60, {"truncated": 60})
    assert (report.length_unit, report.length.counts) == ("steps", {40: 60})
    assert [row.score.mean for row in report.standings] == pytest.approx([1 / 3, 1 / 3])
    assert any(any(game.payoff) for game in read_games(tmp_path / "run" / "games.jsonl"))
    assert "60 of them because they were truncated" in (tmp_path / "run" / "report.html").read_text()


def test_agents_that_were_trained_for_different_games_do_not_meet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Trained(RandomAgent):
        def __init__(self, game: str) -> None:
            self.metadata = SimpleNamespace(game=game)  # type: ignore[assignment]

    monkeypatch.setattr(participants, "load_program", Trained)
    monkeypatch.setattr(participants, "choose_variant", lambda *_: VARIANT)
    with pytest.raises(
        OptionError, match="expected agents for one game, here 'toy', got 'chess', which was trained for 'chess'"
    ):
        tournament(TournamentConfig(("toy", "chess"), out=tmp_path / "run"))
    assert not (tmp_path / "run").exists()
