"""The house set is even between planners, as docs/balance.md says."""

import functools

import pytest

from resonance_env.agents.loading import load
from resonance_env.eval.balance.config import BalanceConfig
from resonance_env.eval.balance.main import run_balance
from resonance_env.eval.balance.report import BalanceReport
from resonance_env.eval.match.game_facts import load_facts
from resonance_env.games.resonance.spec import SPEC

pytestmark = [pytest.mark.slow, pytest.mark.compiled]


@functools.cache
def report(agent: str) -> BalanceReport:
    config = BalanceConfig((agent,), games=6000, workers=1, seed=11)
    return run_balance(SPEC.variant(4), {agent: functools.partial(load, agent)}, load_facts("resonance"), config)


@pytest.mark.parametrize("agent", ["planner", "planner:whim=1"])
def test_no_card_of_the_house_set_is_out_of_line(agent: str) -> None:
    assert report(agent).out_of_line() == []


def test_every_witch_was_judged_when_cards_are_kept_at_random() -> None:
    witches = next(category for category in report("planner:whim=1").categories if category.name == "witch")
    assert {row.verdict for row in witches.values} == {"in line"}


@pytest.mark.parametrize("agent", ["planner", "planner:whim=1"])
def test_eligos_and_haborym_are_the_hardest_demons(agent: str) -> None:
    demons = next(category for category in report(agent).categories if category.name == "last demon")
    by_score = sorted((row.score.mean, row.value) for row in demons.values if row.score is not None)
    by_wins = sorted((row.wins, row.value) for row in demons.values)
    assert {name for _, name in by_score[:2]} == {name for _, name in by_wins[:2]} == {"Eligos", "Haborym"}


def test_few_games_are_drawn() -> None:
    assert report("planner").draws.high < 0.1
