"""Self-play with Tianshou: `python examples/train_tianshou.py --minutes 5`. Trains, then plays against random agents.

All agents share one DQN, which Tianshou dispatches to by `agent_id`; the mask is `obs.mask`. Two things are special: the agents
act one after the other, so the next observation in the buffer belongs to another agent, and payoffs come at the end of the
game. Therefore the horizon of the return is longer than any game, and returns are never bootstrapped.
"""

import time

import numpy as np
import torch
from command_line import minutes_and_games
from tianshou.algorithm.modelfree.dqn import DQN, DiscreteQLearningPolicy
from tianshou.algorithm.multiagent.marl import MultiAgentOffPolicyAlgorithm
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv
from tianshou.utils.net.common import Net
from tianshou.utils.torch_utils import policy_within_training_step, torch_train_mode

from resonance_env import resonance_v0
from resonance_env.agents.function_agent import FunctionAgent
from resonance_env.agents.loading import load
from resonance_env.eval.match.report import EvalReport, evaluate_agent

NUM_ENVS, STEPS = 4, 512  # games at a time, and decisions between two updates
LONGER_THAN_A_GAME = 500  # decisions
UPDATES, SAMPLES = 8, 256


def make_env() -> PettingZooEnv:
    """Returns the game for Tianshou, as an AEC environment."""
    return PettingZooEnv(resonance_v0.env(players=4, mask="obs", dtype="float32"))


def make_learner(env: PettingZooEnv) -> tuple[Net, MultiAgentOffPolicyAlgorithm]:
    """Returns the network and the algorithm that trains it: one DQN for all agents."""
    network = Net(
        state_shape=env.observation_space["observation"].shape, action_shape=env.action_space.n, hidden_sizes=(256, 128)
    )
    policy = DiscreteQLearningPolicy(model=network, action_space=env.action_space, eps_training=0.2)
    dqn = DQN(policy=policy, optim=AdamOptimizerFactory(lr=5e-4), gamma=1.0, n_step_return_horizon=LONGER_THAN_A_GAME)
    return network, MultiAgentOffPolicyAlgorithm(algorithms=[dqn] * len(env.agents), env=env)


def train(network: Net, algorithm: MultiAgentOffPolicyAlgorithm, seconds: float) -> Net:
    """Trains by self-play for some time and returns the network of action values."""
    end = time.monotonic() + seconds
    envs = DummyVectorEnv([make_env] * NUM_ENVS)
    buffer = VectorReplayBuffer(40_000, NUM_ENVS)
    collector = Collector(algorithm, envs, buffer, exploration_noise=True)
    collector.reset()
    while True:
        with policy_within_training_step(algorithm.policy):
            collector.collect(n_step=STEPS)
            with torch_train_mode(algorithm.policy):
                for _ in range(UPDATES):
                    algorithm.update(buffer=buffer, sample_size=SAMPLES)
        if time.monotonic() > end:
            return network


def evaluate(network: Net, games: int) -> EvalReport:
    """Plays the best action in every seat against three random agents, on the same deals."""

    @torch.no_grad()
    def weights(observation: np.ndarray, mask: np.ndarray) -> np.ndarray:
        values = np.where(mask, network(observation)[0].numpy(), -np.inf)
        return np.eye(mask.shape[1])[values.argmax(axis=1)]

    variant = resonance_v0.parallel_env(players=4).variant
    return evaluate_agent(variant, FunctionAgent("tianshou", weights), load("random"), games, seed=1)


def main() -> EvalReport:
    """Trains and returns the score against random agents."""
    options = minutes_and_games(__doc__)
    torch.manual_seed(0)
    network, algorithm = make_learner(make_env())
    return evaluate(train(network, algorithm, 60 * options.minutes), options.games)


if __name__ == "__main__":
    print(main().summary())
