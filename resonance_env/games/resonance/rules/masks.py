"""Action masks, written from the bits of `legal_codes.py`.

Which seat is asked differs from game to game, so a branch on it is mostly mispredicted: loops have fixed lengths, and values
are computed for all seats rather than skipped for some.
"""

from resonance_env.core.bitset import nth_bit
from resonance_env.core.compiled import compiled, inlined
from resonance_env.core.packed import write_bits
from resonance_env.games.resonance.rules import actions as act, vocabulary as v
from resonance_env.games.resonance.rules.legal_codes import act_bits, draw_bits, legal_codes

NUM_ACT = act.LAST_ACT - act.FIRST_ACT + 1
NUM_CHOOSE = act.TAKE_DEMON - act.CHOOSE_TYPE
MAX_OTHER = 8  # the longest range of codes of the other phases


@compiled
def write_masks(game, cards, out):
    """Writes 1 where an action is legal, else 0, into `out[seat, action]` (int8)."""
    seats = int(game["seats"])
    for seat in range(seats):
        row = out[seat]
        for action in range(act.NUM_ACTIONS):
            row[action] = 0
        row[act.WAIT] = 1 - game["asked"][seat]
    if game["phase"] == v.PHASE_ACT:
        draws = draw_bits(game)
        for seat in range(seats):
            if game["asked"][seat]:
                write_bits(act_bits(game, seat, draws), NUM_ACT, out[seat], act.FIRST_ACT)
        return
    for seat in range(seats):
        if game["asked"][seat]:
            _write_choices(game, cards, seat, out[seat])


@compiled
def write_asked_masks(game, cards, asked, out, start):
    """Writes the masks of a bit set of seats that are asked into the rows `out[start]`, `out[start + 1]` … (int8)."""
    is_act = game["phase"] == v.PHASE_ACT
    draws = draw_bits(game) if is_act else 0
    number, rest = start, asked
    while rest:
        seat = nth_bit(rest, 0)
        rest &= rest - 1
        row = out[number]
        for action in range(act.NUM_ACTIONS):
            row[action] = 0
        if is_act:
            write_bits(act_bits(game, seat, draws), NUM_ACT, row, act.FIRST_ACT)
        else:
            _write_choices(game, cards, seat, row)
        number += 1


@inlined
def _write_choices(game, cards, seat, row):
    """Writes what a seat may choose outside of ACT."""
    first, bits, may_stop = legal_codes(game, cards, seat)
    row[act.STOP] = may_stop
    if game["phase"] == v.PHASE_CHOOSE:
        write_bits(bits, NUM_CHOOSE, row, act.CHOOSE_TYPE)
    else:
        write_bits(bits, MAX_OTHER, row, first)
