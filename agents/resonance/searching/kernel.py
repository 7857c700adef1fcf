"""The search itself: worlds, playouts, and the allocation of simulations to actions.

At the root the searching seat tries its actions by sequential halving (`agents/search/halving.py`): all equally often, then the
better half twice as often, and so on. The k-th try
of every action plays in the k-th world, with the same deal and the same future chance events, so that actions are compared on
equal terms. Seats that choose at the same time do not know the searcher's action: each follows its model or, in some worlds,
its own bandit that starts from the model's action (decoupled UCT). Because they adapt only in some worlds, the search neither
trusts the model too much nor assumes opponents that never err (restricted Nash response: Johanson, Zinkevich and Bowling,
"Computing Robust Counter-Strategies", NIPS 2007). Later decisions of the searcher grow a tree (`tree.py`); models make
all others. Playouts are cut off after some rounds and evaluated by `outlook.py`.
"""

from typing import NamedTuple

import numpy as np

from resonance_env.agents.resonance.search_settings import MAX_DEPTH
from resonance_env.agents.resonance.searching.models import draw_model
from resonance_env.agents.resonance.searching.outlook import write_outlook
from resonance_env.agents.resonance.searching.playouts import TO_THE_END, Bench, look, model_action, new_bench, play_out
from resonance_env.agents.resonance.searching.tree import (
    NO_NODE,
    TREE,
    clear_tree,
    extend_key,
    find_node,
    select,
    update,
)
from resonance_env.agents.search import search_loop
from resonance_env.agents.search.halving import NOISE_UNIT
from resonance_env.core.bound_loops import bind_templates
from resonance_env.core.compiled import compiled, inlined
from resonance_env.core.random_stream import draw_below, start_stream
from resonance_env.games.resonance.rules import actions as act, vocabulary as v
from resonance_env.games.resonance.rules.engine import step_one
from resonance_env.games.resonance.rules.legality import LEGAL, why_illegal
from resonance_env.games.resonance.worlds.determinise import determinise

NO_ACTION = -1
TRIES_PER_ARM = 4  # with fewer simulations per action than this, only the likeliest actions are tried

SETTINGS = np.dtype(
    (
        np.record,
        [
            ("sims", "i4"),  # simulations per decision
            ("rounds", "i4"),  # rounds after the current one that a playout simulates; 0: to the end
            ("own", "i4"),  # MODEL_* of the searcher below the tree
            ("others", "i4"),  # MODEL_* of all other seats
            ("noise", "i4"),  # of the model, in 256
            ("recall", "i1"),  # whether the model needs rows with counted hands
            ("adapt", "i4"),  # how often, in 256, a seat that chooses at the same time adapts instead of following its model
            ("depth", "i4"),  # own decisions after the root that the tree covers
            ("trust", "f8"),  # prior of the model's action in a node
            ("explore", "f8"),  # factor of exploration in a node
        ],
    )
)


class Searcher(NamedTuple):
    """Working memory of a search, made once.

    Attributes:
        settings: array of one SETTINGS record.
        bench: arrays of the playouts.
        tree: array of one TREE record.
        arms: int64 `[action]`: the remaining actions, best first.
        tries: int64 `[action]`: number of tries of each action at the root.
        sums: float64 `[action]`: sum of the results of its tries.
        path: int64 `[2, MAX_DEPTH + MAX_SEATS]`: nodes and actions of the playout.
        path_seats: int64 `[MAX_DEPTH + MAX_SEATS]`: their seats.
    """

    settings: np.ndarray
    bench: Bench
    tree: np.ndarray
    arms: np.ndarray
    tries: np.ndarray
    sums: np.ndarray
    path: np.ndarray
    path_seats: np.ndarray


def new_searcher(settings: np.ndarray, seats: int, size: int, weights: np.ndarray | None = None) -> Searcher:
    """Returns a searcher.

    Args:
        settings: array of one SETTINGS record.
        seats: number of seats.
        size: of the models' observation rows.
        weights: of the outlook; None for the fitted ones.
    """
    return Searcher(
        settings=settings,
        bench=new_bench(seats, size, weights),
        tree=np.zeros(1, dtype=TREE),
        arms=np.zeros(act.NUM_ACTIONS, dtype=np.int64),
        tries=np.zeros(act.NUM_ACTIONS, dtype=np.int64),
        sums=np.zeros(act.NUM_ACTIONS),
        path=np.zeros((2, MAX_DEPTH + v.MAX_SEATS), dtype=np.int64),
        path_seats=np.zeros(MAX_DEPTH + v.MAX_SEATS, dtype=np.int64),
    )


