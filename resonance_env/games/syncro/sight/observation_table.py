"""The table of the pieces of an observation (SY-OBS); `observation.py` writes them.

Seats are relative: seat 0 of every `[seat]` axis is the observer, seat k the one k seats to the left. Sizes depend only on the
number of seats. Cards are in the set's order, places in the order in which the Horde is laid; what the set or the level lacks
is 0. Numbers above `high` are cut to it.
"""

from resonance_env.core.layout import Block, Layout, Piece
from resonance_env.games.syncro.rules import vocabulary as v

MAX_SHOWN = 127  # largest number of an entry
MAX_SIZE = 100  # of a pile
MAX_CURSE = 40
MAX_SUM = v.MAX_HAND * v.MAX_VALUE
NUM_PHASES = v.PHASE_OVER + 1

_VALUES, _HAND = (v.MAX_VALUE,), (v.MAX_HAND, v.MAX_VALUE)
_ESTIMATES = len(v.ESTIMATE_NAMES)


def _number(name: str, high: int, meaning: str, rules: str) -> Piece:
    return Piece(name, (1,), high, meaning, rules)


OWN = Block(
    "own",
    [
        _number("asked", 1, "1: the observer has a decision to make.", "SY-ASK-1"),
        Piece("hand", _HAND, 1, "[position, value - 1] one-hot: the observer's hand.", "SY-INFO-2"),
        Piece("own_reward", (v.MAX_REWARDS,), 1, "One-hot: the observer's Reward.", "SY-INFO-2"),
        Piece(
            "own_down",
            (v.MAX_OPPORTUNITIES,),
            v.MAX_VALUE,
            "[opportunity] value of the observer's Spell that lies face down from this turn.",
            "SY-INFO-2",
        ),
    ],
)

PUBLIC = Block(
    "public",
    [
        Piece("phase", (NUM_PHASES,), 1, "One-hot: what is asked; all 0 at a chance event.", "SY-ASK-1"),
        Piece("level", (v.MAX_LEVELS,), 1, "One-hot.", "SY-INFO-1"),
        _number("levels_left", v.MAX_LEVELS - 1, "Levels that follow in this episode.", "SY-MODE-2"),
        _number("try", v.MAX_RETRIES, "Number of this try, from 0.", "SY-RETRY-1"),
        _number("retries_left", v.MAX_RETRIES, "Retries left at this level.", "SY-RETRY-1"),
        _number("best", v.MAX_PLACES, "Most foes beaten in an earlier try of this level.", "SY-SCORE-2"),
        _number("turn", MAX_SHOWN, "Turn of this try; the first is 1.", "SY-INFO-1"),
        Piece("opportunity", (v.MAX_OPPORTUNITIES,), 1, "One-hot in TURN.", "SY-TURN-2"),
        _number("passes", v.MAX_OPPORTUNITIES, "Passes of this turn so far.", "SY-INFO-1"),
        _number("attacks", v.MAX_OPPORTUNITIES, "Attacks of this turn so far.", "SY-INFO-1"),
        Piece("spells_in_play", _VALUES, MAX_SIZE, "[value - 1] Spells of this level.", "SY-INFO-1"),
        _number("spell_pile", MAX_SIZE, "Spells in the pile.", "SY-INFO-1"),
        _number("spell_discard", MAX_SIZE, "Spells in the discard.", "SY-INFO-1"),
        _number("monster_pile", MAX_SIZE, "Monsters in the pile, those in the Horde not counted.", "SY-INFO-1"),
        _number("fog_pile", MAX_SIZE, "Fog cards in the pile, those in the Horde not counted.", "SY-INFO-1"),
        _number("reward_pile", MAX_SIZE, "Rewards in the pile.", "SY-INFO-1"),
        _number("reward_discard", MAX_SIZE, "Rewards in the discard.", "SY-INFO-1"),
        _number("to_pay", MAX_SHOWN, "In PAY: what is still due.", "SY-DRAGON-2"),
        Piece(
            "resolving",
            (v.MAX_PLACES,),
            1,
            "[place] one-hot: in PAY the foe that is paid for, in ESTIMATE the Mushroom that brought the draw.",
            "SY-DRAGON-2 SY-MUSH-1",
        ),
        _number("calm", 1, "1: no Dragon is paid for this turn.", "SY-REWARD-3"),
        _number("hold", 1, "1: foes that are not beaten this turn keep their Spells.", "SY-REWARD-3"),
        _number("curse_force", MAX_CURSE, "More force of every foe by permanent curses.", "SY-FOG-2"),
        _number("curse_costly", MAX_CURSE, "More Spells that a failure costs.", "SY-FOG-2"),
        _number("curse_mute", 1, "1: neither estimates nor sums.", "SY-FOG-2"),
        _number("sums", 1, "1: sums are spoken at this level.", "SY-SUM-1"),
    ],
)

