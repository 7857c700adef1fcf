"""Samples worlds to search in: full positions that fit what a seat that is asked sees (SY-MEM-9).

The input is the seat's `recall` observation and its mask: nothing of the true record. It does not tell which of the unseen
Spells and Rewards the other mages have; face-down cards of the Horde have no identity before they are revealed (SY-CHANCE-3),
and all other chance follows from a new seed. This is the determinisation of information set Monte Carlo tree search (Cowling,
Powley and Whitehouse, "Information Set Monte Carlo Tree Search", IEEE Transactions on Computational Intelligence and AI in
Games 4(2), 2012).

In its world the observer is seat 0. A world encodes to the row that it was sampled from, byte for byte, and plays on.
"""

import numpy as np

from resonance_env.core.bound_loops import bind_worlds
from resonance_env.core.compiled import compiled, inlined
from resonance_env.core.random_stream import draw_word, start_stream
from resonance_env.games.syncro.rules import actions as act, vocabulary as v
from resonance_env.games.syncro.rules.engine import run_step
from resonance_env.games.syncro.rules.horde import find_targets
from resonance_env.games.syncro.rules.questions import is_answer, num_answers
from resonance_env.games.syncro.rules.turn import num_opportunities
from resonance_env.games.syncro.sight import row_places as places
from resonance_env.games.syncro.sight.observation import write_rows
from resonance_env.games.syncro.sight.observation_table import observation_layout
from resonance_env.games.syncro.sight.row_reader import phase_of, read_open
from resonance_env.games.syncro.worlds.inferred import infer_open
from resonance_env.games.syncro.worlds.sampled_spells import deal_spells, size_of, take_one


def _limits() -> np.ndarray:
    """Returns the largest number of every entry of a `recall` row: int8 `[seats, entry]`."""
    layouts = {seats: observation_layout(seats, recall=True) for seats in range(v.MIN_SEATS, v.MAX_SEATS + 1)}
    limits = np.zeros((v.MAX_SEATS + 1, layouts[v.MAX_SEATS].size), dtype=np.int8)
    for seats, layout in layouts.items():
        limits[seats, : layout.size] = layout.high
    return limits


LIMITS = _limits()


@compiled
def determinise(row, legal, cards, blank, worlds, index, scratch):
    """Writes a world into `worlds[index]` and returns the observer's seat in it: 0, or NOTHING if none was found.

    Arguments are single ones of `CompiledVariant.determinise`; the stream of the scratch advances.
    """
    worlds[index] = blank[0]
    game = worlds[index]
    seats, phase = int(game["seats"]), phase_of(row)
    for place in range(len(row)):
        if row[place] < 0 or row[place] > LIMITS[seats, place]:
            return v.NOTHING
    if row[0] != 1 or phase == v.NOTHING or phase == v.PHASE_OVER:
        return v.NOTHING
    read_open(row, game)
    if game["opportunity"] > num_opportunities(game):
        return v.NOTHING
    if not infer_open(row, cards, game) or not _deal_unseen(row, game, scratch[0]) or not _find_stage(cards, game, phase):
        return v.NOTHING
    game["explicit_chance"] = 0
    game["seed"][0] = draw_word(scratch[0]["stream"])
    game["seed"][1] = draw_word(scratch[0]["stream"])
    run_step(game, cards)  # it poses the question
    if game["phase"] != phase or game["asked"][0] != 1 or num_answers(game, cards, 0) < 2:
        return v.NOTHING
    for action in range(act.NUM_ACTIONS):
        if is_answer(game, cards, 0, action) != (legal[action] != 0):
            return v.NOTHING
    return 0


@inlined
def start(scratch, low, high):
    """Starts the stream of random numbers of a world from the two words of its seed."""
    start_stream(scratch[0]["stream"], low, high, v.PURPOSE_WORLD)


determinise_rows = bind_worlds(__name__, determinise=determinise, start=start, write_rows=write_rows)


@inlined
def _deal_unseen(row, game, scratch):
    """Deals the Spells and Rewards that the observer has not seen; returns whether they come out even."""
    seats, unseen, rewards = int(game["seats"]), scratch["unseen"], scratch["rewards"]
    memory = places.memory_start(seats)
    for value in range(v.MAX_VALUE):
        unseen[value] = row[memory + places.AT_UNSEEN + value]
    for reward in range(v.MAX_REWARDS):
        rewards[reward] = row[memory + places.AT_REWARDS_LEFT + reward]
    for seat in range(1, seats):
        game["reward"][seat] = v.NOTHING
        if row[places.seat_start(seats, seat) + places.AT_HAS_REWARD]:
            if size_of(rewards) == 0:
                return False
            game["reward"][seat] = take_one(rewards, scratch["stream"])
    for reward in range(v.MAX_REWARDS):
        game["reward_pile"][reward] = rewards[reward]
    return deal_spells(game, scratch)


@inlined
def _find_stage(cards, game, phase):
    """Finds the stage from which the engine poses the question; returns whether there is one."""
    turn_is_over = game["opportunity"] >= num_opportunities(game)
    if phase == v.PHASE_KEEP:
        game["stage"] = v.STAGE_WON
        game["ending"] = v.ENDING_WON
        return game["level"] < game["last_level"]
    if phase == v.PHASE_PAY or (phase == v.PHASE_ESTIMATE and game["resolving"] != v.NOTHING):
        game["stage"] = v.STAGE_RESOLVE
        if game["resolving"] == v.NOTHING:
            return False
        while int(cards["order"][game["plan"], game["resolved"]]) != game["resolving"]:
            game["resolved"] += 1
            if game["resolved"] >= cards["places"][game["plan"]]:
                return False
    elif turn_is_over:
        game["stage"] = v.STAGE_REVEAL
    else:
        game["stage"] = v.STAGE_TURN
        find_targets(game, cards)
    if phase == v.PHASE_TURN:
        return not turn_is_over
    if phase == v.PHASE_PAY:
        game["payer"] = (-int(game["leader"])) % int(game["seats"])
        return turn_is_over and game["to_pay"] > 0
    if game["stage"] == v.STAGE_RESOLVE:
        game["resolved"] += 1  # the Mushroom has been judged
    game["estimate_due"] = 1
    return True
