"""Reads an observation row back into a record: the inverse of `observation.py`.

A row is a `recall` observation of one seat. In the record the observer is seat 0 and the seat k to its left is seat k: no rule
depends on the numbers of seats. Hidden demons are left out; `worlds/determinise.py` deals them.
"""

from resonance_env.core.compiled import compiled, inlined
from resonance_env.core.packed import copy_entries
from resonance_env.core.rows import bits_of, hot
from resonance_env.games.summon_demons.rules import vocabulary as v
from resonance_env.games.summon_demons.rules.possession import refresh
from resonance_env.games.summon_demons.sight import row_places as places
from resonance_env.games.summon_demons.sight.observation_table import MAX_AMOUNT


@compiled
def phase_of(row, seats):
    """Returns the question that a row shows, PHASE_*, or NOTHING."""
    return hot(row, places.public_start(seats) + places.AT_PHASE, len(v.PHASE_NAMES), v.NOTHING)


@compiled
def read_open(row, cards, game):
    """Writes all that the observer knows into a blank record: table, turn, stack, seats and its own hand (LD-INFO-6).

    The row is trusted to be that of a seat that is asked. The record is left as it is just before the question is posed: a step
    of the engine poses it. Numbers that the row shows clipped are taken as shown; later seats' cards are all old.
    """
    seats = int(game["seats"])
    at = places.public_start(seats)
    game["active"] = hot(row, places.active_start(seats), seats, v.NOTHING)
    _read_turn(row, at, game)
    _read_table(row, at, game)
    for seat in range(seats):
        _read_seat(row, places.seat_start(seats, seat), game, seat)
    game["hand"][0] = bits_of(row, places.AT_HAND, v.MAX_DEMONS)
    memory = places.memory_start(seats)
    for seat in range(seats):
        game["knows_pile"][seat] = row[memory + places.AT_KNOWS_PILE + seat]
    if game["knows_pile"][0]:
        game["pile"] = bits_of(row, memory + places.AT_KNOWN_PILE, v.MAX_DEMONS)
    _read_stack(row, at, cards, game, phase_of(row, seats))
    _find_stage(game, phase_of(row, seats))
    refresh(game)


@inlined
def _read_turn(row, at, game):
    turns_left = int(row[at + places.AT_TURNS_LEFT])
    game["rolled"] = row[at + places.AT_USED]
    game["bought"] = row[at + places.AT_USED + 1]
    game["summoned"] = row[at + places.AT_USED + 2]
    game["passed_on"] = row[at + places.AT_USED + 3]
    game["rerolled"] = row[at + places.AT_USED + 4]
    game["extra"] = row[at + places.AT_EXTRA]
    game["again"] = row[at + places.AT_AGAIN]
    game["total"] = 2 + hot(row, at + places.AT_TOTAL, v.MAX_TOTAL - 1, -2)
    game["double"] = row[at + places.AT_DOUBLE]
    game["rolls"] = int(game["turn_limit"]) - turns_left if turns_left < MAX_AMOUNT else (1 if game["total"] else 0)


@inlined
def _read_table(row, at, game):
    copy_entries(row, at + places.AT_ROW, game["row"], 0, v.MAX_TYPES)
    copy_entries(row, at + places.AT_MARKED, game["marked"], 0, v.MAX_TYPES)
    copy_entries(row, at + places.AT_DECK, game["deck"], 0, v.MAX_TYPES)
    copy_entries(row, at + places.AT_DISCARDS, game["discards"], 0, v.MAX_TYPES)
    game["demon_discards"] = bits_of(row, at + places.AT_DEMON_DISCARDS, v.MAX_DEMONS)
    game["pile"] = 0


@inlined
def _read_seat(row, at, game, seat):
    game["souls"][seat] = row[at + places.AT_SOULS]
    copy_entries(row, at + places.AT_CARDS, game["cards"][seat], 0, v.MAX_TYPES)
    game["demons"][seat] = bits_of(row, at + places.AT_DEMONS, v.MAX_DEMONS)
    game["candles"][seat] = bits_of(row, at + places.AT_CANDLES, v.MAX_CANDLES)
    game["started"][seat] = row[at + places.AT_FREE_DEMON] == 0


@inlined
def _read_stack(row, at, cards, game, phase):
    """What runs: of an asked seat, so the block and the look are its own (LD-INFO-6).

    A group in which nothing waits any more is taken as done: nothing comes of it.
    """
    seats = int(game["seats"])
    thing = hot(row, at + places.AT_RESOLVING, v.MAX_THINGS, v.NOTHING)
    if phase == v.PHASE_SACRIFICE:
        game["summoning"] = thing - v.MAX_TYPES
    elif phase == v.PHASE_SUMMON and thing >= v.MAX_TYPES and (int(cards["when_summon"]) >> (thing - v.MAX_TYPES)) & 1:
        game["egg"] = thing - v.MAX_TYPES
        game["looker"] = 0
        game["looked_at"] = bits_of(row, places.AT_SHOWN, v.MAX_DEMONS)
    else:
        game["current"] = thing
        game["effect"] = hot(row, at + places.AT_EFFECT, v.MAX_EFFECTS, v.NOTHING)
    game["left"] = row[at + places.AT_LEFT]
    game["floor_distance"] = row[at + places.AT_FLOOR]
    game["floor_type"] = row[at + places.AT_FLOOR + 1]
    # Only what an effect or a cost of cards has begun shows something left, or named before.
    game["begun"] = phase != v.PHASE_SACRIFICE and phase != v.PHASE_REPLACE and (game["left"] > 0 or game["floor_type"] > 0)
    if phase == v.PHASE_VICTIM:
        game["named"] = hot(row, places.victim_start(seats), seats, v.NOTHING)
    if row[at + places.AT_BLOCK]:
        game["block"] = 0
    for level in range(v.MAX_GROUPS + 1):
        start = places.AT_WAITING if level == 0 else places.AT_GROUPS + (level - 1) * v.MAX_TYPES
        copy_entries(row, at + start, game["waiting"][level], 0, v.MAX_TYPES)
        if level > 0 and hot(row, at + start, v.MAX_TYPES, v.NOTHING) != v.NOTHING:
            game["groups"] = level
    game["waiting_demons"] = bits_of(row, at + places.AT_WAITING_DEMONS, v.MAX_DEMONS)
    copy_entries(row, at + places.AT_FRESH, game["fresh"][0], 0, v.MAX_TYPES)


@inlined
def _find_stage(game, phase):
    """The stage from which the engine poses the question."""
    if phase == v.PHASE_CANDLE:
        game["stage"] = v.STAGE_CANDLES
        for seat in range(game["seats"]):
            for candle in range(v.MAX_CANDLES):
                game["dealt"] += (int(game["candles"][seat]) >> candle) & 1
            game["candles_left"] &= ~int(game["candles"][seat])
            game["started"][seat] = 0
        return
    game["candles_left"] = 0
    if phase == v.PHASE_FREE:
        game["stage"] = v.STAGE_BEGIN
        game["started"][0] = 0
        game["turn"] = -1
    elif phase == v.PHASE_REROLL:
        game["stage"] = v.STAGE_THROWN
    else:
        game["stage"] = v.STAGE_TURN if game["block"] == v.NOTHING else v.STAGE_BLOCKS
