"""The search itself: playouts by models, and the allocation of simulations to answers.

The answers that the model of the searcher values most are tried by sequential halving (`agents/search/search_loop.py`). The
k-th try of every answer plays in the k-th world (`worlds.py`), with the same future chance events. Models of the searcher and
of its partners answer all later questions, to the end of the try.
"""

from typing import NamedTuple

import numpy as np

from resonance_env.agents.search import search_loop
from resonance_env.agents.search.halving import random_action, sort_arms
from resonance_env.agents.syncro.planning.choosing import choose
from resonance_env.agents.syncro.planning.convention import highest_of
from resonance_env.agents.syncro.planning.guessing import new_guess
from resonance_env.agents.syncro.planning.view import new_view
from resonance_env.agents.syncro.planning.worth import worth_of
from resonance_env.agents.syncro.searching.worlds import fit_world, infer_laid
from resonance_env.core.bound_loops import bind_templates
from resonance_env.core.compiled import compiled, inlined
from resonance_env.core.random_stream import start_stream
from resonance_env.games.syncro.rules import actions as act, vocabulary as v
from resonance_env.games.syncro.rules.engine import step_one
from resonance_env.games.syncro.rules.masks import write_masks
from resonance_env.games.syncro.rules.questions import nth_answer, num_answers
from resonance_env.games.syncro.rules.state import new_games
from resonance_env.games.syncro.sight.observation import write_row
from resonance_env.games.syncro.worlds.determinise import determinise
from resonance_env.games.syncro.worlds.sampled_spells import new_scratch

OWN, PARTNERS, READER = range(3)  # records of `styles`
LOSS_WORTH = 0.3  # of a try that is lost with nearly all foes beaten; a win is worth 1
ALWAYS = 1e6  # worth of answers that are always tried

SETTINGS = np.dtype(
    (
        np.record,
        [
            ("sims", "i4"),  # simulations per decision
            ("arms", "i4"),  # answers to try
            ("trust", "f8"),  # how much better than the model's answer another one must score
        ],
    )
)


class Searcher(NamedTuple):
    """Working memory of a search, made once.

    Attributes:
        settings: array of one SETTINGS record.
        styles: STYLE records `[3]`: of the searcher, of its partners, and of a planner that takes partners for such ones.
        worlds: array of one record.
        row: int8 `[size]`: an observation.
        legal: int8 `[seat, action]`: masks.
        actions: int16 `[seat]`: a joint action.
        views: array of one VIEW record.
        guesses: array of one GUESS record.
        laid: float64 `[opportunity, value - 1]`: which Spells partners have laid face down, in proportion.
        arms: int64 `[action]`: the remaining answers, best first.
        tries: int64 `[action]`: number of tries of each answer.
        sums: float64 `[action]`: sum of the results of its tries.
        scratch: of the sampler of worlds, with the stream of random numbers.
    """

    settings: np.ndarray
    styles: np.ndarray
    worlds: np.ndarray
    row: np.ndarray
    legal: np.ndarray
    actions: np.ndarray
    views: np.ndarray
    guesses: np.ndarray
    laid: np.ndarray
    arms: np.ndarray
    tries: np.ndarray
    sums: np.ndarray
    scratch: np.ndarray


def new_searcher(settings: np.ndarray, styles: np.ndarray, seats: int, size: int) -> Searcher:
    """Returns a searcher for a number of seats and a length of observations."""
    return Searcher(
        settings=settings,
        styles=styles,
        worlds=new_games(1),
        row=np.zeros(size, dtype=np.int8),
        legal=np.zeros((seats, act.NUM_ACTIONS), dtype=np.int8),
        actions=np.zeros(seats, dtype=np.int16),
        views=new_view(),
        guesses=new_guess(),
        laid=np.zeros((v.MAX_OPPORTUNITIES, v.MAX_VALUE)),
        arms=np.zeros(act.NUM_ACTIONS, dtype=np.int64),
        tries=np.zeros(act.NUM_ACTIONS, dtype=np.int64),
        sums=np.zeros(act.NUM_ACTIONS),
        scratch=new_scratch(),
    )


@inlined
def _list_arms(row, legal, cards, searcher):
    """Lists the answers to try, the model's first, then those that it values most; returns their number.

    Of equal Spells only the first is tried.
    """
    game, arms = searcher.worlds[0], searcher.arms
    seats, view = int(game["seats"]), searcher.views[0]
    own = searcher.styles[OWN]
    first = choose(row, legal, seats, cards, own, view, searcher.guesses[0])
    count = 0
    for number in range(num_answers(game, cards, 0)):
        action = nth_answer(game, cards, 0, number)
        if action == first or not _repeats(view, action):
            searcher.tries[action] = 1
            searcher.sums[action] = (
                2.0 * ALWAYS if action == first else _worth_of_answer(own, view, searcher.guesses[0], action)
            )
            arms[count] = action
            count += 1
    sort_arms(arms, searcher.tries, searcher.sums, count)
    for arm in range(count):
        searcher.tries[arms[arm]] = 0
        searcher.sums[arms[arm]] = 0.0
    return 1 if game["phase"] == v.PHASE_KEEP else min(count, int(searcher.settings[0]["arms"]))


