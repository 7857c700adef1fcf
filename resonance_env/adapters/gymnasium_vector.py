"""Gymnasium's VectorEnv of any game, natively over a batch: the same as `SyncVectorEnv` of these environments, faster."""

from collections.abc import Sequence
from typing import Any, Unpack

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from resonance_env.core.errors import OptionError, UsageError
from resonance_env.core.spec import Variant
from resonance_env.play import checks
from resonance_env.play.one_seat import LearnerOptions, OneSeatGames
from resonance_env.play.rendering import Rendered, render
from resonance_env.play.shown_game import MaskPlace, Observation, check_choices, observation_space

RESET_MASK = "reset_mask"
VECTOR_RENDER_MODES = ("ansi", "rgb_array")


class VectorLearnerOptions(LearnerOptions, total=False):
    """The options of `GymnasiumVectorEnv`, which says what they mean."""

    autoreset_mode: AutoresetMode | str
    mask: MaskPlace
    render_mode: str | None


class GymnasiumVectorEnv(VectorEnv[Observation, np.ndarray, np.ndarray]):
    """A batch of games with one learner in each.

    It returns the same as a `SyncVectorEnv` of as many single environments, faster: every opponent is asked once for all games.
    Environment i with seed s is the single environment with the seed s + i. After the end of a game `autoreset_mode` decides.
    NEXT_STEP: the next step ignores the action and starts the next game. SAME_STEP: the next game starts at once; the last
    observation and info of the ended one are `infos["final_obs"]` and `infos["final_info"]`. DISABLED: `reset` with
    `options={"reset_mask": mask}` must be called before the next step.

    Attributes:
        variant: the game with players and options fixed.
        autoreset_mode: as in `metadata`.
    """

    def __init__(
        self,
        variant: Variant,
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        mask: MaskPlace = "obs",
        render_mode: str | None = None,
        **options: Unpack[LearnerOptions],
    ) -> None:
        """Checks the options and loads the opponents; games begin with `reset`.

        Args:
            variant: the game with players and options fixed.
            num_envs: number of games.
            autoreset_mode: what happens after the end of a game: "NextStep" (default), "SameStep" or "Disabled", or a member
                of `gymnasium.vector.AutoresetMode`.
            mask: "obs" (default): observations are dicts of "observation" and "action_mask"; "info": observations are flat
                and the masks are `infos["action_mask"]`.
            render_mode: None (default), or "ansi" or "rgb_array": `render` returns the tables as a spectator sees them.
            **options: those of `OneSeatGames`.

        Raises:
            OptionError: unknown value, or an agent that cannot play this variant.
            CheckpointError: an opponent was made for something else.
        """
        checks.check_playable(variant)
        check_choices(mask=mask)
        checks.check_choice("render_mode", render_mode, (None, *VECTOR_RENDER_MODES))
        try:
            self.autoreset_mode = AutoresetMode(autoreset_mode)
        except ValueError:
            modes = ", ".join(repr(mode.value) for mode in AutoresetMode)
            raise OptionError(f"expected autoreset_mode to be one of {modes}; got {autoreset_mode!r}") from None
        self.num_envs = checks.at_least_one("num_envs", num_envs)
        self.variant = variant
        self.render_mode = render_mode
        self.metadata = {"autoreset_mode": self.autoreset_mode, "render_modes": list(VECTOR_RENDER_MODES), "render_fps": 1}
        self._mask_in_observation = mask == "obs"
        self._games = OneSeatGames(variant, self.num_envs, **options)
        self._all = np.arange(self.num_envs)
        self._has_begun = False
        self.single_observation_space = observation_space(variant, self._games.observation_kind, self._games.dtype, mask)
        self.single_action_space = spaces.Discrete(variant.num_actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Starts games and returns observations and infos of all.

        Args:
            seed: environment i gets `seed + i`, or entry i of a list; None continues from the last seeds.
            options: `{"reset_mask": mask}`, bool `[num_envs]`, starts only these; `{"position": text}` starts from a position.

        Raises:
            OptionError: a seed is not an integer in 0 .. 2**64 - 1, or there are too few or too many.
            UsageError: the mask is invalid, or games that it excludes have never begun.
            PositionError: the position cannot be read, or has no further decision of a learner.
        """
        which = self._all
        if options is not None and RESET_MASK in options:
            which = self._masked(options[RESET_MASK])
            options = {name: value for name, value in options.items() if name != RESET_MASK}
        position = checks.position_to_start_from(options)
        seeds = self._seeds(seed)
        self._games.start(which, None if seeds is None else [seeds[game] for game in which], position)
        self._has_begun = True
        return self._observation(self._all), self._infos(which)

    def step(self, actions: Any) -> tuple[Observation, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Plays an action in every game and returns observations, rewards, terminations, truncations and infos.

        Raises:
            UsageError: there was no `reset`, or, with autoreset DISABLED, an ended game was not reset.
            IllegalActionError: wrong shape or type; an action is out of range or, with `illegal="raise"`, illegal.
            Exception: whatever an opponent raises. After any error all games are as they were before.
        """
        games, mode = self._games, self.autoreset_mode
        if not self._has_begun:
            raise UsageError("expected reset() before step(): no game has begun")
        actions = np.asarray(actions)
        has_ended = games.terminated | games.truncated
        if mode is AutoresetMode.DISABLED and has_ended.any():
            which = ", ".join(map(str, np.flatnonzero(has_ended)))
            raise UsageError(
                f"expected reset(options={{'reset_mask': mask}}) of the games that have ended, {which}, before step()"
            )
        running = np.flatnonzero(~has_ended)
        infos: dict[str, Any] = {}
        with games.undone_on_error(self._all):
            # In NEXT_STEP the actions of ended games are ignored; all others are checked before anything is played.
            games.step(running, actions[running] if actions.shape[:1] == (self.num_envs,) else actions)
            if has_ended.any():
                games.start(np.flatnonzero(has_ended))
            rewards, terminated, truncated = games.reward.astype(np.float64), games.terminated.copy(), games.truncated.copy()
            ended = np.flatnonzero(terminated | truncated)
            if mode is AutoresetMode.SAME_STEP and len(ended):
                infos = self._final(ended)
                games.start(ended)
        infos.update(self._infos(self._all))
        return self._observation(self._all), rewards, terminated, truncated, infos

    def action_masks(self) -> np.ndarray:
        """Returns bool `[num_envs, action]`, True where legal."""
        if not self._has_begun:
            raise UsageError("expected reset() before action_masks(): no game has begun")
        return self._games.masks(self._all).astype(np.bool_)

    def render(self) -> tuple[Rendered, ...] | None:  # type: ignore[override]
        """Returns the tables as text ("ansi") or as uint8 `[height, width, 3]` each ("rgb_array")."""
        if not self._has_begun:
            raise UsageError("expected reset() before render(): no game has begun")
        if self.render_mode is None:
            checks.warn_caller("expected render_mode='ansi' or 'rgb_array' to render; the environment has none")
            return None
        return tuple(render(self.variant, self._games.games, game, self.render_mode, None) for game in range(self.num_envs))

    def _seeds(self, seed: int | Sequence[int | None] | None) -> list[int | None] | None:
        if seed is None:
            return None
        first = checks.as_integer(seed)
        if first is not None:
            return [first + game for game in range(self.num_envs)]
        if not isinstance(seed, Sequence) or len(seed) != self.num_envs:
            raise OptionError(f"expected a seed, None, or a list of {self.num_envs} of them; got {seed!r}")
        return list(seed)

    def _masked(self, mask: Any) -> np.ndarray:
        if not isinstance(mask, np.ndarray) or mask.shape != (self.num_envs,) or mask.dtype != np.bool_ or not mask.any():
            raise UsageError(f"expected options['{RESET_MASK}'] to be bool [{self.num_envs}] with a True in it, got {mask!r}")
        if not self._has_begun and not mask.all():
            raise UsageError(f"expected reset() of all games before one with options['{RESET_MASK}']")
        return np.flatnonzero(mask)

    def _observation(self, which: np.ndarray) -> Observation:
        vectors = self._games.vectors(which)
        return {"observation": vectors, "action_mask": self._games.masks(which)} if self._mask_in_observation else vectors

    def _infos(self, which: np.ndarray) -> dict[str, Any]:
        """Returns an array `[num_envs]` for each key of the single environment's info, and its validity as `_key`."""
        games = self._games
        values = {"seat": games.seat[which], "illegal_actions": games.num_illegal[which]}
        if not self._mask_in_observation:
            values["action_mask"] = games.masks(which)
        infos: dict[str, Any] = {}
        for key, rows in values.items():
            infos[key] = np.zeros((self.num_envs, *rows.shape[1:]), rows.dtype)
            infos[key][which] = rows
            infos[f"_{key}"] = self._where(which)
        return infos

    def _final(self, ended: np.ndarray) -> dict[str, Any]:
        """Returns the last observations and infos of games that have ended."""
        observation = self._observation(ended)
        final = np.full(self.num_envs, None, dtype=object)
        for row, game in enumerate(ended):
            if isinstance(observation, dict):
                final[game] = {name: rows[row] for name, rows in observation.items()}
            else:
                final[game] = observation[row]
        return {
            "final_obs": final,
            "_final_obs": self._where(ended),
            "final_info": self._infos(ended),
            "_final_info": self._where(ended),
        }

    def _where(self, which: np.ndarray) -> np.ndarray:
        mask = np.zeros(self.num_envs, np.bool_)
        mask[which] = True
        return mask
