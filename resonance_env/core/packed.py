"""Words: eight entries of a row in one integer, which are computed and written at once.

Entry k of a word occupies its bits 8k .. 8k + 7 and is at most 63. Compiled code cannot know that two arrays do not overlap,
so it copies short rows entry by entry. A word is read before anything is written, and its eight writes become one, which is
three to six times faster.
"""

from typing import Any

import numba
import numpy as np
from numba.core import cgutils, types
from numba.extending import intrinsic

from resonance_env.core.bitset import count_bits
from resonance_env.core.compiled import compiled, inlined

ENTRIES = 8

# Masking an index with it tells the compiler that the index is not negative, so that it drops the wrap-around of negative
# indices and can vectorise.
NOT_NEGATIVE = 0x7FFFFFFF
_ONES = 0x0101010101010101
_LIMITS = 64 * _ONES  # 64 in every entry


def pack(rows: np.ndarray) -> np.ndarray:
    """Returns int8 rows `[..., size]` as words: int64 `[..., ceil(size / 8)]`, filled up with zeros."""
    size = -(-rows.shape[-1] // ENTRIES) * ENTRIES
    padded = np.zeros((*rows.shape[:-1], size), dtype=np.int8)
    padded[..., : rows.shape[-1]] = rows
    return padded.view("<i8").astype(np.int64)


# [byte] the bits of the byte as entries of a word.
_BITS = pack(np.array([[(byte >> bit) & 1 for bit in range(8)] for byte in range(256)], dtype=np.int8))[:, 0]


@compiled
def write_word(word, row, at):
    """Writes the eight entries of a word into `row[at : at + 8]`."""
    at &= NOT_NEGATIVE
    row[at] = word & 0xFF
    row[at + 1] = (word >> 8) & 0xFF
    row[at + 2] = (word >> 16) & 0xFF
    row[at + 3] = (word >> 24) & 0xFF
    row[at + 4] = (word >> 32) & 0xFF
    row[at + 5] = (word >> 40) & 0xFF
    row[at + 6] = (word >> 48) & 0xFF
    row[at + 7] = (word >> 56) & 0xFF


@inlined
def _byte(row, at):
    return int(row[at]) & 0xFF  # unsigned, so that the eight reads become one


@compiled
def read_word(row, at):
    """Returns the eight entries of `row[at : at + 8]` as a word."""
    at &= NOT_NEGATIVE
    low = _byte(row, at) | _byte(row, at + 1) << 8 | _byte(row, at + 2) << 16 | _byte(row, at + 3) << 24
    high = _byte(row, at + 4) | _byte(row, at + 5) << 8 | _byte(row, at + 6) << 16 | _byte(row, at + 7) << 24
    return low | high << 32


@compiled
def nth_entry(word, n):
    """Returns the index of the n-th 1 (n = 0: the first) in a word of zeros and ones, which must hold more than n ones."""
    so_far = int(word) * _ONES  # prefix sums: each entry holds the sum of the entries up to it
    return count_bits((int(n) * _ONES + _LIMITS - so_far) & _LIMITS)  # the entries before the one where the sum exceeds n


@compiled
def write_bits(bits, count, row, at):
    """Writes the lowest `count` bits of an integer as 0 or 1 into `row[at : at + count]`."""
    for start in range(0, count - 7, 8):
        write_word(_BITS[(bits >> start) & 0xFF], row, at + start)
    at &= NOT_NEGATIVE
    for index in range(count & ~7, count):
        row[at + index] = (bits >> index) & 1


@compiled
def one_hot(code):
    """Returns a word that is 1 at the entry of the code, or all zero for a negative code."""
    return np.int64(code >= 0) << (8 * (code & 7))


@inlined
def excess(word, other):
    """Returns entry by entry how much the word exceeds the other one, 0 where it does not."""
    difference = word + _LIMITS - other
    not_less = difference & _LIMITS
    return difference & (not_less - (not_less >> 6))


@intrinsic  # type: ignore[untyped-decorator]
def _copy_bytes(typing_context: Any, source: Any, start: Any, target: Any, at: Any, count: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        source, start, target, at, count = arguments
        read = context.make_array(signature.args[0])(context, builder, value=source).data
        write = context.make_array(signature.args[2])(context, builder, value=target).data
        cgutils.raw_memcpy(builder, builder.gep(write, [at]), builder.gep(read, [start]), count, 1)
        return context.get_dummy_value()

    return types.void(source, types.intp, target, types.intp, types.intp), generate


def _copy_slice(source: np.ndarray, start: int, target: np.ndarray, at: int, count: int) -> None:
    target[at : at + count] = source[start : start + count]


_copy = _copy_slice if numba.config.DISABLE_JIT else _copy_bytes


@compiled
def copy_entries(source, start, target, at, count):
    """Copies `source[start : start + count]` to `target[at : at + count]` in one move; int8 rows that must not overlap."""
    _copy(source, start, target, at, count)
