"""Deals the Spells that the observer does not know to the places where they can be (SY-MEM-9).

A *slot* is a place of one such Spell: in the hand of another mage, or face down on a foe. *Floating* Spells lie in mixed slots,
nobody can say which. Every assignment of single cards that fits is equally likely.

A mage with a sum left has a *group*: its slots that are counted in the sum. Its Spells are drawn as a whole, among all choices
that add up, whose numbers are counted. One group is exact so. Several groups are drawn one after the other, and a choice is
as likely as it should be relative to others if it is weighted by the shares of choices that fit: an independence Metropolis
sampler (Tierney, "Markov Chains for Exploring Posterior Distributions", Annals of Statistics 22(4), 1994) takes some steps.
"""

import numpy as np

from resonance_env.core.compiled import compiled, inlined
from resonance_env.core.random_stream import NUM_WORDS, draw_below, draw_word
from resonance_env.games.syncro.rules import vocabulary as v
from resonance_env.games.syncro.rules.memory import is_down
from resonance_env.games.syncro.rules.seating import seat_after

TRIES = 4096  # at sums of several mages together
STEPS = 8  # of the sampler

MAX_SLOTS = v.MAX_SEATS * v.MAX_HAND + v.MAX_OPPORTUNITIES
# Of a slot, int64 `[slot, field]`. AT is a position in the hand of SEAT, or an opportunity if IS_DOWN.
SEAT, AT, IS_DOWN, IS_MIXED, VALUE, IS_FLOATING = range(6)
NUM_FIELDS = IS_FLOATING + 1
PLAIN, FLOATING = range(2)


@compiled
def deal_spells(unseen, game, stream):
    """Deals `unseen[value]` (int64) to all slots and the pile; returns whether that is possible."""
    slots = np.zeros((MAX_SLOTS, NUM_FIELDS), dtype=np.int64)
    ends = np.zeros(v.MAX_SEATS + 1, dtype=np.int64)
    needs = np.zeros(v.MAX_SEATS, dtype=np.int64)
    count = _list_slots(game, slots, ends, needs)
    left = np.zeros((2, v.MAX_VALUE), dtype=np.int64)
    mixed = 0
    for slot in range(count):
        mixed += slots[slot, IS_MIXED]
    for value in range(v.MAX_VALUE):
        left[FLOATING, value] = game["floating"][0, value]
        left[PLAIN, value] = unseen[value] - game["floating"][0, value]
        if left[PLAIN, value] < 0:
            return False
    floating = left[FLOATING].sum()
    if floating > mixed or count - floating > left[PLAIN].sum() or left.sum() - count != game["pile_size"]:
        return False
    mixed = _deal_groups(slots, ends, needs, left, mixed, int(game["seats"]), stream)
    if mixed == v.NOTHING:
        return False
    _deal(slots, ends[game["seats"] - 1], count, left, mixed, stream)
    _write_slots(slots, count, game)
    for value in range(v.MAX_VALUE):
        game["pile"][value] = left[PLAIN, value]
    return True


@inlined
def _list_slots(game, slots, ends, needs):
    """Lists the slots: the groups of seats 1, 2, … end at `ends[seat]`, then all others; returns their number.

    `needs[seat]` becomes what the group must add up to.
    """
    count = 0
    for seat in range(1, game["seats"]):
        needs[seat] = game["sum_left"][seat]
        if game["sum_left"][seat] > 0:
            count = _list_slots_of(game, seat, True, slots, count, needs)
        ends[seat] = count
    for seat in range(1, game["seats"]):
        count = _list_slots_of(game, seat, False, slots, count, needs)
    return count


