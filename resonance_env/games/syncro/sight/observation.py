"""Writes observations: what each seat sees of a game, in the order of `observation_table.py`.

A row is cleared first, so that writers set only what is not 0. They receive the whole row and the index at which their block
begins.
"""

from resonance_env.core.bitset import count_bits, nth_bit
from resonance_env.core.compiled import compiled, inlined
from resonance_env.core.rows import clear, distance_to
from resonance_env.games.syncro.rules import vocabulary as v
from resonance_env.games.syncro.rules.horde import (
    curses_with,
    fogs_in_pile,
    force_of,
    has_cerberus,
    is_uncovered,
    num_laid,
    rules_of,
    total_on,
    value_absorbed,
)
from resonance_env.games.syncro.rules.memory import is_down
from resonance_env.games.syncro.rules.seating import seat_after
from resonance_env.games.syncro.rules.turn import num_opportunities
from resonance_env.games.syncro.sight import row_places as places
from resonance_env.games.syncro.sight.observation_table import MAX_CURSE, MAX_SHOWN, NUM_ACTS
from resonance_env.games.syncro.sight.recall import write_memory


@compiled
def write_rows(game, cards, recall, observers, out, start):
    """Writes what a bit set of seats see into the rows `out[start]`, `out[start + 1]` … (int8)."""
    number = start
    while observers:
        write_row(game, cards, recall, nth_bit(observers, 0), out[number])
        observers &= observers - 1
        number += 1


@compiled
def write_row(game, cards, recall, observer, row):
    """Writes the observation of a seat into `row[size]` (int8)."""
    clear(row, 0, len(row))
    _write_own(game, observer, row)
    end = write_open(game, cards, observer, row, places.OWN_SIZE)
    if recall:
        write_memory(game, cards, observer, row, end)


@compiled
def write_open(game, cards, observer, row, at):
    """Writes what lies open, over zeros, from `at` on; returns where it ends."""
    seats = int(game["seats"])
    _write_public(game, cards, row, at)
    at += places.PUBLIC_SIZE
    _write_places(game, cards, row, at)
    at += places.PLACES_SIZE
    _write_acts(game, observer, row, at)
    at += NUM_ACTS * (places.ACT_SIZE + seats)
    _write_since(game, observer, row, at)
    at += 4 * seats * v.MAX_VALUE + 2 * seats + 2 * v.MAX_FOGS
    _write_seats(game, observer, row, at)
    return at + seats * places.SEAT_SIZE


@inlined
def _write_own(game, observer, row):
    """Writes what only the observer sees (SY-INFO-2)."""
    row[0] = game["asked"][observer]
    for position in range(game["held"][observer]):
        row[places.AT_HAND + position * v.MAX_VALUE + int(game["hand"][observer, position]) - 1] = 1
    if game["reward"][observer] != v.NOTHING:
        row[places.AT_OWN_REWARD + int(game["reward"][observer])] = 1
    for opportunity in range(game["opportunity"]):
        if is_down(game, opportunity) and seat_after(game, opportunity) == observer:
            row[places.AT_OWN_DOWN + opportunity] = game["act_value"][0, opportunity]


