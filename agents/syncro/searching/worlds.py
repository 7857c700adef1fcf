"""Makes sampled worlds fit the public history better: what partners laid and what they estimated, if they are as modelled.

A sampled world deals unseen Spells uniformly (SY-MEM-9). Here the Spells that partners laid face down this turn are exchanged
for ones that a planner infers, then hands whose estimate the model would not have given are dealt again, up to some tries.
Spells that are known, that float (SY-MEM-5) or are counted in a sum stay.
"""

from resonance_env.agents.syncro.planning.belief import form_belief
from resonance_env.agents.syncro.planning.convention import estimate_of
from resonance_env.agents.syncro.planning.guessing import make_guess
from resonance_env.agents.syncro.planning.view import read_view
from resonance_env.core.compiled import compiled, inlined
from resonance_env.core.random_stream import NUM_WORDS, draw_below, draw_word
from resonance_env.games.syncro.rules import vocabulary as v
from resonance_env.games.syncro.rules.memory import is_down
from resonance_env.games.syncro.rules.seating import seat_after

MAX_DEALS = 64  # of a hand
HELD_FAST = v.MARK_KNOWN | v.MARK_MIXED | v.MARK_OPEN | v.MARK_IN_SUM  # marks for seat 0


@compiled
def infer_laid(row, cards, game, style, view, guess, laid):
    """Writes how likely partners with a style laid which Spells face down this turn: `laid[opportunity, value - 1]`."""
    for opportunity in range(v.MAX_OPPORTUNITIES):
        for value in range(v.MAX_VALUE):
            guess["laid"][opportunity, value] = 0.0  # outside of opportunities nothing is inferred
    read_view(row, int(game["seats"]), cards, view)
    form_belief(row, view, style, guess)
    make_guess(view, style, guess)
    for opportunity in range(v.MAX_OPPORTUNITIES):
        for value in range(v.MAX_VALUE):
            laid[opportunity, value] = guess["laid"][opportunity, value]


@compiled
def fit_world(game, laid, style, view, stream):
    """Changes a world in which seat 0 is the observer.

    Args:
        game: the world.
        laid: as from `infer_laid`.
        style: a STYLE record: the partners' model.
        view: a VIEW record, scratch.
        stream: random stream, which advances.
    """
    for opportunity in range(game["opportunity"]):
        if is_down(game, opportunity) and seat_after(game, opportunity) != 0:
            if int(game["act_marks"][opportunity]) & HELD_FAST == 0:
                _exchange(game, laid, opportunity, stream)
    if game["phase"] == v.PHASE_ESTIMATE:  # the hands have changed since the estimates that stand
        return
    for seat in range(1, game["seats"]):
        if game["estimate"][seat] != v.NO_ESTIMATE and game["held"][seat]:
            for _ in range(MAX_DEALS):
                if _fits(game, seat, style, view):
                    break
                _deal_again(game, seat, stream)


@inlined
def _exchange(game, laid, opportunity, stream):
    """Exchanges a Spell that was laid for one from the hand of its mage or the pile, in proportion to what it may have been."""
    seat, total = seat_after(game, opportunity), 0.0
    for value in range(v.MAX_VALUE):
        if _num_free(game, seat, opportunity, value + 1) > 0:
            total += laid[opportunity, value]
    pick, chosen = total * draw_word(stream) / NUM_WORDS, v.NOTHING
    for value in range(v.MAX_VALUE):
        if _num_free(game, seat, opportunity, value + 1) > 0 and laid[opportunity, value] > 0.0 and pick >= 0.0:
            pick -= laid[opportunity, value]
            chosen = value
    old = int(game["act_value"][0, opportunity])
    if chosen == v.NOTHING or chosen + 1 == old:
        return
    game["act_value"][0, opportunity] = chosen + 1
    if game["pile"][chosen] > 0:
        game["pile"][chosen] -= 1
        game["pile"][old - 1] += 1
        return
    for position in range(game["held"][seat]):
        if game["hand"][seat, position] == chosen + 1 and int(game["marks"][seat, position]) & HELD_FAST == 0:
            game["hand"][seat, position] = old
            return


@compiled
def _num_free(game, seat, opportunity, value):
    """Returns how many Spells of a value can be the one that a mage laid: it itself, in the pile, or free in its hand."""
    count = int(game["pile"][value - 1]) + (game["act_value"][0, opportunity] == value)
    for position in range(game["held"][seat]):
        count += game["hand"][seat, position] == value and int(game["marks"][seat, position]) & HELD_FAST == 0
    return count


@inlined
def _fits(game, seat, style, view):
    """Returns whether a mage with a style would have given the estimate that stands, by the Spells that it had then."""
    count = int(game["held"][seat])
    for position in range(count):
        view["hand"][position] = game["hand"][seat, position]
    for opportunity in range(game["opportunity"]):
        if is_down(game, opportunity) and seat_after(game, opportunity) == seat and count < v.MAX_HAND:
            view["hand"][count] = game["act_value"][0, opportunity]
            count += 1
    for value in range(v.MAX_VALUE):
        for _ in range(game["spent"][seat, value]):
            if count < v.MAX_HAND:
                view["hand"][count] = value + 1
                count += 1
    view["held"][0] = count
    return estimate_of(view, style) + 1 == game["estimate"][seat]


@inlined
def _deal_again(game, seat, stream):
    """Deals the free Spells of a hand again, from these and the pile."""
    for position in range(game["held"][seat]):
        if int(game["marks"][seat, position]) & HELD_FAST == 0:
            game["pile"][game["hand"][seat, position] - 1] += 1
            game["pile_size"] += 1
    for position in range(game["held"][seat]):
        if int(game["marks"][seat, position]) & HELD_FAST == 0:
            pick, value = draw_below(stream, game["pile_size"]), 0
            while pick >= game["pile"][value]:
                pick -= int(game["pile"][value])
                value += 1
            game["pile"][value] -= 1
            game["pile_size"] -= 1
            game["hand"][seat, position] = value + 1
