"""Why an action is not legal, in the words of the rules."""

from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.syncro.rules import actions as act, vocabulary as v
from resonance_env.games.syncro.rules.questions import is_answer, names_target

(
    LEGAL,
    NOT_ASKED,
    MUST_ANSWER,
    NO_ANSWER,
    MUST_ATTACK,
    NO_SPELLS,
    NO_CARD,
    NO_TARGET,
    MUST_PASS,
    OWN_ON_TOP,
    NO_REWARD,
    NAMES_TARGET,
    NAMES_NO_TARGET,
) = range(13)
REASON_TEXTS = (
    "",
    "nothing is asked of this mage now (SY-ASK-1)",
    "this mage is asked and must answer (SY-ASK-1)",
    "it does not answer this question (SY-ASK-1)",
    "nobody has attacked this turn, so the mage at the last opportunity must (SY-TURN-4)",
    "a mage without Spells cannot attack (SY-TURN-5)",
    "the hand has no Spell at this position (SY-SET-8)",
    "there is no attackable foe with this number (SY-TURN-3, SY-ASK-5)",
    "nobody has passed this turn, so the fifth mage must (SY-TURN-6)",
    "the top Spell of this foe is the mage's own of this turn (SY-TURN-7)",
    "the mage has no Reward (SY-REWARD-3)",
    "this Reward is played on a target (SY-REWARD-3)",
    "this Reward names no target (SY-REWARD-3)",
)
assert len(REASON_TEXTS) == NAMES_NO_TARGET + 1


@compiled
def why_illegal(game, cards, seat, action):
    """Returns LEGAL or the number of the reason why the seat may not take the action, an index in `REASON_TEXTS`."""
    if not game["asked"][seat]:
        return LEGAL if action == act.WAIT else NOT_ASKED
    if action == act.WAIT:
        return MUST_ANSWER
    if is_answer(game, cards, seat, action):
        return LEGAL
    phase = int(game["phase"])
    if phase == v.PHASE_PAY and act.PAY <= action < act.PAY_NO_MORE:
        return NO_CARD
    if phase != v.PHASE_TURN or action >= act.ESTIMATE:
        return NO_ANSWER
    if action == act.PASS:
        return MUST_ATTACK
    return _why_no_attack(game, seat, action - act.ATTACK) if action < act.REWARD else _why_no_reward(game, cards, seat, action)


@inlined
def _why_no_attack(game, seat, number):
    """`number` is the code of the attack, counted from the first one."""
    if game["held"][seat] == 0:
        return NO_SPELLS
    if number // v.MAX_TARGETS >= game["held"][seat]:
        return NO_CARD
    if number % v.MAX_TARGETS >= game["num_targets"]:
        return NO_TARGET
    return MUST_PASS if game["seats"] == v.MAX_SEATS else OWN_ON_TOP


@inlined
def _why_no_reward(game, cards, seat, action):
    reward = int(game["reward"][seat])
    if reward == v.NOTHING:
        return NO_REWARD
    if action == act.REWARD:
        return NAMES_TARGET
    return NO_TARGET if names_target(cards, reward) else NAMES_NO_TARGET
