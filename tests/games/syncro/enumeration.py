"""Counts all histories of a small game, and how often it is won by uniform play, on the compiled rules (cards.md)."""

from fractions import Fraction
from typing import Any

import numpy as np

from resonance_env.core.compiled import compiled
from resonance_env.games.syncro.rules import vocabulary as v
from resonance_env.games.syncro.rules.chance_events import outcome_weight
from resonance_env.games.syncro.rules.engine import advance, apply_outcome, step_one
from resonance_env.games.syncro.rules.questions import nth_answer, num_answers
from tests.games.syncro.kernels import cards_of, started

MAX_SUCCESSORS = 256
# Fields that cannot matter to what is still to come: counters, and what mages have shown, seen and remember.
_COUNTERS = ("seed", "turn", "turns", "events", "best", "drawer", "has_drawn", "revealing", "resolving")
_SEEN = ("estimate", "earlier_estimates", "sum", "sum_left", "paid", "lost", "drawn", "fogs", "spent", "floating", "marks")
_MORE_SEEN = ("age", "act_marks", "act_position", "act_reward", "act_is_up")
_PAST = (*_COUNTERS, *_SEEN, *_MORE_SEEN)

Counts = tuple[int, int, Fraction]  # histories, stops, chance of winning


def count(cards: str, players: int, **options: Any) -> Counts:
    """Returns the counts of the whole game."""
    start = started(players, 0, cards, explicit_chance=True, **options)
    known: dict[bytes, Counts] = {}
    waiting: list[tuple[bytes, np.ndarray, list[tuple[int, bytes]] | None]] = [(_key(start), start, None)]
    while waiting:
        key, games, following = waiting.pop()
        if key in known:
            continue
        if games[0]["phase"] == v.PHASE_OVER:
            known[key] = (1, 1, Fraction(int(games[0]["ending"] == v.ENDING_WON)))
        elif following is None:
            successors = _successors(games, cards)
            keys = [(weight, _key(after)) for weight, after in successors]
            waiting.append((key, games, keys))
            waiting += [
                (after_key, after, None)
                for (_, after), (_, after_key) in zip(successors, keys, strict=True)
                if after_key not in known
            ]
        else:
            known[key] = _combine([(weight, known[after]) for weight, after in following])
    return known[_key(start)]


def _combine(branches: list[tuple[int, Counts]]) -> Counts:
    total = sum(weight for weight, _ in branches)
    histories = sum(counts[0] for _, counts in branches)
    stops = 1 + sum(counts[1] for _, counts in branches)
    return histories, stops, sum((weight * counts[2] for weight, counts in branches), Fraction(0)) / total


def _successors(games: np.ndarray, cards: str) -> list[tuple[int, np.ndarray]]:
    """Returns (weight, position) after every outcome or combination of answers."""
    out = np.zeros(MAX_SUCCESSORS, dtype=games.dtype)
    weights, actions = np.zeros(MAX_SUCCESSORS, dtype=np.int64), np.zeros(v.MAX_SEATS, dtype=np.int64)
    number = _expand(games, cards_of(cards), out, weights, actions)
    return [(int(weights[index]), out[index : index + 1].copy()) for index in range(number)]


def keys_of(variant: object, games: np.ndarray) -> list[bytes]:
    """Returns for each game what can matter to what is still to come (`tests/games/perft.py`); the variant is not used."""
    return [_key(games[index : index + 1]) for index in range(len(games))]


def _key(games: np.ndarray) -> bytes:
    copy = games.copy()
    game = copy[0]
    for field in _PAST:
        game[field] = 0
    game["foe"][np.arange(v.MAX_PLACES)[int(game["face_up"]) >> np.arange(v.MAX_PLACES) & 1 == 0]] = v.NOTHING
    # Who attacked which foe matters only during the opportunities, values until the Spells are turned up.
    up = games[0]["act_is_up"].astype(bool)
    for field in ("acts", "act_place", "act_value"):
        game[field][1] = 0
    game["act_value"][up] = 0
    return copy.tobytes()


@compiled
def _expand(games: np.ndarray, cards: np.ndarray, out: np.ndarray, weights: np.ndarray, actions: np.ndarray) -> int:
    game, number = games[0], 0
    if game["phase"] == v.PHASE_CHANCE:
        for outcome in range(v.MAX_OUTCOMES):
            weight = outcome_weight(game, outcome)
            if weight > 0:
                out[number] = game
                weights[number] = weight
                apply_outcome(out[number], cards[0], outcome)
                advance(out[number], cards[0])
                number += 1
        return number
    combinations = 1
    for seat in range(game["seats"]):
        combinations *= num_answers(game, cards[0], seat)
    for combination in range(combinations):
        rest = combination
        for seat in range(game["seats"]):
            answers = num_answers(game, cards[0], seat)
            actions[seat] = nth_answer(game, cards[0], seat, rest % answers)
            rest //= answers
        out[number] = game
        weights[number] = 1
        step_one(out[number], cards[0], actions)
        number += 1
    return number
