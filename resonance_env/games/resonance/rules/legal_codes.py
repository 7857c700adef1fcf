"""All legal actions of a seat at once, as bits, for masks and for the engine.

The codes of one kind of decision lie within 64 of each other, so one integer holds them all except STOP. `legality.py` gives
the same rules action by action and is the oracle of the tests; this form is an order of magnitude faster.
"""

from resonance_env.core.bitset import nth_bit
from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.resonance.rules import actions as act, vocabulary as v
from resonance_env.games.resonance.rules.centre import total_counts
from resonance_env.games.resonance.rules.decisions import cursor
from resonance_env.games.resonance.rules.legality import LEGAL, can_cast, can_draw, is_optional, is_pair_there, why_illegal

ALL_TYPES = (1 << v.NUM_OBJECTS) - 1


@compiled
def legal_codes(game, cards, seat):
    """Returns a first action, bits in which bit k stands for first + k, and whether STOP is legal; the seat must be asked."""
    phase = game["phase"]
    if phase == v.PHASE_ACT:
        return act.FIRST_ACT, act_bits(game, seat, draw_bits(game)), False
    if phase == v.PHASE_CHOOSE:
        return act.CHOOSE_TYPE, _choose_bits(game, cards, seat), _may_stop_choosing(game, cards)
    if phase == v.PHASE_CAST:
        bits = 0
        for spell in range(v.NUM_SPELLS):
            bits |= can_cast(game, cards, seat, spell) << spell
        return act.CAST_SPELL, bits, False
    if phase == v.PHASE_AIM:
        bits = 0
        for distance in range(1, game["seats"]):
            bits |= (why_illegal(game, cards, seat, act.AIM + distance - 1) == LEGAL) << (distance - 1)
        return act.AIM, bits, False
    if phase == v.PHASE_DRAFT:
        if game["stage"] == v.STAGE_HIGH_WITCH:
            return act.HIGH_SELF, 0b11, False
        return act.TAKE_SPELLS, _offered_bits(game), False
    may_decline = game["caster"] != v.NO_SEAT and is_optional(game, cards)  # R-CAST-8
    if phase == v.PHASE_TAKE_DEMON:
        return act.TAKE_DEMON, int(game["demon_reserve"]), may_decline
    return act.TAKE_SPELLS, int(game["spell_reserve"]), may_decline


@inlined
def sole_action(game, cards, seat):
    """Returns the only legal action of a seat that is asked, or WAIT if it has several."""
    first, bits, may_stop = legal_codes(game, cards, seat)
    if may_stop:
        return act.STOP if bits == 0 else act.WAIT
    return first + nth_bit(bits, 0) if bits & (bits - 1) == 0 else act.WAIT


@inlined
def may_all_draw_pairs(game):
    """Returns whether two pairs of objects can be drawn, so that no seat that acts has a sole action."""
    pairs = _pair_bits(game)
    return pairs & (pairs - 1) != 0


@inlined
def draw_bits(game):
    """The draws that every seat may make (R-ACT-4, 5)."""
    pairs = _pair_bits(game) << (act.DRAW_PAIR - act.FIRST_ACT)
    return pairs | (game["artifact_top"] > 0) << (act.DRAW_ARTIFACT - act.FIRST_ACT)


@inlined
def act_bits(game, seat, draws):
    """The seven actions (R-ACT), or the pass if none of them is legal (R-ROUND-4); `draws` are `draw_bits`."""
    herbs, minerals, potions = (
        game["hand_objects"][seat, v.HERB] > 0,
        game["hand_objects"][seat, v.MINERAL] > 0,
        game["hand_objects"][seat, v.POTION] > 0,
    )
    is_sealed = game["sigil"][seat] != v.NO_INCANTATION
    bits = draws | (herbs | minerals << 1 | potions << 2) << (act.PLAY_OBJECT - act.FIRST_ACT)
    if not is_sealed:
        bits |= int(game["hand_artifacts"][seat]) << (act.PLAY_ARTIFACT - act.FIRST_ACT)
    bits |= int(game["hand_incantations"][seat]) << (act.PLAY_INCANTATION - act.FIRST_ACT)
    bits |= (is_sealed & minerals & potions) << (act.BREAK_SIGIL - act.FIRST_ACT)
    bits |= (herbs & minerals & potions & (game["demon_reserve"] != 0)) << (act.TRADE_DEMON - act.FIRST_ACT)
    return bits if bits != 0 else 1  # bit 0 is the pass


