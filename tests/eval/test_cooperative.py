"""Games that all seats win or lose together: matches, self-play, and cross-play from options to files."""

import dataclasses
import functools
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from resonance_env.agents.interface import Agent
from resonance_env.agents.random_agent import RandomAgent
from resonance_env.core.errors import OptionError
from resonance_env.eval.match import main as command
from resonance_env.eval.match.config import EvalConfig
from resonance_env.eval.match.main import evaluate
from resonance_env.eval.match.match import FORFEIT, play_match
from resonance_env.eval.match.report import evaluate_agent
from resonance_env.eval.match.schedule import self_play
from resonance_env.eval.match.self_play import evaluate_self_play
from resonance_env.eval.tournament import main as tournament
from resonance_env.eval.tournament.config import TournamentConfig
from resonance_env.eval.tournament.cross_play import CrossPlayReport
from resonance_env.eval.tournament.line_ups import team_line_ups
from resonance_env.eval.tournament.main import run_cross_play, run_tournament
from resonance_env.eval.workers import participants
from resonance_env.eval.workers.game_records import read_games
from tests.eval import strange_agents as strange
from tests.eval.page_checker import PageChecker
from tests.eval.small_runs import small_config
from tests.small_games import hidden_sum
from tests.small_games.silent_signals import SPEC, ConventionAgent

VARIANT = SPEC.variant(4)
PAIR = SPEC.variant(2)
LOUD, CLEAR = functools.partial(ConventionAgent, 0), functools.partial(ConventionAgent, 1)
THREE: dict[str, Callable[[], Agent]] = {"convention": LOUD, "other": CLEAR, "random": RandomAgent}
FILES = ("config.json", "games.jsonl", "report.html", "report.json")


def test_the_score_of_a_cooperative_game_is_its_own_and_nobody_wins_or_draws() -> None:
    result = play_match(VARIANT, [RandomAgent()], self_play(VARIANT, 200, seed=1))

    np.testing.assert_array_equal(result.score, result.natural_score / 8)  # two rounds of four guesses
    np.testing.assert_array_equal(result.payoff, np.repeat(result.natural_score[:, None], 4, axis=1))
    assert not result.winners.any()
    assert 0.2 < result.score.mean() < 0.4  # a third of all guesses, less rounds that are not played
    assert 0.0 in result.score


def test_rewards_of_every_step_are_in_the_payoff() -> None:
    result = play_match(VARIANT, [LOUD()], self_play(VARIANT, 3, seed=1))

    assert (result.payoff == 8.0).all()  # seven of the eight were paid before the last step
    assert (result.score == 1.0).all()


def test_a_fault_ends_a_cooperative_game_with_score_0_for_all_seats() -> None:
    schedule = self_play(VARIANT, 6, seed=1)
    line_up = schedule.line_up.copy()
    line_up[:3, 2] = 1
    result = play_match(
        VARIANT, [LOUD(), strange.NoStart()], dataclasses.replace(schedule, line_up=line_up), on_fault="forfeit"
    )

    assert (result.ending == FORFEIT).tolist() == [True] * 3 + [False] * 3
    assert result.score.tolist() == [0.0] * 3 + [1.0] * 3
    assert not result.payoff[:3].any()
    assert result.forfeits[:3].all()
    assert {(entry.game, entry.seat) for entry in result.faults} == {(0, 2), (1, 2), (2, 2)}


def test_self_play_has_the_games_own_score_with_its_unit_and_baselines_on_the_same_deals() -> None:
    report = evaluate_self_play(VARIANT, LOUD(), 50, seed=2, baselines=[RandomAgent()])
    random = evaluate_self_play(VARIANT, RandomAgent(), 50, seed=2)

    assert report.score == (1.0, 1.0, 1.0)
    assert (report.natural_score.mean, report.score_unit) == (8.0, "right guesses")
    assert report.endings == {"all right": 50}
    assert report.baselines["random"].score == random.score
    assert report.baselines["random"].lead.mean == pytest.approx(1.0 - random.score.mean)
    assert random.score.low < random.score.mean < random.score.high
    assert set(random.endings) <= {"all right", "rounds over", "broken off"}
    assert sum(random.endings.values()) == 50


def test_scores_against_others_and_with_oneself_are_for_their_kind_of_game() -> None:
    with pytest.raises(OptionError, match="whose sides win or lose, got 'signals', which is cooperative"):
        evaluate_agent(VARIANT, RandomAgent(), RandomAgent(), 3, 0)
    with pytest.raises(OptionError, match="cooperative game for self-play, got 'toy', whose sides win or lose"):
        evaluate_self_play(hidden_sum.SPEC.variant(3), RandomAgent(), 3, 0)


