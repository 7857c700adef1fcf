"""The words of the rules as integers; `rules.md` and `cards.md` say what they mean."""

# Capacities (cards.md, SY-OBS).
MIN_SEATS, MAX_SEATS = 2, 5
MAX_LEVELS = 9
PLANS_OF_LEVEL = MAX_SEATS - MIN_SEATS + 1  # one for each number of mages
NUM_PLANS = MAX_LEVELS * PLANS_OF_LEVEL  # plan (level - 1) * PLANS_OF_LEVEL + seats - MIN_SEATS
MAX_HAND = 8
MAX_VALUE = 7  # Spells have the values 1 to 7; arrays over values have place value - 1
MAX_SPELLS = 100
MAX_PLACES = 24
MAX_ROWS, MAX_COLUMNS = 8, 16
MAX_TARGETS = 8
MAX_OPPORTUNITIES = 5
MAX_MONSTERS = 24
MAX_LIEUTENANTS = 8
MAX_REWARDS = 12
MAX_FOGS = 16
MAX_COPIES = 20
MAX_FORCE = 40
MAX_RETRIES = 9
MAX_OUTCOMES = MAX_MONSTERS  # of a chance event

NOTHING = -1  # no seat, place, foe or number

# Questions (SY-ASK-1). RUNNING never lasts: the engine runs on.
PHASE_NAMES = ("estimate", "turn", "pay", "keep", "over", "chance")
PHASE_ESTIMATE, PHASE_TURN, PHASE_PAY, PHASE_KEEP, PHASE_OVER, PHASE_CHANCE = range(len(PHASE_NAMES))
PHASE_RUNNING = -1

# Places in a try (SY-FLOW-1): what runs when no draw, estimate or Fog is due.
(
    STAGE_START,  # the first try has not begun
    STAGE_LAY,  # Spells are dealt (SY-SET-3), then the Horde is laid (SY-SET-5)
    STAGE_READY,  # Rewards have been drawn; estimates come, then the first turn
    STAGE_TURN,  # SY-TURN
    STAGE_RESOLVE,  # SY-RES
    STAGE_REVEAL,  # SY-REVEAL
    STAGE_TURN_END,  # SY-TURN-9 from (4) on
    STAGE_WON,  # the last foe has been beaten (SY-END-1)
    STAGE_LOST,  # SY-END-2, SY-END-3
) = range(9)

# Endings of an episode (SY-MODE-2) and of the running try.
ENDING_NAMES = ("running", "won", "exhausted", "unpaid")
ENDING_NONE, ENDING_WON, ENDING_EXHAUSTED, ENDING_UNPAID = range(4)

# Chance events by their purposes (SY-CHANCE-2).
EVENT_NAMES = ("none", "spell", "monster", "fog", "lieutenant", "reward", "pool")
NO_EVENT, EVENT_SPELL, EVENT_MONSTER, EVENT_FOG, EVENT_LIEUTENANT, EVENT_REWARD, EVENT_POOL = range(7)
EVENTS_IN_TRY = 4096  # numbers of a purpose and try (SY-CHANCE-1)
TRIES_OF_LEVEL = 64
PURPOSE_ROLLOUT = 16  # choices of random players in playouts
PURPOSE_WORLD = 17  # sampled worlds

# Who draws Spells (SY-DRAW).
(
    DRAW_NONE,
    DRAW_ALL,  # the Leader first, round and round (SY-DRAW-1)
    DRAW_ONE,  # one mage only (`draw` of a Reward)
    DRAW_EACH,  # each mage once (SY-REPLAY-2)
) = range(4)
NO_LIMIT = 4095  # Spells of a deal: as many as the hands take

# Backs of cards in the Horde, in the order of observations.
BACK_NAMES = ("monster", "lieutenant", "fog", "boss", "cerberus")
BACK_MONSTER, BACK_LIEUTENANT, BACK_FOG, BACK_BOSS, BACK_CERBERUS = range(5)

# Foes: the entries of `monster`, then those of `lieutenant`, then the Boss and the Cerberi of the level.
FIRST_LIEUTENANT = MAX_MONSTERS
BOSS = FIRST_LIEUTENANT + MAX_LIEUTENANTS
CERBERUS = BOSS + 1
NUM_FOES = CERBERUS + 1

MONSTER_KINDS = ("plain", "mushroom", "golem", "dragon")
# The rules a foe follows: a sum of these.
RULES_MUSHROOM, RULES_GOLEM, RULES_DRAGON = 1, 2, 4
# Powers of Lieutenants (SY-LIEU): a sum of these.
POWER_NAMES = ("growing", "fog", "reward")
POWER_GROWING, POWER_FOG, POWER_REWARD = 1, 2, 4

# Effects of Rewards (SY-REWARD).
REWARD_EFFECTS = ("draw", "show", "weaken", "calm", "hold", "pool")
REWARD_DRAW, REWARD_SHOW, REWARD_WEAKEN, REWARD_CALM, REWARD_HOLD, REWARD_POOL = range(6)
# Effects of Fog (SY-FOG); from FOG_FORCE on they are permanent curses.
FOG_EFFECTS = ("draw", "reward", "lift", "lose", "pass_left", "force", "costly", "mute")
FOG_DRAW, FOG_REWARD, FOG_LIFT, FOG_LOSE, FOG_PASS_LEFT, FOG_FORCE, FOG_COSTLY, FOG_MUTE = range(8)

# What a mage did at an opportunity.
DID_NOTHING, DID_PASS, DID_ATTACK = range(3)

ESTIMATE_NAMES = ("bad", "middling", "good")
NO_ESTIMATE = 0  # otherwise 1 + index in ESTIMATE_NAMES

# Marks of a Spell that is hidden from some mage (SY-MEM): bits. The mark of an observer is shifted left by its seat.
MARK_KNOWN = 1  # the observer knows its value
MARK_MIXED = 1 << MAX_SEATS  # the observer knows that it is among the floating ones
MARK_OPEN = 1 << 2 * MAX_SEATS  # it lies open in its hand (`show`)
MARK_IN_SUM = MARK_OPEN << 1  # it is counted in the sum left of its mage (SY-MEM-8)
ALL_KNOWN = MARK_MIXED - 1  # MARK_KNOWN of every observer
ALL_MIXED = ALL_KNOWN << MAX_SEATS
MAX_AGE = 7

MODES = ("level", "campaign")
CHAPTERS = ("I", "II", "both")
PAYOFFS = ("cleared", "score")
