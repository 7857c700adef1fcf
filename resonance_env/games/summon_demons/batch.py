"""The loops over arrays of games: those of the core, with the rules of Let's Summon Demons."""

from resonance_env.core.bound_loops import bind_loops
from resonance_env.core.chance import draw
from resonance_env.core.compiled import inlined
from resonance_env.games.summon_demons.rules import chance_events, engine, legality, masks, scoring, vocabulary as v
from resonance_env.games.summon_demons.rules.questions import nth_answer, num_answers
from resonance_env.games.summon_demons.sight import observation


@inlined
def random_action(game, cards, seat, low, high, number):
    """Returns a legal action of the seat that is asked, each as likely (LD-CHANCE-6)."""
    return nth_answer(game, draw(low, high, v.PURPOSE_ROLLOUT, number, num_answers(game)))


@inlined
def pending_event(game):
    """Returns the chance event that comes next."""
    return int(game["event"])


@inlined
def num_outcome_codes(game, cards, event):
    """Returns a number above all outcomes of any event (LD-CHANCE-5)."""
    return v.MAX_OUTCOMES


@inlined
def outcome_weight(game, cards, event, outcome):
    """Returns the integer weight of an outcome of the pending event; 0 if it cannot come."""
    return chance_events.outcome_weight(game, cards, outcome)


@inlined
def total_weight(game, cards, event):
    """Returns the sum of the weights of all outcomes of the pending event."""
    return chance_events.total_weight(game, cards)


@inlined
def apply_outcome(game, cards, event, outcome):
    """Lets the pending event come out in a given way."""
    chance_events.apply_outcome(game, cards, outcome)


loops = bind_loops(__name__, v, engine, legality, masks, scoring, observation)
