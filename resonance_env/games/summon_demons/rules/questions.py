"""Questions: who is asked what, and the answers that are legal (LD-ASK).

The legal answers are two bit sets of codes, LOW and HIGH (`actions.py`). The engine answers a question with one of them itself.
"""

from resonance_env.core.bitset import count_bits, nth_bit
from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.summon_demons.rules import actions as act, vocabulary as v
from resonance_env.games.summon_demons.rules.counting import (
    count_copies,
    is_opponent,
    lowest,
    may_be_robbed,
    seat_at,
    summon_cost,
)

DEMONS_AT = act.DEMON - act.FIRST_HIGH  # bit of the first demon in HIGH
CANDLES_AT = act.CANDLE - act.FIRST_HIGH
MAY_PASS = 1 << act.PASS
MAY_ROLL = 1 << act.ROLL
MAY_TAKE_SUPPLY = 1 << act.SUPPLY


@compiled
def pose(game, seat, phase, low, high):
    """Poses a question to a seat; `low` and `high` are the codes of its legal answers."""
    game["phase"] = phase
    game["decider"] = seat
    game["legal"][0] = low
    game["legal"][1] = high


@inlined
def num_answers(game):
    """Returns how many answers are legal."""
    return count_bits(int(game["legal"][0])) + count_bits(int(game["legal"][1]))


@compiled
def nth_answer(game, n):
    """Returns the code of the n-th legal answer in ascending order (n = 0: the lowest)."""
    low = count_bits(int(game["legal"][0]))
    if n < low:
        return nth_bit(int(game["legal"][0]), n)
    return act.FIRST_HIGH + nth_bit(int(game["legal"][1]), n - low)


@compiled
def is_answer(game, action):
    """Returns whether an action is a legal answer to the question."""
    if action < act.FIRST_HIGH:
        return (int(game["legal"][0]) >> action) & 1 == 1
    return (int(game["legal"][1]) >> (action - act.FIRST_HIGH)) & 1 == 1


@inlined
def turn_answers(game, cards):
    """Returns the codes of the answers to TURN (LD-FLOW-3, LD-BUY-1, LD-SUMMON-1, LD-TEAM-5), LOW and HIGH."""
    seat = int(game["active"])
    low, high = MAY_PASS if game["rolled"] else MAY_ROLL, 0
    if not game["bought"] and game["souls"][seat] >= cards["price"]:
        low |= int(game["types_in_row"]) << act.TAKE
    types = int(game["types_in_play"][seat])
    if not game["summoned"] and types != 0 and game["hand"][seat] != 0:
        have = count_copies(game, seat, types)
        if have >= cards["sacrifice"] and have >= summon_cost(game, cards, seat):  # the cost is no less
            high |= int(game["hand"][seat]) << DEMONS_AT
    if game["teams"] and not game["passed_on"]:
        high |= types | int(game["demons"][seat]) << DEMONS_AT
    return low, high


@inlined
def pose_sacrifice(game):
    """SACRIFICE (LD-SUMMON-3): in non-descending code, so that enough cards are left from there on."""
    seat = int(game["active"])
    rest = int(game["types_in_play"][seat])
    if game["floor_type"] > 0:
        rest &= -(1 << (int(game["floor_type"]) - 1))
    left, from_here, bits = int(game["left"]), count_copies(game, seat, rest), 0
    while rest and from_here >= left:
        bits |= rest & -rest
        from_here -= int(game["cards"][seat, lowest(rest)])
        rest &= rest - 1
    pose(game, seat, v.PHASE_SACRIFICE, 0, bits)


@inlined
def opponents_with(game, cards, seat, must_have_something):
    """Returns the bit set of the distances of opponents that may be robbed, shifted to their codes (LD-EFF-10, 16).

    Args:
        game: the game.
        cards: the card set.
        seat: the owner of the effect.
        must_have_something: whether only those count that have a card or demon in play.
    """
    low = 0
    for distance in range(1, game["seats"]):
        other = seat_at(game, seat, distance)
        if is_opponent(game, seat, other) and may_be_robbed(game, cards, other):
            if not must_have_something or game["types_in_play"][other] != 0 or game["demons"][other] != 0:
                low |= 1 << (act.OPPONENT + distance - 1)
    return low


@inlined
def all_opponents(game, seat):
    """Returns the bit set of the codes of all opponents (LD-EFF-3)."""
    low = 0
    for distance in range(1, game["seats"]):
        if is_opponent(game, seat, seat_at(game, seat, distance)):
            low |= 1 << (act.OPPONENT + distance - 1)
    return low
