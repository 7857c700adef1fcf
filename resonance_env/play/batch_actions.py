"""Compiled loops over the decisions of a batch: checking actions and drawing them.

A row is a seat of a game: `game` and `seat` (int64 `[row]`) say which, `asked` (bool `[row]`) whether it has a decision to
make, `legal` (int8 `[row, action]`) what it may do. What is drawn depends on a key (two words), the game and the seat alone.
"""

import numpy as np

from resonance_env.agents.sampling import draw_logits_row
from resonance_env.core.bitset import count_bits
from resonance_env.core.chance import threefry2x32
from resonance_env.core.compiled import compiled
from resonance_env.core.packed import ENTRIES, nth_entry, read_word


@compiled
def check_actions(actions, legal, game, seat, asked, replaces, out):  # type: ignore[no-untyped-def]
    """Writes the actions of seats that are asked into `out[game, seat]`; returns the first row that cannot be played, or -1.

    With `replaces`, the lowest legal action stands in for one that is illegal.
    """
    num_actions = legal.shape[1]
    for row in range(len(legal)):
        if not asked[row]:
            continue
        action = int(actions[row])
        if action < 0 or action >= num_actions:
            return row
        if not legal[row, action]:
            if not replaces:
                return row
            action = _nth_legal(legal[row], 0, 0)
            if action == num_actions:
                return row
        out[game[row], seat[row]] = action
    return -1


@compiled
def draw_legal(legal, game, seat, asked, key_low, key_high, out):  # type: ignore[no-untyped-def]
    """Writes a legal action of each row, uniform where the seat is asked, into `out[row]`."""
    num_actions = legal.shape[1]
    whole = num_actions - num_actions % ENTRIES  # entries that are looked at a word at a time
    for number in range(len(legal)):
        row = legal[number]
        if not asked[number]:
            out[number] = _nth_legal(row, 0, 0)
            continue
        count = 0
        for start in range(0, whole, ENTRIES):
            count += count_bits(read_word(row, start))
        for action in range(whole, num_actions):
            count += int(row[action])
        random, _ = threefry2x32(key_low, key_high, game[number], seat[number])
        pick = (random * count) >> 32
        start, word = 0, 0
        while start < whole:
            word = read_word(row, start)
            in_word = count_bits(word)
            if pick < in_word:
                break
            pick -= in_word
            start += ENTRIES
        out[number] = start + nth_entry(word, pick) if start < whole else _nth_legal(row, whole, pick)


@compiled
def _nth_legal(row, start, pick):  # type: ignore[no-untyped-def]
    """Returns the `pick`-th legal action from `start` on, counted from 0, or the number of actions if there is none."""
    for action in range(start, len(row)):
        pick -= row[action]
        if pick < 0:
            return action
    return len(row)


@compiled
def draw_from_logits(logits, legal, game, seat, asked, key_low, key_high, weights, out):  # type: ignore[no-untyped-def]
    """Draws in proportion to exp(logit) among the legal actions of each row, into `out[row]`.

    Returns the first row that is asked and whose logits are no distribution, or -1. `weights` (float64 `[action]`) is working
    memory.
    """
    for row in range(len(legal)):
        if not asked[row]:
            out[row] = _nth_legal(legal[row], 0, 0)
            continue
        word, _ = threefry2x32(key_low, key_high, game[row], seat[row])
        action, log_probability = draw_logits_row(logits[row], legal[row], (word + 0.5) / 4294967296.0, weights)
        if np.isnan(log_probability):
            return row
        out[row] = action
    return -1
