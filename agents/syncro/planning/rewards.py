"""When a scripted agent plays its Reward (SY-REWARD)."""

from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.syncro.rules import actions as act, vocabulary as v


@compiled
def choose_reward(legal, cards, view, guess):
    """Returns the action that plays the Reward, or NOTHING."""
    reward = int(view["reward"])
    if reward == v.NOTHING:
        return v.NOTHING
    effect, held = int(cards["reward_effect"][reward]), int(view["held"][0])
    if effect == v.REWARD_WEAKEN:
        return _weaken(legal, view, guess, int(cards["reward_n"][reward]))
    is_of_use = False
    if effect == v.REWARD_DRAW:
        is_of_use = held + int(cards["reward_n"][reward]) <= cards["limit"][view["seats"]]
    elif effect == v.REWARD_SHOW:
        is_of_use = 2 * held > cards["limit"][view["seats"]]
    elif effect == v.REWARD_POOL:
        is_of_use = held == 0
    elif guess["later"] == 0:
        is_of_use = _is_at_risk(view, guess, effect == v.REWARD_CALM)
    return act.REWARD if is_of_use and legal[act.REWARD] else v.NOTHING


@inlined
def _weaken(legal, view, guess, number):
    """Returns the action that brings down a foe which lacks at most the number and gets no more Spells, or NOTHING."""
    for target in range(view["targets"]):
        lacking = view["force"][target] - guess["total"][target]
        if legal[act.REWARD_ON + target] and guess["later"] == 0 and guess["down"][target] and 0.0 < lacking <= number:
            return act.REWARD_ON + target
    return v.NOTHING


@inlined
def _is_at_risk(view, guess, of_dragon):
    """Returns whether Spells lie on a foe that lacks points; of a Dragon, whether any difference must be paid."""
    for target in range(view["targets"]):
        lacking = view["force"][target] - guess["total"][target]
        if guess["total"][target] > 0.0:
            if of_dragon and view["is_dragon"][target] and not view["calm"] and abs(lacking) >= 1.0:
                return True
            if not of_dragon and not view["hold"] and lacking >= 1.0:
                return True
    return False
