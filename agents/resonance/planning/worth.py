"""What positions are worth to the sides: how far each is from summoning a demon, or from winning by Sigils.

A side's *cost* adds up what still stands between her and a victory, less what her hands are good for; her *outlook* is
exp(-cost), and her *share*, the outlook over the sum of all, is taken for her chance to win. Everything is judged for each of
four outcomes of the round: the type that locks the moon, or nothing. A demon of the reserve counts as her own would, plus the
cost of a trade, so a demon whose next level already lies on the moons is worth paying for.
"""

from __future__ import annotations

import math

from resonance_env.agents.resonance.planning.styles import (
    ARTIFACT,
    FINAL,
    HELD,
    HELD_MORE,
    INCANTATION,
    LEVEL,
    NEXT,
    RACE,
    SEALED,
    SPARE,
    TRADE,
    UNPAID,
)
from resonance_env.agents.resonance.planning.table import DEMONS, NOTHING_LOCKS, NUM_OUTCOMES, OBJECTS
from resonance_env.agents.resonance.reading import NONE
from resonance_env.core.compiled import compiled
from resonance_env.games.resonance.vocabulary import HERB, MINERAL, NUM_LEVELS, POTION

SUMMONED = 8.0  # minus the cost of a side that has won
FEW = 3  # further artifacts or incantations in hand are not counted
DRAW = 0.002  # outlook of a draw: little, so that far-off plans still differ
SEAL_COST = 1.6  # cost of each Sigil that is still to be placed
MONTH_COST = 0.35  # cost of each round until Sigils can win


@compiled
def lacking(cards, demon, level, moons):
    """Returns how many objects of a level the counts `moons` (Herbs, Minerals, Potions) lack."""
    needs = cards["demon_levels"][demon, level]
    return (
        max(int(needs[HERB]) - moons[HERB], 0)
        + max(int(needs[MINERAL]) - moons[MINERAL], 0)
        + max(int(needs[POTION]) - moons[POTION], 0)
    )


@compiled
def _credit(style, lacks, held):
    """Returns what `held` objects of one type in hand are worth to a demon whose level III lacks so many."""
    useful = min(lacks, held)
    spare = min(held - useful, FEW)
    if useful == 0:
        return style[SPARE] * spare
    return style[HELD] + style[HELD_MORE] * (useful - 1) + style[SPARE] * spare


@compiled
def demon_cost(cards, style, demon, level, moons, held):
    """Returns the cost of summoning a demon from a level on, with counts on the moons and in hand, at least one level to go."""
    needs = cards["demon_levels"][demon, NUM_LEVELS - 1]
    cost = style[FINAL] * lacking(cards, demon, NUM_LEVELS - 1, moons)
    cost += style[NEXT] * lacking(cards, demon, level, moons)
    for object_type in range(OBJECTS):
        cost -= _credit(style, max(int(needs[object_type]) - moons[object_type], 0), held[object_type])
    return cost


@compiled
def moons_after(view, outcome):
    """Returns the counts on the moons once this outcome has locked the next one."""
    moons = view["moons"]
    return (
        int(moons[HERB]) + (outcome == HERB),
        int(moons[MINERAL]) + (outcome == MINERAL),
        int(moons[POTION]) + (outcome == POTION),
    )


@compiled
def without_fading(view, outcome, moons):
    """Returns what is still there of the counts when the moon after the next one has its turn (R-ROUND-1)."""
    if outcome == NOTHING_LOCKS:
        return moons
    fading = int(view["fading"])
    return moons[HERB] - (fading == HERB), moons[MINERAL] - (fading == MINERAL), moons[POTION] - (fading == POTION)


@compiled
def side_outlook(view, cards, style, outcome, side, demon, held, artifacts, incantations, is_sealed):
    """Returns the outlook of a side after an outcome, with this demon, these counts in hand, and a Sigil or none on her."""
    moons = moons_after(view, outcome)
    level = int(view["level"][side])
    if level < NUM_LEVELS and lacking(cards, demon, level, moons) == 0:
        level += 1
    if level == NUM_LEVELS:
        return math.exp(SUMMONED)
    moons = without_fading(view, outcome, moons)
    cost = demon_cost(cards, style, demon, level, moons, held)
    unpaid = (held[HERB] == 0) + (held[MINERAL] == 0) + (held[POTION] == 0)
    left = (max(held[HERB] - 1, 0), max(held[MINERAL] - 1, 0), max(held[POTION] - 1, 0))
    price = style[TRADE] + style[UNPAID] * unpaid
    for other in range(DEMONS):
        if view["reserve"][other]:
            cost = min(cost, price + demon_cost(cards, style, other, level, moons, left))
    cost += style[LEVEL] * (NUM_LEVELS - level)
    cost -= style[ARTIFACT] * min(artifacts, FEW) + style[INCANTATION] * min(incantations, FEW)
    return math.exp(-cost - style[SEALED] * is_sealed)


@compiled
def race_outlook(view, style, side, sealed_too):
    """Returns what the Sigil victory adds to a side's outlook, if the High Witch of the side `sealed_too` were sealed as well.

    Only an unsealed High Witch can win so; each other one unsealed must still be sealed, and the month must be over (R-END-3).
    """
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


@compiled
def is_side_sealed(view, side):
    """Returns whether the High Witch of a side carries a Sigil."""
    for seat in range(view["seats"]):
        if view["side_of"][seat] == side and view["high"][seat]:
            return view["sealed"][seat]
    return 0


