"""One learner against agents in Stable-Baselines3: what its own `DummyVecEnv` returns, and sb3-contrib's MaskablePPO trains."""

from typing import Any

import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.vec_env import DummyVecEnv, VecMonitor

from resonance_env.adapters import factory
from resonance_env.adapters.gymnasium_env import GymnasiumEnv
from resonance_env.adapters.sb3_opponents import OpponentsVecEnv
from resonance_env.core.errors import IllegalActionError, OptionError, UsageError
from tests.adapters.games import SPECS

NUM_GAMES = 4


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("toy", {"observation": "recall", "reward": "win"}),
        ("toy", {"max_cycles": 2, "seat": 1}),
        ("signals", {"opponents": "random", "seat": 1}),
        ("raids", {"opponents": "random", "max_cycles": 9}),
        ("resonance", {"opponents": "greedy|random", "shaping": 1.0}),
    ],
)
def test_the_same_as_a_list_of_environments(name: str, options: dict[str, Any]) -> None:
    env = OpponentsVecEnv(SPECS[name].variant(3), NUM_GAMES, **options)
    listed = DummyVecEnv(
        [
            lambda: factory.make(GymnasiumEnv, SPECS[name], players=3, mask="info", dtype="float32", **options)
            for _ in range(NUM_GAMES)
        ]
    )
    assert (env.observation_space, env.action_space) == (listed.observation_space, listed.action_space)
    env.seed(7)
    listed.seed(7)
    np.testing.assert_array_equal(env.reset(), np.asarray(listed.reset()))
    rng, num_cut, num_ended = np.random.default_rng(1), 0, 0
    for _ in range(60):
        masks = get_action_masks(env)
        np.testing.assert_array_equal(masks, get_action_masks(listed))
        actions = (rng.random(masks.shape) * masks).argmax(axis=1)
        mine: Any = env.step(actions)
        theirs: Any = listed.step(actions)
        for one, other in zip(mine[:3], theirs[:3], strict=True):
            np.testing.assert_array_equal(one, other)
            assert one.dtype == other.dtype
        for mine_info, info in zip(mine[3], theirs[3], strict=True):
            assert mine_info["TimeLimit.truncated"] == info["TimeLimit.truncated"]
            assert (mine_info["seat"], mine_info["illegal_actions"]) == (info["seat"], info["illegal_actions"])
            assert ("terminal_observation" in mine_info) == ("terminal_observation" in info)
            if "terminal_observation" in info:
                np.testing.assert_array_equal(mine_info["terminal_observation"], info["terminal_observation"])
                num_ended += 1
                num_cut += info["TimeLimit.truncated"]
    assert num_ended > NUM_GAMES
    assert (num_cut > 0) == ("max_cycles" in options)


def test_returns_and_lengths_of_episodes_are_what_a_monitor_counts() -> None:
    env, other = (OpponentsVecEnv(SPECS["resonance"].variant(3), 3, seed=2, opponents="greedy", shaping=1.0) for _ in range(2))
    monitored = VecMonitor(other)
    env.reset()
    monitored.reset()
    compared = 0
    while compared < 3:
        actions = env.action_masks().argmax(axis=1)
        for mine, theirs in zip(env.step(actions)[3], monitored.step(actions)[3], strict=True):
            assert ("episode" in mine) == ("episode" in theirs)
            if "episode" in mine:
                compared += 1
                assert mine["episode"]["l"] == theirs["episode"]["l"]
                assert mine["episode"]["r"] == pytest.approx(theirs["episode"]["r"], abs=1e-5)


def test_maskable_ppo_trains() -> None:
    env = OpponentsVecEnv(SPECS["resonance"].variant(3), 8, seed=1, opponents="random", illegal="raise")
    assert is_masking_supported(env)
    model = MaskablePPO("MlpPolicy", env, n_steps=16, batch_size=64, n_epochs=1, seed=1, device="cpu")
    before = [parameter.detach().clone() for parameter in model.policy.parameters()]
    model.learn(256)
    assert any((a != b).any() for a, b in zip(before, model.policy.parameters(), strict=True))
    observation = env.reset()
    actions, _ = model.predict(observation, action_masks=env.action_masks())
    assert env.action_masks()[np.arange(8), actions].all()


def test_bad_use() -> None:
    variant = SPECS["toy"].variant(3)
    with pytest.raises(OptionError, match="num_games"):
        OpponentsVecEnv(variant, 0)
    with pytest.raises(OptionError, match="a seed"):
        OpponentsVecEnv(variant, 2, seed=-1)
    env = OpponentsVecEnv(variant, 2, illegal="raise")
    with pytest.raises(UsageError, match="expected reset"):
        env.step(np.zeros(2, np.int64))
    env.reset()
    with pytest.raises(UsageError, match="step_async"):
        env.step_wait()
    with pytest.raises(IllegalActionError, match="expected 2 integers"):
        env.step(np.zeros(3, np.int64))
    with pytest.raises(IllegalActionError, match="game 0: guesser_"):
        env.step((~env.action_masks()).argmax(axis=1))
    with pytest.raises(AttributeError, match="action_masks"):
        env.env_method("render")