@inlined
def _repeats(view, action):
    """Returns whether an answer uses a Spell of which the hand has an equal one at a lower position."""
    position = v.NOTHING
    if act.ATTACK <= action < act.REWARD:
        position = (action - act.ATTACK) // v.MAX_TARGETS
    elif act.PAY <= action < act.PAY_NO_MORE:
        position = action - act.PAY
    for other in range(position):
        if view["hand"][other] == view["hand"][position]:
            return True
    return False


@inlined
def _worth_of_answer(style, view, guess, action):
    """Returns by what an answer is ranked."""
    if act.ATTACK <= action < act.REWARD:
        position, target = (action - act.ATTACK) // v.MAX_TARGETS, (action - act.ATTACK) % v.MAX_TARGETS
        value = float(view["hand"][position])
        return worth_of(style, view, guess, int(view["opportunity"]), 0, target, value, highest_of(view))
    return ALWAYS if action == act.REWARD or action >= act.ESTIMATE else 0.0


@inlined
def _simulate(row, legal, key, world, action, cards, blank, searcher):
    """Plays one world with an answer to the end of the try, and records the result."""
    game = searcher.worlds[0]
    start_stream(searcher.scratch[0]["stream"], key[0], key[1], world)
    while determinise(row, legal, cards, blank, searcher.worlds, 0, searcher.scratch) == v.NOTHING:
        pass  # the row has a world: another one is drawn
    fit_world(game, searcher.laid, searcher.styles[PARTNERS], searcher.views[0], searcher.scratch[0]["stream"])
    cleared, tries = int(game["cleared"]), int(game["tries"])
    _ask_models(game, cards, searcher)
    searcher.actions[0] = action
    step_one(game, cards, searcher.actions)
    while game["phase"] != v.PHASE_OVER and game["cleared"] == cleared and game["tries"] == tries:
        _ask_models(game, cards, searcher)
        step_one(game, cards, searcher.actions)
    searcher.tries[action] += 1
    if game["cleared"] > cleared:
        searcher.sums[action] += 1.0
    else:
        foes = float(cards["foes"][game["plan"]])
        searcher.sums[action] += LOSS_WORTH * int(game["best"] if game["tries"] > tries else game["beaten"]) / foes


@compiled
def _ask_models(game, cards, searcher):
    """Writes the answers of the models of all mages that are asked."""
    seats = int(game["seats"])
    write_masks(game, cards, searcher.legal)
    for seat in range(seats):
        if game["asked"][seat]:
            style = searcher.styles[PARTNERS if seat else OWN]
            write_row(game, cards, style["counts"] > 0.0, seat, searcher.row)
            searcher.actions[seat] = choose(
                searcher.row, searcher.legal[seat], seats, cards, style, searcher.views[0], searcher.guesses[0]
            )


search_arms = bind_templates(__name__, (search_loop,), {"simulate": _simulate})["search_arms"]


@compiled
def search_row(row, legal, key, cards, blank, searcher):
    """Returns the best answer found for one row, or NOTHING if it fits no position.

    An answer depends only on the row, its mask and its key, int64 `[2]`: 32-bit words that seed all chance.
    """
    start_stream(searcher.scratch[0]["stream"], key[0], key[1], 0)
    if determinise(row, legal, cards, blank, searcher.worlds, 0, searcher.scratch) == v.NOTHING:
        return v.NOTHING
    infer_laid(row, cards, searcher.worlds[0], searcher.styles[READER], searcher.views[0], searcher.guesses[0], searcher.laid)
    num_arms = _list_arms(row, legal, cards, searcher)
    first = int(searcher.arms[0])
    best = search_arms(row, legal, key, 1, num_arms, cards, blank, searcher)
    if num_arms == 1 or _mean(searcher, best) > _mean(searcher, first) + searcher.settings[0]["trust"]:
        return best
    return first


@inlined
def _mean(searcher, action):
    return searcher.sums[action] / max(searcher.tries[action], 1)


@compiled
def search_rows(rows, legal, keys, uniform, noise, cards, blank, searcher, out):
    """Answers the rows up to the first that fits no position, into `out`; returns that row's number, or the number of rows.

    An answer is random with a probability `noise`: where the row's number in [0, 1), from which its key follows, is below it.
    """
    for index in range(len(rows)):
        if uniform[index] < noise:
            start_stream(searcher.scratch[0]["stream"], keys[index, 0], keys[index, 1], 0)
            out[index] = random_action(legal[index], searcher.scratch[0]["stream"])
        else:
            out[index] = search_row(rows[index], legal[index], keys[index], cards[0], blank, searcher)
        if out[index] == v.NOTHING:
            return index
    return len(rows)
