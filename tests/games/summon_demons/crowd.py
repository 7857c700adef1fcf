"""Policies that drive games of Let's Summon Demons into the corners of the rules."""

import numpy as np

from resonance_env.games.summon_demons.rules import actions as act
from tests.games import crowd

POLICY_NAMES = ("uniform", "busy", "buy", "summon", "save", "decline", "rob", "card", "supply")


def _wishes() -> np.ndarray:
    """Returns float32 `[policy, action]`."""
    wishes = np.zeros((len(POLICY_NAMES), act.NUM_ACTIONS), dtype=np.float32)
    row = dict(zip(POLICY_NAMES, wishes, strict=True))
    take, card, demon = slice(act.TAKE, act.CARD), slice(act.CARD, act.DEMON), slice(act.DEMON, act.CANDLE)
    row["busy"][act.PASS] = -1
    row["buy"][take] = 1
    row["summon"][demon] = 2
    row["summon"][take] = 1
    row["save"][take] = -1
    row["save"][demon] = -1
    row["decline"][act.PASS] = 1
    row["rob"][act.OPPONENT : act.TAKE] = 2
    row["rob"][act.PASS] = -1
    row["card"][card] = 1
    row["supply"][act.SUPPLY] = 1
    return wishes


class Crowd(crowd.Crowd):
    """Games of one variant."""

    policy_names = POLICY_NAMES
    wishes = _wishes()