@inlined
def _write_public(game, cards, row, at):
    """Writes counters, sizes of piles and what holds for all."""
    phase = int(game["phase"])
    if phase <= v.PHASE_OVER:
        row[at + phase] = 1
    level = int(game["level"])
    row[at + places.AT_LEVEL + level - 1] = 1
    row[at + places.AT_LEVELS_LEFT] = game["last_level"] - level
    row[at + places.AT_TRY] = game["tries"]
    row[at + places.AT_RETRIES_LEFT] = game["retries"] - game["tries"]
    row[at + places.AT_BEST] = game["best"]
    row[at + places.AT_TURN] = min(int(game["turn"]), MAX_SHOWN)
    if phase == v.PHASE_TURN:
        row[at + places.AT_OPPORTUNITY + int(game["opportunity"])] = 1
    for opportunity in range(v.MAX_OPPORTUNITIES):
        row[at + places.AT_PASSES] += game["acts"][0, opportunity] == v.DID_PASS
        row[at + places.AT_ATTACKS] += game["acts"][0, opportunity] == v.DID_ATTACK
    _write_piles(game, cards, row, at)
    if phase == v.PHASE_PAY:
        row[at + places.AT_TO_PAY] = min(int(game["to_pay"]), MAX_SHOWN)
    if (phase == v.PHASE_PAY or phase == v.PHASE_ESTIMATE) and game["resolving"] != v.NOTHING:
        row[at + places.AT_RESOLVING + int(game["resolving"])] = 1
    row[at + places.AT_CALM] = game["calm"]
    row[at + places.AT_HOLD] = game["hold"]
    row[at + places.AT_CURSE_FORCE] = min(curses_with(game, cards, v.FOG_FORCE), MAX_CURSE)
    row[at + places.AT_CURSE_COSTLY] = min(curses_with(game, cards, v.FOG_COSTLY), MAX_CURSE)
    row[at + places.AT_CURSE_MUTE] = min(curses_with(game, cards, v.FOG_MUTE), 1)
    row[at + places.AT_SUMS] = game["estimates"] != 0 and level == cards["sum_level"]


@inlined
def _write_piles(game, cards, row, at):
    """Writes the Spells in play and the sizes of the piles."""
    for value in range(v.MAX_VALUE):
        row[at + places.AT_SPELLS_IN_PLAY + value] = cards["spells"][int(game["level"]) - 1, value]
        row[at + places.AT_SPELL_DISCARD] += game["discard"][value]
    row[at + places.AT_SPELL_PILE] = game["pile_size"]
    monsters = 0
    for monster in range(v.MAX_MONSTERS):
        monsters += int(game["monsters_left"][monster])
    for place in range(cards["places"][game["plan"]]):
        if cards["back"][game["plan"], place] == v.BACK_MONSTER:
            monsters -= (int(game["in_horde"]) & ~int(game["face_up"])) >> place & 1
    row[at + places.AT_MONSTER_PILE] = min(monsters, v.MAX_SPELLS)
    row[at + places.AT_FOG_PILE] = min(fogs_in_pile(game, cards), v.MAX_SPELLS)
    rewards, discarded = 0, 0
    for reward in range(v.MAX_REWARDS):
        rewards += int(game["reward_pile"][reward])
        discarded += int(game["reward_discard"][reward])
    row[at + places.AT_REWARD_PILE] = min(rewards, v.MAX_SPELLS)
    row[at + places.AT_REWARD_DISCARD] = min(discarded, v.MAX_SPELLS)


@inlined
def _write_places(game, cards, row, at):
    """Writes the Horde, place by place, and the target numbers."""
    plan = int(game["plan"])
    for place in range(num_laid(game, cards)):
        start = at + place * places.PLACE_SIZE
        row[start + places.AT_BACK + int(cards["back"][plan, place])] = 1
        row[start + places.AT_ROW] = cards["row"][plan, place]
        row[start + places.AT_COLUMN] = cards["column"][plan, place]
        if (int(game["in_horde"]) >> place) & 1:
            row[start] = 1
            row[start + places.AT_COVERED_BY] = count_bits(int(cards["covered_by"][plan, place]) & int(game["in_horde"]))
            if (int(game["face_up"]) >> place) & 1:
                row[start + places.AT_FACE_UP] = 1
                _write_foe(game, cards, place, row, start)
    for opportunity in range(game["opportunity"]):
        if is_down(game, opportunity):
            row[at + int(game["act_place"][0, opportunity]) * places.PLACE_SIZE + places.AT_DOWN] += 1
    target, is_guarded = 0, has_cerberus(game, cards)
    for number in range(cards["places"][plan]):
        place = int(cards["order"][plan, number])
        if (int(game["face_up"]) >> place) & 1 and is_uncovered(game, cards, place):
            if not is_guarded or cards["back"][plan, place] != v.BACK_BOSS:
                row[at + place * places.PLACE_SIZE + places.AT_TARGET + target] = 1
                target += 1


