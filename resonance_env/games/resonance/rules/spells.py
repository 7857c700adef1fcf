"""Spells: announcing, aiming and running their effects, immediately or at the end of the round (R-CAST).

The effects of a spell are entries of the CARDS record; `_run_effect` is their only interpreter. Each call is a micro-step: it
moves at most one card of a pile, so that a chance event can follow, or asks for one decision.
"""

from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.resonance.rules import actions as act, vocabulary as v
from resonance_env.games.resonance.rules.centre import (
    can_remove_any,
    discard_incantation,
    next_artifact,
    remove_object,
    use_up_artifact,
)
from resonance_env.games.resonance.rules.decisions import ask, cursor
from resonance_env.games.resonance.rules.legality import can_draw, num_held
from resonance_env.games.resonance.rules.piles import take_artifact, take_incantation, take_object
from resonance_env.games.resonance.rules.seating import is_opponent, set_demon

NOT_BEGUN = -1


@inlined
def next_caster(game, cards):
    """Step (6): asks the caster of the highest incantation which spell she casts, or goes on to the sweeps (R-CAST-1)."""
    caster = v.NO_SEAT
    for seat in range(game["seats"]):
        if game["incantation_state"][seat] == v.INCANTATION_UNRESOLVED:
            if caster == v.NO_SEAT or game["played_incantation"][seat] > game["played_incantation"][caster]:
                caster = seat
    if caster == v.NO_SEAT:
        game["stage"] = v.STAGE_SWEEPS
        return
    game["caster"] = caster
    ask(game, caster, v.PHASE_CAST)


@inlined
def announce_spell(game, seat, spell):
    """Decision CAST (R-CAST-2)."""
    game["cast_card"][seat] = game["spells"][seat]
    game["cast_spell"][seat] = spell
    game["effect"] = 0
    game["left"] = NOT_BEGUN
    game["stage"] = v.STAGE_AIM


@inlined
def aim_next_effect(game, cards):
    """Asks for the target of one effect of the spell, or begins the effects when all targets are named (R-CAST-2)."""
    caster, card, spell, effect = cursor(game)
    if effect == cards["num_effects"][card, spell]:
        _begin_effects(game, cards)
    elif cards["effect_who"][card, spell, effect] == v.WHO_ONE:
        ask(game, caster, v.PHASE_AIM)
    else:
        game["effect"] += 1


@inlined
def set_target(game, seat, distance):
    """Decision AIM: the witch that many seats to the left."""
    game["target"][seat, game["effect"]] = (seat + distance) % game["seats"]
    game["effect"] += 1


@inlined
def _begin_effects(game, cards):
    """Begins an announced spell: its end-of-round effects now wait, and the used incantation may wait as a Sigil."""
    caster, card, spell, _ = cursor(game)
    if _is_void(game, cards, caster, card, spell):
        discard_incantation(game, caster)
        _end_spell(game, v.STAGE_CASTS)
        return
    for effect in range(cards["num_effects"][card, spell]):
        if cards["effect_when"][card, spell, effect] != v.WHEN_END:
            continue
        if cards["effect_op"][card, spell, effect] == v.OP_SIGIL:
            game["incantation_state"][caster] = v.INCANTATION_WAITING
        game["waiting"][caster] = 1
    game["effect"] = 0
    game["left"] = NOT_BEGUN
    game["stage"] = v.STAGE_EFFECTS


@inlined
def _is_void(game, cards, caster, card, spell):
    """Returns whether nothing of the spell happens, as its one target cannot discard so many (English edition; R-CAST-10)."""
    if game["edition"] != v.EDITION_EN:
        return False
    for effect in range(cards["num_effects"][card, spell]):
        if cards["effect_op"][card, spell, effect] == v.OP_DISCARD and cards["effect_who"][card, spell, effect] == v.WHO_ONE:
            kind, count = int(cards["effect_kind"][card, spell, effect]), int(cards["effect_count"][card, spell, effect])
            if num_held(game, int(game["target"][caster, effect]), kind) < count:
                return True
    return False


@inlined
def run_effects(game, cards):
    """Step (6): one micro-step of the spell's immediate effects, in printed order (R-CAST-14)."""
    caster, card, spell, effect = cursor(game)
    if effect == cards["num_effects"][card, spell]:
        if game["incantation_state"][caster] == v.INCANTATION_UNRESOLVED:
            discard_incantation(game, caster)
        _end_spell(game, v.STAGE_CASTS)
    elif cards["effect_when"][card, spell, effect] == v.WHEN_NOW:
        _run_effect(game, cards, card, spell, effect)
    else:
        _next_effect(game)


