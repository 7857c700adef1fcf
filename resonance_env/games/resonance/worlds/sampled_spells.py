"""Finds the card that each spell was cast from and the target of each effect, and samples what a row does not show.

A row shows the number of a spell, the totals of its effects, and its targets. This determines everything except in card sets
with several identical spells, or with several targets in one spell.
"""

from resonance_env.core.bitset import count_bits, has_bit
from resonance_env.core.compiled import compiled, inlined
from resonance_env.core.random_stream import draw_bit
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.sight import row_places as places
from resonance_env.games.resonance.sight.row_reader import public_start, relations_start, seat_start


@inlined
def sample_spells(row, cards, game, observer, is_first_guess, stream):
    """Writes the card that each spell was cast from, its targets, and what its incantation has become.

    With `is_first_guess` it prefers the caster's present card if that fits; otherwise it samples a card that fits.
    """
    seats = int(game["seats"])
    announced = 0
    for distance in range(seats):
        if row[seat_start(game, distance) + places.AT_SIGIL_ANNOUNCED]:
            announced |= 1 << ((observer + distance) % seats)
    for seat in range(seats):
        if game["cast_spell"][seat] == v.NO_SPELL:
            continue
        aims = _aims(row, game, observer, seat)
        card = _sample_card(row, cards, game, observer, seat, aims, is_first_guess, stream)
        game["cast_card"][seat] = card
        _sample_targets(row, cards, game, observer, seat, aims, announced, stream)
        _shape_incantation(cards, game, seat)


@inlined
def _aims(row, game, observer, seat):
    """Returns the targets of the spell of a seat, as a bit set of seats."""
    seats = int(game["seats"])
    at = relations_start(game) + seats + (seat - observer) % seats * seats
    aims = 0
    for distance in range(seats):
        if row[at + distance]:
            aims |= 1 << ((observer + distance) % seats)
    return aims


@compiled
def _is_current(game, seat):
    """Returns whether the spell of a seat is the one that is being cast."""
    return seat == game["caster"] and game["stage"] != v.STAGE_SWEEPS


@inlined
def _sample_card(row, cards, game, observer, seat, aims, is_first_guess, stream):
    alike, fitting = 0, 0
    at = seat_start(game, (seat - observer) % int(game["seats"])) + places.AT_CAST_EFFECTS
    spell = int(game["cast_spell"][seat])
    for card in range(cards["spell_cards"]):
        is_alike = True
        for op in range(v.NUM_OPS):
            is_alike &= row[at + op] == cards["spell_amounts"][card, spell, op]
        if is_alike:
            alike |= 1 << card
            if _fits(row, cards, game, observer, seat, card, aims):
                fitting |= 1 << card
    candidates = fitting if fitting else alike
    present = int(game["spells"][seat])
    if is_first_guess and has_bit(candidates, present):
        return present
    return draw_bit(stream, candidates)


@inlined
def _fits(row, cards, game, observer, seat, card, aims):
    """Returns whether the spell of this card is consistent with public information."""
    spell, state = int(game["cast_spell"][seat]), game["incantation_state"][seat]
    num_effects = int(cards["num_effects"][card, spell])
    num_aims, has_sigil, has_end, has_shape = 0, False, False, False
    for effect in range(num_effects):
        op = cards["effect_op"][card, spell, effect]
        has_sigil |= op == v.OP_SIGIL
        has_end |= cards["effect_when"][card, spell, effect] == v.WHEN_END
        num_aims += _has_target(cards, game, seat, card, effect)
        if state == v.INCANTATION_AS_OBJECT and op == v.OP_BECOME_OBJECT:
            has_shape = _num_shaped(row, cards, game, card, spell, effect) > 0
        if state == v.INCANTATION_AS_ARTIFACT and op == v.OP_BECOME_ARTIFACT:
            has_shape = cards["effect_value"][card, spell, effect] == game["artifact"][seat]
    if (state == v.INCANTATION_AS_OBJECT or state == v.INCANTATION_AS_ARTIFACT) and not has_shape:
        return False
    if (state == v.INCANTATION_WAITING and not has_sigil) or (game["waiting"][seat] and not has_end):
        return False
    named = count_bits(aims)
    if named > num_aims or (named == 0) != (num_aims == 0):
        return False
    return not _is_current(game, seat) or _fits_cursor(cards, game, observer, seat, card, spell, num_effects, aims)


