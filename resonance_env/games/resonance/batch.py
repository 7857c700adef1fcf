"""The loops over arrays of games: those of the core, with the rules of Resonance."""

from resonance_env.core.bitset import count_bits, nth_bit
from resonance_env.core.bound_loops import bind_loops
from resonance_env.core.chance import draw
from resonance_env.core.compiled import inlined
from resonance_env.games.resonance.rules import actions as act, chance_events, engine, legality, masks, victory, vocabulary as v
from resonance_env.games.resonance.rules.legal_codes import legal_codes
from resonance_env.games.resonance.sight import observation


@inlined
def random_action(game, cards, seat, low, high, number):
    """Returns a legal action of a seat that is asked, each as likely."""
    first, bits, may_stop = legal_codes(game, cards, seat)
    pick = draw(low, high, v.PURPOSE_ROLLOUT, number, count_bits(bits) + may_stop) - may_stop
    return first + nth_bit(bits, pick) if pick >= 0 else act.STOP


@inlined
def write_progress(game, cards, out):
    """Writes the share of its levels that each seat has validated into `out[seat]` (float32)."""
    for seat in range(game["seats"]):
        out[seat] = game["level"][seat] / v.NUM_LEVELS


@inlined
def num_outcome_codes(game, cards, event):
    """Returns a number above all outcomes of the event."""
    return chance_events.total_weight(game, event) if event == v.CHANCE_QUICKNESS else v.MAX_INCANTATION + 1


@inlined
def outcome_weight(game, cards, event, outcome):
    """Returns the integer weight of an outcome of the pending event; 0 if it is impossible."""
    return chance_events.outcome_weight(game, event, outcome)


@inlined
def total_weight(game, cards, event):
    """Returns the sum of the weights of all outcomes of the pending event."""
    return chance_events.total_weight(game, event)


@inlined
def apply_outcome(game, cards, event, outcome):
    """Applies an outcome to the pending event."""
    chance_events.apply_outcome(game, event, outcome)


pending_event = chance_events.pending_chance
loops = bind_loops(__name__, v, engine, legality, masks, victory, observation)
