"""Offsets of the pieces of an observation row for compiled code, which cannot look them up in a `Layout` by name.

A piece begins at the start of its block plus its `AT_*`, which comes from `observation_table.py`. `seats` is the number of
seats, `teams` whether they play in teams. The observer's own block begins at 0.
"""

from resonance_env.core.compiled import compiled
from resonance_env.games.resonance.sight.observation_table import OWN, PARTNER, PUBLIC, RECALL, SEAT, TRUTH

OWN_SIZE, PARTNER_SIZE, PUBLIC_SIZE, SEAT_SIZE, RECALL_SIZE = OWN.size, PARTNER.size, PUBLIC.size, SEAT.size, RECALL.size
TRUTH_SIZE = TRUTH.size

# The offset of each piece in its block.
AT_OWN_OBJECTS = OWN.offset("own_objects")
AT_OWN_CHOICE = OWN.offset("own_choice")
AT_OWN_PICKS_LEFT = OWN.offset("own_picks_left")
AT_OFFERED = OWN.offset("offered")
AT_ARTIFACT_DRAWN_BY = OWN.offset("artifact_drawn_by")
AT_INCANTATION_DRAWN_BY = OWN.offset("incantation_drawn_by")
AT_RESERVE_MISSING = OWN.offset("reserve_missing")

AT_PARTNER_CHOICE = PARTNER.offset("partner_choice")
AT_PARTNER_CHOICE_OBJECTS = PARTNER.offset("partner_choice_objects")

AT_PHASE = PUBLIC.offset("phase")
AT_CHOICE = PUBLIC.offset("choice")
AT_EFFECT = PUBLIC.offset("effect")
AT_CARDS_LEFT = PUBLIC.offset("cards_left")
AT_ROUND_NUMBER = PUBLIC.offset("round_number")
AT_MOONS = PUBLIC.offset("moons")
AT_MOON_ORIGIN = PUBLIC.offset("moon_origin")
AT_MOON_KIND = PUBLIC.offset("moon_kind")
AT_NEXT_MOON = PUBLIC.offset("next_moon")
AT_MONTH_OVER = PUBLIC.offset("month_over")
AT_TRANSIENT = PUBLIC.offset("transient")
AT_CENTRE_OBJECTS = PUBLIC.offset("centre_objects")
AT_CENTRE_INCANTATIONS = PUBLIC.offset("centre_incantations")
AT_CENTRE_ARTIFACTS = PUBLIC.offset("centre_artifacts")
AT_OBJECT_PILE = PUBLIC.offset("object_pile")
AT_TRANSIENT_PILE = PUBLIC.offset("transient_pile")
AT_ARTIFACT_TOP = PUBLIC.offset("artifact_top")
AT_ARTIFACT_PILE = PUBLIC.offset("artifact_pile")
AT_INCANTATION_TOP = PUBLIC.offset("incantation_top")
AT_INCANTATION_PILE = PUBLIC.offset("incantation_pile")
AT_GONE_OBJECTS = PUBLIC.offset("gone_objects")
AT_GONE_TRANSIENTS = PUBLIC.offset("gone_transients")
AT_GONE_ARTIFACTS = PUBLIC.offset("gone_artifacts")
AT_GONE_INCANTATIONS = PUBLIC.offset("gone_incantations")
AT_DEMON_RESERVE = PUBLIC.offset("demon_reserve")
AT_RESERVE_LEVELS = PUBLIC.offset("reserve_levels")
AT_SPELL_RESERVE = PUBLIC.offset("spell_reserve")

AT_HAND_COUNTS = SEAT.offset("hand_counts")
AT_LEVELS_DONE = SEAT.offset("levels_done")
AT_HIGH_WITCH = SEAT.offset("high_witch")
AT_SEALED = SEAT.offset("sealed")
AT_SIGIL = SEAT.offset("sigil")
AT_SIGIL_ANNOUNCED = SEAT.offset("sigil_announced")
AT_DEMON = SEAT.offset("demon")
AT_DEMON_LEVELS = SEAT.offset("demon_levels")
AT_MISSING = SEAT.offset("missing")
AT_SPELLS = SEAT.offset("spells")
AT_SPELL_EFFECTS = SEAT.offset("spell_effects")
AT_DID = SEAT.offset("did")
AT_DREW_OBJECTS = SEAT.offset("drew_objects")
AT_PLAYED_OBJECTS = SEAT.offset("played_objects")
AT_PLAYED_ARTIFACT = SEAT.offset("played_artifact")
AT_PLAYED_INCANTATION = SEAT.offset("played_incantation")
AT_INCANTATION_STATE = SEAT.offset("incantation_state")
AT_ARTIFACT = SEAT.offset("artifact")
AT_CAST = SEAT.offset("cast")
AT_CAST_EFFECTS = SEAT.offset("cast_effects")
AT_WAITING = SEAT.offset("waiting")
AT_DISCARDED_OBJECTS = SEAT.offset("discarded_objects")
AT_DISCARDED_ARTIFACTS = SEAT.offset("discarded_artifacts")
AT_DISCARDED_INCANTATIONS = SEAT.offset("discarded_incantations")

AT_COUNTED_OBJECTS = RECALL.offset("counted_objects")
AT_COUNTED_ARTIFACTS = RECALL.offset("counted_artifacts")
AT_COUNTED_INCANTATIONS = RECALL.offset("counted_incantations")

AT_SEAT_CHOICE = TRUTH.offset("seat_choice")
AT_PICKS_LEFT = TRUTH.offset("picks_left")
AT_PICKED_OBJECTS = TRUTH.offset("picked_objects")
AT_QUICKNESS = TRUTH.offset("quickness")


@compiled
def partner_start(seats, teams):
    """Returns where the block of the observer's partner begins; it exists only in team mode."""
    return OWN_SIZE


@compiled
def relations_start(seats, teams):
    """Returns where the block of casters and targets begins."""
    return OWN_SIZE + (PARTNER_SIZE if teams else 0)


@compiled
def public_start(seats, teams):
    """Returns where the public block begins, after `caster[seat]` and `aims[seat, seat]`."""
    return relations_start(seats, teams) + seats + seats * seats


@compiled
def seat_start(seats, teams, distance):
    """Returns where the block of the witch `distance` seats to the observer's left begins; 0 is the observer."""
    return public_start(seats, teams) + PUBLIC_SIZE + distance * SEAT_SIZE


@compiled
def hand_start(seats, teams, distance):
    """Returns where, in `recall` rows, the counted hand of the witch `distance` (at least 1) seats to the left begins."""
    return seat_start(seats, teams, seats) + (distance - 1) * RECALL_SIZE
