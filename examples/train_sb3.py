"""Self-play with Stable-Baselines3: `python examples/train_sb3.py`. Trains a minute or two, then plays against random agents.

For sb3-contrib's MaskablePPO every seat of every game is a separate environment; the rollout buffer keeps only real decisions.
`resonance train` learns the same in less time; this example shows how to use a learner of another library.
"""

import sys

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from resonance_env.adapters.sb3 import DecisionRolloutBuffer, SelfPlayVecEnv
from resonance_env.agents.function_agent import FunctionAgent
from resonance_env.agents.loading import load
from resonance_env.core.spec import Variant
from resonance_env.eval.match.report import EvalReport, evaluate_agent
from resonance_env.games import load_game

SEAT_STEPS = 600_000  # waits included; about 350,000 decisions


def make_learner(variant: Variant, seed: int = 0) -> MaskablePPO:
    """Returns a learner that plays all seats of 64 games."""
    return MaskablePPO(
        "MlpPolicy",
        SelfPlayVecEnv(variant, num_games=64, seed=seed),
        learning_rate=lambda left: 1e-3 * left,
        n_steps=64,
        batch_size=2048,
        n_epochs=4,
        gamma=1.0,
        ent_coef=0.01,
        rollout_buffer_class=DecisionRolloutBuffer,
        policy_kwargs={"net_arch": [256, 256], "activation_fn": torch.nn.ReLU},
        seed=seed,
        device="cpu",
    )


def agent_of(learner: MaskablePPO) -> FunctionAgent:
    """Returns an agent that plays with the policy of a learner, so that it can be evaluated."""

    def weights(observation: np.ndarray, mask: np.ndarray) -> np.ndarray:
        with torch.no_grad():
            distribution = learner.policy.get_distribution(torch.from_numpy(observation), action_masks=mask)
        result: np.ndarray = distribution.distribution.probs.numpy()
        return result

    return FunctionAgent("MaskablePPO", weights)


def main(seat_steps: int = SEAT_STEPS, games: int = 2000) -> EvalReport:
    """Trains and returns the score against random agents."""
    torch.set_num_threads(1)
    variant = load_game("resonance").variant(players=4)
    learner = make_learner(variant)
    learner.learn(seat_steps)
    return evaluate_agent(variant, agent_of(learner), load("random"), games, seed=1)


if __name__ == "__main__":
    print(main(*map(int, sys.argv[1:])).summary())
