"""A pool of past selves: copies of the policy, of which one at a time plays some seats of some games."""

import copy
from collections.abc import Mapping

import numpy as np
import torch

from resonance_env.agents.network.guide import Guide
from resonance_env.agents.network.policy_network import PolicyNetwork
from resonance_env.agents.sampling import draw_actions
from resonance_env.play.vector_env import VectorEnv
from resonance_env.train.config import TrainConfig
from resonance_env.train.ppo.rollout_part import RolloutPart


class PastSelves(RolloutPart):
    """The pool, and the past self that plays in this rollout.

    Attributes:
        pool: weights of past selves, the oldest first.
        playing: the network of the past self that plays.
        memory: float32 `[game of the pool, seat, memory]`: its memory; of width 0 if networks have no memory.
    """

    def __init__(self, config: TrainConfig, games: slice, num_seats: int, network: PolicyNetwork, guide: Guide | None) -> None:
        """Starts with an empty pool.

        Args:
            config: configuration of the run.
            games: the games in which past selves play.
            num_seats: number of seats.
            network: the policy.
            guide: guide of the network, if it has one.
        """
        self._config = config
        self._games = games
        self._guide = guide
        self.playing = copy.deepcopy(network).requires_grad_(False)
        self.pool: list[dict[str, torch.Tensor]] = []
        self.memory = np.zeros((games.stop - games.start, num_seats, network.memory_width), dtype=np.float32)

    def begin_rollout(self, network: PolicyNetwork, updates: int, progress_remaining: float, rng: np.random.Generator) -> None:
        """Adds the policy to the pool every `pool_every` updates, and draws the past self that plays.

        Its memory of games in progress starts empty.
        """
        if updates % self._config.pool_every == 0:
            self.pool.append({name: tensor.detach().clone() for name, tensor in network.state_dict().items()})
            del self.pool[: -self._config.pool_size]
        self.memory[:] = 0.0
        weights = np.ones(len(self.pool)) if self._config.pool_sampling == "uniform" else np.arange(1.0, len(self.pool) + 1.0)
        self.playing.load_state_dict(self.pool[rng.choice(len(self.pool), p=weights / weights.sum())])

    def begin_games(self, env: VectorEnv, games: np.ndarray, is_learner: np.ndarray) -> None:
        in_pool = games[(games >= self._games.start) & (games < self._games.stop)]
        self.memory[in_pool - self._games.start] = 0.0

    def act(self, env: VectorEnv, asked: np.ndarray, actions: np.ndarray, rng: np.random.Generator) -> None:
        which = np.flatnonzero(asked[self._games].any(axis=1))
        if not len(which):
            return
        positions = env.games[which + self._games.start]
        at, seat = np.nonzero(asked[which + self._games.start])
        place, game = which[at], which[at] + self._games.start
        observation = env.variant.observe(positions, self._config.observation)[at, seat]
        legal = env.variant.legal(positions)[at, seat]
        device = self.playing.input_scale.device
        with torch.inference_mode():
            advice = torch.from_numpy(self._guide.advice(observation, legal)).to(device) if self._guide else None
            memory = torch.from_numpy(self.memory[place, seat]).to(device)
            logits, _, memory = self.playing(torch.from_numpy(observation).to(device), advice, memory)
        self.memory[place, seat] = memory.cpu().numpy()
        actions[game, seat] = draw_actions(logits.cpu().numpy(), legal, rng.random(len(game)))[0]

    def save(self) -> dict[str, np.ndarray]:
        return {
            f"pool/{number:04}/{name}": tensor.cpu().numpy()
            for number, weights in enumerate(self.pool)
            for name, tensor in weights.items()
        }

    def restore(self, arrays: Mapping[str, np.ndarray]) -> None:
        members: dict[str, dict[str, torch.Tensor]] = {}
        for key in sorted(arrays):
            _, number, name = key.split("/", 2)
            members.setdefault(number, {})[name] = torch.from_numpy(arrays[key].copy())
        self.pool = list(members.values())
