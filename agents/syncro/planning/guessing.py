"""What may lie on the foes, and what the mages still to come may add: guesses that an agent with a style makes.

A planner (weight `counts`) works out what other mages laid and kept: it goes through the turn, and asks at each opportunity
what a mage with its own weights would have done with each Spell (`worth.py`). Others take Spells for constants.
"""

import numpy as np

from resonance_env.agents.syncro.planning.belief import highest_believed
from resonance_env.agents.syncro.planning.convention import first_spell, further_spell, reach_of, second_of
from resonance_env.agents.syncro.planning.worth import worth_of
from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.syncro.rules import vocabulary as v

_TARGETS, _VALUES = (v.MAX_TARGETS,), (v.MAX_SEATS, v.MAX_VALUE)
GUESS = np.dtype(
    (
        np.record,
        [
            ("total", "f8", _TARGETS),  # [target] expected total of the Spells on it
            ("unknown_on", "i8", _TARGETS),  # [target] Spells on it that were guessed
            ("down", "i8", _TARGETS),  # [target] Spells laid on it this turn
            ("doubt", "f8", _TARGETS),  # [target] variance of that total
            ("lowest", "f8", _TARGETS),  # [target] lowest Spell on it, as guessed
            ("top", "i8", _TARGETS),  # [target] mage that laid the top Spell on it this turn, or NOTHING
            ("later", "i8"),  # opportunities to come whose mages have Spells
            ("reach", "f8", (v.MAX_OPPORTUNITIES,)),  # [opportunity] what its mage is expected to add; 0: none, or no Spells
            # Of a planner (`belief.py`).
            ("known", "i8", _VALUES),  # [seat, value - 1] Spells in the hand that are known
            ("unknown", "i8", (v.MAX_SEATS,)),  # [seat] Spells in the hand or face down that are not known
            ("hand", "f8", _VALUES),  # [seat, value - 1] distribution of the value of one of these
            ("laid", "f8", (v.MAX_OPPORTUNITIES, v.MAX_VALUE)),  # [opportunity, value - 1] which Spell was laid, in proportion
            ("worth", "f8", (v.MAX_VALUE,)),  # [value - 1] scratch: what a Spell was worth to a mage
        ],
    )
)


def new_guess():
    """Returns an array of one GUESS record."""
    return np.zeros(1, dtype=GUESS)


@compiled
def make_guess(view, style, guess):
    """Fills a GUESS record from a VIEW record; of a planner, after `form_belief`."""
    for target in range(view["targets"]):
        guess["total"][target] = view["total"][target]
        guess["unknown_on"][target], guess["down"][target], guess["doubt"][target] = 0, 0, 0.0
        guess["lowest"][target] = view["lowest"][target]
        guess["top"][target] = v.NOTHING
    _expect_reach(view, style, guess)
    for opportunity in range(min(int(view["opportunity"]), int(view["opportunities"]))):
        target, seat = int(view["act_target"][opportunity]), int(view["act_seat"][opportunity])
        if target == v.NOTHING:
            if style["counts"] and seat:
                _learn_from_pass(view, style, guess, opportunity, seat)
            continue
        value = float(view["act_value"][opportunity])
        if value == 0.0:
            value = _guess_spell(view, style, guess, opportunity, seat, target)
        guess["total"][target] += value
        guess["down"][target] += 1
        guess["lowest"][target] = min(guess["lowest"][target], value)
        guess["top"][target] = seat
    if style["counts"]:
        _expect_reach(view, style, guess)


@inlined
def _expect_reach(view, style, guess):
    """Guesses what each opportunity adds."""
    guess["later"] = 0
    for opportunity in range(view["opportunities"]):
        seat = int(view["act_seat"][opportunity])
        is_later = opportunity > view["opportunity"]
        has_spells = view["held"][seat] > (seat == 0 and is_later) or view["act_target"][opportunity] != v.NOTHING
        guess["reach"][opportunity] = reach_of(view, style, seat) if has_spells else 0.0
        if has_spells and is_later and seat == 0:
            guess["reach"][opportunity] += style["own"] * (second_of(view) - 3.5)
        if style["counts"] and has_spells and is_later and seat:
            hidden = 0
            for value in range(v.MAX_VALUE):
                hidden -= int(guess["known"][seat, value])
            hidden += view["held"][seat]
            guess["reach"][opportunity] += style["reach_hand"] * (highest_believed(guess, seat, hidden) - 4.2)
        guess["later"] += is_later and has_spells
    if view["seats"] == v.MAX_SEATS and guess["later"] and _no_one_passed(view):  # one of them must pass (SY-TURN-6)
        for opportunity in range(view["opportunity"] + 1, view["opportunities"]):
            guess["reach"][opportunity] *= (guess["later"] - 1) / guess["later"]
        guess["later"] -= 1


@inlined
def _no_one_passed(view):
    """Returns whether all opportunities so far were attacks."""
    for opportunity in range(view["opportunity"]):
        if view["act_target"][opportunity] == v.NOTHING:
            return False
    return True


@inlined
def _guess_spell(view, style, guess, opportunity, seat, target):
    """Returns the value that a Spell which another mage laid face down is taken for; `guess` has those laid before."""
    guess["unknown_on"][target] += 1
    if style["counts"]:
        return _infer_spell(view, style, guess, opportunity, seat, target)
    guess["doubt"][target] += style["doubt"] ** 2
    if guess["total"][target] == 0.0:
        return first_spell(view, style, seat)
    return further_spell(style, view["force"][target] - guess["total"][target])


@inlined
def _infer_spell(view, style, guess, opportunity, seat, target):
    """Returns the expected value of a Spell: with some probability the one of its mage that was worth most there, else any."""
    hidden, mean, square = int(guess["unknown"][seat]), 0.0, 0.0
    for value in range(v.MAX_VALUE):
        guess["worth"][value] = worth_of(style, view, guess, opportunity, seat, target, value + 1.0, v.MAX_VALUE)
    for value in range(v.MAX_VALUE):
        one, better = guess["hand"][seat, value], 0.0  # probability that a Spell is worth more
        for other in range(v.MAX_VALUE):
            if guess["worth"][other] > guess["worth"][value]:
                better += guess["hand"][seat, other]
        is_best = max(1.0 - better, 0.0) ** hidden - max(1.0 - better - one, 0.0) ** hidden
        weight = style["sense"] * is_best + (1.0 - style["sense"]) * one
        guess["laid"][opportunity, value] = weight
        mean += weight * (value + 1)
        square += weight * (value + 1) ** 2
    guess["doubt"][target] += max(square - mean * mean, 0.0) + style["doubt"] ** 2
    return mean


@inlined
def _learn_from_pass(view, style, guess, opportunity, seat):
    """Believes less in Spells that a mage which passed would have laid."""
    total = 0.0
    for value in range(v.MAX_VALUE):
        for target in range(view["targets"]):
            if worth_of(style, view, guess, opportunity, seat, target, value + 1.0, v.MAX_VALUE) > 0.0:
                guess["hand"][seat, value] *= 1.0 - style["passes"]
                break
        total += guess["hand"][seat, value]
    for value in range(v.MAX_VALUE):
        guess["hand"][seat, value] /= max(total, 1e-9)
