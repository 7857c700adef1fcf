"""The convention of `signaller`: what its estimates and plays mean, and how it reads those of partners.

- An estimate tells the highest Spell of the hand: good, at least 5; middling, 4; bad, at most 3.
- The first Spell on a foe in a turn is the highest of the mage's hand.
- Any further Spell brings the foe down, as far as the mage can tell, or is the highest of its hand.
"""

from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.syncro.rules import vocabulary as v

BAD, MIDDLING, GOOD = range(len(v.ESTIMATE_NAMES))
HIGH = 5


@compiled
def highest_of(view):
    """Returns the highest value in the observer's hand; 0 without Spells."""
    highest = 0
    for position in range(view["held"][0]):
        highest = max(highest, view["hand"][position])
    return highest


@compiled
def estimate_of(view):
    """Returns the estimate that the convention shows, an index in ESTIMATE_NAMES."""
    highest = highest_of(view)
    return GOOD if highest >= HIGH else MIDDLING if highest == HIGH - 1 else BAD


@compiled
def first_spell(view, seat):
    """Returns what the first Spell of a mage on a foe is expected to be."""
    estimate = int(view["estimate"][seat])
    if estimate == GOOD:
        return 5.0
    return 2.7 if estimate == BAD else 4.0


@inlined
def reach_of(view, seat):
    """Returns what a mage at an opportunity to come is expected to add."""
    if seat == 0:
        return float(highest_of(view))
    return first_spell(view, seat)


@compiled
def is_by_convention(view, guess, target, value):
    """Returns whether a Spell of a value may be laid on a target."""
    if value == highest_of(view):
        return True
    if view["opportunity"] == view["opportunities"] - 1:
        return True  # nobody reads it
    return guess["down"][target] > 0 and guess["total"][target] + value >= view["force"][target]
