"""Balance reports: made-up games in which a card is known to be strong, and real ones from options to files."""

import dataclasses
import io
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec import structs
from rich.console import Console

from resonance_env import cli
from resonance_env.agents.interface import Agent
from resonance_env.agents.random_agent import RandomAgent
from resonance_env.core.errors import OptionError, UsageError
from resonance_env.eval.balance.config import BalanceConfig
from resonance_env.eval.balance.main import run_balance
from resonance_env.eval.balance.page import balance_page
from resonance_env.eval.balance.report import BalanceReport, ValueScore, make_balance_report
from resonance_env.eval.balance.tables import print_balance
from resonance_env.eval.match.game_facts import Category, GameFacts, load_facts
from resonance_env.eval.workers.game_records import FaultRecord, GameRecord
from resonance_env.eval.workers.plan import make_plan
from tests.eval import strange_agents as strange
from tests.eval.toy_facts import DigitFacts
from tests.places import ROOT
from tests.small_games import silent_signals
from tests.small_games.hidden_sum import SPEC

VARIANT = SPEC.variant(3)
ONE_AGENT = make_plan(VARIANT, ["a"], [(0, 0, 0)], games=1, seconds=1.0, seed=0)
CARDS = Category("card", ("ace", "king", "deuce", "joker"), "The card.", (0.7, 1.4))


def made_up(weights: Mapping[str, float], games: int, *, draws: float = 0.0, seed: int = 1) -> list[GameRecord]:
    """Returns games of three seats with different cards, each of which wins in proportion to the weight of its card."""
    rng, names, records = np.random.default_rng(seed), list(weights), []
    for number in range(games):
        cards = tuple(names[card] for card in rng.permutation(len(names))[:3])
        chances = np.array([weights[card] for card in cards])
        winners = () if rng.random() < draws else (int(rng.choice(3, p=chances / chances.sum())),)
        uses = tuple({f"play {card}": int(card == "ace") + int(seat in winners)} for seat, card in enumerate(cards))
        times = {"goal": tuple(4 if seat in winners else 0 for seat in range(3))}
        facts = GameFacts({"card": cards}, uses, times)
        ending = "points" if winners else "draw"
        payoff = (0.0, 0.0, 0.0)
        record = GameRecord(number, number, "1", ("a",) * 3, winners, payoff, ending, 3, 9, (3, 3, 3), (), facts)
        records.append(record)
    return records


def report_on(records: list[GameRecord], category: Category = CARDS) -> BalanceReport:
    uses = {f"play {card}": f"Plays the {card}." for card in category.values}
    return make_balance_report(records, VARIANT, [category], uses, ("goal",), ONE_AGENT)


def by_card(report: BalanceReport) -> dict[str, ValueScore]:
    return {row.value: row for row in report.categories[1].values}


def test_a_strong_card_is_found_and_only_that() -> None:
    rows = by_card(report_on(made_up({"ace": 3.0, "king": 1.0, "deuce": 1.0, "joker": 1.0}, 3000)))
    # With two others of weight 1 it wins 3 of 5 games.
    assert rows["ace"].score is not None
    assert rows["ace"].score.low < 1.8 < rows["ace"].score.high
    assert (rows["ace"].verdict, rows["ace"].is_certain) == ("too strong", True)
    assert {rows[name].verdict for name in ("king", "deuce", "joker")} == {"in line"}


def test_a_weak_card_is_found() -> None:
    report = report_on(made_up({"ace": 1.0, "king": 1.0, "deuce": 0.2, "joker": 1.0}, 3000))
    assert [(category.name, row.value) for category, row in report.out_of_line()] == [("card", "deuce")]
    assert by_card(report)["deuce"].verdict == "too weak"


def test_cards_without_limits_are_not_judged() -> None:
    records = made_up({"ace": 3.0, "king": 1.0, "deuce": 1.0, "joker": 1.0}, 300)
    report = report_on(records, dataclasses.replace(CARDS, limits=None))
    assert not report.has_limits
    assert report.out_of_line() == []
    assert "limits" not in shown(report)
    assert "Outside the limits" not in balance_page(report)
    assert "Outside the limits" in balance_page(report_on(records))


def shown(report: BalanceReport) -> str:
    """Returns a report as the terminal shows it."""
    console = Console(width=160, record=True, file=io.StringIO())
    print_balance(console, report)
    return console.export_text()


def test_even_cards_are_in_line() -> None:
    report = report_on(made_up(dict.fromkeys(CARDS.values, 1.0), 3000))
    assert report.out_of_line() == []


