"""The table of the pieces of an observation (R-INFO); `observation.py` writes them.

Seats are relative: seat 0 of every `[seat]` axis is the observer, seat k the witch k seats to the left. Sizes depend only on
the number of seats and on team mode. Codes of `did` and the like are those of `vocabulary.py`.
"""

from resonance_env.core.layout import Block, Layout, Piece
from resonance_env.games.resonance.rules import vocabulary as v

_TYPES = (v.NUM_OBJECTS,)
_ARTIFACTS = (v.MAX_ARTIFACT,)
_INCANTATIONS = (v.MAX_INCANTATION,)
_MAX_MOVED = v.MAX_EFFECTS * v.MAX_PER_EFFECT  # cards moved by one spell
_MAX_AMOUNT = _MAX_MOVED * v.MAX_COUNT


def _hand(prefix: str, whose: str, rules: str) -> list[Piece]:
    return [
        Piece(f"{prefix}_objects", _TYPES, v.MAX_PILE, f"[object] objects in {whose} hand.", rules),
        Piece(f"{prefix}_artifacts", _ARTIFACTS, 1, f"[value - 1] artifacts in {whose} hand.", rules),
        Piece(f"{prefix}_incantations", _INCANTATIONS, 1, f"[value - 1] incantations in {whose} hand.", rules),
    ]


def _committed(prefix: str, whose: str, rules: str) -> list[Piece]:
    return [
        Piece(
            f"{prefix}_choice",
            (v.NUM_DID,),
            1,
            f"One-hot DID_*: {whose} choice of this round until it acts or is revealed.",
            rules,
        ),
        Piece(f"{prefix}_choice_objects", _TYPES, 2, "[object] the object to be played, or the pair to be drawn.", rules),
        Piece(f"{prefix}_choice_value", (1,), v.MAX_INCANTATION, "Value of the artifact or incantation to be played.", rules),
    ]


OWN = Block(
    "own",
    [
        Piece("asked", (1,), 1, "1: the observer has a decision to make.", "R-ROUND-3"),
        *_hand("own", "her own", "R-INFO-2"),
        *_committed("own", "her own", "R-INFO-2"),
        Piece(
            "own_picks_left",
            (1,),
            v.MAX_PER_EFFECT,
            "Cards the observer must still pick to discard; picked ones left `own_*`.",
            "R-CAST-10",
        ),
        Piece(
            "offered",
            (v.MAX_SPELL_CARDS,),
            1,
            "[card] spell cards to choose from now; in teams the pair of the team whose turn it is.",
            "R-INFO-2 R-TEAM-3",
        ),
        Piece(
            "artifact_drawn_by",
            _ARTIFACTS,
            8,
            "[value - 1] 1 + relative seat that drew it since the observer's last ACT, else 0.",
            "R-INFO-1",
        ),
        Piece(
            "incantation_drawn_by",
            _INCANTATIONS,
            8,
            "[value - 1] 1 + relative seat that drew it since the observer's last ACT, else 0.",
            "R-INFO-1",
        ),
        Piece(
            "reserve_missing",
            (v.MAX_DEMONS, v.NUM_OBJECTS),
            v.MAX_MOONS,
            "[demon, object] what the moons lack for the next level with this demon of the reserve.",
            "R-LEVEL-1 R-ACT-7",
        ),
    ],
)

PARTNER = Block(
    "partner",
    [*_hand("partner", "her partner's", "R-TEAM-4"), *_committed("partner", "her partner's", "R-TEAM-4")],
)


def relations_block(seats: int) -> Block:
    """Returns the block whose shape depends on the number of seats."""
    return Block(
        "relations",
        [
            Piece("caster", (seats,), 1, "[seat] the seat whose spell or artifact is being resolved.", "R-CAST-1 R-SWEEP-1"),
            Piece(
                "aims",
                (seats, seats),
                1,
                "[caster, target] targets of spells since the observer's last ACT.",
                "R-INFO-1",
            ),
        ],
    )


