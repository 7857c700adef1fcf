"""The search itself: worlds, playouts, and the allocation of simulations to answers.

The answers that a planner values most are tried by sequential halving (`agents/search/halving.py`). The k-th try of every
answer plays in the k-th world, with the same hidden demons and the same future chance events, so that answers are compared on
equal terms (`games/summon_demons/worlds/determinise.py`). Models answer all later questions. Playouts are cut off after some
turns and judged by the planner's outlook.
"""

from typing import NamedTuple

import numpy as np

from resonance_env.agents.search import search_loop
from resonance_env.agents.search.halving import NOISE_UNIT, sort_arms
from resonance_env.agents.summon_demons.planning import greedy, planner
from resonance_env.agents.summon_demons.planning.gains import side_of
from resonance_env.agents.summon_demons.planning.outlook import write_chances
from resonance_env.agents.summon_demons.planning.planner import POSITION, Bench, new_bench
from resonance_env.core.bound_loops import bind_templates
from resonance_env.core.compiled import compiled, inlined
from resonance_env.core.random_stream import draw_below, start_stream
from resonance_env.games.summon_demons.rules import actions as act, vocabulary as v
from resonance_env.games.summon_demons.rules.answers import answer
from resonance_env.games.summon_demons.rules.engine import advance
from resonance_env.games.summon_demons.rules.questions import nth_answer, num_answers
from resonance_env.games.summon_demons.rules.state import new_games
from resonance_env.games.summon_demons.worlds.determinise import determinise

MODEL_RANDOM, MODEL_GREEDY, MODEL_PLANNER = range(3)
TRIES_PER_ARM = 4  # with fewer simulations per answer than this, fewer answers are tried

choose_greedy, choose_planner = greedy.choose, planner.choose

SETTINGS = np.dtype(
    (
        np.record,
        [
            ("sims", "i4"),  # simulations per decision
            ("turns", "i4"),  # turns after the current one that a playout simulates; 0: to the end
            ("arms", "i4"),  # answers to try
            ("trust", "i4"),  # simulations that the planner's value of an answer counts as
            ("own", "i4"),  # MODEL_* of the searcher's later answers
            ("others", "i4"),  # MODEL_* of all other seats
            ("noise", "i4"),  # of the models, in NOISE_UNIT
        ],
    )
)


class Searcher(NamedTuple):
    """Working memory of a search, made once.

    Attributes:
        settings: array of one SETTINGS record.
        bench: of the planner that ranks answers, and of planners as models.
        worlds: array of one record.
        arms: int64 `[action]`: the remaining answers, best first.
        tries: int64 `[action]`: number of tries of each answer.
        sums: float64 `[action]`: sum of the results of its tries.
        stream: int64 `[STREAM_SIZE]`.
    """

    settings: np.ndarray
    bench: Bench
    worlds: np.ndarray
    arms: np.ndarray
    tries: np.ndarray
    sums: np.ndarray
    stream: np.ndarray


def new_searcher(settings: np.ndarray, sides: int, weights: np.ndarray) -> Searcher:
    """Returns a searcher for a number of sides, with weights of the outlook."""
    bench = new_bench(sides, weights)
    return Searcher(
        settings=settings,
        bench=bench,
        worlds=new_games(1),
        arms=np.zeros(act.NUM_ACTIONS, dtype=np.int64),
        tries=np.zeros(act.NUM_ACTIONS, dtype=np.int64),
        sums=np.zeros(act.NUM_ACTIONS),
        stream=np.zeros_like(bench.stream),
    )


@inlined
def _list_arms(cards, searcher):
    """Lists the answers to try, those that a planner values most; returns their number."""
    game, bench, settings = searcher.worlds[0], searcher.bench, searcher.settings[0]
    options = num_answers(game)
    for action in range(act.NUM_ACTIONS):
        searcher.tries[action] = 0
        searcher.sums[action] = 0.0
    bench.worlds[POSITION] = game
    first = choose_planner(bench, cards, 0.0, 0.0)
    for place in range(options):
        searcher.arms[place] = nth_answer(game, place)
        searcher.tries[searcher.arms[place]] = 1
        searcher.sums[searcher.arms[place]] = bench.values[searcher.arms[place]]
    searcher.sums[first] += 1.0  # the planner's own answer comes first
    sort_arms(searcher.arms, searcher.tries, searcher.sums, options)
    searcher.sums[first] -= 1.0
    for place in range(options):
        searcher.tries[searcher.arms[place]] = settings["trust"]
        searcher.sums[searcher.arms[place]] *= int(settings["trust"])
    return min(options, int(settings["arms"]), max(int(settings["sims"]) // TRIES_PER_ARM, 2))


@inlined
def _simulate(row, legal, key, world, action, cards, blank, searcher):
    """Plays one world with an answer, and records the result."""
    settings, bench = searcher.settings[0], searcher.bench
    start_stream(searcher.stream, key[0], key[1], world)
    determinise(row, legal, cards, blank, searcher.worlds, 0, searcher.stream)
    game = searcher.worlds[0]
    last_turn = int(game["turn"]) + int(settings["turns"])
    _say(game, cards, action)
    while game["phase"] != v.PHASE_OVER:
        is_turn = game["phase"] == v.PHASE_TURN and not game["rolled"]
        if settings["turns"] > 0 and is_turn and game["turn"] > last_turn:
            break
        _say(game, cards, _model_answer(game, cards, searcher))
    write_chances(game, cards, bench.weights, bench.features, bench.incomes, bench.chances)
    searcher.tries[action] += 1
    searcher.sums[action] += bench.chances[side_of(game, 0)]


search_arms = bind_templates(__name__, (search_loop,), {"simulate": _simulate})["search_arms"]


@compiled
def search_rows(rows, legal, keys, cards, blank, searcher, out):
    """Answers the rows up to the first that fits no position, into `out`; returns that row's number, or the number of rows.

    An answer depends only on the row, its mask and its key, int64 `[row, 2]`: 32-bit words that seed all chance.
    """
    for index in range(len(rows)):
        out[index] = search_row(rows[index], legal[index], keys[index], cards[0], blank, searcher)
        if out[index] == v.NOTHING:
            return index
    return len(rows)


@compiled
def search_row(row, legal, key, cards, blank, searcher):
    """Returns the best answer found for one row, or NOTHING if it fits no position."""
    start_stream(searcher.stream, key[0], key[1], 0)
    if determinise(row, legal, cards, blank, searcher.worlds, 0, searcher.stream) == v.NOTHING:
        return v.NOTHING
    num_arms = _list_arms(cards, searcher)
    return search_arms(row, legal, key, 1, num_arms, cards, blank, searcher)


@compiled
def _say(game, cards, action):
    game["asked"][game["decider"]] = 0
    answer(game, cards, action)
    advance(game, cards)


@inlined
def _model_answer(game, cards, searcher):
    """Returns the answer of the model of the seat that is asked."""
    settings, stream = searcher.settings[0], searcher.stream
    model = int(settings["own"] if game["decider"] == 0 else settings["others"])
    if model == MODEL_RANDOM or draw_below(stream, NOISE_UNIT) < settings["noise"]:
        return nth_answer(game, draw_below(stream, num_answers(game)))
    if model == MODEL_GREEDY:
        return choose_greedy(game, cards)
    searcher.bench.worlds[POSITION] = game
    return choose_planner(searcher.bench, cards, 0.0, 0.0)
