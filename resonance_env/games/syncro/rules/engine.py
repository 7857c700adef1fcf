"""Runs a game: steps of SY-FLOW and chance events, until somebody is asked.

All state is in the record, so a game can be stopped, copied and resumed at any point.
"""

from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.syncro.rules import actions as act, vocabulary as v
from resonance_env.games.syncro.rules.chance_events import sampled_outcome
from resonance_env.games.syncro.rules.estimates import run_estimate, take_estimates
from resonance_env.games.syncro.rules.resolution import pay, run_resolution
from resonance_env.games.syncro.rules.revealing import (
    draw_fog,
    draw_reward,
    reveal_fog,
    reveal_lieutenant,
    reveal_monster,
    run_reveal,
    take_reward,
)
from resonance_env.games.syncro.rules.rewards import deal_from_pool, play_reward
from resonance_env.games.syncro.rules.setup import begin_play, begin_try, lay_next
from resonance_env.games.syncro.rules.spells import draw_spell, run_draw
from resonance_env.games.syncro.rules.tries import end_turn, lose_try, take_keeps, win_level
from resonance_env.games.syncro.rules.turn import attack_or_pass, run_opportunity


@compiled
def step_one(game, cards, actions):
    """Plays the actions (`actions[seat]`) of all who are asked and runs to the next decision, chance stop or end.

    Actions of asked seats are trusted to be legal; those of others are ignored.
    """
    if game["phase"] != v.PHASE_OVER and game["phase"] != v.PHASE_CHANCE:
        take_answers(game, cards, actions)
        advance(game, cards)


@compiled
def take_answers(game, cards, actions):
    """Carries out the answers (`actions[seat]`) of all who are asked; the game runs on from there."""
    phase = int(game["phase"])
    game["phase"] = v.PHASE_RUNNING
    if phase == v.PHASE_ESTIMATE:
        take_estimates(game, actions)
    elif phase == v.PHASE_KEEP:
        take_keeps(game, cards, actions)
    for seat in range(game["seats"]):
        if game["asked"][seat]:
            game["asked"][seat] = 0
            if phase == v.PHASE_TURN or phase == v.PHASE_PAY:
                _answer(game, cards, seat, int(actions[seat]))


@inlined
def _answer(game, cards, seat, action):
    """Carries out the answer of the one mage that was asked."""
    if action < act.REWARD:
        attack_or_pass(game, seat, action)
    elif action < act.ESTIMATE:
        play_reward(game, cards, seat, action)
    elif action == act.PAY_NO_MORE:
        game["payer"] += 1
    else:
        pay(game, cards, seat, action - act.PAY)


@compiled
def advance(game, cards):
    """Runs until somebody is asked, the game is over or, with explicit chance, an event waits for its outcome."""
    while game["phase"] == v.PHASE_RUNNING:
        if game["event"] == v.NO_EVENT:
            run_step(game, cards)
        elif game["explicit_chance"]:
            game["phase"] = v.PHASE_CHANCE
        else:
            apply_outcome(game, cards, sampled_outcome(game))
    if game["phase"] != v.PHASE_CHANCE:
        clear_scratch(game)


@compiled
def clear_scratch(game):
    """Clears what the engine needs only on its way to a question, so that equal positions are equal records."""
    game["draw_offset"] = 0
    game["drawer"] = 0
    game["has_drawn"] = 0
    game["revealing"] = v.NOTHING
    game["pool_dealt"] = 0
    if game["phase"] != v.PHASE_PAY:
        game["payer"] = 0
    if game["phase"] != v.PHASE_TURN:
        game["legal_targets"] = 0
        game["may_pass"] = 0
    if game["stage"] == v.STAGE_TURN:
        game["resolved"] = 0
    else:
        game["num_targets"] = 0
    for target in range(game["num_targets"], v.MAX_TARGETS):
        game["targets"][target] = 0


@compiled
def apply_outcome(game, cards, outcome):
    """Lets the pending event come out in a given way (SY-CHANCE-2)."""
    event = int(game["event"])
    game["events"][event] += 1
    game["event"] = v.NO_EVENT
    game["phase"] = v.PHASE_RUNNING
    if event == v.EVENT_SPELL:
        draw_spell(game, outcome)
    elif event == v.EVENT_MONSTER:
        reveal_monster(game, outcome)
    elif event == v.EVENT_FOG:
        reveal_fog(game, cards, outcome)
    elif event == v.EVENT_LIEUTENANT:
        reveal_lieutenant(game, cards, outcome)
    elif event == v.EVENT_REWARD:
        take_reward(game, outcome)
    else:
        deal_from_pool(game, outcome)


@compiled
def run_step(game, cards):
    """What is due comes first, then the next step of the stage."""
    if game["pool_left"] > 0:
        game["event"] = v.EVENT_POOL
    elif game["draw_way"] != v.DRAW_NONE:
        run_draw(game)
    elif game["estimate_due"]:
        run_estimate(game, cards)
    elif game["rewards_due"] > 0:
        draw_reward(game)
    elif game["fog_due"]:
        draw_fog(game, cards)
    else:
        _run_stage(game, cards)


@inlined
def _run_stage(game, cards):
    stage = int(game["stage"])
    if stage == v.STAGE_TURN:
        run_opportunity(game, cards)
    elif stage == v.STAGE_RESOLVE:
        run_resolution(game, cards)
    elif stage == v.STAGE_REVEAL:
        run_reveal(game, cards)
    elif stage == v.STAGE_TURN_END:
        end_turn(game, cards)
    elif stage == v.STAGE_WON:
        win_level(game, cards)
    elif stage == v.STAGE_LOST:
        lose_try(game, cards)
    elif stage == v.STAGE_LAY:
        lay_next(game, cards)
    elif stage == v.STAGE_READY:
        begin_play(game, cards)
    else:
        begin_try(game, cards)
