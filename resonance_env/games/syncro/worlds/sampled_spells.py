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
from resonance_env.core.random_stream import NUM_WORDS, STREAM_SIZE, draw_below, draw_word
from resonance_env.games.syncro.rules import vocabulary as v
from resonance_env.games.syncro.rules.memory import is_down
from resonance_env.games.syncro.rules.seating import seat_after

TRIES = 4096  # at sums of several mages together
STEPS = 8  # of the sampler

MAX_SLOTS = v.MAX_SEATS * v.MAX_HAND + v.MAX_OPPORTUNITIES
# Of a slot, `[slot, field]`. AT is a position in the hand of SEAT, or an opportunity if IS_DOWN.
SEAT, AT, IS_DOWN, IS_MIXED, VALUE, IS_FLOATING = range(6)
PLAIN, FLOATING = range(2)

_SLOTS, _LEFT = (MAX_SLOTS, IS_FLOATING + 1), (2, v.MAX_VALUE)
SCRATCH = np.dtype(
    (
        np.record,
        [
            ("stream", "i8", (STREAM_SIZE,)),
            ("slots", "i8", _SLOTS),
            ("chosen_slots", "i8", _SLOTS),  # the choice for all groups that the sampler is at
            ("ends", "i8", (v.MAX_SEATS,)),  # [seat] end of the seat's group; it begins at the end of the one before
            ("needs", "i8", (v.MAX_SEATS,)),  # [seat] what its group must add up to
            ("unseen", "i8", (v.MAX_VALUE,)),  # [value] to be dealt
            ("left", "i8", _LEFT),  # [PLAIN or FLOATING, value] not dealt yet
            ("chosen_left", "i8", _LEFT),
            ("drawn", "i8", _LEFT),  # for one group
            # [kind, value, count, sum] choices of `count` cards of this value and higher ones that add up. What was spoken of
            # was once in one hand, so it is no more than a hand.
            ("ways", "i8", (2, v.MAX_VALUE + 1, v.MAX_HAND + 1, v.MAX_HAND * v.MAX_VALUE + 1)),
            ("rewards", "i8", (v.MAX_REWARDS,)),  # [kind] to be dealt
        ],
    )
)


def new_scratch() -> np.ndarray:
    """Returns an array of one SCRATCH record."""
    return np.zeros(1, dtype=SCRATCH)


@compiled
def deal_spells(game, scratch):
    """Deals `scratch["unseen"]` to all slots and the pile; returns whether that is possible."""
    slots, left = scratch["slots"], scratch["left"]
    count = _list_slots(game, slots, scratch["ends"], scratch["needs"])
    mixed = 0
    for slot in range(count):
        mixed += slots[slot, IS_MIXED]
    for value in range(v.MAX_VALUE):
        left[FLOATING, value] = game["floating"][0, value]
        left[PLAIN, value] = scratch["unseen"][value] - game["floating"][0, value]
        if left[PLAIN, value] < 0:
            return False
    floating, plain = size_of(left[FLOATING]), size_of(left[PLAIN])
    if floating > mixed or count - floating > plain or floating + plain - count != game["pile_size"]:
        return False
    mixed = _deal_groups(scratch, mixed, int(game["seats"]))
    if mixed == v.NOTHING:
        return False
    _deal(slots, scratch["ends"][game["seats"] - 1], count, left, mixed, scratch["stream"])
    _write_slots(slots, count, game)
    for value in range(v.MAX_VALUE):
        game["pile"][value] = left[PLAIN, value]
    return True


@inlined
def _list_slots(game, slots, ends, needs):
    """Lists the slots: the groups of seats 1, 2, … first, then all others; returns their number."""
    count = 0
    ends[0] = 0
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
def _add_slot(seat, at, is_face_down, value, marks, slots, count, needs):
    if value != 0:
        if marks & v.MARK_IN_SUM:
            needs[seat] -= value
        return count
    slots[count, SEAT], slots[count, AT], slots[count, IS_DOWN] = seat, at, is_face_down
    slots[count, IS_MIXED] = marks & v.MARK_MIXED != 0
    slots[count, VALUE] = 0
    return count + 1


