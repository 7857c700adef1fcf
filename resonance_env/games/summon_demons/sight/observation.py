"""Writes observations: what each seat sees of a game, in the order of `observation_table.py`.

The public block and the block of each seat are the same for every observer: they are written once and copied.
"""

from resonance_env.core.bitset import count_bits, nth_bit
from resonance_env.core.compiled import compiled, inlined
from resonance_env.core.packed import NOT_NEGATIVE, copy_entries, write_bits
from resonance_env.core.rows import clear, distance_to
from resonance_env.games.summon_demons.rules import vocabulary as v
from resonance_env.games.summon_demons.rules.counting import lowest, seat_at
from resonance_env.games.summon_demons.rules.questions import DEMONS_AT
from resonance_env.games.summon_demons.sight import row_places as places
from resonance_env.games.summon_demons.sight.observation_table import MAX_AMOUNT, MAX_SOULS

# From `block` to the end of the public block: what is 0 while nothing runs.
RUNNING_SIZE = places.PUBLIC_SIZE - places.AT_BLOCK
NUM_EVENTS = len(v.EVENT_NAMES) - 1


@compiled
def write_rows(game, cards, recall, observers, out, start):
    """Writes the observations of a non-empty bit set of seats into the rows `out[start]`, `out[start + 1]` … (int8)."""
    seats = int(game["seats"])
    public = places.public_start(seats) & NOT_NEGATIVE
    first_block = public + places.PUBLIC_SIZE
    first_observer = nth_bit(observers, 0)
    first = out[start]
    _write_own(game, first_observer, first)
    _write_public(game, first, public)
    _write_seats(game, first_observer, first, first_block)
    if recall:
        _write_memory(game, first_observer, first, first_block + seats * places.SEAT_SIZE)
    number = start + 1
    rest = observers & (observers - 1)
    while rest:
        observer = nth_bit(rest, 0)
        rest &= rest - 1
        row = out[number]
        # The observer and the seats after it come first, then the seats before it: two copies rotate the seats.
        before = (observer - first_observer) * places.SEAT_SIZE
        copy_entries(first, public, row, public, places.PUBLIC_SIZE)
        copy_entries(first, first_block + before, row, first_block, seats * places.SEAT_SIZE - before)
        copy_entries(first, first_block, row, first_block + seats * places.SEAT_SIZE - before, before)
        _write_own(game, observer, row)
        if recall:
            _write_memory(game, observer, row, first_block + seats * places.SEAT_SIZE)
        number += 1


@inlined
def write_state(game, cards, row):
    """Writes the full position into `row[size]` (int8): the recall observation of seat 0, then all that is hidden from it."""
    seats = int(game["seats"])
    public = places.public_start(seats) & NOT_NEGATIVE
    memory = public + places.PUBLIC_SIZE + seats * places.SEAT_SIZE
    _write_own(game, 0, row)
    _write_public(game, row, public)
    _write_seats(game, 0, row, public + places.PUBLIC_SIZE)
    _write_memory(game, 0, row, memory)
    _write_hidden(game, cards, row, memory + places.AT_KNOWS_PILE + seats)


# Writers receive the whole row and the index at which their block begins, and write every entry of it, so that nothing has to
# be cleared first.


@inlined
def _write_own(game, observer, row):
    """Writes what only the observer sees (LD-INFO-2), and who is active, asked and robbed, relative to it."""
    seats, is_asked = int(game["seats"]), game["asked"][observer] != 0
    row[0] = is_asked
    write_bits(int(game["hand"][observer]), v.MAX_DEMONS, row, places.AT_HAND)
    shown = 0
    if is_asked and game["phase"] == v.PHASE_SUMMON:
        shown = int(game["legal"][1]) >> DEMONS_AT
    write_bits(shown, v.MAX_DEMONS, row, places.AT_SHOWN)
    clear(row, places.OWN_SIZE, 3 * seats)
    if game["active"] != v.NOTHING:
        row[places.active_start(seats) + distance_to(observer, int(game["active"]), seats)] = 1
    if game["decider"] != v.NOTHING:
        row[places.deciding_start(seats) + distance_to(observer, int(game["decider"]), seats)] = 1
        if game["phase"] == v.PHASE_VICTIM:
            row[places.victim_start(seats) + distance_to(observer, int(game["named"]), seats)] = 1