PLACE = Block(
    "place",
    [
        _number("in_horde", 1, "1: a card lies here.", "SY-INFO-1"),
        Piece("back", (len(v.BACK_NAMES),), 1, "One-hot; stays when the card has left.", "SY-SET-6"),
        _number("row", v.MAX_ROWS - 1, "From the top; stays when the card has left.", "SY-SET-5"),
        _number("column", v.MAX_COLUMNS - 1, "From the left; stays when the card has left.", "SY-SET-5"),
        _number("face_up", 1, "1: it lies face up.", "SY-INFO-1"),
        _number("covered_by", 2, "Cards lying on it.", "SY-TURN-3"),
        Piece("target", (v.MAX_TARGETS,), 1, "[number - 1] one-hot: its target number, as the Horde lies.", "SY-ASK-5"),
        _number("force", MAX_SHOWN, "Present force.", "SY-RES-7"),
        _number("printed", MAX_SHOWN, "Printed force.", "SY-INFO-1"),
        _number("mushroom", 1, "1: it follows the Mushroom rules.", "SY-MUSH-1"),
        _number("golem", 1, "1: it follows the Golem rules.", "SY-GOLEM-1"),
        _number("dragon", 1, "1: it follows the Dragon rules.", "SY-DRAGON-1"),
        _number("grows", 3, "More force for each other card.", "SY-LIEU-3 SY-FINAL-3"),
        Piece("spells", _VALUES, MAX_SIZE, "[value - 1] Spells face up on it.", "SY-INFO-1"),
        _number("total", MAX_SHOWN, "Their sum.", "SY-INFO-1"),
        _number("absorbed", MAX_SHOWN, "Value absorbed.", "SY-GOLEM-1"),
        _number("down", v.MAX_OPPORTUNITIES, "Face-down Spells on it.", "SY-INFO-1"),
    ],
    repeat=v.MAX_PLACES,
)
NUM_ACTS = 2 * v.MAX_OPPORTUNITIES

SEAT_PIECES = (
    _number("spells_held", v.MAX_HAND, "Spells in hand.", "SY-INFO-1"),
    _number("has_reward", 1, "1: holds a Reward.", "SY-REWARD-2"),
    _number("leads", 1, "1: has the Leader card.", "SY-INFO-1"),
    _number("deciding", 1, "1: is asked now.", "SY-INFO-1"),
    Piece("estimate", (_ESTIMATES,), 1, "One-hot bad, middling, good: the estimate that stands.", "SY-EST-5"),
    _number("sum", MAX_SUM, "The sum that stands.", "SY-SUM-1"),
    Piece("open", _HAND, 1, "[position, value - 1] one-hot: Spells that lie open in the hand.", "SY-INFO-1"),
)

MEMORY = Block(
    "memory",
    [
        Piece("discarded", _VALUES, MAX_SIZE, "[value - 1] Spells in the discard.", "SY-INFO-4"),
        Piece("unseen", _VALUES, MAX_SIZE, "[value - 1] Spells in the pile, or with others and not known.", "SY-INFO-4"),
        Piece("floating", _VALUES, MAX_CURSE, "[value - 1] Spells that are certainly among the mixed ones.", "SY-MEM-5"),
        Piece("monsters_left", (v.MAX_MONSTERS,), v.MAX_COPIES, "Cards of each kind not seen in this try.", "SY-INFO-4"),
        Piece("fogs_left", (v.MAX_FOGS,), v.MAX_COPIES, "Of each kind, in the pile or face down.", "SY-INFO-4"),
        Piece("lieutenants_left", (v.MAX_LIEUTENANTS,), 1, "In the pile, or face down and unseen.", "SY-INFO-4"),
        Piece("rewards_left", (v.MAX_REWARDS,), v.MAX_COPIES, "Of each kind, in the pile or with others.", "SY-INFO-4"),
    ],
)
PLACE_MEMORY = Block(
    "place_memory",
    [
        Piece(
            "lieutenant",
            (v.MAX_LIEUTENANTS,),
            1,
            "One-hot: the Lieutenant of this place, once it was revealed at this level.",
            "SY-LIEU-5",
        )
    ],
    repeat=v.MAX_PLACES,
)
ACT_MEMORY = Block(
    "act_memory",
    [
        Piece("down_known", _VALUES, 1, "[value - 1] one-hot: this face-down Spell of another mage, if known.", "SY-MEM-1"),
        _number("down_mixed", 1, "1: it is among the floating ones.", "SY-MEM-5"),
        _number("in_sum", 1, "1: it is counted in the sum left of its mage.", "SY-MEM-8"),
    ],
    repeat=v.MAX_OPPORTUNITIES,
)
SEAT_MEMORY_PIECES = (
    Piece("known", _HAND, 1, "[position, value - 1] one-hot: known Spells in the hand of another mage.", "SY-MEM-1"),
    Piece("mixed", (v.MAX_HAND,), 1, "[position] 1: among the floating ones.", "SY-MEM-5"),
    Piece("age", (v.MAX_HAND,), v.MAX_AGE, "[position] deals and draws since the Spell came there.", "SY-MEM-7"),
    Piece("earlier_estimates", (2, _ESTIMATES), 1, "[latest first, estimate] one-hot: those before it.", "SY-OBS-1"),
    Piece("spent", _VALUES, MAX_CURSE, "[value - 1] Spells laid, paid or lost and seen since the estimates.", "SY-MEM-8"),
    _number("sum_left", MAX_SHOWN, "What is left of the last sum.", "SY-MEM-8"),
)


