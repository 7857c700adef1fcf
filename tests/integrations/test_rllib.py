"""RLlib gets the names it expects, rejects a game with others, and the example learns."""

import numpy as np
import pytest

from resonance_env import resonance_v0
from resonance_env.adapters.pettingzoo_parallel import PettingZooParallel
from resonance_env.core.errors import OptionError
from tests.adapters.games import SPECS
from tests.integrations.examples import run, trains

pytest.importorskip("ray.rllib")


def test_observations_have_the_names_and_types_of_the_space() -> None:
    from resonance_env.adapters.rllib import RLlibEnv

    env = RLlibEnv(resonance_v0.parallel_env(players=3, dtype="float32"))
    observations, _ = env.reset(seed=1)
    actions = {agent: int(seen["action_mask"].argmax()) for agent, seen in observations.items()}
    following, rewards, terminated, truncated, _ = env.step(actions)

    for seen in (observations, following):
        assert all(env.observation_spaces[agent].contains(seen[agent]) for agent in env.agents)
        assert set(seen["witch_0"]) == {"observations", "action_mask"}
    assert set(rewards) == set(env.agents)
    assert not terminated["__all__"]
    assert not truncated["__all__"]


def test_rewards_on_the_way_and_truncation_arrive() -> None:
    from resonance_env.adapters.rllib import RLlibEnv

    env = RLlibEnv(PettingZooParallel(SPECS["raids"].variant(2), dtype="float32", max_cycles=3))
    observations, _ = env.reset(seed=1)
    paid = 0.0
    for step in range(1, 4):
        actions = {agent: int(np.flatnonzero(seen["action_mask"])[-1]) for agent, seen in observations.items()}
        observations, rewards, terminated, truncated, _ = env.step(actions)
        assert not terminated["__all__"]
        assert truncated["__all__"] == (step == 3)
        paid += abs(rewards["raider_0"]) if step < 3 else 0.0
    assert paid > 0.0


@pytest.mark.parametrize("options", [{"mask": "info", "dtype": "float32"}, {"mask": "obs", "dtype": "int8"}])
def test_another_form_of_observation_is_rejected(options: dict[str, str]) -> None:
    from resonance_env.adapters.rllib import RLlibEnv

    with pytest.raises(OptionError, match='mask="obs" and dtype="float32"'):
        RLlibEnv(resonance_v0.parallel_env(players=3, **options))  # type: ignore[arg-type]


def test_the_form_with_turns_is_rejected() -> None:
    from resonance_env.adapters.rllib import RLlibEnv

    with pytest.raises(OptionError, match="expected a parallel_env, got OrderEnforcing"):
        RLlibEnv(resonance_v0.env(players=3, dtype="float32"))


def test_rllibs_wrapper_for_turns_says_what_it_needs() -> None:
    from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv

    with pytest.raises(AttributeError, match=r"use `env\(\.\.\.\)`, not `parallel_env"):
        PettingZooEnv(resonance_v0.parallel_env(players=3)).reset(seed=1)


def test_illegal_actions_are_replaced_and_counted() -> None:
    from resonance_env.adapters.rllib import RLlibEnv

    env = RLlibEnv(resonance_v0.parallel_env(players=3, dtype="float32"))
    observations, _ = env.reset(seed=1)
    illegal = {agent: int(seen["action_mask"].argmin()) for agent, seen in observations.items()}
    with pytest.warns(UserWarning, match="is played instead"):
        _, _, _, _, infos = env.step(illegal)
    assert [infos[agent]["illegal_actions"] for agent in env.agents] == [1, 1, 1]


def test_the_example_runs() -> None:
    assert run("train_rllib.py", "--minutes", "0.1", "--games", "40").games == 40


@trains
def test_the_example_beats_random_agents() -> None:
    report = run("train_rllib.py", "--minutes", "6")

    assert report.score.low > report.fair
