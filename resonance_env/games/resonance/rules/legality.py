"""Why an action is illegal: the rules of each decision, action by action, and the conditions that they check.

The engine itself uses `legal_codes.py`, the same rules in a faster form; tests check that the two agree. Kernels trust their
input; `REASON_TEXTS` turns a reason into words at the Python boundary.
"""

from resonance_env.core.bitset import count_bits, has_bit
from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.resonance.rules import actions as act, vocabulary as v
from resonance_env.games.resonance.rules.centre import has_object, kind_fits_object, next_artifact, num_cards
from resonance_env.games.resonance.rules.decisions import cursor
from resonance_env.games.resonance.rules.piles import num_objects_in_piles
from resonance_env.games.resonance.rules.seating import is_opponent

(
    LEGAL,
    NOT_ASKED,
    MUST_DECIDE,
    OTHER_PHASE,
    CAN_ACT,
    NOT_HELD,
    SEALED,
    PILES_TOO_LOW,
    PILE_EMPTY,
    NOT_SEALED,
    CANNOT_PAY,
    RESERVE_EMPTY,
    NOT_OFFERED,
    NOT_CASTABLE,
    NO_SUCH_SEAT,
    NOT_OPPONENT,
    HAS_SIGIL,
    COMPULSORY,
    WRONG_KIND,
    NOT_IN_CENTRE,
    NOT_IN_RESERVE,
) = range(21)
REASON_TEXTS = (
    "it is legal",
    "this seat is not asked now; it may only wait",
    "this seat must decide now and may not wait",
    "this is not what is asked now",
    "passing is legal only when no other action is (R-ROUND-4)",
    "she does not hold that card",
    "she is sealed, and a Sigil forbids playing artifacts (R-ACT-2)",
    "the open piles do not hold that pair (R-ACT-4)",
    "that pile is empty",
    "she carries no Sigil (R-ACT-6)",
    "she does not hold the objects to pay with",
    "the demon reserve is empty (R-ACT-7)",
    "that spell card is not offered to her (R-SETUP-2)",
    "that spell places a Sigil, and no opposing witch can be sealed now (R-CAST-3, R-CAST-12)",
    "no witch sits there",
    "that witch is not an opponent (R-TEAM-7)",
    "that witch carries a Sigil, or one is announced on her (R-CAST-12)",
    "the effect is compulsory (R-CAST-14)",
    "the effect is about other cards",
    "that card is not in the centre (R-CAST-7)",
    "that card is not in the reserve",
)


@compiled
def why_illegal(game, cards, seat, action):
    """Returns LEGAL, or the reason why a seat may not take an action now."""
    if not game["asked"][seat]:
        return LEGAL if action == act.WAIT else NOT_ASKED
    if action == act.WAIT:
        return MUST_DECIDE
    phase = int(game["phase"])
    if phase == v.PHASE_ACT:
        return why_not_act(game, seat, action)
    if phase == v.PHASE_CHOOSE:
        return _why_not_choose(game, cards, seat, action)
    if phase == v.PHASE_CAST:
        if not act.CAST_SPELL <= action < act.CAST_SPELL + v.NUM_SPELLS:
            return OTHER_PHASE
        return LEGAL if can_cast(game, cards, seat, action - act.CAST_SPELL) else NOT_CASTABLE
    if phase == v.PHASE_AIM:
        return _why_not_aim(game, cards, seat, action)
    if phase == v.PHASE_DRAFT:
        return _why_not_draft(game, action)
    if phase == v.PHASE_TAKE_DEMON:
        return _why_not_take(game, cards, action, act.TAKE_DEMON, v.MAX_DEMONS, int(game["demon_reserve"]))
    if phase == v.PHASE_TAKE_SPELLS:
        return _why_not_take(game, cards, action, act.TAKE_SPELLS, v.MAX_SPELL_CARDS, int(game["spell_reserve"]))
    return OTHER_PHASE


