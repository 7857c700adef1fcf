"""Streams of keyed draws."""

import numpy as np

from resonance_env.core.bitset import count_bits
from resonance_env.core.random_stream import STREAM_SIZE, draw_below, draw_bit, draw_subset, start_stream


def stream_at(key: int, number: int) -> np.ndarray:
    stream = np.zeros(STREAM_SIZE, dtype=np.int64)
    start_stream(stream, key, 0, number)
    return stream


def numbers(stream: np.ndarray, length: int, count: int) -> list[int]:
    return [int(draw_below(stream, count)) for _ in range(length)]


def test_a_stream_is_a_function_of_its_key_and_number() -> None:
    stream = stream_at(1, 2)
    first = numbers(stream, 50, 1000)
    start_stream(stream, 1, 0, 2)
    assert numbers(stream, 50, 1000) == first
    assert numbers(stream_at(2, 2), 50, 1000) != first
    assert numbers(stream_at(1, 3), 50, 1000) != first


def test_draws_are_uniform() -> None:
    counts = np.bincount(numbers(stream_at(5, 0), 6000, 6), minlength=6)
    assert len(counts) == 6
    assert abs(counts - 1000).max() < 150


def test_bits_and_subsets_are_those_that_are_set() -> None:
    stream, bits = stream_at(7, 0), 0b1011_0010
    assert {int(draw_bit(stream, bits)) for _ in range(100)} == {1, 4, 5, 7}
    subsets = {int(draw_subset(stream, bits, 2)) for _ in range(200)}
    assert len(subsets) == 6
    assert all(subset & ~bits == 0 and count_bits(subset) == 2 for subset in subsets)
    assert draw_subset(stream, bits, 0) == 0
