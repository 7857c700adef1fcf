"""The convention of `signaller`: what its estimates and plays mean, and how it reads those of partners.

- An estimate tells the highest Spell of the hand: good, at least 5; middling, 4; bad, at most 3.
- The first Spell on a foe is high: it costs worth if the hand has a higher one.
- A further Spell tends to be what the foe lacks.

How far an agent follows and trusts the convention are weights of its style (`style_names.py`); `greedy` and `saver` neither
follow nor trust it, and their estimates tell the mean of the hand.
"""

from resonance_env.core.compiled import compiled
from resonance_env.games.syncro.rules import vocabulary as v

BAD, MIDDLING, GOOD = range(len(v.ESTIMATE_NAMES))
HIGH = 5
MEAN = 2.8  # of a Spell
BELOW_MEAN, WITHIN_MEAN = 0.4, 0.4  # a middling hand has a mean from the one below MEAN to just below the other above it


@compiled
def highest_of(view):
    """Returns the highest value in the observer's hand; 0 without Spells."""
    highest = 0
    for position in range(view["held"][0]):
        highest = max(highest, view["hand"][position])
    return highest


@compiled
def second_of(view):
    """Returns the second highest value in the observer's hand; 0 with fewer than two Spells."""
    highest, second = 0, 0
    for position in range(view["held"][0]):
        value = int(view["hand"][position])
        second = max(second, min(value, highest))
        highest = max(highest, value)
    return second


@compiled
def mean_of(view):
    """Returns the mean value in the observer's hand; 0 without Spells."""
    total = 0
    for position in range(view["held"][0]):
        total += view["hand"][position]
    return total / max(view["held"][0], 1)


@compiled
def estimate_of(view, style):
    """Returns the estimate that an agent shows, an index in ESTIMATE_NAMES."""
    if style["tells"]:
        highest = highest_of(view)
        return GOOD if highest >= HIGH else MIDDLING if highest == HIGH - 1 else BAD
    mean = mean_of(view)
    return BAD if mean < MEAN - BELOW_MEAN else MIDDLING if mean < MEAN + WITHIN_MEAN else GOOD


@compiled
def heard(view, seat):
    """Returns -1 for a mage whose estimate is bad, 1 if it is good, else 0."""
    return view["estimate"][seat] - MIDDLING if view["estimate"][seat] != v.NOTHING else 0


@compiled
def first_spell(view, style, seat):
    """Returns what a mage's first Spell on a foe is taken for."""
    return style["first"] + style["first_heard"] * heard(view, seat)


@compiled
def further_spell(style, lacking):
    """Returns what a mage's further Spell is taken for, on a foe that lacks some points."""
    return style["next"] + style["trust"] * (min(max(lacking, 1.0), float(HIGH)) - style["next"])


@compiled
def reach_of(view, style, seat):
    """Returns what a mage at an opportunity to come is expected to add."""
    reach = style["alone"] if view["targets"] == 1 else style["reach"]
    return reach + style["reach_heard"] * heard(view, seat)