@inlined
def _write_public(game, row, at):
    """Writes the public information that does not depend on the observer (LD-INFO-1, LD-INFO-4)."""
    write_bits(1 << int(game["phase"]), len(v.PHASE_NAMES), row, at + places.AT_PHASE)
    row[at + places.AT_TURNS_LEFT] = min(int(game["turn_limit"]) - int(game["rolls"]), MAX_AMOUNT)
    row[at + places.AT_USED] = game["rolled"]
    row[at + places.AT_USED + 1] = game["bought"]
    row[at + places.AT_USED + 2] = game["summoned"]
    row[at + places.AT_USED + 3] = game["passed_on"]
    row[at + places.AT_USED + 4] = game["rerolled"]
    row[at + places.AT_EXTRA] = game["extra"]
    row[at + places.AT_AGAIN] = game["again"]
    write_bits((1 << int(game["total"])) >> 2, v.MAX_TOTAL - 1, row, at + places.AT_TOTAL)
    row[at + places.AT_DOUBLE] = game["double"]
    copy_entries(game["row"], 0, row, at + places.AT_ROW, v.MAX_TYPES)
    copy_entries(game["deck"], 0, row, at + places.AT_DECK, v.MAX_TYPES)
    copy_entries(game["discards"], 0, row, at + places.AT_DISCARDS, v.MAX_TYPES)
    row[at + places.AT_PILE_SIZE] = count_bits(int(game["pile"]))
    write_bits(int(game["demon_discards"]), v.MAX_DEMONS, row, at + places.AT_DEMON_DISCARDS)
    if game["phase"] != v.PHASE_OVER and (
        game["block"] != v.NOTHING or game["summoning"] != v.NOTHING or game["egg"] != v.NOTHING
    ):
        copy_entries(game["marked"], 0, row, at + places.AT_MARKED, v.MAX_TYPES)
        _write_running(game, row, at)
    else:
        clear(row, at + places.AT_MARKED, v.MAX_TYPES)
        clear(row, at + places.AT_BLOCK, RUNNING_SIZE)


@inlined
def _write_running(game, row, at):
    """Writes what runs now: the stack (LD-ACT-15), or the demon of a normal summon."""
    block = int(game["block"])
    thing, effect = int(game["current"]), int(game["effect"])
    if game["egg"] != v.NOTHING:
        thing, effect = v.MAX_TYPES + int(game["egg"]), 0
    elif game["summoning"] != v.NOTHING:
        thing = v.MAX_TYPES + int(game["summoning"])
    row[at + places.AT_BLOCK] = block != v.NOTHING
    write_bits(1 << thing if thing != v.NOTHING else 0, v.MAX_THINGS, row, at + places.AT_RESOLVING)
    row[at + places.AT_EFFECT] = effect == 0
    row[at + places.AT_EFFECT + 1] = effect == 1
    row[at + places.AT_LEFT] = min(int(game["left"]), MAX_AMOUNT)
    row[at + places.AT_FLOOR] = game["floor_distance"]
    row[at + places.AT_FLOOR + 1] = game["floor_type"]
    copy_entries(game["waiting"][0], 0, row, at + places.AT_WAITING, v.MAX_TYPES)
    write_bits(int(game["waiting_demons"]), v.MAX_DEMONS, row, at + places.AT_WAITING_DEMONS)
    for group in range(v.MAX_GROUPS):
        copy_entries(game["waiting"][1 + group], 0, row, at + places.AT_GROUPS + group * v.MAX_TYPES, v.MAX_TYPES)
    if block != v.NOTHING:
        copy_entries(game["fresh"][block], 0, row, at + places.AT_FRESH, v.MAX_TYPES)
    else:
        clear(row, at + places.AT_FRESH, v.MAX_TYPES)


