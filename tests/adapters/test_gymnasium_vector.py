"""Gymnasium's native vector environment is its `SyncVectorEnv` of the single environments, in all three autoreset modes."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from resonance_env.adapters import factory
from resonance_env.adapters.gymnasium_env import GymnasiumEnv
from resonance_env.adapters.gymnasium_vector import GymnasiumVectorEnv
from resonance_env.core.errors import IllegalActionError, OptionError, PositionError, UsageError
from tests.adapters.games import SPECS
from tests.adapters.simple_agents import CountingAgent, HashAgent

NUM_ENVS = 5
STEPS = 60


def pair(name: str, mode: AutoresetMode, **options: Any) -> tuple[GymnasiumVectorEnv, SyncVectorEnv]:
    """Returns the native environment and Gymnasium's own."""
    sync = SyncVectorEnv(
        [lambda: factory.make(GymnasiumEnv, SPECS[name], **options) for _ in range(NUM_ENVS)], autoreset_mode=mode
    )
    return factory.make(GymnasiumVectorEnv, SPECS[name], NUM_ENVS, autoreset_mode=mode, **options), sync


def check_same(one: Any, other: Any, where: str = "") -> None:
    """Checks nested dicts, tuples and arrays, types and shapes included."""
    if isinstance(other, dict):
        assert isinstance(one, dict), where
        assert set(one) == set(other), where
        for key, value in other.items():
            check_same(one[key], value, f"{where}.{key}")
    elif isinstance(other, tuple) or (isinstance(other, np.ndarray) and other.dtype == object):
        for number, (mine, theirs) in enumerate(zip(one, other, strict=True)):
            check_same(mine, theirs, f"{where}[{number}]")
    elif isinstance(other, np.ndarray):
        assert (one.dtype, one.shape) == (other.dtype, other.shape), where
        np.testing.assert_array_equal(one, other, err_msg=where)
    else:
        assert one == other, where


def masks_of(outcome: Any) -> np.ndarray:
    """Returns the masks of an outcome of `reset` or `step`."""
    observation, infos = outcome[0], outcome[-1]
    return np.asarray(observation["action_mask"] if isinstance(observation, dict) else infos["action_mask"])


@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("toy", {"players": 3, "mask": "info", "dtype": "float32", "reward": "win", "shaping": 0.5}),
        ("toy", {"players": 6, "observation": "recall"}),
        ("signals", {"players": 3, "opponents": "random", "mask": "info"}),
        ("raids", {"players": 2, "opponents": "random", "max_cycles": 9}),
        ("resonance", {"players": 4, "opponents": "random|greedy"}),
        ("resonance", {"players": 3, "opponents": "planner", "seat": 1, "mask": "info", "max_cycles": 7}),
    ],
)
def test_the_same_as_a_list_of_environments(name: str, options: dict[str, Any], mode: AutoresetMode) -> None:
    native, sync = pair(name, mode, **options)
    assert native.metadata["autoreset_mode"] is mode
    assert (native.observation_space, native.action_space) == (sync.observation_space, sync.action_space)
    outcome: Any = native.reset(seed=3)
    check_same(outcome, sync.reset(seed=3))
    rng, num_ended = np.random.default_rng(0), 0
    for _ in range(STEPS):
        masks = masks_of(outcome)
        actions = (rng.random(masks.shape) * masks).argmax(axis=1)
        outcome = native.step(actions)
        check_same(outcome, sync.step(actions))
        assert outcome[0] in native.observation_space
        ended = outcome[2] | outcome[3]
        num_ended += int(ended.sum())
        if mode is AutoresetMode.DISABLED and ended.any():
            outcome = native.reset(options={"reset_mask": ended})
            observation, infos = sync.reset(options={"reset_mask": ended.copy()})
            check_same(outcome, (observation, infos))
            if not isinstance(observation, dict):  # infos are those of the games that were reset
                outcome = (observation, {"action_mask": native.action_masks()})
    assert num_ended > 2 * NUM_ENVS or (name == "resonance" and num_ended >= NUM_ENVS)


def test_the_last_observation_of_a_game_is_in_the_infos_of_the_same_step() -> None:
    native, _ = pair("toy", AutoresetMode.SAME_STEP, seat=0)
    native.reset(seed=1)
    while True:
        observation, rewards, over, _, infos = native.step(native.action_masks().argmax(axis=1))
        if over.any():
            break
        assert "final_obs" not in infos
    game = int(np.flatnonzero(over)[0])
    assert (infos["_final_obs"] == over).all()
    assert not np.array_equal(infos["final_obs"][game]["observation"], observation["observation"][game])
    assert infos["final_info"]["seat"][game] == 0
    assert rewards.dtype == np.float64


def test_ended_games_must_be_reset_if_autoreset_is_disabled() -> None:
    native, _ = pair("toy", AutoresetMode.DISABLED)
    native.reset(seed=1)
    over = np.zeros(NUM_ENVS, np.bool_)
    while not over.any():
        _, _, over, _, _ = native.step(native.action_masks().argmax(axis=1))
    with pytest.raises(UsageError, match="reset_mask"):
        native.step(native.action_masks().argmax(axis=1))
    with pytest.raises(UsageError, match="with a True in it"):
        native.reset(options={"reset_mask": np.zeros(NUM_ENVS, np.bool_)})
    native.reset(options={"reset_mask": over})
    native.step(native.action_masks().argmax(axis=1))


