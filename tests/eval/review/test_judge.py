"""Probabilities and values of a position, on a game whose values are known."""

import numpy as np
import pytest

from resonance_env.agents.interface import Agent, Memory, RandomSource
from resonance_env.agents.loading import load
from resonance_env.core.errors import OptionError
from resonance_env.eval.review.judge import DRAWS, Judge
from resonance_env.eval.review.review import PlayedGame, make_review, review_position
from resonance_env.games import load_game
from tests.agents.remembering import Remembering
from tests.small_games import hidden_sum
from tests.small_games.hidden_sum import DOUBLE, PHASE_DOUBLE, STAND, ToyVariant

WORLDS = 200


class OpenToy(ToyVariant):
    """The game with open cards: the only world that fits is the position `now`."""

    now: np.ndarray

    def sample_worlds(self, observation: np.ndarray, legal: np.ndarray, seeds: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        (seat,) = np.flatnonzero((self.observe(self.now, "recall")[0] == observation[0]).all(axis=1))
        return self.now.repeat(len(seeds)), np.full(len(seeds), seat)

    def reseed(self, games: np.ndarray, seeds: np.ndarray) -> None:
        games["seed"][:, 0] = seeds % 2**32


class Coin(Agent):
    """Takes the first or the last legal action, and does not know its probabilities."""

    name = "coin"

    def act(self, observation: np.ndarray, legal: np.ndarray, memory: Memory, rng: RandomSource) -> tuple[np.ndarray, Memory]:
        last = legal.shape[1] - 1 - legal[:, ::-1].argmax(axis=1)
        return np.where(rng.random(len(legal)) < 0.5, legal.argmax(axis=1), last), memory


class Remembers(Remembering):
    """A coin with a memory."""

    name = "remembers"
    act = Coin.act


def last_doubling() -> OpenToy:
    """Returns the last round, in which seats 0 and 1 have guessed right and may double, and seat 0 is a point ahead.

    Seat 0 wins if it doubles; if it stands, it wins if seat 1 stands too, and ties otherwise.
    """
    variant = OpenToy(hidden_sum.SPEC, 3, {"stakes": 1})
    games = variant.start([0])
    games["round"], games["phase"] = 2, PHASE_DOUBLE
    games["digit"][0, :3], games["guess"][0, :3], games["points"][0, :3] = (1, 1, 0), (2, 2, 0), (1, 0, 0)
    variant.now = games
    return variant


def test_values_are_the_chances_to_win() -> None:
    variant = last_doubling()
    judge = Judge(variant, load("random"), load("random"), WORLDS, 0)
    doubled, stood = judge.action_values(variant.now, 5, 0, np.array([DOUBLE, STAND])).mean(axis=1)
    assert doubled == 1.0
    assert stood == pytest.approx(0.5, abs=0.12)
    np.testing.assert_allclose(judge.values(variant.now, 5).mean(axis=0), [0.75, 0.0, 0.0], atol=0.12)


def test_a_decision_costs_what_the_best_action_would_have_won() -> None:
    variant = last_doubling()
    judge = Judge(variant, load("random"), load("random"), WORLDS, 0)
    told = review_position(judge, variant.now, 5, np.array([STAND, STAND, 0]))
    mine, others = told.decisions
    assert (mine.seat, mine.action) == (0, "stand")
    assert [action.action for action in mine.actions] == ["double", "stand"]
    assert [action.probability for action in mine.actions] == [0.5, 0.5]
    assert mine.cost == pytest.approx(0.5, abs=0.12)
    assert mine.error == pytest.approx(np.sqrt(0.25 / WORLDS), rel=0.1)
    assert (others.cost, others.actions[0].action) == (0.0, "stand")  # it cannot win, so what was done is as good
    review = make_review(judge, [told], by="random", playouts="random", worlds=WORLDS, seed=0)
    assert [costly.better for costly in review.costliest(0)] == ["double"]
    assert review.costliest(1) == []


def test_probabilities_of_an_agent_that_does_not_know_them_are_frequencies() -> None:
    variant = last_doubling()
    probabilities = Judge(variant, Coin(), load("random"), 2, 0).probabilities(variant.now, 5, 0)
    assert set(np.flatnonzero(probabilities)) == {STAND, DOUBLE}
    assert probabilities.sum() == 1.0
    assert (probabilities * DRAWS % 1 == 0).all()


def test_answers_depend_on_seed_and_step_and_not_on_earlier_questions() -> None:
    variant = load_game("resonance").variant(3)
    positions = list(PlayedGame(variant, 3, []).positions())

    def values(seed: int, step: int, asked_before: int) -> list[float]:
        judge = Judge(variant, load("random"), load("random"), 8, seed)
        for _ in range(asked_before):
            judge.values(positions[0][0], step)
        return judge.values(positions[0][0], step).ravel().tolist()

    assert values(1, 2, 0) == values(1, 2, 3)
    assert values(1, 2, 0) != values(2, 2, 0)
    assert values(1, 2, 0) != values(1, 3, 0)


def test_who_cannot_review() -> None:
    variant = load_game("resonance").variant(3)
    with pytest.raises(OptionError, match="expected an agent without memory, got 'remembers'"):
        Judge(variant, Remembers(), load("random"), 2, 0)
    with pytest.raises(OptionError, match="expected a model without memory, got 'remembers'"):
        Judge(variant, load("random"), Remembers(), 2, 0)
    with pytest.raises(OptionError, match="which reads text"):
        Judge(variant, load("human"), load("random"), 2, 0)
    with pytest.raises(OptionError, match=r"expected, for a review, a game with sample_worlds\(\)"):
        Judge(hidden_sum.SPEC.variant(3), load("random"), load("random"), 2, 0)