@inlined
def next_ending(game):
    """Step (14): goes on to the caster of the highest incantation whose effects wait, or ends the round (R-CAST-11)."""
    caster = v.NO_SEAT
    for seat in range(game["seats"]):
        if game["waiting"][seat] and (
            caster == v.NO_SEAT or game["played_incantation"][seat] > game["played_incantation"][caster]
        ):
            caster = seat
    if caster == v.NO_SEAT:
        game["stage"] = v.STAGE_NEXT_ROUND
        return
    game["caster"] = caster
    game["effect"] = 0
    game["left"] = NOT_BEGUN
    game["stage"] = v.STAGE_END_EFFECTS


@inlined
def run_end_effects(game, cards):
    """Step (14): one micro-step of the caster's waiting effects."""
    caster, card, spell, effect = cursor(game)
    if effect == cards["num_effects"][card, spell]:
        game["waiting"][caster] = 0
        _end_spell(game, v.STAGE_ENDINGS)
    elif cards["effect_when"][card, spell, effect] == v.WHEN_END:
        _run_effect(game, cards, card, spell, effect)
    else:
        _next_effect(game)


@compiled
def _end_spell(game, stage):
    game["caster"] = v.NO_SEAT
    game["effect"] = 0
    game["left"] = NOT_BEGUN
    game["stage"] = stage


@compiled
def _next_effect(game):
    game["effect"] += 1
    game["left"] = NOT_BEGUN


@compiled
def _ask_choice(game, seat, choice):
    ask(game, seat, v.PHASE_CHOOSE)
    game["choice"] = choice


@compiled
def _run_effect(game, cards, card, spell, effect):
    """One micro-step of one effect."""
    op = int(cards["effect_op"][card, spell, effect])
    kind = int(cards["effect_kind"][card, spell, effect])
    value = cards["effect_value"][card, spell, effect]
    caster = int(game["caster"])
    if op == v.OP_BECOME_ARTIFACT:  # R-CAST-4
        game["artifact"][caster] = value
        game["incantation_state"][caster] = v.INCANTATION_AS_ARTIFACT
        _next_effect(game)
    elif op == v.OP_BECOME_OBJECT:  # R-CAST-5
        game["incantation_state"][caster] = v.INCANTATION_AS_OBJECT
        game["incantation_type"][caster] = kind
        game["incantation_count"][caster] = value
        _next_effect(game)
    elif op == v.OP_SIGIL:
        _place_sigil(game, caster, int(game["target"][caster, effect]))
        _next_effect(game)
    elif op == v.OP_CHANGE_DEMON or op == v.OP_CHANGE_SPELLS:
        _ask_change(game, op, _whom(game, cards, card, spell, effect))
    elif op == v.OP_DISCARD:
        _run_discard(game, cards, card, spell, effect)
    else:
        _move_next_card(game, op, kind, int(cards["effect_count"][card, spell, effect]))


@inlined
def _whom(game, cards, card, spell, effect):
    """Returns the seat on which an effect on one witch acts."""
    caster = int(game["caster"])
    if cards["effect_who"][card, spell, effect] == v.WHO_SELF:
        return caster
    return int(game["target"][caster, effect])


@inlined
def _place_sigil(game, caster, target):
    """R-CAST-12: the used incantation lies on the target."""
    game["sigil"][target] = game["played_incantation"][caster]
    game["incantation_state"][caster] = v.INCANTATION_LEFT


@inlined
def _ask_change(game, op, seat):
    """R-CAST-8: she picks from the reserve; with an empty reserve nothing happens."""
    if op == v.OP_CHANGE_DEMON and game["demon_reserve"] != 0:
        game["taker"] = seat
        ask(game, seat, v.PHASE_TAKE_DEMON)
    elif op == v.OP_CHANGE_SPELLS and game["spell_reserve"] != 0:
        game["taker"] = seat
        ask(game, seat, v.PHASE_TAKE_SPELLS)
    else:
        _next_effect(game)


@inlined
def decline_change(game):
    """Decision STOP where an effect says "if she likes"."""
    game["taker"] = v.NO_SEAT
    _next_effect(game)


@inlined
def take_demon(game, seat, demon):
    """The old demon joins the reserve after the pick (R-ACT-7, R-CAST-8)."""
    game["demon_reserve"] ^= (1 << demon) | (1 << int(game["demon"][seat]))
    set_demon(game, seat, demon)
    game["taker"] = v.NO_SEAT
    if game["caster"] != v.NO_SEAT:
        _next_effect(game)


@inlined
def take_spells(game, seat, card):
    """She plays on as the witch of the new card; the old one joins the reserve (R-CAST-8)."""
    game["spell_reserve"] ^= (1 << card) | (1 << int(game["spells"][seat]))
    game["spells"][seat] = card
    game["taker"] = v.NO_SEAT
    _next_effect(game)


