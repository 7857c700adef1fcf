"""What may lie on the foes, and what the mages still to come may add: guesses that an agent with a style makes."""

import math

import numpy as np

from resonance_env.agents.syncro.planning.convention import first_spell, further_spell, reach_of
from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.syncro.rules import vocabulary as v

GUESS = np.dtype(
    (
        np.record,
        [
            ("total", "f8", (v.MAX_TARGETS,)),  # [target] expected total of the Spells on it
            ("unknown", "i8", (v.MAX_TARGETS,)),  # [target] Spells on it that were guessed
            ("down", "i8", (v.MAX_TARGETS,)),  # [target] Spells laid on it this turn
            ("doubt", "f8", (v.MAX_TARGETS,)),  # [target] variance of that total
            ("lowest", "f8", (v.MAX_TARGETS,)),  # [target] lowest Spell on it, as guessed
            ("later", "i8"),  # opportunities to come whose mages have Spells
            ("power", "f8"),  # what they are expected to add together
        ],
    )
)


def new_guess():
    """Returns an array of one GUESS record."""
    return np.zeros(1, dtype=GUESS)


@compiled
def make_guess(view, style, guess):
    """Fills a GUESS record from a VIEW record."""
    for target in range(view["targets"]):
        guess["total"][target] = view["total"][target]
        guess["unknown"][target], guess["down"][target], guess["doubt"][target] = 0, 0, 0.0
        guess["lowest"][target] = view["lowest"][target]
    guess["later"], guess["power"] = 0, 0.0
    for opportunity in range(view["opportunities"]):
        target, seat = int(view["act_target"][opportunity]), int(view["act_seat"][opportunity])
        if target != v.NOTHING:
            value = float(view["act_value"][opportunity])
            if value == 0.0:
                value = _guess_spell(view, style, guess, seat, target)
                guess["unknown"][target] += 1
                guess["doubt"][target] += style["doubt"] ** 2
            guess["total"][target] += value
            guess["down"][target] += 1
            guess["lowest"][target] = min(guess["lowest"][target], value)
        elif opportunity > view["opportunity"] and view["held"][seat] > (seat == 0):
            guess["later"] += 1
            guess["power"] += reach_of(view, style, seat)
    if view["seats"] == v.MAX_SEATS and guess["later"] and _no_one_passed(view):  # one of them must pass (SY-TURN-6)
        guess["power"] *= (guess["later"] - 1) / guess["later"]
        guess["later"] -= 1


@inlined
def _no_one_passed(view):
    """Returns whether all opportunities so far were attacks."""
    for opportunity in range(view["opportunity"]):
        if view["act_target"][opportunity] == v.NOTHING:
            return False
    return True


@inlined
def _guess_spell(view, style, guess, seat, target):
    """Returns the value that a Spell which another mage laid face down is taken for; `total` has those laid before."""
    if guess["total"][target] == 0.0:
        return first_spell(view, style, seat)
    return further_spell(style, view["force"][target] - guess["total"][target])


@compiled
def chance(style, lacking, power, doubt, later):
    """Returns the probability that a foe is beaten which lacks some points: guessed with a variance, and more may be added."""
    if doubt == 0.0 and (lacking <= 0.0 or later == 0):
        return 1.0 if lacking <= 0.0 else 0.0
    deviation = math.sqrt(doubt + style["hope"] ** 2 * later)
    return 1.0 / (1.0 + math.exp(min((lacking - power - 0.5) * 1.7 / max(deviation, 0.01), 50.0)))
