"""Observation vectors from named pieces: one list of them gives size, offsets, views, scales and the documentation.

A vector is a sequence of blocks, and a block is a sequence of pieces. A repeated block (once per seat, for example) gives its
pieces one more axis. It can also be viewed as a matrix with one row per repetition, which networks over sets of seats need.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

# "table": what lies open now. "recall": with what a perfect memory adds.
ObservationKind = Literal["table", "recall"]
OBSERVATION_KINDS: tuple[ObservationKind, ...] = ("table", "recall")


@dataclass(frozen=True)
class Piece:
    """A named group of entries of an observation.

    Attributes:
        name: unique in its layout.
        shape: axes in C order; `meaning` names them.
        high: largest value; the smallest is 0. `scale` divides by it.
        meaning: a sentence for the documentation.
        rules: ids of the rules that make it visible to the observer.
    """

    name: str
    shape: tuple[int, ...]
    high: int
    meaning: str
    rules: str

    @property
    def size(self) -> int:
        return math.prod(self.shape)


class Block:
    """Consecutive pieces.

    Attributes:
        name: unique in its layout.
        pieces: in order.
        repeat: number of repetitions in the layout; None: it occurs once and has no axis for repetitions.
        size: number of entries in one repetition.
    """

    def __init__(self, name: str, pieces: Iterable[Piece], repeat: int | None = None) -> None:
        self.name = name
        self.pieces = tuple(pieces)
        self.repeat = repeat
        self.size = sum(piece.size for piece in self.pieces)

    def __iter__(self) -> Iterator[Piece]:
        return iter(self.pieces)

    def offset(self, name: str) -> int:
        """Returns the offset of a piece from the start of the block."""
        offset = 0
        for piece in self.pieces:
            if piece.name == name:
                return offset
            offset += piece.size
        raise ValueError(f"expected the name of a piece of block {self.name!r}, got {name!r}")

    @property
    def total(self) -> int:
        """The number of entries in all repetitions."""
        return self.size * (1 if self.repeat is None else self.repeat)


class Layout:
    """The blocks of a vector, in order.

    Attributes:
        blocks: in order.
        size: length of the vector.
    """

    def __init__(self, blocks: Iterable[Block]) -> None:
        self.blocks = tuple(blocks)
        self._starts: dict[str, int] = {}
        self._block_of: dict[str, Block] = {}
        offset = 0
        for block in self.blocks:
            self._starts[block.name] = offset
            for piece in block:
                if piece.name in self._block_of:
                    raise ValueError(f"expected unique names of pieces, got {piece.name!r} twice")
                self._block_of[piece.name] = block
            offset += block.total
        self.size = offset

    def __contains__(self, name: str) -> bool:
        return name in self._block_of

    @property
    def piece_names(self) -> tuple[str, ...]:
        """Names of all pieces, in order."""
        return tuple(self._block_of)

    def start(self, block_name: str) -> int:
        """Returns the offset of a block."""
        return self._starts[block_name]

    def block(self, observation: np.ndarray, name: str) -> np.ndarray:
        """Returns a block of `observation[..., size]` as a view `[..., entries]`, or `[..., repeat, entries]` if repeated.

        Raises:
            ValueError: no such block, or the last axis has another length.
        """
        block = next((block for block in self.blocks if block.name == name), None)
        if block is None:
            raise ValueError(f"expected the name of a block, one of {', '.join(self._starts)}; got {name!r}")
        if observation.shape[-1:] != (self.size,):
            raise ValueError(f"expected an observation whose last axis is {self.size} long, got shape {observation.shape}")
        start = self._starts[name]
        entries = observation[..., start : start + block.total]
        if block.repeat is None:
            return entries
        return entries.reshape((*observation.shape[:-1], block.repeat, block.size))

    def view(self, observation: np.ndarray, name: str) -> np.ndarray:
        """Returns a piece of `observation[..., size]` as a view `[..., *shape]`, or `[..., repeat, *shape]` if repeated.

        Writing to the view changes the observation.

        Raises:
            ValueError: no such piece, or the last axis has another length.
        """
        if name not in self._block_of:
            raise ValueError(f"expected the name of a piece, one of {', '.join(self._block_of)}; got {name!r}")
        block = self._block_of[name]
        piece = next(piece for piece in block if piece.name == name)
        rows = self.block(observation, block.name)
        offset = block.offset(name)
        return rows[..., offset : offset + piece.size].reshape(rows.shape[:-1] + piece.shape)

    @cached_property
    def high(self) -> np.ndarray:
        """The largest value of each entry: int8 `[size]`."""
        rows = [
            np.full(piece.size, piece.high, dtype=np.int8)
            for block in self.blocks
            for _ in range(1 if block.repeat is None else block.repeat)
            for piece in block
        ]
        return np.concatenate(rows)

    @cached_property
    def scale(self) -> np.ndarray:
        """Factors that scale an observation to [0, 1]: float32 `[size]`."""
        return (1.0 / self.high).astype(np.float32)