@inlined
def _write_slots(slots, count, game):
    for slot in range(count):
        if slots[slot, IS_DOWN]:
            game["act_value"][0, slots[slot, AT]] = slots[slot, VALUE]
        else:
            game["hand"][slots[slot, SEAT], slots[slot, AT]] = slots[slot, VALUE]


# ---- single cards ----


@compiled
def size_of(left):
    """Returns how many cards `left[kind]` has."""
    size = 0
    for kind in range(len(left)):
        size += left[kind]
    return size


@compiled
def take_one(left, stream):
    """Takes a random one of the cards `left[kind]` and returns its kind; there must be one."""
    pick = draw_below(stream, size_of(left))
    kind = 0
    while pick >= left[kind]:
        pick -= left[kind]
        kind += 1
    left[kind] -= 1
    return kind


@compiled
def _deal(slots, first, last, left, mixed, stream):
    """Deals to the slots `first` .. `last - 1`; returns how many are left of `mixed` slots, which the floating Spells share."""
    for slot in range(first, last):
        kind = PLAIN
        if slots[slot, IS_MIXED]:
            kind = FLOATING if draw_below(stream, mixed) < size_of(left[FLOATING]) else PLAIN
            mixed -= 1
        slots[slot, VALUE] = 1 + take_one(left[kind], stream)
        slots[slot, IS_FLOATING] = kind == FLOATING
    return mixed


# ---- groups with sums ----


@compiled
def _deal_groups(scratch, mixed, seats):
    """Deals to the groups so that their sums hold; returns how many mixed slots are left, or NOTHING if that is impossible."""
    groups, ends = 0, scratch["ends"]
    for seat in range(1, seats):
        if ends[seat] == ends[seat - 1] and scratch["needs"][seat] != 0:
            return v.NOTHING
        groups += ends[seat] > ends[seat - 1]
    if groups == 0:
        return mixed
    number, chosen_mixed, chosen_weight, steps = ends[seats - 1], v.NOTHING, 0.0, 0
    for _ in range(TRIES):
        weight, rest = _deal_in_turn(scratch, mixed, seats)
        if weight > 0.0:
            if chosen_mixed == v.NOTHING or draw_word(scratch["stream"]) * chosen_weight < weight * NUM_WORDS:
                _copy(scratch["slots"], scratch["chosen_slots"], number)
                _copy(scratch["left"], scratch["chosen_left"], 2)
                chosen_mixed, chosen_weight = rest, weight
            steps += 1
        _take_back(scratch, number)
        if steps > STEPS or (steps == 1 and groups == 1):
            break
    if chosen_mixed != v.NOTHING:
        _copy(scratch["chosen_slots"], scratch["slots"], number)
        _copy(scratch["chosen_left"], scratch["left"], 2)
    return chosen_mixed


@inlined
def _copy(source, target, rows):
    for row in range(rows):
        for column in range(source.shape[1]):
            target[row, column] = source[row, column]


@inlined
def _take_back(scratch, number):
    """Takes back what was dealt to the first slots."""
    slots, left = scratch["slots"], scratch["left"]
    for slot in range(number):
        if slots[slot, VALUE] > 0:
            left[slots[slot, IS_FLOATING], slots[slot, VALUE] - 1] += 1
            slots[slot, VALUE] = 0


@compiled
def _deal_in_turn(scratch, mixed, seats):
    """Deals to the groups one after the other; returns the product of the shares of choices that fit, and mixed slots left."""
    weight, ends = 1.0, scratch["ends"]
    for seat in range(1, seats):
        first, last = ends[seat - 1], ends[seat]
        if last > first:
            weight *= _deal_group(scratch, first, last, mixed, scratch["needs"][seat])
            if weight == 0.0:
                return 0.0, mixed
            mixed -= _num_mixed(scratch["slots"], first, last)
    return weight, mixed


@inlined
def _num_mixed(slots, first, last):
    count = 0
    for slot in range(first, last):
        count += slots[slot, IS_MIXED]
    return count


