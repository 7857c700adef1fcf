"""The game is a task of BenchMARL whose specs hold, and the example trains and evaluates."""

import pytest

from resonance_env.core.errors import OptionError
from tests.integrations.examples import run

pytest.importorskip("benchmarl")
envs = pytest.importorskip("torchrl.envs")


@pytest.mark.parametrize("return_state", [False, True])
def test_specs_hold(return_state: bool) -> None:
    from resonance_env.adapters.benchmarl import GameTask

    task = GameTask("resonance", {"players": 3, "return_state": return_state})
    env = task.get_env_fun(1, continuous_actions=False, seed=1, device="cpu")()

    envs.check_env_specs(env)
    assert task.group_map(env) == {"witch": ["witch_0", "witch_1", "witch_2"]}
    assert task.action_mask_spec(env) is not None
    assert (task.state_spec(env) is not None) == return_state


def test_episodes_are_as_long_as_the_bound() -> None:
    from resonance_env.adapters.benchmarl import MAX_STEPS, GameTask

    for config, length in (({"players": 3, "max_cycles": 7}, 7), ({"players": 3}, MAX_STEPS)):
        task = GameTask("resonance", config)
        env = task.get_env_fun(1, continuous_actions=False, seed=1, device="cpu")()
        assert task.max_steps(env) == length
        if length == 7:
            assert env.rollout(20).shape[0] == 7


def test_illegal_actions_are_replaced() -> None:
    from resonance_env.adapters.benchmarl import GameTask

    env = GameTask("resonance", {"players": 3}).get_env_fun(1, continuous_actions=False, seed=1, device="cpu")()
    step = env.reset()
    step["witch", "action"] = step["witch", "action_mask"].int().argmin(dim=-1)
    with pytest.warns(UserWarning, match="is played instead"):
        env.step(step)


@pytest.mark.parametrize("name", ["mask", "dtype"])
def test_options_that_are_set_cannot_be_given(name: str) -> None:
    from resonance_env.adapters.benchmarl import GameTask

    task = GameTask("resonance", {"players": 3, name: "obs"})
    with pytest.raises(OptionError, match=f"expected a config without '{name}'"):
        task.get_env_fun(1, continuous_actions=False, seed=1, device="cpu")


def test_the_example_runs() -> None:
    assert run("train_benchmarl.py", "--steps", "1024", "--games", "40").games == 40
