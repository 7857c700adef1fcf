"""Compiled code finds every piece of a row where the layout has it: the check of a game's `row_places.py`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import ModuleType

import numpy as np

from resonance_env.core.layout import Layout


def check_places(places: ModuleType, layout: Layout, starts: Mapping[str, Callable[[int], int]]) -> set[str]:
    """Checks the offsets `AT_*` of a module and returns their names.

    Args:
        places: the module.
        layout: has every block in `starts`.
        starts: for each block, where a repetition of it begins.
    """
    row = np.random.default_rng(layout.size).integers(0, 100, layout.size).astype(np.int8)
    seen = set()
    for block in layout.blocks:
        if block.name not in starts:
            continue
        for piece in block:
            place = f"AT_{piece.name.upper()}"
            if not hasattr(places, place):
                continue
            seen.add(place)
            viewed = layout.view(row, piece.name)
            for repetition, expected in enumerate(viewed[None] if block.repeat is None else viewed):
                at = starts[block.name](repetition) + getattr(places, place)
                np.testing.assert_array_equal(row[at : at + piece.size], expected.ravel())
    return seen