@inlined
def _num_shaped(row, cards, game, card, spell, effect):
    """Returns how many incantations lie in the centre as the object that an effect makes."""
    kind, count = int(cards["effect_kind"][card, spell, effect]), int(cards["effect_value"][card, spell, effect])
    return int(row[public_start(game) + places.AT_CENTRE_INCANTATIONS + kind * v.MAX_COUNT + count - 1])


@inlined
def _fits_cursor(cards, game, observer, seat, card, spell, num_effects, aims):
    """Returns whether the current effect of the spell explains the question that is asked, and the seats that are asked."""
    effect, phase, choice = int(game["effect"]), game["phase"], game["choice"]
    if effect >= num_effects:
        return False
    op, who = cards["effect_op"][card, spell, effect], cards["effect_who"][card, spell, effect]
    is_asked = game["asked"][observer] != 0
    if phase == v.PHASE_AIM:
        return who == v.WHO_ONE
    if phase == v.PHASE_TAKE_DEMON or phase == v.PHASE_TAKE_SPELLS:
        if op != (v.OP_CHANGE_DEMON if phase == v.PHASE_TAKE_DEMON else v.OP_CHANGE_SPELLS):
            return False
        if who == v.WHO_SELF:
            return is_asked == (observer == seat)
        return has_bit(aims, observer) or not is_asked
    if choice == v.CHOICE_DISCARD:
        if op != v.OP_DISCARD:
            return False
        return not is_asked or who == v.WHO_ALL or has_bit(aims, observer)
    if choice == v.CHOICE_PLAY:
        return op == v.OP_PLAY
    if choice == v.CHOICE_REMOVE:
        return op == v.OP_REMOVE
    return choice != v.CHOICE_DRAW or op == v.OP_DRAW


@inlined
def _sample_targets(row, cards, game, observer, seat, aims, announced, stream):
    """Writes a target for each effect that has one; together the targets must be exactly those of the spell.

    Effects with fewer possible targets come first.
    """
    card, spell = int(game["cast_card"][seat]), int(game["cast_spell"][seat])
    left = 0
    for effect in range(cards["num_effects"][card, spell]):
        game["target"][seat, effect] = v.NO_SEAT
        left += _has_target(cards, game, seat, card, effect)
    uncovered = aims
    for is_free in range(2):
        for effect in range(cards["num_effects"][card, spell]):
            if not aims or not _has_target(cards, game, seat, card, effect):
                continue
            possible = _possible_targets(cards, game, observer, seat, card, spell, effect, aims, announced)
            if (possible == aims) != is_free:
                continue
            if count_bits(uncovered) >= left and possible & uncovered:
                possible &= uncovered
            target = draw_bit(stream, possible if possible else aims)
            game["target"][seat, effect] = target
            uncovered &= ~(1 << target)
            left -= 1


@compiled
def _has_target(cards, game, seat, card, effect):
    """Returns whether an effect of the spell of a seat acts on one witch and has its target by now."""
    is_aiming = _is_current(game, seat) and game["phase"] == v.PHASE_AIM
    if is_aiming and effect >= game["effect"]:
        return False
    return cards["effect_who"][card, game["cast_spell"][seat], effect] == v.WHO_ONE


@inlined
def _possible_targets(cards, game, observer, seat, card, spell, effect, aims, announced):
    """Returns the possible targets of an effect as a bit set: all targets of the spell unless more is known."""
    if cards["effect_op"][card, spell, effect] == v.OP_SIGIL and game["waiting"][seat]:
        return aims & announced
    if not _is_current(game, seat) or effect != game["effect"] or game["phase"] == v.PHASE_AIM:
        return aims
    if game["choice"] != v.CHOICE_DISCARD and game["phase"] == v.PHASE_CHOOSE:
        return aims
    return aims & (1 << observer) if game["asked"][observer] else aims & ~(1 << observer)


@inlined
def _shape_incantation(cards, game, seat):
    """R-CAST-5: an incantation that lies in the centre as an object has the type and the count of its spell."""
    card, spell = int(game["cast_card"][seat]), int(game["cast_spell"][seat])
    if game["incantation_state"][seat] != v.INCANTATION_AS_OBJECT:
        return
    for effect in range(cards["num_effects"][card, spell]):
        if cards["effect_op"][card, spell, effect] == v.OP_BECOME_OBJECT:
            game["incantation_type"][seat] = cards["effect_kind"][card, spell, effect]
            game["incantation_count"][seat] = cards["effect_value"][card, spell, effect]
