"""Observations of second implementations: lists of named pieces, and how those of a kernel differ from them."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable
from typing import TypeAlias

import numpy as np

Pieces: TypeAlias = list[tuple[str, list[int]]]


def members(codes: Iterable[int], size: int) -> list[int]:
    """Returns one place for each code, 1 for the members."""
    row = [0] * size
    for code in codes:
        if 0 <= code < size:
            row[code] = 1
    return row


def counts(numbers: Iterable[int], size: int, high: int) -> list[int]:
    """Returns numbers of cards, at most `high`, in the places of the largest set."""
    return list(_counts(tuple(numbers), size, high))


@functools.lru_cache(maxsize=16384)  # every seat sees the cards of all seats
def _counts(numbers: tuple[int, ...], size: int, high: int) -> list[int]:
    shown = [min(high, int(number)) for number in numbers]
    return shown + [0] * (size - len(shown))


def vector(pieces: Pieces) -> list[int]:
    """Returns the entries of pieces in a row."""
    return list(itertools.chain.from_iterable(entries for _, entries in pieces))


def unlike(what: str, found: np.ndarray, pieces: Pieces) -> list[str]:
    """Returns a line for each piece in which a kernel's entries differ."""
    expected = vector(pieces)
    if found.tolist() == expected:
        return []
    if len(found) != len(expected):
        return [f"{what}: kernel {len(found)} entries, reference {len(expected)}"]
    lines, offset = [], 0
    for name, entries in pieces:
        there = found[offset : offset + len(entries)].tolist()
        if there != entries:
            lines.append(f"{what}, {name}: kernel {there}, reference {entries}")
        offset += len(entries)
    return lines
