"""The game in PufferLib's form: `python examples/pufferlib_env.py`. Makes the environment and plays a game in it.

PufferLib's emulation packs observations of any shape into one flat array for each witch. Its policies know no masks: with the
mask in the observation (`mask="obs"`) a policy of your own unpacks both (`pufferlib.pytorch.nativize_tensor`) and masks its
logits; without that the environment replaces illegal actions and counts them.
"""

from __future__ import annotations

import argparse

import numpy as np
from pufferlib.emulation import PettingZooPufferEnv

from resonance_env import resonance_v0


def make_env(seed: int = 0, buf: object | None = None) -> PettingZooPufferEnv:
    """Returns the game for PufferLib; `pufferlib.vector.make(make_env, num_envs=...)` makes many."""
    game = resonance_v0.parallel_env(players=4, mask="obs", dtype="float32")
    return PettingZooPufferEnv(env=game, buf=buf, seed=seed)


def main() -> int:
    """Plays one game with random legal actions and returns its number of steps."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    env = make_env()
    observations, _ = env.reset(seed=1)
    rng = np.random.default_rng(1)
    steps = 0
    while not env.done:
        masks = {agent: seen.view(env.obs_dtype)["action_mask"].reshape(-1) for agent, seen in observations.items()}
        actions = {agent: rng.choice(np.flatnonzero(mask)) for agent, mask in masks.items()}
        observations, *_ = env.step(actions)
        steps += 1
    print(f"the game was over after {steps} steps")
    return steps


if __name__ == "__main__":
    main()
