"""Self-play with TorchRL: `python examples/train_torchrl.py --minutes 5`. Trains, then plays against random agents.

All agents share one network, which TorchRL's PPO trains on the decisions of each of them. The wrapper puts the mask beside the
observation of the group "witch", as `action_mask`; `MaskedCategorical` never samples an illegal action.
"""

import time
import warnings

import numpy as np
import torch
from command_line import minutes_and_games
from tensordict import TensorDict
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import PettingZooWrapper
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

from resonance_env import resonance_v0
from resonance_env.agents.function_agent import FunctionAgent
from resonance_env.agents.loading import load
from resonance_env.eval.match.report import EvalReport, evaluate_agent

STEPS = 512  # joint steps between two updates; each contains a step of every agent
EPOCHS, MINIBATCH = 4, 512

OBSERVATION, MASK, LOG_PROB = ("witch", "observation"), ("witch", "action_mask"), ("witch", "log_prob")
ASKED = ("witch", "info", "asked")  # 1 if the agent has a decision to make


def make_env(seed: int = 0) -> PettingZooWrapper:
    """Returns the game for TorchRL: flat floats, and the mask in the infos, where the wrapper finds it."""
    env = resonance_v0.parallel_env(players=4, mask="info", dtype="float32")
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "PettingZoo in TorchRL is tested using version")
        return PettingZooWrapper(env, seed=seed)


def make_network(inputs: int, outputs: int) -> nn.Sequential:
    """Returns a small network."""
    return nn.Sequential(nn.Linear(inputs, 256), nn.ReLU(), nn.Linear(256, 128), nn.ReLU(), nn.Linear(128, outputs))


def train(env: PettingZooWrapper, seconds: float) -> nn.Module:
    """Trains by self-play for some time and returns the network of logits."""
    size, num_actions = env.observation_spec[OBSERVATION].shape[-1], env.observation_spec[MASK].shape[-1]
    network = make_network(size, num_actions)
    policy = ProbabilisticActor(
        TensorDictModule(network, [OBSERVATION], [("witch", "logits")]),
        in_keys={"logits": ("witch", "logits"), "mask": MASK},
        out_keys=[env.action_key],
        spec=env.full_action_spec[env.action_key],
        distribution_class=MaskedCategorical,
        return_log_prob=True,
        log_prob_key=LOG_PROB,
    )
    critic = ValueOperator(make_network(size, 1), in_keys=[OBSERVATION], out_keys=[("witch", "state_value")])
    keys = {name: ("witch", name) for name in ("reward", "done", "terminated", "advantage", "value_target")}
    gae = GAE(gamma=1.0, lmbda=0.95, value_network=critic)
    gae.set_keys(value=("witch", "state_value"), **keys)
    loss = ClipPPOLoss(policy, critic, clip_epsilon=0.2, entropy_coeff=0.01, normalize_advantage=True)
    loss.set_keys(value=("witch", "state_value"), action=env.action_key, sample_log_prob=LOG_PROB, **keys)
    optimizer = torch.optim.Adam(loss.parameters(), lr=5e-4)

    end = time.monotonic() + seconds
    collector = Collector(env, policy, frames_per_batch=STEPS, total_frames=-1, auto_register_policy_transforms=False)
    for batch in collector:
        with torch.no_grad():
            gae(batch)
        # From here on every decision of an agent is a separate sample; an agent that waits has nothing to learn.
        choices = batch["witch"][batch[ASKED] > 0]
        for _ in range(EPOCHS):
            for rows in torch.randperm(len(choices)).split(MINIBATCH):
                losses = loss(TensorDict({"witch": choices[rows]}, batch_size=[len(rows)]))
                optimizer.zero_grad()
                (losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]).backward()
                nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
                optimizer.step()
        if time.monotonic() > end:
            break
    collector.shutdown()
    return network


def evaluate(network: nn.Module, games: int) -> EvalReport:
    """Plays the network in every seat against three random agents, on the same deals."""

    @torch.no_grad()
    def weights(observation: np.ndarray, mask: np.ndarray) -> np.ndarray:
        return MaskedCategorical(network(torch.from_numpy(observation)), mask=torch.from_numpy(mask)).probs.numpy()

    variant = resonance_v0.parallel_env(players=4).variant
    return evaluate_agent(variant, FunctionAgent("torchrl", weights), load("random"), games, seed=1)


def main() -> EvalReport:
    """Trains and returns the score against random agents."""
    options = minutes_and_games(__doc__)
    torch.set_num_threads(1)  # faster for networks of this size
    torch.manual_seed(0)
    return evaluate(train(make_env(), 60 * options.minutes), options.games)


if __name__ == "__main__":
    print(main().summary())
