"""A stream of keyed draws for samplers, which need many numbers and no names for them.

Dice are an int64 array `[4]`: low and high word of a key, the number of the stream, and how many numbers were drawn. The draws
are those of `chance`, so a stream is a function of its key and number alone.
"""

from __future__ import annotations

from resonance_env.core.bitset import count_bits, nth_bit
from resonance_env.core.chance import draw
from resonance_env.core.compiled import compiled

DICE_SIZE = 4
NUM_WORDS = 1 << 30  # what `roll_word` can return


@compiled
def start_dice(dice, key_low, key_high, stream):
    """Puts the dice at the start of a stream; all arguments are 32-bit words."""
    dice[0] = key_low
    dice[1] = key_high
    dice[2] = stream
    dice[3] = 0


@compiled
def roll(dice, count):
    """Returns an integer in 0 .. count - 1; `count` is 1 or more."""
    pick = draw(dice[0], dice[1], dice[2], dice[3], count)
    dice[3] += 1
    return pick


@compiled
def roll_word(dice):
    """Returns an integer in 0 .. NUM_WORDS - 1."""
    return roll(dice, NUM_WORDS)


@compiled
def roll_bit(dice, bits):
    """Returns the index of one of the set bits, each as likely; at least one must be set."""
    return nth_bit(bits, roll(dice, count_bits(bits)))


@compiled
def roll_subset(dice, bits, size):
    """Returns `size` of the set bits as a bit set, each subset as likely; at least that many must be set."""
    chosen = 0
    for _ in range(size):
        chosen |= 1 << roll_bit(dice, bits & ~chosen)
    return chosen
