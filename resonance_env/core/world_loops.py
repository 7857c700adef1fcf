"""Template of the loop that samples worlds from observations (`CompiledVariant.determinise`).

A game gives `determinise`, `write_rows` and `PURPOSE_WORLD` to `bind_worlds` of `bound_loops.py`; those here are never called.
"""

from typing import Any

from resonance_env.core.compiled import compiled
from resonance_env.core.game_kernels import write_rows
from resonance_env.core.random_stream import start_stream
from resonance_env.core.templates import template

PURPOSE_WORLD = 0  # purpose of the draws


def determinise(row: Any, legal: Any, cards: Any, blank: Any, worlds: Any, index: Any, stream: Any) -> int:
    """Writes a world that fits a row and its mask into `worlds[index]`; returns the observer's seat in it, -1 if none was found."""
    raise NotImplementedError


@template(compiled)
def sample_worlds(rows, legal, keys, cards, blank, worlds, seats, stream, shown):
    """Writes a world for each row up to the first that fits no position; returns that row's number, or the number of rows.

    In its world the observer sees the row, byte for byte.
    """
    for index in range(len(rows)):
        start_stream(stream, keys[index, 0], keys[index, 1], PURPOSE_WORLD)
        seats[index] = determinise(rows[index], legal[index], cards[0], blank, worlds, index, stream)
        if seats[index] < 0:
            return index
        write_rows(worlds[index], cards[0], True, 1 << seats[index], shown, 0)
        for place in range(rows.shape[1]):
            if shown[0, place] != rows[index, place]:
                return index
    return len(rows)