@inlined
def _write_foe(game, cards, place, row, start):
    """Writes a foe that lies face up, and the Spells on it."""
    level, foe, rules = int(game["level"]) - 1, int(game["foe"][place]), rules_of(game, cards, place)
    row[start + places.AT_FORCE] = min(force_of(game, cards, place), MAX_SHOWN)
    row[start + places.AT_PRINTED] = cards["force"][level, foe]
    row[start + places.AT_MUSHROOM] = rules & v.RULES_MUSHROOM != 0
    row[start + places.AT_GOLEM] = rules & v.RULES_GOLEM != 0
    row[start + places.AT_DRAGON] = rules & v.RULES_DRAGON != 0
    row[start + places.AT_GROWS] = cards["grows"][level, foe]
    for value in range(v.MAX_VALUE):
        row[start + places.AT_SPELLS + value] = game["spells"][place, value]
    row[start + places.AT_TOTAL] = min(total_on(game, place), MAX_SHOWN)
    row[start + places.AT_ABSORBED] = min(value_absorbed(game, place), MAX_SHOWN)


@inlined
def _write_acts(game, observer, row, at):
    """Writes the opportunities of this turn and of the last one of this try."""
    seats = int(game["seats"])
    for when in range(min(2, int(game["turn"]))):
        for opportunity in range(num_opportunities(game)):
            start = at + (when * v.MAX_OPPORTUNITIES + opportunity) * (places.ACT_SIZE + seats)
            seat = seat_after(game, opportunity + seats - when)  # the Leader card has moved on since the last turn
            row[start + distance_to(observer, seat, seats)] = 1
            start += seats
            did = int(game["acts"][when, opportunity])
            row[start] = did == v.DID_PASS
            row[start + 1] = did == v.DID_ATTACK
            row[start + places.AT_PLAYED_REWARD] = game["act_reward"][when, opportunity]
            if did == v.DID_ATTACK:
                row[start + places.AT_POSITION] = game["act_position"][when, opportunity]
                row[start + places.AT_PLACE] = game["act_place"][when, opportunity] + 1
                if game["act_is_up"][when, opportunity]:
                    row[start + places.AT_VALUE] = game["act_value"][when, opportunity]


@inlined
def _write_since(game, observer, row, at):
    """Writes what was paid, lost, drawn and revealed in this turn and the last one."""
    seats = int(game["seats"])
    lost = at + 2 * seats * v.MAX_VALUE
    drawn = lost + 2 * seats * v.MAX_VALUE
    fogs = drawn + 2 * seats
    for when in range(2):
        for seat in range(seats):
            number = when * seats + distance_to(observer, seat, seats)
            row[drawn + number] = min(int(game["drawn"][when, seat]), v.MAX_SPELLS)
            for value in range(v.MAX_VALUE):
                row[at + number * v.MAX_VALUE + value] = min(int(game["paid"][when, seat, value]), v.MAX_HAND)
                row[lost + number * v.MAX_VALUE + value] = min(int(game["lost"][when, seat, value]), v.MAX_HAND)
        for fog in range(v.MAX_FOGS):
            row[fogs + when * v.MAX_FOGS + fog] = game["fogs"][when, fog]


@inlined
def _write_seats(game, observer, row, at):
    """Writes what lies open of each mage."""
    seats = int(game["seats"])
    for seat in range(seats):
        start = at + distance_to(observer, seat, seats) * places.SEAT_SIZE
        row[start] = game["held"][seat]
        row[start + places.AT_HAS_REWARD] = game["reward"][seat] != v.NOTHING
        row[start + places.AT_LEADS] = game["leader"] == seat
        row[start + places.AT_DECIDING] = game["asked"][seat]
        if game["estimate"][seat] != v.NO_ESTIMATE:
            row[start + places.AT_ESTIMATE + int(game["estimate"][seat]) - 1] = 1
        row[start + places.AT_SUM] = game["sum"][seat]
        for position in range(game["held"][seat]):
            if int(game["marks"][seat, position]) & v.MARK_OPEN:
                row[start + places.AT_OPEN + position * v.MAX_VALUE + int(game["hand"][seat, position]) - 1] = 1
