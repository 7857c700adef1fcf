"""Small sets of cards as the bits of an integer."""

from resonance_env.core.compiled import compiled


@compiled
def count_bits(bits):
    """Returns how many bits are set."""
    rest = int(bits)
    count = 0
    while rest:
        rest &= rest - 1
        count += 1
    return count


@compiled
def nth_bit(bits, n):
    """Returns the index of the n-th set bit (n = 0: the lowest); bits must hold more than n."""
    rest = int(bits)
    for _ in range(n):
        rest &= rest - 1
    return count_bits((rest & -rest) - 1)


@compiled
def has_bit(bits, index):
    """Returns whether the bit is set; False for a negative index."""
    return index >= 0 and (int(bits) >> int(index)) & 1 == 1
