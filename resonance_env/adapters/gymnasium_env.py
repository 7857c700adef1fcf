"""Gymnasium's Env of any game: one seat learns, named agents play the others."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, NoReturn, Self

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding

from resonance_env.core.errors import UsageError
from resonance_env.core.spec import GameSpec, Variant
from resonance_env.play import checks
from resonance_env.play.one_seat import OneSeatGames, make_variant, split_options
from resonance_env.play.rendering import RENDER_MODES, Rendered, RenderMode, render
from resonance_env.play.single_game import CHOICES, MaskPlace, Observation, box

OWN_OPTIONS = ("players", "mask", "render_mode", "render_seat")
ONLY_GAME = np.zeros(1, np.int64)
MULTI_AGENT_NAMES = ("agents", "possible_agents", "max_num_agents")


def observation_space(variant: Variant, games: OneSeatGames, mask: MaskPlace) -> spaces.Space[Any]:
    """Returns the space of one learner's observation."""
    space: spaces.Space[Any] = box(variant.layout(games.observation_kind), games.dtype)
    if mask == "obs":
        legal = spaces.Box(0, 1, (variant.num_actions,), np.int8)
        space = spaces.Dict({"observation": space, "action_mask": legal})
    return space


class GymnasiumEnv(gymnasium.Env[Observation, np.int64]):
    """One game after another, seen from the learner's seat.

    A step goes on until the learner is asked again or the game ends, so every step is a real decision. Infos hold `seat`, the
    learner's; `illegal_actions`, how many of her actions were replaced in this game; and, with `mask="info"`, `action_mask`.

    Attributes:
        variant: the game with players and options fixed.
        render_seat: seat whose view is rendered; None renders what a spectator may see.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012, as in the base class

    def __init__(
        self,
        spec: GameSpec,
        players: int | None = None,
        *,
        mask: MaskPlace = "obs",
        render_mode: RenderMode | None = None,
        render_seat: int | None = None,
        **options: Any,
    ) -> None:
        """Checks the options and loads the opponents; the first game begins with `reset`.

        Args:
            spec: the game.
            players: number of persons; None takes the game's default.
            mask: "obs": observations are dicts of "observation" and "action_mask"; "info": observations are flat and
                the mask is `info["action_mask"]`.
            render_mode: "ansi": `render` returns text; "human": every new position is printed; "rgb_array": `render` returns a
                picture.
            render_seat: whose view is rendered.
            **options: those of `OneSeatGames` and of the game.

        Raises:
            OptionError: unknown option or value.
            CardSetError: the card set cannot be read.
            CheckpointError: an opponent was made for something else.
        """
        own, of_game = split_options(options)
        checks.check_choice("mask", mask, CHOICES["mask"])
        checks.check_choice("render_mode", render_mode, CHOICES["render_mode"])
        self.variant = make_variant(spec, players, of_game, OWN_OPTIONS)
        self.render_mode = render_mode
        self.render_seat = checks.as_integer(render_seat)
        seats = (None, *range(self.variant.num_seats))
        checks.check_choice("render_seat", render_seat if self.render_seat is None else self.render_seat, seats)
        self._mask_in_observation = mask == "obs"
        self._games = OneSeatGames(self.variant, 1, **own)
        self._has_begun = False
        self.observation_space = observation_space(self.variant, self._games, mask)
        self.action_space = spaces.Discrete(self.variant.num_actions)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Returns an independent copy of the game in its present position; both share the variant, which never changes."""
        twin = type(self).__new__(type(self))
        memo[id(self)] = twin
        memo[id(self.variant)] = self.variant
        twin.__dict__.update(copy.deepcopy(self.__dict__, memo))
        return twin

    if not TYPE_CHECKING:  # to type checkers every attribute would exist

        def __getattr__(self, name: str) -> NoReturn:
            """Says what to use to those who take this for an environment of many agents."""
            if name in MULTI_AGENT_NAMES:
                raise AttributeError(f"{name!r}: one seat learns here; use `parallel_env(...)` if several do")
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    @property
    def seat(self) -> int:
        """Where the learner sits in the present game."""
        self._check_begun("seat")
        return int(self._games.seat[0])

    @property
    def game_seed(self) -> int | None:
        """The seed of the present game: `reset(seed=...)` with it starts the same game; None if it began from a position."""
        return self._games.game_seeds[0]

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Starts a game and plays on to the learner's first decision.

        Args:
            seed: the seed of the game, and of those that follow unseeded resets. None goes on from the last seed given, or
                from fresh entropy if there was none.
            options: `{"position": text}` starts from a position; other keys are ignored with a warning.

        Raises:
            OptionError: the seed is no integer in 0 .. 2**64 - 1.
            PositionError: the position cannot be read, or the learner is not asked any more in it.
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

        An error leaves the game as it was.

        Raises:
            UsageError: no game is running.
            IllegalActionError: the action is no integer, out of range, or illegal and `illegal="raise"`.
        """
        self._check_begun("step()")
        if self._games.over[0] or self._games.cut[0]:
            raise UsageError("expected reset() before step(): the game is over")
        games = self._games
        code = checks.check_action(self.variant.seat_names[games.seat[0]], action, self.variant.num_actions)
        games.step(ONLY_GAME, np.array([code]))
        over, cut = bool(games.over[0]), bool(games.cut[0])
        if self.render_mode == "human":
            self.render()
        return self._observation(), float(games.reward[0]), over, cut, self._info()

    def action_masks(self) -> np.ndarray:
        """Returns bool `[action]`, True where legal, as sb3-contrib's MaskablePPO asks for it."""
        self._check_begun("action_masks()")
        masks: np.ndarray = self._games.masks(ONLY_GAME)[0].astype(np.bool_)
        return masks

    def state(self) -> np.ndarray:
        """Returns the full position int8 `[state_layout.size]`, hidden cards included."""
        self._check_begun("state()")
        state: np.ndarray = self.variant.state(self._games.games)[0]
        return state

    def position(self) -> str:
        """Returns the position as text, hidden cards included; `reset(options={"position": text})` starts there."""
        self._check_begun("position()")
        return self.variant.position(self._games.games)

    def render(self) -> Rendered:
        """Returns the table as text ("ansi") or as uint8 `[height, width, 3]` ("rgb_array"), or prints it ("human")."""
        self._check_begun("render()")
        return render(self.variant, self._games.games, 0, self.render_mode, self.render_seat)

    def close(self) -> None:
        """Does nothing: the environment holds no window and no process."""

    def _check_begun(self, method: str) -> None:
        if not self._has_begun:
            raise UsageError(f"expected reset() before {method}: no game has begun")

    def _observation(self) -> Observation:
        vector = self._games.vectors(ONLY_GAME)[0]
        return {"observation": vector, "action_mask": self._games.masks(ONLY_GAME)[0]} if self._mask_in_observation else vector

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"seat": int(self._games.seat[0]), "illegal_actions": int(self._games.num_illegal[0])}
        if not self._mask_in_observation:
            info["action_mask"] = self._games.masks(ONLY_GAME)[0]
        return info
