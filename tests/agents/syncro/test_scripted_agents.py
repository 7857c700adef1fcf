"""Agents of SYNCRO answer legally, row by row, from what they see alone, and each is stronger than the one before."""

import numpy as np
import pytest

from resonance_env.agents.interface import bound
from resonance_env.agents.loading import load
from resonance_env.agents.sampling import KeyedRandom
from resonance_env.core.errors import UsageError
from resonance_env.games.syncro.rules import vocabulary as v
from resonance_env.games.syncro.spec import SPEC
from tests.agents.whole_games import play, rows_of

NAMES = (
    "greedy",
    "saver",
    "signaller",
    "signaller:style=wasteful,noise=0.2",
    "planner",
    "search:sims=8",
    "search:sims=4,noise=0.3",
)
RANDOM = ("noise", "search")  # what names of agents with randomness contain
VARIANTS = (
    {"players": 2, "cards": "mini", "mode": "campaign"},
    {"players": 2, "level": 7},
    {"players": 3, "mode": "campaign", "retries": 1, "replay": True},
    {"players": 4, "level": 9, "estimates": "off"},
    {"players": 5, "mode": "campaign", "chapters": "II"},
)

pytestmark = pytest.mark.compiled


def wins(name: str, level: int, count: int) -> float:
    variant = SPEC.variant(4, level=level)
    games = play(variant, [bound(load(name), variant)] * 4, count, seed=0)
    return float((games["ending"] == v.ENDING_WON).mean())


@pytest.mark.parametrize("options", VARIANTS, ids=str)
@pytest.mark.parametrize("name", NAMES)
def test_it_answers_legally_and_each_row_by_itself(name: str, options: dict[str, object]) -> None:
    variant = SPEC.variant(**options)  # type: ignore[arg-type]
    agent = bound(load(name), variant)
    rows, legal = rows_of(variant, 6, 3, agent.observation)
    keys = np.arange(len(rows), dtype=np.uint64)
    forwards, backwards = (
        agent.act(rows[order], legal[order], None, KeyedRandom(keys[order], np.zeros(len(rows), dtype=np.int64)))[0][order]
        for order in (np.arange(len(rows)), np.arange(len(rows))[::-1])
    )
    assert legal[np.arange(len(legal)), forwards].all()
    assert np.array_equal(backwards, forwards)


@pytest.mark.parametrize("name", NAMES)
def test_games_between_agents_are_the_same_for_a_seed(name: str) -> None:
    variant = SPEC.variant(3, mode="campaign")
    once, again = (play(variant, [bound(load(name), variant)] * 3, 10, seed=5) for _ in range(2))
    assert np.array_equal(once, again)
    assert load(name).deterministic == (not any(word in name for word in RANDOM))


def test_rows_of_another_shape_are_refused() -> None:
    variant = SPEC.variant(3)
    agent = bound(load("signaller"), variant)
    rows, legal = rows_of(variant, 1, 1, agent.observation)
    with pytest.raises(UsageError, match="expected observations of shape"):
        agent.act(rows[:, 1:], legal, None, np.random.default_rng(0))


@pytest.mark.parametrize(
    ("name", "level", "least"), [("greedy", 1, 0.82), ("saver", 4, 0.55), ("signaller", 4, 0.6), ("planner", 4, 0.64)]
)
def test_strength(name: str, level: int, least: float) -> None:
    assert wins(name, level, 1000) > least


@pytest.mark.parametrize(
    "worse", ["signaller:style=wasteful", "signaller:style=timid", "signaller:noise=0.3", "planner:style=bold"]
)
def test_noise_and_styles_make_a_worse_partner(worse: str) -> None:
    assert wins(worse, 4, 500) < wins(worse.partition(":")[0], 4, 500) - 0.1


def test_a_planner_plays_well_with_partners_that_do_not_signal() -> None:
    variant = SPEC.variant(4, level=9)
    savers = [bound(load("saver"), variant)] * 3
    alone, helped = (play(variant, [bound(load(name), variant), *savers], 1000, seed=0) for name in ("saver", "planner"))
    assert (helped["ending"] == v.ENDING_WON).mean() > (alone["ending"] == v.ENDING_WON).mean()
