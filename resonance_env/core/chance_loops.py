"""Templates of loops over chance events of many games, for enumeration: list all outcomes of pending events, apply outcomes.

Loops over arrays of GAME records `[game]`, as in `game_loops.py`; `cards` is an array of one CARDS record.
"""

from resonance_env.core.compiled import compiled
from resonance_env.core.game_kernels import (
    PHASE_CHANCE,
    advance,
    apply_outcome,
    num_outcome_codes,
    outcome_weight,
    pending_event,
    total_weight,
)
from resonance_env.core.templates import template


@template(compiled)
def count_branches(games, cards):
    """Returns the total number of outcomes of the games' pending events; a game without one adds none."""
    count = 0
    for index in range(len(games)):
        game = games[index]
        if game["phase"] != PHASE_CHANCE:
            continue
        event = pending_event(game)
        for outcome in range(num_outcome_codes(game, cards[0], event)):
            if outcome_weight(game, cards[0], event, outcome) > 0:
                count += 1
    return count


@template(compiled)
def write_branches(games, cards, game_of, outcomes, probabilities):
    """Writes the branches of all games: int64 `[branch]` index and outcome, in ascending order, and float64 probability."""
    branch = 0
    for index in range(len(games)):
        game = games[index]
        if game["phase"] != PHASE_CHANCE:
            continue
        event = pending_event(game)
        total = total_weight(game, cards[0], event)
        for outcome in range(num_outcome_codes(game, cards[0], event)):
            weight = outcome_weight(game, cards[0], event, outcome)
            if weight > 0:
                game_of[branch] = index
                outcomes[branch] = outcome
                probabilities[branch] = weight / total
                branch += 1


@template(compiled)
def apply_outcomes(games, cards, outcomes):
    """Applies `outcomes[game]` to the pending event of every game and runs to the next stop.

    Returns -1, or the index of the first game that has no pending event or whose outcome is impossible; the games before it
    have been changed.
    """
    for index in range(len(games)):
        game = games[index]
        if game["phase"] != PHASE_CHANCE:
            return index
        event, outcome = pending_event(game), int(outcomes[index])
        if not 0 <= outcome < num_outcome_codes(game, cards[0], event) or outcome_weight(game, cards[0], event, outcome) <= 0:
            return index
        apply_outcome(game, cards[0], event, outcome)
        advance(game, cards[0])
    return -1


@template(compiled)
def apply_chance(games, index, cards, event, outcome):
    """Applies an outcome to the pending chance event of game `index`, trusted to be this one, and runs to the next stop."""
    apply_outcome(games[index], cards[0], event, outcome)
    advance(games[index], cards[0])
