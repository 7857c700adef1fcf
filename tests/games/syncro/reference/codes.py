"""Codes of phases, actions, purposes of chance and endings, and the sizes of observations (SY-ASK, SY-CHANCE, SY-OBS)."""

MAX_HAND = 8
MAX_VALUE = 7
MAX_PLACES = 24
MAX_TARGETS = 8
MAX_OPPORTUNITIES = 5
MAX_LEVELS = 9
MAX_MONSTERS = 24
MAX_LIEUTENANTS = 8
MAX_FOGS = 16
MAX_REWARDS = 12

PHASES = ("ESTIMATE", "TURN", "PAY", "KEEP", "OVER")
ENDINGS = ("running", "won", "exhausted", "unpaid")
BACKS = "mLFBC"  # backs of cards by the letters of plans: Monster, Lieutenant, Fog, Boss, Cerberus

# Purposes of chance events (SY-CHANCE-2).
SPELL, MONSTER, FOG, LIEUTENANT, REWARD, POOL = range(1, 7)

NUM_ACTIONS = 89
WAIT = 0
PASS = 1
PLAY_REWARD = 66
ESTIMATES = (75, 76, 77)  # bad, middling, good
PAY_NO_MORE = 86
KEEP_HAND = 87
DISCARD_HAND = 88


def attack(position: int, target: int) -> int:
    """Returns the action that lays the Spell at a position of the hand on a target, both counted from 0."""
    return 2 + 8 * position + target


def reward_on(target: int) -> int:
    return 67 + target


def pay(position: int) -> int:
    return 78 + position


def action_name(code: int) -> str:
    """Returns the name of an action; numbers in names count from 1 (SY-ASK-4)."""
    single = {WAIT: "wait", PASS: "pass", PLAY_REWARD: "reward", PAY_NO_MORE: "pay no more"}
    single |= {KEEP_HAND: "keep hand", DISCARD_HAND: "discard hand"}
    single |= {code: f"estimate {word}" for code, word in zip(ESTIMATES, ("bad", "middling", "good"), strict=True)}
    if code in single:
        return single[code]
    if code < PLAY_REWARD:
        return f"card {(code - 2) // 8 + 1} on target {(code - 2) % 8 + 1}"
    if code < ESTIMATES[0]:
        return f"reward on target {code - 66}"
    return f"pay card {code - 77}"
