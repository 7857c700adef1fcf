"""Actions are drawn in proportion to their weights, and the action of a row depends only on that row."""

import numpy as np
import pytest

from resonance_env.agents.random_agent import RandomAgent
from resonance_env.agents.sampling import KeyedRandom, keys_of_rows, sample

LAST = np.nextafter(1.0, 0.0)  # the largest number that a random source gives


@pytest.mark.parametrize(
    ("uniform", "column"),
    [(0.0, 1), (0.249, 1), (0.25, 3), (0.999, 3), (LAST, 3)],
)
def test_sample_follows_the_cumulative_weights(uniform: float, column: int) -> None:
    weights = np.array([[0.0, 1.0, 0.0, 3.0, 0.0]])

    assert sample(weights, np.array([uniform])).tolist() == [column]


def test_sample_never_takes_a_column_of_weight_zero() -> None:
    rng = np.random.default_rng(0)
    weights = rng.random((20_000, 7)) * (rng.random((20_000, 7)) < 0.4)
    weights[:, 2] += weights.sum(axis=1) == 0
    for uniform in (np.zeros(20_000), rng.random(20_000), np.full(20_000, LAST)):
        chosen = sample(weights, uniform)
        assert (weights[np.arange(20_000), chosen] > 0).all()


def test_keyed_numbers_do_not_depend_on_the_other_rows() -> None:
    keys = np.arange(100, dtype=np.uint64) * np.uint64(2**60 + 7)
    decisions = np.arange(100) % 7
    together = KeyedRandom(keys, decisions)
    first, second = together.random(100), together.random(100)

    some = np.array([70, 3, 4])
    alone = KeyedRandom(keys[some], decisions[some])
    np.testing.assert_array_equal(alone.random(3), first[some])
    np.testing.assert_array_equal(alone.random(3), second[some])
    assert len(np.unique(np.concatenate([first, second]))) == 200


def test_keyed_numbers_are_uniform() -> None:
    numbers = KeyedRandom(keys_of_rows(np.arange(5000, dtype=np.uint64), 4).reshape(-1), np.zeros(20_000)).random(20_000)

    counts = np.histogram(numbers, bins=10, range=(0.0, 1.0))[0]
    assert counts.sum() == 20_000
    assert abs(counts - 2000).max() < 5 * np.sqrt(2000 * 0.9)


def test_keyed_numbers_must_be_one_for_each_row() -> None:
    with pytest.raises(ValueError, match="each of the 2 rows, got a request for 3"):
        KeyedRandom(np.zeros(2, dtype=np.uint64), np.zeros(2)).random(3)


def test_keys_differ_between_games_and_rows() -> None:
    keys = keys_of_rows(np.arange(50, dtype=np.uint64), 4)

    assert keys.shape == (50, 4)
    assert len(np.unique(keys)) == 200
    np.testing.assert_array_equal(keys[7:9], keys_of_rows(np.arange(7, 9, dtype=np.uint64), 4))


def test_random_agent_is_uniform_over_the_legal_actions() -> None:
    rows = 30_000
    legal = np.tile(np.array([0, 1, 0, 1, 1, 0], dtype=np.int8), (rows, 1))
    observation = np.zeros((rows, 3), dtype=np.int8)

    chosen, memory = RandomAgent().act(observation, legal, None, np.random.default_rng(5))

    counts = np.bincount(chosen, minlength=6)
    assert memory is None
    assert counts[[0, 2, 5]].tolist() == [0, 0, 0]
    # Five standard deviations of a binomial count.
    assert abs(counts[[1, 3, 4]] - rows / 3).max() < 5 * np.sqrt(rows * 2 / 9)


def test_random_agent_repeats_itself_with_the_same_generator() -> None:
    legal = np.ones((100, 9), dtype=np.int8)
    runs = [RandomAgent().act(legal, legal, None, np.random.default_rng(5))[0] for _ in range(2)]

    np.testing.assert_array_equal(runs[0], runs[1])
