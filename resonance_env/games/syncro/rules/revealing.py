"""What lies uncovered is revealed (SY-REVEAL), with what Lieutenants and Fog do then (SY-LIEU-2, SY-FOG)."""

from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.syncro.rules import vocabulary as v
from resonance_env.games.syncro.rules.horde import fogs_in_pile, is_uncovered, leave_horde, turn_face_up
from resonance_env.games.syncro.rules.memory import note_given
from resonance_env.games.syncro.rules.seating import seat_after
from resonance_env.games.syncro.rules.spells import begin_draw, discard_from_hand


@compiled
def run_reveal(game, cards):
    """SY-REVEAL-1: the first face-down uncovered card in the order of resolution; when there is none, the turn ends."""
    plan = int(game["plan"])
    face_down = int(game["in_horde"]) & ~int(game["face_up"])
    for number in range(cards["places"][plan]):
        place = int(cards["order"][plan, number])
        if (face_down >> place) & 1 and is_uncovered(game, cards, place):
            back = int(cards["back"][plan, place])
            if back != v.BACK_CERBERUS:
                _reveal(game, cards, place, back)
                return
            if _cerberi_are_uncovered(game, cards):
                _reveal_cerberi(game, cards)
                return
    game["stage"] = v.STAGE_TURN_END


@inlined
def _reveal(game, cards, place, back):
    """SY-REVEAL-2: which card it is becomes the pending event, where that is not known."""
    game["revealing"] = place
    if back == v.BACK_BOSS:
        turn_face_up(game, place, v.BOSS)
    elif back == v.BACK_FOG:
        game["event"] = v.EVENT_FOG
    elif back == v.BACK_MONSTER:
        game["event"] = v.EVENT_MONSTER
    elif game["lieutenant"][place] != v.NOTHING:
        reveal_lieutenant(game, cards, int(game["lieutenant"][place]))
    else:
        game["event"] = v.EVENT_LIEUTENANT


@inlined
def _cerberi_are_uncovered(game, cards):
    """SY-FINAL-1; face-down Cerberi cannot have left the Horde."""
    plan = int(game["plan"])
    for place in range(cards["places"][plan]):
        if cards["back"][plan, place] == v.BACK_CERBERUS and not is_uncovered(game, cards, place):
            return False
    return True


@inlined
def _reveal_cerberi(game, cards):
    """SY-FINAL-1: both Cerberi and the Boss are revealed together, though the Boss is still covered."""
    plan = int(game["plan"])
    for place in range(cards["places"][plan]):
        if cards["back"][plan, place] == v.BACK_CERBERUS:
            turn_face_up(game, place, v.CERBERUS)
        elif cards["back"][plan, place] == v.BACK_BOSS:
            turn_face_up(game, place, v.BOSS)


@compiled
def reveal_monster(game, monster):
    """A Monster shows which it is, laid face up or revealed."""
    game["monsters_left"][monster] -= 1
    turn_face_up(game, int(game["revealing"]), monster)


@compiled
def reveal_lieutenant(game, cards, lieutenant):
    """SY-LIEU-2: a Lieutenant is revealed; its Reward comes before its Fog."""
    place, powers = int(game["revealing"]), int(cards["powers"][lieutenant])
    game["lieutenants_left"] &= ~(1 << lieutenant)
    game["lieutenant"][place] = lieutenant
    turn_face_up(game, place, v.FIRST_LIEUTENANT + lieutenant)
    if powers & v.POWER_REWARD:
        game["rewards_due"] += 1
    if powers & v.POWER_FOG:
        game["fog_due"] = 1


@inlined
def draw_fog(game, cards):
    """SY-FOG-4: the top card of the Fog pile becomes the pending event, if there is one."""
    game["fog_due"] = 0
    if fogs_in_pile(game, cards) > 0:
        game["revealing"] = v.NOTHING
        game["event"] = v.EVENT_FOG


@compiled
def reveal_fog(game, cards, fog):
    """SY-FOG-2: a Fog leaves the Horde, if it lay there, and acts."""
    effect, n = int(cards["fog_effect"][fog]), int(cards["fog_n"][fog])
    if game["revealing"] != v.NOTHING:
        leave_horde(game, int(game["revealing"]))
    game["fogs_left"][fog] -= 1
    game["fogs"][0, fog] += 1
    if effect >= v.FOG_FORCE:
        game["curses"][fog] += 1
        return
    if effect == v.FOG_DRAW:
        begin_draw(game, v.DRAW_ALL, n, v.NOTHING)
    elif effect == v.FOG_REWARD:
        game["rewards_due"] += n
    elif effect == v.FOG_LIFT:
        for curse in range(v.MAX_FOGS):
            game["fog_discard"][curse] += game["curses"][curse]
            game["curses"][curse] = 0
    elif effect == v.FOG_LOSE:
        for seat in range(game["seats"]):
            for _ in range(min(n, int(game["held"][seat]))):
                value = discard_from_hand(game, seat, 0)
                game["lost"][0, seat, value - 1] += 1
    else:
        _pass_left(game)
    game["fog_discard"][fog] += 1


@inlined
def _pass_left(game):
    """SY-REPLAY-3: every mage gives its whole hand to the mage on its left."""
    last = int(game["seats"]) - 1
    for seat in range(game["seats"]):
        note_given(game, seat, (seat + 1) % int(game["seats"]))
    held, left = int(game["held"][last]), int(game["sum_left"][last])
    for position in range(v.MAX_HAND):
        value, marks, age = game["hand"][last, position], game["marks"][last, position], game["age"][last, position]
        for seat in range(last, 0, -1):
            game["hand"][seat, position] = game["hand"][seat - 1, position]
            game["marks"][seat, position] = game["marks"][seat - 1, position]
            game["age"][seat, position] = game["age"][seat - 1, position]
        game["hand"][0, position], game["marks"][0, position], game["age"][0, position] = value, marks, age
    for seat in range(last, 0, -1):
        game["held"][seat] = game["held"][seat - 1]
        game["sum_left"][seat] = game["sum_left"][seat - 1]
    game["held"][0], game["sum_left"][0] = held, left


@compiled
def next_without_reward(game):
    """Returns the first mage from the Leader on without a Reward, or NOTHING (SY-REWARD-4)."""
    for offset in range(game["seats"]):
        seat = seat_after(game, offset)
        if game["reward"][seat] == v.NOTHING:
            return seat
    return v.NOTHING


@inlined
def draw_reward(game):
    """SY-REWARD-4, 5: the next Reward that is due becomes the pending event, if somebody can take one."""
    size = 0
    for reward in range(v.MAX_REWARDS):
        size += game["reward_pile"][reward]
    if next_without_reward(game) != v.NOTHING:
        for reward in range(v.MAX_REWARDS):
            if size == 0:
                game["reward_pile"][reward] = game["reward_discard"][reward]
                game["reward_discard"][reward] = 0
        for reward in range(v.MAX_REWARDS):
            if game["reward_pile"][reward] > 0:
                game["event"] = v.EVENT_REWARD
    if game["event"] == v.NO_EVENT:
        game["rewards_due"] = 0


@inlined
def take_reward(game, reward):
    """The pending Reward goes to its mage."""
    game["rewards_due"] -= 1
    game["reward_pile"][reward] -= 1
    game["reward"][next_without_reward(game)] = reward
