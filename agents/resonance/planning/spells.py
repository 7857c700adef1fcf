"""The worth of spells to the planner, before the cards are revealed and after.

It counts the objects that a spell brings into the centre or removes, and its effects on hands, demons and Sigils.
"""

import math

from resonance_env.agents.resonance.planning.forecast import (
    expect_lock,
    expected_value,
    outcome_of_sweeps,
    value_of_sweep,
)
from resonance_env.agents.resonance.planning.reading import NONE, legal_spells
from resonance_env.agents.resonance.planning.styles import ARTIFACT, HELD_MORE, INCANTATION, SEALED, TRADE
from resonance_env.agents.resonance.planning.useful import useful_spells
from resonance_env.agents.resonance.planning.view import NOTHING_LOCKS, OBJECTS
from resonance_env.agents.resonance.planning.worth import (
    NEVER,
    cheapest_in_reserve,
    demon_cost,
    judge_own,
    race_outlook,
)
from resonance_env.core.bitset import has_bit
from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.resonance.rules import actions as act, vocabulary as v


@inlined
def best_spell(row, legal, seats, teams, view, cards, style):
    """Decision CAST: returns the legal code of the spell with the highest worth, given the open centre."""
    best, best_value = NONE, -1.0
    spells = useful_spells(row, legal_spells(legal), seats, teams, cards, int(view["card"][0]))
    for spell in range(v.NUM_SPELLS):
        if has_bit(spells, spell):
            value = value_of_spell(view, cards, style, int(view["card"][0]), spell, 0)
            if value > best_value:
                best, best_value = act.CAST_SPELL + spell, value
    return best


@inlined
def best_spell_value(view, cards, style):
    """Returns the worth of the best spell before the cards are revealed, if the seat plays an incantation."""
    best = -1.0
    for spell in range(v.NUM_SPELLS):
        best = max(best, value_of_spell(view, cards, style, int(view["card"][0]), spell, -1))
    return best


@compiled
def value_of_spell(view, cards, style, card, spell, incantations):
    """Returns the worth of a spell with all its effects.

    Args:
        view: evaluated, with a forecast of the others' objects.
        cards: a CARDS record.
        style: weights.
        card: the spell card.
        spell: one of its spells.
        incantations: change of the incantations in hand: -1 while the card is still in it.
    """
    demon = int(view["demon"][0])
    effects = int(cards["num_effects"][card, spell])
    objects, artifacts = 0, 0
    has_play, sweeps, removes, becomes = NONE, 0, 0, NONE
    gain = 0.0
    for effect in range(effects):
        op, kind = int(cards["effect_op"][card, spell, effect]), int(cards["effect_kind"][card, spell, effect])
        count = int(cards["effect_count"][card, spell, effect])
        if op == v.OP_PLAY:
            has_play = effect
        elif op == v.OP_BECOME_OBJECT:
            becomes = effect
        elif op == v.OP_BECOME_ARTIFACT:
            sweeps = 1
        elif op == v.OP_REMOVE:
            removes = count
        elif op == v.OP_DRAW:
            if kind == v.KIND_ARTIFACT:
                artifacts += count
            elif kind == v.KIND_INCANTATION:
                incantations += count
            else:
                objects += count
        elif op == v.OP_SIGIL:
            gain += _gain_of_best_sigil(view, style)
        elif op == v.OP_DISCARD:
            gain += _gain_of_discard(view, style, kind, count, int(cards["effect_who"][card, spell, effect]))
        elif op == v.OP_CHANGE_DEMON:
            gain += _gain_of_change(view, style, int(cards["effect_who"][card, spell, effect]))
    most_lacked = _most_lacked(view, cards, demon)
    herbs, minerals, potions = (
        objects * (most_lacked == v.HERB),
        objects * (most_lacked == v.MINERAL),
        objects * (most_lacked == v.POTION),
    )
    if has_play != NONE:
        return gain + _value_of_plays(
            view, cards, style, card, spell, has_play, demon, herbs, minerals, potions, artifacts, incantations
        )
    judge_own(view, style, herbs, minerals, potions, artifacts, incantations)
    if becomes != NONE:
        kind, value = int(cards["effect_kind"][card, spell, becomes]), int(cards["effect_value"][card, spell, becomes])
        return gain + value_with(view, kind, value)
    if sweeps:
        return gain + _value_of_own_sweep(view)
    if removes:
        return gain + _value_of_removal(view, removes)
    return gain + value_with(view, v.HERB, 0)


@compiled
def value_with(view, object_type, number):
    """Returns the expected `value` with more objects of a type in the centre, taking artifacts there into account."""
    if view["most"] > 0 or not view["artifacts_lie"]:
        expect_lock(view, object_type, number)
        return expected_value(view)
    herbs, minerals, potions = int(view["centre"][v.HERB]), int(view["centre"][v.MINERAL]), int(view["centre"][v.POTION])
    herbs, minerals, potions = (
        herbs + number * (object_type == v.HERB),
        minerals + number * (object_type == v.MINERAL),
        potions + number * (object_type == v.POTION),
    )
    return view["value"][outcome_of_sweeps(view, herbs, minerals, potions, NONE)]


@inlined
def _value_of_own_sweep(view):
    """The own incantation becomes an artifact, which sweeps last, as the lowest does."""
    if not view["artifacts_lie"]:
        return value_of_sweep(view)
    view["in_centre"][0] = 0
    value = value_with(view, v.HERB, 0)
    view["in_centre"][0] = NONE
    return value


