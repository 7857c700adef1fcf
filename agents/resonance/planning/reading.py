"""Functions with which compiled agents read an observation row.

A compiled agent receives one observation row (int8 `[size]`) and two integers that fix its layout: the number of seats and
whether they play in teams. `row_places.py` says where each piece lies.
"""

from resonance_env.core.compiled import compiled
from resonance_env.core.rows import hot
from resonance_env.games.resonance.rules import actions as act, vocabulary as v
from resonance_env.games.resonance.sight import row_places as places

NONE = -1


@compiled
def first_set(row, at, count):
    """Returns the index of the first entry of `row[at : at + count]` that is not 0, or NONE: the code of a one-hot piece."""
    return hot(row, at, count, NONE)


@compiled
def centre_count(row, public, object_type):
    """Returns the total count of a type in the centre, including the transient and transformed objects (R-LOCK-1)."""
    total = int(row[public + places.AT_TRANSIENT + object_type])
    for index in range(v.MAX_COUNT):
        at = object_type * v.MAX_COUNT + index
        total += (index + 1) * int(row[public + places.AT_CENTRE_OBJECTS + at])
        total += (index + 1) * int(row[public + places.AT_CENTRE_INCANTATIONS + at])
    return total


@compiled
def locked_by(herbs, minerals, potions):
    """Returns the type that locks the moon, or NONE without objects; ties: Potion, Mineral, Herb (R-LOCK-1)."""
    if potions > 0 and potions >= minerals and potions >= herbs:
        return v.POTION
    if minerals > 0 and minerals >= herbs:
        return v.MINERAL
    return v.HERB if herbs > 0 else NONE


@compiled
def partner_distance(row, seats, teams):
    """Returns how far to the left the partner sits, or NONE. Partners share a demon, which no other side has (R-TEAM-2)."""
    if not teams:
        return NONE
    own, next_seat = places.seat_start(seats, teams, 0), places.seat_start(seats, teams, 1)
    demon = first_set(row, own + places.AT_DEMON, v.MAX_DEMONS)
    return 1 if first_set(row, next_seat + places.AT_DEMON, v.MAX_DEMONS) == demon else seats - 1


@compiled
def legal_spells(legal):
    """Returns the spells that may be announced, as a bit set."""
    spells = 0
    for spell in range(v.NUM_SPELLS):
        spells |= (legal[act.CAST_SPELL + spell] != 0) << spell
    return spells


@compiled
def first_legal(legal):
    """Returns the lowest legal code."""
    for action in range(len(legal)):
        if legal[action]:
            return action
    return NONE
