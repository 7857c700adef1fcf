"""Operations on packed entries agree with the same operations entry by entry."""

import numpy as np
import pytest
from hypothesis import given, strategies as st

from resonance_env.core.packed import excess, nth_entry, one_hot, pack, read_word, write_bits, write_word

entries = st.lists(st.integers(0, 63), min_size=8, max_size=8)


@given(entries)
def test_a_word_is_written_as_it_was_packed(row: list[int]) -> None:
    out = np.full(12, 7, dtype=np.int8)
    write_word(pack(np.array(row, dtype=np.int8))[0], out, 3)
    assert out.tolist() == [7, 7, 7, *row, 7]


@given(entries, entries)
def test_excess_is_the_difference_where_it_is_positive(row: list[int], other: list[int]) -> None:
    words = pack(np.array([row, other], dtype=np.int8))[:, 0]
    out = np.zeros(8, dtype=np.int8)
    write_word(excess(words[0], words[1]), out, 0)
    assert out.tolist() == [max(a - b, 0) for a, b in zip(row, other, strict=True)]


@given(st.integers(0, 2**57 - 1), st.integers(1, 57))
def test_bits_are_written_one_an_entry_and_no_further(bits: int, count: int) -> None:
    out = np.full(count + 2, 7, dtype=np.int8)
    write_bits(bits, count, out, 1)
    assert out.tolist() == [7, *((bits >> index) & 1 for index in range(count)), 7]


@pytest.mark.parametrize("code", range(-1, 8))
def test_one_hot(code: int) -> None:
    out = np.full(8, 7, dtype=np.int8)
    write_word(one_hot(code), out, 0)
    assert out.tolist() == [int(place == code) for place in range(8)]


def test_rows_are_filled_up_with_zeros() -> None:
    packed = pack(np.arange(1, 12, dtype=np.int8))
    assert packed.shape == (2,)
    out = np.zeros(16, dtype=np.int8)
    for index, word in enumerate(packed):
        write_word(word, out, 8 * index)
    assert out.tolist() == [*range(1, 12), 0, 0, 0, 0, 0]


@given(entries)
def test_a_word_is_read_as_it_was_packed(row: list[int]) -> None:
    assert read_word(np.array([7, *row, 7], dtype=np.int8), 1) == pack(np.array(row, dtype=np.int8))[0]


@given(st.lists(st.integers(0, 1), min_size=8, max_size=8))
def test_the_nth_one_of_a_word_is_found(row: list[int]) -> None:
    word = pack(np.array(row, dtype=np.int8))[0]
    assert [nth_entry(word, n) for n in range(sum(row))] == np.flatnonzero(row).tolist()