@compiled
def _deal_group(scratch, first, last, mixed, need):
    """Deals Spells that add up to `need`; returns which share of all choices does so. With 0 nothing is dealt.

    The floating ones share `mixed` mixed slots, those of this group included.
    """
    ways, left, drawn, stream = scratch["ways"], scratch["left"], scratch["drawn"], scratch["stream"]
    count, here = last - first, _num_mixed(scratch["slots"], first, last)
    if count > v.MAX_HAND or need < count or need > count * v.MAX_VALUE:
        return 0.0
    _count_ways(ways[PLAIN], left[PLAIN], count, need)
    _count_ways(ways[FLOATING], left[FLOATING], here, need)
    share = 0.0
    for number in range(here + 1):
        for total in range(need + 1):
            share += _share(ways, left, count, here, mixed, need, number, total)
    if share == 0.0:
        return 0.0
    pick = share * draw_word(stream) / NUM_WORDS
    number, total, found_number, found_total = 0, 0, 0, 0
    while pick >= 0.0 and number <= here:  # the last one that is possible, if a rounding error leaves a rest
        part = _share(ways, left, count, here, mixed, need, number, total)
        if part > 0.0:
            found_number, found_total = number, total
        pick -= part
        total += 1
        if total > need:
            number, total = number + 1, 0
    _draw(ways[FLOATING], left[FLOATING], found_number, found_total, drawn[FLOATING], stream)
    _draw(ways[PLAIN], left[PLAIN], count - found_number, need - found_total, drawn[PLAIN], stream)
    _deal(scratch["slots"], first, last, drawn, here, stream)
    return share


@compiled
def _share(ways, left, count, here, mixed, need, number, total):
    """Returns which share of all choices for a group has `number` floating Spells that add up to `total`, and fits."""
    floating, plain = size_of(left[FLOATING]), size_of(left[PLAIN])
    rest = count - number
    fitting = float(ways[FLOATING, 0, number, total]) * float(ways[PLAIN, 0, rest, need - total])
    if fitting == 0.0 or floating - number > mixed - here:
        return 0.0
    placed = float(choose(here, number)) * float(choose(mixed - here, floating - number)) / float(choose(mixed, floating))
    return placed * fitting / (float(choose(floating, number)) * float(choose(plain, rest)))


@compiled
def _count_ways(ways, left, most, need):
    """Counts choices of single cards from `left[value]`, as far as `most` cards and a sum of `need`."""
    for count in range(most + 1):
        for total in range(need + 1):
            ways[v.MAX_VALUE, count, total] = count == 0 and total == 0
    for value in range(v.MAX_VALUE - 1, -1, -1):
        for count in range(most + 1):
            for total in range(need + 1):
                ways[value, count, total] = 0
        for taken in range(min(left[value], most) + 1):
            chosen, worth = choose(left[value], taken), taken * (value + 1)
            for count in range(taken, most + 1):
                for total in range(worth, need + 1):
                    ways[value, count, total] += chosen * ways[value + 1, count - taken, total - worth]


@inlined
def _ways_with(ways, left, value, count, total, taken):
    """Returns in how many of the ways just `taken` Spells have this value - 1."""
    return choose(left[value], taken) * ways[value + 1, count - taken, total - taken * (value + 1)]


@inlined
def _draw(ways, left, count, total, drawn, stream):
    """Moves `count` Spells that add up to `total` from `left` to `drawn`, every such choice of cards as likely."""
    for value in range(v.MAX_VALUE):
        pick, taken = float(ways[value, count, total]) * draw_word(stream) / NUM_WORDS, 0
        pick -= _ways_with(ways, left, value, count, total, 0)
        while pick >= 0.0:
            taken += 1
            pick -= _ways_with(ways, left, value, count, total, taken)
        left[value] -= taken
        drawn[value] += taken
        count -= taken
        total -= taken * (value + 1)


@compiled
def choose(n, k):
    """Returns in how many ways `k` of `n` things can be chosen."""
    ways = 1
    if k < 0 or k > n:
        return 0
    for number in range(k):
        ways = ways * (n - number) // (number + 1)
    return ways
