"""All legal actions of a seat at once, as bits: what masks are written from and what the engine asks.

The codes of one kind of decision lie within 64 of each other, so that one integer holds them all but STOP. `legality.py`
says the same action by action and is the oracle of the tests; this form is an order of magnitude faster.
"""

from __future__ import annotations

from resonance_env.core.bitset import nth_bit
from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.resonance.rules.actions import (
    AIM,
    BREAK_SIGIL,
    CAST_SPELL,
    CHOOSE_TYPE,
    DISCARD_ARTIFACT,
    DISCARD_INCANTATION,
    DRAW_ARTIFACT,
    DRAW_PAIR,
    FIRST_ACT,
    HIGH_SELF,
    PLAY_ARTIFACT,
    PLAY_INCANTATION,
    PLAY_OBJECT,
    REMOVE_ARTIFACT,
    STOP,
    TAKE_DEMON,
    TAKE_SPELLS,
    TRADE_DEMON,
    WAIT,
)
from resonance_env.games.resonance.rules.centre import has_object
from resonance_env.games.resonance.rules.decisions import cursor
from resonance_env.games.resonance.rules.legality import LEGAL, can_cast, can_draw, is_optional, is_pair_there, why_illegal
from resonance_env.games.resonance.rules.vocabulary import (
    CHOICE_DISCARD,
    CHOICE_PLAY,
    CHOICE_REMOVE,
    CHOICE_SWEEP,
    HERB,
    INCANTATION_AS_OBJECT,
    KIND_ANY,
    KIND_ARTIFACT,
    KIND_INCANTATION,
    MAX_COUNT,
    MINERAL,
    NO_ARTIFACT,
    NO_INCANTATION,
    NO_OBJECT,
    NO_SEAT,
    NO_SPELL_CARD,
    NUM_OBJECTS,
    NUM_SPELLS,
    PHASE_ACT,
    PHASE_AIM,
    PHASE_CAST,
    PHASE_CHOOSE,
    PHASE_DRAFT,
    PHASE_TAKE_DEMON,
    POTION,
    STAGE_HIGH_WITCH,
)

ALL_TYPES = (1 << NUM_OBJECTS) - 1


@compiled
def legal_codes(game, cards, seat):
    """Returns an action, bits of which bit k stands for that action + k, and whether STOP is legal; for a seat asked."""
    phase = game["phase"]
    if phase == PHASE_ACT:
        return FIRST_ACT, act_bits(game, seat), False
    if phase == PHASE_CHOOSE:
        return CHOOSE_TYPE, _choose_bits(game, cards, seat), _may_stop_choosing(game, cards)
    if phase == PHASE_CAST:
        bits = 0
        for spell in range(NUM_SPELLS):
            bits |= can_cast(game, cards, seat, spell) << spell
        return CAST_SPELL, bits, False
    if phase == PHASE_AIM:
        bits = 0
        for distance in range(1, game["seats"]):
            bits |= (why_illegal(game, cards, seat, AIM + distance - 1) == LEGAL) << (distance - 1)
        return AIM, bits, False
    if phase == PHASE_DRAFT:
        if game["stage"] == STAGE_HIGH_WITCH:
            return HIGH_SELF, 0b11, False
        return TAKE_SPELLS, _offered_bits(game), False
    may_decline = game["caster"] != NO_SEAT and is_optional(game, cards)  # R-CAST-8
    if phase == PHASE_TAKE_DEMON:
        return TAKE_DEMON, int(game["demon_reserve"]), may_decline
    return TAKE_SPELLS, int(game["spell_reserve"]), may_decline


@inlined
def sole_action(game, cards, seat):
    """Returns the only legal action of a seat that is asked, or WAIT if it has several."""
    first, bits, may_stop = legal_codes(game, cards, seat)
    if may_stop:
        return STOP if bits == 0 else WAIT
    return first + nth_bit(bits, 0) if bits & (bits - 1) == 0 else WAIT


@inlined
def act_bits(game, seat):
    """The seven actions (R-ACT), and the pass where there is none (R-ROUND-4)."""
    herbs, minerals, potions = (
        game["hand_objects"][seat, HERB] > 0,
        game["hand_objects"][seat, MINERAL] > 0,
        game["hand_objects"][seat, POTION] > 0,
    )
    is_sealed = game["sigil"][seat] != NO_INCANTATION
    bits = (herbs | minerals << 1 | potions << 2) << (PLAY_OBJECT - FIRST_ACT)
    if not is_sealed:
        bits |= int(game["hand_artifacts"][seat]) << (PLAY_ARTIFACT - FIRST_ACT)
    bits |= int(game["hand_incantations"][seat]) << (PLAY_INCANTATION - FIRST_ACT)
    bits |= _pair_bits(game) << (DRAW_PAIR - FIRST_ACT)
    bits |= (game["artifact_top"] > 0) << (DRAW_ARTIFACT - FIRST_ACT)
    bits |= (is_sealed & minerals & potions) << (BREAK_SIGIL - FIRST_ACT)
    bits |= (herbs & minerals & potions & (game["demon_reserve"] != 0)) << (TRADE_DEMON - FIRST_ACT)
    return bits if bits != 0 else 1  # bit 0 is the pass