@compiled
def why_not_act(game, seat, action):
    """The seven actions (R-ACT) and the pass (R-ROUND-4)."""
    if action == act.PASS:
        for other in range(act.PASS + 1, act.LAST_ACT + 1):
            if why_not_act(game, seat, other) == LEGAL:
                return CAN_ACT
        return LEGAL
    if action < act.PLAY_OBJECT or action > act.LAST_ACT:
        return OTHER_PHASE
    if action < act.PLAY_ARTIFACT:
        return LEGAL if game["hand_objects"][seat, action - act.PLAY_OBJECT] > 0 else NOT_HELD
    if action < act.PLAY_INCANTATION:
        if not has_bit(int(game["hand_artifacts"][seat]), action - act.PLAY_ARTIFACT):
            return NOT_HELD
        return LEGAL if game["sigil"][seat] == v.NO_INCANTATION else SEALED
    if action < act.DRAW_PAIR:
        return LEGAL if has_bit(int(game["hand_incantations"][seat]), action - act.PLAY_INCANTATION) else NOT_HELD
    if action < act.DRAW_PAIR + act.NUM_PAIRS:
        return LEGAL if is_pair_there(game, action - act.DRAW_PAIR) else PILES_TOO_LOW
    if action == act.DRAW_ARTIFACT:
        return LEGAL if game["artifact_top"] > 0 else PILE_EMPTY
    if action == act.BREAK_SIGIL:
        if game["sigil"][seat] == v.NO_INCANTATION:
            return NOT_SEALED
        return LEGAL if game["hand_objects"][seat, v.MINERAL] > 0 and game["hand_objects"][seat, v.POTION] > 0 else CANNOT_PAY
    if (
        game["hand_objects"][seat, v.HERB] == 0
        or game["hand_objects"][seat, v.MINERAL] == 0
        or game["hand_objects"][seat, v.POTION] == 0
    ):
        return CANNOT_PAY
    return LEGAL if game["demon_reserve"] != 0 else RESERVE_EMPTY


@compiled
def is_pair_there(game, pair):
    """R-ACT-4: both cards are there, or only one object is left and the pair is its type twice."""
    first, second = act.PAIRS[pair]
    if first != second:
        return game["object_pile"][first] > 0 and game["object_pile"][second] > 0
    return game["object_pile"][first] > 1 or (game["object_pile"][first] == 1 and num_objects_in_piles(game) == 1)


@inlined
def _why_not_draft(game, action):
    if game["stage"] == v.STAGE_HIGH_WITCH:
        return LEGAL if action == act.HIGH_SELF or action == act.HIGH_PARTNER else OTHER_PHASE
    if action < act.TAKE_SPELLS:
        return OTHER_PHASE
    card = action - act.TAKE_SPELLS
    return LEGAL if card == game["offered"][0] or card == game["offered"][1] else NOT_OFFERED


@compiled
def _why_not_take(game, cards, action, first, count, reserve):
    """A demon or spell card of the reserve; STOP only if the effect is optional (R-CAST-8)."""
    if action == act.STOP:
        return LEGAL if game["caster"] != v.NO_SEAT and is_optional(game, cards) else COMPULSORY
    if not first <= action < first + count:
        return OTHER_PHASE
    return LEGAL if has_bit(reserve, action - first) else NOT_IN_RESERVE


@inlined
def _why_not_aim(game, cards, seat, action):
    if not act.AIM <= action < act.AIM + v.MAX_SEATS - 1:
        return OTHER_PHASE
    distance = action - act.AIM + 1
    if distance >= game["seats"]:
        return NO_SUCH_SEAT
    target = (seat + distance) % game["seats"]
    if not is_opponent(game, seat, target):
        return NOT_OPPONENT
    _, card, spell, effect = cursor(game)
    if cards["effect_op"][card, spell, effect] == v.OP_SIGIL and not can_seal(game, cards, seat, target):
        return HAS_SIGIL
    return LEGAL


@compiled
def is_optional(game, cards):
    """Returns whether the effect that runs says "up to" or "if she likes"."""
    _, card, spell, effect = cursor(game)
    return cards["effect_optional"][card, spell, effect] != 0


@inlined
def _why_not_choose(game, cards, seat, action):
    choice = game["choice"]
    if choice == v.CHOICE_SWEEP:  # R-SWEEP-1
        if not act.CHOOSE_TYPE <= action < act.CHOOSE_TYPE + v.NUM_OBJECTS:
            return OTHER_PHASE
        return LEGAL if has_object(game, action - act.CHOOSE_TYPE) else NOT_IN_CENTRE
    _, card, spell, effect = cursor(game)
    kind = int(cards["effect_kind"][card, spell, effect])
    if action == act.STOP:  # R-CAST-6: the first is compulsory
        begun = game["left"] < cards["effect_count"][card, spell, effect]
        return LEGAL if choice != v.CHOICE_DISCARD and begun and is_optional(game, cards) else COMPULSORY
    if choice == v.CHOICE_DISCARD:
        return _why_not_discard(game, seat, action, kind)
    if choice == v.CHOICE_REMOVE:
        return _why_not_remove(game, action, kind)
    if not act.CHOOSE_TYPE <= action < act.CHOOSE_TYPE + v.NUM_OBJECTS:
        return OTHER_PHASE
    object_type = action - act.CHOOSE_TYPE
    if not kind_fits_object(kind, object_type):
        return WRONG_KIND
    if choice == v.CHOICE_PLAY:
        return LEGAL if game["hand_objects"][seat, object_type] > 0 else NOT_HELD
    return LEGAL if game["object_pile"][object_type] > 0 else PILE_EMPTY


