"""A policy with memory, trained with sb3-contrib's RecurrentPPO: `python examples/train_recurrent_ppo.py --minutes 5`.

One agent learns against three random agents; each game is an environment of a native `VecEnv`. RecurrentPPO does not support
masks: the environment replaces an illegal action by the lowest legal one and counts it. So it learns much more slowly than
MaskablePPO (`train_sb3.py`). `--shaping` adds a reward for validated levels.
"""

import argparse
import time
import warnings

import numpy as np
from sb3_contrib import RecurrentPPO
from stable_baselines3.common.callbacks import BaseCallback

from resonance_env.adapters.sb3_opponents import OpponentsVecEnv
from resonance_env.core.spec import Variant
from resonance_env.eval.statistics import Estimate, bootstrap
from resonance_env.games import load_game


class Clock(BaseCallback):
    """Stops training after some time."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self._end = time.monotonic() + seconds

    def _on_step(self) -> bool:
        return time.monotonic() < self._end


def make_env(variant: Variant, seed: int, shaping: float = 0.0) -> OpponentsVecEnv:
    """Returns 16 games against random agents; a warning reports that illegal actions are replaced."""
    return OpponentsVecEnv(variant, num_games=16, seed=seed, opponents="random", illegal="replace", shaping=shaping)


def train(env: OpponentsVecEnv, seconds: float) -> RecurrentPPO:
    """Trains for some time and returns the learner."""
    learner = RecurrentPPO("MlpLstmPolicy", env, n_steps=64, batch_size=256, gamma=1.0, ent_coef=0.01, seed=0, device="cpu")
    return learner.learn(10**9, callback=Clock(seconds))


def evaluate(learner: RecurrentPPO, env: OpponentsVecEnv, games: int) -> Estimate:
    """Plays new games against random agents, the seat drawn for each, and returns the score: wins and shares of draws."""
    observation, state, starts = env.reset(), None, np.ones(env.num_envs, np.bool_)
    scores: list[float] = []
    while len(scores) < games:
        actions, state = learner.predict(observation, state=state, episode_start=starts)
        observation, rewards, starts, _ = env.step(actions)
        scores += [1.0 if reward > 0 else env.variant.fair_score if reward == 0 else 0.0 for reward in rewards[starts]]
    return bootstrap(np.array(scores), seed=0)


def main() -> Estimate:
    """Trains, prints the score against random agents and returns it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=5.0, help="minutes of training")
    parser.add_argument("--games", type=int, default=2000, help="number of games of the evaluation")
    parser.add_argument("--shaping", type=float, default=0.0, help="weight of the reward for levels in training")
    options = parser.parse_args()
    warnings.filterwarnings("ignore", ".*is not legal now")
    variant = load_game("resonance").variant(players=4)
    learner = train(make_env(variant, seed=0, shaping=options.shaping), 60 * options.minutes)
    mean, low, high = evaluate(learner, make_env(variant, seed=10**6), options.games)
    fair = variant.fair_score
    print(f"score against three random agents {mean:.3f} ({low:.3f} to {high:.3f}); equal players score {fair:.3f}")
    return Estimate(mean, low, high)


if __name__ == "__main__":
    main()
