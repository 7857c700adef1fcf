"""What a Spell on a foe is worth, by what may lie there and what the mages still to come may add."""

import math

from resonance_env.core.compiled import compiled, inlined


@compiled
def worth_of(style, view, guess, opportunity, seat, target, value, highest):
    """Returns what a Spell on a target is worth, in points of Spells, to the mage that lays it at an opportunity.

    Args:
        style: a STYLE record.
        view: a VIEW record.
        guess: a GUESS record, as it is before that opportunity.
        opportunity: number in the turn.
        seat: the mage.
        target: number of the target, from 0.
        value: of the Spell.
        highest: value in the hand of the mage.
    """
    total, lowest, claimed = guess["total"][target], guess["lowest"][target], _claimed(view, guess, target)
    power = max(_power_on(view, guess, opportunity, target, seat) - claimed, 0.0)
    worth = _outlook(style, view, guess, opportunity, target, total + value, min(lowest, value), power) - style["card"] * value
    if total > 0.0:
        power = max(_power_on(view, guess, opportunity, target, int(guess["top"][target])) - claimed, 0.0)
        return worth - _outlook(style, view, guess, opportunity, target, total, lowest, power)
    return worth - style["lead"] * (highest - value)


@inlined
def _claimed(view, guess, target):
    """Returns what the other foes that were attacked this turn still lack."""
    claimed = 0.0
    for other in range(view["targets"]):
        if other != target and guess["down"][other]:
            claimed += max(0.0, view["force"][other] - guess["total"][other])
    return claimed


@compiled
def _power_on(view, guess, opportunity, target, top):
    """Returns what the opportunities after one are expected to add to a target on which the top Spell is of a mage.

    With 2 or 3 mages nobody lays a Spell on one of its own (SY-TURN-7).
    """
    power = 0.0
    for later in range(opportunity + 1, view["opportunities"]):
        seat = int(view["act_seat"][later])
        if guess["reach"][later] > 0.0 and (seat != top or view["seats"] > 3):
            power += guess["reach"][later]
            top = seat
    return power


@compiled
def _outlook(style, view, guess, opportunity, target, total, lowest, power):
    """Returns the worth of a target that bears Spells of a total, the lowest as given, with what may still be added."""
    lacking = view["force"][target] - total
    beaten = _chance(style, lacking, power, guess["doubt"][target], _num_later(view, guess, opportunity))
    above, worth = max(0.0, -lacking), style["win"] * beaten
    if view["is_mushroom"][target] and view["foes"] > 1:  # the last foe draws nothing (SY-END-1)
        if style["saved"] > view["missing"]:
            return style["early"] * beaten - style["fail"] * lowest * (1.0 - beaten)
        drawn = min(above, min(style["aim"], float(view["missing"])))
        worth += style["draw"] * drawn * beaten
        above -= drawn
    lost = style["absorb"] * total if view["is_golem"][target] else style["fail"] * lowest
    if view["is_dragon"][target] and not view["calm"]:
        unknown = int(guess["unknown_on"][target])
        worth -= style["due"] * (beaten * above + (1.0 - beaten) * max(lacking, 1.0) + 0.5 * unknown)
    else:
        worth -= style["over"] * beaten * above
    return worth - lost * (1.0 - beaten)


@inlined
def _num_later(view, guess, opportunity):
    """Returns how many opportunities after one are those of mages with Spells."""
    count = 0
    for later in range(opportunity + 1, view["opportunities"]):
        count += guess["reach"][later] > 0.0
    return count


@compiled
def _chance(style, lacking, power, doubt, later):
    """Returns the probability that a foe is beaten which lacks some points: guessed with a variance, and more may be added."""
    if doubt == 0.0 and (lacking <= 0.0 or later == 0):
        return 1.0 if lacking <= 0.0 else 0.0
    deviation = math.sqrt(doubt + style["hope"] ** 2 * later)
    return 1.0 / (1.0 + math.exp(min((lacking - power - 0.5) * 1.7 / max(deviation, 0.01), 50.0)))
