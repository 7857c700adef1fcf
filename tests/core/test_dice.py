"""Streams of keyed draws."""

from __future__ import annotations

import numpy as np

from resonance_env.core.bitset import count_bits
from resonance_env.core.random_stream import DICE_SIZE, roll, roll_bit, roll_subset, start_dice


def dice_at(key: int, stream: int) -> np.ndarray:
    dice = np.zeros(DICE_SIZE, dtype=np.int64)
    start_dice(dice, key, 0, stream)
    return dice


def rolls(dice: np.ndarray, number: int, count: int) -> list[int]:
    return [int(roll(dice, count)) for _ in range(number)]


def test_a_stream_is_a_function_of_its_key_and_number() -> None:
    dice = dice_at(1, 2)
    first = rolls(dice, 50, 1000)
    start_dice(dice, 1, 0, 2)
    assert rolls(dice, 50, 1000) == first
    assert rolls(dice_at(2, 2), 50, 1000) != first
    assert rolls(dice_at(1, 3), 50, 1000) != first


def test_rolls_are_uniform() -> None:
    counts = np.bincount(rolls(dice_at(5, 0), 6000, 6), minlength=6)
    assert len(counts) == 6
    assert abs(counts - 1000).max() < 150


def test_bits_and_subsets_are_those_that_are_set() -> None:
    dice, bits = dice_at(7, 0), 0b1011_0010
    assert {int(roll_bit(dice, bits)) for _ in range(100)} == {1, 4, 5, 7}
    subsets = {int(roll_subset(dice, bits, 2)) for _ in range(200)}
    assert len(subsets) == 6
    assert all(subset & ~bits == 0 and count_bits(subset) == 2 for subset in subsets)
    assert roll_subset(dice, bits, 0) == 0
