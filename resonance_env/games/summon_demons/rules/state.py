"""One game as one NumPy record with the whole position of LD-FLOW, so that copying the record copies the game.

Axes: `seat` 0 .. seats - 1 (unused seats stay at zero), `type` is a card type of the set, `level` 0 is the block and 1, 2 are
the groups on the stack. Demons and candles have one copy each, so sets of them are bit sets; bit t, d or c is the place in the
set. A *thing* is a type, or `MAX_TYPES` + a demon. `NOTHING` (-1) stands for no seat, no thing and no demon.
"""

from typing import Any

import numpy as np

from resonance_env.games.summon_demons.rules import vocabulary as v

SEATS, TYPES, LEVELS = v.MAX_SEATS, v.MAX_TYPES, 1 + v.MAX_GROUPS

GAME = np.dtype(
    (
        np.record,
        [
            # Fields that are read often lie first, wide ones before narrow ones.
            ("seed", "i8", (2,)),  # [low, high] 32-bit words; all future chance follows from them, so nobody sees them
            ("legal", "i8", (2,)),  # the legal answers to the question: bits of the codes in LOW and HIGH (`actions.py`)
            # What follows from other fields, kept up to date by `possession.py` and made anew by `refresh`.
            ("types_in_play", "i8", (SEATS,)),  # [seat] bit set of types of which `cards` has a copy
            ("types_in_row", "i8"),  # bit set
            ("types_waiting", "i8", (LEVELS,)),  # [level] bit set of types of which `waiting` has a copy
            ("cards_in_deck", "i2"),  # sum of `deck`
            ("cards_in_row", "i2"),  # sum of `row`
            # Counts and what each seat has.
            ("turn", "i4"),  # turns begun (LD-FLOW-2)
            ("rolls", "i4"),  # rolls made, rerolls not counted: index of the next ROLL (LD-END-3)
            ("cards_drawn", "i4"),  # index of the next CARD event (LD-CHANCE)
            ("demons_drawn", "i4"),  # index of the next DEMON event
            ("hand_draws", "i4"),  # index of the next HAND event
            ("souls", "i4", (SEATS,)),  # [seat] (LD-BOX-5)
            ("demons", "i4", (SEATS,)),  # [seat] bit set: summoned demons in play
            ("hand", "i4", (SEATS,)),  # [seat] bit set: demons in hand
            ("pile", "i4"),  # bit set
            ("demon_discards", "i4"),  # bit set
            ("looked_at", "i4"),  # bit set: demons laid aside in a look, the Egg not included (LD-EFF-14)
            ("waiting_demons", "i4"),  # bit set: demons that wait in the block, the active seat's (LD-ROLL-3)
            ("turn_limit", "i4"),  # rolls (LD-END-3)
            # What the game was started with.
            ("seats", "i1"),
            ("teams", "i1"),  # 1: seats 0 and 2 against 1 and 3 (LD-TEAM-1)
            ("start_souls", "i1"),
            ("hand_size", "i1"),  # demons dealt to each seat
            ("need_demons", "i1"),  # of the team in teams
            ("need_souls", "i1"),  # of the team in teams
            ("candles_each", "i1"),  # candles of each seat (LD-VAR-3)
            ("candle_choice", "i1"),  # 1: candles are chosen (LD-VAR-4)
            ("starting_demon", "i1"),  # LD-VAR-6
            ("first_fixed", "i1"),  # 1: seat 0 begins, and no chance event is made of it (LD-VAR-7)
            ("roll_again", "i1"),  # 1: `again` brings another roll instead of an extra turn (LD-VAR-8)
            ("explicit_chance", "i1"),  # 1: stop at every chance event and wait for its outcome (LD-CHANCE-5)
            # The engine's place in the game.
            ("phase", "i1"),  # PHASE_*: the question; PHASE_RUNNING only while the engine runs
            ("asked", "i1", (SEATS,)),  # [seat] 1: has a decision to make now; one seat at most
            ("decider", "i1"),  # the seat that the question is for, or NOTHING
            ("event", "i1"),  # EVENT_*: the chance event that comes next, or NO_EVENT
            ("stage", "i1"),  # STAGE_*
            ("active", "i1"),  # the seat that takes the turn; NOTHING before FIRST
            ("dealt", "i1"),  # candles (STAGE_CANDLES) or demons (STAGE_HANDS) dealt so far
            # Marks of the turn (LD-FLOW-2), cleared when it begins.
            ("rolled", "i1"),
            ("bought", "i1"),
            ("summoned", "i1"),
            ("passed_on", "i1"),
            ("rerolled", "i1"),
            ("again", "i1"),  # an extra turn or roll will follow (LD-TURN-5)
            ("extra", "i1"),  # this is one
            ("total", "i1"),  # of the last throw of the turn; 0 before it
            ("double", "i1"),  # it was a double
            # The stack (LD-ACT-15), and the demon of a normal summon.
            ("block", "i1"),  # owner of the block in progress, or NOTHING
            ("groups", "i1"),  # GROUP entries on it: 0, 1, 2
            ("current", "i1"),  # the thing that is being activated, or NOTHING; its owner is that of the block
            ("effect", "i1"),  # which of its effects runs; NOTHING in GATE and COST
            ("begun", "i1"),  # 1: this effect (in COST: the cost) has begun, so `left`, `named` and `floor_*` are its own
            ("named", "i1"),  # VICTIM: the seat that was named; else NOTHING
            ("left", "i2"),  # cards still to sacrifice; souls still to steal; cards that LD-EFF-11 may still discard; else 0
            ("floor_distance", "i1"),  # of what was named last (LD-OBS, `floor`); 0: nothing yet
            ("floor_type", "i1"),  # 1 + type of what was named last; 0: nothing yet
            ("draws_left", "i1"),  # DRAW: cards still to be drawn; LOOK: demons
            ("egg", "i1"),  # LOOK: the demon that looks, laid aside, or NOTHING
            ("looker", "i1"),  # LOOK: its seat, or NOTHING
            ("summoning", "i1"),  # SACRIFICE: the demon named for a normal summon, in no hand any more, or NOTHING
            # Cards, by copies.
            ("row", "i1", (TYPES,)),  # [type] those named for replacement included
            ("marked", "i1", (TYPES,)),  # [type] of these, named for replacement (LD-EFF-9)
            ("deck", "i1", (TYPES,)),
            ("discards", "i1", (TYPES,)),
            ("aside", "i1", (TYPES,)),  # [type] laid aside in a mill (LD-EFF-5)
            ("waiting", "i1", (LEVELS, TYPES)),  # [level, type] copies that wait in the block and in the groups
            ("cards", "i1", (SEATS, TYPES)),  # [seat, type] copies in play: `have` of LD-ACT-10
            ("fresh", "i1", (SEATS, TYPES)),  # [seat, type] of these, not old (LD-ACT-10); 0 when no roll is being resolved
            # The rest of what the seats have.
            ("candles", "i1", (SEATS,)),  # [seat] bit set
            ("candles_left", "i1"),  # bit set: in the box, not dealt yet; 0 after set-up
            ("started", "i1", (SEATS,)),  # [seat] 1: its first turn has begun (LD-VAR-6)
            ("knows_pile", "i1", (SEATS,)),  # [seat] 1: knows which demons are in the pile (LD-INFO-5)
            # The end.
            ("winner", "i1"),  # the seat whose change won, or NOTHING
            ("ending", "i1"),  # ENDING_*
        ],
    )
)
assert GAME.itemsize <= 1024, "a game has a kilobyte"

Record = Any  # one GAME record: np.record, whose fields are read and written by name


def new_games(num_games: int) -> np.ndarray:
    """Returns an array of `num_games` blank records; a reset starts a game in each."""
    return np.zeros(num_games, dtype=GAME)