def test_every_agent_is_asked_once_a_step_for_all_its_rows() -> None:
    """In the toy game all are asked at once first, then those whose guess was made twice, then the leader."""
    one, other = HashAgent("one"), HashAgent("other", "recall")
    native = factory.make(
        GymnasiumVectorEnv, SPECS["toy"], 50, players=4, opponents=[one, other, one], autoreset_mode="SameStep"
    )
    native.reset(seed=1)
    one.calls.clear()
    other.calls.clear()
    native.step(native.action_masks().argmax(axis=1))
    assert (one.calls[0], other.calls[0]) == (100, 50)
    assert len(one.calls) <= 6


def test_games_beside_do_not_matter_to_agents_that_remember() -> None:
    few, many = (
        factory.make(GymnasiumVectorEnv, SPECS["resonance"], games, opponents=CountingAgent(), seat=0) for games in (2, 6)
    )
    few.reset(seed=5)
    many.reset(seed=5)
    for _ in range(40):
        actions = many.action_masks().argmax(axis=1)
        check_same(few.step(actions[:2])[1:4], tuple(array[:2] for array in many.step(actions)[1:4]))


def test_seeds_may_be_a_list_and_positions_may_be_started_from() -> None:
    native, _ = pair("resonance", AutoresetMode.NEXT_STEP, players=3, seat=0)
    listed: Any = native.reset(seed=[9, 8, 7, None, 5])
    single = factory.make(GymnasiumEnv, SPECS["resonance"], players=3, seat=0)
    check_same({key: rows[1] for key, rows in listed[0].items()}, single.reset(seed=8)[0])
    started: Any = native.reset(options={"position": single.position()})
    check_same({key: rows[4] for key, rows in started[0].items()}, single.reset(options={"position": single.position()})[0])
    with pytest.raises(OptionError, match="a list of 5"):
        native.reset(seed=[1, 2])
    with pytest.raises(PositionError, match="line 1"):
        native.reset(options={"position": "nonsense"})


@pytest.mark.parametrize("mode", [*AutoresetMode, *(mode.value for mode in AutoresetMode)])
def test_make_vec(mode: Any) -> None:
    envs = gymnasium.make_vec(
        "resonance_env/Resonance-v0", num_envs=3, vectorization_mode="vector_entry_point", players=3, autoreset_mode=mode
    )
    assert isinstance(envs, GymnasiumVectorEnv)
    assert envs.metadata["autoreset_mode"] is AutoresetMode(mode)
    observations, _ = envs.reset(seed=1)
    observations, *_ = envs.step(np.array([np.flatnonzero(mask)[0] for mask in observations["action_mask"]]))
    assert observations in envs.observation_space


def test_rendering() -> None:
    native = factory.make(GymnasiumVectorEnv, SPECS["resonance"], 2, players=3, render_mode="ansi")
    native.reset(seed=1)
    shown = native.render()
    assert shown is not None
    assert all("spectator" in str(text) for text in shown)
    assert shown[0] != shown[1]
    drawn = factory.make(GymnasiumVectorEnv, SPECS["resonance"], 2, players=3, render_mode="rgb_array")
    drawn.reset(seed=1)
    one, other = drawn.render() or ()
    assert isinstance(one, np.ndarray)
    assert isinstance(other, np.ndarray)
    assert one.shape == (800, 1280, 3)
    assert not np.array_equal(one, other)
    silent, _ = pair("toy", AutoresetMode.NEXT_STEP)
    silent.reset(seed=1)
    with pytest.warns(UserWarning, match="expected render_mode='ansi' or 'rgb_array'"):
        assert silent.render() is None


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"autoreset_mode": "never"}, "'NextStep', 'SameStep', 'Disabled'; got 'never'"),
        ({"num_envs": 0}, "num_envs to be an integer of at least 1"),
        ({"render_mode": "human"}, "render_mode"),
        ({"oponents": "random"}, "did you mean 'opponents'"),
        ({"mask": "both"}, "mask"),
    ],
)
def test_bad_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        factory.make(GymnasiumVectorEnv, SPECS["toy"], **options)


def test_bad_actions_change_nothing() -> None:
    native, _ = pair("toy", AutoresetMode.NEXT_STEP, illegal="raise")
    for call in (lambda: native.step(np.zeros(NUM_ENVS, np.int64)), native.render, native.action_masks):
        with pytest.raises(UsageError, match=r"expected reset\(\)"):
            call()
    native.reset(seed=1)
    masks = native.action_masks()
    legal, wrong = masks.argmax(axis=1), np.flatnonzero(~masks[2])[0]
    for actions, message in (
        (np.where(np.arange(NUM_ENVS) == 2, wrong, legal), "game 2"),
        (np.where(np.arange(NUM_ENVS) == 1, 999, legal), "game 1"),
        (legal[:3], "expected integers of shape"),
        (legal.astype(np.float32), "float32"),
    ):
        with pytest.raises(IllegalActionError, match=message):
            native.step(actions)
    np.testing.assert_array_equal(native.action_masks(), masks)
