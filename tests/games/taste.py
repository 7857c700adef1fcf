"""Draws for generators of random card sets."""

from __future__ import annotations

import numpy as np


class Taste:
    """A source of choices for one set."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng

    def number(self, low: int, high: int) -> int:
        """Returns an integer in low .. high."""
        return int(self.rng.integers(low, high + 1))

    def chance(self, probability: float) -> bool:
        return bool(self.rng.random() < probability)

    def one_of(self, *values: str) -> str:
        return values[self.number(0, len(values) - 1)]
