"""One game as one NumPy record with the whole position, so that copying the record copies the game.

Axes: `seat` 0 .. seats - 1 (unused seats stay at zero); `position` in a hand, oldest Spell first; `value` is the value of a
Spell - 1; `place` in the order in which the Horde is laid; `when` is 0 for this turn and 1 for the last turn of this try;
`opportunity` of a turn. Monsters, Fog and Rewards are entries of the lists of the card set. A *foe* is a Monster, or
`FIRST_LIEUTENANT` + a Lieutenant, `BOSS` or `CERBERUS`. Sets of places and of Lieutenants are bit sets.
"""

from typing import Any

import numpy as np

from resonance_env.games.syncro.rules import vocabulary as v

SEATS, PLACES, VALUES = v.MAX_SEATS, v.MAX_PLACES, v.MAX_VALUE
ACTS = (2, v.MAX_OPPORTUNITIES)

GAME = np.dtype(
    (
        np.record,
        [
            ("seed", "i8", (2,)),  # [low, high] 32-bit words; all future chance follows from them, so nobody sees them
            # What the game was started with.
            ("seats", "i1"),
            ("first_level", "i1"),  # of the episode
            ("last_level", "i1"),
            ("retries", "i1"),  # further tries of each level
            ("saves", "i1"),  # SY-SAVE-2
            ("replay", "i1"),  # SY-REPLAY-1
            ("estimates", "i1"),  # 0: neither estimates nor sums
            ("by_score", "i1"),  # 1: payoff is the score, 0: levels cleared (SY-SCORE-2)
            ("explicit_chance", "i1"),  # 1: stop at every chance event and wait for its outcome (SY-CHANCE-6)
            ("limit", "i1"),  # hand limit (SY-SET-2)
            # The engine's place in the game.
            ("phase", "i1"),  # PHASE_*: the question; PHASE_RUNNING only while the engine runs
            ("asked", "i1", (SEATS,)),  # [seat] 1: has a decision to make now
            ("legal_targets", "i2"),  # TURN: bit set of target numbers, counted from 0, that may be attacked
            ("may_pass", "i1"),  # TURN
            ("event", "i1"),  # EVENT_*: the chance event that comes next, or NO_EVENT
            ("events", "i2", (len(v.EVENT_NAMES),)),  # [EVENT_*] events so far in this try (SY-CHANCE-1)
            ("stage", "i1"),  # STAGE_*
            ("ending", "i1"),  # ENDING_*: of the try in STAGE_WON and STAGE_LOST, of the episode when it is over
            # Counters of the episode.
            ("level", "i1"),
            ("tries", "i1"),  # number of this try, from 0
            ("plan", "i1"),  # row of the plans of the card set: this level with this number of mages
            ("turn", "i2"),  # turn of this try, from 1
            ("turns", "i4"),  # turns begun in the episode
            ("cleared", "i1"),  # levels won
            ("best", "i1"),  # most foes beaten in an earlier try of this level
            ("beaten", "i1"),  # foes beaten in this try
            # The turn.
            ("leader", "i1"),
            ("opportunity", "i1"),  # from 0
            ("num_targets", "i1"),
            ("targets", "i1", (v.MAX_TARGETS,)),  # places of the attackable foes of this turn (SY-ASK-5)
            ("calm", "i1"),
            ("hold", "i1"),
            ("resolved", "i1"),  # places of the order of resolution that are done
            ("resolving", "i1"),  # place of the foe that is being resolved, or NOTHING
            ("to_pay", "i2"),  # what is still due to a Dragon (SY-DRAGON-1)
            ("payer", "i1"),  # the mage that pays, counted from the Leader
            # What is due before the stage goes on.
            ("draw_way", "i1"),  # DRAW_*
            ("draws_left", "i2"),  # Spells still to be drawn
            ("draw_offset", "i1"),  # the mage that may draw next, counted from the Leader
            ("drawer", "i1"),  # the mage that draws the Spell of the event, or the one of DRAW_ONE
            ("has_drawn", "i1"),  # 1: a Spell was taken in this draw
            ("estimate_due", "i1"),  # SY-EST-1
            ("rewards_due", "i1"),  # Rewards still to be drawn (SY-REWARD-4)
            ("fog_due", "i1"),  # 1: a Lieutenant reveals a Fog from the pile (SY-LIEU-2)
            ("revealing", "i1"),  # place of the card whose identity is the pending event, or NOTHING: from the pile
            ("pool_left", "i1"),  # Spells still to be dealt (SY-REPLAY-2)
            ("pool_dealt", "i1"),
            ("pool", "i1", (VALUES,)),  # [value]
            ("pool_known", "i1", (SEATS, VALUES)),  # [observer, value] of the hands that are pooled, what it knew of them
            # Spells.
            ("pile", "i1", (VALUES,)),  # [value]
            ("discard", "i1", (VALUES,)),  # [value]
            ("pile_size", "i1"),
            ("held", "i1", (SEATS,)),  # [seat] Spells in hand
            ("hand", "i1", (SEATS, v.MAX_HAND)),  # [seat, position] value 1 .. 7; 0 from `held` on
            ("marks", "i2", (SEATS, v.MAX_HAND)),  # [seat, position] sum of MARK_*
            ("age", "i1", (SEATS, v.MAX_HAND)),  # [seat, position] SY-MEM-7
            # The Horde.
            ("in_horde", "i4"),  # bit set of places where a card lies
            ("face_up", "i4"),  # bit set of these
            ("bearing", "i4"),  # bit set of places that bear Spells, face down or up
            ("foe", "i1", (PLACES,)),  # [place] which foe lies here face up or was beaten here, or NOTHING
            ("lieutenant", "i1", (PLACES,)),  # [place] Lieutenant revealed here at this level, or NOTHING (SY-LIEU-5)
            ("weakened", "i1", (PLACES,)),  # [place] less force until the end of this turn
            ("spells", "i1", (PLACES, VALUES)),  # [place, value] Spells face up on it
            ("absorbed", "i1", (PLACES, VALUES)),  # [place, value] SY-GOLEM-1
            # The other piles.
            ("monsters_left", "i1", (v.MAX_MONSTERS,)),  # cards of each kind not yet seen in this try
            ("fogs_left", "i1", (v.MAX_FOGS,)),  # in the pile or face down in the Horde
            ("fog_discard", "i1", (v.MAX_FOGS,)),
            ("curses", "i1", (v.MAX_FOGS,)),  # permanent curses beside the Horde
            ("lieutenants_left", "i2"),  # bit set: in the pile, or face down and never revealed at this level
            ("box", "i2"),  # bit set: beaten Lieutenants (SY-LIEU-4)
            ("reward", "i1", (SEATS,)),  # [seat] Reward in hand, or NOTHING
            ("reward_pile", "i1", (v.MAX_REWARDS,)),
            ("reward_discard", "i1", (v.MAX_REWARDS,)),
            # What mages have done and shown.
            ("acts", "i1", ACTS),  # [when, opportunity] DID_*
            ("act_position", "i1", ACTS),  # of an attack: position in the hand, from 1
            ("act_place", "i1", ACTS),  # of an attack
            ("act_value", "i1", ACTS),  # of an attack: value of the Spell
            ("act_is_up", "i1", ACTS),  # of an attack: 1 once the Spell was turned up
            ("act_reward", "i1", ACTS),  # 1 + the Reward played there
            ("act_marks", "i2", (v.MAX_OPPORTUNITIES,)),  # [opportunity] marks of a Spell that lies face down
            ("estimate", "i1", (SEATS,)),  # [seat] the estimate that stands: 1 + index in ESTIMATE_NAMES, or NO_ESTIMATE
            ("earlier_estimates", "i1", (SEATS, 2)),  # [seat, latest first] those of this try before it
            ("sum", "i1", (SEATS,)),  # [seat] the sum that stands, or 0
            ("sum_left", "i1", (SEATS,)),  # [seat] SY-MEM-8
            ("paid", "i1", (2, SEATS, VALUES)),  # [when, seat, value] Spells paid to Dragons
            ("lost", "i1", (2, SEATS, VALUES)),  # [when, seat, value] Spells discarded by `lose`
            ("drawn", "i1", (2, SEATS)),  # [when, seat] Spells taken from the pile, by deals too
            ("fogs", "i1", (2, v.MAX_FOGS)),  # [when, Fog] revealed
            ("spent", "i1", (SEATS, VALUES)),  # [seat, value] seen since the mages last estimated (SY-OBS, `spent`)
            ("floating", "i1", (SEATS, VALUES)),  # [observer, value] SY-MEM
        ],
    )
)
assert GAME.itemsize <= 2048, "a game has two kilobytes"

Record = Any  # one GAME record: np.record, whose fields are read and written by name


def new_games(num_games: int) -> np.ndarray:
    """Returns an array of `num_games` blank records; a reset starts a game in each."""
    return np.zeros(num_games, dtype=GAME)
