"""Runs a game: steps of LD-FLOW and chance events, until a seat is asked.

All state is in the record, so a game can be stopped, copied and resumed at any point.
"""

from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.summon_demons.rules import vocabulary as v
from resonance_env.games.summon_demons.rules.activation import run_level
from resonance_env.games.summon_demons.rules.answers import answer
from resonance_env.games.summon_demons.rules.chance_events import apply_outcome, sampled_outcome
from resonance_env.games.summon_demons.rules.effects import run_current
from resonance_env.games.summon_demons.rules.questions import (
    DEMONS_AT,
    MAY_PASS,
    MAY_ROLL,
    nth_answer,
    num_answers,
    pose,
    turn_answers,
)
from resonance_env.games.summon_demons.rules.turn import run_look, run_sacrifice, run_stage


@inlined
def step_one(game, cards, actions):
    """Plays the action (`actions[seat]`) of the seat that is asked and runs to the next decision, chance stop or end."""
    seat = int(game["decider"])
    if seat != v.NOTHING and game["asked"][seat]:
        answer(game, cards, int(actions[seat]))
        advance(game, cards)


@compiled
def advance(game, cards):
    """Runs until a seat is asked, the game is over or, with explicit chance, an event waits for its outcome.

    A question with one legal answer is answered by the engine (LD-ASK-1).
    """
    while game["phase"] != v.PHASE_OVER:
        if game["phase"] != v.PHASE_RUNNING:
            if num_answers(game) > 1:
                game["asked"][game["decider"]] = 1
                return
            answer(game, cards, nth_answer(game, 0))
        elif game["event"] == v.NO_EVENT:
            _run_step(game, cards)
        elif game["explicit_chance"]:
            game["phase"] = v.PHASE_CHANCE
            return
        else:
            apply_outcome(game, cards, sampled_outcome(game, cards))


@inlined
def _run_step(game, cards):
    """Runs the topmost entry of the stack (LD-ACT-15), or the next step of set-up or turn."""
    if game["egg"] != v.NOTHING:
        run_look(game)
    elif game["current"] != v.NOTHING:
        run_current(game, cards)
    elif game["block"] != v.NOTHING:
        run_level(game, cards)
    elif game["summoning"] != v.NOTHING:
        run_sacrifice(game, cards)
    else:
        run_stage(game, cards)


@compiled
def run_step(game, cards):
    """Runs one step: poses the next question, lets a chance event come next, or goes on; the form that other modules call."""
    _run_step(game, cards)


@compiled
def pose_again(game, cards):
    """Poses the question of a record that says only its phase: who is asked and the legal answers (LD-ASK).

    The phase that it has afterwards is another one if nothing asks this question here.
    """
    phase, seat = int(game["phase"]), int(game["active"])
    game["phase"] = v.PHASE_RUNNING
    if phase == v.PHASE_FREE:
        pose(game, seat, v.PHASE_FREE, MAY_PASS, int(game["hand"][seat]) << DEMONS_AT)
    elif phase == v.PHASE_REROLL:
        pose(game, seat, v.PHASE_REROLL, MAY_PASS | MAY_ROLL, 0)
    elif phase == v.PHASE_TURN:
        low, high = turn_answers(game, cards)
        pose(game, seat, v.PHASE_TURN, low, high)
    else:
        _run_step(game, cards)
    if game["phase"] == phase:
        game["asked"][game["decider"]] = 1
