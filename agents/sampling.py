"""Drawing actions from weights and uniform numbers, and uniform numbers that depend only on the row."""

from __future__ import annotations

import numpy as np

from resonance_env.core.chance import WORD, threefry2x32
from resonance_env.core.compiled import compiled


def sample(weights: np.ndarray, uniform: np.ndarray) -> np.ndarray:
    """Draws a column of each row with probability in proportion to its weight.

    Args:
        weights: `[batch, columns]`, none negative, no row all zero.
        uniform: float64 `[batch]` in [0, 1).

    Returns:
        int64 `[batch]`; never a column of weight zero.
    """
    cumulative = np.cumsum(weights, axis=1, dtype=np.float64)
    total = cumulative[:, -1]
    # The product may be rounded up to the total, which would be past the last column.
    threshold = np.minimum(uniform * total, np.nextafter(total, 0.0))
    return np.asarray(np.count_nonzero(cumulative <= threshold[:, None], axis=1))


class KeyedRandom:
    """Uniform numbers that are a function of a row's key, its number of decisions so far, and the call.

    With it the actions of an agent in a game do not depend on the other games of the batch. It has the method of
    `np.random.Generator` that agents use.
    """

    def __init__(self, keys: np.ndarray, decisions: np.ndarray) -> None:
        """Prepares one decision of each row.

        Args:
            keys: uint64 `[batch]`, one random stream each.
            decisions: integers `[batch]`: the number of earlier decisions of the row.
        """
        self._low = (keys & np.uint64(WORD)).astype(np.int64)
        self._high = (keys >> np.uint64(32)).astype(np.int64)
        self._decisions = np.ascontiguousarray(decisions, dtype=np.int64)
        self._calls = 0

    def random(self, size: int, /) -> np.ndarray:
        """Returns float64 `[size]` in [0, 1) with 53 random bits; the `size` must be the number of rows."""
        if size != len(self._low):
            raise ValueError(f"expected one number for each of the {len(self._low)} rows, got a request for {size}")
        numbers = np.empty(size)
        _fill_uniform(self._low, self._high, self._decisions, self._calls, numbers)
        self._calls += 1
        return numbers


def keys_of_rows(keys: np.ndarray, rows: int) -> np.ndarray:
    """Returns uint64 `[game, row]`: a key for each of `rows` rows (seats) of each game, from the games' keys `[game]`."""
    low = np.repeat((keys & np.uint64(WORD)).astype(np.int64), rows)
    high = np.repeat((keys >> np.uint64(32)).astype(np.int64), rows)
    derived = np.empty(len(low), dtype=np.uint64)
    _derive_keys(low, high, np.tile(np.arange(rows), len(keys)), derived)
    return derived.reshape(len(keys), rows)


@compiled
def _fill_uniform(low, high, decisions, call, out):  # type: ignore[no-untyped-def]
    for row in range(len(out)):
        x, y = threefry2x32(low[row], high[row], decisions[row], call)
        out[row] = ((x >> 5) * 67108864 + (y >> 6)) / 9007199254740992.0


@compiled
def _derive_keys(low, high, numbers, out):  # type: ignore[no-untyped-def]
    for row in range(len(out)):
        x, y = threefry2x32(low[row], high[row], WORD, numbers[row])
        out[row] = np.uint64(x) | (np.uint64(y) << np.uint64(32))


class _NoChance:
    """For agents that use no randomness."""

    def random(self, size: int, /) -> np.ndarray:
        return np.zeros(size)


NO_CHANCE = _NoChance()
