"""Making one thing changes no other: an agent that plays one variant goes on playing it when it is given to another."""

from typing import Any

import numpy as np
import pytest

from resonance_env.agents.interface import Agent
from resonance_env.agents.loading import load
from resonance_env.eval.match.report import evaluate_agent
from resonance_env.games.resonance.spec import SPEC
from resonance_env.play.seating import Seating
from tests.adapters.environments import GymnasiumEnv, PettingZooParallel


def played(env: GymnasiumEnv) -> list[Any]:
    observation, info = env.reset(seed=3)
    trace: list[Any] = [observation]
    for _ in range(10):
        observation, reward, terminated, *_, info = env.step(int(info["action_mask"].argmax()))
        trace += [observation, reward]
        if terminated:
            break
    return trace


@pytest.mark.parametrize("name", ["planner", "planner:foresight=1", "search:sims=5", "greedy"])
def test_an_environment_goes_on_as_if_its_opponent_played_nowhere_else(name: str) -> None:
    three, five = SPEC.variant(3), SPEC.variant(5, cards="house", edition="en")
    expected = played(GymnasiumEnv(three, opponents=load(name), seat=0, mask="info"))
    agent = load(name)
    env = GymnasiumEnv(three, opponents=agent, seat=0, mask="info")
    GymnasiumEnv(five, opponents=agent, seat=0).reset(seed=1)
    PettingZooParallel(five, opponents={1: agent}).reset(seed=1)
    evaluate_agent(SPEC.variant(4), agent, "random", 4, seed=1)
    np.testing.assert_equal(played(env), expected)


def test_an_agent_is_copied_only_for_another_variant() -> None:
    agent: Agent = load("random")
    first, again, other = (Seating(SPEC.variant(players), [agent], 1).agents[0] for players in (3, 3, 4))
    assert first is again is agent
    assert other is not agent
    assert [bound.bound_to and bound.bound_to.players for bound in (agent, other)] == [3, 4]
