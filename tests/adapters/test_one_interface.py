"""All environments agree on a game: which seats are asked, all rewards, and whether it terminated or was truncated.

Games are repeated by hand on the variant, with an agent that always takes the last legal action.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import pytest

from resonance_env.adapters.sb3 import SelfPlayVecEnv
from resonance_env.adapters.text import TextEnv
from resonance_env.agents.interface import Agent, Memory, RandomSource
from resonance_env.core.chance import episode_seed
from resonance_env.core.spec import Variant
from resonance_env.play.vector_env import VectorEnv
from tests.adapters.environments import GymnasiumEnv, PettingZooAEC, PettingZooParallel
from tests.adapters.games import SPECS

SEED = 3
LEARNER = 1


class LastLegal(Agent):
    """Always takes the last legal action."""

    name = "last"
    deterministic = True

    def act(self, observation: np.ndarray, legal: np.ndarray, memory: Memory, rng: RandomSource) -> tuple[np.ndarray, Memory]:
        return last(legal), memory


def last(legal: np.ndarray) -> np.ndarray:
    """Returns the last legal action of masks `[..., action]`."""
    return np.asarray(legal.shape[-1] - 1 - (legal[..., ::-1] != 0).argmax(axis=-1))


@dataclass
class Told:
    """What an environment reports of an episode.

    Attributes:
        asked: the seats that are asked, in each step or one after the other.
        paid: rewards of each seat, in each step or in all.
        ending: whether it is terminated, and whether it is truncated.
    """

    asked: list[list[int]] = field(default_factory=list)
    paid: list[list[float]] = field(default_factory=list)
    ending: tuple[bool, bool] = (False, False)

    @property
    def total(self) -> list[float]:
        return np.sum(self.paid, axis=0).tolist()  # type: ignore[no-any-return]

    @property
    def all_asked(self) -> list[int]:
        return [seat for seats in self.asked for seat in seats]


def by_hand(variant: Variant, seed: int) -> Told:
    """Plays the game of a seed with all seats."""
    told, games = Told(), variant.start([seed])
    while not any(told.ending):
        told.asked.append(np.flatnonzero(variant.acting(games)[0]).tolist())
        variant.step(games, last(variant.legal(games)))
        told.paid.append(variant.reward(games)[0].tolist())
        is_over = bool(variant.done(games)[0])
        told.ending = (is_over, not is_over and len(told.paid) == variant.spec.max_cycles)
    assert np.sum(told.paid, axis=0) == pytest.approx(variant.payoff(games)[0])
    return told


def parallel(variant: Variant) -> Told:
    env, told = PettingZooParallel(variant), Told()
    seen, infos = env.reset(seed=SEED)
    while env.agents:
        told.asked.append([seat for seat, info in enumerate(infos.values()) if info["asked"]])
        masks = {agent: observation["action_mask"] for agent, observation in seen.items()}
        seen, rewards, over, cut, infos = env.step({agent: int(last(mask)) for agent, mask in masks.items()})
        told.paid.append(list(rewards.values()))
        told.ending = (all(over.values()), all(cut.values()))
        assert (any(over.values()), any(cut.values())) == told.ending
    return told


def aec(variant: Variant) -> Told:
    env, told = PettingZooAEC(variant), Told(paid=[[0.0] * variant.num_seats])
    env.reset(seed=SEED)
    for agent in env.agent_iter():
        seat = env.possible_agents.index(agent)
        observation, reward, over, cut, _ = env.last()
        told.paid[0][seat] += reward
        if over or cut:
            told.ending = (over, cut)
            env.step(None)
        else:
            told.asked.append([seat])
            env.step(int(last(np.asarray(observation["action_mask"]))))
    return told


def vector(variant: Variant) -> Told:
    env, told = VectorEnv(variant, 2, seed=SEED), Told()
    env.reset()
    while not any(told.ending):
        told.asked.append(np.flatnonzero(env.acting[1]).tolist())
        env.step(last(env.legal))
        told.paid.append(env.reward[1].tolist())
        told.ending = (bool(env.terminated[1]), bool(env.truncated[1]))
        assert env.done[1] == any(told.ending)
    return told


def sb3(variant: Variant) -> Told:
    env, told = SelfPlayVecEnv(variant, 2, seed=SEED), Told()
    env.reset()
    slots = slice(variant.num_seats, None)
    while not any(told.ending):
        masks = env.action_masks()
        told.asked.append(np.flatnonzero(masks[slots].any(axis=1)).tolist())
        _, rewards, dones, infos = env.step(np.where(masks.any(axis=1), last(masks), 0))
        told.paid.append(rewards[slots].tolist())
        if dones[slots].all():
            cut = infos[-1]["TimeLimit.truncated"]
            told.ending = (not cut, cut)
            assert infos[-1]["episode"]["r"] == pytest.approx(np.sum(told.paid, axis=0)[-1])
    return told


def text(variant: Variant) -> Told:
    env, told = TextEnv(variant), Told()
    env.reset(seed=SEED)
    over = False
    while not over:
        seat, observation = env.get_observation()
        numbers = [line.split()[0] for line in observation.splitlines() if line[:4].strip().isdecimal() and line[4:6] == "  "]
        told.asked.append([seat])
        over, _ = env.step(f"[{numbers[-1]}]")
    rewards, infos = env.close()
    told.paid = [list(rewards.values())]
    told.ending = (infos[0]["terminated"], infos[0]["truncated"])
    return told


ADAPTERS: dict[str, tuple[Callable[[Variant], Told], int]] = {
    "parallel": (parallel, SEED),
    "aec": (aec, SEED),
    "vector": (vector, episode_seed(SEED, 1, 0)),
    "sb3": (sb3, episode_seed(SEED, 1, 0)),
    "text": (text, SEED),
}


@pytest.mark.parametrize("adapter", ADAPTERS)
@pytest.mark.parametrize("name", SPECS)
def test_all_seats(name: str, adapter: str) -> None:
    variant = SPECS[name].variant(max(players for players in SPECS[name].players if players <= 4))
    play, seed = ADAPTERS[adapter]
    told, expected = play(variant), by_hand(variant, seed)
    assert told.ending == expected.ending == (variant.spec.max_cycles is None, variant.spec.max_cycles is not None)
    assert told.all_asked == expected.all_asked
    assert told.total == pytest.approx(expected.total, abs=1e-6)
    if len(told.paid) > 1:
        assert told.paid == expected.paid


@pytest.mark.parametrize("max_cycles", [None, 2, 5])
@pytest.mark.parametrize("name", SPECS)
def test_one_seat(name: str, max_cycles: int | None) -> None:
    variant = SPECS[name].variant(3)
    env = GymnasiumEnv(variant, opponents=LastLegal(), seat=LEARNER, max_cycles=max_cycles, mask="info")
    bound = variant.spec.max_cycles if max_cycles is None else max_cycles
    games = variant.start([SEED])
    _, info = env.reset(seed=SEED)
    total, steps, over, cut = 0.0, 0, False, False
    while not (over or cut):
        _, reward, over, cut, info = env.step(int(last(info["action_mask"])))
        total += reward
        steps += 1
    decisions = 0
    while not variant.done(games)[0]:
        is_asked = variant.acting(games)[0, LEARNER]
        if is_asked and decisions == bound:
            break
        decisions += is_asked
        variant.step(games, last(variant.legal(games)))
    is_over = bool(variant.done(games)[0])
    assert (steps, over, cut) == (decisions, is_over, not is_over)
    assert total == pytest.approx(variant.payoff(games)[0, LEARNER], abs=1e-6)


def test_small_games_pay_before_the_last_step_where_they_say_so() -> None:
    for name, spec in SPECS.items():
        paid = [step for seed in range(5) for step in by_hand(spec.variant(), seed).paid[:-1]]
        assert np.any(paid) == (spec.reward_model == "rewards"), name


def test_a_seat_with_one_legal_action_is_asked_and_others_wait_long() -> None:
    told = by_hand(SPECS["raids"].variant(2), SEED)
    assert len(told.asked) == 40
    assert all(len(seats) == 1 for seats in told.asked)
    variant = SPECS["raids"].variant(2, sleep=100)
    env = PettingZooAEC(variant)
    env.reset(seed=SEED)
    only = 0
    while not any(env.truncations.values()):
        mask = env.last()[0]["action_mask"]
        only += int(mask.sum() == 1)
        env.step(int(np.flatnonzero(mask)[0]))  # enchants whenever it may
    assert only > 0
