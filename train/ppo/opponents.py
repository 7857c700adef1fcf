"""Who else sits at the table: past selves of a pool, fixed agents, and a teacher who looks on.

The games of a batch are cut into three parts, once and for all: the learner plays itself in the first; in the second, past
selves hold some of the seats; in the third, fixed agents do. Which seats these are is drawn for every episode.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping

import numpy as np
import torch

from resonance_env.agents.interface import Agent, Memory
from resonance_env.agents.loading import load_program
from resonance_env.agents.network.guide import Guide
from resonance_env.agents.network.policy_network import PolicyNetwork
from resonance_env.core.errors import OptionError
from resonance_env.core.spec import Variant
from resonance_env.play.vector_env import VectorEnv
from resonance_env.train.ppo.sampling import draw_actions
from resonance_env.train.run.config import TrainConfig


class Opponents:
    """The pool, the fixed agents, and who sits where.

    Attributes:
        is_learner: bool `[game, seat]`: the learner plays it.
        pool: weights of past selves, the oldest first.
        past_self: the network of the one who plays.
        memory: float32 `[game of the pool, seat, memory]`: what she remembers; of width 0 if networks have no memory.
        fixed: the agents.
        teacher: plays nothing, but says what it would do in the learner's place; or None.
        remembering: all agents that may have a memory.
    """

    def __init__(self, config: TrainConfig, variant: Variant, network: PolicyNetwork, guide: Guide | None) -> None:
        """Cuts the batch; `guide` is that of the network, if it has one.

        Raises:
            OptionError: past selves or fixed opponents are left no game, or an opponent is unknown or cannot play this variant.
            CheckpointError: an agent is a damaged checkpoint, or one for something else.
        """
        self._config = config
        self._teams = np.array(variant.teams)
        self._guide = guide
        self.past_self = copy.deepcopy(network).requires_grad_(False)
        self.pool: list[dict[str, torch.Tensor]] = []
        num_pool = round(config.pool_share * config.num_games)
        num_fixed = round(config.opponent_share * config.num_games) if config.opponents else 0
        num_pool = min(num_pool, config.num_games - num_fixed)  # both may have been rounded up
        if config.pool_share and not num_pool:
            raise OptionError(
                f"expected --pool-share x --num-games to leave at least one game to past selves, got "
                f"{config.pool_share} x {config.num_games}"
            )
        if config.opponents and num_fixed < len(config.opponents):
            raise OptionError(
                f"expected --opponent-share x --num-games to be at least one game for each of {len(config.opponents)} "
                f"opponents, got {num_fixed}"
            )
        first_fixed = config.num_games - num_fixed
        self._first_pool = first_fixed - num_pool
        parts = np.array_split(np.arange(first_fixed, config.num_games), max(len(config.opponents), 1))
        self.fixed = [
            FixedOpponent(load_program(name), variant, int(part[0]), len(part))
            for name, part in zip(config.opponents, parts, strict=False)
        ]
        self.teacher = FixedOpponent(load_program(config.teacher), variant, 0, config.num_games) if config.teacher else None
        self.remembering = [*self.fixed, *([self.teacher] if self.teacher else [])]
        self._pool_games = slice(self._first_pool, first_fixed)
        self.memory = np.zeros((num_pool, variant.num_seats, network.memory_width), dtype=np.float32)
        self.is_learner = np.ones((config.num_games, variant.num_seats), dtype=np.bool_)

    def restart(self, games: np.ndarray, rng: np.random.Generator) -> None:
        """Draws who sits where in games (indices) that begin: one side or more is the learner's, and one or more is not."""
        num_teams = int(self._teams.max()) + 1
        for game in games[games >= self._first_pool].tolist():
            order = rng.permutation(num_teams)
            held = 1 if self._config.learner_seats == "one" else rng.integers(1, num_teams)
            self.is_learner[game] = np.isin(self._teams, order[:held])
        in_pool = (games >= self._pool_games.start) & (games < self._pool_games.stop)
        self.memory[games[in_pool] - self._pool_games.start] = 0.0
        for opponent in self.remembering:
            opponent.restart(games)

    def add_past_self(self, network: PolicyNetwork) -> None:
        """Puts the network as it is into the pool."""
        self.pool.append({name: tensor.detach().clone() for name, tensor in network.state_dict().items()})
        del self.pool[: -self._config.pool_size]

    def draw_past_self(self, rng: np.random.Generator) -> None:
        """Draws the past self that plays from now on, and remembers nothing of what another one did in the running games."""
        if self._pool_games.start == self._pool_games.stop:
            return
        self.memory[:] = 0.0
        weights = np.ones(len(self.pool)) if self._config.pool_sampling == "uniform" else np.arange(1.0, len(self.pool) + 1.0)
        self.past_self.load_state_dict(self.pool[rng.choice(len(self.pool), p=weights / weights.sum())])

    def act(self, env: VectorEnv, actions: np.ndarray, rng: np.random.Generator) -> None:
        """Fills in the actions `[game, seat]` of all seats that are asked and not the learner's."""
        asked = env.acting & ~self.is_learner
        place, seat = np.nonzero(asked[self._pool_games])
        if len(place):
            game = place + self._pool_games.start
            observation, legal = env.observation[game, seat], env.legal[game, seat]
            device = self.past_self.input_scale.device
            with torch.inference_mode():
                advice = torch.from_numpy(self._guide.advice(observation, legal)).to(device) if self._guide else None
                memory = torch.from_numpy(self.memory[place, seat]).to(device)
                logits, _, memory = self.past_self(torch.from_numpy(observation).to(device), advice, memory)
            self.memory[place, seat] = memory.cpu().numpy()
            actions[game, seat] = draw_actions(logits.cpu().numpy(), legal, rng.random(len(game)))[0]
        for opponent in self.fixed:
            opponent.act(env, asked, actions, rng)

    def save(self) -> dict[str, np.ndarray]:
        """Returns all that `restore` needs."""
        arrays = {"is_learner": self.is_learner}
        for number, weights in enumerate(self.pool):
            arrays |= {f"pool/{number:04}/{name}": tensor.cpu().numpy() for name, tensor in weights.items()}
        for number, opponent in enumerate(self.remembering):
            if opponent.memory is not None:
                arrays[f"memory/{number}"] = opponent.memory
        return arrays

    def restore(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Goes on where `save` was called."""
        self.is_learner[:] = arrays["is_learner"]
        members: dict[str, dict[str, torch.Tensor]] = {}
        for key in sorted(name for name in arrays if name.startswith("pool/")):
            _, number, name = key.split("/", 2)
            members.setdefault(number, {})[name] = torch.from_numpy(arrays[key].copy())
        self.pool = list(members.values())
        for place, opponent in enumerate(self.remembering):
            if opponent.memory is not None:
                opponent.memory = arrays[f"memory/{place}"].copy()


class FixedOpponent:
    """An agent that chooses for seats of some consecutive games.

    Attributes:
        memory: what the agent remembers, rows `[game * seat]`.
    """

    def __init__(self, agent: Agent, variant: Variant, first: int, num_games: int) -> None:
        agent.bind(variant)
        self._agent = agent
        self._variant = variant
        self._games = slice(first, first + num_games)
        self._shape = (num_games, variant.num_seats)
        self._observation = np.empty((*self._shape, variant.layout(agent.observation).size), dtype=np.int8)
        self.memory: Memory = agent.start(num_games * variant.num_seats)

    def restart(self, games: np.ndarray) -> None:
        """Forgets what happened in games (indices of the batch) that begin anew."""
        if self.memory is None:
            return
        mine = games[(games >= self._games.start) & (games < self._games.stop)] - self._games.start
        fresh = self._agent.start(len(mine) * self._shape[1])
        if fresh is not None:
            self.memory.reshape(*self._shape, *self.memory.shape[1:])[mine] = fresh.reshape(
                len(mine), self._shape[1], *self.memory.shape[1:]
            )

    def act(self, env: VectorEnv, asked: np.ndarray, actions: np.ndarray, rng: np.random.Generator) -> None:
        """Fills in the actions of the seats that are asked (bool `[game, seat]` of the batch) in its games."""
        rows = np.flatnonzero(asked[self._games])
        if not len(rows):
            return
        self._variant.observe(env.games[self._games], self._agent.observation, self._observation)
        observation = self._observation.reshape(-1, self._observation.shape[2])[rows]
        legal = env.legal[self._games].reshape(-1, env.legal.shape[2])[rows]
        memory = None if self.memory is None else self.memory[rows]
        chosen, memory = self._agent.act(observation, legal, memory, rng)
        if self.memory is not None and memory is not None:
            self.memory[rows] = memory
        game, seat = np.divmod(rows, self._shape[1])
        actions[self._games.start + game, seat] = chosen
