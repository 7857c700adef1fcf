"""What a planner believes about the hidden Spells of the other mages: it counts cards, and hears estimates and sums.

The belief about a mage is one distribution: that of the value of any Spell in its hand or face down of which the value is not
known. It starts as the composition of what was not seen, and is conditioned on the sum that the mage spoke last, or on the
estimate that stands. An estimate may tell the highest Spell, as by `signaller`, or the mean, as by `greedy` and `saver`: the
planner takes both for possible, and no longer believes the first once a Spell was seen that contradicts it.
"""

import math

from resonance_env.agents.syncro.planning.convention import BAD, BELOW_MEAN, GOOD, HIGH, MEAN, MIDDLING, WITHIN_MEAN
from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.syncro.rules import vocabulary as v
from resonance_env.games.syncro.sight import row_places as places

DEVIATION = 1.4  # of the value of a Spell


@compiled
def form_belief(row, view, style, guess):
    """Fills `known`, `unknown` and `hand` of a GUESS record from a row of kind `recall` and its VIEW record."""
    seats = int(view["seats"])
    memory = places.memory_start(seats)
    at = memory + places.MEMORY_SIZE + places.PLACE_MEMORIES_SIZE
    for opportunity in range(view["opportunities"]):  # Spells face down that this mage knows
        if view["act_target"][opportunity] != v.NOTHING and view["act_value"][opportunity] == 0:
            start = at + opportunity * places.ACT_MEMORY_SIZE
            for value in range(v.MAX_VALUE):
                if row[start + value]:
                    view["act_value"][opportunity] = value + 1
    at += places.ACT_MEMORIES_SIZE
    for seat in range(1, seats):
        start = at + seat * places.SEAT_MEMORY_SIZE
        _count_known(row, start, view, guess, seat)
        is_mixed = _is_mixed(row, start, int(view["held"][seat]))
        for value in range(v.MAX_VALUE):
            floating = int(row[memory + places.AT_FLOATING + value])
            unseen = max(int(row[memory + places.AT_UNSEEN + value]) - floating, 0)
            guess["hand"][seat, value] = float(floating if is_mixed else unseen) + 1e-3
        _normalise(guess, seat)
        _hear(row, start, view, style, guess, seat)


@inlined
def _count_known(row, start, view, guess, seat):
    """Counts the known Spells of a hand by value, and the Spells of the mage, in hand or face down, that are not known."""
    guess["unknown"][seat] = view["held"][seat]
    for value in range(v.MAX_VALUE):
        count = 0
        for position in range(view["held"][seat]):
            count += row[start + position * v.MAX_VALUE + value] != 0
        guess["known"][seat, value] = count
        guess["unknown"][seat] -= count
    for opportunity in range(view["opportunities"]):
        is_hidden = view["act_target"][opportunity] != v.NOTHING and view["act_value"][opportunity] == 0
        guess["unknown"][seat] += view["act_seat"][opportunity] == seat and is_hidden


@inlined
def _is_mixed(row, start, held):
    """Returns whether most Spells of a hand are among those that float (SY-MEM-5)."""
    mixed = 0
    for position in range(held):
        mixed += row[start + places.AT_MIXED + position] != 0
    return 2 * mixed > held


@compiled
def _normalise(guess, seat):
    total = 0.0
    for value in range(v.MAX_VALUE):
        total += guess["hand"][seat, value]
    for value in range(v.MAX_VALUE):
        guess["hand"][seat, value] /= total


@inlined
def _hear(row, start, view, style, guess, seat):
    """Conditions the belief about a mage on what it said last."""
    unknown, estimate, left = int(guess["unknown"][seat]), int(view["estimate"][seat]), int(row[start + places.AT_SUM_LEFT])
    highest, total, count = 0, 0, unknown  # of the Spells it had when it estimated: their known values, and how many
    for value in range(v.MAX_VALUE):
        seen = int(guess["known"][seat, value]) + int(row[start + places.AT_SPENT + value])
        left -= (value + 1) * int(guess["known"][seat, value])
        total += (value + 1) * seen
        count += seen
        if seen:
            highest = value + 1
    if unknown and view["sum"][seat] and left > 0:
        _tilt(guess, seat, left / unknown)
    elif unknown and estimate != v.NOTHING:
        _condition(style, guess, seat, estimate, highest, total, count)


