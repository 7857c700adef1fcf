"""Keyed chance: every random draw is a pure function of a seed, a purpose and a number.

Nothing here holds a stream. The draw is Threefry-2x32 with 13 rounds (Salmon, Moraes, Dror and Shaw, "Parallel random
numbers: as easy as 1, 2, 3", SC 2011): the key is the 64-bit seed, the counter is (purpose, index). It uses additions,
rotations and exclusive ors of 32-bit words only, so 64-bit integers never overflow and plain Python, NumPy scalars and
compiled code agree bit for bit.
"""

import secrets

import numpy as np

from resonance_env.core.compiled import inlined

WORD = 0xFFFFFFFF
_PARITY = 0x1BD11BDA


@inlined
def _rotate(x, bits):
    return ((x << bits) | (x >> (32 - bits))) & WORD


@inlined
def threefry2x32(key_low, key_high, counter_low, counter_high):
    """Returns the two 32-bit words (as integers in 0 .. 2**32 - 1) of Threefry-2x32-13; all arguments are 32-bit words."""
    key_low, key_high = np.int64(key_low), np.int64(key_high)
    third = _PARITY ^ key_low ^ key_high
    x = (np.int64(counter_low) + key_low) & WORD
    y = (np.int64(counter_high) + key_high) & WORD

    x, y = _mix4(x, y, 13, 15, 26, 6)
    x, y = (x + key_high) & WORD, (y + third + 1) & WORD
    x, y = _mix4(x, y, 17, 29, 16, 24)
    x, y = (x + third) & WORD, (y + key_low + 2) & WORD
    x, y = _mix4(x, y, 13, 15, 26, 6)
    x, y = (x + key_low) & WORD, (y + key_high + 3) & WORD
    x = (x + y) & WORD
    y = _rotate(y, 17) ^ x
    return x, y


@inlined
def _mix4(x, y, first, second, third, fourth):
    x = (x + y) & WORD
    y = _rotate(y, first) ^ x
    x = (x + y) & WORD
    y = _rotate(y, second) ^ x
    x = (x + y) & WORD
    y = _rotate(y, third) ^ x
    x = (x + y) & WORD
    y = _rotate(y, fourth) ^ x
    return x, y


@inlined
def draw(seed_low, seed_high, purpose, index, count):
    """Returns an integer in 0 .. count - 1, the `index`-th draw of `purpose` under the seed.

    `count` is at most 2**30; the bias of the multiply-and-shift is below count / 2**32.
    """
    word, _ = threefry2x32(seed_low, seed_high, purpose, index)
    return (word * count) >> 32


def secret_seed() -> int:
    """Returns a seed that nobody can guess: 63 random bits of the operating system, so that it fits a signed integer."""
    return secrets.randbits(63)


def split_seed(seed: int) -> tuple[int, int]:
    """Returns the low and the high 32-bit word of a seed in 0 .. 2**64 - 1.

    Raises:
        ValueError: the seed is out of range.
    """
    if not 0 <= seed < 2**64:
        raise ValueError(f"expected a seed in 0 .. 2**64 - 1, got {seed}")
    return seed & WORD, seed >> 32


def episode_seed(seed: int, game: int, episode: int) -> int:
    """Returns the seed of episode `episode` of game number `game` in a batch seeded with `seed`."""
    low, high = split_seed(seed)
    low, high = threefry2x32(low, high, game & WORD, episode & WORD)
    return int(low) | (int(high) << 32)
