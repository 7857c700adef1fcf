"""Actions drawn from logits by the vector environment."""

import numpy as np
import pytest

from resonance_env import resonance_v0
from resonance_env.core.errors import UsageError


def test_actions_are_drawn_in_proportion_to_the_exponential_of_their_logits() -> None:
    vec = resonance_v0.vector_env(1, players=3, seed=4)
    vec.reset()
    seat = int(np.flatnonzero(vec.acting[0])[0])
    first, second = np.flatnonzero(vec.legal[0, seat])[:2]
    logits = np.full(vec.legal.shape, 50.0)  # of illegal actions: they must not matter
    logits[vec.legal == 1] = -np.inf
    logits[0, seat, [first, second]] = np.log([3.0, 1.0]) + 700.0  # exponentials alone would overflow
    drawn = np.array([vec.sample_actions(logits)[0, seat] for _ in range(4000)])
    assert set(drawn.tolist()) == {first, second}
    assert abs((drawn == first).mean() - 0.75) < 4 * np.sqrt(0.75 * 0.25 / 4000)


def test_draws_are_legal_seeded_and_independent_of_the_other_games() -> None:
    rng = np.random.default_rng(0)
    small, large = (resonance_v0.vector_env(games, players=4, seed=9) for games in (3, 40))
    small.reset()
    large.reset()
    for _ in range(20):
        logits = rng.normal(size=large.legal.shape).astype(np.float32)
        actions = large.sample_actions(logits)
        assert np.take_along_axis(large.legal, actions[..., None].astype(np.int64), axis=-1).all()
        assert (small.sample_actions(logits[:3]) == actions[:3]).all()
        small.step(actions[:3])
        large.step(actions)


def test_other_shapes_and_types_are_refused() -> None:
    vec = resonance_v0.vector_env(2, players=3)
    vec.reset()
    with pytest.raises(UsageError, match="expected float logits of shape"):
        vec.sample_actions(np.zeros((2, 3, 5), dtype=np.float32))
    with pytest.raises(UsageError, match="got int64"):
        vec.sample_actions(np.zeros(vec.legal.shape, dtype=np.int64))


@pytest.mark.parametrize("values", [(np.nan, 0.0), (0.0, np.nan), (np.inf, 0.0), (0.0, np.inf), (-np.inf, -np.inf)])
def test_logits_that_are_no_distribution_are_refused(values: tuple[float, float]) -> None:
    vec = resonance_v0.vector_env(3, players=3)
    vec.reset()
    logits = np.zeros(vec.legal.shape)
    logits[vec.legal == 0] = np.nan  # does not matter
    game, seat = (int(index[-1]) for index in vec.asked())
    logits[game, seat] = -np.inf
    logits[game, seat, np.flatnonzero(vec.legal[game, seat])[:2]] = values
    with pytest.raises(UsageError, match=f"game {game}, witch_{seat}: expected logits of legal actions without NaN"):
        vec.sample_actions(logits)


def test_logits_may_be_lists() -> None:
    vec = resonance_v0.vector_env(1, players=3)
    vec.reset()
    actions = vec.sample_actions(np.zeros(vec.legal.shape).tolist())  # type: ignore[arg-type]
    assert vec.legal[0, 0, int(actions[0, 0])]
