"""Options of a reset are used or refused, in every adapter; and small things that were taken silently."""

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
import torch

from resonance_env.adapters.sb3 import SelfPlayVecEnv
from resonance_env.adapters.sb3_opponents import OpponentsVecEnv
from resonance_env.core.errors import IllegalActionError, OptionError, PositionError, UsageError
from resonance_env.games.resonance.spec import SPEC
from resonance_env.play.vector_env import VectorEnv
from tests.adapters.environments import GymnasiumEnv, GymnasiumVectorEnv, PettingZooAEC, PettingZooParallel
from tests.places import ROOT

VARIANT = SPEC.variant(3)


def position() -> str:
    env = PettingZooParallel(VARIANT)
    env.reset(seed=5)
    return env.position()


@pytest.mark.parametrize("environment", [PettingZooParallel, PettingZooAEC, GymnasiumEnv])
def test_a_position_is_used_or_refused_by_single_environments(environment: Any) -> None:
    asked = int(VARIANT.acting(VARIANT.parse_position(position()))[0].argmax())  # a learner elsewhere waits for its turn
    env = environment(VARIANT, seat=asked) if environment is GymnasiumEnv else environment(VARIANT)
    env.reset(options={"position": position()})
    assert env.position() == position()
    with pytest.raises(PositionError):
        env.reset(options={"position": "x"})
    with pytest.warns(UserWarning, match="ignored: colour"):
        env.reset(options={"colour": 1})


def test_a_position_is_used_or_refused_by_vectors() -> None:
    envs = GymnasiumVectorEnv(VARIANT, 2)
    envs.reset(options={"position": position()})
    with pytest.raises(PositionError):
        envs.reset(options={"position": "x"})


def test_a_position_is_used_or_refused_by_stable_baselines3() -> None:
    env = OpponentsVecEnv(VARIANT, 2, seed=1, seat=0)
    other = OpponentsVecEnv(VARIANT, 2, seed=1, seat=0)
    other.set_options({"position": position()})
    started, usual = other.reset(), env.reset()
    assert (started[0] == started[1]).all()
    assert not np.array_equal(started, usual)
    other.set_options([{}, {"position": position()}])
    np.testing.assert_array_equal(other.reset()[1], started[1])
    other.set_options({"position": "x"})
    with pytest.raises(PositionError):
        other.reset()
    selfplay = SelfPlayVecEnv(VARIANT, 2)
    selfplay.set_options()
    with pytest.raises(UsageError, match="expected no options"):
        selfplay.set_options({"position": "x"})


@pytest.mark.parametrize("name", ["", " ", "greedy|", "|greedy", "greedy||random"])
def test_an_empty_name_is_no_folder(name: str) -> None:
    with pytest.raises(OptionError, match="expected the name of an agent"):
        GymnasiumEnv(VARIANT, opponents=name)


@pytest.mark.parametrize("action", [True, np.True_, np.array(True), torch.tensor(True)])
def test_a_truth_value_is_no_action(action: Any) -> None:
    env = GymnasiumEnv(VARIANT)
    env.reset(seed=1)
    with pytest.raises(IllegalActionError, match="expected an integer action"):
        env.step(action)
    vec = VectorEnv(VARIANT, 2)
    vec.reset()
    with pytest.raises(IllegalActionError):
        vec.step(torch.ones((2, 3), dtype=torch.bool))


def test_help_ends_in_the_narrowest_terminal() -> None:
    for columns in ("1", "0", "39"):
        environment = {**os.environ, "COLUMNS": columns, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-m", "resonance_env.cli", "train", "--help"]
        printed = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=60).stdout
        assert "--minutes" in printed


def test_a_batch_goes_on_with_each_reset_and_a_seed_repeats() -> None:
    vec = VectorEnv(VARIANT, 3, seed=7)
    first, second = vec.reset().copy(), vec.reset().copy()
    assert not np.array_equal(first, second)
    np.testing.assert_array_equal(vec.reset(seed=7), first)
    np.testing.assert_array_equal(vec.reset(), second)
    assert (vec.episodes == 1).all()
