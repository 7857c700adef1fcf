"""The planner's decisions other than actions and spells: targets, single cards, demons and spell cards."""

from resonance_env.agents.resonance.planning.forecast import expect_lock, expected_share, outcome_of_sweeps
from resonance_env.agents.resonance.planning.reading import NONE, first_set
from resonance_env.agents.resonance.planning.spells import (
    gain_of_loss,
    gain_of_sigil,
    loss_of_change,
    loss_of_discard,
    value_with,
)
from resonance_env.agents.resonance.planning.styles import WHIM
from resonance_env.agents.resonance.planning.view import DEMONS, NOTHING_LOCKS, OBJECTS
from resonance_env.agents.resonance.planning.worth import judge_own
from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.resonance.rules import actions as act, vocabulary as v
from resonance_env.games.resonance.sight import row_places as places


@inlined
def aim(row, legal, seats, teams, view, cards, style):
    """Decision AIM: the opposing witch that the effect hurts most, weighted by how near it is to winning."""
    spell = first_set(row, places.seat_start(seats, teams, 0) + places.AT_CAST, v.NUM_SPELLS)
    card, effect = int(view["card"][0]), int(view["effect"])
    op = int(cards["effect_op"][card, spell, effect])
    best, best_gain = NONE, -99.0
    for distance in range(1, seats):
        if not legal[act.AIM + distance - 1]:
            continue
        side = int(view["side_of"][distance])
        if op == v.OP_SIGIL:
            gain = gain_of_sigil(view, style, side) if view["high"][distance] else -1.0
        elif op == v.OP_DISCARD:
            kind, count = int(cards["effect_kind"][card, spell, effect]), int(cards["effect_count"][card, spell, effect])
            gain = gain_of_loss(view, side, loss_of_discard(view, style, side, kind, count))
        elif op == v.OP_CHANGE_DEMON:
            gain = gain_of_loss(view, side, loss_of_change(view, style, side))
        else:
            gain = view["share"][NOTHING_LOCKS, side]
        if gain > best_gain:
            best, best_gain = act.AIM + distance - 1, gain
    return best


@inlined
def choose_card(row, legal, seats, teams, view, cards, style):
    """Decision CHOOSE."""
    left = int(row[places.public_start(seats, teams) + places.AT_CARDS_LEFT])
    choice = int(view["choice"])
    if choice == v.CHOICE_PLAY:
        spell = first_set(row, places.seat_start(seats, teams, 0) + places.AT_CAST, v.NUM_SPELLS)
        counts = int(cards["effect_value"][view["card"][0], spell, view["effect"]])
        return _play(legal, view, cards, style, left, counts)
    if choice == v.CHOICE_REMOVE:
        return _remove(legal, view, cards, style, left)
    if choice == v.CHOICE_DRAW:
        return _move_own(legal, view, cards, style, 1)
    if choice == v.CHOICE_DISCARD:
        return _move_own(legal, view, cards, style, -1)
    return _sweep(legal, view, cards, style)


@inlined
def _play(legal, view, cards, style, left, counts):
    """The best type to play, up to the remaining number; or stop."""
    best, best_value = NONE, -1.0
    if legal[act.STOP]:
        judge_own(view, style, 0, 0, 0, 0, 0)
        best, best_value = act.STOP, value_with(view, v.HERB, 0)
    for object_type in range(OBJECTS):
        if not legal[act.CHOOSE_TYPE + object_type]:
            continue
        for number in range(1, min(left, int(view["objects"][0, object_type])) + 1):
            herb, mineral, potion = (
                number * (object_type == v.HERB),
                number * (object_type == v.MINERAL),
                number * (object_type == v.POTION),
            )
            judge_own(view, style, -herb, -mineral, -potion, 0, 0)
            value = value_with(view, object_type, counts * number)
            if value > best_value:
                best, best_value = act.CHOOSE_TYPE + object_type, value
    return best


