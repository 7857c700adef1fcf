"""The loops over arrays of games: those of the core, with the rules of SYNCRO."""

from resonance_env.core.bound_loops import bind_loops
from resonance_env.core.chance import draw
from resonance_env.core.compiled import inlined
from resonance_env.games.syncro.rules import chance_events, engine, legality, masks, vocabulary as v
from resonance_env.games.syncro.rules.questions import nth_answer, num_answers
from resonance_env.games.syncro.rules.tries import payoff_of, progress_of
from resonance_env.games.syncro.sight import full_state, observation


@inlined
def random_action(game, cards, seat, low, high, number):
    """Returns a legal action of a seat that is asked, each as likely."""
    return nth_answer(game, cards, seat, draw(low, high, v.PURPOSE_ROLLOUT, number, num_answers(game, cards, seat)))


@inlined
def write_payoffs(game, cards, out):
    """Writes the payoff that all seats share into `out[seat]` (float32) (SY-SCORE-2)."""
    payoff = payoff_of(game, cards)
    for seat in range(game["seats"]):
        out[seat] = payoff


@inlined
def write_progress(game, cards, out):
    """Writes the progress that all seats share into `out[seat]` (float32) (SY-SCORE-3)."""
    progress = progress_of(game, cards)
    for seat in range(game["seats"]):
        out[seat] = progress


@inlined
def pending_event(game):
    """Returns the chance event that comes next."""
    return int(game["event"])


@inlined
def num_outcome_codes(game, cards, event):
    """Returns a number above all outcomes of the pending event (SY-CHANCE-2)."""
    return chance_events.last_outcome(game) + 1


@inlined
def outcome_weight(game, cards, event, outcome):
    """Returns the integer weight of an outcome of the pending event; 0 if it cannot come."""
    return chance_events.outcome_weight(game, outcome)


@inlined
def total_weight(game, cards, event):
    """Returns the sum of the weights of all outcomes of the pending event."""
    return chance_events.total_weight(game)


@inlined
def apply_outcome(game, cards, event, outcome):
    """Lets the pending event come out in a given way."""
    engine.apply_outcome(game, cards, outcome)


loops = bind_loops(__name__, v, engine, legality, masks, full_state, observation)
