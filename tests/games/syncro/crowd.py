"""Policies that drive games of SYNCRO into the corners of the rules."""

import numpy as np

from resonance_env.games.syncro.rules import actions as act, vocabulary as v
from tests.games import crowd

POLICY_NAMES = ("uniform", "attack", "first target", "pass", "reward", "hoard", "spender")


def _wishes() -> np.ndarray:
    """Returns float32 `[policy, action]`."""
    wishes = np.zeros((len(POLICY_NAMES), act.NUM_ACTIONS), dtype=np.float32)
    row = dict(zip(POLICY_NAMES, wishes, strict=True))
    attacks, targets = slice(act.ATTACK, act.REWARD), v.MAX_TARGETS
    rewards, pays = slice(act.REWARD, act.ESTIMATE), slice(act.PAY, act.PAY_NO_MORE)
    row["attack"][act.PASS] = -1
    row["attack"][act.PAY_NO_MORE] = -1
    row["first target"][act.ATTACK : act.REWARD : targets] = 2
    row["first target"][pays] = 1
    row["pass"][act.PASS] = 2
    row["reward"][rewards] = 2
    row["reward"][attacks] = 1
    row["reward"][pays] = 1
    row["hoard"][rewards] = -1
    row["hoard"][act.KEEP] = 1
    row["hoard"][pays] = 1
    row["spender"][attacks] = 1
    row["spender"][pays] = 1
    row["spender"][act.DISCARD] = 1
    return wishes


class Crowd(crowd.Crowd):
    """Games of one variant."""

    policy_names = POLICY_NAMES
    wishes = _wishes()