@compiled
def _list_slots_of(game, seat, in_sum, slots, count, needs):
    """Adds the slots of a mage that are counted in its sum, or those that are not; known Spells lessen what a sum needs."""
    for position in range(game["held"][seat]):
        value, marks = int(game["hand"][seat, position]), int(game["marks"][seat, position])
        if (marks & v.MARK_IN_SUM != 0) == in_sum:
            count = _add_slot(seat, position, 0, value, marks, slots, count, needs)
    for opportunity in range(game["opportunity"]):
        if is_down(game, opportunity) and seat_after(game, opportunity) == seat:
            value, marks = int(game["act_value"][0, opportunity]), int(game["act_marks"][opportunity])
            if (marks & v.MARK_IN_SUM != 0) == in_sum:
                count = _add_slot(seat, opportunity, 1, value, marks, slots, count, needs)
    return count


@inlined
def _add_slot(seat, at, is_down, value, marks, slots, count, needs):
    if value != 0:
        if marks & v.MARK_IN_SUM:
            needs[seat] -= value
        return count
    slots[count, SEAT], slots[count, AT], slots[count, IS_DOWN] = seat, at, is_down
    slots[count, IS_MIXED] = marks & v.MARK_MIXED != 0
    return count + 1


@inlined
def _write_slots(slots, count, game):
    for slot in range(count):
        if slots[slot, IS_DOWN]:
            game["act_value"][0, slots[slot, AT]] = slots[slot, VALUE]
        else:
            game["hand"][slots[slot, SEAT], slots[slot, AT]] = slots[slot, VALUE]


# ---- single Spells ----


@compiled
def take_one(left, stream):
    """Takes a random one of `left[value]` Spells and returns its index; there must be one."""
    pick = draw_below(stream, left.sum())
    value = 0
    while pick >= left[value]:
        pick -= left[value]
        value += 1
    left[value] -= 1
    return value


@compiled
def _deal(slots, first, last, left, mixed, stream):
    """Deals to the slots `first` .. `last - 1`; returns how many mixed slots are left of `mixed`, which the floating ones share."""
    for slot in range(first, last):
        kind = PLAIN
        if slots[slot, IS_MIXED]:
            kind = FLOATING if draw_below(stream, mixed) < left[FLOATING].sum() else PLAIN
            mixed -= 1
        slots[slot, VALUE] = 1 + take_one(left[kind], stream)
        slots[slot, IS_FLOATING] = kind == FLOATING
    return mixed


# ---- groups with sums ----


@compiled
def _deal_groups(slots, ends, needs, left, mixed, seats, stream):
    """Deals to the groups so that their sums hold; returns how many mixed slots are left, or NOTHING if that is impossible."""
    groups = 0
    for seat in range(1, seats):
        if ends[seat] == ends[seat - 1] and needs[seat] != 0:
            return v.NOTHING
        groups += ends[seat] > ends[seat - 1]
    if groups == 0:
        return mixed
    chosen, chosen_left = slots.copy(), left.copy()
    chosen_mixed, chosen_weight, steps = v.NOTHING, 0.0, 0
    for _ in range(TRIES):
        rest = left.copy()
        weight, rest_mixed = _deal_in_turn(slots, ends, needs, rest, mixed, seats, stream)
        if weight > 0.0:
            if chosen_mixed == v.NOTHING or draw_word(stream) * chosen_weight < weight * NUM_WORDS:
                chosen[:], chosen_left[:] = slots, rest
                chosen_mixed, chosen_weight = rest_mixed, weight
            steps += 1
            if groups == 1 or steps > STEPS:
                break
    slots[:], left[:] = chosen, chosen_left
    return chosen_mixed


@compiled
def _deal_in_turn(slots, ends, needs, left, mixed, seats, stream):
    """Deals to the groups one after the other; returns the product of the shares of choices that fit, and mixed slots left."""
    weight = 1.0
    for seat in range(1, seats):
        first, last = ends[seat - 1], ends[seat]
        if last > first:
            weight *= _deal_group(slots, first, last, left, mixed, needs[seat], stream)
            if weight == 0.0:
                return 0.0, mixed
            for slot in range(first, last):
                mixed -= slots[slot, IS_MIXED]
    return weight, mixed