PUBLIC = Block(
    "public",
    [
        Piece("phase", (v.NUM_PHASES,), 1, "One-hot PHASE_*: what is asked now.", "R-INFO-1"),
        Piece("choice", (v.NUM_CHOICES,), 1, "One-hot CHOICE_*: what a CHOOSE decision is for.", "R-INFO-1"),
        Piece("effect", (v.MAX_EFFECTS,), 1, "One-hot: which effect of the caster's spell runs or is aimed.", "R-CAST-14"),
        Piece("cards_left", (1,), v.MAX_PER_EFFECT, "Cards that this effect may still move.", "R-CAST-14"),
        Piece("round_number", (1,), v.MAX_TRANSIENTS, "Number of the round; 0 during set-up.", "R-END-5"),
        Piece("moons", (v.MAX_MOONS, v.NUM_OBJECTS), 1, "[moon, object] one-hot: what lies on the moon.", "R-INFO-1"),
        Piece(
            "moon_origin",
            (v.MAX_MOONS,),
            v.ORIGIN_INCANTATION + v.MAX_INCANTATION,
            "[moon] 0 nothing, 1 an object card, 2 a transient, 3 + value: an incantation.",
            "R-INFO-1",
        ),
        Piece("moon_kind", (v.MAX_MOONS,), 2, "[moon] 0 not in this set, 1 a moon, 2 the Full Moon.", "R-BOX-5"),
        Piece("next_moon", (v.MAX_MOONS,), 1, "One-hot: the moon to be locked.", "R-LOCK-4"),
        Piece("month_over", (1,), 1, "1: the last moon was locked before; Sigils can win.", "R-END-3"),
        Piece("transient", _TYPES, 1, "[object] one-hot: the transient in the centre.", "R-ROUND-2"),
        Piece(
            "centre_objects",
            (v.NUM_OBJECTS, v.MAX_COUNT),
            v.MAX_PILE,
            "[object, count - 1] printed object cards in the centre.",
            "R-INFO-1",
        ),
        Piece(
            "centre_incantations",
            (v.NUM_OBJECTS, v.MAX_COUNT),
            8,
            "[object, count - 1] incantations that lie in the centre as objects.",
            "R-CAST-5",
        ),
        Piece(
            "centre_artifacts", (v.MAX_ARTIFACT + 1,), 8, "[value] artifacts in the centre, transformed ones too.", "R-CAST-4"
        ),
        Piece("object_pile", _TYPES, v.MAX_PILE, "[object] cards in the open piles.", "R-BOX-1"),
        Piece("transient_pile", _TYPES, v.MAX_TRANSIENTS, "[object] transients still to come.", "R-BOX-2"),
        Piece("artifact_top", (1,), v.MAX_ARTIFACT, "Value of the top artifact; 0: the pile is empty.", "R-BOX-3"),
        Piece("artifact_pile", (1,), v.MAX_ARTIFACT, "Artifacts below the top one.", "R-BOX-3"),
        Piece("incantation_top", (1,), v.MAX_INCANTATION, "Value of the top incantation; 0: the pile is empty.", "R-BOX-4"),
        Piece("incantation_pile", (1,), v.MAX_INCANTATION, "Incantations below the top one.", "R-BOX-4"),
        Piece("gone_objects", _TYPES, v.MAX_PILE, "[object] object cards that left the game.", "R-ACT-8"),
        Piece("gone_transients", _TYPES, v.MAX_TRANSIENTS, "[object] transients that left the game.", "R-ACT-8"),
        Piece("gone_artifacts", _ARTIFACTS, 1, "[value - 1] artifacts that left the game.", "R-ACT-8"),
        Piece("gone_incantations", _INCANTATIONS, 1, "[value - 1] incantations that left the game.", "R-ACT-8"),
        Piece("demon_reserve", (v.MAX_DEMONS,), 1, "[demon] in the reserve.", "R-SETUP-1"),
        Piece(
            "reserve_levels",
            (v.MAX_DEMONS, v.NUM_LEVELS, v.NUM_OBJECTS),
            v.MAX_MOONS,
            "[demon, level, object] what each demon of the reserve needs.",
            "R-BOX-6",
        ),
        Piece("spell_reserve", (v.MAX_SPELL_CARDS,), 1, "[card] in the reserve.", "R-SETUP-4"),
    ],
)

