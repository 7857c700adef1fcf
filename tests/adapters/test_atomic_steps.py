"""An opponent that raises leaves the game as it was, in every environment: the same step can be made again."""

from typing import Any

import numpy as np
import pytest

from resonance_env.adapters.sb3_opponents import OpponentsVecEnv
from resonance_env.adapters.text import TextEnv
from resonance_env.agents.interface import Agent, Memory, RandomSource
from resonance_env.core.spec import Variant
from resonance_env.play.vector_opponents import OpponentsVectorEnv
from tests.adapters import test_hostile_agents as hostile
from tests.adapters.environments import GymnasiumEnv, GymnasiumVectorEnv, PettingZooAEC, PettingZooParallel
from tests.adapters.games import SPECS
from tests.agents.remembering import Remembering

PLAYS = {
    PettingZooParallel: hostile.parallel,
    PettingZooAEC: hostile.aec,
    GymnasiumEnv: hostile.gymnasium,
    GymnasiumVectorEnv: hostile.gymnasium_vector,
    OpponentsVecEnv: hostile.stable_baselines3,
    TextEnv: hostile.text,
    OpponentsVectorEnv: hostile.batch,
}


class OutOfOrderError(Exception):
    """The agent could not answer this once."""


class Steady(Remembering):
    """Plays by chance and by how many decisions the row has made."""

    name = "steady"

    def act(self, observation: np.ndarray, legal: np.ndarray, memory: Memory, rng: RandomSource) -> tuple[np.ndarray, Memory]:
        assert memory is not None
        ranks = (memory[:, 0] + (rng.random(len(legal)) * 97).astype(int)) % legal.sum(axis=1)
        return np.array([np.flatnonzero(row)[rank] for row, rank in zip(legal, ranks, strict=True)]), memory + 1


class Flaky(Steady):
    """The same, but once armed it raises at one of four calls."""

    is_armed = False

    def __init__(self) -> None:
        self._own = np.random.default_rng(1)

    def act(self, *arguments: Any) -> tuple[np.ndarray, Memory]:
        if self.is_armed and self._own.random() < 0.25:
            raise OutOfOrderError
        return super().act(*arguments)


@pytest.mark.parametrize("variant", [SPECS["toy"].variant(3), SPECS["raids"].variant(3), SPECS["resonance"].variant(4)])
@pytest.mark.parametrize("environment", PLAYS, ids=lambda environment: environment.__name__)
def test_a_step_that_failed_is_made_again(environment: Any, variant: Variant, monkeypatch: pytest.MonkeyPatch) -> None:
    agent, step, failures = Flaky(), environment.step, 0

    def retried(self: Any, *arguments: Any) -> Any:
        nonlocal failures
        agent.is_armed = True
        for _ in range(1000):
            try:
                return step(self, *arguments)
            except OutOfOrderError:
                failures += 1
        return pytest.fail("it never got through")

    expected = PLAYS[environment](variant, Steady())
    monkeypatch.setattr(environment, "step", retried)
    np.testing.assert_equal(PLAYS[environment](variant, agent), expected)
    assert failures


@pytest.mark.filterwarnings("ignore:.*illegal")
@pytest.mark.parametrize("environment", [GymnasiumEnv, PettingZooParallel])
def test_an_illegal_action_is_counted_once(environment: Any) -> None:
    agent: Agent = Flaky()
    single = environment is GymnasiumEnv
    options = {"seat": 0, "opponents": agent} if single else {"opponents": {1: agent, 2: agent}}
    env = environment(SPECS["resonance"].variant(3), mask="info", **options)
    _, info = env.reset(seed=1)
    mask = (info if single else info[env.possible_agents[0]])["action_mask"]
    illegal = int(np.flatnonzero(mask == 0)[0])
    vars(agent)["is_armed"] = True
    result = None
    while result is None:
        try:
            result = env.step(illegal if single else {env.possible_agents[0]: illegal})
        except OutOfOrderError:
            continue
    info = result[-1]
    assert (info if single else info[env.possible_agents[0]])["illegal_actions"] == 1
