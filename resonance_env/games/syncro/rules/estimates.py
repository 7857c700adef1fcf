"""Estimates that mages choose at once, and sums that the engine speaks (SY-EST, SY-SUM)."""

from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.syncro.rules import actions as act, vocabulary as v
from resonance_env.games.syncro.rules.horde import curses_with
from resonance_env.games.syncro.rules.memory import note_estimates, note_sum
from resonance_env.games.syncro.rules.questions import pose_to_all
from resonance_env.games.syncro.rules.spells import somebody_holds, sum_of_hand


@inlined
def run_estimate(game, cards):
    """SY-EST-1, SY-SUM-1: the mages with Spells are asked for estimates, or say their sums."""
    game["estimate_due"] = 0
    if not game["estimates"] or curses_with(game, cards, v.FOG_MUTE) > 0 or not somebody_holds(game):
        return
    if game["level"] == cards["sum_level"]:
        note_estimates(game)
        for seat in range(game["seats"]):
            game["sum"][seat] = sum_of_hand(game, seat)
            if game["held"][seat] > 0:  # others say nothing, so what is left of their last sum stays
                note_sum(game, seat, int(game["sum"][seat]))
    else:
        pose_to_all(game, v.PHASE_ESTIMATE)


@compiled
def take_estimates(game, actions):
    """SY-EST-1, 5: the estimates of all who were asked (`actions[seat]`) replace those that stood."""
    note_estimates(game)
    for seat in range(game["seats"]):
        if game["estimate"][seat] != v.NO_ESTIMATE:
            game["earlier_estimates"][seat, 1] = game["earlier_estimates"][seat, 0]
            game["earlier_estimates"][seat, 0] = game["estimate"][seat]
        game["estimate"][seat] = 1 + actions[seat] - act.ESTIMATE if game["asked"][seat] else v.NO_ESTIMATE
