"""Where the blocks of an observation row begin, in compiled code, which cannot ask a `Layout` by name.

`seats` is the number of seats, `teams` whether they play in teams. The observer's own block begins at 0.
"""

from __future__ import annotations

from resonance_env.core.compiled import compiled
from resonance_env.games.resonance.sight.observation_table import OWN, PARTNER, PUBLIC, RECALL, SEAT

OWN_SIZE, PARTNER_SIZE, PUBLIC_SIZE, SEAT_SIZE, RECALL_SIZE = OWN.size, PARTNER.size, PUBLIC.size, SEAT.size, RECALL.size


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
    """Returns where the block of the witch `distance` seats to her left begins; 0 is she herself."""
    return public_start(seats, teams) + PUBLIC_SIZE + distance * SEAT_SIZE


@compiled
def hand_start(seats, teams, distance):
    """Returns where the counted hand of the witch `distance` (at least 1) seats to her left begins, in `recall` rows."""
    return seat_start(seats, teams, seats) + (distance - 1) * RECALL_SIZE


@compiled
def hot(row, at, count, missing):
    """Returns the first place in `row[at : at + count]` that is not 0, or `missing`: the code of a one-hot piece."""
    for index in range(count):
        if row[at + index]:
            return index
    return missing
