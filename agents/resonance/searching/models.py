"""Models of players inside playouts, for the other seats and the searcher's own: each has a small code.

A model chooses from an observation row and a mask, as an agent does, so any compiled agent can be one: give it a code here.
With probability `noise` / 256 a model takes a random legal action, so that playouts differ.
"""

from resonance_env.agents.resonance.planning import greedy, planner
from resonance_env.agents.search.halving import NOISE_UNIT, random_action
from resonance_env.core.compiled import inlined
from resonance_env.core.random_stream import NUM_WORDS, draw_below, draw_word

MODEL_RANDOM, MODEL_GREEDY, MODEL_PLANNER, MODEL_MIXED = range(4)
NEEDS_RECALL = (False, False, True, True)
ONE_GREEDY_IN = 4

choose_greedy, choose_planner = greedy.choose, planner.choose


@inlined
def draw_model(model, stream):
    """Returns the model of a seat in one world: with `mixed` one seat in ONE_GREEDY_IN is greedy, the others are planners."""
    if model == MODEL_MIXED:
        return MODEL_GREEDY if draw_below(stream, ONE_GREEDY_IN) == 0 else MODEL_PLANNER
    return model


@inlined
def choose_by(model, noise, row, legal, seats, teams, cards, style, view, stream):
    """Returns the action of a model for one row; `style` and `view` are the planner's."""
    if model == MODEL_RANDOM or (noise > 0 and draw_below(stream, NOISE_UNIT) < noise):
        return random_action(legal, stream)
    if model == MODEL_GREEDY:
        return choose_greedy(row, legal, seats, teams, cards)
    return choose_planner(row, legal, seats, teams, cards, style, view, draw_word(stream) / NUM_WORDS)
