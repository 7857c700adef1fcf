"""Reads an observation row back into a record: the inverse of `observation.py` and `recall.py`.

A row is a `recall` observation of one seat. In the record the observer is seat 0 and the seat k to its left is seat k: no rule
depends on the numbers of seats. Hidden cards are left out, and so is what a row shows only as a sum; `worlds/` finds both.
"""

from resonance_env.core.compiled import compiled, inlined
from resonance_env.core.packed import copy_entries
from resonance_env.core.rows import bits_of, hot
from resonance_env.games.syncro.rules import vocabulary as v
from resonance_env.games.syncro.rules.memory import others_of
from resonance_env.games.syncro.sight import row_places as places


@compiled
def phase_of(row):
    """Returns the question that a row shows, PHASE_*, or NOTHING."""
    return hot(row, places.PUBLIC_START, v.PHASE_OVER + 1, v.NOTHING)


@compiled
def read_open(row, game):
    """Writes all that the observer sees and remembers into a blank record.

    The row must be within the limits of its layout. Spells of others that the observer does not know have the value 0.
    """
    seats = int(game["seats"])
    _read_counters(row, places.PUBLIC_START, game)
    for seat in range(seats):
        if row[places.seat_start(seats, seat) + places.AT_LEADS]:
            game["leader"] = seat
    _read_horde(row, game)
    _read_acts(row, game)
    _read_since(row, game)
    memory = places.memory_start(seats)
    _read_counts(row, memory, game)
    _read_lieutenants(row, memory + places.MEMORY_SIZE, game)
    for seat in range(seats):
        _read_seat(row, game, seat)
        _read_hand(row, game, seat)
    _read_down(row, memory + places.MEMORY_SIZE + places.PLACE_MEMORIES_SIZE, game)


@inlined
def _read_counters(row, at, game):
    level = 1 + hot(row, at + places.AT_LEVEL, v.MAX_LEVELS, 0)
    game["level"] = level
    game["cleared"] = level - int(game["first_level"])
    game["plan"] = (level - 1) * v.PLANS_OF_LEVEL + int(game["seats"]) - v.MIN_SEATS
    game["tries"] = row[at + places.AT_TRY]
    game["best"] = row[at + places.AT_BEST]
    game["turn"] = row[at + places.AT_TURN]
    game["turns"] = 1  # SY-MEM-9
    game["opportunity"] = row[at + places.AT_PASSES] + row[at + places.AT_ATTACKS]
    game["pile_size"] = row[at + places.AT_SPELL_PILE]
    game["to_pay"] = row[at + places.AT_TO_PAY]
    game["resolving"] = hot(row, at + places.AT_RESOLVING, v.MAX_PLACES, v.NOTHING)
    game["calm"] = row[at + places.AT_CALM]
    game["hold"] = row[at + places.AT_HOLD]


@inlined
def _read_horde(row, game):
    """Which cards lie there, face up or down, and the Spells on them."""
    for place in range(v.MAX_PLACES):
        start = places.PLACES_START + place * places.PLACE_SIZE
        game["foe"][place] = v.NOTHING
        game["in_horde"] |= int(row[start]) << place
        game["face_up"] |= int(row[start + places.AT_FACE_UP]) << place
        copy_entries(row, start + places.AT_SPELLS, game["spells"][place], 0, v.MAX_VALUE)
        if row[start + places.AT_TOTAL] or row[start + places.AT_DOWN]:
            game["bearing"] |= 1 << place


@inlined
def _read_acts(row, game):
    seats = int(game["seats"])
    for when in range(2):
        for opportunity in range(v.MAX_OPPORTUNITIES):
            start = places.act_start(seats, when * v.MAX_OPPORTUNITIES + opportunity) + seats
            game["act_reward"][when, opportunity] = row[start + places.AT_PLAYED_REWARD]
            if row[start]:
                game["acts"][when, opportunity] = v.DID_PASS
            elif row[start + 1]:
                game["acts"][when, opportunity] = v.DID_ATTACK
                game["act_position"][when, opportunity] = row[start + places.AT_POSITION]
                game["act_place"][when, opportunity] = row[start + places.AT_PLACE] - 1
                game["act_value"][when, opportunity] = row[start + places.AT_VALUE]
                game["act_is_up"][when, opportunity] = row[start + places.AT_VALUE] != 0


