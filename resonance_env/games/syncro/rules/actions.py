"""The action table (SY-ASK-4): one flat numbering for every set, option and number of mages."""

from resonance_env.core.actions import Action, ActionTable
from resonance_env.games.syncro.rules import vocabulary as v

WAIT = 0
PASS = 1
ATTACK = 2  # + MAX_TARGETS * (position - 1) + (target - 1)
REWARD = ATTACK + v.MAX_HAND * v.MAX_TARGETS
REWARD_ON = REWARD + 1  # + (target - 1)
ESTIMATE = REWARD_ON + v.MAX_TARGETS  # + index in ESTIMATE_NAMES
PAY = ESTIMATE + len(v.ESTIMATE_NAMES)  # + (position - 1)
PAY_NO_MORE = PAY + v.MAX_HAND
KEEP = PAY_NO_MORE + 1
DISCARD = KEEP + 1
NUM_ACTIONS = DISCARD + 1


def _rows() -> list[tuple[str, str, str]]:
    """Returns (name, meaning, rule ids) in the order of the codes."""
    targets = range(1, v.MAX_TARGETS + 1)
    rows = [
        ("wait", "Nothing is asked of this mage now: the only legal action.", "SY-ASK-1"),
        ("pass", "Pass at this opportunity.", "SY-TURN-1 SY-TURN-4"),
    ]
    rows += [
        (
            f"card {card} on target {target}",
            f"Attack: lay the Spell at position {card} of the hand face down on target {target}.",
            "SY-TURN-1 SY-TURN-3 SY-TURN-7 SY-ASK-5",
        )
        for card in range(1, v.MAX_HAND + 1)
        for target in targets
    ]
    rows.append(("reward", "Play the Reward, which names no target.", "SY-REWARD-3"))
    rows += [
        (f"reward on target {target}", f"Play the Reward on target {target}.", "SY-REWARD-3 SY-ASK-5") for target in targets
    ]
    rows += [
        (f"estimate {name}", f"Show that the hand is {name}; it need not be true.", "SY-EST-1 SY-EST-4")
        for name in v.ESTIMATE_NAMES
    ]
    rows += [
        (f"pay card {card}", f"Discard the Spell at position {card} of the hand for the Dragon.", "SY-DRAGON-2")
        for card in range(1, v.MAX_HAND + 1)
    ]
    rows += [
        ("pay no more", "Pay nothing, or nothing more, for the Dragon.", "SY-DRAGON-2"),
        ("keep hand", "Keep all Spells in hand for the next level.", "SY-NEXT-1"),
        ("discard hand", "Discard all Spells in hand before the next level.", "SY-NEXT-1"),
    ]
    return rows


ACTIONS = ActionTable([Action(code, *row) for code, row in enumerate(_rows())])
assert len(ACTIONS) == NUM_ACTIONS