SEAT = Block(
    "seat",
    [
        Piece("hand_counts", (3,), v.MAX_PILE * v.NUM_OBJECTS, "[objects, artifacts, incantations] cards in hand.", "R-INFO-1"),
        Piece("levels_done", (v.NUM_LEVELS,), 1, "[level] validated.", "R-LEVEL-2"),
        Piece("high_witch", (1,), 1, "1: High Witch; always 1 without teams.", "R-TEAM-3"),
        Piece("sealed", (1,), 1, "1: carries a Sigil.", "R-CAST-12"),
        Piece("sigil", (1,), v.MAX_INCANTATION, "Value of the incantation that lies on her as a Sigil.", "R-INFO-1"),
        Piece("sigil_announced", (1,), 1, "1: a Sigil will be placed on her at the end of the round.", "R-CAST-12"),
        Piece("demon", (v.MAX_DEMONS,), 1, "One-hot: her demon.", "R-SETUP-1"),
        Piece("demon_levels", (v.NUM_LEVELS, v.NUM_OBJECTS), v.MAX_MOONS, "[level, object] what her demon needs.", "R-BOX-6"),
        Piece("missing", _TYPES, v.MAX_MOONS, "[object] what the moons lack for her next level.", "R-LEVEL-1"),
        Piece(
            "spells",
            (v.MAX_SPELL_CARDS,),
            1,
            "One-hot: her spell card; in the draft of teams the card that lies before her, until her team has chosen.",
            "R-SETUP-2 R-TEAM-3",
        ),
        Piece(
            "spell_effects",
            (v.NUM_SPELLS, v.NUM_OPS),
            _MAX_AMOUNT,
            "[spell, OP_*] what her spells do: 1 for a Sigil or change, value + 1 of an artifact, the count of an object, "
            "cards times count for play, else the number of cards.",
            "R-BOX-8",
        ),
        Piece(
            "did",
            (v.NUM_DID,),
            1,
            "One-hot DID_*: how she acted since a seat was last asked for its ACT, as far as it is public; not a pass if more.",
            "R-INFO-1",
        ),
        Piece("drew_objects", _TYPES, _MAX_MOVED + 2, "[object] drawn since then.", "R-INFO-1"),
        Piece("played_objects", _TYPES, _MAX_MOVED + 1, "[object] played from hand since then.", "R-INFO-1"),
        Piece("played_artifact", (1,), v.MAX_ARTIFACT, "Value of the artifact she played since then.", "R-INFO-1"),
        Piece("played_incantation", (1,), v.MAX_INCANTATION, "Value of the incantation she played since then.", "R-INFO-1"),
        Piece("incantation_state", (1,), 5, "INCANTATION_*: where that incantation is.", "R-INFO-1"),
        Piece("artifact", (1,), v.MAX_ARTIFACT + 1, "1 + value of her artifact in the centre; 0: none.", "R-INFO-1"),
        Piece("cast", (v.NUM_SPELLS,), 1, "One-hot: which spell she cast since then.", "R-CAST-2"),
        Piece("cast_effects", (v.NUM_OPS,), _MAX_AMOUNT, "[OP_*] what that spell does, as in `spell_effects`.", "R-CAST-2"),
        Piece("waiting", (1,), 1, "1: effects of that spell wait for the end of the round.", "R-CAST-11"),
        Piece("discarded_objects", _TYPES, v.MAX_PILE, "[object] discarded by force of a spell since then.", "R-CAST-10"),
        Piece("discarded_artifacts", (1,), v.MAX_ARTIFACT, "Artifacts discarded by force of a spell since then.", "R-CAST-10"),
        Piece(
            "discarded_incantations",
            (1,),
            v.MAX_INCANTATION,
            "Incantations discarded by force of a spell since then.",
            "R-CAST-10",
        ),
    ],
)

RECALL = Block("hands", _hand("counted", "the witch's", "R-INFO-4"))

TRUTH = Block(
    "truth",
    [
        Piece("asked_seat", (1,), 1, "1: has a decision to make.", "R-ROUND-3"),
        *_committed("seat", "the seat's", "R-INFO-2"),
        Piece("picks_left", (1,), v.MAX_PER_EFFECT, "Cards she must still pick to discard.", "R-CAST-10"),
        Piece("picked_objects", _TYPES, v.MAX_PER_EFFECT, "[object] picked in secret.", "R-CAST-10"),
        Piece("picked_artifacts", _ARTIFACTS, 1, "[value - 1] picked in secret.", "R-CAST-10"),
        Piece("picked_incantations", _INCANTATIONS, 1, "[value - 1] picked in secret.", "R-CAST-10"),
        Piece("quickness", (1,), 8, "1 + her place in the quickness order of the round; 0 before it is drawn.", "R-ROUND-5"),
    ],
)

OFFER = Block(
    "offer", [Piece("offered_now", (v.MAX_SPELL_CARDS,), 1, "[card] spell cards offered to the seat that drafts.", "R-SETUP-2")]
)


def _table_blocks(seats: int, teams: bool) -> list[Block]:
    partner = [PARTNER] if teams else []
    return [OWN, *partner, relations_block(seats), PUBLIC, Block(SEAT.name, SEAT.pieces, repeat=seats)]


def observation_layout(seats: int, teams: bool, recall: bool) -> Layout:
    """Returns the layout of a seat's observation; `recall` adds every other hand as card counting knows it (R-INFO-4)."""
    blocks = _table_blocks(seats, teams)
    if recall:
        blocks.append(Block(RECALL.name, RECALL.pieces, repeat=seats - 1))
    return Layout(blocks)


def state_layout(seats: int, teams: bool) -> Layout:
    """Returns the layout of the full position: the recall observation of seat 0, then all that is hidden from it."""
    blocks = [*_table_blocks(seats, teams), Block(RECALL.name, RECALL.pieces, repeat=seats - 1)]
    return Layout([*blocks, Block(TRUTH.name, TRUTH.pieces, repeat=seats), OFFER])
