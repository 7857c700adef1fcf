"""The best joint policy of a team, by alternating best responses."""

import numpy as np
import pytest

from resonance_env.eval.exact.enumeration import sequence_form
from resonance_env.eval.exact.joint import best_joint_policy, pure_policy
from resonance_env.eval.exact.sequence_form import SeatTree, SequenceForm
from resonance_env.games.syncro.spec import SPEC as SYNCRO
from tests.small_games.silent_signals import SPEC


def one_choice(seat: int, num_actions: int) -> SeatTree:
    return SeatTree(
        keys=np.zeros((1, 1), np.uint8),
        parent=np.zeros(1, np.int64),
        first=np.array([1, 1 + num_actions]),
        action=np.arange(-1, num_actions),
        depth_ends=(1,),
        positions=np.zeros(1),
        seat=seat,
    )


def matrix_game(payoffs: np.ndarray) -> SequenceForm:
    """Returns a game of two seats that choose at once and are paid the same, `payoffs[choice, other choice]`."""
    ends = np.argwhere(np.ones_like(payoffs))
    worth = np.repeat(payoffs[ends[:, 0], ends[:, 1]][:, None], 2, axis=1)
    ones = np.ones(len(ends))
    trees = tuple(one_choice(seat, count) for seat, count in enumerate(payoffs.shape))
    return SequenceForm(trees, ends + 1, worth, ones, 0.0 * ones, len(ends), 1)


def test_a_start_may_end_where_no_seat_gains_alone_and_many_find_the_best() -> None:
    game = matrix_game(np.array([[1.0, 0.0, 0.0], [0.0, 0.6, 0.0], [0.0, 0.0, 0.6]]))
    found = [best_joint_policy(game, starts=1, seed=seed) for seed in range(20)]
    assert {round(one.value, 9) for one in found} == {0.6, 1.0}
    assert all(one.is_best == (one.value > 0.9) and one.bound == 1.0 for one in found)
    assert best_joint_policy(game, starts=50).value == pytest.approx(1.0)


def test_the_value_is_that_of_the_policies_and_no_seat_gains_alone() -> None:
    rng = np.random.default_rng(3)
    for _ in range(20):
        game = matrix_game(rng.random((4, 5)))
        joint = best_joint_policy(game, starts=3)
        np.testing.assert_allclose(game.values(joint.policies), joint.value)
        assert game.nash_conv(joint.policies) == pytest.approx(0.0)


def test_a_pure_policy_takes_one_action_of_each_set() -> None:
    """Also where values differ by rounding alone."""
    tree = one_choice(0, 4)
    assert pure_policy(tree, np.array([0.0, 1.0, 3.0, 3.0 + 1e-15, 2.0])).tolist() == [1.0, 0.0, 1.0, 0.0, 0.0]
    picked = {
        pure_policy(tree, np.array([0.0, 1.0, 3.0, 3.0, 2.0]), np.random.default_rng(seed)).tobytes() for seed in range(20)
    }
    assert len(picked) == 2


def test_silent_signals_get_a_meaning() -> None:
    game = sequence_form(SPEC.variant(2, rounds=1, explicit_chance=True))
    joint = best_joint_policy(game)
    assert joint.is_best
    assert joint.value == pytest.approx(2.0)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("level", [1, 2, 3])
def test_each_level_of_syncros_mini_can_always_be_won_without_a_word(level: int) -> None:
    """So can it with estimates, since a team that may speak need not."""
    game = sequence_form(SYNCRO.variant(2, cards="mini", level=level, estimates="off", explicit_chance=True))
    joint = best_joint_policy(game)
    assert joint.is_best
    assert joint.value == pytest.approx(1.0)
