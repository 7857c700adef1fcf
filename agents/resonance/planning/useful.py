"""Which spells can do something at once, as far as an observation tells: any spell may be announced (R-CAST-3)."""

from resonance_env.agents.resonance.planning.reading import centre_count, partner_distance
from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.rules.centre import kind_fits_object
from resonance_env.games.resonance.sight import row_places as places


@compiled
def useful_spells(row, legal_spells, seats, teams, cards, card):
    """Returns the spells of a card that can do something now, as a bit set; all legal ones if none can.

    Args:
        row: int8 `[size]`, the observation of the caster.
        legal_spells: bit set of the spells that may be announced.
        seats: number of seats.
        teams: 1 in team mode, else 0.
        cards: a CARDS record.
        card: the caster's spell card.
    """
    useful = 0
    for spell in range(v.NUM_SPELLS):
        for effect in range(cards["num_effects"][card, spell]):
            if _may_do_something(row, seats, teams, cards, card, spell, effect):
                useful |= 1 << spell
    useful &= legal_spells
    return useful if useful else legal_spells


@inlined
def _may_do_something(row, seats, teams, cards, card, spell, effect):
    op, kind = int(cards["effect_op"][card, spell, effect]), int(cards["effect_kind"][card, spell, effect])
    public = places.public_start(seats, teams)
    if op == v.OP_CHANGE_DEMON:
        return _sum_of(row, public + places.AT_DEMON_RESERVE, v.MAX_DEMONS) > 0
    if op == v.OP_CHANGE_SPELLS:
        return _sum_of(row, public + places.AT_SPELL_RESERVE, v.MAX_SPELL_CARDS) > 0
    if op == v.OP_PLAY:
        return _num_fitting(row, places.AT_OWN_OBJECTS, kind) > 0
    if op == v.OP_DRAW:
        if kind == v.KIND_ARTIFACT:
            return row[public + places.AT_ARTIFACT_TOP] > 0
        if kind == v.KIND_INCANTATION:
            return row[public + places.AT_INCANTATION_TOP] > 0
        return _num_fitting(row, public + places.AT_OBJECT_PILE, kind) > 0
    if op == v.OP_REMOVE:
        return _can_remove(row, public, kind)
    return op != v.OP_DISCARD or _opponents_hold(row, seats, teams, kind)


@compiled
def _sum_of(row, at, count):
    total = 0
    for index in range(count):
        total += row[at + index]
    return total


@compiled
def _num_fitting(row, at, kind):
    total = 0
    for object_type in range(v.NUM_OBJECTS):
        if kind_fits_object(kind, object_type):
            total += row[at + object_type]
    return total


@inlined
def _can_remove(row, public, kind):
    for object_type in range(v.NUM_OBJECTS):
        if kind_fits_object(kind, object_type) and centre_count(row, public, object_type) > 0:
            return True
    takes_artifacts = kind == v.KIND_ARTIFACT or kind == v.KIND_ANY
    return takes_artifacts and _sum_of(row, public + places.AT_CENTRE_ARTIFACTS, v.MAX_ARTIFACT + 1) > 0


@inlined
def _opponents_hold(row, seats, teams, kind):
    """Returns whether an opposing witch holds a card of the class of a kind; these numbers are open (R-INFO-1, R-TEAM-7)."""
    column = 1 if kind == v.KIND_ARTIFACT else 2 if kind == v.KIND_INCANTATION else 0
    partner = partner_distance(row, seats, teams)
    total = 0
    for distance in range(1, seats):
        if distance == partner:
            continue
        total += row[places.seat_start(seats, teams, distance) + places.AT_HAND_COUNTS + column]
    return total > 0
