"""Self-play with BenchMARL: `python examples/train_benchmarl.py --steps 10_000`. Trains, then plays against random agents.

`GameTask` makes any game a task for all of BenchMARL's algorithms for discrete actions. This example uses IPPO with shared
parameters. BenchMARL reads masks from the task's `action_mask_spec`.
"""

import argparse
import tempfile

import numpy as np
import torch
from benchmarl.algorithms import IppoConfig
from benchmarl.experiment import Experiment, ExperimentConfig
from benchmarl.models.mlp import MlpConfig
from tensordict import TensorDict
from torchrl.envs.utils import ExplorationType, set_exploration_type

from resonance_env import resonance_v0
from resonance_env.adapters.benchmarl import GameTask
from resonance_env.agents.function_agent import FunctionAgent
from resonance_env.agents.loading import load
from resonance_env.eval.match.report import EvalReport, evaluate_agent

STEPS = 512  # joint steps between two updates; each contains a step of every agent


def make_experiment(steps: int, folder: str) -> Experiment:
    """Returns an experiment; without logger, evaluation and checkpoints it needs no other package."""
    config = ExperimentConfig.get_from_yaml()
    config.max_n_iters, config.max_n_frames = None, steps
    config.gamma, config.lr = 1.0, 5e-4
    config.on_policy_collected_frames_per_batch, config.on_policy_n_envs_per_worker = STEPS, 1
    config.on_policy_n_minibatch_iters, config.on_policy_minibatch_size = 4, 256
    config.sampling_device = config.train_device = config.buffer_device = "cpu"
    config.loggers, config.create_json, config.evaluation, config.render = [], False, False, False
    config.save_folder = folder
    model = MlpConfig(num_cells=[256, 128], layer_class=torch.nn.Linear, activation_class=torch.nn.ReLU)
    return Experiment(
        task=GameTask("resonance", {"players": 4}),
        algorithm_config=IppoConfig.get_from_yaml(),
        model_config=model,
        critic_model_config=model,
        seed=0,
        config=config,
    )


def evaluate(experiment: Experiment, games: int) -> EvalReport:
    """Plays the policy in every seat against three random agents, on the same deals."""
    variant = resonance_v0.parallel_env(players=4).variant

    @torch.no_grad()
    def weights(observation: np.ndarray, mask: np.ndarray) -> np.ndarray:
        # The policy takes all seats of a game at once: the rows are arranged by game, and the last game is padded.
        rows = -(-len(mask) // variant.num_seats) * variant.num_seats
        order = np.arange(rows).clip(max=len(mask) - 1)
        seen, legal = (torch.from_numpy(x[order]).unflatten(0, (-1, variant.num_seats)) for x in (observation, mask))
        witches = TensorDict({"observation": seen, "action_mask": legal}, batch_size=seen.shape[:2])
        with set_exploration_type(ExplorationType.RANDOM):
            chosen = experiment.policy(TensorDict({"witch": witches}, batch_size=seen.shape[:1]))["witch", "action"]
        return np.eye(mask.shape[1])[chosen.flatten().numpy()[: len(mask)]]

    return evaluate_agent(variant, FunctionAgent("benchmarl", weights), load("random"), games, seed=1)


def main() -> EvalReport:
    """Trains and returns the score against random agents."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=10_000, help="joint steps of training")
    parser.add_argument("--games", type=int, default=2000, help="number of games of the evaluation")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        experiment = make_experiment(options.steps, folder)
        experiment.run()
        return evaluate(experiment, options.games)


if __name__ == "__main__":
    print(main().summary())