@compiled
def _deal_group(slots, first, last, left, mixed, need, stream):
    """Deals Spells that add up to `need`; returns which share of all choices does so. With 0 nothing is dealt.

    The floating ones share `mixed` mixed slots, those of this group included.
    """
    count, here = last - first, 0
    for slot in range(first, last):
        here += slots[slot, IS_MIXED]
    if need < count or need > count * v.MAX_VALUE:
        return 0.0
    ways = np.zeros((2, v.MAX_VALUE + 1, count + 1, need + 1))
    _count_ways(ways[PLAIN], left[PLAIN])
    _count_ways(ways[FLOATING], left[FLOATING])
    share = 0.0
    for number in range(here + 1):
        for total in range(need + 1):
            share += _share(ways, left, count, here, mixed, need, number, total)
    if share == 0.0:
        return 0.0
    pick = share * draw_word(stream) / NUM_WORDS
    number, total = 0, 0
    while True:
        pick -= _share(ways, left, count, here, mixed, need, number, total)
        if pick < 0.0 or (number == here and total == need):
            break
        number, total = (number, total + 1) if total < need else (number + 1, 0)
    chosen = np.zeros((2, v.MAX_VALUE), dtype=np.int64)
    _choose(ways[FLOATING], left[FLOATING], number, total, chosen[FLOATING], stream)
    _choose(ways[PLAIN], left[PLAIN], count - number, need - total, chosen[PLAIN], stream)
    _deal(slots, first, last, chosen, here, stream)
    return share


@compiled
def _share(ways, left, count, here, mixed, need, number, total):
    """Returns which share of all choices for a group has `number` floating Spells that add up to `total`, and fits."""
    floating, plain = left[FLOATING].sum(), left[PLAIN].sum()
    rest = count - number
    fitting = ways[FLOATING, 0, number, total] * ways[PLAIN, 0, rest, need - total]
    if fitting == 0.0 or floating - number > mixed - here:
        return 0.0
    placed = choose(here, number) * choose(mixed - here, floating - number) / choose(mixed, floating)
    return placed * fitting / (choose(floating, number) * choose(plain, rest))


@compiled
def _count_ways(ways, left):
    """Counts choices of single cards from `left[value]`: `ways[value, count, sum]` has those of this value - 1 and higher ones."""
    ways[v.MAX_VALUE, 0, 0] = 1.0
    for value in range(v.MAX_VALUE - 1, -1, -1):
        for count in range(ways.shape[1]):
            for total in range(ways.shape[2]):
                for taken in range(min(left[value], count, total // (value + 1)) + 1):
                    ways[value, count, total] += _ways_with(ways, left, value, count, total, taken)


@inlined
def _ways_with(ways, left, value, count, total, taken):
    """Returns in how many of the ways just `taken` Spells have this value - 1."""
    return choose(left[value], taken) * ways[value + 1, count - taken, total - taken * (value + 1)]


@inlined
def _choose(ways, left, count, total, chosen, stream):
    """Moves `count` Spells that add up to `total` from `left` to `chosen`, every such choice of cards as likely."""
    for value in range(v.MAX_VALUE):
        pick, taken = ways[value, count, total] * draw_word(stream) / NUM_WORDS, 0
        most = min(left[value], count, total // (value + 1))
        while taken < most:
            pick -= _ways_with(ways, left, value, count, total, taken)
            if pick < 0.0:
                break
            taken += 1
        while _ways_with(ways, left, value, count, total, taken) == 0.0:  # a rounding error
            taken -= 1
        left[value] -= taken
        chosen[value] += taken
        count -= taken
        total -= taken * (value + 1)


@compiled
def choose(n, k):
    """Returns in how many ways `k` of `n` things can be chosen, as a float."""
    ways = 1.0
    if k < 0 or k > n:
        return 0.0
    for number in range(k):
        ways = ways * (n - number) / (number + 1)
    return ways
