"""Where Spells go: hands, the pile, the discard, and draws (SY-DRAW, SY-SET-8)."""

from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.syncro.rules import vocabulary as v
from resonance_env.games.syncro.rules.memory import forget_ages, forget_sum, note_draw, note_new_pile, note_seen
from resonance_env.games.syncro.rules.seating import seat_after


@compiled
def add_to_hand(game, seat, value):
    """A Spell that nobody knows goes behind the last one of a hand (SY-SET-8, SY-MEM-1)."""
    forget_sum(game, seat)
    position = int(game["held"][seat])
    game["hand"][seat, position] = value
    game["held"][seat] = position + 1


@compiled
def take_from_hand(game, seat, position):
    """A Spell leaves a hand: the gap closes and the order stays (SY-SET-8); returns its value."""
    value, last = int(game["hand"][seat, position]), int(game["held"][seat]) - 1
    for later in range(position, last):
        game["hand"][seat, later] = game["hand"][seat, later + 1]
        game["marks"][seat, later] = game["marks"][seat, later + 1]
        game["age"][seat, later] = game["age"][seat, later + 1]
    game["hand"][seat, last] = 0
    game["marks"][seat, last] = 0
    game["age"][seat, last] = 0
    game["held"][seat] = last
    return value


@compiled
def discard_from_hand(game, seat, position):
    """A Spell of a hand goes to the discard, openly; returns its value."""
    marks = int(game["marks"][seat, position])
    value = take_from_hand(game, seat, position)
    note_seen(game, seat, value, marks)
    game["discard"][value - 1] += 1
    return value


@compiled
def empty_hand(game, seat):
    """All Spells of a hand are gone; where they are is the caller's concern."""
    for position in range(game["held"][seat]):
        game["hand"][seat, position] = 0
        game["marks"][seat, position] = 0
        game["age"][seat, position] = 0
    game["held"][seat] = 0


@compiled
def sum_of_hand(game, seat):
    """Returns the sum of the Spells in a hand."""
    total = 0
    for position in range(game["held"][seat]):
        total += int(game["hand"][seat, position])
    return total


@compiled
def somebody_holds(game):
    """Returns whether any mage holds a Spell."""
    for seat in range(game["seats"]):
        if game["held"][seat] > 0:
            return True
    return False


@compiled
def begin_draw(game, way, count, drawer):
    """Spells are due (SY-DRAW-1).

    Args:
        game: the game.
        way: DRAW_*.
        count: how many; NO_LIMIT for as many as the hands take.
        drawer: the mage that draws, with DRAW_ONE.
    """
    game["draw_way"] = way
    game["draws_left"] = count
    game["draw_offset"] = 0
    game["drawer"] = drawer
    game["has_drawn"] = 0


@inlined
def run_draw(game):
    """The next Spell of a draw becomes the pending event, or the draw ends (SY-DRAW-1, 2, 4)."""
    seat = _next_drawer(game) if game["draws_left"] > 0 else v.NOTHING
    if seat != v.NOTHING and _pile_is_ready(game):
        game["drawer"] = seat
        game["event"] = v.EVENT_SPELL
        return
    if game["draw_way"] == v.DRAW_EACH:
        forget_ages(game)
    game["draw_way"] = v.DRAW_NONE
    game["draws_left"] = 0
    if game["has_drawn"] and game["stage"] != v.STAGE_LAY:  # SY-EST-3; after a deal they come later (SY-FLOW-1)
        game["estimate_due"] = 1


@inlined
def _next_drawer(game):
    """Returns the next mage below the hand limit, or NOTHING; the mages before it are skipped."""
    way, seats = int(game["draw_way"]), int(game["seats"])
    if way == v.DRAW_ONE:
        return int(game["drawer"]) if game["held"][game["drawer"]] < game["limit"] else v.NOTHING
    first = int(game["draw_offset"])
    for offset in range(first, first + seats if way == v.DRAW_ALL else seats):
        seat = seat_after(game, offset)
        if game["held"][seat] < game["limit"]:
            game["draw_offset"] = offset % seats
            return seat
    return v.NOTHING


@inlined
def _pile_is_ready(game):
    """SY-DRAW-4: an empty pile takes the discard; returns whether a Spell can be drawn now."""
    if game["pile_size"] == 0:
        for value in range(v.MAX_VALUE):
            game["pile"][value] = game["discard"][value]
            game["pile_size"] += game["discard"][value]
            game["discard"][value] = 0
        if game["pile_size"] > 0:
            note_new_pile(game)
    return game["pile_size"] > 0


@inlined
def draw_spell(game, value):
    """The pending Spell goes from the pile to its mage."""
    seat = int(game["drawer"])
    game["pile"][value - 1] -= 1
    game["pile_size"] -= 1
    if not game["has_drawn"]:
        note_draw(game)
    add_to_hand(game, seat, value)
    game["drawn"][0, seat] += 1
    game["has_drawn"] = 1
    game["draws_left"] -= 1
    game["draw_offset"] += 1
