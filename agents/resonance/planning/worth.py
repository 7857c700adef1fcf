"""The worth of positions to the sides: how far each is from summoning a demon, or from winning by Sigils.

A side's *cost* adds up what it still lacks for a victory, minus the worth of its hands; its *outlook* is exp(-cost), and its
*share*, the outlook over the sum of all outlooks, estimates its probability of winning. A draw has an outlook too, in which all
sides share equally. Everything is evaluated for each of four outcomes of the round: the type that locks the moon, or nothing. A
demon of the reserve counts as the own demon would, plus the cost of a trade, so a demon whose next level already lies on the
moons is worth paying for.
"""

import math

from resonance_env.agents.resonance.planning.reading import NONE
from resonance_env.agents.resonance.planning.styles import (
    ARTIFACT,
    DRAW,
    FINAL,
    HELD,
    HELD_MORE,
    INCANTATION,
    LEVEL,
    NEXT,
    RACE,
    SEALED,
    TRADE,
    UNPAID,
)
from resonance_env.agents.resonance.planning.view import FEW, MAX_HELD, NOTHING_LOCKS, NUM_OUTCOMES
from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.resonance.rules import vocabulary as v

WON = math.exp(8.0)  # outlook of a side that has summoned its demon
NEVER = 99.0  # a cost
SEAL_COST = 1.6  # cost of each Sigil still to be placed
MONTH_COST = 0.35  # cost of each round until Sigils can win


@inlined
def prepare_demons(view, cards, style):
    """Writes for each outcome what each demon completes and lacks, and the costs."""
    counts, fading = view["moons"], int(view["fading"])
    for outcome in range(NUM_OUTCOMES):
        locked = (outcome == v.HERB, outcome == v.MINERAL, outcome == v.POTION)
        herbs, minerals, potions = (
            counts[v.HERB] + locked[v.HERB],
            counts[v.MINERAL] + locked[v.MINERAL],
            counts[v.POTION] + locked[v.POTION],
        )
        # R-ROUND-1: the moon after this one is cleared when its turn comes, so for later rounds its object does not count.
        fades = outcome != NOTHING_LOCKS
        later_herbs = herbs - (fades and fading == v.HERB)
        later_minerals = minerals - (fades and fading == v.MINERAL)
        later_potions = potions - (fades and fading == v.POTION)
        least = view["least"][outcome]
        for level in range(v.NUM_LEVELS):
            least[level] = NEVER
        for demon in range(cards["demons"]):
            needs, final = cards["demon_levels"][demon, v.NUM_LEVELS - 1], view["lacks"][outcome, demon]
            final[v.HERB] = max(needs[v.HERB] - later_herbs, 0)
            final[v.MINERAL] = max(needs[v.MINERAL] - later_minerals, 0)
            final[v.POTION] = max(needs[v.POTION] - later_potions, 0)
            needed = final[v.HERB] + final[v.MINERAL] + final[v.POTION]
            view["needed"][outcome, demon] = needed
            final_cost, is_spare = style[FINAL] * needed, view["reserve"][demon] != 0
            for level in range(v.NUM_LEVELS):
                needs = cards["demon_levels"][demon, level]
                view["completes"][outcome, demon, level] = (
                    herbs >= needs[v.HERB] and minerals >= needs[v.MINERAL] and potions >= needs[v.POTION]
                )
                lacks = max(needs[v.HERB] - later_herbs, 0) + max(needs[v.MINERAL] - later_minerals, 0)
                cost = final_cost + style[NEXT] * (lacks + max(needs[v.POTION] - later_potions, 0))
                view["cost"][outcome, demon, level] = cost
                if is_spare:
                    least[level] = min(least[level], cost)


@compiled
def _full_credit(style, held):
    """Returns the worth of `held` objects of one type in hand to a demon whose level III lacks them all."""
    return style[HELD] + style[HELD_MORE] * (held - 1) if held > 0 else 0.0


@compiled
def demon_cost(view, outcome, demon, level, herbs, minerals, potions):
    """Returns the cost of summoning a demon from a level on (at least one to go), with these objects in hand.

    Each round locks one moon and validates one level (R-LEVEL-2); too few rounds left are NEVER enough (R-END-4).
    """
    if max(int(view["needed"][outcome, demon]), v.NUM_LEVELS - level) > view["rounds_left"]:
        return NEVER
    lacks, credit = view["lacks"][outcome, demon], view["credit"]
    worth = credit[lacks[v.HERB], min(max(herbs, 0), MAX_HELD)] + credit[lacks[v.MINERAL], min(max(minerals, 0), MAX_HELD)]
    worth += credit[lacks[v.POTION], min(max(potions, 0), MAX_HELD)]
    return view["cost"][outcome, demon, level] - worth


@compiled
def cheapest_in_reserve(view, style, outcome, level, herbs, minerals, potions, bound):
    """Returns the least cost of summoning a demon of the reserve, without that of the trade, or `bound` if none is below it."""
    # Objects in hand are worth most to a demon that lacks them all; often even this bound is not enough.
    most = _full_credit(style, herbs) + _full_credit(style, minerals) + _full_credit(style, potions)
    if view["least"][outcome, level] - most >= bound:
        return bound
    for index in range(view["spare_demons"]):
        demon = view["spare_demon"][index]
        if view["cost"][outcome, demon, level] - most < bound:
            bound = min(bound, demon_cost(view, outcome, demon, level, herbs, minerals, potions))
    return bound