def test_a_verdict_is_not_certain_when_its_interval_crosses_the_limit() -> None:
    records = made_up({"ace": 1.0, "king": 1.0, "deuce": 1.0, "joker": 1.0}, 200)
    mean = by_card(report_on(records))["ace"].score
    assert mean is not None
    row = by_card(report_on(records, dataclasses.replace(CARDS, limits=(0.0, mean.mean - 0.01))))["ace"]
    assert (row.verdict, row.is_certain) == ("too strong", False)


def test_nothing_is_certain_with_few_deals() -> None:
    report = report_on(made_up({"ace": 50.0, "king": 1.0, "deuce": 1.0, "joker": 1.0}, 15))
    row = by_card(report)["ace"]
    assert (row.verdict, row.is_certain) == ("too strong", False)
    assert "Only 15 deals" in report.notes[0]


def test_draws_count_as_fair_in_scores_and_not_at_all_in_wins() -> None:
    rows = by_card(report_on(made_up({"ace": 3.0, "king": 1.0, "deuce": 1.0, "joker": 1.0}, 4000, draws=0.5)))
    score, won = rows["ace"].score, rows["ace"].won
    assert score is not None
    assert won is not None
    assert won.low < 1.8 < won.high
    assert score.low < 1.4 < score.high, "half of 1.8 and half of 1"


def test_scores_of_a_category_add_up_to_one() -> None:
    report = report_on(made_up({"ace": 3.0, "king": 2.0, "deuce": 0.5, "joker": 1.0}, 500, draws=0.2))
    for category in report.categories:
        known = [(row.seats, row.score.mean) for row in category.values if row.score is not None]
        assert sum(seats for seats, _ in known) == 1500
        assert sum(seats * score for seats, score in known) == pytest.approx(1500)


def test_intervals_resample_deals_not_games() -> None:
    """The same games counted ten times over, as games on the same deals, leave the intervals as wide as before."""
    records = made_up(dict.fromkeys(CARDS.values, 1.0), 300)
    tenfold = [structs.replace(record, game=10 * record.game + copy) for record in records for copy in range(10)]
    plan = make_plan(VARIANT, ["a"], [(0, 0, 0)] * 10, games=1, seconds=1.0, seed=0)
    again = make_balance_report(tenfold, VARIANT, [CARDS], {}, (), plan)
    once = report_on(records)
    assert by_card(again)["ace"].seats == 10 * by_card(once)["ace"].seats
    assert by_card(again)["ace"].score == pytest.approx(by_card(once)["ace"].score)


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    truth, hits = 1.8, 0
    for seed in range(60):
        records = made_up({"ace": 3.0, "king": 1.0, "deuce": 1.0, "joker": 1.0}, 150, seed=100 + seed)
        score = by_card(report_on(records))["ace"].score
        assert score is not None
        hits += score.low <= truth <= score.high
    assert hits >= 51, "95 % of 60 are 57; fewer than 51 come by chance once in 300 times"


def test_uses_and_times_are_counted() -> None:
    records = made_up(dict.fromkeys(CARDS.values, 1.0), 400, draws=0.25)
    report = report_on(records)
    ace, king = report.uses[0], report.uses[1]
    seats = {name: sum(name in seat for record in records for seat in record.facts.uses) for name in (ace.name, king.name)}  # type: ignore[union-attr]
    rows = by_card(report)
    assert (ace.seats, king.seats) == (seats["play ace"], seats["play king"])
    assert ace.uses == ace.seats + rows["ace"].wins
    assert (ace.users, king.users) == (ace.seats, rows["king"].wins)
    assert king.score_of_users is not None
    assert king.score_of_users.mean == pytest.approx(3.0), "only winners used it"
    goal = report.times[0]
    assert goal.share == pytest.approx(sum(bool(record.winners) for record in records) / 1200)
    assert goal.rounds is not None
    assert goal.rounds.mean == 4.0


def test_a_card_that_nobody_had_is_not_judged() -> None:
    report = report_on(made_up({"ace": 1.0, "king": 1.0, "deuce": 1.0}, 100))
    row = by_card(report)["joker"]
    assert (row.seats, row.score, row.verdict) == (0, None, "not judged")
    assert "joker" in balance_page(report)


def test_forfeited_games_are_left_out_and_told() -> None:
    records = made_up(dict.fromkeys(CARDS.values, 1.0), 100)
    fault = FaultRecord(0, "a", "error", "<b>no</b>")
    records[3] = structs.replace(records[3], faults=(fault,), winners=(), ending="forfeit")
    report = report_on(records)
    assert (report.games, report.forfeited) == (99, 1)
    assert any("1 of 100 games were forfeited" in note for note in report.notes)
    with pytest.raises(UsageError, match="all 1 were forfeited; the first: <b>no</b>"):
        report_on([records[3]])


