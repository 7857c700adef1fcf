"""Sequences of decisions of one seat in one game, from which a network with a memory learns."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Sequences:
    """Decisions cut into sequences.

    Attributes:
        row: int64 `[decision]`: rows of the decisions, sequence by sequence, in order.
        start: int64 `[sequence]`: start of the sequence in `row`.
        length: int64 `[sequence]`, at least 1.
    """

    row: np.ndarray
    start: np.ndarray
    length: np.ndarray

    def __len__(self) -> int:
        """Returns the number of sequences."""
        return len(self.start)

    def packed(self, chosen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Returns some sequences in the order in which a network reads them.

        Args:
            chosen: int64, numbers of sequences; not empty.

        Returns:
            int64 `[decision]`: their rows: the first decisions of all sequences, then the second decisions, and so on, the
            longest sequence first; and int64 `[longest length]`: the number of sequences that are at least that long.
        """
        longest_first = chosen[np.argsort(-self.length[chosen], kind="stable")]
        start, length = self.start[longest_first], self.length[longest_first]
        sizes = np.count_nonzero(length > np.arange(length[0])[:, None], axis=1)
        return np.concatenate([self.row[start[:size] + at] for at, size in enumerate(sizes)]), sizes


def by_seat(rows: np.ndarray, slot: np.ndarray, is_last: np.ndarray) -> Sequences:
    """Cuts decisions into sequences of one slot (a seat of a game) in one episode.

    Args:
        rows: int64, ascending: the decisions, without gaps between two of one slot.
        slot: int64 `[decision]`, of all decisions in order.
        is_last: bool `[decision]`: the episode ended before the slot decided again.
    """
    row = rows[np.argsort(slot[rows], kind="stable")]
    begins = np.ones(len(row), dtype=np.bool_)
    begins[1:] = (slot[row[1:]] != slot[row[:-1]]) | is_last[row[:-1]]
    start = np.flatnonzero(begins)
    return Sequences(row, start, np.diff(start, append=len(row)))


def one_by_one(rows: np.ndarray) -> Sequences:
    """Makes every decision (int64 row) its own sequence, for a network without a memory."""
    return Sequences(rows, np.arange(len(rows)), np.ones(len(rows), dtype=np.int64))