@pytest.fixture
def signals(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command line knows the game of silent signals and its agents."""
    monkeypatch.setattr("resonance_env.play.game_choice.load_game", lambda _: SPEC)
    monkeypatch.setenv("COLUMNS", "140")
    load: dict[str, Callable[[], Agent]] = {"convention": LOUD, "random": RandomAgent}
    for module in (command, participants):
        monkeypatch.setattr(module, "load_program", lambda name: load[name]())


CONFIG = EvalConfig("convention", games=40, game="signals", players=4, seed=3)


@pytest.mark.usefixtures("signals")
def test_the_command_prints_score_unit_baselines_and_endings(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    config = dataclasses.replace(CONFIG, agent="random", json=tmp_path / "result.json")
    assert evaluate(config) == command.EXIT_OK

    printed = capsys.readouterr().out
    for text in ("random with itself: signals, 4 players", "right guesses", "baseline convention", "broken off", "40 deals"):
        assert text in printed
    for text in ("fair", "draw", "signaller_0", "baseline random"):
        assert text not in printed
    result = json.loads((tmp_path / "result.json").read_text())
    report = evaluate_self_play(VARIANT, RandomAgent(), 40, 3)
    assert result["score"] == report.score._asdict()
    assert result["baselines"]["convention"]["score"]["mean"] == 1.0
    assert "fair" not in result


@pytest.mark.usefixtures("signals")
def test_a_required_score_is_the_games_own() -> None:
    assert evaluate(dataclasses.replace(CONFIG, require=0.99)) == command.EXIT_OK
    assert evaluate(dataclasses.replace(CONFIG, agent="random", require=0.5)) == command.EXIT_TOO_WEAK


@pytest.mark.usefixtures("signals")
def test_there_is_nobody_to_play_against(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "_play", lambda *_: pytest.fail("played"))
    with pytest.raises(OptionError, match=r"expected no --against in 'signals'.*`resonance tournament convention random`"):
        evaluate(dataclasses.replace(CONFIG, against="random"))


def cross_play(out: Path, variant: Any = VARIANT, **changes: Any) -> CrossPlayReport:
    return run_cross_play(variant, THREE, small_config(out, **{"games": 720, **changes}))


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, CrossPlayReport]:
    """The folder and the report of a cross-play of two conventions and random play."""
    folder = tmp_path_factory.mktemp("cross") / "run"
    return folder, cross_play(folder)


def test_all_agents_meet_themselves_and_each_other() -> None:
    assert team_line_ups(["cross"], 2, 3) == [(0, 0, 0), (1, 1, 1), (0, 1, 1), (0, 0, 1)]
    assert team_line_ups(["cross"], 2, 2) == [(0, 0), (1, 1), (0, 1)]
    assert len(team_line_ups(["mixtures"], 3, 4)) == 15  # 4 of 3 with repetition


def test_the_matrix_shows_conventions_that_clash(usual: tuple[Path, CrossPlayReport]) -> None:
    _, report = usual
    cells = {(cell.agent, cell.partner): cell.score for cell in report.cells}

    assert (report.games, report.deals, report.seats, len(report.cells)) == (720, 20, 4, 9)
    assert cells["convention", "convention"] == cells["other", "other"] == (1.0, 1.0, 1.0)
    # One seat among three of the other convention: it and its right neighbour guess wrong, the other two right.
    assert cells["convention", "other"].mean == cells["other", "convention"].mean == pytest.approx(0.5)
    assert 0.2 < cells["random", "random"].mean < 0.4
    assert report.diagonal.mean == pytest.approx((2.0 + cells["random", "random"].mean) / 3)
    assert report.off_diagonal.mean < report.diagonal.mean
    assert report.gap.mean == pytest.approx(report.diagonal.mean - report.off_diagonal.mean)
    assert 0.0 < report.gap.low < report.gap.mean < report.gap.high


def test_best_and_worst_partners(usual: tuple[Path, CrossPlayReport]) -> None:
    _, report = usual
    row = next(row for row in report.partners if row.agent == "random")

    # Random play scores more among agents with a convention than they do: two of four guesses are right whatever it does.
    assert (row.best_partner, row.worst_partner) in {("convention", "other"), ("other", "convention")}
    assert row.best.mean >= row.worst.mean > 0.5
    assert row.cross_play.mean == pytest.approx((row.best.mean + row.worst.mean) / 2)
    assert row.gap.mean == pytest.approx(row.self_play.mean - row.cross_play.mean)
    assert [row.cross_play.mean for row in report.partners] == sorted(row.cross_play.mean for row in report.partners)[::-1]


def test_clashing_conventions_of_two_have_nothing_right(tmp_path: Path) -> None:
    report = cross_play(tmp_path / "run", PAIR)
    cells = {(cell.agent, cell.partner): cell for cell in report.cells}

    assert cells["convention", "other"].score == (0.0, 0.0, 0.0)
    assert cells["other", "convention"] == dataclasses_swapped(cells["convention", "other"])
    assert report.games % (6 * 2) == 0  # three with themselves, three pairs, in two rotations


def dataclasses_swapped(cell: Any) -> Any:
    return type(cell)(cell.partner, cell.agent, cell.games, cell.score, cell.natural_score)


def test_mixtures_are_listed_beside_the_matrix(tmp_path: Path) -> None:
    report = cross_play(tmp_path / "run", line_ups=("mixtures",))

    # 15 line-ups: 3 of one agent, 6 of three and one; 3 of two and two, 3 of two, one and one.
    assert len(report.others) == 6
    assert ("convention", "convention", "other", "other") in {row.team for row in report.others}


def test_files_are_the_same_for_any_number_of_processes(usual: tuple[Path, CrossPlayReport], tmp_path: Path) -> None:
    cross_play(tmp_path / "run", workers=2)

    for name in FILES:
        assert (tmp_path / "run" / name).read_bytes() == (usual[0] / name).read_bytes()


def test_a_stopped_run_goes_on(usual: tuple[Path, CrossPlayReport], tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / "config.json").write_bytes((usual[0] / "config.json").read_bytes())
    (folder / "games.jsonl").write_bytes((usual[0] / "games.jsonl").read_bytes()[:50_000])

    assert cross_play(folder) == usual[1]
    assert (folder / "games.jsonl").read_bytes() == (usual[0] / "games.jsonl").read_bytes()


def test_the_json_and_the_page_hold_the_matrix(usual: tuple[Path, CrossPlayReport]) -> None:
    folder, report = usual
    written = json.loads((folder / "report.json").read_text())
    page = (folder / "report.html").read_text()

    assert written["cells"][1]["score"]["mean"] == pytest.approx(0.5)
    assert {"fair", "standings", "ratings", "draws"}.isdisjoint(written)
    assert page.count("color-mix(in srgb, var(--accent)") == 9
    assert f"{report.gap.mean:.3f}" in page
    for word in ("rating", "fair score", "won:"):
        assert word not in page
    checker = PageChecker(page)
    assert not checker.loaded
    assert not checker.open
    for game in read_games(folder / "games.jsonl"):
        assert game.score is not None
        assert game.natural_score == pytest.approx(8 * game.score)
        assert not game.winners


def test_the_terminal_shows_the_matrix(usual: tuple[Path, CrossPlayReport]) -> None:
    console = Console(record=True, width=140, file=open(os.devnull, "w"))  # noqa: SIM115
    run_cross_play(VARIANT, THREE, TournamentConfig((), games=720, out=usual[0], seed=3, workers=1), console=console)
    console.file.close()

    printed = console.export_text()
    for text in ("3 other", "0.500", "a gap of +", "best partner", "broken off"):
        assert text in printed


def test_a_fault_of_a_partner_is_told(tmp_path: Path) -> None:
    factories: dict[str, Callable[[], Agent]] = {"convention": LOUD, "raising": strange.NoStart}
    config = TournamentConfig((), games=80, out=tmp_path / "run", seed=3, workers=1)
    report = run_cross_play(VARIANT, factories, config)
    cells = {(cell.agent, cell.partner): cell.score.mean for cell in report.cells}

    assert cells == {
        ("convention", "convention"): 1.0,
        ("convention", "raising"): 0.0,
        ("raising", "convention"): 0.0,
        ("raising", "raising"): 0.0,
    }
    (fault,) = report.faults
    assert (fault.agent, fault.games) == ("raising", 60)
    assert report.endings == {"all right": 20, "forfeit": 60}


@pytest.mark.parametrize(
    ("run", "variant", "kinds", "message"),
    [
        (run_tournament, hidden_sum.SPEC.variant(3), ("cross",), "cooperative game for cross-play, got 'toy', whose sides win"),
        (run_cross_play, hidden_sum.SPEC.variant(3), (), "cooperative game for cross-play, got 'toy', whose sides win or lose"),
        (run_tournament, VARIANT, (), "whose sides win or lose, got 'signals'"),
        (run_cross_play, VARIANT, ("pools",), "--line-ups cross or mixtures in 'signals', a cooperative game, got 'pools'"),
    ],
)
def test_what_does_not_fit_the_game_is_refused_before_anything_is_written(
    tmp_path: Path, run: Callable[..., Any], variant: Any, kinds: Any, message: str
) -> None:
    with pytest.raises(OptionError, match=message):
        run(variant, THREE, TournamentConfig((), games=20, line_ups=kinds, out=tmp_path / "run"))
    assert not (tmp_path / "run").exists()


@pytest.mark.usefixtures("signals")
def test_the_command_plays_cross_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[tuple[str, ...]] = []

    def run(variant: Any, factories: dict[str, Any], *_: Any, **__: Any) -> Any:
        played.append((variant.spec.name, *factories))
        return dataclasses.make_dataclass("Report", ["faults", "seed"])((), 0)

    monkeypatch.setattr(tournament, "run_cross_play", run)
    monkeypatch.setattr(participants, "address_of", lambda name, _: name)
    config = TournamentConfig(("convention", "random"), games=20, game="signals", players=4, out=tmp_path / "run")
    assert tournament.tournament(config) == 0
    assert played == [("signals", "convention", "random")]
