"""The words of the rules as integers; `rules.md` and `cards.md` say what they mean."""

# Capacities of a card set (cards.md).
MAX_SEATS = 5
MAX_TYPES = 38
MAX_COPIES = 6
MAX_DEMONS = 20
MAX_CANDLES = 5
MAX_ROW = 5
MAX_EFFECTS = 2
MAX_FILTERS = 2
MAX_GROUPS = 2
MAX_FACES = 6
MAX_TOTAL = 2 * MAX_FACES
# Types come first, then demons, where one index stands for either.
MAX_THINGS = MAX_TYPES + MAX_DEMONS

NOTHING = -1  # no seat, thing, demon or effect

# Questions (LD-ASK). RUNNING never lasts: the engine runs on.
PHASE_NAMES = (
    "candle",
    "free",
    "turn",
    "sacrifice",
    "reroll",
    "order",
    "gate",
    "cost",
    "target",
    "opponent",
    "victim",
    "source",
    "pick",
    "replace",
    "summon",
    "chance",
    "over",
)
(
    PHASE_CANDLE,
    PHASE_FREE,
    PHASE_TURN,
    PHASE_SACRIFICE,
    PHASE_REROLL,
    PHASE_ORDER,
    PHASE_GATE,
    PHASE_COST,
    PHASE_TARGET,
    PHASE_OPPONENT,
    PHASE_VICTIM,
    PHASE_SOURCE,
    PHASE_PICK,
    PHASE_REPLACE,
    PHASE_SUMMON,
    PHASE_CHANCE,
    PHASE_OVER,
) = range(len(PHASE_NAMES))
PHASE_RUNNING = -1

# Places in the game (LD-FLOW): what runs when the stack is empty.
(
    STAGE_FIRST,  # the first seat is drawn (LD-SETUP-1)
    STAGE_CANDLES,  # LD-SETUP-3
    STAGE_ROW,  # LD-SETUP-4
    STAGE_HANDS,  # LD-SETUP-5
    STAGE_BEGIN,  # LD-FLOW-2
    STAGE_TURN,  # LD-FLOW-3
    STAGE_THROW,  # the dice are thrown next (LD-FLOW-4)
    STAGE_THROWN,  # they lie, and may be thrown again
    STAGE_RETHROW,  # they are thrown again next
    STAGE_MARK,  # they are final (LD-FLOW-5)
    STAGE_BLOCKS,  # LD-FLOW-6
    STAGE_REFILL,  # LD-FLOW-10
) = range(12)

# Endings (LD-END-4).
ENDING_NAMES = ("running", "goal", "card", "turn_limit")
ENDING_NONE, ENDING_GOAL, ENDING_CARD, ENDING_TURN_LIMIT = range(4)

# Chance events (LD-CHANCE); purposes from PURPOSE_ROLLOUT on are for other uses (LD-CHANCE-6).
EVENT_NAMES = ("none", "first", "candle", "card", "demon", "roll", "reroll", "hand")
NO_EVENT, EVENT_FIRST, EVENT_CANDLE, EVENT_CARD, EVENT_DEMON, EVENT_ROLL, EVENT_REROLL, EVENT_HAND = range(8)
MAX_OUTCOMES = MAX_TYPES
PURPOSE_ROLLOUT, PURPOSE_WORLD = 16, 17

KIND_NAMES = ("animal", "girl", "boy")
MOOD_NAMES = ("", "adorable", "horrible")

# Filters (cards.md). "none" stands where a field has no filter.
FILTER_NAMES = ("none", "animal", "girl", "boy", "kid", "adorable", "horrible", "all")
NO_FILTER, ANIMAL, GIRL, BOY, KID, ADORABLE, HORRIBLE, ALL = range(8)
# What a filter matches depends on the owner's demons: a sum of these flags (LD-PERM-1, 2).
FLAG_SEXES, FLAG_MOODS = 1, 2

COST_NONE, COST_SELF, COST_ONE, COST_TWO = range(4)

# Effects (LD-EFF).
OP_NAMES = (
    "collect",
    "gift",
    "steal",
    "mill",
    "take",
    "pick",
    "pick_or_steal",
    "replace",
    "steal_card",
    "steal_all",
    "discard",
    "wipe",
    "summon",
    "look",
    "activate",
    "again",
    "win",
)
(
    OP_COLLECT,
    OP_GIFT,
    OP_STEAL,
    OP_MILL,
    OP_TAKE,
    OP_PICK,
    OP_PICK_OR_STEAL,
    OP_REPLACE,
    OP_STEAL_CARD,
    OP_STEAL_ALL,
    OP_DISCARD,
    OP_WIPE,
    OP_SUMMON,
    OP_LOOK,
    OP_ACTIVATE,
    OP_AGAIN,
    OP_WIN,
) = range(len(OP_NAMES))
FACE = -1  # the amount of `collect` that is the face of one die
# Variants of effects, in the column `effect_way`.
SUMMON_TOP, SUMMON_PILE, SUMMON_HAND = range(3)
ACTIVATE_ALL, ACTIVATE_ONE = range(2)
REPLACE_MATCHING, REPLACE_CHOSEN = range(2)

# Permanent demons (LD-PERM).
ALWAYS_NAMES = ("both_moods", "both_sexes", "twice", "shield", "dear", "reroll")
ALWAYS_MOODS, ALWAYS_SEXES, ALWAYS_TWICE, ALWAYS_SHIELD, ALWAYS_DEAR, ALWAYS_REROLL = range(6)
