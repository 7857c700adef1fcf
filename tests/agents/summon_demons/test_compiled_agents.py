"""Agents of Let's Summon Demons answer legally, row by row, from what they see alone, and refuse what cannot be seen."""

import numpy as np
import pytest

from resonance_env.agents.loading import load
from resonance_env.agents.sampling import KeyedRandom
from resonance_env.core.errors import UsageError
from resonance_env.eval.match.report import evaluate_agent
from resonance_env.games.summon_demons.spec import SPEC
from tests.agents.whole_games import play, rows_of

NAMES = ("greedy", "planner", "planner:style=hoarder,income=2", "search:sims=8,turns=1")
SETTLED = NAMES[:3]  # those without randomness
VARIANTS = (
    {"players": 2, "cards": "mini"},
    {"players": 2, "candles": 2, "candle_deal": "choose"},
    {"players": 3, "starting_demon": True},
    {"players": 4, "teams": True},
    {"players": 5, "clockwork": "roll"},
)

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize("options", VARIANTS, ids=str)
@pytest.mark.parametrize("name", NAMES)
def test_it_answers_legally_and_each_row_by_itself(name: str, options: dict[str, object]) -> None:
    variant, agent = SPEC.variant(**options), load(name)  # type: ignore[arg-type]
    agent.bind(variant)
    rows, legal = rows_of(variant, 6, seed=3)
    chosen, _ = agent.act(rows, legal, None, np.random.default_rng(1))
    assert legal[np.arange(len(legal)), chosen].all()
    keys = np.arange(len(rows), dtype=np.uint64)
    forwards, backwards = (
        agent.act(rows[order], legal[order], None, KeyedRandom(keys[order], np.zeros(len(rows), dtype=np.int64)))[0][order]
        for order in (np.arange(len(rows)), np.arange(len(rows))[::-1])
    )
    assert np.array_equal(backwards, forwards)
    if name in SETTLED:
        assert np.array_equal(forwards, chosen)


@pytest.mark.parametrize("name", NAMES)
def test_games_between_agents_are_the_same_for_a_seed(name: str) -> None:
    variant, agent = SPEC.variant(4), load(name)
    agent.bind(variant)
    once, again = (play(variant, [agent] * 4, 10, seed=5) for _ in range(2))
    assert np.array_equal(once, again)
    assert (once["winner"] >= 0).all()


@pytest.mark.parametrize("name", NAMES)
def test_an_observation_that_fits_no_position_is_refused(name: str) -> None:
    variant, agent = SPEC.variant(3), load(name)
    agent.bind(variant)
    rows, legal = rows_of(variant, 1, seed=1)
    wrong = rows[:3].copy()
    variant.layout("recall").view(wrong[1], "deck")[0] += 1
    with pytest.raises(UsageError, match="got an observation, number 1 of 3, that fits no position"):
        agent.act(wrong, legal[:3], None, np.random.default_rng(0))
    with pytest.raises(UsageError, match="expected observations of shape"):
        agent.act(rows[:, 1:], legal, None, np.random.default_rng(0))


@pytest.mark.parametrize(("name", "against", "least"), [("greedy", "random", 0.7), ("planner", "greedy", 0.3)])
def test_strength(name: str, against: str, least: float) -> None:
    report = evaluate_agent(SPEC.variant(4), load(name), load(against), 400, seed=1)
    assert report.score.mean > least


def test_noise_changes_answers() -> None:
    variant, still, moody = SPEC.variant(3), load("planner"), load("planner:noise=0.5")
    rows, legal = rows_of(variant, 2, seed=2)
    answers = []
    for agent in (still, moody):
        agent.bind(variant)
        answers.append(agent.act(rows, legal, None, np.random.default_rng(0))[0])
    assert (still.deterministic, moody.deterministic) == (True, False)
    assert not np.array_equal(answers[0], answers[1])
