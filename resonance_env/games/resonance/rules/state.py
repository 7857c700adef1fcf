"""One game as one NumPy record with its whole state, so that copying the record copies the game.

Axes: `seat` 0 .. seats - 1 (unused seats stay at zero), `object` is a type (Herb, Mineral, Potion), `moon` 0 is the New Moon.
Sets of cards are bit sets: bit d for demon or spell card d, bit v - 1 for the artifact or incantation of value v. In team
mode both seats hold what belongs to the team (demon, level).
"""

from typing import Any

import numpy as np

from resonance_env.games.resonance.rules import vocabulary as v

SEATS, OBJECTS, MOONS, EFFECTS = v.MAX_SEATS, v.NUM_OBJECTS, v.MAX_MOONS, v.MAX_EFFECTS

GAME = np.dtype(
    (
        np.record,
        [
            # What the game was started with.
            ("seed", "i8", (2,)),  # [low, high] 32-bit words; all future chance follows from them, so nobody sees them
            ("seats", "i1"),  # witches at the table: 2 .. 8
            ("players", "i1"),  # persons: equal to seats, except 7 in a game of 8 seats in which one person plays a team
            ("teams", "i1"),  # 1 in team mode: seats 2k and 2k + 1 are team k
            ("team_talk", "i1"),  # 1: second seats choose after seeing their partner's choice (R-TEAM-4)
            ("solo_team", "i1"),  # with 7 players: the team that one person holds
            ("edition", "i1"),  # EDITION_*
            ("explicit_chance", "i1"),  # 1: stop at every chance event and wait for its outcome
            # The engine's place in the game.
            ("phase", "i1"),  # PHASE_*: the kind of decision that is asked
            ("choice", "i1"),  # CHOICE_*: the purpose of a CHOOSE decision
            ("stage", "i1"),  # STAGE_*: place in the round (R-ROUND-6)
            ("asked", "i1", (SEATS,)),  # [seat] 1: has a decision to make now
            ("turn", "i1"),  # position in seat or quickness order, for stages that go round the table
            ("caster", "i1"),  # seat whose spell or artifact is being resolved, or NO_SEAT
            ("effect", "i1"),  # index of the effect that runs or whose target is named
            ("left", "i1"),  # cards this effect may still move; -1: it has not begun
            ("taker", "i1"),  # seat that must take a demon or spell card now, or NO_SEAT
            ("picks_left", "i1", (SEATS,)),  # [seat] cards a victim must still pick
            ("picked_objects", "i1", (SEATS, OBJECTS)),  # [seat, object] picked in secret, still in hand
            ("picked_artifacts", "i2", (SEATS,)),  # [seat] bit set
            ("picked_incantations", "i4", (SEATS,)),  # [seat] bit set
            # Piles, reserves, what has left the game.
            ("object_pile", "i1", (OBJECTS,)),  # [object]
            ("transient_pile", "i1", (OBJECTS,)),  # [object] face down: counts are open, order does not exist yet
            ("artifact_top", "i1"),  # value of the visible card; 0: the pile is empty; -1: about to be revealed
            ("artifact_pile", "i2"),  # bit set of the cards below the visible one
            ("incantation_top", "i1"),
            ("incantation_pile", "i4"),
            ("demon_reserve", "i2"),  # bit set
            ("spell_reserve", "i2"),  # bit set; empty before the draft is over (R-SETUP-4)
            ("spell_deck", "i2"),  # bit set: cards of the draft that nobody has seen
            ("spell_rejects", "i2"),  # bit set: cards of the draft under the deck
            ("offered", "i1", (2,)),  # the pair to choose from now, or NO_SPELL_CARD
            ("gone_objects", "i1", (OBJECTS,)),
            ("gone_transients", "i1", (OBJECTS,)),
            ("gone_artifacts", "i2"),  # bit set
            ("gone_incantations", "i4"),  # bit set
            # The witches.
            ("demon", "i1", (SEATS,)),  # [seat] index in the set, or NO_DEMON
            # [seat] spell card: index in the set, or NO_SPELL_CARD; before a team has chosen, the pair that lies before it.
            ("spells", "i1", (SEATS,)),
            ("high_witch", "i1", (SEATS,)),  # [seat] 1: High Witch of her team (without teams every witch is one)
            ("level", "i1", (SEATS,)),  # [seat] levels validated, 0 .. 3
            ("sigil", "i1", (SEATS,)),  # [seat] incantation that lies on her as a Sigil, or NO_INCANTATION
            ("hand_objects", "i1", (SEATS, OBJECTS)),  # [seat, object]; a card played face down counts until it is revealed
            ("hand_artifacts", "i2", (SEATS,)),  # [seat] bit set
            ("hand_incantations", "i4", (SEATS,)),  # [seat] bit set
            ("committed", "i2", (SEATS,)),  # [seat] action chosen in ACT and not yet open, or NO_ACTION
            # The moons.
            ("moon", "i1", (MOONS,)),  # [moon] object type that lies there, or NO_OBJECT
            ("moon_origin", "i1", (MOONS,)),  # [moon] NO_ORIGIN, ORIGIN_OBJECT, ORIGIN_TRANSIENT or ORIGIN_INCANTATION + value
            ("next_moon", "i1"),  # moon to be locked this round
            ("month_over", "i1"),  # 1: the last moon has been locked at least once (R-END-3)
            # The round: the centre and what each seat did. It is kept until step (4) of the next round in which a seat was
            # asked for its action, so that no observation misses it; rounds between are added to it (R-INFO-4).
            ("shown", "i1"),  # 1: a seat has been asked for its action since then, so all of it has been seen
            ("round_number", "i1"),  # 1 is the first; 0 during set-up
            ("quickness", "i1", (SEATS,)),  # [position] seat, quickest first; never shown
            ("transient", "i1"),  # type of the transient in the centre, or NO_OBJECT
            ("centre", "i1", (OBJECTS, v.MAX_COUNT)),  # [object, count - 1] printed object cards that count 1, 2, 3
            ("artifact", "i1", (SEATS,)),  # [seat] value of her artifact in the centre, printed or transformed, or NO_ARTIFACT
            ("incantation_state", "i1", (SEATS,)),  # [seat] INCANTATION_*
            ("incantation_type", "i1", (SEATS,)),  # [seat] while AS_OBJECT: its type
            ("incantation_count", "i1", (SEATS,)),  # [seat] while AS_OBJECT: what it counts
            ("waiting", "i1", (SEATS,)),  # [seat] 1: effects of her spell wait for the end of the round
            ("did", "i1", (SEATS,)),  # [seat] DID_*
            ("drew_objects", "i1", (SEATS, OBJECTS)),  # [seat, object]
            ("drew_artifacts", "i2", (SEATS,)),  # [seat] bit set
            ("drew_incantations", "i4", (SEATS,)),  # [seat] bit set
            ("played_objects", "i1", (SEATS, OBJECTS)),  # [seat, object] from hand, by action or spell
            ("played_artifact", "i1", (SEATS,)),  # [seat] printed value, or 0
            ("played_incantation", "i1", (SEATS,)),  # [seat] value, or NO_INCANTATION
            ("cast_card", "i1", (SEATS,)),  # [seat] spell card she cast from, or NO_SPELL_CARD
            ("cast_spell", "i1", (SEATS,)),  # [seat] 0, 1, 2, or NO_SPELL
            ("target", "i1", (SEATS, EFFECTS)),  # [seat, effect] target of that effect of her spell, or NO_SEAT
            ("discarded_objects", "i1", (SEATS, OBJECTS)),  # [seat, object] by force of a spell
            ("discarded_artifacts", "i2", (SEATS,)),  # [seat] bit set
            ("discarded_incantations", "i4", (SEATS,)),  # [seat] bit set
            # The end.
            ("winner", "i1"),  # seat (in teams the first of the team), or NO_SEAT; a victory by demon is set in step (10)
            ("victory", "i1"),  # VICTORY_*
        ],
    )
)


Record = Any  # one GAME record: np.record, whose fields are read and written by name


def new_games(num_games: int) -> np.ndarray:
    """Returns an array of `num_games` blank records; `setup.reset_one` starts a game in each."""
    return np.zeros(num_games, dtype=GAME)
