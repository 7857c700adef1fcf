"""The decisions of scripted agents: `choose` answers one question of one row, `choose_rows` a batch of rows.

At an opportunity an agent weighs every Spell on every foe: how much likelier the foe is beaten, against the points that go to
waste. It passes where nothing is worth more than 0. Equal worth goes to the lowest code.
"""

from resonance_env.agents.syncro.planning.convention import estimate_of
from resonance_env.agents.syncro.planning.guessing import chance, make_guess
from resonance_env.agents.syncro.planning.paying import choose_payment
from resonance_env.agents.syncro.planning.rewards import choose_reward
from resonance_env.agents.syncro.planning.view import read_view
from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.syncro.rules import actions as act, vocabulary as v

MEAN = 2.8  # of a Spell


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
        return act.ESTIMATE + (estimate_of(view) if style["listens"] else _estimate(view))
    if phase == v.PHASE_PAY:
        return choose_payment(view)
    return act.KEEP if _mean_of_hand(view) >= MEAN else act.DISCARD


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


@compiled
def _mean_of_hand(view):
    total = 0
    for position in range(view["held"][0]):
        total += view["hand"][position]
    return total / max(view["held"][0], 1)


@inlined
def _estimate(view):
    """Returns the estimate that tells the mean of the hand."""
    mean = _mean_of_hand(view)
    return 0 if mean < MEAN - 0.4 else 1 if mean < MEAN + 0.4 else 2


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
    return best if best != v.NOTHING else act.PASS


@compiled
def _worth(style, view, guess, target, value):
    """Returns what a Spell of a value on a target is worth, in points of Spells."""
    unknown, later = int(guess["unknown"][target]), int(guess["later"])
    power = guess["power"]
    for other in range(view["targets"]):
        if other != target and guess["down"][other]:
            power -= max(0.0, view["force"][other] - guess["total"][other])
    power = max(power, 0.0)
    before = view["force"][target] - guess["total"][target]
    lacking = before - value
    without = chance(style, before, power, unknown, later) if guess["down"][target] else 0.0
    beaten = chance(style, lacking, power, unknown, later)
    worth = style["win"] * (beaten - without) - style["card"] * value
    waste = max(0.0, -lacking) - max(0.0, -before)
    if view["is_mushroom"][target]:
        if style["saved"] > view["missing"]:
            return -value - (0.0 if lacking > 0.0 else style["win"])
        useful = min(style["aim"], float(view["missing"]))
        drawn = min(max(0.0, -lacking), useful) - min(max(0.0, -before), useful)
        worth += style["draw"] * drawn * beaten
        waste -= drawn
    if view["is_dragon"][target] and not view["calm"]:
        waste = abs(lacking) - abs(before) * (guess["down"][target] > 0) if later == 0 else waste
        return worth - style["due"] * (waste + 0.5 * unknown)
    lost = min(value, guess["lowest"][target])
    if view["is_golem"][target]:
        return worth - style["over"] * waste * beaten - style["absorb"] * (guess["total"][target] + value) * (1.0 - beaten)
    return worth - style["over"] * waste * beaten - style["fail"] * lost * (1.0 - beaten)
