"""Action masks, written from the bits of the legal answers (`questions.py`)."""

from resonance_env.core.compiled import compiled, inlined
from resonance_env.core.packed import write_bits
from resonance_env.games.summon_demons.rules import actions as act


@compiled
def write_masks(game, cards, out):
    """Writes 1 where an action is legal, else 0, into `out[seat, action]` (int8)."""
    for seat in range(game["seats"]):
        row = out[seat]
        if game["asked"][seat]:
            _write_answers(game, row)
        else:
            for action in range(act.NUM_ACTIONS):
                row[action] = 0
            row[act.WAIT] = 1


@inlined
def write_asked_masks(game, cards, asked, out, start):
    """Writes the masks of a bit set of seats that are asked, one at most, into the row `out[start]` (int8)."""
    if asked != 0:
        _write_answers(game, out[start])


@inlined
def _write_answers(game, row):
    write_bits(int(game["legal"][0]), act.NUM_LOW, row, 0)
    write_bits(int(game["legal"][1]), act.NUM_HIGH, row, act.FIRST_HIGH)
