"""Observation vectors from named pieces: one table gives size, offsets, views, scales and the documentation."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np


@dataclass(frozen=True)
class Piece:
    """A named block of an observation vector.

    Attributes:
        name: unique in its layout.
        shape: axes in C order; the meaning names them.
        high: largest value; the smallest is 0. `scale` divides by it.
        meaning: one sentence for the documentation.
        rules: ids of the rules that make it open to the observer.
    """

    name: str
    shape: tuple[int, ...]
    high: int
    meaning: str
    rules: str

    @property
    def size(self) -> int:
        return math.prod(self.shape)


class Layout:
    """The pieces of a vector, in order.

    Attributes:
        pieces: the table.
        size: length of the vector.
    """

    def __init__(self, pieces: Iterable[Piece]) -> None:
        self.pieces = tuple(pieces)
        self._slices: dict[str, tuple[slice, tuple[int, ...]]] = {}
        offset = 0
        for piece in self.pieces:
            if piece.name in self._slices:
                raise ValueError(f"expected unique names of pieces, got {piece.name!r} twice")
            self._slices[piece.name] = (slice(offset, offset + piece.size), piece.shape)
            offset += piece.size
        self.size = offset

    def __contains__(self, name: str) -> bool:
        return name in self._slices

    def offset(self, name: str) -> int:
        """Returns where the piece begins."""
        return int(self._find(name)[0].start)

    def view(self, observation: np.ndarray, name: str) -> np.ndarray:
        """Returns the piece of `observation[..., size]` as a view of shape `[..., *shape]`; writing to it writes through.

        Raises:
            ValueError: no such piece, or the last axis has another length.
        """
        where, shape = self._find(name)
        if observation.shape[-1:] != (self.size,):
            raise ValueError(f"expected an observation whose last axis is {self.size} long, got shape {observation.shape}")
        return observation[..., where].reshape(*observation.shape[:-1], *shape)

    @cached_property
    def high(self) -> np.ndarray:
        """The largest value of each entry: int8 `[size]`."""
        return np.concatenate([np.full(piece.size, piece.high, dtype=np.int8) for piece in self.pieces])

    @cached_property
    def scale(self) -> np.ndarray:
        """What to multiply an observation with to bring it to [0, 1]: float32 `[size]`."""
        return (1.0 / np.maximum(self.high, 1)).astype(np.float32)

    def _find(self, name: str) -> tuple[slice, tuple[int, ...]]:
        try:
            return self._slices[name]
        except KeyError:
            raise ValueError(f"expected the name of a piece, one of {', '.join(self._slices)}; got {name!r}") from None