@inlined
def _read_since(row, game):
    """What was paid, lost, drawn and revealed in this turn and the last one."""
    seats = int(game["seats"])
    paid = places.since_start(seats)
    lost = paid + 2 * seats * v.MAX_VALUE
    drawn = lost + 2 * seats * v.MAX_VALUE
    for when in range(2):
        for seat in range(seats):
            number = when * seats + seat
            copy_entries(row, paid + number * v.MAX_VALUE, game["paid"][when, seat], 0, v.MAX_VALUE)
            copy_entries(row, lost + number * v.MAX_VALUE, game["lost"][when, seat], 0, v.MAX_VALUE)
            game["drawn"][when, seat] = row[drawn + number]
        copy_entries(row, drawn + 2 * seats + when * v.MAX_FOGS, game["fogs"][when], 0, v.MAX_FOGS)


@inlined
def _read_counts(row, at, game):
    """The discard, and where other cards may still be."""
    copy_entries(row, at, game["discard"], 0, v.MAX_VALUE)
    copy_entries(row, at + places.AT_FLOATING, game["floating"][0], 0, v.MAX_VALUE)
    copy_entries(row, at + places.AT_MONSTERS_LEFT, game["monsters_left"], 0, v.MAX_MONSTERS)
    copy_entries(row, at + places.AT_FOGS_LEFT, game["fogs_left"], 0, v.MAX_FOGS)
    game["lieutenants_left"] = bits_of(row, at + places.AT_LIEUTENANTS_LEFT, v.MAX_LIEUTENANTS)


@inlined
def _read_lieutenants(row, at, game):
    for place in range(v.MAX_PLACES):
        game["lieutenant"][place] = hot(row, at + place * v.MAX_LIEUTENANTS, v.MAX_LIEUTENANTS, v.NOTHING)


@inlined
def _read_seat(row, game, seat):
    """What a mage has shown; the observer's own Reward."""
    seats = int(game["seats"])
    at = places.seat_start(seats, seat)
    memory = places.seat_memory_start(seats, seat)
    game["held"][seat] = row[at]
    game["estimate"][seat] = 1 + hot(row, at + places.AT_ESTIMATE, len(v.ESTIMATE_NAMES), v.NO_ESTIMATE - 1)
    game["sum"][seat] = row[at + places.AT_SUM]
    for number in range(2):
        start = memory + places.AT_EARLIER_ESTIMATES + number * len(v.ESTIMATE_NAMES)
        game["earlier_estimates"][seat, number] = 1 + hot(row, start, len(v.ESTIMATE_NAMES), v.NO_ESTIMATE - 1)
    copy_entries(row, memory + places.AT_SPENT, game["spent"][seat], 0, v.MAX_VALUE)
    game["sum_left"][seat] = row[memory + places.AT_SUM_LEFT]
    if seat == 0:
        game["reward"][0] = hot(row, places.AT_OWN_REWARD, v.MAX_REWARDS, v.NOTHING)


@inlined
def _read_hand(row, game, seat):
    """The Spells of a hand that the observer knows, and their marks: others know those that lie open (SY-MEM-9)."""
    seats = int(game["seats"])
    open_at = places.seat_start(seats, seat) + places.AT_OPEN
    memory = places.seat_memory_start(seats, seat)
    known_at = places.AT_HAND if seat == 0 else memory
    for position in range(game["held"][seat]):
        value = 1 + hot(row, known_at + position * v.MAX_VALUE, v.MAX_VALUE, v.NOTHING)
        marks = v.MARK_IN_SUM if game["sum_left"][seat] > 0 else 0
        if seat != 0:
            marks |= v.MARK_KNOWN if value > 0 else 0
            marks |= v.MARK_MIXED if row[memory + places.AT_MIXED + position] else 0
        if hot(row, open_at + position * v.MAX_VALUE, v.MAX_VALUE, v.NOTHING) != v.NOTHING:
            marks |= v.MARK_OPEN | others_of(game, seat)
        game["hand"][seat, position] = value
        game["marks"][seat, position] = marks
        game["age"][seat, position] = row[memory + places.AT_AGE + position]


@inlined
def _read_down(row, at, game):
    """What the observer knows of face-down Spells, its own included."""
    for opportunity in range(v.MAX_OPPORTUNITIES):
        start, marks = at + opportunity * places.ACT_MEMORY_SIZE, 0
        known = 1 + hot(row, start, v.MAX_VALUE, v.NOTHING)
        if known > 0:
            game["act_value"][0, opportunity] = known
            marks |= v.MARK_KNOWN
        if row[start + places.AT_DOWN_MIXED]:
            marks |= v.MARK_MIXED
        if row[start + places.AT_IN_SUM]:
            marks |= v.MARK_IN_SUM
        if row[places.AT_OWN_DOWN + opportunity]:
            game["act_value"][0, opportunity] = row[places.AT_OWN_DOWN + opportunity]
        game["act_marks"][opportunity] = marks
