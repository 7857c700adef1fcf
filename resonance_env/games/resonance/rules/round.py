"""The round outside spells: choices, draws, trades, reveal, sweeps, lock, Full Moon (R-ROUND, R-ACT, R-SWEEP, R-LOCK)."""

from resonance_env.core.compiled import inlined
from resonance_env.games.resonance.rules import actions as act, vocabulary as v
from resonance_env.games.resonance.rules.centre import (
    clear_moon,
    has_any_object,
    lock_moon,
    next_artifact,
    sweep,
    use_up_artifact,
)
from resonance_env.games.resonance.rules.decisions import ask
from resonance_env.games.resonance.rules.piles import forget_spell, take_artifact, take_incantation, take_object


@inlined
def begin_round(game):
    """Step (15): ends the round."""
    game["round_number"] += 1
    game["stage"] = v.STAGE_CLEAR


@inlined
def clear(game):
    """Step (1)."""
    clear_moon(game)
    game["stage"] = v.STAGE_TRANSIENT


@inlined
def ask_actions(game):
    """Step (3): asks all seats that have not chosen; in team talk first seats before second seats (R-ROUND-3, R-TEAM-4)."""
    talk = game["teams"] and game["team_talk"]
    nobody = True
    for seat in range(game["seats"]):
        if game["committed"][seat] != v.NO_ACTION or (talk and seat % 2 != game["stage"] - v.STAGE_ACT):
            continue
        ask(game, seat, v.PHASE_ACT)
        nobody = False
    if nobody:
        game["stage"] = v.STAGE_ACT_SECOND if talk and game["stage"] == v.STAGE_ACT else v.STAGE_QUICKNESS


@inlined
def act_next_seat(game):
    """Step (4): the next seat in quickness order draws, breaks her Sigil or trades (R-ROUND-5, R-ROUND-6)."""
    while (
        game["turn"] < game["seats"] and act.PLAY_OBJECT <= game["committed"][game["quickness"][game["turn"]]] < act.DRAW_PAIR
    ):
        game["turn"] += 1  # she has played a card: it waits for the reveal
    if game["turn"] == game["seats"]:
        game["turn"] = 0
        game["stage"] = v.STAGE_REVEAL
        return
    seat = int(game["quickness"][game["turn"]])
    action = int(game["committed"][seat])
    game["committed"][seat] = v.NO_ACTION
    game["turn"] += 1
    if action == act.PASS:
        _note(game, seat, v.DID_PASS)
    elif act.DRAW_PAIR <= action < act.DRAW_ARTIFACT:
        _note(game, seat, v.DID_DRAW_OBJECTS)
        for object_type in act.PAIRS[action - act.DRAW_PAIR]:
            if game["object_pile"][object_type] > 0:  # R-ACT-4: draws only what is still there
                take_object(game, seat, object_type)
    elif action == act.DRAW_ARTIFACT:
        _note(game, seat, v.DID_DRAW_ARTIFACT)
        take_artifact(game, seat)
    elif action == act.BREAK_SIGIL:
        _note(game, seat, v.DID_BREAK_SIGIL)
        _pay(game, seat, v.MINERAL)
        _pay(game, seat, v.POTION)
        game["gone_incantations"] |= 1 << (int(game["sigil"][seat]) - 1)
        game["sigil"][seat] = v.NO_INCANTATION
    elif action == act.TRADE_DEMON:
        _note(game, seat, v.DID_TRADE)
        for object_type in range(v.NUM_OBJECTS):
            _pay(game, seat, object_type)
        game["taker"] = seat
        ask(game, seat, v.PHASE_TAKE_DEMON)


@inlined
def _note(game, seat, did):
    """Records how a seat acted; of rounds without a question the first action that is not a pass stays (R-INFO-4)."""
    if game["did"][seat] == v.DID_NOTHING or game["did"][seat] == v.DID_PASS:
        game["did"][seat] = did


@inlined
def _pay(game, seat, object_type):
    game["hand_objects"][seat, object_type] -= 1
    game["gone_objects"][object_type] += 1


@inlined
def reveal(game):
    """Step (5): all face-down cards leave the hands together (R-CAST-1)."""
    for seat in range(game["seats"]):
        action = int(game["committed"][seat])
        if action == v.NO_ACTION:
            continue
        game["committed"][seat] = v.NO_ACTION
        if action < act.PLAY_ARTIFACT:
            object_type = action - act.PLAY_OBJECT
            _note(game, seat, v.DID_OBJECT)
            game["hand_objects"][seat, object_type] -= 1
            game["played_objects"][seat, object_type] += 1
            game["centre"][object_type, 0] += 1
        elif action < act.PLAY_INCANTATION:
            _note(game, seat, v.DID_ARTIFACT)
            game["hand_artifacts"][seat] &= ~(1 << (action - act.PLAY_ARTIFACT))
            if game["played_artifact"][seat] == 0:
                game["played_artifact"][seat] = action - act.PLAY_ARTIFACT + 1
            game["artifact"][seat] = action - act.PLAY_ARTIFACT + 1
        else:
            _note(game, seat, v.DID_INCANTATION)
            game["hand_incantations"][seat] &= ~(1 << (action - act.PLAY_INCANTATION))
            game["played_incantation"][seat] = action - act.PLAY_INCANTATION + 1
            game["incantation_state"][seat] = v.INCANTATION_UNRESOLVED
            forget_spell(game, seat)
    game["stage"] = v.STAGE_CASTS


@inlined
def sweep_next(game):
    """Step (7): the player of the highest artifact chooses a type, or the artifact is spent (R-SWEEP-1, 2)."""
    seat = next_artifact(game, v.NO_ARTIFACT)
    if seat == v.NO_SEAT:
        game["stage"] = v.STAGE_LOCK
    elif has_any_object(game):
        game["caster"] = seat
        game["choice"] = v.CHOICE_SWEEP
        ask(game, seat, v.PHASE_CHOOSE)
    else:
        use_up_artifact(game, seat)


@inlined
def sweep_chosen(game, seat, object_type):
    """Decision CHOOSE of the player of an artifact."""
    sweep(game, object_type)
    use_up_artifact(game, seat)
    game["caster"] = v.NO_SEAT


@inlined
def lock(game, cards):
    """Step (8): counts, locks and moves on to the next moon (R-LOCK)."""
    moon = int(game["next_moon"])
    game["turn"] = 0
    game["stage"] = v.STAGE_JUDGE
    if lock_moon(game):
        if moon == cards["full_moon"]:
            game["stage"] = v.STAGE_FULL_MOON
        if moon == cards["moons"] - 1:  # R-LOCK-4
            game["month_over"] = 1
            game["next_moon"] = 0
        else:
            game["next_moon"] += 1


@inlined
def draw_at_full_moon(game):
    """Step (9): the next seat in quickness order that has no level draws an incantation (R-LOCK-5).

    A level is the team's (R-TEAM-2), so in teams the Lesser Witch alone draws for a team without one (R-TEAM-6).
    """
    while game["turn"] < game["seats"]:
        seat = int(game["quickness"][game["turn"]])
        game["turn"] += 1
        if game["level"][seat] == 0 and not (game["teams"] and game["high_witch"][seat]):
            take_incantation(game, seat)
            return
    game["turn"] = 0
    game["stage"] = v.STAGE_JUDGE
