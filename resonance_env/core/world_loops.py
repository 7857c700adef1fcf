"""Template of the loop that samples worlds from observations (`CompiledVariant.determinise`).

A game gives `determinise`, `start` and `write_rows` to `bind_worlds` of `bound_loops.py`; those here are never called.
"""

from typing import Any

from resonance_env.core.compiled import compiled
from resonance_env.core.game_kernels import write_rows
from resonance_env.core.templates import template


def start(scratch: Any, low: Any, high: Any) -> None:
    """Starts the random numbers of a world from the two words of its seed."""
    raise NotImplementedError


def determinise(row: Any, legal: Any, cards: Any, blank: Any, worlds: Any, index: Any, scratch: Any) -> int:
    """Writes a world that fits a row and its mask into `worlds[index]`; returns the observer's seat in it, or -1: none fits."""
    raise NotImplementedError


@template(compiled)
def sample_worlds(rows, legal, keys, cards, blank, worlds, seats, scratch, shown):
    """Writes a world for each row up to the first that fits no position; returns that row's number, or the number of rows.

    In its world the observer sees the row, byte for byte.
    """
    for index in range(len(rows)):
        start(scratch, keys[index, 0], keys[index, 1])
        seats[index] = determinise(rows[index], legal[index], cards[0], blank, worlds, index, scratch)
        if seats[index] < 0:
            return index
        write_rows(worlds[index], cards[0], True, 1 << seats[index], shown, 0)
        for place in range(rows.shape[1]):
            if shown[0, place] != rows[index, place]:
                return index
    return len(rows)