@compiled
def _move_own(legal, view, cards, style, change):
    """The card to draw (change 1) or to discard (-1) that leaves the hand with the highest worth."""
    best, best_value = NONE, -1.0
    for object_type in range(OBJECTS):
        if legal[act.CHOOSE_TYPE + object_type]:
            herb, mineral, potion = object_type == v.HERB, object_type == v.MINERAL, object_type == v.POTION
            judge_own(view, style, change * int(herb), change * int(mineral), change * int(potion), 0, 0)
            value = value_with(view, v.HERB, 0)
            if value > best_value:
                best, best_value = act.CHOOSE_TYPE + object_type, value
    for index in range(v.MAX_ARTIFACT):
        if legal[act.DISCARD_ARTIFACT + index]:
            judge_own(view, style, 0, 0, 0, -1, 0)
            value = value_with(view, v.HERB, 0)
            if value > best_value:
                best, best_value = act.DISCARD_ARTIFACT + index, value
            break
    for index in range(v.MAX_INCANTATION):
        if legal[act.DISCARD_INCANTATION + index]:
            judge_own(view, style, 0, 0, 0, 0, -1)
            value = value_with(view, v.HERB, 0)
            if value > best_value:
                best, best_value = act.DISCARD_INCANTATION + index, value
            break
    return best


@compiled
def _judge_present(view, cards, style):
    judge_own(view, style, 0, 0, 0, 0, 0)


@inlined
def _remove(legal, view, cards, style, left):
    """The card whose removal leaves the best centre, taking a following removal into account."""
    _judge_present(view, cards, style)
    h, m, p = int(view["centre"][v.HERB]), int(view["centre"][v.MINERAL]), int(view["centre"][v.POTION])
    best, best_value = NONE, -1.0
    for count in range(1, v.MAX_COUNT + 1):
        for object_type in range(OBJECTS):
            action = act.CHOOSE_TYPE + object_type if count == 1 else act.REMOVE_COUNTING + (count - 2) * OBJECTS + object_type
            if not legal[action]:
                continue
            value = _value_after_removal(
                view,
                h - count * (object_type == v.HERB),
                m - count * (object_type == v.MINERAL),
                p - count * (object_type == v.POTION),
                left - 1,
            )
            if value > best_value:
                best, best_value = action, value
    for artifact in range(v.MAX_ARTIFACT + 1):
        if legal[act.REMOVE_ARTIFACT + artifact]:
            seat = _first_owner(view, artifact)
            place = int(view["in_centre"][seat])
            view["in_centre"][seat] = NONE
            value = _value_after_removal(view, h, m, p, left - 1)
            view["in_centre"][seat] = place
            if value > best_value:
                best, best_value = act.REMOVE_ARTIFACT + artifact, value
    return best


@inlined
def _first_owner(view, artifact):
    """Returns the seat whose artifact of this value resolves first: the one that a removal takes (R-LOCK-2, R-SWEEP-3)."""
    best = 0
    for seat in range(view["seats"]):
        place = int(view["in_centre"][seat])
        if place != NONE and place // 64 == artifact + 1:
            if view["in_centre"][best] // 64 != artifact + 1 or place > view["in_centre"][best]:
                best = seat
    return best


@compiled
def _value_after_removal(view, herbs, minerals, potions, left):
    """Returns the own `value` of a centre, after one more removal if `left` is not 0."""
    best = view["value"][outcome_of_sweeps(view, herbs, minerals, potions, NONE)]
    if left == 0 or herbs + minerals + potions == 0:
        return best
    best = 0.0
    if herbs > 0:
        best = max(best, view["value"][outcome_of_sweeps(view, herbs - 1, minerals, potions, NONE)])
    if minerals > 0:
        best = max(best, view["value"][outcome_of_sweeps(view, herbs, minerals - 1, potions, NONE)])
    if potions > 0:
        best = max(best, view["value"][outcome_of_sweeps(view, herbs, minerals, potions - 1, NONE)])
    return best


