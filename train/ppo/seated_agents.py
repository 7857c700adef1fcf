"""Agents that do not learn: the learner's opponents, or partners in a cooperative game, and a teacher that labels decisions."""

from collections.abc import Mapping, Sequence

import numpy as np

from resonance_env.agents.interface import Agent
from resonance_env.agents.sampling import keys_of_rows
from resonance_env.core.chance import episode_seed
from resonance_env.core.spec import Variant
from resonance_env.play.seating import NOBODY, Seating
from resonance_env.play.vector_env import VectorEnv
from resonance_env.train.config import TrainConfig
from resonance_env.train.ppo.rollout_buffer import NOT_TAUGHT
from resonance_env.train.ppo.rollout_part import Columns, RolloutPart, SeatRows
from resonance_env.train.ppo.schedules import Schedule


class SeatedAgents(RolloutPart):
    """Agents at seats of some consecutive games, asked by a `Seating`.

    Their randomness depends on the run's seed, the game and the episode, not on the learner's.

    Attributes:
        seating: seats and memories of the agents.
    """

    def __init__(self, agents: Sequence[Agent], variant: Variant, games: slice, seed: int) -> None:
        """Binds the agents.

        Args:
            agents: they share the games evenly.
            variant: the game.
            games: the games of the batch.
            seed: seed of the run.

        Raises:
            OptionError: an agent cannot play this variant.
            CheckpointError: an agent was made for something else.
        """
        self._variant = variant
        self._games = games
        self._seed = seed
        count = games.stop - games.start
        self.seating = Seating(variant, agents, count)
        parts = np.array_split(np.arange(count), len(agents))
        self._agent_of = np.repeat(np.arange(len(agents)), [len(part) for part in parts])  # [game of the part]

    def holds(self, is_learner: np.ndarray) -> np.ndarray:
        """Returns the seats (bool `[game, seat]`, given those of the learner) for which the agents are asked."""
        return ~is_learner

    def begin_games(self, env: VectorEnv, games: np.ndarray, is_learner: np.ndarray) -> None:
        games = games[(games >= self._games.start) & (games < self._games.stop)]
        if not len(games):
            return
        which = games - self._games.start
        line_up = np.where(self.holds(is_learner[games]), self._agent_of[which, None], NOBODY)
        episodes = zip(games.tolist(), env.episodes[games].tolist(), strict=True)
        seeds = np.array([episode_seed(self._seed, game, episode) for game, episode in episodes], dtype=np.uint64)
        self.seating.begin(which, line_up, keys_of_rows(seeds, self._variant.num_seats))

    def choose(self, positions: np.ndarray, asked: np.ndarray, out: np.ndarray) -> None:
        """Writes the actions of the agents.

        Args:
            positions: records `[game]` of the batch.
            asked: bool `[game, seat]` of the batch.
            out: integers `[game, seat]` of the batch; other entries stay as they are.

        Raises:
            IllegalActionError: an agent chose an action that is not legal.
        """
        which = np.flatnonzero(asked[self._games].any(axis=1))
        if not len(which):
            return
        at = which + self._games.start
        games, chosen = positions[at], out[at]
        seen = {kind: self._variant.observe(games, kind) for kind in self.seating.observations}
        self.seating.choose(which, games, asked[at], self._variant.legal(games), seen, chosen)
        out[at] = chosen

    def save(self) -> dict[str, np.ndarray]:
        saved = self.seating.save()
        memories = {f"memory/{index}": memory for index, memory in enumerate(saved["memories"]) if memory is not None}
        return {name: saved[name] for name in ("line_up", "keys", "decisions")} | memories

    def restore(self, arrays: Mapping[str, np.ndarray]) -> None:
        memories = [arrays.get(f"memory/{index}") for index in range(len(self.seating.agents))]
        self.seating.restore({**arrays, "memories": memories})


class FixedOpponents(SeatedAgents):
    """Agents that play the other seats."""

    def act(self, env: VectorEnv, asked: np.ndarray, actions: np.ndarray, rng: np.random.Generator) -> None:
        self.choose(env.games, asked, actions)


class Teacher(SeatedAgents):
    """An agent that labels the learner's decisions but does not play."""

    def __init__(self, agent: Agent, variant: Variant, config: TrainConfig, weight: Schedule) -> None:
        """Binds the agent; it is not asked while `weight` is 0.

        Raises:
            OptionError: the agent cannot play this variant.
            CheckpointError: it was made for something else.
        """
        super().__init__([agent], variant, slice(0, config.num_games), config.seed)
        self._weight = weight
        self._is_needed = True

    def holds(self, is_learner: np.ndarray) -> np.ndarray:
        return is_learner

    def begin_rollout(self, network: object, updates: int, progress_remaining: float, rng: np.random.Generator) -> None:
        self._is_needed = self._weight(progress_remaining) > 0.0

    def annotate(self, rows: SeatRows) -> Columns:
        choice = np.full((len(rows.positions), self._variant.num_seats), NOT_TAUGHT, dtype=np.int64)
        if self._is_needed:
            asked = np.zeros(choice.shape, dtype=np.bool_)
            asked[rows.game, rows.seat] = True
            self.choose(rows.positions, asked, choice)
        return {"teacher": choice[rows.game, rows.seat]}
