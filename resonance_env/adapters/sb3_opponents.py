"""One learner against named agents for Stable-Baselines3: every game of a batch is an environment of one `VecEnv`."""

from collections.abc import Sequence
from typing import Any, Unpack

import numpy as np
from gymnasium import spaces

from resonance_env.adapters.sb3_slots import SlotVecEnv
from resonance_env.core.spec import Variant
from resonance_env.play import checks
from resonance_env.play.one_seat import LearnerOptions, OneSeatGames
from resonance_env.play.shown_game import box


class OpponentsVecEnv(SlotVecEnv):
    """A batch of games with one learner in each; the same as a `DummyVecEnv` of as many `GymnasiumEnv`, faster.

    Observations are flat, float32 in [0, 1]; masks come from `env_method("action_masks")`. Every step is a real decision of the
    learner. An ended game restarts in the same step: reward and done belong to the ended game, the observation to the next, and
    `infos[slot]["terminal_observation"]` is the last one of the ended game. Infos also hold `seat`, `illegal_actions`,
    `TimeLimit.truncated` and, at the end of a game, `episode` with return and length. With the seed s, slot i is the single
    environment with the seed s + i.

    Attributes:
        variant: the game.
        num_games: number of games, which are the slots.
    """

    def __init__(self, variant: Variant, num_games: int, *, seed: int | None = None, **options: Unpack[LearnerOptions]) -> None:
        """Loads the opponents; `reset` starts the games.

        Args:
            variant: the game.
            num_games: how many games are played at a time.
            seed: of slot 0 at the first `reset`; None for fresh entropy. `seed(...)` sets another for the next one.
            **options: those of `OneSeatGames`; `dtype` is "float32" by default here, which networks need.

        Raises:
            OptionError: an option is out of range, or an agent cannot play this variant.
            CheckpointError: an opponent was made for something else.
        """
        checks.check_playable(variant)
        self.variant = variant
        self.num_games = checks.at_least_one("num_games", num_games)
        options.setdefault("dtype", "float32")
        self._games = OneSeatGames(variant, self.num_games, **options)
        self._all = np.arange(self.num_games)
        self._returns = np.zeros(self.num_games, np.float32)
        self.render_mode = None
        space = box(variant.layout(self._games.observation_kind), self._games.dtype)
        super().__init__(self.num_games, space, spaces.Discrete(variant.num_actions))
        self._next_seeds: list[int | None] = [None] * self.num_games
        self.seed(seed)

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Sets the seeds of the next `reset`: `seed + i` for slot i; None continues from the last ones.

        Raises:
            OptionError: a seed is not an integer in 0 .. 2**64 - 1.
        """
        if seed is not None:
            self._next_seeds = [checks.check_seed(seed + game) for game in range(self.num_games)]
        return self._next_seeds

    def reset(self) -> np.ndarray:
        """Starts a game in every slot and returns `[slot, size]`.

        `set_options({"position": text})`, or a list with options for each slot, lets it start from a position.

        Raises:
            PositionError: a position cannot be read, or has no further decision of the learner.
        """
        positions = [checks.position_to_start_from(options) for options in self._options]
        for position in dict.fromkeys(positions):
            which = [slot for slot in range(self.num_games) if positions[slot] == position]
            self._games.start(np.array(which), [self._next_seeds[slot] for slot in which], position)
        self._reset_options()
        self._next_seeds = [None] * self.num_games
        self._returns[:] = 0.0
        self._has_begun = True
        self.reset_infos = [self._info(slot) for slot in range(self.num_games)]
        return self._games.vectors(self._all)

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Plays the step and returns observation, reward float32 `[slot]`, done bool `[slot]`, and an info each.

        Raises:
            UsageError: there was no `step_async`.
            IllegalActionError: an action is out of range or, with `illegal="raise"`, illegal.
            Exception: whatever an opponent raises. After any error all games are as they were before.
        """
        games, actions = self._games, self._take_actions()
        with games.undone_on_error(self._all):
            games.step(self._all, actions)
            reward, done = games.reward.copy(), games.terminated | games.truncated
            returns = self._returns + reward
            infos = [self._info(slot) for slot in range(self.num_games)]
            ended = np.flatnonzero(done)
            if len(ended):
                for slot, final in zip(ended.tolist(), games.vectors(ended), strict=True):
                    infos[slot]["terminal_observation"] = final
                    infos[slot]["episode"] = {"r": float(returns[slot]), "l": int(games.num_steps[slot])}
                games.start(ended)
                returns[ended] = 0.0
        self._returns = returns
        return games.vectors(self._all), reward, done, infos

    def action_masks(self) -> np.ndarray:
        """Returns bool `[slot, action]`, True where legal."""
        return self._games.masks(self._all).astype(np.bool_)

    def _info(self, slot: int) -> dict[str, Any]:
        games = self._games
        return {
            "seat": int(games.seat[slot]),
            "illegal_actions": int(games.num_illegal[slot]),
            "TimeLimit.truncated": bool(games.truncated[slot]),
        }
