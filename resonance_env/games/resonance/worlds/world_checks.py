"""Whether a sampled world is a position that the engine can run on.

An observation that no game gives leads to a world without some cards, or with a question that nobody can answer; playing it on
could go on for ever.
"""

from resonance_env.core.bitset import count_bits
from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.resonance.rules import vocabulary as v


@compiled
def is_sound(cards, game):
    """Returns whether each card is in one place, and a seat at the table is asked what the engine can go on from."""
    return _has_all_cards(cards, game) and _can_run(cards, game)


@inlined
def _has_all_cards(cards, game):
    """Returns whether each card of the box is in exactly one place."""
    for kind in range(v.NUM_OBJECTS):
        if not _has_copies(cards, game, kind):
            return False
    return _has_artifacts(cards, game) and _has_incantations(cards, game) and _has_named(cards, game)


@inlined
def _has_copies(cards, game, kind):
    """Returns whether the objects and the transients of a type are those of the box, and no count is negative."""
    objects, transients = int(game["object_pile"][kind]), int(game["transient_pile"][kind])
    lowest = min(objects, transients)
    for seat in range(game["seats"]):
        held = int(game["hand_objects"][seat, kind])
        objects += held
        lowest = min(lowest, held)
    for count in range(v.MAX_COUNT):
        objects += int(game["centre"][kind, count])
    for moon in range(v.MAX_MOONS):
        objects += game["moon"][moon] == kind and game["moon_origin"][moon] == v.ORIGIN_OBJECT
        transients += game["moon"][moon] == kind and game["moon_origin"][moon] == v.ORIGIN_TRANSIENT
    objects += int(game["gone_objects"][kind])
    transients += int(game["gone_transients"][kind]) + (game["transient"] == kind)
    return lowest >= 0 and objects == cards["objects"][kind] and transients == cards["transients"][kind]


@compiled
def _bit(value):
    """Returns the bit of the card of a value; 0 for no card."""
    return 1 << (int(value) - 1) if value > 0 else 0


@inlined
def _has_artifacts(cards, game):
    union = int(game["artifact_pile"]) | int(game["gone_artifacts"]) | _bit(game["artifact_top"])
    count = count_bits(int(game["artifact_pile"])) + count_bits(int(game["gone_artifacts"])) + (game["artifact_top"] > 0)
    for seat in range(game["seats"]):
        held = int(game["hand_artifacts"][seat])
        if game["incantation_state"][seat] != v.INCANTATION_AS_ARTIFACT:
            placed = _bit(game["artifact"][seat])
            union |= placed
            count += placed != 0
        elif game["artifact"][seat] == v.NO_ARTIFACT:
            return False
        union |= held
        count += count_bits(held)
    return count == cards["artifacts"] and union == (1 << int(cards["artifacts"])) - 1


@inlined
def _has_incantations(cards, game):
    pile, gone = int(game["incantation_pile"]), int(game["gone_incantations"])
    union = pile | gone | _bit(game["incantation_top"])
    count = count_bits(pile) + count_bits(gone) + (game["incantation_top"] > 0)
    for seat in range(game["seats"]):
        held, sigil, played = int(game["hand_incantations"][seat]), _bit(game["sigil"][seat]), 0
        if v.INCANTATION_UNRESOLVED <= game["incantation_state"][seat] <= v.INCANTATION_WAITING:
            played = _bit(game["played_incantation"][seat])
            if played == 0:
                return False
        union |= held | sigil | played
        count += count_bits(held) + (sigil != 0) + (played != 0)
    for moon in range(v.MAX_MOONS):
        lying = _bit(int(game["moon_origin"][moon]) - v.ORIGIN_INCANTATION)
        union |= lying
        count += lying != 0
    return count == cards["incantations"] and union == (1 << int(cards["incantations"])) - 1


@inlined
def _has_named(cards, game):
    """Returns whether every witch has a demon and, after the draft, a spell card, and the others lie somewhere, each once."""
    step = 2 if game["teams"] else 1
    demons, num_demons = int(game["demon_reserve"]), count_bits(int(game["demon_reserve"]))
    deck, rejects, reserve = int(game["spell_deck"]), int(game["spell_rejects"]), int(game["spell_reserve"])
    spells, num_spells = deck | rejects | reserve, count_bits(deck) + count_bits(rejects) + count_bits(reserve)
    for seat in range(game["seats"]):
        if game["demon"][seat] < 0 or (game["spells"][seat] < 0 and game["phase"] != v.PHASE_DRAFT):
            return False
        if seat % step == 0:
            demons |= 1 << int(game["demon"][seat])
            num_demons += 1
        elif game["demon"][seat] != game["demon"][seat - 1]:
            return False
        spells |= _bit(game["spells"][seat] + 1)
        num_spells += game["spells"][seat] >= 0
    if not game["teams"]:
        for place in range(2):
            spells |= _bit(game["offered"][place] + 1)
            num_spells += game["offered"][place] >= 0
    is_whole = num_demons == cards["demons"] and demons == (1 << int(cards["demons"])) - 1
    return is_whole and num_spells == cards["spell_cards"] and spells == (1 << int(cards["spell_cards"])) - 1


@inlined
def _can_run(cards, game):
    """Returns whether a seat at the table is asked, and the spell or artifact that asks it is there."""
    phase, stage = game["phase"], game["stage"]
    asked = 0
    for seat in range(v.MAX_SEATS):
        if game["asked"][seat]:
            if seat >= game["seats"]:
                return False
            asked += 1
    if phase == v.PHASE_OVER:
        return asked == 0
    if asked == 0 or phase == v.PHASE_CHANCE or game["next_moon"] >= cards["moons"]:
        return False
    is_free = game["moon"][game["next_moon"]] == v.NO_OBJECT
    if v.STAGE_CLEAR < stage <= v.STAGE_LOCK and not is_free:
        return False
    if phase == v.PHASE_DRAFT or phase == v.PHASE_ACT or stage == v.STAGE_SEATS:
        return True
    caster = int(game["caster"])
    if caster == v.NO_SEAT:
        return False
    if stage == v.STAGE_CASTS:
        return game["incantation_state"][caster] == v.INCANTATION_UNRESOLVED
    if stage == v.STAGE_SWEEPS:
        return game["artifact"][caster] != v.NO_ARTIFACT
    return _can_run_spell(cards, game, caster)


@inlined
def _can_run_spell(cards, game, caster):
    """Returns whether the spell that runs is there, with the targets that it needs."""
    card, spell, effect = int(game["cast_card"][caster]), int(game["cast_spell"][caster]), int(game["effect"])
    if card == v.NO_SPELL_CARD or spell == v.NO_SPELL or effect >= cards["num_effects"][card, spell]:
        return False
    aims = game["stage"] == v.STAGE_AIM
    for index in range(cards["num_effects"][card, spell]):
        needs = cards["effect_who"][card, spell, index] == v.WHO_ONE and (not aims or index < effect)
        if needs and game["target"][caster, index] == v.NO_SEAT:
            return False
    return game["left"] <= v.MAX_PER_EFFECT
