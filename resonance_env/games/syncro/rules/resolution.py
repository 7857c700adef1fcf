"""Foes that bear Spells are resolved one after the other (SY-RES), with the effects of Monsters and payments for Dragons."""

from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.syncro.rules import vocabulary as v
from resonance_env.games.syncro.rules.horde import curses_with, force_of, leave_horde, rules_of, total_on
from resonance_env.games.syncro.rules.memory import note_seen
from resonance_env.games.syncro.rules.questions import pose
from resonance_env.games.syncro.rules.seating import seat_after
from resonance_env.games.syncro.rules.spells import begin_draw, discard_from_hand


@compiled
def run_resolution(game, cards):
    """The next step of the resolution: a payment, or the next foe that bears Spells."""
    if game["to_pay"] > 0:
        _ask_payment(game)
        return
    game["resolving"] = v.NOTHING
    plan = int(game["plan"])
    while game["resolved"] < cards["places"][plan]:
        place = int(cards["order"][plan, game["resolved"]])
        if (int(game["bearing"]) >> place) & 1:
            _begin_foe(game, cards, place)
            return
        game["resolved"] += 1
    game["stage"] = v.STAGE_REVEAL


@inlined
def _begin_foe(game, cards, place):
    """SY-RES-3 (1) to (3): Spells are turned up; a Dragon asks for the difference, unless all is calm (SY-DRAGON-1)."""
    game["resolving"] = place
    for opportunity in range(game["opportunity"]):
        if game["acts"][0, opportunity] == v.DID_ATTACK and game["act_place"][0, opportunity] == place:
            value = int(game["act_value"][0, opportunity])
            note_seen(game, seat_after(game, opportunity), value, int(game["act_marks"][opportunity]))
            game["act_is_up"][0, opportunity] = 1
            game["act_marks"][opportunity] = 0
            game["spells"][place, value - 1] += 1
    difference = abs(total_on(game, place) - force_of(game, cards, place))
    if difference > 0 and rules_of(game, cards, place) & v.RULES_DRAGON and not game["calm"]:
        game["to_pay"] = difference
        game["payer"] = 0
    else:
        judge(game, cards)


@inlined
def _ask_payment(game):
    """SY-DRAGON-2, 3: the next mage with Spells is asked; when all have had their turn, the try is lost."""
    for offset in range(game["payer"], game["seats"]):
        if game["held"][seat_after(game, offset)] > 0:
            game["payer"] = offset
            pose(game, v.PHASE_PAY, seat_after(game, offset))
            return
    game["ending"] = v.ENDING_UNPAID
    game["stage"] = v.STAGE_LOST


@compiled
def pay(game, cards, seat, position):
    """SY-DRAGON-2: a Spell is paid; as soon as the difference is reached the foe is judged (SY-DRAGON-4)."""
    value = discard_from_hand(game, seat, position)
    game["paid"][0, seat, value - 1] += 1
    game["to_pay"] = max(0, int(game["to_pay"]) - value)
    if game["to_pay"] == 0:
        judge(game, cards)


@compiled
def judge(game, cards):
    """SY-RES-3 (4) and (5): success or failure of the foe that is being resolved."""
    place = int(game["resolving"])
    rules, surplus = rules_of(game, cards, place), total_on(game, place) - force_of(game, cards, place)
    game["resolved"] += 1
    if surplus >= 0:
        _beat(game, place)
        if game["beaten"] == cards["foes"][game["plan"]]:  # SY-END-1
            game["ending"] = v.ENDING_WON
            game["stage"] = v.STAGE_WON
        elif rules & v.RULES_MUSHROOM and surplus > 0:  # SY-MUSH-1
            begin_draw(game, v.DRAW_ALL, surplus, v.NOTHING)
    elif not game["hold"]:
        _fail(game, cards, place, rules)


@inlined
def _beat(game, place):
    """SY-RES-4: the Spells, absorbed ones too, go to the discard, and the foe leaves the Horde (SY-LIEU-4)."""
    for value in range(v.MAX_VALUE):
        game["discard"][value] += game["spells"][place, value] + game["absorbed"][place, value]
        game["spells"][place, value] = 0
        game["absorbed"][place, value] = 0
    foe = int(game["foe"][place])
    if v.FIRST_LIEUTENANT <= foe < v.BOSS:
        game["box"] |= 1 << (foe - v.FIRST_LIEUTENANT)
    leave_horde(game, place)
    game["beaten"] += 1


@inlined
def _fail(game, cards, place, rules):
    """SY-RES-5, SY-GOLEM-1: the lowest Spell goes; a Golem absorbs it and all others go."""
    leaving = 1 + curses_with(game, cards, v.FOG_COSTLY)
    if rules & v.RULES_GOLEM:
        game["absorbed"][place, _lowest_on(game, place)] += 1
        game["spells"][place, _lowest_on(game, place)] -= 1
        leaving = v.MAX_SPELLS
    while leaving > 0 and total_on(game, place) > 0:
        value = _lowest_on(game, place)
        game["spells"][place, value] -= 1
        game["discard"][value] += 1
        leaving -= 1
    if total_on(game, place) == 0:
        game["bearing"] &= ~(1 << place)


@inlined
def _lowest_on(game, place):
    """Returns the lowest value - 1 of the Spells face up on a place; there must be one."""
    value = 0
    while game["spells"][place, value] == 0:
        value += 1
    return value
