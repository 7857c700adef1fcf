"""Runs a game: micro-steps of the current stage, and chance events, until a seat is asked.

All state is in the record, so a game can be stopped, copied and resumed at any point.
"""

from resonance_env.core.compiled import compiled, inlined
from resonance_env.core.packed import ENTRIES, read_word
from resonance_env.games.resonance.rules import actions as act, vocabulary as v
from resonance_env.games.resonance.rules.chance_events import apply_outcome, pending_chance, sampled_outcome
from resonance_env.games.resonance.rules.legal_codes import may_all_draw_pairs, sole_action
from resonance_env.games.resonance.rules.round import (
    act_next_seat,
    ask_actions,
    begin_round,
    clear,
    draw_at_full_moon,
    lock,
    reveal,
    sweep_chosen,
    sweep_next,
)
from resonance_env.games.resonance.rules.setup import ask_drafter, deal_hand, keep_spell_card, name_high_witch
from resonance_env.games.resonance.rules.spells import (
    aim_next_effect,
    announce_spell,
    decline_change,
    move_chosen_card,
    next_caster,
    next_ending,
    pick_discard,
    run_effects,
    run_end_effects,
    set_target,
    take_demon,
    take_spells,
)
from resonance_env.games.resonance.rules.victory import judge, judge_victory, validate_next

assert v.MAX_SEATS == ENTRIES, "the flags of all seats are read as one word"


@inlined
def step_one(game, cards, actions):
    """Plays the actions (`actions[seat]`) of the seats that are asked and runs to the next decision, chance stop or end."""
    for seat in range(game["seats"]):
        if game["asked"][seat]:
            apply_decision(game, cards, seat, int(actions[seat]))
    settle(game, cards)  # a victim may have only one option for her next pick
    advance(game, cards)


@compiled
def advance(game, cards):
    """Runs until a seat is asked, the game is over or, with explicit chance, an event waits for its outcome.

    A seat with one legal action is not asked: the engine takes that action for it (R-INFO-4).
    """
    is_asked = is_anyone_asked(game)
    while not is_asked:
        event = pending_chance(game)
        if event != v.NO_CHANCE:
            if game["explicit_chance"]:
                game["phase"] = v.PHASE_CHANCE
                return
            resolve_chance(game, cards)
        elif game["stage"] == v.STAGE_OVER:
            game["phase"] = v.PHASE_OVER
            return
        else:
            run_stage(game, cards)
            if is_anyone_asked(game):
                settle(game, cards)
                is_asked = is_anyone_asked(game)
    if game["phase"] == v.PHASE_ACT:
        game["shown"] = 1


@inlined
def is_anyone_asked(game):
    """Returns whether some seat has a decision to make."""
    return read_word(game["asked"], 0) != 0


@inlined
def resolve_chance(game, cards):
    """Resolves the pending chance event from the seed."""
    event = pending_chance(game)
    apply_outcome(game, event, sampled_outcome(game, cards, event))


@compiled
def settle(game, cards):
    """Makes every decision that has only one legal option."""
    if game["phase"] == v.PHASE_ACT and may_all_draw_pairs(game):
        return
    for seat in range(game["seats"]):
        while game["asked"][seat]:
            action = sole_action(game, cards, seat)
            if action == act.WAIT:
                break
            apply_decision(game, cards, seat, action)


@inlined
def run_stage(game, cards):
    """Runs one micro-step of the current stage (R-ROUND-6)."""
    stage = game["stage"]
    if stage == v.STAGE_ACT or stage == v.STAGE_ACT_SECOND:
        ask_actions(game)
    elif stage == v.STAGE_SEATS:
        act_next_seat(game)
    elif stage == v.STAGE_REVEAL:
        reveal(game)
    elif stage == v.STAGE_CASTS:
        next_caster(game, cards)
    elif stage == v.STAGE_AIM:
        aim_next_effect(game, cards)
    elif stage == v.STAGE_EFFECTS:
        run_effects(game, cards)
    elif stage == v.STAGE_SWEEPS:
        sweep_next(game)
    elif stage == v.STAGE_LOCK:
        lock(game, cards)
    elif stage == v.STAGE_FULL_MOON:
        draw_at_full_moon(game)
    elif stage == v.STAGE_JUDGE:
        judge(game, cards)
    elif stage == v.STAGE_LEVELS:
        validate_next(game, cards)
    elif stage == v.STAGE_VICTORY:
        judge_victory(game)
    elif stage == v.STAGE_ENDINGS:
        next_ending(game)
    elif stage == v.STAGE_END_EFFECTS:
        run_end_effects(game, cards)
    elif stage == v.STAGE_NEXT_ROUND:
        begin_round(game)
    elif stage == v.STAGE_CLEAR:
        clear(game)
    elif stage == v.STAGE_OFFER or stage == v.STAGE_HIGH_WITCH:
        ask_drafter(game)
    elif stage == v.STAGE_DEAL_HANDS:
        deal_hand(game)


@compiled
def apply_decision(game, cards, seat, action):
    """Carries out the decision of a seat that is asked; the action is trusted to be legal."""
    phase, choice = game["phase"], game["choice"]
    game["asked"][seat] = 0
    if phase == v.PHASE_ACT:
        game["committed"][seat] = action
    elif phase == v.PHASE_CAST:
        announce_spell(game, seat, action - act.CAST_SPELL)
    elif phase == v.PHASE_AIM:
        set_target(game, seat, action - act.AIM + 1)
    elif phase == v.PHASE_CHOOSE:
        if choice == v.CHOICE_DISCARD:
            game["asked"][seat] = pick_discard(game, seat, action)
            return
        if choice == v.CHOICE_SWEEP:
            sweep_chosen(game, seat, action - act.CHOOSE_TYPE)
        else:
            move_chosen_card(game, cards, seat, action)
        game["choice"] = v.NO_CHOICE
    elif phase == v.PHASE_DRAFT:
        if action >= act.TAKE_SPELLS:
            keep_spell_card(game, seat, action - act.TAKE_SPELLS)
        else:
            name_high_witch(game, seat, action == act.HIGH_SELF)
    elif action == act.STOP:
        decline_change(game)
    elif phase == v.PHASE_TAKE_DEMON:
        take_demon(game, seat, action - act.TAKE_DEMON)
    else:
        take_spells(game, seat, action - act.TAKE_SPELLS)
