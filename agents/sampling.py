"""Drawing actions from weights and uniform numbers, and uniform numbers that depend only on the row."""

import hashlib
import math

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
    column = np.empty(len(weights), dtype=np.int64)
    # One type of weights, so that it is compiled once.
    _draw_rows(np.ascontiguousarray(weights, dtype=np.float64), np.ascontiguousarray(uniform, dtype=np.float64), column)
    return column


def draw_actions(logits: np.ndarray, legal: np.ndarray, uniform: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Draws from a softmax over the legal actions of each row.

    Args:
        logits: float32 `[row, action]`, C-contiguous.
        legal: int8 `[row, action]`, C-contiguous, 1 where legal; no row all zero.
        uniform: float64 `[row]` in [0, 1).

    Returns:
        int64 `[row]`: the actions; float32 `[row]`: the logarithms of their probabilities.
    """
    action, log_probability = np.empty(len(logits), dtype=np.int64), np.empty(len(logits), dtype=np.float32)
    _draw_logits_rows(logits, legal, uniform, np.empty(logits.shape[1]), action, log_probability)
    return action, log_probability


@compiled
def draw_row(weights, uniform):  # type: ignore[no-untyped-def]
    """Draws a column with probability in proportion to its weight (`[column]`, none negative, not all zero).

    The first column at which the sum of the weights exceeds `uniform` (in [0, 1)) times their total; never one of weight zero.
    Returns the total too.
    """
    total = 0.0
    for column in range(len(weights)):
        total += weights[column]
    threshold = uniform * total
    so_far = 0.0
    chosen = 0
    for column in range(len(weights)):
        if weights[column] > 0.0:
            chosen = column  # the last of them if the product was rounded up to the total
            so_far += weights[column]
            if so_far > threshold:
                break
    return chosen, total


@compiled
def draw_logits_row(logits, legal, uniform, weights):  # type: ignore[no-untyped-def]
    """Draws an action in proportion to exp(logit) among the legal ones of one row.

    Args:
        logits: floats `[action]`; those of illegal actions do not matter, -inf is never drawn.
        legal: int8 `[action]`, 1 where legal.
        uniform: a number in [0, 1).
        weights: float64 `[action]`: working memory.

    Returns:
        The action, and the logarithm of its probability: NaN if the logits are no distribution.
    """
    highest = -np.inf
    for action in range(len(legal)):
        if legal[action]:
            highest = max(highest, np.float64(logits[action]))
    if not -np.inf < highest < np.inf:
        return 0, np.nan
    for action in range(len(legal)):
        weights[action] = math.exp(logits[action] - highest) if legal[action] else 0.0
    chosen, total = draw_row(weights, uniform)
    return chosen, logits[chosen] - highest - math.log(total)


@compiled
def _draw_rows(weights, uniform, out):  # type: ignore[no-untyped-def]
    for row in range(len(weights)):
        out[row], _ = draw_row(weights[row], uniform[row])


@compiled
def _draw_logits_rows(logits, legal, uniform, weights, action, log_probability):  # type: ignore[no-untyped-def]
    for row in range(len(logits)):
        action[row], log_probability[row] = draw_logits_row(logits[row], legal[row], uniform[row], weights)


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


_KEYS_OF_A_DIGEST = hashlib.blake2b.MAX_DIGEST_SIZE // 8


def one_way_keys(seeds: np.ndarray, rows: int) -> np.ndarray:
    """Returns uint64 `[game, row]`: a key for each of `rows` rows (seats) of each game, from the games' seeds uint64 `[game]`.

    The keys are words of BLAKE2b with a personalisation of its own, so nothing about the deal or the other keys can be computed
    from a key, except by trying all seeds.
    """
    blocks = -(-rows // _KEYS_OF_A_DIGEST)
    digests = [
        hashlib.blake2b(seed.to_bytes(8, "little"), salt=block.to_bytes(1, "little"), person=b"agents' keys").digest()
        for seed in np.asarray(seeds, dtype=np.uint64).tolist()
        for block in range(blocks)
    ]
    words = np.frombuffer(b"".join(digests), dtype="<u8").reshape(len(seeds), blocks * _KEYS_OF_A_DIGEST)
    return words[:, :rows].astype(np.uint64)


class _NoChance:
    """For agents that use no randomness."""

    def random(self, size: int, /) -> np.ndarray:
        return np.zeros(size)


NO_CHANCE = _NoChance()