@inlined
def _pair_bits(game):
    """R-ACT-4."""
    herbs, minerals, potions = (
        game["object_pile"][HERB] > 0,
        game["object_pile"][MINERAL] > 0,
        game["object_pile"][POTION] > 0,
    )
    mixed = (herbs & minerals) << 1 | (herbs & potions) << 2 | (minerals & potions) << 4
    return mixed | is_pair_there(game, 0) | is_pair_there(game, 3) << 3 | is_pair_there(game, 5) << 5


@inlined
def _offered_bits(game):
    bits = 0
    for place in range(2):
        if game["offered"][place] != NO_SPELL_CARD:
            bits |= 1 << int(game["offered"][place])
    return bits


@inlined
def _may_stop_choosing(game, cards):
    """R-CAST-6: the first card is compulsory."""
    if game["choice"] == CHOICE_SWEEP or game["choice"] == CHOICE_DISCARD:
        return False
    _, card, spell, effect = cursor(game)
    return game["left"] < cards["effect_count"][card, spell, effect] and is_optional(game, cards)


@inlined
def _choose_bits(game, cards, seat):
    choice = game["choice"]
    if choice == CHOICE_SWEEP:  # R-SWEEP-1
        return has_object(game, HERB) | has_object(game, MINERAL) << MINERAL | has_object(game, POTION) << POTION
    _, card, spell, effect = cursor(game)
    kind = int(cards["effect_kind"][card, spell, effect])
    if choice == CHOICE_DISCARD:
        return _discard_bits(game, seat, kind)
    if choice == CHOICE_REMOVE:
        return _remove_bits(game, kind)
    bits = 0
    for object_type in range(NUM_OBJECTS):
        if choice == CHOICE_PLAY:
            bits |= (game["hand_objects"][seat, object_type] > 0) << object_type
        else:
            bits |= can_draw(game, object_type) << object_type
    return bits & _types_of(kind)


@inlined
def _types_of(kind):
    """Returns the types of objects that are cards of a kind."""
    if kind < NUM_OBJECTS:
        return 1 << kind
    return 0 if kind == KIND_ARTIFACT or kind == KIND_INCANTATION else ALL_TYPES


@inlined
def _discard_bits(game, seat, kind):
    """R-CAST-10: her cards of that kind which she has not picked yet."""
    if kind == KIND_ARTIFACT:
        return (int(game["hand_artifacts"][seat]) & ~int(game["picked_artifacts"][seat])) << (DISCARD_ARTIFACT - CHOOSE_TYPE)
    if kind == KIND_INCANTATION:
        held = int(game["hand_incantations"][seat]) & ~int(game["picked_incantations"][seat])
        return held << (DISCARD_INCANTATION - CHOOSE_TYPE)
    bits = 0
    for object_type in range(NUM_OBJECTS):
        bits |= (game["hand_objects"][seat, object_type] > game["picked_objects"][seat, object_type]) << object_type
    return bits & _types_of(kind)


@inlined
def _remove_bits(game, kind):
    """R-CAST-7: objects by type and count, a row of types for each count; artifacts by value."""
    bits = 0
    for count in range(MAX_COUNT):
        for object_type in range(NUM_OBJECTS):
            bits |= (game["centre"][object_type, count] > 0) << (count * NUM_OBJECTS + object_type)
    if game["transient"] != NO_OBJECT:
        bits |= 1 << int(game["transient"])
    artifacts = 0
    for seat in range(game["seats"]):
        if game["incantation_state"][seat] == INCANTATION_AS_OBJECT:
            bits |= 1 << (int(game["incantation_count"][seat]) - 1) * NUM_OBJECTS + int(game["incantation_type"][seat])
        if game["artifact"][seat] != NO_ARTIFACT:
            artifacts |= 1 << int(game["artifact"][seat])
    types = _types_of(kind)
    bits &= types | types << NUM_OBJECTS | types << (2 * NUM_OBJECTS)
    if kind == KIND_ARTIFACT or kind == KIND_ANY:
        bits |= artifacts << (REMOVE_ARTIFACT - CHOOSE_TYPE)
    return bits
