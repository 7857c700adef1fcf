"""Action masks, written from the bits of `legal_codes.py`.

Which seat is asked for what differs from game to game, so a branch on it is mostly mispredicted: loops have fixed lengths,
and what can be computed for all is not skipped for some.
"""

from __future__ import annotations

from resonance_env.core.compiled import compiled
from resonance_env.core.packed import write_bits
from resonance_env.games.resonance.rules.actions import CHOOSE_TYPE, FIRST_ACT, LAST_ACT, NUM_ACTIONS, STOP, TAKE_DEMON, WAIT
from resonance_env.games.resonance.rules.legal_codes import act_bits, legal_codes
from resonance_env.games.resonance.rules.vocabulary import PHASE_ACT, PHASE_CHOOSE

NUM_ACT = LAST_ACT - FIRST_ACT + 1
NUM_CHOOSE = TAKE_DEMON - CHOOSE_TYPE
MAX_OTHER = 8  # the longest range of codes of the other phases


@compiled
def write_masks(game, cards, out):
    """Writes 1 where an action is legal, else 0, into `out[seat, action]` (int8)."""
    seats = int(game["seats"])
    for seat in range(seats):
        row = out[seat]
        for action in range(NUM_ACTIONS):
            row[action] = 0
        row[WAIT] = 1 - game["asked"][seat]
    if game["phase"] == PHASE_ACT:
        for seat in range(seats):
            if game["asked"][seat]:
                write_bits(act_bits(game, seat), NUM_ACT, out[seat], FIRST_ACT)
        return
    for seat in range(seats):
        if game["asked"][seat]:
            first, bits, may_stop = legal_codes(game, cards, seat)
            row = out[seat]
            row[STOP] = may_stop
            if game["phase"] == PHASE_CHOOSE:
                write_bits(bits, NUM_CHOOSE, row, CHOOSE_TYPE)
            else:
                write_bits(bits, MAX_OTHER, row, first)