def act_block(seats: int) -> Block:
    """Returns the block of opportunities: those of this turn, then those of the last turn of this try."""
    return Block(
        "act",
        [
            Piece("who", (seats,), 1, "[seat] one-hot: whose opportunity.", "SY-TURN-2"),
            Piece("did", (2,), 1, "One-hot: passed, attacked.", "SY-INFO-1"),
            _number("position", v.MAX_HAND, "Of an attack: position in the hand.", "SY-INFO-1"),
            _number("at_place", v.MAX_PLACES, "Of an attack: 1 + place.", "SY-INFO-1"),
            _number("value", v.MAX_VALUE, "Of an attack: the Spell, once it was turned up.", "SY-INFO-1"),
            _number("played_reward", v.MAX_REWARDS, "1 + kind of the Reward played there.", "SY-INFO-1"),
        ],
        repeat=NUM_ACTS,
    )


def since_block(seats: int) -> Block:
    """Returns the block of what was paid, lost, drawn and revealed in this turn and the last one."""
    return Block(
        "since",
        [
            Piece("paid", (2, seats, v.MAX_VALUE), v.MAX_HAND, "[this, last turn; seat; value - 1] paid.", "SY-INFO-1"),
            Piece("lost", (2, seats, v.MAX_VALUE), v.MAX_HAND, "[this, last turn; seat; value - 1] lost.", "SY-INFO-1"),
            Piece("drawn", (2, seats), MAX_SIZE, "[this, last turn; seat] Spells taken from the pile.", "SY-INFO-1"),
            Piece("fogs", (2, v.MAX_FOGS), v.MAX_PLACES, "[this, last turn; kind] Fog revealed.", "SY-INFO-1"),
        ],
    )


def seat_block(seats: int) -> Block:
    """Returns the block of what lies open of each mage."""
    return Block("seat", SEAT_PIECES, repeat=seats)


def seat_memory_block(seats: int) -> Block:
    """Returns the block of what is remembered of each mage."""
    return Block("seat_memory", SEAT_MEMORY_PIECES, repeat=seats)


def _open_blocks(seats: int) -> list[Block]:
    return [PUBLIC, PLACE, act_block(seats), since_block(seats), seat_block(seats)]


def hidden_block(seats: int) -> Block:
    """Returns the block that only the full position has; its seats are absolute (SY-OBS-3)."""
    return Block(
        "hidden",
        [
            Piece("hands", (seats, *_HAND), 1, "[seat, position, value - 1] one-hot.", "SY-OBS-3"),
            Piece("rewards", (seats, v.MAX_REWARDS), 1, "[seat, kind] one-hot.", "SY-OBS-3"),
            Piece("down_values", (v.MAX_OPPORTUNITIES,), v.MAX_VALUE, "[opportunity] face-down Spells.", "SY-OBS-3"),
            Piece("pile_values", _VALUES, MAX_SIZE, "[value - 1] Spells in the pile.", "SY-OBS-3"),
            Piece("discard_values", _VALUES, MAX_SIZE, "[value - 1] Spells in the discard.", "SY-OBS-3"),
            Piece("all_monsters_left", (v.MAX_MONSTERS,), v.MAX_COPIES, "Not seen in this try.", "SY-OBS-3"),
            Piece("all_fogs_left", (v.MAX_FOGS,), v.MAX_COPIES, "In the pile or face down.", "SY-OBS-3"),
            Piece("all_lieutenants_left", (v.MAX_LIEUTENANTS,), 1, "In the pile, or face down and unseen.", "SY-OBS-3"),
            Piece("reward_pile_kinds", (v.MAX_REWARDS,), v.MAX_COPIES, "[kind] in the pile.", "SY-OBS-3"),
            Piece("lieutenants", (v.MAX_PLACES, v.MAX_LIEUTENANTS), 1, "[place] one-hot, once revealed.", "SY-OBS-3"),
        ],
    )


def observation_layout(seats: int, recall: bool) -> Layout:
    """Returns the layout of a seat's observation; `recall` adds what a perfect memory knows (SY-OBS)."""
    memory = [MEMORY, PLACE_MEMORY, ACT_MEMORY, seat_memory_block(seats)] if recall else []
    return Layout([OWN, *_open_blocks(seats), *memory])


def state_layout(seats: int) -> Layout:
    """Returns the layout of the full position: what lies open as seat 0 sees it, then what is hidden (SY-OBS-3)."""
    return Layout([*_open_blocks(seats), hidden_block(seats)])
