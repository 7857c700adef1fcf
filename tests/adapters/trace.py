"""Plays whole games with a fixed policy and hashes everything that the environment returns.

`python -m tests.adapters.trace GAME PLAYERS SEED` prints the hash, so that a test can compare processes.
"""

import hashlib
import sys
from typing import Any

import numpy as np

from resonance_env.adapters import factory
from resonance_env.adapters.pettingzoo_aec import PettingZooAEC
from resonance_env.adapters.pettingzoo_parallel import PettingZooParallel
from tests.adapters.games import SPECS


def digest(thing: Any) -> bytes:
    """Returns the SHA-256 of nested dicts, tuples, arrays and numbers, types and shapes included."""
    if isinstance(thing, dict):
        parts = [part for key, value in thing.items() for part in (repr(key).encode(), digest(value))]
    elif isinstance(thing, (list, tuple)):
        parts = [digest(value) for value in thing]
    elif isinstance(thing, np.ndarray):
        parts = [str(thing.dtype).encode(), repr(thing.shape).encode(), thing.tobytes()]
    else:
        parts = [repr(thing).encode()]
    return hashlib.sha256(b"\0".join([type(thing).__name__.encode(), *parts])).digest()


def mask_of(observation: Any, info: dict[str, Any]) -> np.ndarray:
    """Returns the mask, wherever it is."""
    return np.asarray(observation["action_mask"] if isinstance(observation, dict) else info["action_mask"])


def choose(agent: str, observation: Any, info: dict[str, Any]) -> int:
    """Returns a legal action that depends on what the agent sees and on nothing else."""
    vector = observation["observation"] if isinstance(observation, dict) else observation
    number = int.from_bytes(digest((agent, vector))[:4], "little")
    legal = np.flatnonzero(mask_of(observation, info))
    return int(legal[number % len(legal)])


def choose_all(observations: dict[str, Any], infos: dict[str, dict[str, Any]]) -> dict[str, int]:
    """Returns the joint action of that policy."""
    return {agent: choose(agent, observation, infos[agent]) for agent, observation in observations.items()}


def play_out(
    env: PettingZooParallel, observations: dict[str, Any], infos: dict[str, Any]
) -> tuple[list[Any], dict[str, float]]:
    """Plays a parallel game to its end; returns everything that `step` returned, and the sum of the rewards."""
    steps: list[Any] = []
    total = dict.fromkeys(env.possible_agents, 0.0)
    while env.agents:
        steps.append(env.step(choose_all(observations, infos)))
        observations, rewards, _, _, infos = steps[-1]
        total = {agent: total[agent] + reward for agent, reward in rewards.items()}
    return steps, total


def play_out_aec(env: Any) -> tuple[list[Any], dict[str, float]]:
    """Plays an AEC game to its end; returns everything that `last` returned, and the sum of its rewards per agent."""
    steps: list[Any] = []
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        steps.append((agent, *env.last()))
        _, observation, reward, terminated, truncated, info = steps[-1]
        total[agent] += reward
        env.step(None if terminated or truncated else choose(agent, observation, info))
    return steps, total


def trace(game: str, players: int, seed: int, games: int = 3) -> str:
    """Returns the hash of some games, parallel and AEC, each after the first seeded by the one before."""
    parallel = factory.make(PettingZooParallel, SPECS[game], players=players)
    aec = factory.make(PettingZooAEC, SPECS[game], players=players, mask="info", dtype="float32")
    everything: list[Any] = []
    for number in range(games):
        start = parallel.reset(seed=seed if number == 0 else None)
        aec.reset(seed=seed if number == 0 else None)
        everything += [start, parallel.game_seed, parallel.state(), play_out(parallel, *start), play_out_aec(aec)]
    return digest(everything).hex()


if __name__ == "__main__":
    print(trace(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
