"""Actions are drawn from the softmax over legal actions, and their probabilities are returned."""

import numpy as np

from resonance_env.agents.sampling import draw_actions
from resonance_env.train.ppo.sampling import gather_scaled


def test_draws_follow_the_policy() -> None:
    logits = np.array([5.0, 0.0, 1.0, -1.0], dtype=np.float32)
    legal = np.array([0, 1, 1, 1], dtype=np.int8)
    weights = np.exp(logits) * legal
    expected = weights / weights.sum()
    rows = 20_000
    uniform = (np.arange(rows) + 0.5) / rows
    action, log_probability = draw_actions(np.tile(logits, (rows, 1)), np.tile(legal, (rows, 1)), uniform)

    np.testing.assert_allclose(np.bincount(action, minlength=4) / rows, expected, atol=1 / rows)
    np.testing.assert_allclose(log_probability, np.log(expected[action]), rtol=1e-5)


def test_extreme_numbers_never_give_an_illegal_action() -> None:
    logits = np.array([[900.0, -900.0, 900.0], [0.0, 3.4e38, -3.4e38], [1.0, 2.0, 3.0]], dtype=np.float32)
    legal = np.array([[0, 1, 1], [1, 0, 1], [1, 0, 0]], dtype=np.int8)
    for uniform in (0.0, 0.5, np.nextafter(1.0, 0.0)):
        action, log_probability = draw_actions(logits, legal, np.full(3, uniform))
        assert action.tolist() == [2, 0, 0]
        assert log_probability.tolist() == [0.0, 0.0, 0.0]


def test_minibatches_are_scaled_rows() -> None:
    rng = np.random.default_rng(0)
    observation = rng.integers(-128, 128, size=(20, 7)).astype(np.int8)
    scale, rows = rng.random(7).astype(np.float32), np.array([3, 19, 3])
    out = np.empty((3, 7), dtype=np.float32)
    gather_scaled(observation, rows, scale, out)

    np.testing.assert_array_equal(out, observation[rows] * scale)
