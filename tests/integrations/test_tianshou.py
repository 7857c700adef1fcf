"""The example for Tianshou trains and evaluates."""

import pytest

from resonance_env import resonance_v0
from tests.integrations.examples import run

pytest.importorskip("tianshou")


def test_its_wrapper_says_that_it_needs_turns() -> None:
    from tianshou.env import PettingZooEnv

    with pytest.raises(AttributeError, match=r"use `env\(\.\.\.\)`, not `parallel_env"):
        PettingZooEnv(resonance_v0.parallel_env(players=3)).reset(seed=1)


def test_illegal_actions_are_replaced_and_counted() -> None:
    from tianshou.env import PettingZooEnv

    env = PettingZooEnv(resonance_v0.env(players=3, dtype="float32"))
    seen, _ = env.reset(seed=1)
    with pytest.warns(UserWarning, match="is played instead"):
        env.step(list(seen["mask"]).index(False))
    assert env.env.infos[seen["agent_id"]]["illegal_actions"] == 1


def test_the_example_runs() -> None:
    assert run("train_tianshou.py", "--minutes", "0.1", "--games", "40").games == 40
