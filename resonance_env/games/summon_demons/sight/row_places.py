"""Offsets of the pieces of an observation row for compiled code, which cannot look them up in a `Layout` by name.

A piece begins at the start of its block plus its `AT_*`, which comes from `observation_table.py`. `seats` is the number of
seats. The observer's own block begins at 0.
"""

from resonance_env.core.compiled import compiled
from resonance_env.games.summon_demons.sight.observation_table import OWN, PUBLIC, SEAT, memory_block

OWN_SIZE, PUBLIC_SIZE, SEAT_SIZE = OWN.size, PUBLIC.size, SEAT.size

# The offset of each piece in its block.
AT_HAND = OWN.offset("hand")
AT_SHOWN = OWN.offset("shown")

AT_PHASE = PUBLIC.offset("phase")
AT_TURNS_LEFT = PUBLIC.offset("turns_left")
AT_USED = PUBLIC.offset("used")
AT_EXTRA = PUBLIC.offset("extra")
AT_AGAIN = PUBLIC.offset("again")
AT_TOTAL = PUBLIC.offset("total")
AT_DOUBLE = PUBLIC.offset("double")
AT_ROW = PUBLIC.offset("row")
AT_MARKED = PUBLIC.offset("marked")
AT_DECK = PUBLIC.offset("deck")
AT_DISCARDS = PUBLIC.offset("discards")
AT_PILE_SIZE = PUBLIC.offset("pile_size")
AT_DEMON_DISCARDS = PUBLIC.offset("demon_discards")
AT_BLOCK = PUBLIC.offset("block")
AT_RESOLVING = PUBLIC.offset("resolving")
AT_EFFECT = PUBLIC.offset("effect")
AT_LEFT = PUBLIC.offset("left")
AT_FLOOR = PUBLIC.offset("floor")
AT_WAITING = PUBLIC.offset("waiting")
AT_WAITING_DEMONS = PUBLIC.offset("waiting_demons")
AT_GROUPS = PUBLIC.offset("groups")
AT_FRESH = PUBLIC.offset("fresh")

AT_SOULS = SEAT.offset("souls")
AT_HAND_SIZE = SEAT.offset("hand_size")
AT_CARDS = SEAT.offset("cards")
AT_DEMONS = SEAT.offset("demons")
AT_CANDLES = SEAT.offset("candles")
AT_FREE_DEMON = SEAT.offset("free_demon")

AT_KNOWN_PILE = memory_block(1).offset("known_pile")
AT_KNOWS_PILE = memory_block(1).offset("knows_pile")


@compiled
def active_start(seats):
    """Returns where `active[seat]` begins."""
    return OWN_SIZE


@compiled
def deciding_start(seats):
    """Returns where `deciding[seat]` begins."""
    return OWN_SIZE + seats


@compiled
def victim_start(seats):
    """Returns where `victim[seat]` begins."""
    return OWN_SIZE + 2 * seats


@compiled
def public_start(seats):
    """Returns where the public block begins."""
    return OWN_SIZE + 3 * seats


@compiled
def seat_start(seats, distance):
    """Returns where the block of the seat that many seats to the observer's left begins; 0 is the observer."""
    return public_start(seats) + PUBLIC_SIZE + distance * SEAT_SIZE


@compiled
def memory_start(seats):
    """Returns where, in `recall` rows, the block of the observer's memory begins."""
    return seat_start(seats, seats)


@compiled
def hidden_start(seats):
    """Returns where, in a full position, what is hidden from seat 0 begins."""
    return memory_start(seats) + AT_KNOWS_PILE + seats
