"""Payments for Dragons (SY-DRAGON-2): which Spell to discard, or none."""

from resonance_env.agents.syncro.planning.convention import MEAN
from resonance_env.core.compiled import compiled
from resonance_env.games.syncro.rules import actions as act, vocabulary as v

RESERVE = 4.0  # points that the others must be expected to have beyond what is due


@compiled
def choose_payment(view):
    """Returns the action of a mage that is asked to pay.

    It pays what fits exactly, the highest Spell first. If nothing does, it leaves the payment to those who come after, as long
    as they probably have enough, and else pays as little too much as it can.
    """
    due, held = int(view["to_pay"]), int(view["held"][0])
    position, total = _best_part(view, due, held)
    if total != due and view["payers_hold"] * MEAN >= due + RESERVE:
        return act.PAY_NO_MORE
    if total == 0:  # all Spells are too few: the others pay the rest
        return act.PAY + _highest(view, held)
    return act.PAY + position


@compiled
def _best_part(view, due, held):
    """Finds the part of the hand that pays what is due and least above: the position of its highest Spell, and its total.

    Both are 0 if the whole hand is too little.
    """
    best, best_total, best_value = 0, 0, 0
    for part in range(1, 1 << held):
        total, highest = 0, v.NOTHING
        for position in range(held):
            if (part >> position) & 1:
                total += view["hand"][position]
                if highest == v.NOTHING or view["hand"][position] > view["hand"][highest]:
                    highest = position
        value = view["hand"][highest]
        if total >= due and (best_total == 0 or total < best_total or (total == best_total and value > best_value)):
            best, best_total, best_value = highest, total, value
    return best, best_total


@compiled
def _highest(view, held):
    best = 0
    for position in range(held):
        if view["hand"][position] > view["hand"][best]:
            best = position
    return best
