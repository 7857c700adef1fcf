"""An agent made from a function plays its weights on legal actions only, and reports invalid weights."""

import numpy as np
import pytest

from resonance_env.agents.function_agent import FunctionAgent, Weights
from resonance_env.core.errors import IllegalActionError, UsageError
from tests.small_games.hidden_sum import SPEC

VARIANT = SPEC.variant()
SIZE, ACTIONS = VARIANT.layout("table").size, VARIANT.num_actions


def choose(weights: Weights, legal: np.ndarray) -> np.ndarray:
    agent = FunctionAgent("mine", weights)
    agent.bind(VARIANT)
    chosen, memory = agent.act(np.zeros((len(legal), SIZE), np.int8), legal, None, np.random.default_rng(0))
    assert memory is None
    return chosen


def test_illegal_actions_are_never_drawn_whatever_they_weigh() -> None:
    legal = np.ones((500, ACTIONS), np.int8)
    legal[:, 0] = 0

    def heavy_on_the_first(observation: np.ndarray, mask: np.ndarray) -> np.ndarray:
        return np.asarray(np.where(np.arange(ACTIONS) == 0, 1000.0, 1.0) * np.ones_like(mask))

    assert choose(heavy_on_the_first, legal).min() >= 1


def test_the_function_gets_floats_in_the_unit_range_and_bools() -> None:
    seen: list[np.dtype] = []

    def looks(observation: np.ndarray, mask: np.ndarray) -> np.ndarray:
        seen.extend((observation.dtype, mask.dtype))
        return mask.astype(np.float64)

    choose(looks, np.ones((1, ACTIONS), np.int8))
    assert seen == [np.float32, np.bool_]


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        (lambda observation, mask: np.ones(len(mask)), "expected weights of shape"),
        (lambda observation, mask: np.zeros(mask.shape), "expected weights >= 0"),
        (lambda observation, mask: np.full(mask.shape, np.nan), "expected weights >= 0"),
        (lambda observation, mask: np.where(np.arange(ACTIONS) == 0, -1.0, 2.0) * np.ones(mask.shape), "expected weights >= 0"),
    ],
)
def test_bad_weights_are_an_error(weights: Weights, message: str) -> None:
    with pytest.raises(IllegalActionError, match=message):
        choose(weights, np.ones((2, ACTIONS), np.int8))


def test_an_agent_must_be_bound() -> None:
    with pytest.raises(UsageError, match="expected bind"):
        FunctionAgent("mine", lambda observation, mask: mask).act(
            np.zeros((1, 1)), np.ones((1, 1)), None, np.random.default_rng(0)
        )


def test_its_policy_tells_the_probabilities_with_which_it_acts() -> None:
    agent = FunctionAgent("mine", lambda observation, mask: np.arange(ACTIONS) * np.ones(mask.shape))
    agent.bind(VARIANT)
    legal = np.ones((2, ACTIONS), np.int8)
    legal[1, -1] = 0
    told, _ = agent.policy(np.zeros((2, SIZE), np.int8), legal, None)
    expected = np.arange(ACTIONS) * legal
    np.testing.assert_allclose(told, expected / expected.sum(axis=1, keepdims=True))
