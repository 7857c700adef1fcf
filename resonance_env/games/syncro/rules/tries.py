"""The end of a turn, of a try and of a level, and what follows (SY-TURN-9, SY-END, SY-NEXT, SY-RETRY, SY-SAVE)."""

from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.syncro.rules import actions as act, vocabulary as v
from resonance_env.games.syncro.rules.horde import find_targets
from resonance_env.games.syncro.rules.questions import pose_to_all
from resonance_env.games.syncro.rules.seating import seat_after
from resonance_env.games.syncro.rules.setup import begin_record, begin_try
from resonance_env.games.syncro.rules.spells import empty_hand, somebody_holds


@inlined
def end_turn(game, cards):
    """SY-TURN-9 (4) to (7), SY-END-2."""
    if not somebody_holds(game):
        game["ending"] = v.ENDING_EXHAUSTED
        game["stage"] = v.STAGE_LOST
        return
    game["calm"] = 0
    game["hold"] = 0
    for place in range(cards["places"][game["plan"]]):
        game["weakened"][place] = 0
    game["leader"] = seat_after(game, 1)
    game["turn"] += 1
    game["turns"] += 1
    game["opportunity"] = 0
    begin_record(game)
    find_targets(game, cards)
    game["stage"] = v.STAGE_TURN


@inlined
def win_level(game, cards):
    """SY-NEXT-1, SY-SAVE-2: the level counts as won; the mages keep or discard, unless nothing follows or all is saved."""
    game["cleared"] += 1
    if game["level"] == game["last_level"]:
        game["phase"] = v.PHASE_OVER
    elif game["saves"]:
        _save(game, cards)
        begin_next_level(game, cards)
    elif somebody_holds(game):
        pose_to_all(game, v.PHASE_KEEP)
    else:
        begin_next_level(game, cards)


@inlined
def _save(game, cards):
    """SY-SAVE-2: hands and Rewards are discarded; Rewards, Fog cards and Lieutenants are shuffled anew."""
    for seat in range(game["seats"]):
        empty_hand(game, seat)
        game["reward"][seat] = v.NOTHING
    for reward in range(v.MAX_REWARDS):
        game["reward_pile"][reward] = cards["rewards"][game["replay"], reward]
        game["reward_discard"][reward] = 0
    for fog in range(v.MAX_FOGS):
        game["fogs_left"][fog] = cards["fogs"][game["replay"], fog]
        game["fog_discard"][fog] = 0
        game["curses"][fog] = 0
    game["lieutenants_left"] = cards["lieutenants"]
    game["box"] = 0


@compiled
def take_keeps(game, cards, actions):
    """SY-NEXT-1: each mage that was asked (`actions[seat]`) keeps its hand or discards it; the next level follows."""
    for seat in range(game["seats"]):
        if game["asked"][seat] and actions[seat] == act.DISCARD:
            empty_hand(game, seat)
    begin_next_level(game, cards)


@compiled
def begin_next_level(game, cards):
    """SY-SET-7: the next level is set up, led by the next mage."""
    game["level"] += 1
    game["tries"] = 0
    game["best"] = 0
    game["leader"] = seat_after(game, 1)
    begin_try(game, cards)


@inlined
def lose_try(game, cards):
    """SY-RETRY-1: all hands are discarded and the level is tried again, or the episode is over (SY-MODE-2)."""
    if game["tries"] == game["retries"]:
        game["phase"] = v.PHASE_OVER
        return
    game["tries"] += 1
    game["best"] = max(int(game["best"]), int(game["beaten"]))
    for seat in range(game["seats"]):
        empty_hand(game, seat)
    game["leader"] = seat_after(game, 1)
    begin_try(game, cards)


@compiled
def share_of_try(game, cards):
    """Returns the share of the foes beaten in the running try; 0 once its level counts as won (SY-SCORE-1, 3)."""
    return 0.0 if game["stage"] == v.STAGE_WON else float(game["beaten"]) / float(cards["foes"][game["plan"]])


@compiled
def progress_of(game, cards):
    """SY-SCORE-3: (cleared + share of the running try) / levels."""
    levels = int(game["last_level"]) - int(game["first_level"]) + 1
    return (float(game["cleared"]) + share_of_try(game, cards)) / levels


@compiled
def payoff_of(game, cards):
    """SY-SCORE-2: levels won / levels, perhaps with the best share of the level where the episode ended; 0 before its end."""
    if game["phase"] != v.PHASE_OVER:
        return 0.0
    levels = int(game["last_level"]) - int(game["first_level"]) + 1
    share = 0.0
    if game["by_score"] and game["stage"] != v.STAGE_WON:
        share = float(max(int(game["best"]), int(game["beaten"]))) / float(cards["foes"][game["plan"]])
    return (float(game["cleared"]) + share) / levels
