"""Samples worlds to search in: full positions that fit what a seat that is asked sees (LD-INFO-6).

The input is the seat's `recall` observation and its mask: nothing of the true record. It does not tell how the demons that the
seat has not seen are split among the pile and the other hands, whose sizes are open: each split is as likely. A seat that knows
the pile only lacks the split among the other hands. All else follows from the observation, but for future chance, which a new
seed determines. This is the determinisation of information set Monte Carlo tree search (Cowling, Powley and Whitehouse,
"Information Set Monte Carlo Tree Search", IEEE Transactions on Computational Intelligence and AI in Games 4(2), 2012).

In its world the observer is seat 0. A world encodes to the row that it was sampled from, byte for byte, and plays on.
"""

from resonance_env.core.bitset import count_bits
from resonance_env.core.bound_loops import bind_worlds
from resonance_env.core.compiled import compiled, inlined
from resonance_env.core.random_stream import draw_subset, draw_word, start_stream
from resonance_env.games.summon_demons.rules import actions as act, vocabulary as v
from resonance_env.games.summon_demons.rules.engine import run_step
from resonance_env.games.summon_demons.rules.questions import is_answer, num_answers
from resonance_env.games.summon_demons.sight import row_places as places
from resonance_env.games.summon_demons.sight.observation import write_rows
from resonance_env.games.summon_demons.sight.row_reader import phase_of, read_open


@compiled
def determinise(row, legal, cards, blank, worlds, index, stream):
    """Writes a world into `worlds[index]` and returns the observer's seat in it: 0, or NOTHING if none was found.

    Arguments are single ones of `CompiledVariant.determinise`; the stream advances.
    """
    worlds[index] = blank[0]
    game = worlds[index]
    for place in range(len(row)):
        if row[place] < 0:
            return v.NOTHING
    if not _is_asked(row, int(game["seats"])):
        return v.NOTHING
    read_open(row, cards, game)
    if not _has_all_cards(game, cards, blank[0]) or not _can_run(game, cards) or not _deal_demons(row, cards, game, stream):
        return v.NOTHING
    game["explicit_chance"] = 0
    game["seed"][0] = draw_word(stream)
    game["seed"][1] = draw_word(stream)
    run_step(game, cards)  # it poses the question
    if game["phase"] != phase_of(row, int(game["seats"])) or game["decider"] != 0 or num_answers(game) < 2:
        return v.NOTHING
    game["asked"][0] = 1
    for action in range(act.NUM_ACTIONS):
        if is_answer(game, action) != (legal[action] != 0):
            return v.NOTHING
    return 0


@inlined
def start(stream, low, high):
    """Starts the stream of random numbers of a world from the two words of its seed."""
    start_stream(stream, low, high, v.PURPOSE_WORLD)


determinise_rows = bind_worlds(__name__, determinise=determinise, start=start, write_rows=write_rows)


@inlined
def _is_asked(row, seats):
    phase = phase_of(row, seats)
    return row[0] == 1 and phase != v.NOTHING and phase < v.PHASE_CHANCE


@inlined
def _has_all_cards(game, cards, box):
    """Returns whether each card of the box is there, and no candle twice."""
    for kind in range(v.MAX_TYPES):
        copies = int(game["row"][kind]) + int(game["deck"][kind]) + int(game["discards"][kind])
        for seat in range(game["seats"]):
            copies += int(game["cards"][seat, kind])
        if copies != cards["copies"][kind]:
            return False
    count, candles = 0, 0
    for seat in range(game["seats"]):
        count += count_bits(int(game["candles"][seat]))
        candles |= int(game["candles"][seat])
    return count_bits(candles) == count and candles & ~int(box["candles_left"]) == 0


@inlined
def _can_run(game, cards):
    """Returns whether the engine can run a step: the active seat, the thing that is resolved and its effect exist."""
    if game["active"] == v.NOTHING:
        return False
    for kind in range(v.MAX_TYPES):
        old = int(game["cards"][0, kind]) - int(game["fresh"][0, kind])
        for level in range(v.MAX_GROUPS + 1):
            if game["waiting"][level, kind] > old:
                return False
    thing = int(game["current"])
    if thing == v.NOTHING:
        return True
    number = thing if thing < v.MAX_TYPES else thing - v.MAX_TYPES
    if game["block"] == v.NOTHING or number >= (cards["types"] if thing < v.MAX_TYPES else cards["demons"]):
        return False
    if game["effect"] == v.NOTHING:
        return thing < v.MAX_TYPES and cards["cost"][thing] != v.COST_NONE
    return game["effect"] < cards["num_effects"][thing]


@inlined
def _deal_demons(row, cards, game, stream):
    """Deals the demons that the observer has not seen to the other hands and the pile; returns whether they come out even."""
    seats = int(game["seats"])
    seen = _bit(int(game["egg"])) | _bit(int(game["summoning"]))
    count = count_bits(seen)
    for seat in range(seats):
        seen |= int(game["demons"][seat])
        count += count_bits(int(game["demons"][seat]))
    for place in (int(game["hand"][0]), int(game["pile"]), int(game["looked_at"]), int(game["demon_discards"])):
        seen |= place
        count += count_bits(place)
    everything = (1 << int(cards["demons"])) - 1
    if count_bits(seen) != count or seen & ~everything:
        return False
    unseen = everything & ~seen
    in_pile = 0 if game["knows_pile"][0] else int(row[places.public_start(seats) + places.AT_PILE_SIZE])
    for seat in range(1, seats):
        size = int(row[places.seat_start(seats, seat) + places.AT_HAND_SIZE])
        if size > count_bits(unseen):
            return False
        game["hand"][seat] = draw_subset(stream, unseen, size)
        unseen &= ~int(game["hand"][seat])
    if count_bits(unseen) != in_pile:
        return False
    game["pile"] |= unseen
    return True


@inlined
def _bit(demon):
    return 1 << demon if demon != v.NOTHING else 0