@inlined
def _move_next_card(game, op, kind, count):
    """Play, remove and draw: n cards one by one, each chosen after the last has moved (R-CAST-6, 7, 9, 14)."""
    caster = int(game["caster"])
    if game["left"] == NOT_BEGUN:
        game["left"] = count
    if op == v.OP_PLAY:
        possible, choice = num_held(game, caster, kind) > 0, v.CHOICE_PLAY
    elif op == v.OP_REMOVE:
        possible, choice = can_remove_any(game, kind), v.CHOICE_REMOVE
    else:
        possible, choice = can_draw(game, kind), v.CHOICE_DRAW
    if game["left"] == 0 or not possible:
        _next_effect(game)
    elif choice == v.CHOICE_DRAW and kind == v.KIND_ARTIFACT:
        take_artifact(game, caster)
        game["left"] -= 1
    elif choice == v.CHOICE_DRAW and kind == v.KIND_INCANTATION:
        take_incantation(game, caster)
        game["left"] -= 1
    else:
        _ask_choice(game, caster, choice)


@inlined
def move_chosen_card(game, cards, seat, action):
    """Decision CHOOSE of the caster: one card moves, or she stops."""
    if action == act.STOP:
        _next_effect(game)
        return
    game["left"] -= 1
    if game["choice"] == v.CHOICE_PLAY:
        value = cards["effect_value"][game["cast_card"][seat], game["cast_spell"][seat], game["effect"]]
        object_type = action - act.CHOOSE_TYPE
        game["hand_objects"][seat, object_type] -= 1
        game["played_objects"][seat, object_type] += 1
        game["centre"][object_type, value - 1] += 1
    elif game["choice"] == v.CHOICE_DRAW:
        take_object(game, seat, action - act.CHOOSE_TYPE)
    elif action >= act.REMOVE_ARTIFACT:
        use_up_artifact(game, next_artifact(game, action - act.REMOVE_ARTIFACT))
    else:
        remove_object(game, (action - act.CHOOSE_TYPE) % v.NUM_OBJECTS, (action - act.CHOOSE_TYPE) // v.NUM_OBJECTS + 1)


@inlined
def _run_discard(game, cards, card, spell, effect):
    """R-CAST-10: asks all victims at once, or discards the cards that they have picked."""
    kind, count = int(cards["effect_kind"][card, spell, effect]), int(cards["effect_count"][card, spell, effect])
    caster = int(game["caster"])
    if game["left"] != NOT_BEGUN:
        for seat in range(game["seats"]):
            _discard_picked(game, seat)
        game["choice"] = v.NO_CHOICE
        _next_effect(game)
        return
    game["left"] = 0
    for seat in range(game["seats"]):
        if cards["effect_who"][card, spell, effect] == v.WHO_ONE:
            is_victim = seat == game["target"][caster, effect]
        else:
            is_victim = is_opponent(game, caster, seat)
        if is_victim:
            game["picks_left"][seat] = _num_to_discard(game, seat, kind, count)
            if game["picks_left"][seat] > 0:
                _ask_choice(game, seat, v.CHOICE_DISCARD)


@inlined
def _num_to_discard(game, seat, kind, count):
    """Returns how many cards a victim discards: as many as she has (French edition) or all or nothing (English; R-CAST-10)."""
    held = num_held(game, seat, kind)
    if held >= count:
        return count
    return 0 if game["edition"] == v.EDITION_EN else held


@compiled
def pick_discard(game, seat, action):
    """Decision CHOOSE of a victim: one more card picked in secret; returns whether she must pick another."""
    if action >= act.DISCARD_INCANTATION:
        game["picked_incantations"][seat] |= 1 << (action - act.DISCARD_INCANTATION)
    elif action >= act.DISCARD_ARTIFACT:
        game["picked_artifacts"][seat] |= 1 << (action - act.DISCARD_ARTIFACT)
    else:
        game["picked_objects"][seat, action - act.CHOOSE_TYPE] += 1
    game["picks_left"][seat] -= 1
    return game["picks_left"][seat] > 0


@inlined
def _discard_picked(game, seat):
    """Reveals and discards the cards that a victim has picked."""
    for object_type in range(v.NUM_OBJECTS):
        picked = game["picked_objects"][seat, object_type]
        game["hand_objects"][seat, object_type] -= picked
        game["gone_objects"][object_type] += picked
        game["discarded_objects"][seat, object_type] += picked
        game["picked_objects"][seat, object_type] = 0
    game["hand_artifacts"][seat] &= ~int(game["picked_artifacts"][seat])
    game["gone_artifacts"] |= game["picked_artifacts"][seat]
    game["discarded_artifacts"][seat] |= game["picked_artifacts"][seat]
    game["picked_artifacts"][seat] = 0
    game["hand_incantations"][seat] &= ~int(game["picked_incantations"][seat])
    game["gone_incantations"] |= game["picked_incantations"][seat]
    game["discarded_incantations"][seat] |= game["picked_incantations"][seat]
    game["picked_incantations"][seat] = 0
