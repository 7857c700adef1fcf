"""Compares the speed of the Gymnasium environments (greedy opponents) with the parallel and the batched environment.

    python -m bench.gymnasium_speed

Learners choose uniformly among their legal actions. Times are CPU time of one process; compare ratios within one run.
"""

import time
from collections.abc import Callable

import numpy as np

from resonance_env import resonance_v0

SECONDS = 3.0
NUM_ENVS = 256


def draw(masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Returns a random legal action for each row."""
    return np.asarray((rng.random(masks.shape, dtype=np.float32) * masks).argmax(axis=-1))


def rate(step: Callable[[], int]) -> float:
    """Returns the sum of what `step` returns, per second."""
    step()
    start, counted = time.process_time(), 0
    while time.process_time() - start < SECONDS:
        counted += step()
    return counted / (time.process_time() - start)


def parallel() -> Callable[[], int]:
    env, rng = resonance_v0.parallel_env(players=4), np.random.default_rng(0)
    observations, _ = env.reset(seed=1)

    def step() -> int:
        nonlocal observations
        if not env.agents:
            observations, _ = env.reset()
        masks = np.stack([observations[agent]["action_mask"] for agent in env.agents])
        observations, *_ = env.step(dict(zip(env.agents, draw(masks, rng).tolist(), strict=True)))
        return 1

    return step


def single(opponents: str) -> Callable[[], int]:
    env, rng = resonance_v0.gym_env(players=4, opponents=opponents), np.random.default_rng(0)
    env.reset(seed=1)

    def step() -> int:
        _, _, terminated, _, _ = env.step(draw(env.action_masks(), rng))
        if terminated:
            env.reset()
        return 1

    return step


def vector(opponents: str) -> Callable[[], int]:
    envs = resonance_v0.gym_vector_env(NUM_ENVS, players=4, opponents=opponents, autoreset_mode="SameStep")
    rng = np.random.default_rng(0)
    observations, _ = envs.reset(seed=1)

    def step() -> int:
        nonlocal observations
        assert isinstance(observations, dict)
        observations, *_ = envs.step(draw(observations["action_mask"], rng))
        return NUM_ENVS

    return step


def main() -> None:
    rates = {
        "parallel_env": rate(parallel()),
        "gym_env against random": rate(single("random")),
        "gym_env against greedy": rate(single("greedy")),
        f"gym_vector_env of {NUM_ENVS} against random": rate(vector("random")),
        f"gym_vector_env of {NUM_ENVS} against greedy": rate(vector("greedy")),
        f"gym_vector_env of {NUM_ENVS} against planner": rate(vector("planner")),
    }
    for name, steps in rates.items():
        print(f"{name:45} {steps:10,.0f} steps/s   {steps / rates['parallel_env']:7.2f} x parallel_env")


if __name__ == "__main__":
    main()
