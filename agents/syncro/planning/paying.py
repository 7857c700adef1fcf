"""Payments for Dragons (SY-DRAGON-2): which Spell to discard, or none."""

from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.syncro.rules import actions as act


@compiled
def choose_payment(view):
    """Returns the action of a mage that is asked to pay.

    It pays what fits exactly, the highest Spell first. If nothing does, it leaves the payment to those who come after, as long
    as there are some, and else pays as little too much as it can.
    """
    due, held = int(view["to_pay"]), int(view["held"][0])
    exact = _highest_in_exact(view, due, held)
    if exact >= 0:
        return act.PAY + exact
    if view["payers"]:
        return act.PAY_NO_MORE
    enough, largest = -1, 0
    for position in range(held):
        value = view["hand"][position]
        if value >= due and (enough < 0 or value < view["hand"][enough]):
            enough = position
        if value > view["hand"][largest]:
            largest = position
    return act.PAY + (enough if enough >= 0 else largest)


@inlined
def _highest_in_exact(view, due, held):
    """Returns the position of the highest Spell in a part of the hand worth exactly what is due; -1: there is none."""
    best = -1
    for part in range(1, 1 << held):
        total, highest = 0, -1
        for position in range(held):
            if (part >> position) & 1:
                total += view["hand"][position]
                if highest < 0 or view["hand"][position] > view["hand"][highest]:
                    highest = position
        if total == due and (best < 0 or view["hand"][highest] > view["hand"][best]):
            best = highest
    return best
