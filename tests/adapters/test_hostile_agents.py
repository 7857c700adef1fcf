"""An agent that writes to what it is given changes nothing, in any environment, and cannot allow itself an illegal action."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from resonance_env.adapters.sb3_opponents import OpponentsVecEnv
from resonance_env.adapters.text import TextEnv
from resonance_env.agents.interface import Agent, Memory, RandomSource
from resonance_env.core.errors import IllegalActionError
from resonance_env.core.spec import Variant
from resonance_env.eval.match.match import play_match
from resonance_env.eval.match.schedule import Schedule
from resonance_env.play.vector_opponents import OpponentsVectorEnv
from tests.adapters.environments import GymnasiumEnv, GymnasiumVectorEnv, PettingZooAEC, PettingZooParallel
from tests.adapters.games import SPECS
from tests.agents.remembering import Remembering

STEPS = 30
GAMES = pytest.mark.parametrize("variant", [SPECS["toy"].variant(3), SPECS["raids"].variant(3), SPECS["resonance"].variant(4)])


class Honest(Remembering):
    """Takes the last legal action, or one that depends on how many decisions the row has made."""

    name = "honest"

    def act(self, observation: np.ndarray, legal: np.ndarray, memory: Memory, rng: RandomSource) -> tuple[np.ndarray, Memory]:
        assert memory is not None
        ranks = (memory[:, 0] + observation.sum(axis=1)) % legal.sum(axis=1)
        return np.array([np.flatnonzero(row)[rank] for row, rank in zip(legal, ranks, strict=True)]), memory + 1


class Scribbler(Honest):
    """Plays as `Honest`, but writes to all that it is given and has been given, and to all that it has answered."""

    def __init__(self) -> None:
        self._kept: list[np.ndarray] = []
        self._answer = np.zeros(1000, dtype=np.int16)  # the same array in every call, of a narrow type

    def act(self, observation: np.ndarray, legal: np.ndarray, memory: Memory, rng: RandomSource) -> tuple[np.ndarray, Memory]:
        for array in self._kept:
            array[:] = 1
        actions, after = super().act(observation, legal, memory, rng)
        assert memory is not None
        assert after is not None
        self._answer[: len(actions)] = actions
        self._kept += [observation, legal, memory, after]
        observation[:], legal[:], memory[:] = 0, 1, 99
        return self._answer[: len(actions)], after


class Cheat(Honest):
    """Marks an illegal action as legal and takes it."""

    name = "cheat"

    def act(self, observation: np.ndarray, legal: np.ndarray, memory: Memory, rng: RandomSource) -> tuple[np.ndarray, Memory]:
        illegal = legal.argmin(axis=1)
        legal[np.arange(len(legal)), illegal] = 1
        return illegal, memory


def parallel(variant: Variant, agent: Agent) -> list[Any]:
    env = PettingZooParallel(variant, opponents={1: agent}, illegal="raise")
    trace: list[Any] = [env.reset(seed=1)[0]]
    while env.agents and len(trace) < STEPS:
        masks = {name: row["action_mask"] for name, row in trace[-1].items()}
        observations, rewards, *_ = env.step({name: int(mask.argmax()) for name, mask in masks.items()})
        trace += [rewards, observations]
    return trace


def aec(variant: Variant, agent: Agent) -> list[Any]:
    env = PettingZooAEC(variant, opponents={1: agent}, illegal="raise")
    env.reset(seed=1)
    trace = []
    for _ in range(STEPS):
        observation, reward, terminated, truncated, _ = env.last()
        if terminated or truncated:
            break
        trace.append((env.agent_selection, observation, reward))
        env.step(int(observation["action_mask"].argmax()))
    return trace


def gymnasium(variant: Variant, agent: Agent) -> list[Any]:
    env = GymnasiumEnv(variant, opponents=agent, seat=0, mask="info", illegal="raise")
    observation, info = env.reset(seed=1)
    trace: list[Any] = [observation]
    over = False
    while not over and len(trace) < STEPS:
        observation, reward, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))
        trace += [observation, reward]
        over = terminated or truncated
    return trace


def gymnasium_vector(variant: Variant, agent: Agent) -> list[Any]:
    envs = GymnasiumVectorEnv(variant, 2, opponents=agent, seat=1, mask="info", illegal="raise")
    observation, infos = envs.reset(seed=1)
    trace = [observation.copy()]
    for _ in range(STEPS):
        observation, reward, *_, infos = envs.step(infos["action_mask"].argmax(axis=1))
        trace += [observation.copy(), reward.copy()]
    return trace


def stable_baselines3(variant: Variant, agent: Agent) -> list[Any]:
    env = OpponentsVecEnv(variant, 2, seed=1, opponents=agent, seat=1, illegal="raise")
    trace: list[Any] = [env.reset()]
    for _ in range(STEPS):
        observation, reward, *_ = env.step(env.action_masks().argmax(axis=1))
        trace += [observation, reward]
    return trace


def text(variant: Variant, agent: Agent) -> list[Any]:
    env = TextEnv(variant, opponents={1: agent})
    env.reset(seed=1)
    trace: list[Any] = []
    done = False
    while not done and len(trace) < STEPS:
        trace.append(env.get_observation())
        done, _ = env.step("1")
    return trace


def batch(variant: Variant, agent: Agent) -> list[Any]:
    vec = OpponentsVectorEnv(variant, 3, opponents={1: agent}, seed=1)
    vec.reset()
    return [array.copy() for _ in range(STEPS) for array in vec.step(vec.legal.argmax(axis=-1))]


def rows_of_a_batch(variant: Variant, agent: Agent) -> list[Any]:
    vec = OpponentsVectorEnv(variant, 3, opponents={1: agent}, seed=1, rows="asked")
    vec.reset()
    trace: list[Any] = []
    for _ in range(STEPS):
        vec.step(vec.legal[: vec.num_rows].argmax(axis=-1))
        trace += [vec.observation[: vec.num_rows].copy(), vec.reward.copy()]
    return trace


def match(variant: Variant, agent: Agent) -> list[Any]:
    line_up = np.zeros((2, variant.num_seats), dtype=np.int64)
    schedule = Schedule(line_up, np.arange(2, dtype=np.uint64), np.arange(2, dtype=np.uint64))
    result = play_match(variant, [agent], schedule)
    return [result.payoff, result.steps, result.ending]


ENVIRONMENTS = pytest.mark.parametrize(
    "play", [parallel, aec, gymnasium, gymnasium_vector, stable_baselines3, text, batch, rows_of_a_batch, match]
)
Play = Callable[[Variant, Agent], list[Any]]


@GAMES
@ENVIRONMENTS
def test_what_an_agent_writes_changes_nothing(variant: Variant, play: Play) -> None:
    np.testing.assert_equal(play(variant, Scribbler()), play(variant, Honest()))


@GAMES
@ENVIRONMENTS
def test_an_agent_cannot_allow_itself_an_illegal_action(variant: Variant, play: Play) -> None:
    with pytest.raises(IllegalActionError, match="'cheat' played illegally"):
        play(variant, Cheat())