@inlined
def _value_of_plays(view, cards, style, card, spell, effect, demon, herbs, minerals, potions, artifacts, incantations):
    """Returns the worth of playing as many objects as allowed of the best type from hand."""
    kind, counts = int(cards["effect_kind"][card, spell, effect]), int(cards["effect_value"][card, spell, effect])
    best = -1.0
    for object_type in range(OBJECTS):
        number = min(int(view["objects"][0, object_type]), int(cards["effect_count"][card, spell, effect]))
        if number > 0 and (kind == object_type or kind >= v.KIND_OBJECT):
            herb, mineral, potion = (
                number * (object_type == v.HERB),
                number * (object_type == v.MINERAL),
                number * (object_type == v.POTION),
            )
            judge_own(view, style, herbs - herb, minerals - mineral, potions - potion, artifacts, incantations)
            best = max(best, value_with(view, object_type, counts * number))
    return best


@inlined
def _value_of_removal(view, number):
    """Returns the expected `value` after removing a number of objects of the best type from the centre."""
    total, centre = 0.0, view["centre"]
    herbs, minerals, potions = int(centre[v.HERB]), int(centre[v.MINERAL]), int(centre[v.POTION])
    for index in range(view["bringings"]):
        brought = view["brought"][index]
        h, m, p = herbs + brought[v.HERB], minerals + brought[v.MINERAL], potions + brought[v.POTION]
        best = 0.0
        if h > 0:
            best = max(best, view["value"][outcome_of_sweeps(view, max(h - number, 0), m, p, NONE)])
        if m > 0:
            best = max(best, view["value"][outcome_of_sweeps(view, h, max(m - number, 0), p, NONE)])
        if p > 0:
            best = max(best, view["value"][outcome_of_sweeps(view, h, m, max(p - number, 0), NONE)])
        total += view["odds"][index] * best
    return total


@inlined
def _most_lacked(view, cards, demon):
    """Returns the type that level III of a demon lacks most, beyond those in hand."""
    best, most = v.HERB, -99
    for object_type in range(OBJECTS):
        lacked = int(cards["demon_levels"][demon, v.NUM_LEVELS - 1, object_type]) - int(view["moons"][object_type])
        lacked -= int(view["held"][0, object_type])
        if lacked > most:
            best, most = object_type, lacked
    return best


@compiled
def gain_of_sigil(view, style, side):
    """Returns how much the own share grows if the High Witch of another side is sealed, averaged over outcomes."""
    own, theirs = view["outlook"][NOTHING_LOCKS, 0], view["outlook"][NOTHING_LOCKS, side]
    total = own + view["others"][NOTHING_LOCKS]
    new_total, new_own = total, own
    for other in range(view["sides"]):
        change = race_outlook(view, style, other, side) - race_outlook(view, style, other, NONE)
        if other == side:
            change -= (theirs - race_outlook(view, style, side, NONE)) * (1.0 - math.exp(-style[SEALED]))
        new_total += change
        if other == 0:
            new_own += change
    return new_own / new_total - own / total


@inlined
def _gain_of_best_sigil(view, style):
    best = 0.0
    for seat in range(1, view["seats"]):
        if view["side_of"][seat] != 0 and view["high"][seat] and not view["sealed"][seat]:
            best = max(best, gain_of_sigil(view, style, int(view["side_of"][seat])))
    return best


@compiled
def gain_of_loss(view, side, loss):
    """Returns how much the own share grows if the cost of another side rises by `loss`."""
    total = view["outlook"][NOTHING_LOCKS, 0] + view["others"][NOTHING_LOCKS]
    own = view["outlook"][NOTHING_LOCKS, 0]
    fallen = view["outlook"][NOTHING_LOCKS, side] * (1.0 - math.exp(-loss))
    return own / (total - fallen) - own / total


@compiled
def loss_of_discard(view, style, side, kind, count):
    """Returns how much the cost of a side rises if one of its witches discards."""
    if kind == v.KIND_ARTIFACT:
        return style[ARTIFACT] * min(count, int(view["side_artifacts"][side]))
    if kind == v.KIND_INCANTATION:
        return style[INCANTATION] * min(count, int(view["side_incantations"][side]))
    held = int(view["held"][side, v.HERB]) + int(view["held"][side, v.MINERAL]) + int(view["held"][side, v.POTION])
    return style[HELD_MORE] * min(count, held)


@inlined
def _gain_of_discard(view, style, kind, count, who):
    total, best = 0.0, 0.0
    for side in range(1, view["sides"]):
        gain = gain_of_loss(view, side, loss_of_discard(view, style, side, kind, count))
        total += gain
        best = max(best, gain)
    return total if who == v.WHO_ALL else best


@compiled
def loss_of_change(view, style, side):
    """Returns how much the cost of a side rises if it must change its demon: below 0 if the reserve holds a better one."""
    if view["spare_demons"] == 0:
        return 0.0  # R-CAST-8
    level = min(int(view["level"][side]), v.NUM_LEVELS - 1)
    h, m, p = int(view["held"][side, v.HERB]), int(view["held"][side, v.MINERAL]), int(view["held"][side, v.POTION])
    least = cheapest_in_reserve(view, style, NOTHING_LOCKS, level, h, m, p, NEVER)
    return least - demon_cost(view, NOTHING_LOCKS, int(view["demon"][side]), level, h, m, p)


@inlined
def _gain_of_change(view, style, who):
    if who == v.WHO_SELF:
        saved = max(-loss_of_change(view, style, 0), 0.0)
        own = view["outlook"][NOTHING_LOCKS, 0]
        others = view["others"][NOTHING_LOCKS]
        better = own * math.exp(saved)
        return better / (better + others) - own / (own + others)
    best = -1.0
    for side in range(1, view["sides"]):
        best = max(best, gain_of_loss(view, side, min(loss_of_change(view, style, side), style[TRADE])))
    return best
