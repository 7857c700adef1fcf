"""The opportunities of a turn: what is legal, attacks and passes (SY-TURN)."""

from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.syncro.rules import actions as act, vocabulary as v
from resonance_env.games.syncro.rules.questions import nth_turn_answer, num_turn_answers, pose
from resonance_env.games.syncro.rules.seating import seat_after
from resonance_env.games.syncro.rules.spells import take_from_hand


@inlined
def num_opportunities(game):
    """SY-TURN-2."""
    return max(4, int(game["seats"]))


@compiled
def run_opportunity(game, cards):
    """The next opportunity: its mage is asked, or has no choice (SY-ASK-2); after the last one come the foes."""
    if game["opportunity"] == num_opportunities(game):
        game["stage"] = v.STAGE_RESOLVE
        game["resolved"] = 0
        return
    seat = seat_after(game, int(game["opportunity"]))
    find_legal(game, seat)
    if num_turn_answers(game, cards, seat) > 1:
        pose(game, v.PHASE_TURN, seat)
    else:
        attack_or_pass(game, seat, nth_turn_answer(game, cards, seat, 0))


@compiled
def find_legal(game, seat):
    """Finds whether the mage may pass, and which targets it may attack (SY-TURN-4 to 7)."""
    passes, attacks = 0, 0
    for opportunity in range(game["opportunity"]):
        passes += game["acts"][0, opportunity] == v.DID_PASS
        attacks += game["acts"][0, opportunity] == v.DID_ATTACK
    is_last = game["opportunity"] == num_opportunities(game) - 1
    game["may_pass"] = 1
    game["legal_targets"] = 0
    if game["held"][seat] == 0 or (game["seats"] == v.MAX_SEATS and is_last and passes == 0):
        return
    if is_last and attacks == 0:
        game["may_pass"] = 0
    for target in range(game["num_targets"]):
        if game["seats"] > 3 or _top_is_of(game, int(game["targets"][target])) != seat:
            game["legal_targets"] |= 1 << target


@inlined
def _top_is_of(game, place):
    """Returns the mage that laid the top Spell of a place this turn, or NOTHING (SY-TURN-7)."""
    seat = v.NOTHING
    for opportunity in range(game["opportunity"]):
        if game["acts"][0, opportunity] == v.DID_ATTACK and game["act_place"][0, opportunity] == place:
            seat = seat_after(game, opportunity)
    return seat


@compiled
def attack_or_pass(game, seat, action):
    """SY-TURN-1: the mage lays a Spell face down on a target, or passes; the next opportunity follows."""
    opportunity = int(game["opportunity"])
    game["opportunity"] = opportunity + 1
    if action == act.PASS:
        game["acts"][0, opportunity] = v.DID_PASS
        return
    position = (action - act.ATTACK) // v.MAX_TARGETS
    place = int(game["targets"][(action - act.ATTACK) % v.MAX_TARGETS])
    game["acts"][0, opportunity] = v.DID_ATTACK
    game["act_position"][0, opportunity] = position + 1
    game["act_place"][0, opportunity] = place
    game["act_marks"][opportunity] = int(game["marks"][seat, position]) & ~v.MARK_OPEN
    game["act_value"][0, opportunity] = take_from_hand(game, seat, position)
    game["bearing"] |= 1 << place
