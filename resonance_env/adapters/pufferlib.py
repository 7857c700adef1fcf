"""Any game in PufferLib's own form: a native environment over a batch of games, which writes into PufferLib's buffers."""

from typing import Any

import numpy as np
from gymnasium import spaces

from resonance_env.core.spec import Variant
from resonance_env.play.vector_env import VectorEnv

try:
    from pufferlib import PufferEnv
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"this needs {error.name}: docs/frameworks/pufferlib.md says how PufferLib is installed beside this package",
        name=error.name,
    ) from error


class PufferGames(PufferEnv):
    """Games side by side, in which every seat of every game is an agent of PufferLib: agent `game * num_seats + seat`.

    An observation is float32: the seat's vector in [0, 1], then its mask, 1 where legal. PufferLib's policies know no masks; a
    policy of yours adds the logarithm of the mask to its logits. Without that the lowest legal action is played instead of an
    illegal one, counted and warned about once. Where a game ends, the next one begins in the same step, and there is one info:
    `games`, how many have ended; `truncated`, how many of these were; `illegal_actions`, how many actions were replaced since
    `reset`; and in a cooperative game `score`, the mean score of those that have ended.

    Attributes:
        games: the batch.
        num_features: size of the vector, where the mask begins.
    """

    def __init__(self, variant: Variant, num_games: int = 64, *, buf: Any = None, seed: int = 0, **options: Any) -> None:
        """Makes the games; `reset` starts them.

        Args:
            variant: the game with players and options fixed.
            num_games: how many are played at a time.
            buf: PufferLib's buffers; None makes some.
            seed: of the batch.
            **options: those of `VectorEnv`.

        Raises:
            OptionError: no variant, or an unknown value.
        """
        self.games = VectorEnv(variant, num_games, seed=seed, **{"illegal": "replace", **options})
        layout = variant.layout(options.get("observation", "table"))
        self.num_features = layout.size
        self._scale = layout.scale
        self.single_observation_space = spaces.Box(0.0, 1.0, (layout.size + variant.num_actions,), np.float32)
        self.single_action_space = spaces.Discrete(variant.num_actions)
        self.num_agents = num_games * variant.num_seats
        self.render_mode = None
        super().__init__(buf)

    def reset(self, seed: int | None = None) -> tuple[np.ndarray, list[dict[str, Any]]]:
        """Starts the first game of each, under a new seed if one is given."""
        self.games.reset(seed)
        self.rewards[:] = 0.0
        self.terminals[:] = self.truncations[:] = False
        self._observe()
        return self.observations, []

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Plays an action of each agent `[agent]`; a seat that is not asked may be given any.

        Raises:
            UsageError: there was no `reset`.
            IllegalActionError: wrong shape or type, or an action that is none.
        """
        games = self.games
        _, reward, _ = games.step(np.reshape(actions, (-1, games.num_seats)))
        self.rewards[:] = reward.reshape(-1)
        self.terminals[:] = np.repeat(games.terminated, games.num_seats)
        self.truncations[:] = np.repeat(games.truncated, games.num_seats)
        self._observe()
        return self.observations, self.rewards, self.terminals, self.truncations, self._infos()

    def close(self) -> None:
        """Does nothing: there are no processes and no files."""

    def _infos(self) -> list[dict[str, Any]]:
        games = self.games
        if not games.done.any():
            return []
        info: dict[str, Any] = {
            "games": int(games.done.sum()),
            "truncated": int(games.truncated.sum()),
            "illegal_actions": int(games.illegal_actions.sum()),
        }
        if games.variant.is_cooperative:
            info["score"] = float(games.variant.score(games.final_games[games.done]).mean())
        return [info]

    def _observe(self) -> None:
        seats = self.observations.reshape(*self.games.legal.shape[:2], -1)
        np.multiply(self.games.observation, self._scale, out=seats[..., : self.num_features])
        seats[..., self.num_features :] = self.games.legal
