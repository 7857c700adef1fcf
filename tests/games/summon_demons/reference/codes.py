"""Codes of phases, actions, chance events and endings, as the rules list them (LD-ASK, LD-CODE, LD-CHANCE, LD-END-4)."""

MAX_CARDS = 38
MAX_DEMONS = 20
MAX_CANDLES = 5

PHASES = (
    "CANDLE",
    "FREE",
    "TURN",
    "SACRIFICE",
    "REROLL",
    "ORDER",
    "GATE",
    "COST",
    "TARGET",
    "OPPONENT",
    "VICTIM",
    "SOURCE",
    "PICK",
    "REPLACE",
    "SUMMON",
    "CHANCE",
    "OVER",
)
CHANCE_PHASE = PHASES.index("CHANCE")
OVER_PHASE = PHASES.index("OVER")

PURPOSES = ("FIRST", "CANDLE", "CARD", "DEMON", "ROLL", "REROLL", "HAND")  # codes from 1

ENDINGS = ("running", "goal", "card", "turn_limit")

NUM_ACTIONS = 109
WAIT = 0
PASS = 1
ROLL = 2
SUPPLY = 3


def opponent(distance: int) -> int:
    """Returns the action that names the seat so many places to the left."""
    return 3 + distance


def take(card: int) -> int:
    """Returns the action that takes a card of the row, or names it for replacement."""
    return 8 + card


def card_action(card: int) -> int:
    """Returns the action that names a copy of a card in play."""
    return 46 + card


def demon_action(demon: int) -> int:
    return 84 + demon


def candle_action(candle: int) -> int:
    return 104 + candle


def action_name(code: int) -> str:
    """Returns the name of an action; numbers in names count from 1."""
    if code <= SUPPLY:
        return ("wait", "pass", "roll", "supply")[code]
    for word, start in (("candle", 104), ("demon", 84), ("card", 46), ("take", 8), ("opponent", 4)):
        if code >= start:
            return f"{word} {code - start + 1}"
    raise AssertionError(code)
