"""The table of the pieces of an observation (LD-OBS); `observation.py` writes them.

Seats are relative: seat 0 of every `[seat]` axis is the observer, seat k the one k seats to the left. Sizes depend only on the
number of seats. Cards, demons and candles are in the set's order; places that the set lacks are 0.
"""

from resonance_env.core.layout import Block, Layout, Piece
from resonance_env.games.summon_demons.rules import vocabulary as v

MAX_AMOUNT = 127  # largest number that is shown of turns left, and of what an effect still has to do
MAX_SOULS = 60  # largest number of souls that is shown

_TYPES, _DEMONS, _CANDLES = (v.MAX_TYPES,), (v.MAX_DEMONS,), (v.MAX_CANDLES,)
_COPIES = v.MAX_COPIES

OWN = Block(
    "own",
    [
        Piece("asked", (1,), 1, "1: the observer has a decision to make.", "LD-ASK-1"),
        Piece("hand", _DEMONS, 1, "[demon] in the observer's hand.", "LD-INFO-2"),
        Piece(
            "shown", _DEMONS, 1, "[demon] to choose from in SUMMON, if the observer is asked.", "LD-INFO-2 LD-EFF-13 LD-EFF-14"
        ),
    ],
)


def relations_block(seats: int) -> Block:
    """Returns the block of seats that have a part in what happens now."""
    return Block(
        "relations",
        [
            Piece("active", (seats,), 1, "[seat] one-hot: the active seat; during set-up the first seat.", "LD-INFO-1"),
            Piece("deciding", (seats,), 1, "[seat] one-hot: the seat that is asked.", "LD-INFO-1"),
            Piece("victim", (seats,), 1, "[seat] one-hot: in VICTIM, the opponent that was named.", "LD-EFF-8 LD-EFF-10"),
        ],
    )


PUBLIC = Block(
    "public",
    [
        Piece("phase", (len(v.PHASE_NAMES),), 1, "One-hot PHASE_*: what is asked now.", "LD-INFO-1"),
        Piece("turns_left", (1,), MAX_AMOUNT, "Rolls that are left before the turn limit.", "LD-END-3 LD-OBS-3"),
        Piece("used", (5,), 1, "[rolled, bought, summoned, passed on, rerolled] 1: done in this turn.", "LD-FLOW-2"),
        Piece("extra", (1,), 1, "1: an extra turn, or an extra roll was made in this turn.", "LD-TURN-5 LD-VAR-8"),
        Piece("again", (1,), 1, "1: an extra turn or roll will follow.", "LD-TURN-5 LD-VAR-8"),
        Piece("total", (v.MAX_TOTAL - 1,), 1, "[total - 2] one-hot: this turn's last throw.", "LD-ROLL-1"),
        Piece("double", (1,), 1, "1: it was a double.", "LD-ROLL-1"),
        Piece("row", _TYPES, v.MAX_ROW, "[card] copies in the row, those named for replacement included.", "LD-INFO-1"),
        Piece("marked", _TYPES, v.MAX_ROW, "[card] of these, named for replacement so far.", "LD-EFF-9"),
        Piece("deck", _TYPES, _COPIES, "[card] copies in the deck.", "LD-INFO-4"),
        Piece("discards", _TYPES, _COPIES, "[card] copies in the discards.", "LD-INFO-1"),
        Piece("pile_size", (1,), v.MAX_DEMONS, "Demons in the pile.", "LD-INFO-1"),
        Piece("demon_discards", _DEMONS, 1, "[demon] in the demon discards.", "LD-INFO-1"),
        Piece("block", (1,), 1, "1: a block is in progress.", "LD-ACT-15"),
        Piece(
            "resolving",
            (v.MAX_THINGS,),
            1,
            "[cards, then demons] one-hot: what is being activated; that of a normal summon in SACRIFICE; the Egg that looks.",
            "LD-ACT-15 LD-SUMMON-3 LD-EFF-14",
        ),
        Piece("effect", (v.MAX_EFFECTS,), 1, "One-hot: which of its effects runs; none while costs are paid.", "LD-ACT-6"),
        Piece(
            "left",
            (1,),
            MAX_AMOUNT,
            "Cards still to sacrifice or discard, or souls still to steal.",
            "LD-SUMMON-3 LD-EFF-4 LD-EFF-11",
        ),
        Piece(
            "floor",
            (2,),
            v.MAX_TYPES,
            "[seats to the left, 1 + card] of what was named last in SOURCE, SACRIFICE, REPLACE, COST or OPPONENT; else 0.",
            "LD-ASK-4 LD-ASK-2",
        ),
        Piece("waiting", _TYPES, _COPIES, "[card] copies that wait in the block in progress.", "LD-ROLL-3"),
        Piece("waiting_demons", _DEMONS, 1, "[demon] that wait in it.", "LD-ROLL-3"),
        Piece(
            "groups",
            (v.MAX_GROUPS, v.MAX_TYPES),
            _COPIES,
            "[group from the bottom, card] copies that wait in the groups in progress.",
            "LD-ACT-12",
        ),
        Piece("fresh", _TYPES, _COPIES, "[card] copies of the block's owner that are not old; 0 outside a block.", "LD-ACT-10"),
    ],
)

