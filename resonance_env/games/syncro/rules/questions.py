"""Questions: who is asked what, and the answers that are legal (SY-ASK)."""

from resonance_env.core.bitset import count_bits, has_bit, nth_bit
from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.syncro.rules import actions as act, vocabulary as v


@inlined
def pose(game, phase, seat):
    """One mage is asked."""
    game["phase"] = phase
    game["asked"][seat] = 1


@inlined
def pose_to_all(game, phase):
    """All mages with Spells are asked, at once."""
    game["phase"] = phase
    for seat in range(game["seats"]):
        game["asked"][seat] = 1 if game["held"][seat] > 0 else 0


@inlined
def names_target(cards, reward):
    """Returns whether a Reward names a target (SY-ASK-4)."""
    return cards["reward_effect"][reward] == v.REWARD_WEAKEN


@inlined
def _num_rewards(game, cards, seat):
    """Returns how many codes of the mage's Reward are legal at an opportunity."""
    reward = int(game["reward"][seat])
    if reward == v.NOTHING:
        return 0
    return int(game["num_targets"]) if names_target(cards, reward) else 1


@compiled
def num_turn_answers(game, cards, seat):
    """Returns how many answers the mage at the opportunity has."""
    attacks = int(game["held"][seat]) * count_bits(int(game["legal_targets"]))
    return attacks + int(game["may_pass"]) + _num_rewards(game, cards, seat)


@compiled
def nth_turn_answer(game, cards, seat, n):
    """Returns the code of the n-th answer in ascending order of the mage at the opportunity."""
    if game["may_pass"]:
        if n == 0:
            return act.PASS
        n -= 1
    targets = count_bits(int(game["legal_targets"]))
    attacks = int(game["held"][seat]) * targets
    if n < attacks:
        return act.ATTACK + v.MAX_TARGETS * (n // targets) + nth_bit(int(game["legal_targets"]), n % targets)
    return (act.REWARD_ON if names_target(cards, int(game["reward"][seat])) else act.REWARD) + n - attacks


@compiled
def num_answers(game, cards, seat):
    """Returns how many answers a seat that is asked has; 1, to wait, for others."""
    phase = int(game["phase"])
    if not game["asked"][seat]:
        return 1
    if phase == v.PHASE_TURN:
        return num_turn_answers(game, cards, seat)
    if phase == v.PHASE_PAY:
        return int(game["held"][seat]) + 1
    return len(v.ESTIMATE_NAMES) if phase == v.PHASE_ESTIMATE else 2


@compiled
def nth_answer(game, cards, seat, n):
    """Returns the code of the n-th answer of a seat in ascending order (n = 0: the lowest)."""
    phase = int(game["phase"])
    if not game["asked"][seat]:
        return act.WAIT
    if phase == v.PHASE_TURN:
        return nth_turn_answer(game, cards, seat, n)
    if phase == v.PHASE_PAY:
        return act.PAY + n if n < game["held"][seat] else act.PAY_NO_MORE
    return act.ESTIMATE + n if phase == v.PHASE_ESTIMATE else act.KEEP + n


@compiled
def is_answer(game, cards, seat, action):
    """Returns whether an action is legal for a seat that is asked."""
    phase = int(game["phase"])
    if phase == v.PHASE_ESTIMATE:
        return act.ESTIMATE <= action < act.PAY
    if phase == v.PHASE_PAY:
        return action == act.PAY_NO_MORE or act.PAY <= action < act.PAY + game["held"][seat]
    if phase == v.PHASE_KEEP:
        return action == act.KEEP or action == act.DISCARD
    if action == act.PASS:
        return game["may_pass"] == 1
    if act.ATTACK <= action < act.REWARD:
        number = action - act.ATTACK
        return number // v.MAX_TARGETS < game["held"][seat] and has_bit(int(game["legal_targets"]), number % v.MAX_TARGETS)
    reward = int(game["reward"][seat])
    if reward == v.NOTHING:
        return False
    if names_target(cards, reward):
        return act.REWARD_ON <= action < act.REWARD_ON + game["num_targets"]
    return action == act.REWARD