@inlined
def _sweep(legal, view, cards, style):
    """The best type to sweep, taking the artifacts that follow into account (R-SWEEP-1)."""
    _judge_present(view, cards, style)
    h, m, p = int(view["centre"][v.HERB]), int(view["centre"][v.MINERAL]), int(view["centre"][v.POTION])
    best, best_value = NONE, -1.0
    for object_type in range(OBJECTS):
        if legal[act.CHOOSE_TYPE + object_type]:
            outcome = outcome_of_sweeps(
                view, h * (object_type != v.HERB), m * (object_type != v.MINERAL), p * (object_type != v.POTION), 0
            )
            if view["value"][outcome] > best_value:
                best, best_value = act.CHOOSE_TYPE + object_type, view["value"][outcome]
    return best


@inlined
def take_demon(legal, view, style):
    """Decision TAKE_DEMON: the demon with the highest expected share over all outcomes; or declines."""
    expect_lock(view, v.HERB, 0)
    best, best_value = NONE, -1.0
    if legal[act.STOP]:
        best, best_value = act.STOP, expected_share(view, style, int(view["demon"][0]), 0, 0, 0, 0, 0)
    for demon in range(DEMONS):
        if legal[act.TAKE_DEMON + demon]:
            value = expected_share(view, style, demon, 0, 0, 0, 0, 0)
            if value > best_value:
                best, best_value = act.TAKE_DEMON + demon, value
    return best


@inlined
def draft(legal, cards, style, uniform):
    """Decision DRAFT: the best spell card, or on a whim any; NONE for other questions."""
    if uniform >= style[WHIM]:
        return take_spells(legal, cards)
    number = 0
    for card in range(v.MAX_SPELL_CARDS):
        number += legal[act.TAKE_SPELLS + card]
    rank = int(number * uniform / style[WHIM])
    for card in range(v.MAX_SPELL_CARDS):
        if legal[act.TAKE_SPELLS + card]:
            if rank == 0:
                return act.TAKE_SPELLS + card
            rank -= 1
    return NONE


@compiled
def take_spells(legal, cards):
    """Decision DRAFT or TAKE_SPELLS: the best spell card; NONE for other questions."""
    best, best_worth = NONE, -1.0
    for card in range(v.MAX_SPELL_CARDS):
        if legal[act.TAKE_SPELLS + card]:
            worth = 0.0
            for spell in range(v.NUM_SPELLS):
                for effect in range(cards["num_effects"][card, spell]):
                    worth += _worth_of_effect(cards, card, spell, effect)
            if worth > best_worth:
                best, best_worth = act.TAKE_SPELLS + card, worth
    return best


@inlined
def _worth_of_effect(cards, card, spell, effect):
    """Returns the worth of an effect on a spell card: roughly what it adds to the score, over the fair share.

    Objects that count for several decide a lock alone, so their worth grows with the square; a type that is fixed is worth
    less than a free choice. The numbers are fitted to the scores of spell cards in games between planners that draft at random.
    """
    op, kind = int(cards["effect_op"][card, spell, effect]), int(cards["effect_kind"][card, spell, effect])
    count, value = float(cards["effect_count"][card, spell, effect]), float(cards["effect_value"][card, spell, effect])
    if op == v.OP_PLAY:
        power = 0.13 * count * value**2
        return power if kind >= v.KIND_OBJECT else 0.25 * power
    if op == v.OP_BECOME_OBJECT:
        return 0.03 * value**2
    if op == v.OP_BECOME_ARTIFACT:
        return 0.13
    if op == v.OP_REMOVE:
        return 0.1 * count
    if op == v.OP_DRAW or op == v.OP_DISCARD:
        return 0.05 * count
    if op == v.OP_CHANGE_DEMON or op == v.OP_CHANGE_SPELLS:
        return 0.1
    return 0.0
