"""Chance events of many games at once, for enumeration: lists all outcomes of pending events and applies outcomes.

Compiled loops over arrays of GAME records `[game]`, as in `batch.py`; `cards` is an array of one CARDS record.
"""

from __future__ import annotations

from resonance_env.core.compiled import compiled
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.rules.chance_events import apply_outcome, outcome_weight, pending_chance, total_weight
from resonance_env.games.resonance.rules.engine import advance


@compiled
def _num_codes(game, event):
    return total_weight(game, event) if event == v.CHANCE_QUICKNESS else v.MAX_INCANTATION + 1


@compiled
def count_branches(games):
    """Returns the total number of outcomes of the games' pending events; a game without one adds none."""
    count = 0
    for index in range(len(games)):
        game = games[index]
        if game["phase"] != v.PHASE_CHANCE:
            continue
        event = pending_chance(game)
        for outcome in range(_num_codes(game, event)):
            if outcome_weight(game, event, outcome) > 0:
                count += 1
    return count


@compiled
def write_branches(games, game_of, outcomes, probabilities):
    """Writes the branches of all games: int64 `[branch]` index and outcome, in ascending order, and float64 probability."""
    branch = 0
    for index in range(len(games)):
        game = games[index]
        if game["phase"] != v.PHASE_CHANCE:
            continue
        event = pending_chance(game)
        total = total_weight(game, event)
        for outcome in range(_num_codes(game, event)):
            weight = outcome_weight(game, event, outcome)
            if weight > 0:
                game_of[branch] = index
                outcomes[branch] = outcome
                probabilities[branch] = weight / total
                branch += 1


@compiled
def apply_outcomes(games, cards, outcomes):
    """Applies `outcomes[game]` to the pending event of every game and runs to the next stop.

    Returns -1, or the index of the first game that has no pending event or whose outcome is impossible; the games before it
    have been changed.
    """
    for index in range(len(games)):
        game = games[index]
        event = pending_chance(game) if game["phase"] == v.PHASE_CHANCE else v.NO_CHANCE
        outcome = int(outcomes[index])
        if event == v.NO_CHANCE or not 0 <= outcome < _num_codes(game, event) or outcome_weight(game, event, outcome) <= 0:
            return index
        apply_outcome(game, event, outcome)
        advance(game, cards[0])
    return -1