@inlined
def _write_seats(game, observer, row, at):
    """Writes the block of each seat, the observer's first and then the others in seat order (LD-INFO-1)."""
    for number in range(game["seats"]):
        seat, start = seat_at(game, observer, number), at + number * places.SEAT_SIZE
        row[start + places.AT_SOULS] = min(int(game["souls"][seat]), MAX_SOULS)
        row[start + places.AT_HAND_SIZE] = count_bits(int(game["hand"][seat]))
        copy_entries(game["cards"][seat], 0, row, start + places.AT_CARDS, v.MAX_TYPES)
        # Demons and candles lie beside each other, so that one call writes both.
        both = int(game["demons"][seat]) | int(game["candles"][seat]) << v.MAX_DEMONS
        write_bits(both, v.MAX_DEMONS + v.MAX_CANDLES, row, start + places.AT_DEMONS)
        row[start + places.AT_FREE_DEMON] = game["starting_demon"] & (game["started"][seat] == 0)


@inlined
def _write_memory(game, observer, row, at):
    """Writes what the observer knows of the pile, and who knows it (LD-INFO-5)."""
    known = 0
    if game["knows_pile"][observer]:
        known = int(game["pile"])
        if game["looker"] != observer:
            known |= int(game["looked_at"])
    write_bits(known, v.MAX_DEMONS, row, at + places.AT_KNOWN_PILE)
    for number in range(game["seats"]):
        row[at + places.AT_KNOWS_PILE + number] = game["knows_pile"][seat_at(game, observer, number)]


@inlined
def _write_hidden(game, cards, row, at):
    """Writes what is hidden from seat 0 or follows from no observation, by absolute seats (LD-OBS-8)."""
    seats = int(game["seats"])
    for seat in range(seats):
        write_bits(int(game["hand"][seat]), v.MAX_DEMONS, row, at + seat * v.MAX_DEMONS)
    at += seats * v.MAX_DEMONS
    clear(row, at, seats * v.MAX_TYPES)
    if game["stage"] == v.STAGE_BLOCKS:
        _write_all_waiting(game, cards, row, at)
    at += seats * v.MAX_TYPES
    write_bits(int(game["pile"]), v.MAX_DEMONS, row, at)
    write_bits(int(game["looked_at"]), v.MAX_DEMONS, row, at + v.MAX_DEMONS)
    at += 2 * v.MAX_DEMONS
    copy_entries(game["aside"], 0, row, at, v.MAX_TYPES)
    row[at + v.MAX_TYPES] = min(int(game["draws_left"]), MAX_AMOUNT)
    event = int(game["event"]) if game["phase"] == v.PHASE_CHANCE else v.NO_EVENT
    write_bits((1 << event) >> 1, NUM_EVENTS, row, at + v.MAX_TYPES + 1)


@inlined
def _write_all_waiting(game, cards, row, at):
    """Writes what waits in the block in progress, and what will in those of later seats, over zeros (LD-ROLL-3)."""
    seats, active, block = int(game["seats"]), int(game["active"]), int(game["block"])
    first = 0  # the first block to come; the active seat's own if a double has won before it
    if block != v.NOTHING:
        copy_entries(game["waiting"][0], 0, row, at + block * v.MAX_TYPES, v.MAX_TYPES)
        first = distance_to(active, block, seats) + 1
    for number in range(first, 1 if game["extra"] else seats):
        seat = seat_at(game, active, number)
        rest = int(game["types_in_play"][seat]) & int(cards["of_number"][int(game["total"])])
        while rest:
            kind = lowest(rest)
            rest &= rest - 1
            row[at + seat * v.MAX_TYPES + kind] = game["cards"][seat, kind] - game["fresh"][seat, kind]
