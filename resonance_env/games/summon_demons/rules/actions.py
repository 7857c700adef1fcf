"""The action table (LD-CODE): one flat numbering for every set, option and number of players.

The legal answers to a question are two bit sets: LOW has the codes below `FIRST_HIGH`, HIGH the codes from there on.
"""

from resonance_env.core.actions import Action, ActionTable
from resonance_env.games.summon_demons.rules import vocabulary as v

WAIT = 0
PASS = 1
ROLL = 2
SUPPLY = 3
OPPONENT = 4  # + seats to the left - 1
TAKE = OPPONENT + v.MAX_SEATS - 1  # + type
CARD = TAKE + v.MAX_TYPES  # + type
DEMON = CARD + v.MAX_TYPES  # + demon
CANDLE = DEMON + v.MAX_DEMONS  # + candle
NUM_ACTIONS = CANDLE + v.MAX_CANDLES

FIRST_HIGH = CARD
NUM_LOW, NUM_HIGH = FIRST_HIGH, NUM_ACTIONS - FIRST_HIGH
assert NUM_HIGH < 64, "the higher codes must fit in one signed integer without its sign"


def _rows() -> list[tuple[str, str, str]]:
    """Returns (name, meaning, rule ids) in the order of the codes."""
    rows = [
        ("wait", "Nothing is asked of this seat now: its only legal action.", "LD-ASK-1"),
        ("pass", "End the turn, keep the dice, decline, or stop.", "LD-TURN-3 LD-ROLL-2 LD-TERM-9"),
        ("roll", "Throw the dice, or throw them again.", "LD-ROLL-1 LD-ROLL-2"),
        ("supply", "Steal from the supply all that is left.", "LD-EFF-4"),
    ]
    rows += [
        (f"opponent {k}", f"Name the seat {k} place{'s' * (k > 1)} to the left.", "LD-EFF-3 LD-EFF-4 LD-EFF-10 LD-EFF-11")
        for k in range(1, v.MAX_SEATS)
    ]
    rows += [
        (
            f"take {t}",
            f"Name card number {t} of the set (counted from 1) in the row: buy it, obtain it or replace it.",
            "LD-BUY-1 LD-EFF-7 LD-EFF-9",
        )
        for t in range(1, v.MAX_TYPES + 1)
    ]
    rows += [
        (
            f"card {t}",
            f"Name a copy of card number {t} in play: activate, sacrifice, pay, discard, steal or pass it on.",
            "LD-ACT-5 LD-ACT-13 LD-SUMMON-3 LD-EFF-1 LD-EFF-10 LD-EFF-11 LD-TEAM-5",
        )
        for t in range(1, v.MAX_TYPES + 1)
    ]
    rows += [
        (
            f"demon {d}",
            f"Name demon number {d} of the set: summon, activate, steal or pass it on.",
            "LD-SUMMON-1 LD-ACT-5 LD-EFF-10 LD-EFF-13 LD-TEAM-5",
        )
        for d in range(1, v.MAX_DEMONS + 1)
    ]
    rows += [(f"candle {c}", f"Take candle number {c} of the set at set-up.", "LD-VAR-4") for c in range(1, v.MAX_CANDLES + 1)]
    return rows


ACTIONS = ActionTable([Action(code, *row) for code, row in enumerate(_rows())])
assert len(ACTIONS) == NUM_ACTIONS
