"""The decisions of scripted agents: `choose` answers one question of one row, `choose_rows` a batch of rows.

At an opportunity an agent weighs every Spell on every foe: how much likelier the foe is beaten, against the points that go to
waste. It passes where nothing is worth more than 0. Equal worth goes to the lowest code.
"""

from resonance_env.agents.syncro.planning.convention import MEAN, estimate_of, highest_of, mean_of
from resonance_env.agents.syncro.planning.guessing import chance, make_guess
from resonance_env.agents.syncro.planning.paying import choose_payment
from resonance_env.agents.syncro.planning.rewards import choose_reward
from resonance_env.agents.syncro.planning.view import read_view
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
    best, best_worth = v.NOTHING, 0.0
    if legal[act.PASS]:
        best = act.PASS
    for position in range(view["held"][0]):
        for target in range(view["targets"]):
            action = act.ATTACK + v.MAX_TARGETS * position + target
            if legal[action]:
                worth = _worth(style, view, guess, target, float(view["hand"][position]))
                if best == v.NOTHING or worth > best_worth:
                    best, best_worth = action, worth
    return best


@compiled
def _worth(style, view, guess, target, value):
    """Returns what a Spell of a value on a target is worth, in points of Spells."""
    total, lowest = guess["total"][target], guess["lowest"][target]
    power = _power_left(view, guess, target)
    worth = _outlook(style, view, guess, target, total + value, min(lowest, value), power) - style["card"] * value
    if total > 0.0:
        return worth - _outlook(style, view, guess, target, total, lowest, power)
    return worth - style["lead"] * (highest_of(view) - value)


@inlined
def _power_left(view, guess, target):
    """Returns what the mages to come can add to a target when they have brought down the other foes that were attacked."""
    power = guess["power"]
    for other in range(view["targets"]):
        if other != target and guess["down"][other]:
            power -= max(0.0, view["force"][other] - guess["total"][other])
    return max(power, 0.0)


@compiled
def _outlook(style, view, guess, target, total, lowest, power):
    """Returns the worth of a target that bears Spells of a total, the lowest as given, with what may still be added."""
    lacking = view["force"][target] - total
    unknown = int(guess["unknown"][target])
    beaten = chance(style, lacking, power, guess["doubt"][target], int(guess["later"]))
    above, worth = max(0.0, -lacking), style["win"] * beaten
    if view["is_mushroom"][target] and view["foes"] > 1:  # the last foe draws nothing (SY-END-1)
        if style["saved"] > view["missing"]:
            return style["early"] * beaten - style["fail"] * lowest * (1.0 - beaten)
        drawn = min(above, min(style["aim"], float(view["missing"])))
        worth += style["draw"] * drawn * beaten
        above -= drawn
    lost = style["absorb"] * total if view["is_golem"][target] else style["fail"] * lowest
    if view["is_dragon"][target] and not view["calm"]:
        worth -= style["due"] * (beaten * above + (1.0 - beaten) * max(lacking, 1.0) + 0.5 * unknown)
    else:
        worth -= style["over"] * beaten * above
    return worth - lost * (1.0 - beaten)
