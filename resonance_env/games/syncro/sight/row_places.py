"""Offsets of the pieces of an observation row for compiled code, which cannot look them up in a `Layout` by name.

A piece begins at the start of its block plus its `AT_*`, which comes from `observation_table.py`; the first piece of a block
has none. The block of the observer begins at 0.
"""

from resonance_env.core.compiled import inlined
from resonance_env.games.syncro.sight.observation_table import (
    ACT_MEMORY,
    MEMORY,
    NUM_ACTS,
    OWN,
    PLACE,
    PLACE_MEMORY,
    PUBLIC,
    act_block,
    seat_block,
    seat_memory_block,
    since_block,
)

SEAT, SEAT_MEMORY, ACT = seat_block(1), seat_memory_block(1), act_block(0)
OWN_SIZE, PUBLIC_SIZE, PLACE_SIZE, SEAT_SIZE = OWN.size, PUBLIC.size, PLACE.size, SEAT.size
MEMORY_SIZE, ACT_MEMORY_SIZE, SEAT_MEMORY_SIZE = MEMORY.size, ACT_MEMORY.size, SEAT_MEMORY.size
PLACES_SIZE, PLACE_MEMORIES_SIZE = PLACE.total, PLACE_MEMORY.total
ACT_MEMORIES_SIZE = ACT_MEMORY.total

# How the size of the block `since` grows with the seats.
_SINCE_SEAT = since_block(2).size - since_block(1).size
_SINCE_REST = since_block(1).size - _SINCE_SEAT
PUBLIC_START = OWN_SIZE
PLACES_START = PUBLIC_START + PUBLIC_SIZE
ACTS_START = PLACES_START + PLACES_SIZE

AT_HAND = OWN.offset("hand")
AT_OWN_REWARD = OWN.offset("own_reward")
AT_OWN_DOWN = OWN.offset("own_down")

AT_LEVEL = PUBLIC.offset("level")
AT_LEVELS_LEFT = PUBLIC.offset("levels_left")
AT_TRY = PUBLIC.offset("try")
AT_RETRIES_LEFT = PUBLIC.offset("retries_left")
AT_BEST = PUBLIC.offset("best")
AT_TURN = PUBLIC.offset("turn")
AT_OPPORTUNITY = PUBLIC.offset("opportunity")
AT_PASSES = PUBLIC.offset("passes")
AT_ATTACKS = PUBLIC.offset("attacks")
AT_SPELLS_IN_PLAY = PUBLIC.offset("spells_in_play")
AT_SPELL_PILE = PUBLIC.offset("spell_pile")
AT_SPELL_DISCARD = PUBLIC.offset("spell_discard")
AT_MONSTER_PILE = PUBLIC.offset("monster_pile")
AT_FOG_PILE = PUBLIC.offset("fog_pile")
AT_REWARD_PILE = PUBLIC.offset("reward_pile")
AT_REWARD_DISCARD = PUBLIC.offset("reward_discard")
AT_TO_PAY = PUBLIC.offset("to_pay")
AT_RESOLVING = PUBLIC.offset("resolving")
AT_CALM = PUBLIC.offset("calm")
AT_HOLD = PUBLIC.offset("hold")
AT_CURSE_FORCE = PUBLIC.offset("curse_force")
AT_CURSE_COSTLY = PUBLIC.offset("curse_costly")
AT_CURSE_MUTE = PUBLIC.offset("curse_mute")
AT_SUMS = PUBLIC.offset("sums")

AT_BACK = PLACE.offset("back")
AT_ROW = PLACE.offset("row")
AT_COLUMN = PLACE.offset("column")
AT_FACE_UP = PLACE.offset("face_up")
AT_COVERED_BY = PLACE.offset("covered_by")
AT_TARGET = PLACE.offset("target")
AT_FORCE = PLACE.offset("force")
AT_PRINTED = PLACE.offset("printed")
AT_MUSHROOM = PLACE.offset("mushroom")
AT_GOLEM = PLACE.offset("golem")
AT_DRAGON = PLACE.offset("dragon")
AT_GROWS = PLACE.offset("grows")
AT_SPELLS = PLACE.offset("spells")
AT_TOTAL = PLACE.offset("total")
AT_ABSORBED = PLACE.offset("absorbed")
AT_DOWN = PLACE.offset("down")

AT_HAS_REWARD = SEAT.offset("has_reward")
AT_LEADS = SEAT.offset("leads")
AT_DECIDING = SEAT.offset("deciding")
AT_ESTIMATE = SEAT.offset("estimate")
AT_SUM = SEAT.offset("sum")
AT_OPEN = SEAT.offset("open")

AT_UNSEEN = MEMORY.offset("unseen")
AT_FLOATING = MEMORY.offset("floating")
AT_MONSTERS_LEFT = MEMORY.offset("monsters_left")
AT_FOGS_LEFT = MEMORY.offset("fogs_left")
AT_LIEUTENANTS_LEFT = MEMORY.offset("lieutenants_left")
AT_REWARDS_LEFT = MEMORY.offset("rewards_left")

AT_DOWN_MIXED = ACT_MEMORY.offset("down_mixed")
AT_IN_SUM = ACT_MEMORY.offset("in_sum")

AT_MIXED = SEAT_MEMORY.offset("mixed")
AT_AGE = SEAT_MEMORY.offset("age")
AT_EARLIER_ESTIMATES = SEAT_MEMORY.offset("earlier_estimates")
AT_SPENT = SEAT_MEMORY.offset("spent")
AT_SUM_LEFT = SEAT_MEMORY.offset("sum_left")

# After the seats that an act begins with.
ACT_SIZE = ACT.size
AT_POSITION = ACT.offset("position")
AT_PLACE = ACT.offset("at_place")
AT_VALUE = ACT.offset("value")
AT_PLAYED_REWARD = ACT.offset("played_reward")


@inlined
def act_start(seats, number):
    """Returns where an opportunity of the observer's row begins: this turn's are 0 .. 4, the last turn's 5 .. 9."""
    return ACTS_START + number * (seats + ACT_SIZE)


@inlined
def since_start(seats):
    """Returns where what was paid, lost, drawn and revealed begins in the observer's row."""
    return act_start(seats, NUM_ACTS)


@inlined
def seat_start(seats, seat):
    """Returns where a relative seat of the observer's row begins."""
    return since_start(seats) + _SINCE_REST + seats * _SINCE_SEAT + seat * SEAT_SIZE


@inlined
def memory_start(seats):
    """Returns where memory begins in the observer's row: the size of a `table` row."""
    return seat_start(seats, seats)


@inlined
def seat_memory_start(seats, seat):
    """Returns where what the observer remembers of a relative seat begins in its row."""
    rest = MEMORY_SIZE + PLACE_MEMORIES_SIZE + ACT_MEMORIES_SIZE
    return memory_start(seats) + rest + seat * SEAT_MEMORY_SIZE
