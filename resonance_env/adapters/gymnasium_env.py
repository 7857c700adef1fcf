"""Gymnasium's Env of any game: one seat learns, named agents play the others."""

from typing import TYPE_CHECKING, Any, NoReturn, Unpack

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding

from resonance_env.core.errors import UsageError
from resonance_env.core.spec import Variant
from resonance_env.play import checks
from resonance_env.play.one_seat import LearnerOptions, OneSeatGames
from resonance_env.play.rendering import RENDER_MODES, RenderMode
from resonance_env.play.shown_game import MaskPlace, Observation, ShownGame, observation_space

ONLY_GAME = np.zeros(1, np.int64)
MULTI_AGENT_NAMES = ("agents", "possible_agents", "max_num_agents")


class GymnasiumEnv(ShownGame, gymnasium.Env[Observation, np.int64]):
    """One game after another, seen from the learner's seat.

    A step lasts until the learner is asked again or the game ends, so every step is a real decision. An action is a code or a
    name of `variant.actions`. Infos hold `seat`, the learner's; `illegal_actions`, how many
    of its actions were replaced in this game; and, with `mask="info"`, `action_mask`.

    `unwrapped.action_masks()` serves MaskablePPO. `unwrapped.position()` is the position as text, hidden information included,
    and `reset(options={"position": text})` starts there; `unwrapped.game_seed` is the seed of the current game.

    Attributes:
        variant: the game with players and options fixed.
        render_seat: seat whose view is rendered; None renders what a spectator may see.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012, as in the base class
    render_mode: RenderMode | None

    def __init__(
        self,
        variant: Variant,
        *,
        mask: MaskPlace = "obs",
        render_mode: RenderMode | None = None,
        render_seat: int | None = None,
        **options: Unpack[LearnerOptions],
    ) -> None:
        """Checks the options and loads the opponents; the first game begins with `reset`.

        Args:
            variant: the game with players and options fixed.
            mask: "obs" (default): observations are dicts of "observation" and "action_mask"; "info": observations are flat
                and the mask is `info["action_mask"]`. Masks are int8 and never all zero.
            render_mode: "ansi": `render` returns text; "human": every new position is printed, on a terminal in colour;
                "rgb_array": `render` returns a picture, uint8 `[height, width, 3]`. By default None.
            render_seat: seat whose view is rendered; the default None is a spectator without hidden information.
            **options: those of `OneSeatGames`.

        Raises:
            OptionError: unknown value, or an agent that cannot play this variant.
            CheckpointError: an opponent was made for something else.
        """
        self._show(variant, mask, options.get("dtype", "int8"), render_mode, render_seat)
        self._games = OneSeatGames(variant, 1, **options)
        self.observation_space = observation_space(variant, self._games.observation_kind, self._games.dtype, mask)
        self.action_space = spaces.Discrete(variant.num_actions)

    if not TYPE_CHECKING:  # otherwise every attribute would exist for type checkers

        def __getattr__(self, name: str) -> NoReturn:
            """Raises an error that names the right environment for many agents."""
            if name in MULTI_AGENT_NAMES:
                raise AttributeError(f"{name!r}: one seat learns here; use `parallel_env(...)` if several do")
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    @property
    def seat(self) -> int:
        """The learner's seat in the current game."""
        self._check_begun("seat")
        return int(self._games.seat[0])

    @property
    def game_seed(self) -> int | None:
        """The seed of the current game: `reset(seed=...)` with it starts the same game; None if it began from a position."""
        return self._games.game_seeds[0]

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Starts a game and plays to the learner's first decision.

        Args:
            seed: the seed of the game and of later unseeded resets. None continues from the last seed given, or from fresh
                entropy if there was none.
            options: `{"position": text}` starts from a position; other keys are ignored with a warning.

        Raises:
            OptionError: the seed is not an integer in 0 .. 2**64 - 1.
            PositionError: the position cannot be read, or has no further decision of the learner.
        """
        position = checks.position_to_start_from(options)
        if seed is not None:
            seed = checks.check_seed(seed)
            self._np_random, self._np_random_seed = seeding.np_random(seed)
        self._games.start(ONLY_GAME, [seed], position, generators=[self.np_random])
        self._has_begun = True
        if self.render_mode == "human":
            self.render()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Plays an action and returns observation, reward, terminated, truncated and info.

        An error leaves the game unchanged.

        Raises:
            UsageError: no game is running.
            IllegalActionError: the action is neither a code nor a name, or illegal and `illegal="raise"`.
        """
        self._check_begun("step()")
        if self._games.terminated[0] or self._games.truncated[0]:
            raise UsageError("expected reset() before step(): the game is over")
        games = self._games
        code = games.code(0, action)
        games.step(ONLY_GAME, np.array([code]))
        terminated, truncated = bool(games.terminated[0]), bool(games.truncated[0])
        if self.render_mode == "human":
            self.render()
        return self._observation(), float(games.reward[0]), terminated, truncated, self._info()

    def action_masks(self) -> np.ndarray:
        """Returns bool `[action]`, True where legal, for sb3-contrib's MaskablePPO."""
        self._check_begun("action_masks()")
        masks: np.ndarray = self._games.masks(ONLY_GAME)[0].astype(np.bool_)
        return masks

    @property
    def _record(self) -> np.ndarray:
        return self._games.games

    def _observation(self) -> Observation:
        vector = self._games.vectors(ONLY_GAME)[0]
        return {"observation": vector, "action_mask": self._games.masks(ONLY_GAME)[0]} if self._mask_in_observation else vector

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"seat": int(self._games.seat[0]), "illegal_actions": int(self._games.num_illegal[0])}
        if not self._mask_in_observation:
            info["action_mask"] = self._games.masks(ONLY_GAME)[0]
        return info
