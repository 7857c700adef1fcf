"""The nouns of the rulebook as integer codes, with their plurals and names beside each other.

Every layer (rules, observation, notation, documentation) takes its words from here. Codes carry their kind as a prefix;
`NUM_*` counts, `MAX_*` bounds, `NO_*` is a sentinel.
"""

# Capacities: a card set may be smaller, never larger.
MAX_SEATS = 8
MAX_MOONS = 8
MAX_DEMONS = 8
MAX_SPELL_CARDS = 8
MAX_ARTIFACT = 13  # highest artifact value
MAX_INCANTATION = 21  # highest incantation value
MAX_COUNT = 3  # what one object card may count
MAX_EFFECTS = 4  # effects of one spell
MAX_PER_EFFECT = 3  # cards that one effect may move
MAX_PILE = 32  # objects of one type
MAX_TRANSIENTS = 18  # in all, so the rounds of a game (R-END-5)

NUM_LEVELS = 3
LEVEL_NAMES = ("I", "II", "III")
NUM_SPELLS = 3  # spells on a spell card

NO_SEAT = -1
NO_DEMON = -1
NO_SPELL_CARD = -1
NO_SPELL = -1
NO_OBJECT = -1
NO_ARTIFACT = -1  # 0 is a value: a transformed incantation may be artifact 0
NO_INCANTATION = 0
NO_ACTION = 0  # the action code WAIT

SEAT_NAMES = tuple(f"witch_{seat}" for seat in range(MAX_SEATS))
MOON_NAMES = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII")

# Objects (R-BOX-1); in a tie the higher code locks the moon (R-LOCK-1).
HERB, MINERAL, POTION = range(3)
OBJECTS = (HERB, MINERAL, POTION)
OBJECT_NAMES = ("Herb", "Mineral", "Potion")
NUM_OBJECTS = len(OBJECTS)

# The kinds of cards that effects move. The first three are the object types themselves.
KIND_HERB, KIND_MINERAL, KIND_POTION, KIND_OBJECT, KIND_ARTIFACT, KIND_INCANTATION, KIND_ANY = range(7)
KIND_NAMES = ("herb", "mineral", "potion", "object", "artifact", "incantation", "any")

# Effects of spells (cards.md), named as in a card-set file.
(
    OP_SIGIL,  # place a Sigil on an opposing witch, at the end of the round
    OP_BECOME_ARTIFACT,  # the incantation becomes an artifact of `value`
    OP_BECOME_OBJECT,  # the incantation becomes an object of `kind` that counts `counts`
    OP_PLAY,  # play `count` objects of `kind` from hand, each counting `counts`
    OP_REMOVE,  # remove `count` cards of `kind` from the centre
    OP_CHANGE_DEMON,  # `who` changes the demon
    OP_CHANGE_SPELLS,  # `who` changes the spell card
    OP_DRAW,  # draw `count` cards of `kind`
    OP_DISCARD,  # `who` discards `count` cards of `kind`
) = range(9)
OPS = tuple(range(9))
OP_NAMES = (
    "sigil",
    "become_artifact",
    "become_object",
    "play",
    "remove",
    "change_demon",
    "change_spells",
    "draw",
    "discard",
)
NUM_OPS = len(OPS)

# The witches on whom an effect acts.
WHO_SELF, WHO_ONE, WHO_ALL = range(3)
WHO_NAMES = ("self", "one", "all")

# When an effect runs (R-CAST-11).
WHEN_NOW, WHEN_END = range(2)
WHEN_NAMES = ("now", "end")

# Editions differ in one rule (R-CAST-10).
EDITION_FR, EDITION_EN = range(2)
EDITION_NAMES = ("fr", "en")

# Kinds of decisions (design.md section 3). CHANCE occurs only with explicit chance.
(
    PHASE_DRAFT,
    PHASE_ACT,
    PHASE_TAKE_DEMON,
    PHASE_CAST,
    PHASE_AIM,
    PHASE_CHOOSE,
    PHASE_TAKE_SPELLS,
    PHASE_CHANCE,
    PHASE_OVER,
) = range(9)
PHASES = tuple(range(9))
PHASE_NAMES = ("DRAFT", "ACT", "TAKE_DEMON", "CAST", "AIM", "CHOOSE", "TAKE_SPELLS", "CHANCE", "OVER")
NUM_PHASES = len(PHASES)

# The purpose of a CHOOSE decision.
NO_CHOICE, CHOICE_PLAY, CHOICE_REMOVE, CHOICE_DRAW, CHOICE_DISCARD, CHOICE_SWEEP = range(6)
CHOICE_NAMES = ("none", "play", "remove", "draw", "discard", "sweep")
NUM_CHOICES = len(CHOICE_NAMES)

