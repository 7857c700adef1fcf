"""What code that writes observation rows or reads them back shares; `packed.py` has rows in words."""

from resonance_env.core.compiled import compiled, inlined
from resonance_env.core.packed import NOT_NEGATIVE


@inlined
def clear(row, at, size):
    """Writes zeros into `row[at : at + size]`."""
    at &= NOT_NEGATIVE
    for index in range(size):
        row[at + index] = 0


@inlined
def distance_to(seat, other, seats):
    """Returns how many seats to the left of a seat another one sits."""
    number = other - seat
    return number if number >= 0 else number + seats


@compiled
def hot(row, at, count, missing):
    """Returns the first place in `row[at : at + count]` that is not 0, or `missing`: the code of a one-hot piece."""
    for index in range(count):
        if row[at + index]:
            return index
    return missing


@compiled
def bits_of(row, at, count):
    """Returns the indices of the nonzero entries of `row[at : at + count]` as a bit set."""
    bits = 0
    for index in range(count):
        if row[at + index]:
            bits |= 1 << index
    return bits


@compiled
def first_outside(rows, high):
    """Returns the first row that has an entry above its bound; -1 if there is none."""
    for row in range(len(rows)):
        is_outside = False
        for entry in range(len(high)):
            is_outside |= rows[row, entry] > high[entry]
        if is_outside:
            return row
    return -1
