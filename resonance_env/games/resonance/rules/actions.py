"""The action table: one flat numbering for every card set, edition and number of players (design: section 4).

Code ranges start at the constants below; `FIRST + k` is the k-th action of the range.
"""

from itertools import combinations_with_replacement

from resonance_env.core.actions import Action, ActionTable
from resonance_env.games.resonance.rules import vocabulary as v

# The six pairs that can be drawn (R-ACT-4), in the order of their codes.
PAIRS = tuple(combinations_with_replacement(v.OBJECTS, 2))
NUM_PAIRS = len(PAIRS)

WAIT = 0
PASS = 1
STOP = 2
PLAY_OBJECT = 3  # + object type
PLAY_ARTIFACT = PLAY_OBJECT + v.NUM_OBJECTS  # + value - 1
PLAY_INCANTATION = PLAY_ARTIFACT + v.MAX_ARTIFACT  # + value - 1
DRAW_PAIR = PLAY_INCANTATION + v.MAX_INCANTATION  # + index in PAIRS
DRAW_ARTIFACT = DRAW_PAIR + NUM_PAIRS
BREAK_SIGIL = DRAW_ARTIFACT + 1
TRADE_DEMON = BREAK_SIGIL + 1
CAST_SPELL = TRADE_DEMON + 1  # + spell
AIM = CAST_SPELL + v.NUM_SPELLS  # + seats to the left - 1
HIGH_SELF = AIM + v.MAX_SEATS - 1
HIGH_PARTNER = HIGH_SELF + 1
CHOOSE_TYPE = HIGH_PARTNER + 1  # + object type
REMOVE_COUNTING = CHOOSE_TYPE + v.NUM_OBJECTS  # + (what it counts - 2) * NUM_OBJECTS + object type
REMOVE_ARTIFACT = REMOVE_COUNTING + (v.MAX_COUNT - 1) * v.NUM_OBJECTS  # + value
DISCARD_ARTIFACT = REMOVE_ARTIFACT + v.MAX_ARTIFACT + 1  # + value - 1
DISCARD_INCANTATION = DISCARD_ARTIFACT + v.MAX_ARTIFACT  # + value - 1
TAKE_DEMON = DISCARD_INCANTATION + v.MAX_INCANTATION  # + demon
TAKE_SPELLS = TAKE_DEMON + v.MAX_DEMONS  # + spell card
NUM_ACTIONS = TAKE_SPELLS + v.MAX_SPELL_CARDS

# The codes among which an ACT decision is made.
FIRST_ACT, LAST_ACT = PASS, TRADE_DEMON


def _rows() -> list[tuple[str, str, str]]:
    """Returns (name, meaning, rule ids) in the order of the codes."""
    types = [name.lower() for name in v.OBJECT_NAMES]
    rows = [
        ("wait", "Nothing is asked of this seat now: its only legal action.", "R-INFO-4"),
        ("pass", "No other action is legal; taken by the engine.", "R-ROUND-4"),
        ("stop", 'End an effect that says "up to" or "if she likes".', "R-CAST-6 R-CAST-14"),
    ]
    rows += [(f"play {t}", f"Play one {t.title()} from hand, face down.", "R-ACT-1") for t in types]
    rows += [
        (f"play artifact {value}", f"Play the artifact of value {value} from hand, face down.", "R-ACT-2")
        for value in range(1, v.MAX_ARTIFACT + 1)
    ]
    rows += [
        (
            f"play incantation {value}",
            f"Play the incantation of value {value} from hand, face down, to cast a spell.",
            "R-ACT-3",
        )
        for value in range(1, v.MAX_INCANTATION + 1)
    ]
    rows += [
        (
            f"draw {types[a]} {types[b]}",
            f"Draw one {types[a].title()} and one {types[b].title()} from the open piles.",
            "R-ACT-4",
        )
        for a, b in PAIRS
    ]
    rows += [
        ("draw artifact", "Draw the artifact on top of the pile.", "R-ACT-5"),
        ("break sigil", "Discard one Mineral and one Potion; the Sigil on her leaves the game.", "R-ACT-6"),
        ("trade demon", "Discard one of each object, then pick a demon of the reserve.", "R-ACT-7"),
    ]
    rows += [(f"cast spell {k}", f"Cast spell number {k} of her spell card.", "R-CAST-2") for k in range(1, v.NUM_SPELLS + 1)]
    rows += [
        (f"aim {k}", f"Name as target the witch {k} seat{'s' * (k > 1)} to her left.", "R-CAST-2")
        for k in range(1, v.MAX_SEATS)
    ]
    rows += [
        ("high witch self", "She is the High Witch of her team.", "R-TEAM-3"),
        ("high witch partner", "Her partner is the High Witch of the team.", "R-TEAM-3"),
    ]
    rows += [
        (
            f"choose {t}",
            f"Sweep, draw, play, discard or remove {t.title()} (a card that counts one), as asked.",
            "R-CAST-14 R-SWEEP-1",
        )
        for t in types
    ]
    rows += [
        (f"remove {t} counting {n}", f"Remove from the centre a {t.title()} that counts {n}.", "R-CAST-7")
        for n in range(2, v.MAX_COUNT + 1)
        for t in types
    ]
    rows += [
        (
            f"remove artifact {value}",
            f"Remove from the centre the artifact of value {value}, printed or transformed.",
            "R-CAST-7",
        )
        for value in range(v.MAX_ARTIFACT + 1)
    ]
    rows += [
        (f"discard artifact {value}", f"Discard the artifact of value {value} from hand.", "R-CAST-10")
        for value in range(1, v.MAX_ARTIFACT + 1)
    ]
    rows += [
        (f"discard incantation {value}", f"Discard the incantation of value {value} from hand.", "R-CAST-10")
        for value in range(1, v.MAX_INCANTATION + 1)
    ]
    rows += [
        (f"take demon {d}", f"Take demon number {d} of the set (counted from 1) from the reserve.", "R-ACT-7 R-CAST-8")
        for d in range(1, v.MAX_DEMONS + 1)
    ]
    rows += [
        (f"take spells {d}", f"Take spell card number {d} of the set (counted from 1).", "R-SETUP-2 R-TEAM-3 R-CAST-8")
        for d in range(1, v.MAX_SPELL_CARDS + 1)
    ]
    return rows


ACTIONS = ActionTable([Action(code, *row) for code, row in enumerate(_rows())])
assert len(ACTIONS) == NUM_ACTIONS
