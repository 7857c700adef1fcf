"""Action masks (SY-ASK-4, SY-ASK-6)."""

from resonance_env.core.bitset import nth_bit
from resonance_env.core.compiled import compiled, inlined
from resonance_env.core.rows import clear
from resonance_env.games.syncro.rules import actions as act, vocabulary as v
from resonance_env.games.syncro.rules.questions import names_target


@compiled
def write_masks(game, cards, out):
    """Writes 1 where an action is legal, else 0, into `out[seat, action]` (int8)."""
    for seat in range(game["seats"]):
        _write_mask(game, cards, seat, out[seat])


@compiled
def write_asked_masks(game, cards, asked, out, start):
    """Writes the masks of a bit set of seats that are asked into the rows `out[start]`, `out[start + 1]` … (int8)."""
    number = start
    while asked:
        _write_mask(game, cards, nth_bit(asked, 0), out[number])
        asked &= asked - 1
        number += 1


@compiled
def _write_mask(game, cards, seat, row):
    clear(row, 0, act.NUM_ACTIONS)
    phase, held = int(game["phase"]), int(game["held"][seat])
    if not game["asked"][seat]:
        row[act.WAIT] = 1
    elif phase == v.PHASE_TURN:
        _write_turn(game, cards, seat, held, row)
    elif phase == v.PHASE_PAY:
        for position in range(held):
            row[act.PAY + position] = 1
        row[act.PAY_NO_MORE] = 1
    elif phase == v.PHASE_ESTIMATE:
        for estimate in range(len(v.ESTIMATE_NAMES)):
            row[act.ESTIMATE + estimate] = 1
    else:
        row[act.KEEP] = 1
        row[act.DISCARD] = 1


@inlined
def _write_turn(game, cards, seat, held, row):
    row[act.PASS] = game["may_pass"]
    for target in range(game["num_targets"]):
        if (int(game["legal_targets"]) >> target) & 1:
            for position in range(held):
                row[act.ATTACK + v.MAX_TARGETS * position + target] = 1
    reward = int(game["reward"][seat])
    if reward != v.NOTHING:
        if names_target(cards, reward):
            for target in range(game["num_targets"]):
                row[act.REWARD_ON + target] = 1
        else:
            row[act.REWARD] = 1
