"""The decisions of scripted agents: `choose` answers one question of one row, `choose_rows` a batch of rows.

At an opportunity an agent weighs every Spell on every foe: how much likelier the foe is beaten, against the points that go to
waste. It passes where nothing is worth more than 0. Equal worth goes to the lowest code.
"""

from resonance_env.agents.syncro.planning.belief import form_belief
from resonance_env.agents.syncro.planning.convention import MEAN, estimate_of, highest_of, mean_of
from resonance_env.agents.syncro.planning.guessing import make_guess
from resonance_env.agents.syncro.planning.paying import choose_payment
from resonance_env.agents.syncro.planning.rewards import choose_reward
from resonance_env.agents.syncro.planning.view import read_view
from resonance_env.agents.syncro.planning.worth import worth_of
from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.syncro.rules import actions as act, vocabulary as v


@compiled
def choose(row, legal, seats, cards, style, view, guess):
    """Returns the action of a seat that is asked.

    Args:
        row: int8 `[size]`, an observation of kind `table` or `recall`.
        legal: int8 `[action]`.
        seats: number of seats.
        cards: a CARDS record.
        style: a STYLE record.
        view: a VIEW record, scratch.
        guess: a GUESS record, scratch.
    """
    read_view(row, seats, cards, view)
    phase = int(view["phase"])
    if phase == v.PHASE_TURN:
        if style["counts"]:
            form_belief(row, view, style, guess)
        make_guess(view, style, guess)
        action = choose_reward(legal, cards, view, guess)
        return action if action != v.NOTHING else _attack(legal, style, view, guess)
    if phase == v.PHASE_ESTIMATE:
        return act.ESTIMATE + estimate_of(view, style)
    if phase == v.PHASE_PAY:
        return choose_payment(view)
    return act.KEEP if mean_of(view) >= MEAN else act.DISCARD


@compiled
def choose_rows(rows, legal, seats, cards, styles, views, guesses, noise, uniform, out):
    """Chooses for every row into `out[index]`; with probability `noise` any legal action, by what is left of `uniform`."""
    for index in range(len(rows)):
        if uniform[index] < noise:
            out[index] = _nth_legal(legal[index], uniform[index] / noise)
        else:
            out[index] = choose(rows[index], legal[index], seats, cards[0], styles[0], views[0], guesses[0])


@inlined
def _nth_legal(legal, share):
    """Returns the legal action that comes after a share of all legal ones."""
    count = 0
    for action in range(act.NUM_ACTIONS):
        count += legal[action]
    left = int(share * count)
    for action in range(act.NUM_ACTIONS):
        if legal[action]:
            if left == 0:
                return action
            left -= 1
    return act.WAIT


@inlined
def _attack(legal, style, view, guess):
    """Returns the attack that is worth most, or pass."""
    best, best_worth, highest = v.NOTHING, 0.0, highest_of(view)
    if legal[act.PASS]:
        best = act.PASS
    for position in range(view["held"][0]):
        for target in range(view["targets"]):
            action = act.ATTACK + v.MAX_TARGETS * position + target
            if legal[action]:
                value = float(view["hand"][position])
                worth = worth_of(style, view, guess, int(view["opportunity"]), 0, target, value, highest)
                if best == v.NOTHING or worth > best_worth:
                    best, best_worth = action, worth
    return best
