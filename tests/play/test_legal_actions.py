"""Actions of learners: codes and names, what is refused, what is replaced; the same for one game and for a batch."""

import warnings

import numpy as np
import pytest

from resonance_env.core.errors import IllegalActionError
from resonance_env.core.spec import Variant
from resonance_env.play.checks import IllegalRule
from resonance_env.play.legal_actions import ActionCheck
from resonance_env.play.vector_env import VectorEnv
from tests.adapters.environments import GymnasiumEnv, GymnasiumVectorEnv, PettingZooAEC, PettingZooParallel
from tests.adapters.games import SPECS
from tests.adapters.simple_agents import HashAgent
from tests.adapters.trace import choose, choose_all, digest

EACH_GAME = pytest.mark.parametrize("game", SPECS)


@pytest.fixture
def variant() -> Variant:
    return SPECS["toy"].variant(3)


def check(variant: Variant, illegal: IllegalRule, codes: list[int], num_games: int = 2) -> tuple[np.ndarray, np.ndarray]:
    """Checks an action of seat 1 in each game."""
    games = variant.start(range(num_games))
    seat = np.ones(num_games, np.int64)
    legal = variant.legal(games)[:, 1]
    return ActionCheck(variant, illegal).legal(games, legal, np.arange(num_games), seat, np.array(codes))


@pytest.mark.parametrize("illegal", ["replace", "raise"])
def test_legal_actions_stay_as_they_are(variant: Variant, illegal: IllegalRule) -> None:
    played, is_replaced = check(variant, illegal, [1, 4])
    assert (played.tolist(), is_replaced.tolist()) == ([1, 4], [False, False])


def test_illegal_actions_are_replaced_by_the_lowest_legal_one_with_one_warning(variant: Variant) -> None:
    with pytest.warns(UserWarning, match="guesser_1: 'stand' is not legal now, 'guess 0' is played instead") as caught:
        played, is_replaced = check(variant, "replace", [5, 0])
    assert (played.tolist(), is_replaced.tolist(), len(caught)) == ([1, 1], [True, True], 1)


@pytest.mark.parametrize(
    ("illegal", "codes", "message"),
    [
        ("raise", [1, 5], "game 1: guesser_1 may not 'stand'"),
        ("raise", [5, 99], "game 1: guesser_1: expected an action in 0 .. 8, got 99"),
        ("replace", [-1, 1], "game 0: guesser_1: expected an action in 0 .. 8, got -1"),
    ],
)
def test_refused_with_the_game_and_the_seat(variant: Variant, illegal: IllegalRule, codes: list[int], message: str) -> None:
    with pytest.raises(IllegalActionError) as caught:
        check(variant, illegal, codes)
    assert message in str(caught.value)
    assert str(caught.value).startswith("game")


def test_one_game_is_not_numbered(variant: Variant) -> None:
    with pytest.raises(IllegalActionError, match=r"^guesser_1 may not 'stand'"):
        check(variant, "raise", [5], num_games=1)


def test_arrays_of_codes_and_of_names(variant: Variant) -> None:
    actions = ActionCheck(variant, "raise")
    assert actions.codes([3, 99], (2,)).tolist() == [3, 99]
    assert actions.codes(["guess 2", "Swap"], (2,)).tolist() == [3, 8]
    for bad in ([1], [1.0, 2.0], [[1], [2, 3]]):
        with pytest.raises(IllegalActionError, match=r"expected integers of shape \(2,\)"):
            actions.codes(bad, (2,))
    with pytest.raises(IllegalActionError, match="got 'gess 2'; did you mean 'guess 2'"):
        actions.codes(["gess 2", "swap"], (2,))


@EACH_GAME
def test_names_play_the_same_game_as_codes(game: str) -> None:
    variant = SPECS[game].variant()
    name = variant.actions.name
    codes, names = PettingZooParallel(variant, max_cycles=8), PettingZooParallel(variant, max_cycles=8)
    seen, _ = codes.reset(seed=4), names.reset(seed=4)
    while codes.agents:
        actions = choose_all(*seen)
        step = codes.step(actions)
        assert digest(step) == digest(names.step({agent: name(code).upper() for agent, code in actions.items()}))
        seen = (step[0], step[4])
    assert not names.agents
    one, other = PettingZooAEC(variant, max_cycles=8), PettingZooAEC(variant, max_cycles=8)
    one.reset(seed=4)
    other.reset(seed=4)
    while not (one.last()[2] or one.last()[3]):
        observation, _, _, _, info = one.last()
        code = choose(one.agent_selection, observation, info)
        one.step(code)
        other.step(f" {name(code)} ")
        assert digest(one.last()) == digest(other.last())


def test_names_in_the_environments_of_gymnasium(variant: Variant) -> None:
    env, twin = (GymnasiumEnv(variant, opponents=HashAgent(), seat=0) for _ in range(2))
    env.reset(seed=1)
    twin.reset(seed=1)
    assert digest(env.step("guess 2")) == digest(twin.step(3))
    native, other = (GymnasiumVectorEnv(variant, 2, opponents=HashAgent(), seat=0) for _ in range(2))
    native.reset(seed=1)
    other.reset(seed=1)
    assert digest(native.step(np.array(["guess 0", "guess 2"]))) == digest(other.step(np.array([1, 3])))


def test_a_misspelt_name_is_refused_with_near_ones_and_changes_nothing(variant: Variant) -> None:
    parallel, aec, single = PettingZooParallel(variant), PettingZooAEC(variant), GymnasiumEnv(variant, opponents=HashAgent())
    actions = choose_all(*parallel.reset(seed=1))
    aec.reset(seed=1)
    single.reset(seed=1)
    before = [env.position() for env in (parallel, aec, single)]
    message = "expected the name of an action, such as 'wait', got 'gues 1'; did you mean 'guess 1'"
    with pytest.raises(IllegalActionError, match=f"guesser_2: {message}"):
        parallel.step({**actions, "guesser_2": "gues 1"})
    with pytest.raises(IllegalActionError, match=f"guesser_0: {message}"):
        aec.step("gues 1")
    with pytest.raises(IllegalActionError, match=message):
        single.step("gues 1")
    assert [env.position() for env in (parallel, aec, single)] == before


def test_an_illegal_name_is_replaced_and_counted(variant: Variant) -> None:
    env = PettingZooParallel(variant)
    actions = choose_all(*env.reset(seed=1))
    with pytest.warns(UserWarning, match="guesser_0: 'swap' is not legal now"):
        *_, infos = env.step({**actions, "guesser_0": "swap"})
    assert [info["illegal_actions"] for info in infos.values()] == [1, 0, 0]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert env.agents


def test_names_in_a_batch_for_self_play(variant: Variant) -> None:
    codes, names = VectorEnv(variant, 2, seed=3), VectorEnv(variant, 2, seed=3)
    codes.reset()
    names.reset()
    given = [["guess 0", "guess 1", "guess 2"], ["guess 3", "guess 0", "guess 0"]]
    np.testing.assert_array_equal(codes.step(np.array([[1, 2, 3], [4, 1, 1]]))[0], names.step(given)[0])
    with pytest.raises(IllegalActionError, match="got 'gess 1'; did you mean 'guess 1'"):
        names.step([["gess 1"] * 3] * 2)
