"""Where each piece of an observation lies, for compiled agents: places follow from `observation_table.py`.

A compiled agent gets one observation row (int8 `[size]`), and two integers that fix its layout: the number of seats and
whether they play in teams. Her own block begins at 0, the others where `row_places.py` and `partner_start` say: that of the
witch k seats to her left at `seat_start(seats, teams, k)`, her counted hand at `hand_start`. A piece lies at the start of its
block plus its `AT_*`. Compiled code cannot ask a `Layout` by name; a test compares the two.
"""

from __future__ import annotations

from resonance_env.core.compiled import compiled
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.sight.observation_table import OWN, PARTNER, PUBLIC, RECALL, SEAT
from resonance_env.games.resonance.sight.row_places import OWN_SIZE, hot

AT_OWN_OBJECTS = OWN.offset("own_objects")
AT_RESERVE_MISSING = OWN.offset("reserve_missing")

AT_PARTNER_CHOICE = PARTNER.offset("partner_choice")
AT_PARTNER_CHOICE_OBJECTS = PARTNER.offset("partner_choice_objects")

AT_PHASE = PUBLIC.offset("phase")
AT_CHOICE = PUBLIC.offset("choice")
AT_EFFECT = PUBLIC.offset("effect")
AT_CARDS_LEFT = PUBLIC.offset("cards_left")
AT_MOONS = PUBLIC.offset("moons")
AT_MOON_KIND = PUBLIC.offset("moon_kind")
AT_NEXT_MOON = PUBLIC.offset("next_moon")
AT_MONTH_OVER = PUBLIC.offset("month_over")
AT_TRANSIENT = PUBLIC.offset("transient")
AT_CENTRE_OBJECTS = PUBLIC.offset("centre_objects")
AT_CENTRE_INCANTATIONS = PUBLIC.offset("centre_incantations")
AT_TRANSIENT_PILE = PUBLIC.offset("transient_pile")
AT_DEMON_RESERVE = PUBLIC.offset("demon_reserve")

AT_HAND_COUNTS = SEAT.offset("hand_counts")
AT_LEVELS_DONE = SEAT.offset("levels_done")
AT_HIGH_WITCH = SEAT.offset("high_witch")
AT_SEALED = SEAT.offset("sealed")
AT_SIGIL_ANNOUNCED = SEAT.offset("sigil_announced")
AT_DEMON = SEAT.offset("demon")
AT_MISSING = SEAT.offset("missing")
AT_SPELLS = SEAT.offset("spells")
AT_DID = SEAT.offset("did")
AT_PLAYED_INCANTATION = SEAT.offset("played_incantation")
AT_INCANTATION_STATE = SEAT.offset("incantation_state")
AT_ARTIFACT = SEAT.offset("artifact")
AT_CAST = SEAT.offset("cast")

AT_COUNTED_OBJECTS = RECALL.offset("counted_objects")

NONE = -1


@compiled
def partner_start(seats, teams):
    """Returns where the block about her partner begins, which is there in team mode only."""
    return OWN_SIZE


@compiled
def first_set(row, at, count):
    """Returns the index of the first entry of `row[at : at + count]` that is not 0, or NONE: the code of a one-hot piece."""
    return hot(row, at, count, NONE)


@compiled
def centre_count(row, public, object_type):
    """Returns what the objects of a type in the centre count together, the transient and transformed ones too (R-LOCK-1)."""
    total = int(row[public + AT_TRANSIENT + object_type])
    for index in range(v.MAX_COUNT):
        at = object_type * v.MAX_COUNT + index
        total += (index + 1) * int(row[public + AT_CENTRE_OBJECTS + at])
        total += (index + 1) * int(row[public + AT_CENTRE_INCANTATIONS + at])
    return total


@compiled
def locked_by(herbs, minerals, potions):
    """Returns the type that locks the moon, or NONE without objects: Potion before Mineral before Herb in ties (R-LOCK-1)."""
    if potions > 0 and potions >= minerals and potions >= herbs:
        return v.POTION
    if minerals > 0 and minerals >= herbs:
        return v.MINERAL
    return v.HERB if herbs > 0 else NONE


@compiled
def first_legal(legal):
    """Returns the lowest legal code."""
    for action in range(len(legal)):
        if legal[action]:
            return action
    return NONE