SEAT = Block(
    "seat",
    [
        Piece("souls", (1,), MAX_SOULS, "Souls.", "LD-INFO-1 LD-OBS-3"),
        Piece("hand_size", (1,), v.MAX_DEMONS, "Demons in hand.", "LD-INFO-1"),
        Piece("cards", _TYPES, _COPIES, "[card] copies in play.", "LD-INFO-1"),
        Piece("demons", _DEMONS, 1, "[demon] in play.", "LD-INFO-1"),
        Piece("candles", _CANDLES, 1, "[candle] in play.", "LD-INFO-1"),
        Piece("free_demon", (1,), 1, "1: may still put a demon into play when its first turn begins.", "LD-VAR-6"),
    ],
)


def memory_block(seats: int) -> Block:
    """Returns the block that only `recall` has: what a perfect memory adds."""
    return Block(
        "memory",
        [
            Piece("known_pile", _DEMONS, 1, "[demon] in the pile or counting as in it, if the observer knows it.", "LD-INFO-5"),
            Piece("knows_pile", (seats,), 1, "[seat] 1: knows the pile.", "LD-INFO-5 LD-OBS-2"),
        ],
    )


def hidden_block(seats: int) -> Block:
    """Returns the block that only the full position has; its seats are absolute."""
    return Block(
        "hidden",
        [
            Piece("hands", (seats, *_DEMONS), 1, "[seat, demon] in hand.", "LD-OBS-8"),
            Piece("all_waiting", (seats, *_TYPES), _COPIES, "[seat, card] copies that wait in each seat's block.", "LD-OBS-8"),
            Piece("pile", _DEMONS, 1, "[demon] in the pile.", "LD-OBS-8"),
            Piece("looked_at", _DEMONS, 1, "[demon] laid aside in a look, the Egg not included.", "LD-OBS-8"),
            Piece("aside", _TYPES, _COPIES, "[card] copies laid aside in a mill.", "LD-OBS-8"),
            Piece("draws_left", (1,), MAX_AMOUNT, "Cards or demons still to be drawn.", "LD-OBS-8"),
            Piece("event", (len(v.EVENT_NAMES) - 1,), 1, "One-hot: at a CHANCE stop the event's purpose, less 1.", "LD-OBS-8"),
        ],
    )


def observation_layout(seats: int, recall: bool) -> Layout:
    """Returns the layout of a seat's observation; `recall` adds what a perfect memory knows of the pile (LD-OBS-1)."""
    memory = [memory_block(seats)] if recall else []
    return Layout([OWN, relations_block(seats), PUBLIC, Block(SEAT.name, SEAT.pieces, repeat=seats), *memory])


def state_layout(seats: int) -> Layout:
    """Returns the layout of the full position: the recall observation of seat 0, then what it hides (LD-OBS-8)."""
    return Layout([*observation_layout(seats, recall=True).blocks, hidden_block(seats)])