@compiled
def side_outlook(view, style, outcome, side, demon, herbs, minerals, potions, artifacts, incantations, is_sealed):
    """Returns the outlook of a side after an outcome, with this demon, these counts in hand, with or without a Sigil.

    `race_outlook` is the part of the Sigil victory.
    """
    level = int(view["level"][side])
    if level < v.NUM_LEVELS and view["completes"][outcome, demon, level]:
        level += 1
    if level == v.NUM_LEVELS:
        return WON
    cost = demon_cost(view, outcome, demon, level, herbs, minerals, potions)
    price = style[TRADE] + style[UNPAID] * ((herbs <= 0) + (minerals <= 0) + (potions <= 0))
    herbs, minerals, potions = max(herbs - 1, 0), max(minerals - 1, 0), max(potions - 1, 0)
    cost = price + cheapest_in_reserve(view, style, outcome, level, herbs, minerals, potions, cost - price)
    cost += style[LEVEL] * (v.NUM_LEVELS - level) + style[SEALED] * is_sealed
    cost -= style[ARTIFACT] * min(artifacts, FEW) + style[INCANTATION] * min(incantations, FEW)
    return math.exp(-cost)


@compiled
def race_outlook(view, style, side, sealed_too):
    """Returns what the Sigil victory adds to a side's outlook, if the High Witch of the side `sealed_too` were sealed as well.

    Only an unsealed High Witch can win this way; all other unsealed ones must still be sealed, and the month must be over
    (R-END-3).
    """
    if view["rounds_to_month"] > view["rounds_left"] + 1:
        return 0.0
    unsealed = 0
    for seat in range(view["seats"]):
        if view["high"][seat]:
            is_sealed = view["sealed"][seat] or view["side_of"][seat] == sealed_too
            if view["side_of"][seat] == side:
                if is_sealed:
                    return 0.0
            elif not is_sealed:
                unsealed += 1
    return style[RACE] * math.exp(-SEAL_COST * unsealed - MONTH_COST * int(view["rounds_to_month"]))


@inlined
def is_side_sealed(view, side):
    """Returns whether the High Witch of a side carries a Sigil."""
    for seat in range(view["seats"]):
        if view["side_of"][seat] == side and view["high"][seat]:
            return view["sealed"][seat]
    return 0


@compiled
def judge_sides(view, cards, style):
    """Writes what each demon costs, and what `compare_sides` writes."""
    prepare_demons(view, cards, style)
    compare_sides(view, style)


@compiled
def compare_sides(view, style):
    """Writes outlook and share of every side for each outcome, the others' outlook together, and what `judge_own` needs."""
    view["judged"] = NONE
    sides = int(view["sides"])
    for side in range(sides):
        view["race"][side] = race_outlook(view, style, side, NONE)
        view["side_sealed"][side] = is_side_sealed(view, side)
    for outcome in range(NUM_OUTCOMES):
        total = style[DRAW]
        for side in range(sides):
            outlook = view["race"][side] + side_outlook(
                view,
                style,
                outcome,
                side,
                int(view["demon"][side]),
                int(view["held"][side, v.HERB]),
                int(view["held"][side, v.MINERAL]),
                int(view["held"][side, v.POTION]),
                int(view["side_artifacts"][side]),
                int(view["side_incantations"][side]),
                int(view["side_sealed"][side]),
            )
            view["outlook"][outcome, side] = outlook
            total += outlook
        view["others"][outcome] = total - view["outlook"][outcome, 0]
        for side in range(sides):
            view["share"][outcome, side] = (view["outlook"][outcome, side] + style[DRAW] / sides) / total


@compiled
def own_share(view, style, outcome, demon, herbs, minerals, potions, artifacts, incantations):
    """Returns the own share after an outcome, with this demon and changed hands of the own side."""
    outlook = view["race"][0] + side_outlook(
        view,
        style,
        outcome,
        0,
        demon,
        herbs + int(view["held"][0, v.HERB]),
        minerals + int(view["held"][0, v.MINERAL]),
        potions + int(view["held"][0, v.POTION]),
        artifacts + int(view["side_artifacts"][0]),
        incantations + int(view["side_incantations"][0]),
        int(view["side_sealed"][0]),
    )
    return (outlook + style[DRAW] / view["sides"]) / (outlook + view["others"][outcome])


@compiled
def judge_own(view, style, herbs, minerals, potions, artifacts, incantations):
    """Writes the own `value` for each outcome, with changed hands of the own side."""
    change = 0
    for number in (herbs, minerals, potions, artifacts, incantations):
        change = 64 * change + (number + 32)
    if view["judged"] == change:
        return
    view["judged"] = change
    demon = int(view["demon"][0])
    for outcome in range(NUM_OUTCOMES):
        view["value"][outcome] = own_share(view, style, outcome, demon, herbs, minerals, potions, artifacts, incantations)
