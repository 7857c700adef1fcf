"""What agents are given tells nothing about the deal: their random numbers are one-way, and unseeded games have large seeds."""

import hashlib
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
import pytest

from resonance_env.adapters.text import TextEnv
from resonance_env.agents.interface import Agent, Memory, RandomSource
from resonance_env.agents.random_agent import RandomAgent
from resonance_env.agents.sampling import KeyedRandom, one_way_keys
from resonance_env.core.chance import secret_seed
from resonance_env.play.vector_opponents import OpponentsVectorEnv
from tests.adapters.environments import GymnasiumEnv, GymnasiumVectorEnv, PettingZooAEC, PettingZooParallel
from tests.adapters.games import SPECS

SEED = 777777
SEAT = 1  # of the listener
VARIANT = SPECS["resonance"].variant(3)


class Listener(Agent):
    """Plays the first legal action, and keeps the first random number that it is given."""

    name = "listener"

    def __init__(self) -> None:
        self.first: float | None = None

    def act(self, observation: np.ndarray, legal: np.ndarray, memory: Memory, rng: RandomSource) -> tuple[np.ndarray, Memory]:
        if self.first is None:
            self.first = float(rng.random(len(legal))[0])
        return legal.argmax(axis=1), memory


def parallel(agent: Listener, seed: int | None) -> Any:
    env = PettingZooParallel(VARIANT, opponents={SEAT: agent})
    env.reset(seed=seed)
    while agent.first is None:
        env.step(dict.fromkeys(env.agents, 0))
    return env.game_seed


def aec(agent: Listener, seed: int | None) -> Any:
    env = PettingZooAEC(VARIANT, opponents={SEAT: agent})
    env.reset(seed=seed)
    while agent.first is None:
        env.step(0)
    return env.game_seed


def one_seat(agent: Listener, seed: int | None) -> Any:
    env = GymnasiumEnv(VARIANT, opponents=[agent, RandomAgent()], seat=0)
    env.reset(seed=seed)
    while agent.first is None:
        env.step(0)
    return env.game_seed


def many(agent: Listener, seed: int | None) -> Any:
    envs = GymnasiumVectorEnv(VARIANT, 1, opponents=[agent, RandomAgent()], seat=0)
    envs.reset(seed=seed)
    found = envs._games.game_seeds[0]
    while agent.first is None:
        envs.step(np.zeros(1, np.int64))
    return found


def text(agent: Listener, seed: int | None) -> Any:
    env = TextEnv(VARIANT, opponents={SEAT: agent}, max_tries=1)
    env.reset(seed=seed)
    while agent.first is None:
        env.step("the first one")
    return env.game_seed


Play: TypeAlias = Callable[[Listener, int | None], Any]
ENVIRONMENTS: list[Play] = [parallel, aec, one_seat, many, text]


@pytest.mark.filterwarnings("ignore:.*is not legal now")
@pytest.mark.parametrize("play", ENVIRONMENTS, ids=lambda play: play.__name__)
def test_agents_draw_from_a_one_way_function_of_the_seed(play: Play) -> None:
    """The word of BLAKE2b is computed here again; the deal is drawn with the seed itself as the key of its draws."""
    agent = Listener()
    assert play(agent, SEED) == SEED
    digest = hashlib.blake2b(SEED.to_bytes(8, "little"), salt=b"\0", person=b"agents' keys").digest()
    key = np.frombuffer(digest, "<u8")[SEAT : SEAT + 1].astype(np.uint64)
    assert agent.first == KeyedRandom(key, np.zeros(1)).random(1)[0]


def test_agents_of_batches_draw_from_the_same_function() -> None:
    agent = Listener()
    vec = OpponentsVectorEnv(VARIANT, 1, seed=SEED, opponents={SEAT: agent})
    vec.reset()
    key = one_way_keys(vec.seeds, 3)[0, SEAT : SEAT + 1]
    while agent.first is None:
        vec.step(vec.legal.argmax(axis=-1))
    assert agent.first == KeyedRandom(key, np.zeros(1)).random(1)[0]


@pytest.mark.filterwarnings("ignore:.*is not legal now")
@pytest.mark.parametrize("play", ENVIRONMENTS, ids=lambda play: play.__name__)
def test_games_without_a_seed_have_seeds_that_cannot_be_searched(play: Play) -> None:
    seeds = [play(Listener(), None) for _ in range(6)]
    assert len(set(seeds)) == len(seeds)
    assert min(seeds) > 2**48
    assert max(seeds) > 2**58


def test_secret_seeds_are_large_and_new() -> None:
    seeds = [secret_seed() for _ in range(50)]
    assert len(set(seeds)) == len(seeds)
    assert 2**58 < max(seeds) < 2**63


def test_one_way_keys_are_words_of_their_own() -> None:
    seeds = np.arange(300, dtype=np.uint64)
    keys = one_way_keys(seeds, 19)
    assert keys.shape == (300, 19)
    assert len(np.unique(keys)) == keys.size
    np.testing.assert_array_equal(one_way_keys(seeds[7:9], 3), keys[7:9, :3])
    shares = np.unpackbits(keys.view(np.uint8)).mean()
    assert abs(shares - 0.5) < 5 * 0.5 / np.sqrt(keys.size * 64)
    assert one_way_keys(seeds[:0], 4).shape == (0, 4)
