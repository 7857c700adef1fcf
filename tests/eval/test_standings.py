"""The report of a tournament on games written by hand."""

import json
import re
from collections.abc import Sequence
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from resonance_env.eval.pages.svg import histogram, interval_plot
from resonance_env.eval.statistics import Estimate
from resonance_env.eval.tournament.line_ups import line_ups
from resonance_env.eval.tournament.page import html_report
from resonance_env.eval.tournament.report import TournamentReport
from resonance_env.eval.tournament.standings import make_report
from resonance_env.eval.workers.game_records import FaultRecord, GameRecord
from resonance_env.eval.workers.plan import Plan, make_plan
from resonance_env.eval.workers.results import MIN_DEALS, results_of
from tests.eval.page_checker import PageChecker
from tests.small_games.hidden_sum import SPEC

VARIANT = SPEC.variant(3)
NAMES = ("ann", "<bob>", "cy")


def plan_of(*line_ups: tuple[int, ...], names: Sequence[str] = NAMES, **changes: Any) -> Plan:
    return make_plan(VARIANT, names, line_ups, **{"games": 120, "seconds": 300.0, "seed": 4, **changes})


PAIR = plan_of((0, 1, 1), names=NAMES[:2])


def record(number: int, agents: Sequence[str], winners: Sequence[int], **changes: Any) -> GameRecord:
    ending = "points" if winners else "draw"
    values = {"ending": ending, "rounds": 3, "steps": 9, "decisions": (4, 4, 4), **changes}
    return GameRecord(
        game=number, deal=number // 3, seed="1", agents=tuple(agents), winners=tuple(winners), payoff=(), **values
    )


def one_against_two(deals: int, outcomes: Sequence[str | None], **changes: Any) -> list[GameRecord]:
    """Plays `ann` against two of `<bob>`; `outcomes` are the winners in turn, None for a draw."""
    games = []
    for number in range(3 * deals):
        agents = ["<bob>"] * 3
        agents[number % 3] = "ann"
        winner = outcomes[number % len(outcomes)]
        games.append(record(number, agents, [] if winner is None else [agents.index(winner)], **changes))
    return games


def report_on(games: Sequence[GameRecord], plan: Plan = PAIR) -> TournamentReport:
    return make_report(games, VARIANT, plan, [])


def test_scores_wins_draws_and_losses_are_counted_per_side() -> None:
    report = report_on(one_against_two(40, ["ann", None, "<bob>", "ann"]))
    ann, bob = report.standings

    assert (report.games, report.deals, report.draws, report.endings) == (120, 40, 30, {"points": 90, "draw": 30})
    assert (ann.agent, ann.sides_played, ann.wins, ann.draws, ann.losses) == ("ann", 120, 60, 30, 30)
    assert (bob.agent, bob.sides_played, bob.wins, bob.draws, bob.losses) == ("<bob>", 240, 30, 60, 150)
    assert ann.score.mean == pytest.approx(60 / 120 + 30 / 120 / 3)
    assert bob.score.mean == pytest.approx((30 + 60 / 3) / 240)
    assert ann.score.low < ann.score.mean < ann.score.high
    assert ann.wins_by_ending == {"points": 60}
    assert np.mean(list(ann.side_scores.values())) == pytest.approx(ann.score.mean)


def test_pairs_are_tested_against_the_fair_share() -> None:
    report = report_on(one_against_two(40, ["ann", None, "<bob>", "ann"]))

    (pair,) = report.pairs  # two of ann against one of <bob> were not played
    assert (pair.agent, pair.against, pair.games, pair.is_significant) == ("ann", "<bob>", 120, True)
    assert pair.score == pytest.approx(report.standings[0].score)


def test_ratings_and_their_difference() -> None:
    # One against two wins twice as often as both together: four times the worth, which is 400 log10(4) = 241 points.
    report = report_on(one_against_two(60, ["ann", "ann", "<bob>", "ann", "<bob>", "ann", "ann"][:6]))

    (difference,) = report.differences
    assert difference.points.mean == pytest.approx(240.8, abs=2.0)
    assert report.standings[0].rating.mean == pytest.approx(120.4, abs=1.0)
    assert (difference.agent, difference.than, difference.is_significant) == ("ann", "<bob>", True)
    assert difference.p is not None
    assert difference.p < 0.001


def test_equals_do_not_differ() -> None:
    report = report_on(one_against_two(60, ["ann", "<bob>", "<bob>", "<bob>", "ann", "<bob>", "<bob>", "<bob>", "ann"]))

    assert not report.differences[0].is_significant
    assert not report.pairs[0].is_significant
    assert report.differences[0].p == report.pairs[0].p == 1.0


def test_few_deals_prove_nothing() -> None:
    report = report_on(one_against_two(MIN_DEALS - 1, ["ann"]))

    assert not report.differences[0].is_significant
    assert report.differences[0].p is None
    assert report.pairs[0].p is None
    assert any("Only 19 deals" in note for note in report.notes)
    assert any("The games separate the agents: ann before <bob>." in note for note in report.notes)


def test_a_forfeited_game_is_lost_by_who_is_at_fault_and_shared_by_the_others() -> None:
    fault = FaultRecord(seat=2, agent="cy", kind="error", message="oh", details="Traceback of <cy>")
    games = [record(0, NAMES, [], ending="forfeit", faults=(fault,)), record(1, ("cy", *NAMES[:2]), [0]), record(2, NAMES, [1])]
    report = report_on(games, plan_of((0, 1, 2)))
    by_name = {row.agent: row for row in report.standings}

    np.testing.assert_allclose(results_of(games, NAMES, VARIANT.teams).shares[0], [0.5, 0.5, 0.0])
    assert {name: (row.forfeits, row.gifts) for name, row in by_name.items()} == {"ann": (0, 1), "<bob>": (0, 1), "cy": (1, 0)}
    assert by_name["<bob>"].score.mean == pytest.approx(0.5)
    assert report.endings == {"points": 2, "forfeit": 1}
    (summary,) = report.faults
    assert (summary.agent, summary.kind, summary.games, summary.first_game, summary.message) == ("cy", "error", 1, 0, "oh")
    assert summary.details == "Traceback of <cy>"


