"""Compiled playouts: models play games from a position to the end or to a given round."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from resonance_env.agents.resonance.planning.styles import style_weights
from resonance_env.agents.resonance.planning.view import new_view
from resonance_env.agents.resonance.search_settings import MODEL_NAMES
from resonance_env.agents.resonance.searching.models import NEEDS_RECALL, choose_by, draw_model
from resonance_env.agents.resonance.searching.outlook import NUM_FEATURES, WEIGHTS
from resonance_env.agents.search.halving import NOISE_UNIT
from resonance_env.core.compiled import compiled, inlined
from resonance_env.core.errors import OptionError
from resonance_env.core.random_stream import STREAM_SIZE, start_stream
from resonance_env.core.suggest import nearest
from resonance_env.games.resonance.rules import actions as act, vocabulary as v
from resonance_env.games.resonance.rules.engine import step_one
from resonance_env.games.resonance.rules.masks import write_masks
from resonance_env.games.resonance.rules.state import new_games
from resonance_env.games.resonance.sight.observation import write_rows
from resonance_env.games.resonance.spec import ResonanceVariant

TO_THE_END = 127  # as the last round of a playout: no game has as many


class Bench(NamedTuple):
    """Working arrays of playouts, made once and reused.

    Attributes:
        worlds: array of one game.
        rows: int8 `[seat, size]`: observations.
        legal: int8 `[seat, action]`: masks.
        actions: int16 `[seat]`: the joint action.
        models: int64 `[seat]`: MODEL_* that plays the seat in this world.
        values: float64 `[seat]`: result of a playout.
        weights: float64 `[feature]`: of the outlook.
        features: float64 `[feature]`: scratch of the outlook.
        style: float64 `[weight]`: of the planner.
        thoughts: array of one VIEW record: the planner's scratch.
        stream: int64 `[4]`: the random stream.
    """

    worlds: np.ndarray
    rows: np.ndarray
    legal: np.ndarray
    actions: np.ndarray
    models: np.ndarray
    values: np.ndarray
    weights: np.ndarray
    features: np.ndarray
    style: np.ndarray
    thoughts: np.ndarray
    stream: np.ndarray


def new_bench(seats: int, size: int, weights: np.ndarray | None = None) -> Bench:
    """Returns arrays for a number of seats, a length of observations and weights of the outlook (None: the fitted ones)."""
    style = style_weights("balanced", {})
    return Bench(
        worlds=new_games(1),
        rows=np.zeros((seats, size), dtype=np.int8),
        legal=np.zeros((seats, act.NUM_ACTIONS), dtype=np.int8),
        actions=np.zeros(seats, dtype=np.int16),
        models=np.zeros(seats, dtype=np.int64),
        values=np.zeros(seats),
        weights=WEIGHTS if weights is None else np.ascontiguousarray(weights, dtype=np.float64),
        features=np.zeros(NUM_FEATURES),
        style=style,
        thoughts=new_view(style),
        stream=np.zeros(STREAM_SIZE, dtype=np.int64),
    )


@compiled
def look(game, cards, recall, bench):
    """Writes observations and masks of all seats."""
    write_rows(game, cards, recall, (1 << int(game["seats"])) - 1, bench.rows, 0)
    write_masks(game, cards, bench.legal)


@compiled
def model_action(game, cards, noise, seat, bench):
    """Returns the choice of the model of a seat that is asked; call `look` first."""
    row, legal = bench.rows[seat], bench.legal[seat]
    seats, teams = int(game["seats"]), int(game["teams"])
    return choose_by(bench.models[seat], noise, row, legal, seats, teams, cards, bench.style, bench.thoughts[0], bench.stream)


@inlined
def play_out(game, cards, noise, recall, last_round, bench):
    """Lets the models play until the game is over or a round after `last_round` begins; returns the number of decisions."""
    decisions = 0
    while game["phase"] != v.PHASE_OVER and game["round_number"] <= last_round:
        look(game, cards, recall, bench)
        for seat in range(game["seats"]):
            if game["asked"][seat]:
                bench.actions[seat] = model_action(game, cards, noise, seat, bench)
                decisions += 1
        step_one(game, cards, bench.actions)
    return decisions


def scripted_rollout(
    variant: ResonanceVariant, games: np.ndarray, seeds: np.ndarray, players: str | Sequence[str], *, noise: float = 0.0
) -> int:
    """Plays each game to its end with scripted players, in one compiled call, and returns the number of decisions.

    `ResonanceVariant.rollout` does the same with uniform legal actions, which is faster, since it needs no observations.

    Args:
        variant: the game.
        games: records `[game]`, changed in place; copy a position into many to play it many times.
        seeds: uint64 `[game]`: all chance events and all randomness of the players follow from them.
        players: for each seat, or one for all: "random", "greedy", "planner", or "mixed", which draws one of the last two for
            every seat of every game, greedy one time in four.
        noise: probability of a random legal action instead, rounded to 256ths.

    Raises:
        OptionError: an unknown player, a wrong number of players, or an invalid probability.
        UsageError: as `ResonanceVariant.rollout`.
    """
    players = [players] if isinstance(players, str) else players
    if not isinstance(players, Sequence):
        raise OptionError(f"expected players as a name or a sequence of names, got {players!r}")
    for name in players:
        if name not in MODEL_NAMES:
            raise OptionError(f"expected players among {', '.join(MODEL_NAMES)}, got {name!r}{nearest(str(name), MODEL_NAMES)}")
    if len(players) not in (1, variant.num_seats):
        raise OptionError(f"expected one player, or one for each of {variant.num_seats} seats; got {len(players)}")
    if not isinstance(noise, (int, float)) or not 0 <= noise <= 1:
        raise OptionError(f"expected noise in 0 .. 1, got {noise!r}")
    words = variant.checked_seed_words(games, seeds)
    codes = np.array([MODEL_NAMES.index(name) for name in players] * (variant.num_seats // len(players)), dtype=np.int64)
    recall = any(NEEDS_RECALL[code] for code in codes)
    bench = new_bench(variant.num_seats, variant.layout("recall" if recall else "table").size)
    return int(_rollout(games, variant.card_set.cards, words, codes, round(noise * NOISE_UNIT), recall, bench))


@compiled
def _rollout(games, cards, words, players, noise, recall, bench):
    decisions = 0
    for index in range(len(games)):
        game = games[index]
        low, high = words[index, 0], words[index, 1]
        game["seed"][0] = low
        game["seed"][1] = high
        start_stream(bench.stream, low, high, v.PURPOSE_ROLLOUT)
        for seat in range(len(players)):
            bench.models[seat] = draw_model(players[seat], bench.stream)
        decisions += play_out(game, cards[0], noise, recall, TO_THE_END, bench)
    return decisions
