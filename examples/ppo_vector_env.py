"""PPO in plain PyTorch on `vector_env`: `python examples/ppo_vector_env.py --minutes 2`. Then plays against random agents.

One network plays all seats of all games. A sample is a decision, not a step: with `rows="asked"` only seats that have to choose
have rows. A reward belongs to the last decision of its seat, which may be many steps ago; `collect` credits it there.
"""

import time

import numpy as np
import torch
from command_line import minutes_and_games
from torch import nn
from torch.distributions import Categorical

from resonance_env import resonance_v0
from resonance_env.agents.function_agent import FunctionAgent
from resonance_env.agents.loading import load
from resonance_env.eval.match.report import EvalReport, evaluate_agent
from resonance_env.play.advantages import advantages
from resonance_env.play.vector_env import VectorEnv

NUM_GAMES, STEPS, EPOCHS, MINIBATCH, CLIP = 128, 64, 3, 2048, 0.2
NO_ROW = -1  # of a slot, a seat of a game, that has not decided in this episode


class Network(nn.Module):
    """Policy and value of observations, float32 `[row, size]` in [0, 1]."""

    def __init__(self, size: int, num_actions: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(size, 256), nn.ReLU(), nn.Linear(256, 128), nn.ReLU())
        self.policy, self.value = nn.Linear(128, num_actions), nn.Linear(128, 1)

    def forward(self, observation: np.ndarray, legal: np.ndarray) -> tuple[Categorical, torch.Tensor]:
        hidden = self.body(torch.from_numpy(observation))
        logits = self.policy(hidden).masked_fill(torch.from_numpy(legal) == 0, -1e9)
        return Categorical(logits=logits), self.value(hidden).squeeze(1)


def no_decisions(vec: VectorEnv) -> np.ndarray:
    """Returns room for the decisions of a rollout: records with one field per column."""
    columns = [("observation", np.int8, vec.observation.shape[1]), ("legal", np.int8, vec.legal.shape[1])]
    columns += [(name, np.int64) for name in ("slot", "action")] + [("is_last", np.bool_)]
    columns += [(name, np.float32) for name in ("log_prob", "value", "reward")]
    return np.zeros(vec.num_games * vec.num_seats * (STEPS + 1), columns)


@torch.no_grad()
def collect(vec: VectorEnv, network: Network, scale: np.ndarray, decisions: np.ndarray, open_row: np.ndarray) -> int:
    """Plays STEPS steps of all games and returns the number of decisions.

    Args:
        vec: the games.
        network: chooses for all seats.
        scale: makes floats in [0, 1] of observations.
        decisions: receives the decisions, behind those that are still open.
        open_row: int64 `[slot]`: row of the slot's last decision in this episode, or NO_ROW.
    """
    count = np.count_nonzero(open_row != NO_ROW)
    for _ in range(STEPS):
        rows = decisions[count : count + vec.num_rows]
        rows["observation"], rows["legal"] = vec.observation[: vec.num_rows], vec.legal[: vec.num_rows]
        policy, rows["value"] = network(rows["observation"] * scale, rows["legal"])
        action = policy.sample()
        rows["action"], rows["log_prob"], rows["reward"], rows["is_last"] = action, policy.log_prob(action), 0.0, False
        rows["slot"] = vec.game[: vec.num_rows] * vec.num_seats + vec.seat[: vec.num_rows]
        open_row[rows["slot"]] = np.arange(count, count + len(rows))
        count += len(rows)
        _, reward, done = vec.step(action.numpy())
        # A step may pay any seat, asked or not. One that has not decided in this episode has no decision to credit.
        decided = np.flatnonzero(open_row != NO_ROW)
        decisions["reward"][open_row[decided]] += reward.reshape(-1)[decided]
        ended = decided[done[decided // vec.num_seats]]
        decisions["is_last"][open_row[ended]] = True  # and no value follows: every game ends by its rules, none is truncated
        open_row[ended] = NO_ROW
    return int(count)


def keep_open(decisions: np.ndarray, open_row: np.ndarray) -> None:
    """Moves the decisions whose outcomes are not known yet to the front, where the next rollout continues."""
    waiting = np.flatnonzero(open_row != NO_ROW)
    decisions[: len(waiting)] = decisions[open_row[waiting]]
    open_row[waiting] = np.arange(len(waiting))


def learn(network: Network, optimizer: torch.optim.Optimizer, scale: np.ndarray, decisions: np.ndarray, num_slots: int) -> None:
    """Improves the network on decisions whose outcomes are known."""
    zeros = np.zeros(len(decisions), np.float32)
    slot, reward, value, is_last = (decisions[name].copy() for name in ("slot", "reward", "value", "is_last"))
    advantage, is_known = advantages(slot, reward, value, zeros, is_last, zeros, num_slots, gamma=1.0, gae_lambda=0.95)
    known, advantage = decisions[is_known], advantage[is_known]
    action, log_prob, target = map(torch.tensor, (known["action"], known["log_prob"], advantage + known["value"]))
    gain = torch.from_numpy((advantage - advantage.mean()) / (advantage.std() + 1e-8))
    for _ in range(EPOCHS):
        for some in torch.randperm(len(known)).split(MINIBATCH):
            policy, values = network(known["observation"][some] * scale, known["legal"][some])
            ratio = (policy.log_prob(action[some]) - log_prob[some]).exp()
            policy_loss = -torch.min(ratio * gain[some], ratio.clamp(1 - CLIP, 1 + CLIP) * gain[some]).mean()
            loss = policy_loss + 0.5 * (values - target[some]).square().mean() - 0.01 * policy.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()


def train(seconds: float) -> tuple[Network, VectorEnv]:
    """Trains for some time by self-play."""
    torch.set_num_threads(1)  # faster for networks of this size
    torch.manual_seed(0)
    vec = resonance_v0.vector_env(NUM_GAMES, players=4, rows="asked")
    vec.reset()
    scale = vec.variant.layout("table").scale
    network, decisions = Network(vec.observation.shape[1], vec.variant.num_actions), no_decisions(vec)
    optimizer = torch.optim.Adam(network.parameters(), lr=1e-3)
    open_row = np.full(NUM_GAMES * vec.num_seats, NO_ROW)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        count = collect(vec, network, scale, decisions, open_row)
        learn(network, optimizer, scale, decisions[:count], len(open_row))
        keep_open(decisions, open_row)
    return network, vec


def main() -> EvalReport:
    """Trains and returns the score against random agents."""
    options = minutes_and_games(__doc__)
    network, vec = train(60 * options.minutes)

    @torch.no_grad()
    def weights(observation: np.ndarray, mask: np.ndarray) -> np.ndarray:
        probabilities: np.ndarray = network(observation, mask)[0].probs.numpy()
        return probabilities

    return evaluate_agent(vec.variant, FunctionAgent("PPO", weights), load("random"), options.games, seed=1)


if __name__ == "__main__":
    print(main().summary())