@inlined
def _list_arms(row, legal, prior, key, cards, blank, searcher):
    """Lists the actions to try, the model's first; returns their number, 0 if the row fits no position.

    With few simulations for many actions the least likely ones are omitted: of artifacts and incantations in hand, all except
    the lowest and the highest.
    """
    settings, bench = searcher.settings[0], searcher.bench
    options = 0
    for action in range(act.NUM_ACTIONS):
        options += legal[action] != 0
        searcher.tries[action] = 0
        searcher.sums[action] = 0.0
    if options == 1:  # also of a seat that waits, for which no world is needed
        searcher.arms[0] = _next_arm(legal, prior, searcher.arms, 0)
        return 1
    start_stream(bench.stream, key[0], key[1], 0)
    observer = _make_world(row, legal, cards, blank, settings, bench)
    game = bench.worlds[0]
    if observer == v.NO_SEAT or not game["asked"][observer]:
        return 0
    look(game, cards, settings["recall"] != 0, bench)
    searcher.arms[0] = model_action(game, cards, 0, observer, bench)
    if not legal[searcher.arms[0]]:  # the world has another mask
        searcher.arms[0] = _next_arm(legal, prior, searcher.arms, 0)
    num_arms = min(options, max(int(settings["sims"]) // TRIES_PER_ARM, 2))
    for place in range(1, num_arms):
        searcher.arms[place] = _next_arm(legal, prior, searcher.arms, place)
    return num_arms


@inlined
def _next_arm(legal, prior, arms, count):
    """Returns the action with the highest prior that is not among the first arms; ties: the likeliest, then the lowest."""
    best = -1
    for action in range(act.NUM_ACTIONS):
        is_free = legal[action] != 0
        for place in range(count):
            is_free &= arms[place] != action
        if not is_free:
            continue
        is_better = best < 0 or prior[action] > prior[best]
        if is_better or (prior[action] == prior[best] and _is_likely(legal, action) and not _is_likely(legal, best)):
            best = action
    return best


@compiled
def _is_likely(legal, action):
    """Returns whether an action is tried early: artifacts and incantations between two others are not."""
    if act.PLAY_ARTIFACT <= action < act.PLAY_INCANTATION:
        return _is_at_an_end(legal, action, act.PLAY_ARTIFACT, act.PLAY_INCANTATION)
    if act.PLAY_INCANTATION <= action < act.DRAW_PAIR:
        return _is_at_an_end(legal, action, act.PLAY_INCANTATION, act.DRAW_PAIR)
    return action != act.BREAK_SIGIL


@compiled
def _is_at_an_end(legal, action, first, end):
    lower, higher = False, False
    for other in range(first, action):
        lower |= legal[other] != 0
    for other in range(action + 1, end):
        higher |= legal[other] != 0
    return not (lower and higher)


@inlined
def _simulate(row, legal, key, world, action, cards, blank, searcher):
    """Plays one world with an action at the root, and records the result; 0 if there is no world in which it can be played."""
    settings, bench = searcher.settings[0], searcher.bench
    start_stream(bench.stream, key[0], key[1], world + 1)
    observer = _make_world(row, legal, cards, blank, settings, bench)
    game = bench.worlds[0]
    searcher.tries[action] += 1
    if observer == v.NO_SEAT or why_illegal(game, cards, observer, action) != LEGAL:
        return
    length = _play_root(game, cards, observer, action, searcher)
    last_round = _last_round(game, settings)
    length = _play_tree(game, cards, observer, action, last_round, length, searcher)
    play_out(game, cards, settings["noise"], settings["recall"] != 0, last_round, bench)
    write_outlook(game, cards, bench.weights, bench.features, bench.values)
    for place in range(length):
        update(searcher.tree[0], searcher.path[0, place], searcher.path[1, place], bench.values[searcher.path_seats[place]])
    searcher.sums[action] += bench.values[observer]


search_arms = bind_templates(__name__, (search_loop,), {"simulate": _simulate})["search_arms"]


@compiled
def search_row(row, legal, prior, key, cards, blank, searcher):
    """Returns the best action found for one row, or NO_ACTION if it fits no position.

    The action depends only on the row, its mask and its key.

    Args:
        row: int8 `[size]`, an observation of kind `recall`.
        legal: int8 `[action]`.
        prior: float64 `[action]`: actions with a higher value are tried first.
        key: int64 `[2]`: 32-bit words that seed all chance.
        cards: CARDS record.
        blank: array of one GAME record, from which games of the variant start.
        searcher: scratch and settings.
    """
    num_arms = _list_arms(row, legal, prior, key, cards, blank, searcher)
    if num_arms == 0:
        return NO_ACTION
    if num_arms == 1:
        return searcher.arms[0]
    clear_tree(searcher.tree[0])
    return search_arms(row, legal, key, 0, num_arms, cards, blank, searcher)


@compiled
def _make_world(row, legal, cards, blank, settings, bench):
    """Makes a world with a model for each seat; returns the searcher's seat, or NO_SEAT if the row fits no position."""
    observer = determinise(row, legal, cards, blank, bench.worlds, 0, bench.stream)
    for seat in range(bench.worlds[0]["seats"]):
        bench.models[seat] = settings["own"] if seat == observer else draw_model(settings["others"], bench.stream)
    return observer


@inlined
def _last_round(game, settings):
    if settings["rounds"] == 0 or game["round_number"] == 0:
        return TO_THE_END
    return int(game["round_number"]) + int(settings["rounds"])


@inlined
def _play_root(game, cards, observer, action, searcher):
    """The joint action at the root: the searcher's, and those of bandits or models in seats that choose at the same time."""
    settings, bench = searcher.settings[0], searcher.bench
    look(game, cards, settings["recall"] != 0, bench)
    length = 0
    for seat in range(game["seats"]):
        if seat == observer or not game["asked"][seat]:
            continue
        chosen = model_action(game, cards, settings["noise"], seat, bench)
        if draw_below(bench.stream, NOISE_UNIT) < settings["adapt"]:
            node = find_node(searcher.tree[0], extend_key(0, seat), chosen)
            chosen = select(searcher.tree[0], node, bench.legal[seat], settings["trust"], settings["explore"])
            length = _remember(searcher, length, node, chosen, seat)
        bench.actions[seat] = chosen
    bench.actions[observer] = action
    step_one(game, cards, bench.actions)
    return length


@compiled
def _remember(searcher, length, node, action, seat):
    searcher.path[0, length] = node
    searcher.path[1, length] = action
    searcher.path_seats[length] = seat
    return length + 1


@inlined
def _play_tree(game, cards, observer, action, last_round, length, searcher):
    """The searcher's later decisions, while their nodes are known; the model makes all others."""
    settings, bench = searcher.settings[0], searcher.bench
    key, depth, is_new = extend_key(1, action), 0, False
    while depth < settings["depth"] and not is_new and game["phase"] != v.PHASE_OVER and game["round_number"] <= last_round:
        look(game, cards, settings["recall"] != 0, bench)
        for seat in range(game["seats"]):
            if not game["asked"][seat]:
                continue
            chosen = model_action(game, cards, settings["noise"] if seat != observer else 0, seat, bench)
            if seat == observer:
                key = extend_key(key, _question(game))
                node = find_node(searcher.tree[0], key, chosen)
                if node == NO_NODE:
                    is_new = True
                else:
                    is_new = searcher.tree[0]["visits"][node] == 0
                    chosen = select(searcher.tree[0], node, bench.legal[seat], settings["trust"], settings["explore"])
                    length = _remember(searcher, length, node, chosen, seat)
                key = extend_key(key, chosen)
                depth += 1
            bench.actions[seat] = chosen
        step_one(game, cards, bench.actions)
    return length


@inlined
def _question(game):
    """Returns the kind of question as a small code; between rounds it includes the new transient."""
    code = int(game["phase"]) * 8 + int(game["choice"])
    if game["phase"] == v.PHASE_ACT:
        code = code * 4 + int(game["transient"]) + 1
    return code