@compiled
def present_outlook(view, cards, style, outcome, side):
    """Returns the outlook of a side as it stands, its demon and hands unchanged, but for the race of Sigils."""
    held = (int(view["held"][side, HERB]), int(view["held"][side, MINERAL]), int(view["held"][side, POTION]))
    artifacts, incantations = int(view["side_artifacts"][side]), int(view["side_incantations"][side])
    demon, is_sealed = int(view["demon"][side]), float(is_side_sealed(view, side))
    return side_outlook(view, cards, style, outcome, side, demon, held, artifacts, incantations, is_sealed)


@compiled
def judge_sides(view, cards, style):
    """Writes outlook and share of every side for each outcome, the others' outlook together, and what `judge_own` needs."""
    sides = int(view["sides"])
    for side in range(sides):
        view["race"][side] = race_outlook(view, style, side, NONE)
    view["own_sealed"] = float(is_side_sealed(view, 0))
    for outcome in range(NUM_OUTCOMES):
        total = DRAW
        for side in range(sides):
            outlook = present_outlook(view, cards, style, outcome, side) + view["race"][side]
            view["outlook"][outcome, side] = outlook
            total += outlook
        view["others"][outcome] = total - view["outlook"][outcome, 0]
        for side in range(sides):
            view["share"][outcome, side] = view["outlook"][outcome, side] / total
    _list_ways(view, cards, style)


@compiled
def _list_ways(view, cards, style):
    """Writes, for each outcome, what her own demon and each of the reserve would still cost her, but for cards in hand."""
    ways = 0
    for demon in range(NONE, DEMONS):
        if demon != NONE and not view["reserve"][demon]:
            continue
        for outcome in range(NUM_OUTCOMES):
            moons = moons_after(view, outcome)
            level = int(view["level"][0])
            if level < NUM_LEVELS and lacking(cards, int(view["demon"][0]), level, moons) == 0:
                level += 1
            view["own_level"][outcome] = level
            if level < NUM_LEVELS:
                _write_way(view, cards, style, outcome, ways, demon, level, without_fading(view, outcome, moons))
        ways += 1
    view["ways"] = ways


@compiled
def _write_way(view, cards, style, outcome, way, demon, level, moons):
    cost = style[LEVEL] * (NUM_LEVELS - level)
    if demon == NONE:
        demon = int(view["demon"][0])
    else:
        cost += style[TRADE]
    cost += style[NEXT] * lacking(cards, demon, level, moons)
    for object_type in range(OBJECTS):
        lacks = max(int(cards["demon_levels"][demon, NUM_LEVELS - 1, object_type]) - moons[object_type], 0)
        view["way_lacks"][outcome, way, object_type] = lacks
        cost += style[FINAL] * lacks
    view["way_cost"][outcome, way] = cost


@compiled
def judge_own(view, style, herbs, minerals, potions, artifacts, incantations):
    """Writes her `value` for each outcome, were her side's hands changed by so many cards; the same as `judge_with` her demon."""
    herbs += int(view["held"][0, HERB])
    minerals += int(view["held"][0, MINERAL])
    potions += int(view["held"][0, POTION])
    price = style[UNPAID] * ((herbs <= 0) + (minerals <= 0) + (potions <= 0))
    worth = style[ARTIFACT] * min(artifacts + int(view["side_artifacts"][0]), FEW)
    worth += style[INCANTATION] * min(incantations + int(view["side_incantations"][0]), FEW)
    worth -= style[SEALED] * view["own_sealed"]
    for outcome in range(NUM_OUTCOMES):
        if view["own_level"][outcome] == NUM_LEVELS:
            outlook = math.exp(SUMMONED)
        else:
            cost = _way_cost(view, style, outcome, 0, herbs, minerals, potions)
            for way in range(1, view["ways"]):
                other = _way_cost(view, style, outcome, way, max(herbs - 1, 0), max(minerals - 1, 0), max(potions - 1, 0))
                cost = min(cost, price + other)
            outlook = math.exp(worth - cost)
        outlook += view["race"][0]
        view["value"][outcome] = outlook / (outlook + view["others"][outcome])


@compiled
def _way_cost(view, style, outcome, way, herbs, minerals, potions):
    lacks = view["way_lacks"][outcome, way]
    cost = view["way_cost"][outcome, way]
    cost -= _credit(style, int(lacks[HERB]), herbs)
    cost -= _credit(style, int(lacks[MINERAL]), minerals)
    return cost - _credit(style, int(lacks[POTION]), potions)


@compiled
def judge_with(view, cards, style, demon, objects):
    """Writes her `value` for each outcome, were this her demon, and had her side `objects` more of each type in hand."""
    held = (
        int(view["held"][0, HERB]) + objects,
        int(view["held"][0, MINERAL]) + objects,
        int(view["held"][0, POTION]) + objects,
    )
    artifacts, incantations = int(view["side_artifacts"][0]), int(view["side_incantations"][0])
    for outcome in range(NUM_OUTCOMES):
        outlook = side_outlook(
            view, cards, style, outcome, 0, demon, held, artifacts, incantations, view["own_sealed"]
        )
        outlook += view["race"][0]
        view["value"][outcome] = outlook / (outlook + view["others"][outcome])
