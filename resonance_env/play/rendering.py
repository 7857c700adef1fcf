"""The render modes of all environments: text, text printed in colour, pictures."""

import sys
from typing import Literal, get_args

import numpy as np

from resonance_env.core.spec import Variant
from resonance_env.core.terminal import takes_colour
from resonance_env.play import checks

RenderMode = Literal["ansi", "human", "rgb_array"]
Rendered = str | np.ndarray | None
RENDER_MODES: tuple[RenderMode, ...] = get_args(RenderMode)


def render(variant: Variant, games: np.ndarray, index: int, mode: str | None, seat: int | None) -> Rendered:
    """Returns the table as text ("ansi") or as a picture uint8 `[height, width, 3]` ("rgb_array"), or prints it ("human").

    Without a mode it warns and returns None.

    Raises:
        UsageError: a picture is requested and Pillow is not installed.
    """
    if mode is None:
        modes = " or ".join(map(repr, RENDER_MODES))
        checks.warn_caller(f"expected a render_mode, {modes}, to render; the environment has none")
        return None
    if mode == "rgb_array":
        return variant.picture(games, index, seat)
    if mode == "ansi":
        return variant.render(games, index, seat)
    print(variant.render(games, index, seat, colour=takes_colour(sys.stdout)))
    return None
