"""What cards and demons bring, in souls: estimates from the effect tables, for the seat that has them in play.

An estimate counts cards and demons that come or go as souls. Nothing is simulated. All functions take a GAME record, and read
nothing of it that the seats do not see: of other hands only their sizes.
"""

from resonance_env.core.bitset import count_bits
from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.summon_demons.rules import vocabulary as v
from resonance_env.games.summon_demons.rules.counting import (
    count_copies,
    count_matching,
    flags_of,
    holds_condition,
    is_opponent,
    lowest,
)

# What these are worth in souls, about.
CARD, DEMON = 2.0, 8.0
CROWN = 40.0  # a win
EXTRA_TURN = 3.0
MEAN_FACE = 3.5
OWN_TURN, OTHER_TURN = 1, 0


@compiled
def chance_of(cards, total):
    """Returns the probability that a throw has a total (LD-ROLL-1)."""
    faces = int(cards["faces"])
    throws = faces - abs(total - faces - 1)
    return max(throws, 0) / (faces * faces)


@compiled
def side_of(game, seat):
    """Returns the side that a seat belongs to (LD-TEAM-1)."""
    return seat & 1 if game["teams"] else seat


@compiled
def lacking_demons(game, seat):
    """Returns how many demons the seat's side still needs to win (LD-WIN-1, LD-TEAM-2)."""
    demons = count_bits(int(game["demons"][seat]))
    if game["teams"]:
        demons += count_bits(int(game["demons"][seat ^ 2]))
    return max(int(game["need_demons"]) - demons, 0)


@compiled
def side_souls(game, seat):
    """Returns the souls of the seat's side."""
    souls = int(game["souls"][seat])
    return souls + int(game["souls"][seat ^ 2]) if game["teams"] else souls


@inlined
def _mean_cards(game, cards, seat, kind):
    """Returns how many cards in play match a filter with an opponent, on average."""
    count, opponents = 0, 0
    for other in range(game["seats"]):
        if is_opponent(game, seat, other):
            opponents += 1
            if int(game["demons"][other]) & cards["always"][v.ALWAYS_SHIELD] == 0:
                count += count_matching(game, cards, other, kind)
    return count / max(opponents, 1)


@inlined
def _share_of_deck(game, cards, kind):
    """Returns the share of the deck that matches a filter as printed."""
    bits, count, size = int(cards["match"][0, kind]), 0, 0
    for card in range(v.MAX_TYPES):
        size += int(game["deck"][card])
        if (bits >> card) & 1:
            count += int(game["deck"][card])
    return count / max(size, 1)


@inlined
def _effect_gain(game, cards, seat, thing, effect, turn):
    """Returns the gain of one effect other than `activate`."""
    op, amount = int(cards["effect_op"][thing, effect]), float(cards["effect_amount"][thing, effect])
    of = int(cards["effect_of"][thing, effect])
    if cards["effect_per"][thing, effect] != v.NO_FILTER:
        amount = float(count_matching(game, cards, seat, int(cards["effect_per"][thing, effect])))
    if op == v.OP_COLLECT:
        is_kid = thing < v.MAX_TYPES and (int(cards["match"][0, v.KID]) >> thing) & 1
        if is_kid and turn == OWN_TURN and int(game["demons"][seat]) & cards["always"][v.ALWAYS_TWICE]:
            amount *= 2.0
        return amount if amount >= 0.0 else MEAN_FACE
    if op == v.OP_GIFT:
        return -0.4 * amount
    if op == v.OP_STEAL:
        return 1.2 * amount
    if op == v.OP_MILL:
        return CARD * amount * _share_of_deck(game, cards, of)
    if op == v.OP_TAKE:
        return CARD * amount
    if op == v.OP_PICK:
        return CARD if int(game["types_in_row"]) & int(cards["match"][0, of]) else 0.0
    if op == v.OP_PICK_OR_STEAL:
        return 1.3 * CARD
    if op == v.OP_STEAL_CARD:
        return DEMON
    if op == v.OP_STEAL_ALL:
        return 2.0 * DEMON
    if op == v.OP_DISCARD:
        return 0.3 * CARD * min(amount, _mean_cards(game, cards, seat, of))
    if op == v.OP_WIPE:
        return 0.5 * CARD * (_mean_cards(game, cards, seat, v.ANIMAL) + _mean_cards(game, cards, seat, v.KID)) - CARD * (
            count_copies(game, seat, int(game["types_in_play"][seat]))
        )
    if op == v.OP_SUMMON:
        if cards["effect_way"][thing, effect] == v.SUMMON_HAND and game["hand"][seat] == 0:
            return 0.0
        return DEMON if lacking_demons(game, seat) > 0 else 0.5
    if op == v.OP_AGAIN:
        return EXTRA_TURN
    if op == v.OP_WIN:
        return CROWN
    return 0.0  # a row replaced, and what the rest of the turn makes of it