def test_games_that_all_forfeit_are_nobodys() -> None:
    faults = tuple(FaultRecord(seat=seat, agent=name, kind="late", message="") for seat, name in enumerate(NAMES))
    report = report_on([record(0, NAMES, [], ending="forfeit", faults=faults)] * 3, plan_of((0, 1, 2)))

    assert all(row.score.mean == pytest.approx(1 / 3) for row in report.standings)
    assert all(row.rating.mean == pytest.approx(0.0) for row in report.standings)
    assert report.draws == 0


def test_length_leaves_forfeited_games_out() -> None:
    games = one_against_two(2, ["ann"], rounds=5, decisions=(1, 2, 3))
    fault = FaultRecord(seat=0, agent="ann", kind="late", message="")
    games.append(record(6, ("ann", "<bob>", "<bob>"), [], ending="forfeit", rounds=1, faults=(fault,)))
    games += [record(number, ("<bob>", "ann", "<bob>"), [1], rounds=8) for number in (7, 8)]
    report = report_on(games)

    assert report.length.counts == {5: 6, 8: 2}
    assert report.decisions.mean == pytest.approx((6 * 6 + 2 * 12) / 8)
    assert report.standings[0].mean_length_when_winning == pytest.approx((6 * 5 + 2 * 8) / 8)


def test_the_json_has_names_for_all_numbers() -> None:
    report = report_on(one_against_two(40, ["ann", None, "<bob>", "ann"])).to_json()

    assert set(report["standings"][0]["score"]) == {"mean", "low", "high"}
    assert report["line_ups"] == [["ann", "<bob>", "<bob>"]]
    assert report["differences"][0]["points"]["mean"] > 0


def page() -> str:
    fault = FaultRecord(seat=0, agent="ann", kind="illegal", message="may not <wait>", details="moons: I & II")
    games = one_against_two(40, ["ann", None, "<bob>", "ann"])
    games[0] = record(0, ("ann", "<bob>", "<bob>"), [], ending="forfeit", faults=(fault,))
    plan = plan_of((0, 1, 1), names=NAMES[:2], kinds=("pairs",), checkpoints={"ann": "0123"})
    return html_report(report_on(games, plan), plan)


def test_the_page_stands_alone_and_is_well_formed() -> None:
    checker = PageChecker(page())

    assert not checker.loaded
    assert not checker.open
    assert "http" not in page()
    assert "<script" not in page()


def test_the_page_escapes_what_agents_say() -> None:
    assert "<bob>" not in page()
    assert "<wait>" not in page()
    for text in ("&lt;bob&gt;", "may not &lt;wait&gt;", "moons: I &amp; II", "How to read this", "ann: 0123"):
        assert text in page()
    assert "--line-ups pairs --seconds 300 --seed 4 --option stakes=1" in page()


def test_plots_are_well_formed_and_within_their_frame() -> None:
    plots = re.findall(r"<svg.*?</svg>", page(), re.DOTALL)
    assert len(plots) == 3
    for plot in plots:
        tree = ElementTree.fromstring(plot)
        _, _, width, height = map(float, tree.attrib["viewBox"].split())
        for element in tree.iter():
            for name, value in element.attrib.items():
                if name in ("x", "x1", "x2", "cx"):
                    assert 0 <= float(value) <= width, ElementTree.tostring(element)
                if name in ("y", "y1", "y2", "cy"):
                    assert 0 <= float(value) <= height


def test_plots_of_a_single_value() -> None:
    assert "<circle" in interval_plot({"a": Estimate(0.0, 0.0, 0.0)}, unit="points", reference=0.0)
    assert "7 rounds: 100.0% of games" in histogram({7: 3}, unit="rounds")
    assert "5 to 9 rounds" in histogram({0: 1, 7: 3, 199: 1}, unit="rounds")


def test_separated_agents_have_an_order_and_no_distance() -> None:
    """The stronger agent always wins; two equal ones lie between."""
    names = ("ann", "bea", "cy", "dan")
    plan = plan_of(*line_ups(["pairs"], 4, 3), names=names, games=36 * 30)
    games = []
    for number in range(plan.games):
        line_up = [names[agent] for agent in plan.schedule(range(number, number + 1)).line_up[0]]
        best = min(line_up)
        if best == "bea" and "cy" in line_up and number // plan.games_per_deal % 2:
            best = "cy"
        games.append(record(number, tuple(line_up), [line_up.index(best)]))
    report = report_on(games, plan)

    assert [row.agent for row in report.standings][::3] == ["ann", "dan"]
    assert not any(row.rating.has_interval for row in report.standings)
    (note,) = [note for note in report.notes if "separate" in note]
    assert "ann before bea and cy before dan." in note
    known = {(row.agent, row.than) for row in report.differences if row.points.has_interval}
    assert {frozenset(pair) for pair in known} == {frozenset(("bea", "cy"))}
    data = report.to_json()
    assert data["standings"][0]["rating"]["low"] is None
    assert "NaN" not in json.dumps(data)
    assert not re.search(r"\bnan\b", html_report(report, plan))