@inlined
def _why_not_discard(game, seat, action, kind):
    """R-CAST-10: any of her cards of that kind that she has not picked yet."""
    if kind == v.KIND_ARTIFACT:
        if not act.DISCARD_ARTIFACT <= action < act.DISCARD_ARTIFACT + v.MAX_ARTIFACT:
            return OTHER_PHASE
        held = int(game["hand_artifacts"][seat]) & ~int(game["picked_artifacts"][seat])
        return LEGAL if has_bit(held, action - act.DISCARD_ARTIFACT) else NOT_HELD
    if kind == v.KIND_INCANTATION:
        if not act.DISCARD_INCANTATION <= action < act.DISCARD_INCANTATION + v.MAX_INCANTATION:
            return OTHER_PHASE
        held = int(game["hand_incantations"][seat]) & ~int(game["picked_incantations"][seat])
        return LEGAL if has_bit(held, action - act.DISCARD_INCANTATION) else NOT_HELD
    if not act.CHOOSE_TYPE <= action < act.CHOOSE_TYPE + v.NUM_OBJECTS:
        return OTHER_PHASE
    object_type = action - act.CHOOSE_TYPE
    if not kind_fits_object(kind, object_type):
        return WRONG_KIND
    return LEGAL if game["hand_objects"][seat, object_type] > game["picked_objects"][seat, object_type] else NOT_HELD


@inlined
def _why_not_remove(game, action, kind):
    """R-CAST-7: an object by type and count, or an artifact by value."""
    if act.REMOVE_ARTIFACT <= action < act.DISCARD_ARTIFACT:
        if kind != v.KIND_ARTIFACT and kind != v.KIND_ANY:
            return WRONG_KIND
        return LEGAL if next_artifact(game, action - act.REMOVE_ARTIFACT) != v.NO_SEAT else NOT_IN_CENTRE
    if not act.CHOOSE_TYPE <= action < act.REMOVE_ARTIFACT:
        return OTHER_PHASE
    # The codes of CHOOSE_TYPE and REMOVE_COUNTING are consecutive: all types of count 1, then of count 2, and so on.
    object_type, count = (action - act.CHOOSE_TYPE) % v.NUM_OBJECTS, (action - act.CHOOSE_TYPE) // v.NUM_OBJECTS + 1
    if not kind_fits_object(kind, object_type):
        return WRONG_KIND
    return LEGAL if num_cards(game, object_type, count) > 0 else NOT_IN_CENTRE


@compiled
def can_seal(game, cards, seat, target):
    """R-CAST-12: an opposing witch who carries no Sigil and for whom none is announced."""
    if not is_opponent(game, seat, target) or game["sigil"][target] != v.NO_INCANTATION:
        return False
    for other in range(game["seats"]):
        if other != seat and game["waiting"][other]:
            card, spell = int(game["cast_card"][other]), int(game["cast_spell"][other])
            for effect in range(cards["num_effects"][card, spell]):
                if cards["effect_op"][card, spell, effect] == v.OP_SIGIL and game["target"][other, effect] == target:
                    return False
    return True


@compiled
def can_cast(game, cards, seat, spell):
    """R-CAST-3: any spell, but for a Sigil without a legal target."""
    card = int(game["spells"][seat])
    for effect in range(cards["num_effects"][card, spell]):
        if cards["effect_op"][card, spell, effect] == v.OP_SIGIL:
            return _can_seal_any(game, cards, seat)
    return True


@inlined
def _can_seal_any(game, cards, seat):
    for target in range(game["seats"]):
        if can_seal(game, cards, seat, target):
            return True
    return False


@compiled
def num_of_class(game, seat, kind):
    """Returns the open count of the class of cards that a kind belongs to (R-INFO-1)."""
    if kind == v.KIND_ARTIFACT:
        return count_bits(int(game["hand_artifacts"][seat]))
    if kind == v.KIND_INCANTATION:
        return count_bits(int(game["hand_incantations"][seat]))
    return int(game["hand_objects"][seat, 0]) + int(game["hand_objects"][seat, 1]) + int(game["hand_objects"][seat, 2])


@compiled
def num_held(game, seat, kind):
    """Returns how many cards of exactly this kind a hand holds."""
    if kind < v.NUM_OBJECTS:
        return int(game["hand_objects"][seat, kind])
    return num_of_class(game, seat, kind)


@compiled
def can_draw(game, kind):
    """Returns whether some pile with cards of this kind is not empty."""
    if kind == v.KIND_ARTIFACT:
        return game["artifact_top"] > 0
    if kind == v.KIND_INCANTATION:
        return game["incantation_top"] > 0
    if kind < v.NUM_OBJECTS:
        return game["object_pile"][kind] > 0
    return num_objects_in_piles(game) > 0
