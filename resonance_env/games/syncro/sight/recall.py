"""Writes what a perfect memory adds to an observation (SY-MEM, SY-OBS)."""

from resonance_env.core.compiled import compiled, inlined
from resonance_env.core.rows import distance_to
from resonance_env.games.syncro.rules import vocabulary as v
from resonance_env.games.syncro.rules.horde import num_laid
from resonance_env.games.syncro.rules.memory import is_down
from resonance_env.games.syncro.rules.seating import seat_after
from resonance_env.games.syncro.sight import row_places as places
from resonance_env.games.syncro.sight.observation_table import MAX_CURSE, MAX_SHOWN


@compiled
def write_memory(game, cards, observer, row, at):
    """Writes what the observer remembers, over zeros, from `at` on."""
    _write_counts(game, observer, row, at)
    at += places.MEMORY_SIZE
    write_lieutenants(game, cards, row, at)
    at += places.PLACE_MEMORIES_SIZE
    _write_down(game, observer, row, at)
    at += places.ACT_MEMORIES_SIZE
    _write_seats(game, observer, row, at)


@compiled
def write_lieutenants(game, cards, row, at):
    """Writes which Lieutenants were revealed at which places of this level (SY-LIEU-5)."""
    for place in range(num_laid(game, cards)):
        if game["lieutenant"][place] != v.NOTHING:
            row[at + place * v.MAX_LIEUTENANTS + int(game["lieutenant"][place])] = 1


@compiled
def write_left(game, row, at):
    """Writes the Monsters, Fog cards and Lieutenants that were not seen; returns where they end."""
    for monster in range(v.MAX_MONSTERS):
        row[at + monster] = game["monsters_left"][monster]
    at += v.MAX_MONSTERS
    for fog in range(v.MAX_FOGS):
        row[at + fog] = game["fogs_left"][fog]
    at += v.MAX_FOGS
    for lieutenant in range(v.MAX_LIEUTENANTS):
        row[at + lieutenant] = (int(game["lieutenants_left"]) >> lieutenant) & 1
    return at + v.MAX_LIEUTENANTS


@inlined
def _write_counts(game, observer, row, at):
    """Writes where Spells and other cards may still be (SY-INFO-4)."""
    known, unseen = v.MARK_KNOWN << observer, at + places.AT_UNSEEN
    for value in range(v.MAX_VALUE):
        row[at + value] = game["discard"][value]
        row[unseen + value] = game["pile"][value]
        row[at + places.AT_FLOATING + value] = min(int(game["floating"][observer, value]), MAX_CURSE)
    for seat in range(game["seats"]):
        if seat != observer:
            for position in range(game["held"][seat]):
                if int(game["marks"][seat, position]) & known == 0:
                    row[unseen + int(game["hand"][seat, position]) - 1] += 1
    for opportunity in range(game["opportunity"]):
        if _is_hidden(game, observer, opportunity) and int(game["act_marks"][opportunity]) & known == 0:
            row[unseen + int(game["act_value"][0, opportunity]) - 1] += 1
    at = write_left(game, row, at + places.AT_MONSTERS_LEFT)
    for reward in range(v.MAX_REWARDS):
        row[at + reward] = game["reward_pile"][reward]
    for seat in range(game["seats"]):
        if seat != observer and game["reward"][seat] != v.NOTHING:
            row[at + int(game["reward"][seat])] += 1


@inlined
def _is_hidden(game, observer, opportunity):
    """Returns whether a Spell that another mage laid at an opportunity of this turn lies face down."""
    return is_down(game, opportunity) and seat_after(game, opportunity) != observer


@inlined
def _write_down(game, observer, row, at):
    """Writes what is known of face-down Spells."""
    for opportunity in range(game["opportunity"]):
        start, marks = at + opportunity * places.ACT_MEMORY_SIZE, int(game["act_marks"][opportunity])
        row[start + places.AT_IN_SUM] = marks & v.MARK_IN_SUM != 0
        if _is_hidden(game, observer, opportunity):
            if marks & (v.MARK_KNOWN << observer):
                row[start + int(game["act_value"][0, opportunity]) - 1] = 1
            row[start + places.AT_DOWN_MIXED] = marks & (v.MARK_MIXED << observer) != 0


@inlined
def _write_seats(game, observer, row, at):
    """Writes what is known of each hand, and what each mage has shown and spent."""
    seats = int(game["seats"])
    for seat in range(seats):
        start = at + distance_to(observer, seat, seats) * places.SEAT_MEMORY_SIZE
        for position in range(game["held"][seat]):
            marks = int(game["marks"][seat, position])
            row[start + places.AT_AGE + position] = game["age"][seat, position]
            if seat != observer:
                if marks & (v.MARK_KNOWN << observer):
                    row[start + position * v.MAX_VALUE + int(game["hand"][seat, position]) - 1] = 1
                row[start + places.AT_MIXED + position] = marks & (v.MARK_MIXED << observer) != 0
        for number in range(2):
            estimate = int(game["earlier_estimates"][seat, number])
            if estimate != v.NO_ESTIMATE:
                row[start + places.AT_EARLIER_ESTIMATES + number * len(v.ESTIMATE_NAMES) + estimate - 1] = 1
        for value in range(v.MAX_VALUE):
            row[start + places.AT_SPENT + value] = min(int(game["spent"][seat, value]), MAX_CURSE)
        row[start + places.AT_SUM_LEFT] = min(int(game["sum_left"][seat]), MAX_SHOWN)
