"""Who is whose opponent, what a seat's cards count as, and how many match a filter (LD-EFF, LD-PERM, LD-TEAM)."""

from resonance_env.core.bitset import count_bits
from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.summon_demons.rules import vocabulary as v


@inlined
def lowest(bits):
    """Returns the index of the lowest set bit; some bit must be set."""
    return count_bits((bits & -bits) - 1)


@inlined
def is_opponent(game, seat, other):
    """LD-TEAM-3: in teams only seats of the other team are opponents."""
    return (seat ^ other) & 1 == 1 if game["teams"] else seat != other


@inlined
def seat_at(game, seat, distance):
    """Returns the seat that many places to the left."""
    other = seat + distance
    return other - int(game["seats"]) if other >= game["seats"] else other


@inlined
def flags_of(game, cards, seat):
    """Returns the sum of FLAG_* by which a seat's cards are counted (LD-PERM-1, 2)."""
    demons = int(game["demons"][seat])
    sexes = v.FLAG_SEXES if demons & cards["always"][v.ALWAYS_SEXES] else 0
    return sexes + (v.FLAG_MOODS if demons & cards["always"][v.ALWAYS_MOODS] else 0)


@compiled
def matching(game, cards, seat, kind):
    """Returns the bit set of types in a seat's play that match a filter as they count there."""
    return int(game["types_in_play"][seat]) & int(cards["match"][flags_of(game, cards, seat), kind])


@compiled
def count_copies(game, seat, bits):
    """Returns how many copies of some types a seat has in play."""
    count, rest = 0, bits
    while rest:
        count += int(game["cards"][seat, lowest(rest)])
        rest &= rest - 1
    return count


@compiled
def count_matching(game, cards, seat, kind):
    """Returns n(F): how many of the seat's things in play match the filter (LD-TERM-8)."""
    if kind == v.ALL:
        others = count_bits(int(game["demons"][seat])) + count_bits(int(game["candles"][seat]))
        return count_copies(game, seat, int(game["types_in_play"][seat])) + others
    return count_copies(game, seat, matching(game, cards, seat, kind))


@inlined
def may_be_robbed(game, cards, seat):
    """LD-EFF-16, LD-PERM-4: the seat has no shield; whether it is an opponent is asked apart."""
    return int(game["demons"][seat]) & cards["always"][v.ALWAYS_SHIELD] == 0


@compiled
def summon_cost(game, cards, seat):
    """LD-SUMMON-1, 2: how many cards a normal summon costs the seat."""
    cost = int(cards["sacrifice"])
    for other in range(game["seats"]):
        if is_opponent(game, seat, other):
            cost += count_bits(int(game["demons"][other]) & int(cards["always"][v.ALWAYS_DEAR]))
    return cost


@compiled
def holds_condition(game, cards, seat, kind_of_card):
    """Returns whether the condition of a type holds for its owner (LD-ACT-3)."""
    minimum, maximum = int(cards["need_min"][kind_of_card]), int(cards["need_max"][kind_of_card])
    flags = flags_of(game, cards, seat)
    for which in range(v.MAX_FILTERS):
        kind = int(cards["need_filters"][kind_of_card, which])
        if kind == v.NO_FILTER:
            break
        count = count_matching(game, cards, seat, kind)
        if cards["need_other"][kind_of_card]:
            count -= (int(cards["match"][flags, kind]) >> kind_of_card) & 1
        if maximum >= 0 and count > maximum:
            return False
        if minimum >= 0 and count >= minimum:
            return True
    return minimum < 0


@compiled
def first_payments(game, cards, seat, kind_of_card):
    """Returns the bit set of types that can be the first card of a cost of one or two filters (LD-EFF-1, GATE)."""
    first = matching(game, cards, seat, int(cards["cost_filters"][kind_of_card, 0]))
    if cards["cost"][kind_of_card] == v.COST_ONE:
        return first
    payable, rest = 0, first
    while rest:
        lowest_bit = rest & -rest
        if second_payments(game, cards, seat, kind_of_card, lowest(rest), 1) != 0:
            payable |= lowest_bit
        rest &= rest - 1
    return payable


@compiled
def second_payments(game, cards, seat, kind_of_card, first, still_there):
    """Returns the bit set of types that can be the second card of a cost (COST, LD-ASK-2).

    Args:
        game: the game.
        cards: the card set.
        seat: the owner.
        kind_of_card: the type whose cost is paid.
        first: the type that is the first card.
        still_there: 1 if the copy that is the first card is still in play, 0 if it has gone.
    """
    second = int(cards["cost_filters"][kind_of_card, 1])
    bits = matching(game, cards, seat, second)
    if still_there and game["cards"][seat, first] == 1:
        bits &= ~(1 << first)
    flags = flags_of(game, cards, seat)
    if cards["meaning"][flags, int(cards["cost_filters"][kind_of_card, 0])] == cards["meaning"][flags, second]:
        bits &= -(1 << first)
    return bits


@compiled
def is_ready(game, cards, seat, kind_of_card):
    """LD-ACT-3: the condition of a type holds and its cost could be paid."""
    if (int(cards["always_ready"]) >> kind_of_card) & 1:
        return True
    if not holds_condition(game, cards, seat, kind_of_card):
        return False
    return cards["cost"][kind_of_card] <= v.COST_SELF or first_payments(game, cards, seat, kind_of_card) != 0


@compiled
def ready_types(game, cards, seat, bits):
    """Returns those of some types that are ready."""
    ready, rest = bits & int(cards["always_ready"]), bits & ~int(cards["always_ready"])
    while rest:
        if is_ready(game, cards, seat, lowest(rest)):
            ready |= rest & -rest
        rest &= rest - 1
    return ready