@compiled
def _plain_gain(game, cards, seat, thing, turn):
    """Returns the gain of one activation, nested ones not counted."""
    gain = 0.0
    if thing < v.MAX_TYPES:
        if not holds_condition(game, cards, seat, thing):
            return 0.0
        gain -= CARD * (cards["cost"][thing] != v.COST_NONE) + CARD * (cards["cost"][thing] == v.COST_TWO)
    for effect in range(cards["num_effects"][thing]):
        if cards["effect_op"][thing, effect] != v.OP_ACTIVATE:
            gain += _effect_gain(game, cards, seat, thing, effect, turn)
    return gain


@compiled
def gain_of(game, cards, seat, thing, turn):
    """Returns the gain of one activation of a thing.

    Args:
        game: the game.
        cards: the card set.
        seat: the owner.
        thing: a type, or MAX_TYPES + a demon.
        turn: OWN_TURN, or OTHER_TURN in another seat's turn.
    """
    gain = _plain_gain(game, cards, seat, thing, turn)
    for effect in range(cards["num_effects"][thing]):
        if cards["effect_op"][thing, effect] == v.OP_ACTIVATE:
            of, best, total = int(cards["effect_of"][thing, effect]), 0.0, 0.0
            rest = int(game["types_in_play"][seat]) & int(cards["match"][flags_of(game, cards, seat), of]) & ~_own_bit(thing)
            while rest:
                kind = lowest(rest)
                rest &= rest - 1
                each = max(_plain_gain(game, cards, seat, kind, turn), 0.0)
                best = max(best, each)
                total += each * int(game["cards"][seat, kind])
            gain += total if cards["effect_way"][thing, effect] == v.ACTIVATE_ALL else best
    if thing < v.MAX_TYPES and cards["cost"][thing] != v.COST_NONE:
        return max(gain, 0.0)  # a cost may be declined
    return gain


@inlined
def _own_bit(thing):
    return 1 << thing if thing < v.MAX_TYPES else 0


@compiled
def card_value(game, cards, seat, kind):
    """Returns what a copy of a type in the seat's play brings in a round of turns."""
    others = int(game["seats"]) - 1
    gain = gain_of(game, cards, seat, kind, OWN_TURN) + others * gain_of(game, cards, seat, kind, OTHER_TURN)
    return chance_of(cards, int(cards["number"][kind])) * gain


@compiled
def demon_value(game, cards, seat, demon):
    """Returns what a demon in the seat's play brings in a round of turns; permanent ones count as a small constant."""
    number = int(cards["number"][v.MAX_TYPES + demon])
    if number == 0:
        return 0.3
    return chance_of(cards, number) * gain_of(game, cards, seat, v.MAX_TYPES + demon, OWN_TURN)


@compiled
def roll_gain(game, cards, seat, total, turn):
    """Returns what a throw with a total brings a seat."""
    gain = float(count_bits(int(game["candles"][seat]) & int(cards["candles_of_number"][total])))
    rest = int(game["types_in_play"][seat]) & int(cards["of_number"][total])
    while rest:
        kind = lowest(rest)
        rest &= rest - 1
        gain += gain_of(game, cards, seat, kind, turn) * int(game["cards"][seat, kind])
    if turn == OWN_TURN:
        demons = int(game["demons"][seat]) & int(cards["demons_of_number"][total])
        while demons:
            gain += gain_of(game, cards, seat, v.MAX_TYPES + lowest(demons), turn)
            demons &= demons - 1
    return gain


@compiled
def write_incomes(game, cards, seat, out):
    """Writes what an own roll and another seat's roll bring on average, and how likely each reaches the goal of souls.

    Args:
        game: the game.
        cards: the card set.
        seat: the seat.
        out: float64 `[4]`: gain of an own roll, of another's; probability of reaching the goal with it, likewise.
    """
    missing = float(int(game["need_souls"]) - side_souls(game, seat))
    for place in range(4):
        out[place] = 0.0
    for total in range(2, 2 * int(cards["faces"]) + 1):
        chance = chance_of(cards, total)
        for turn in range(2):
            gain = roll_gain(game, cards, seat, total, 1 - turn)
            out[turn] += chance * gain
            if gain >= missing:
                out[2 + turn] += chance
