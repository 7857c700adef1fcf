"""Streams of keyed draws for samplers, which need many random numbers in a row.

A stream is an int64 array `[4]`: low and high word of a key, the number of the stream, and how many numbers have been drawn.
The draws come from `chance`, so a stream depends only on its key and number.
"""

from resonance_env.core.bitset import count_bits, nth_bit
from resonance_env.core.chance import draw
from resonance_env.core.compiled import compiled

STREAM_SIZE = 4
NUM_WORDS = 1 << 30  # `draw_word` returns one of this many values


@compiled
def start_stream(stream, key_low, key_high, number):
    """Starts the stream with that key and number, all of them 32-bit words."""
    stream[0] = key_low
    stream[1] = key_high
    stream[2] = number
    stream[3] = 0


@compiled
def draw_below(stream, count):
    """Returns an integer in 0 .. count - 1; `count` is 1 or more."""
    pick = draw(stream[0], stream[1], stream[2], stream[3], count)
    stream[3] += 1
    return pick


@compiled
def draw_word(stream):
    """Returns an integer in 0 .. NUM_WORDS - 1."""
    return draw_below(stream, NUM_WORDS)


@compiled
def draw_bit(stream, bits):
    """Returns the index of a uniformly random set bit; 0 if none is set."""
    if bits == 0:
        return 0
    return nth_bit(bits, draw_below(stream, count_bits(bits)))


@compiled
def draw_subset(stream, bits, size):
    """Returns a uniformly random subset of `size` set bits as a bit set; all of them if there are fewer."""
    chosen = 0
    for _ in range(min(size, count_bits(bits))):
        chosen |= 1 << draw_bit(stream, bits & ~chosen)
    return chosen