@inlined
def _tilt(guess, seat, mean):
    """Reweighs a belief so that its mean comes near a mean."""
    believed = mean_hidden(guess, seat)
    for value in range(v.MAX_VALUE):
        guess["hand"][seat, value] *= math.exp((mean - believed) * (value + 1) / DEVIATION**2)
    _normalise(guess, seat)


@inlined
def _condition(style, guess, seat, estimate, highest, total, count):
    """Conditions the belief about a mage on its estimate.

    Args:
        style: a STYLE record.
        guess: a GUESS record.
        seat: the mage.
        estimate: an index in ESTIMATE_NAMES.
        highest: of the Spells it had then, the highest known value.
        total: the sum of their known values.
        count: how many it had.
    """
    others = int(guess["unknown"][seat]) - 1
    mean = mean_hidden(guess, seat)
    below_high, below_middling = 0.0, 0.0  # probabilities that a Spell is below a high and below a middling one
    for value in range(HIGH - 1):
        below_high += guess["hand"][seat, value]
        if value < HIGH - 2:
            below_middling += guess["hand"][seat, value]
    is_good_left, is_middling_left = below_high**others, below_middling**others  # no other Spell is high; even middling
    is_contradicted = (estimate == MIDDLING and highest >= HIGH) or (estimate == BAD and highest >= HIGH - 1)
    trust = 0.0 if is_contradicted else style["listens"]
    deviation = max(DEVIATION * math.sqrt(float(others)), 0.3)
    for value in range(v.MAX_VALUE):
        if estimate == GOOD:
            tells_highest = 1.0 if max(highest, value + 1) >= HIGH else 1.0 - is_good_left
        elif estimate == BAD:
            tells_highest = is_middling_left if value + 1 < HIGH - 1 else 0.0
        elif value + 1 >= HIGH:
            tells_highest = 0.0
        else:
            tells_highest = is_good_left if max(highest, value + 1) == HIGH - 1 else is_good_left - is_middling_left
        expected = total + value + 1 + others * mean
        tells_mean = _between(estimate, expected, deviation, count)
        guess["hand"][seat, value] *= trust * tells_highest + (1.0 - trust) * tells_mean + 0.02
    _normalise(guess, seat)


@inlined
def _between(estimate, expected, deviation, count):
    """Returns the probability that a sum of `count` Spells, guessed with a deviation, has the mean that an estimate tells."""
    low, high = (MEAN - BELOW_MEAN) * count, (MEAN + WITHIN_MEAN) * count
    below, up_to = _below(low, expected, deviation), _below(high, expected, deviation)
    return below if estimate == BAD else 1.0 - up_to if estimate == GOOD else up_to - below


@compiled
def _below(bound, expected, deviation):
    """Returns about the probability that a normal variable is below a bound."""
    return 1.0 / (1.0 + math.exp(min(max((expected - bound) * 1.7 / deviation, -50.0), 50.0)))


@compiled
def mean_hidden(guess, seat):
    """Returns the believed mean of the values of the Spells of a mage that are not known."""
    mean = 0.0
    for value in range(v.MAX_VALUE):
        mean += (value + 1) * guess["hand"][seat, value]
    return mean


@compiled
def highest_believed(guess, seat, hidden):
    """Returns the expected highest value in a hand with the known Spells and so many that are not known."""
    known, mean, below = 0, 0.0, 0.0
    for value in range(v.MAX_VALUE):
        if guess["known"][seat, value]:
            known = value + 1
    before = 0.0  # probability that all are below a value
    for value in range(v.MAX_VALUE):
        below += guess["hand"][seat, value]
        up_to = below**hidden
        mean += max(value + 1, known) * (up_to - before)
        before = up_to
    return mean