@inlined
def _pair_bits(game):
    """R-ACT-4."""
    herbs, minerals, potions = (
        game["object_pile"][v.HERB] > 0,
        game["object_pile"][v.MINERAL] > 0,
        game["object_pile"][v.POTION] > 0,
    )
    mixed = (herbs & minerals) << 1 | (herbs & potions) << 2 | (minerals & potions) << 4
    return mixed | is_pair_there(game, 0) | is_pair_there(game, 3) << 3 | is_pair_there(game, 5) << 5


@inlined
def _offered_bits(game):
    bits = 0
    for place in range(2):
        if game["offered"][place] != v.NO_SPELL_CARD:
            bits |= 1 << int(game["offered"][place])
    return bits


@inlined
def _may_stop_choosing(game, cards):
    """R-CAST-6: the first card is compulsory."""
    if game["choice"] == v.CHOICE_SWEEP or game["choice"] == v.CHOICE_DISCARD:
        return False
    _, card, spell, effect = cursor(game)
    return game["left"] < cards["effect_count"][card, spell, effect] and is_optional(game, cards)


@inlined
def _choose_bits(game, cards, seat):
    choice = game["choice"]
    if choice == v.CHOICE_SWEEP:  # R-SWEEP-1
        herbs, minerals, potions = total_counts(game)
        return (herbs > 0) | (minerals > 0) << v.MINERAL | (potions > 0) << v.POTION
    _, card, spell, effect = cursor(game)
    kind = int(cards["effect_kind"][card, spell, effect])
    if choice == v.CHOICE_DISCARD:
        return _discard_bits(game, seat, kind)
    if choice == v.CHOICE_REMOVE:
        return _remove_bits(game, kind)
    bits = 0
    for object_type in range(v.NUM_OBJECTS):
        if choice == v.CHOICE_PLAY:
            bits |= (game["hand_objects"][seat, object_type] > 0) << object_type
        else:
            bits |= can_draw(game, object_type) << object_type
    return bits & _types_of(kind)


@inlined
def _types_of(kind):
    """Returns the types of objects that are cards of a kind."""
    if kind < v.NUM_OBJECTS:
        return 1 << kind
    return 0 if kind == v.KIND_ARTIFACT or kind == v.KIND_INCANTATION else ALL_TYPES


@inlined
def _discard_bits(game, seat, kind):
    """R-CAST-10: her cards of that kind that she has not picked yet."""
    if kind == v.KIND_ARTIFACT:
        return (int(game["hand_artifacts"][seat]) & ~int(game["picked_artifacts"][seat])) << (
            act.DISCARD_ARTIFACT - act.CHOOSE_TYPE
        )
    if kind == v.KIND_INCANTATION:
        held = int(game["hand_incantations"][seat]) & ~int(game["picked_incantations"][seat])
        return held << (act.DISCARD_INCANTATION - act.CHOOSE_TYPE)
    bits = 0
    for object_type in range(v.NUM_OBJECTS):
        bits |= (game["hand_objects"][seat, object_type] > game["picked_objects"][seat, object_type]) << object_type
    return bits & _types_of(kind)


@inlined
def _remove_bits(game, kind):
    """R-CAST-7: objects by count and type, all types of a count side by side; then artifacts by value."""
    bits = 0
    for count in range(v.MAX_COUNT):
        for object_type in range(v.NUM_OBJECTS):
            bits |= (game["centre"][object_type, count] > 0) << (count * v.NUM_OBJECTS + object_type)
    if game["transient"] != v.NO_OBJECT:
        bits |= 1 << int(game["transient"])
    artifacts = 0
    for seat in range(game["seats"]):
        if game["incantation_state"][seat] == v.INCANTATION_AS_OBJECT:
            bits |= 1 << (int(game["incantation_count"][seat]) - 1) * v.NUM_OBJECTS + int(game["incantation_type"][seat])
        if game["artifact"][seat] != v.NO_ARTIFACT:
            artifacts |= 1 << int(game["artifact"][seat])
    types = _types_of(kind)
    bits &= types | types << v.NUM_OBJECTS | types << (2 * v.NUM_OBJECTS)
    if kind == v.KIND_ARTIFACT or kind == v.KIND_ANY:
        bits |= artifacts << (act.REMOVE_ARTIFACT - act.CHOOSE_TYPE)
    return bits
