"""Self-play with RLlib: `python examples/train_rllib.py --minutes 5`. Trains, then plays against random agents.

All agents share one policy, RLlib's action-masking module for PPO. `RLlibEnv` is `ParallelPettingZooEnv` with the keys that
this module expects: `observations` and `action_mask`.
"""

import time

import numpy as np
import torch
from command_line import minutes_and_games
from ray.rllib.algorithms.ppo import PPO, PPOConfig
from ray.rllib.core.rl_module import RLModule
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

from resonance_env import resonance_v0
from resonance_env.adapters.rllib import RLlibEnv
from resonance_env.agents.function_agent import FunctionAgent
from resonance_env.agents.loading import load
from resonance_env.eval.match.report import EvalReport, evaluate_agent


def make_env(config: dict[str, object] | None = None) -> RLlibEnv:
    """Returns the game for RLlib."""
    return RLlibEnv(resonance_v0.parallel_env(players=4, mask="obs", dtype="float32"))


def make_learner(steps: int = 1024) -> PPO:
    """Returns PPO in this process; `steps` is the number of environment steps between two updates."""
    register_env("resonance", make_env)
    module = RLModuleSpec(
        module_class=ActionMaskingTorchRLModule,
        model_config={"fcnet_hiddens": [256, 128], "fcnet_activation": "relu", "vf_share_layers": False},
    )
    config = (
        PPOConfig()
        .environment("resonance", disable_env_checking=True)
        .env_runners(num_env_runners=0, rollout_fragment_length=steps, batch_mode="truncate_episodes")
        .learners(num_learners=0)
        .multi_agent(policies={"witch"}, policy_mapping_fn=lambda agent, *args, **options: "witch")
        .rl_module(rl_module_spec=module)
        .training(gamma=1.0, lr=5e-4, entropy_coeff=0.01, grad_clip=0.5)
        .training(train_batch_size_per_learner=steps, minibatch_size=min(512, steps), num_epochs=4)
        .debugging(seed=0)
    )
    return config.build_algo()


def train(learner: PPO, seconds: float) -> RLModule:
    """Trains by self-play for some time, stops the learner and returns the policy."""
    end = time.monotonic() + seconds
    while True:
        learner.train()
        if time.monotonic() > end:
            module = learner.get_module("witch")
            learner.stop()
            return module


def evaluate(module: RLModule, games: int) -> EvalReport:
    """Plays the policy in every seat against three random agents, on the same deals."""

    @torch.no_grad()
    def weights(observation: np.ndarray, mask: np.ndarray) -> np.ndarray:
        seen = {"observations": torch.from_numpy(observation), "action_mask": torch.from_numpy(mask.astype(np.float32))}
        return module.forward_inference({"obs": seen})["action_dist_inputs"].softmax(dim=-1).numpy()

    variant = resonance_v0.parallel_env(players=4).variant
    return evaluate_agent(variant, FunctionAgent("rllib", weights), load("random"), games, seed=1)


def main() -> EvalReport:
    """Trains and returns the score against random agents."""
    options = minutes_and_games(__doc__)
    return evaluate(train(make_learner(), 60 * options.minutes), options.games)


if __name__ == "__main__":
    print(main().summary())
