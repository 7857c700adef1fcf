"""An opponent that raises leaves the game as it was, in every environment: the same step can be made again."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from resonance_env.adapters.sb3_opponents import OpponentsVecEnv
from resonance_env.adapters.text import TextEnv
from resonance_env.agents.interface import Agent, Memory, RandomSource
from resonance_env.core.spec import Variant
from resonance_env.play.seating import Seating
from resonance_env.play.told_game import AgentsTable, ToldGame
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


class FailsOnce(Steady):
    """The same, but once armed it raises at its next call."""

    is_armed = False

    def act(self, *arguments: Any) -> tuple[np.ndarray, Memory]:
        if self.is_armed:
            self.is_armed = False
            raise OutOfOrderError
        return super().act(*arguments)


@pytest.mark.filterwarnings("ignore:.*illegal")
@pytest.mark.parametrize(
    "environment", [GymnasiumEnv, GymnasiumVectorEnv, OpponentsVecEnv, OpponentsVectorEnv, PettingZooParallel]
)
def test_an_illegal_action_is_counted_once(environment: Any) -> None:
    agent, variant = FailsOnce(), SPECS["toy"].variant(3)
    step, count = illegal_step(environment, variant, agent)
    agent.is_armed = True
    with pytest.raises(OutOfOrderError):
        step()
    step()
    assert count() == 1


def illegal_step(environment: Any, variant: Variant, agent: Agent) -> tuple[Callable[[], Any], Callable[[], int]]:
    """Returns what takes an illegal action of seat 0, and what counts such actions; the agent plays the other seats."""
    if environment is OpponentsVectorEnv:
        vec = OpponentsVectorEnv(variant, 1, opponents={1: agent, 2: agent}, seed=1, illegal="replace")
        vec.reset()
        actions = vec.legal.argmin(axis=-1)
        return lambda: vec.step(actions), lambda: int(vec.illegal_actions.sum())
    if environment is OpponentsVecEnv:
        envs = OpponentsVecEnv(variant, 1, seed=1, opponents=agent, seat=0)
        envs.reset()
        action = envs.action_masks().argmin(axis=-1)
        infos: list[dict[str, Any]] = [{}]
        return lambda: infos.append(envs.step(action)[-1][0]), lambda: infos[-1]["illegal_actions"]
    if environment is PettingZooParallel:
        env = PettingZooParallel(variant, mask="info", opponents={1: agent, 2: agent})
        _, info = env.reset(seed=1)
        seat = env.possible_agents[0]
        told = [info[seat]]
        wrong = int(told[0]["action_mask"].argmin())
        return lambda: told.append(env.step({seat: wrong})[-1][seat]), lambda: told[-1]["illegal_actions"]
    is_batch = environment is GymnasiumVectorEnv
    one = environment(variant, *([1] if is_batch else []), mask="info", opponents=agent, seat=0)
    _, info = one.reset(seed=1)
    told = [info]
    wrong = info["action_mask"].argmin(axis=-1)
    return lambda: told.append(one.step(wrong)[-1]), lambda: int(np.sum(told[-1]["illegal_actions"]))


def test_a_step_of_a_told_game_that_failed_is_made_again() -> None:
    variant, texts = SPECS["resonance"].variant(3), []
    for agent in (Steady(), FailsOnce()):
        game = ToldGame(variant, 1)
        table = AgentsTable(game, Seating(variant, [agent], 1), [0, 0, 0])
        for _ in range(8):
            if isinstance(agent, FailsOnce):
                agent.is_armed = True
                with pytest.raises(OutOfOrderError):
                    table.step()
            table.step()
        texts.append(game.text())
    assert texts[0] == texts[1]