USUAL: dict[str, Callable[[], Agent]] = {"random": RandomAgent}


def run(factories: Mapping[str, Callable[[], Agent]] = USUAL, **changes: Any) -> BalanceReport:
    config = dataclasses.replace(BalanceConfig(tuple(factories), games=300, seed=3, workers=1), **changes)
    return run_balance(VARIANT, factories, DigitFacts(), config)


def test_any_number_of_processes_makes_the_same_report() -> None:
    one, two = run(), run(workers=2)
    assert one.to_json() == two.to_json()
    assert balance_page(one) == balance_page(two)
    assert one.to_json() != run(seed=4).to_json()


def test_one_agent_plays_each_deal_once_and_several_in_all_rotations() -> None:
    report = run()
    assert (report.deals, report.games, report.agents) == (300, 300, ("random",) * 3)
    assert sum(row.seats for row in report.categories[1].values) == 900
    several = run({"random": RandomAgent, "lowest": strange.Lowest, "counting": strange.Counting}, games=299)
    assert (several.deals, several.games) == (100, 300)


def test_faults_do_not_stop_it() -> None:
    report = run({"illegal": strange.Illegal})
    assert 0 < report.forfeited < 300
    assert report.games == 300 - report.forfeited


def test_another_number_of_agents_is_refused() -> None:
    with pytest.raises(OptionError, match="expected one agent or 3, one for each side; got 2"):
        run({"random": RandomAgent, "lowest": strange.Lowest})


def test_limits_that_are_typed_replace_those_of_the_game() -> None:
    report = run(limit=("digit=0.99:1",))
    assert report.categories[1].limits == (0.99, 1.0)
    assert report.out_of_line() != []


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("digit", r"CATEGORY=LOW:HIGH with 0 <= LOW <= HIGH, got 'digit'"),
        ("digit=1", r"got 'digit=1'"),
        ("digit=a:b", r"got 'digit=a:b'"),
        ("digit=2:1", r"got 'digit=2:1'"),
        ("digit=-1:1", r"got 'digit=-1:1'"),
        ("digits=0:1", r"--limit for one of digit; got 'digits'.*did you mean 'digit'"),
    ],
)
def test_bad_limits_are_refused(typed: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        run(limit=(typed,))


def test_a_game_that_tells_nothing_is_refused() -> None:
    with pytest.raises(OptionError, match="expected a game with card statistics, got 'toy', which has none"):
        load_facts("toy")


def test_the_command_writes_json_and_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    json_file, page = tmp_path / "balance.json", tmp_path / "balance.html"
    words = ["balance", "random", "--games", "64", "--workers", "1", "--json", str(json_file), "--html", str(page)]
    assert cli.main(words) == 0
    printed = capsys.readouterr().out
    report = json.loads(json_file.read_text(encoding="utf-8"))
    assert [category["name"] for category in report["categories"]] == ["seat", "witch", "demon", "last demon", "last witch"]
    assert sum(report["endings"].values()) == report["games"] == 64
    assert "Blanchefleur" in printed
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_strict_exits_with_1_if_a_card_is_out_of_line(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["balance", "random", "--games", "32", "--workers", "1", "--strict", "--limit", "witch=0:0.01"]
    assert cli.main(words) == 1
    assert "is too strong" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["plannr"], "did you mean 'planner'"),
        (["random", "random"], "expected one agent or 4, one for each side; got 2"),
        (["--games", "0"], "expected --games of at least 1, got 0"),
        (["--workers", "0"], "expected --workers of at least 1, got 0"),
        (["--seconds", "0"], "expected --seconds above 0, got 0.0"),
        (["--seed", "-1"], "expected --seed in 0 .. 2**64 - 1, got -1"),
        (["random", "--limit", "witch"], "expected --limit CATEGORY=LOW:HIGH"),
        (["random", "--cards", "hous"], "did you mean 'house'"),
        (["random", "--players", "9"], "expected players to be one of"),
        (["random", "--json", "README.md/file.json"], "README.md"),
    ],
)
def test_bad_input_is_one_line(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    assert cli.main(["balance", *words]) == 2
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1
    assert message in captured.err


def test_a_cooperative_game_has_no_balance() -> None:
    variant = silent_signals.SPEC.variant(3)
    with pytest.raises(OptionError, match="whose sides win or lose, got 'signals', a cooperative game"):
        run_balance(variant, {"random": RandomAgent}, DigitFacts(), BalanceConfig(("random",), games=3))
