"""The base of environments of one game: options and spaces, the position as text, the full state, rendering, copies."""

import copy
from abc import abstractmethod
from typing import Any, Literal, Self, TypeAlias, TypedDict, get_args

import numpy as np
from gymnasium import spaces

from resonance_env.core.errors import UsageError
from resonance_env.core.layout import OBSERVATION_KINDS, Layout, ObservationKind
from resonance_env.core.rewards import RewardKind
from resonance_env.core.spec import Variant
from resonance_env.play import checks
from resonance_env.play.checks import IllegalRule
from resonance_env.play.rendering import RENDER_MODES, Rendered, RenderMode, render

Observation: TypeAlias = np.ndarray | dict[str, np.ndarray]

MaskPlace = Literal["obs", "info"]
ObservationDtype = Literal["int8", "float32"]
CHOICES: dict[str, tuple[Any, ...]] = {
    "observation": OBSERVATION_KINDS,
    "mask": get_args(MaskPlace),
    "illegal": get_args(IllegalRule),
    "dtype": get_args(ObservationDtype),
    "render_mode": (None, *RENDER_MODES),
}

# Seeds that an environment draws for itself fit into a signed 64-bit integer, so that any framework can log them.
OWN_SEEDS = 2**63


class SeatOptions(TypedDict, total=False):
    """Options of every environment of one game or of one learner, see `SingleGame`."""

    observation: ObservationKind
    reward: RewardKind | None
    shaping: float
    shaping_gamma: float
    illegal: IllegalRule
    dtype: ObservationDtype
    max_cycles: int | None


class ViewOptions(TypedDict, total=False):
    """Options of environments of one game, see `SingleGame`."""

    mask: MaskPlace
    render_mode: RenderMode | None
    render_seat: int | None


def check_choices(**options: Any) -> None:
    """Checks options that have one of a few values.

    Raises:
        OptionError: one has another.
    """
    for name, value in options.items():
        checks.check_choice(name, value, CHOICES[name])


def box(layout: Layout, dtype: ObservationDtype) -> spaces.Box:
    """Returns the space of a vector with this layout: its own ranges as int8, [0, 1] as float32."""
    if dtype == "float32":
        return spaces.Box(0.0, 1.0, (layout.size,), np.float32)
    return spaces.Box(np.zeros(layout.size, np.int8), layout.high, dtype=np.int8)


def observation_space(variant: Variant, kind: ObservationKind, dtype: ObservationDtype, mask: MaskPlace) -> spaces.Space[Any]:
    """Returns the space of one seat's observation: a vector, or with `mask="obs"` a dict of it and the mask."""
    vector = box(variant.layout(kind), dtype)
    if mask == "info":
        return vector
    return spaces.Dict({"observation": vector, "action_mask": spaces.Box(0, 1, (variant.num_actions,), np.int8)})


def scaled(vector: np.ndarray, scale: np.ndarray | None) -> np.ndarray:
    """Returns an int8 vector as it is, or as float32 in [0, 1]."""
    scaled: np.ndarray = vector if scale is None else vector * scale
    return scaled


class ShownGame:
    """An environment of one game: base of those of PettingZoo and of Gymnasium.

    Attributes:
        variant: the game with players and options fixed.
        render_mode: None, "ansi", "human" or "rgb_array".
        render_seat: seat whose view is rendered; None renders what a spectator may see.
    """

    variant: Variant
    render_mode: RenderMode | None
    render_seat: int | None

    def _show(
        self,
        variant: Variant,
        mask: MaskPlace,
        dtype: ObservationDtype,
        render_mode: RenderMode | None,
        render_seat: int | None,
    ) -> None:
        """Checks the options of observations and rendering.

        Raises:
            OptionError: an unknown value, or a variant that agents cannot play.
        """
        checks.check_playable(variant)
        check_choices(mask=mask, dtype=dtype, render_mode=render_mode)
        self.variant = variant
        self.render_mode = render_mode
        self.render_seat = checks.as_integer(render_seat)
        seats = (None, *range(variant.num_seats))
        checks.check_choice("render_seat", render_seat if self.render_seat is None else self.render_seat, seats)
        self._mask_in_observation = mask == "obs"
        self._state_scale = variant.state_layout.scale if dtype == "float32" else None
        self._has_begun = False

    def __repr__(self) -> str:
        """Returns class, game, players and the options of the game that are not its defaults."""
        variant, options = self.variant, [f"players={self.variant.players}"]
        options += [
            f"{option.name}={variant.options[option.name]!r}"
            for option in variant.spec.options
            if variant.options[option.name] != option.default
        ]
        return f"{type(self).__name__}({variant.spec.name!r}, {', '.join(options)})"

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Returns an independent copy of the game in its current position; both share the variant, which never changes."""
        twin = type(self).__new__(type(self))
        memo[id(self)] = twin
        memo[id(self.variant)] = self.variant
        twin.__dict__.update(copy.deepcopy(self.__dict__, memo))
        return twin

    @property
    @abstractmethod
    def _record(self) -> np.ndarray:
        """The array of the one game."""

    def state(self) -> np.ndarray:
        """Returns the full position `[state_layout.size]`, hidden information included, for a central critic."""
        self._check_begun("state()")
        return scaled(self.variant.state(self._record)[0], self._state_scale)

    def position(self) -> str:
        """Returns the position as text, hidden information included; `reset(options={"position": text})` starts there."""
        self._check_begun("position()")
        return self.variant.position(self._record)

    def render(self) -> Rendered:
        """Returns the table as text ("ansi") or as uint8 `[height, width, 3]` ("rgb_array"), or prints it ("human")."""
        self._check_begun("render()")
        return render(self.variant, self._record, 0, self.render_mode, self.render_seat)

    def close(self) -> None:
        """Does nothing: the environment has no window and no process."""

    def _check_begun(self, method: str) -> None:
        if not self._has_begun:
            raise UsageError(f"expected reset() before {method}: no game has begun")