# Stages of the engine, in the order of the game; CLEAR to NEXT_ROUND follow the order of a round (R-ROUND-6).
(
    STAGE_DEAL_DEMONS,  # R-SETUP-1
    STAGE_DEAL_PAIRS,  # R-TEAM-3: in teams, all pairs of spell cards are dealt
    STAGE_OFFER,  # R-SETUP-2, R-TEAM-3: a spell card is chosen from two; without teams the two are dealt first
    STAGE_HIGH_WITCH,  # R-TEAM-3
    STAGE_DEAL_HANDS,  # R-SETUP-5
    STAGE_CLEAR,  # (1)
    STAGE_TRANSIENT,  # (2)
    STAGE_ACT,  # (3); in team talk the first seats of the teams
    STAGE_ACT_SECOND,  # (3) in team talk: the second seats (R-TEAM-4)
    STAGE_QUICKNESS,  # the order of the seats is drawn (R-ROUND-5)
    STAGE_SEATS,  # (4) draws, Sigil breaks and trades
    STAGE_REVEAL,  # (5)
    STAGE_CASTS,  # (6) the next caster
    STAGE_AIM,  # (6) her targets
    STAGE_EFFECTS,  # (6) her effects
    STAGE_SWEEPS,  # (7)
    STAGE_LOCK,  # (8)
    STAGE_FULL_MOON,  # (9)
    STAGE_JUDGE,  # (10) which witch summons her demon if several could (R-END-2)
    STAGE_LEVELS,  # (10)
    STAGE_VICTORY,  # (11) to (13)
    STAGE_ENDINGS,  # (14) the next caster with an effect that waits
    STAGE_END_EFFECTS,  # (14) her effects
    STAGE_NEXT_ROUND,  # (15)
    STAGE_OVER,
) = range(25)
STAGE_NAMES = (
    "DEAL_DEMONS",
    "DEAL_PAIRS",
    "OFFER",
    "HIGH_WITCH",
    "DEAL_HANDS",
    "CLEAR",
    "TRANSIENT",
    "ACT",
    "ACT_SECOND",
    "QUICKNESS",
    "SEATS",
    "REVEAL",
    "CASTS",
    "AIM",
    "EFFECTS",
    "SWEEPS",
    "LOCK",
    "FULL_MOON",
    "JUDGE",
    "LEVELS",
    "VICTORY",
    "ENDINGS",
    "END_EFFECTS",
    "NEXT_ROUND",
    "OVER",
)

# Chance events: the purpose of a keyed draw (R-SETUP-7).
NO_CHANCE, CHANCE_DEMON, CHANCE_SPELL_CARD, CHANCE_ARTIFACT, CHANCE_INCANTATION, CHANCE_TRANSIENT, CHANCE_QUICKNESS = range(7)
CHANCE_NAMES = ("none", "demon", "spell card", "artifact", "incantation", "transient", "quickness")
PURPOSE_ROLLOUT = len(CHANCE_NAMES)  # choices of random players in playouts

# The origin of an object on a moon or in the centre; an incantation is `ORIGIN_INCANTATION + value`.
NO_ORIGIN, ORIGIN_OBJECT, ORIGIN_TRANSIENT, ORIGIN_INCANTATION = range(4)

# The place of the incantation that a seat played this round (the zones at the end of rules.md).
(
    INCANTATION_NONE,  # none played, or not yet revealed
    INCANTATION_UNRESOLVED,  # in the centre
    INCANTATION_AS_ARTIFACT,  # in the centre, as an artifact
    INCANTATION_AS_OBJECT,  # in the centre, as an object
    INCANTATION_WAITING,  # beside the centre, will be a Sigil
    INCANTATION_LEFT,  # left the centre: gone, on a moon or on a witch
) = range(6)
INCANTATION_STATE_NAMES = ("none", "unresolved", "artifact", "object", "waiting", "left")

# How a seat acted this round, as far as it is public (R-INFO-2).
(
    DID_NOTHING,
    DID_OBJECT,
    DID_ARTIFACT,
    DID_INCANTATION,
    DID_DRAW_OBJECTS,
    DID_DRAW_ARTIFACT,
    DID_BREAK_SIGIL,
    DID_TRADE,
    DID_PASS,
) = range(9)
DID_NAMES = ("nothing", "object", "artifact", "incantation", "draw objects", "draw artifact", "break sigil", "trade", "pass")
NUM_DID = len(DID_NAMES)

# How a game ended.
NO_VICTORY, VICTORY_DEMON, VICTORY_SIGIL, VICTORY_DRAW = range(4)
VICTORY_NAMES = ("none", "demon", "sigil", "draw")
