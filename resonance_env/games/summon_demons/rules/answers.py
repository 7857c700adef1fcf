"""What the answer to a question does (LD-ASK)."""

from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.summon_demons.rules import actions as act, vocabulary as v
from resonance_env.games.summon_demons.rules.activation import activate_waiting
from resonance_env.games.summon_demons.rules.chance_events import give_candle
from resonance_env.games.summon_demons.rules.counting import seat_at, summon_cost
from resonance_env.games.summon_demons.rules.effects import (
    begin_activation,
    end_activation,
    end_effect,
    forget_choices,
    replace_marked,
)
from resonance_env.games.summon_demons.rules.possession import (
    collect,
    discard_from,
    enter,
    gain,
    lose,
    lose_old,
    obtain,
    steal_thing,
    take_from_row,
    test_win,
)
from resonance_env.games.summon_demons.rules.turn import end_look, end_turn, roll


@compiled
def answer(game, cards, action):
    """Carries out the answer of the seat that the question is for; it is trusted to be legal."""
    phase, seat = int(game["phase"]), int(game["decider"])
    game["asked"][seat] = 0
    game["phase"] = v.PHASE_RUNNING
    game["decider"] = v.NOTHING
    game["legal"][0] = 0
    game["legal"][1] = 0
    thing = action - act.CARD  # a type, or MAX_TYPES + a demon
    if phase == v.PHASE_TURN:
        _take_turn(game, cards, seat, action, thing)
    elif phase == v.PHASE_ORDER:
        activate_waiting(game, cards, thing)
    elif phase == v.PHASE_GATE:
        _pass_gate(game, cards, seat, action, thing)
    elif phase == v.PHASE_SOURCE:
        _steal_from(game, seat, action)
    elif phase == v.PHASE_OPPONENT:
        _name_opponent(game, cards, seat, action)
    elif phase == v.PHASE_VICTIM:
        _take_from_victim(game, cards, seat, thing)
    elif phase == v.PHASE_PICK:
        if action < act.TAKE:
            game["named"] = seat_at(game, seat, action - act.OPPONENT + 1)
        else:
            take_from_row(game, action - act.TAKE)
            obtain(game, cards, seat, action - act.TAKE)
            end_effect(game, cards)
    elif phase == v.PHASE_SACRIFICE:
        game["left"] -= 1
        game["floor_type"] = 1 + thing
        discard_from(game, seat, thing)
    elif phase == v.PHASE_REROLL:
        if action == act.ROLL:
            game["stage"] = v.STAGE_RETHROW
            game["event"] = v.EVENT_REROLL
    elif phase == v.PHASE_COST:
        discard_from(game, seat, thing)
        forget_choices(game)
        game["effect"] = 0
    elif phase == v.PHASE_TARGET:
        begin_activation(game, cards, thing)
    elif phase == v.PHASE_REPLACE:
        if action == act.PASS:
            replace_marked(game)
        else:
            game["marked"][action - act.TAKE] += 1
            game["floor_type"] = 1 + action - act.TAKE
    elif phase == v.PHASE_SUMMON:
        _summon(game, cards, seat, action - act.DEMON)
    elif phase == v.PHASE_FREE:
        if action != act.PASS:
            game["hand"][seat] &= ~(1 << (action - act.DEMON))
            enter(game, cards, seat, action - act.DEMON)
    else:
        give_candle(game, action - act.CANDLE)


@inlined
def _take_turn(game, cards, seat, action, thing):
    """LD-FLOW-3."""
    if action == act.PASS:
        end_turn(game)
    elif action == act.ROLL:
        roll(game)
    elif action < act.CARD:  # LD-BUY-1
        game["bought"] = 1
        game["souls"][seat] -= cards["price"]
        take_from_row(game, action - act.TAKE)
        obtain(game, cards, seat, action - act.TAKE)
    elif action >= act.DEMON and (int(game["hand"][seat]) >> (action - act.DEMON)) & 1:  # LD-SUMMON-1
        game["summoned"] = 1
        game["left"] = summon_cost(game, cards, seat)
        game["hand"][seat] &= ~(1 << (action - act.DEMON))
        game["summoning"] = action - act.DEMON
    else:
        _pass_on(game, seat, seat ^ 2, thing)


@inlined
def _pass_on(game, seat, partner, thing):
    """LD-TEAM-5."""
    game["passed_on"] = 1
    if thing < v.MAX_TYPES:
        lose(game, seat, thing)
        gain(game, partner, thing)
    else:
        steal_thing(game, partner, seat, thing)
        test_win(game, partner)


@inlined
def _pass_gate(game, cards, seat, action, thing):
    """LD-EFF-1: the cost is declined, or its first card is paid."""
    if action == act.PASS:
        end_activation(game)
        return
    cost = int(cards["cost"][game["current"]])
    if cost == v.COST_SELF:
        lose_old(game, seat, thing)
        game["discards"][thing] += 1
    else:
        discard_from(game, seat, thing)
    if cost == v.COST_TWO:
        game["begun"] = 1
        game["floor_type"] = 1 + thing
    else:
        game["effect"] = 0


@inlined
def _steal_from(game, seat, action):
    """LD-EFF-4: all that is left from the supply, or a soul of an opponent; `run_current` ends the effect."""
    if action == act.SUPPLY:
        amount = int(game["left"])
        game["left"] = 0
        collect(game, seat, amount)
        return
    distance = action - act.OPPONENT + 1
    game["left"] -= 1
    game["floor_distance"] = distance
    game["souls"][seat_at(game, seat, distance)] -= 1
    game["souls"][seat] += 1
    test_win(game, seat)


@inlined
def _name_opponent(game, cards, seat, action):
    """LD-EFF-3, 10, 11."""
    if action == act.PASS:
        end_effect(game, cards)
        return
    other = seat_at(game, seat, action - act.OPPONENT + 1)
    op = int(cards["effect_op"][game["current"], game["effect"]])
    if op == v.OP_GIFT:
        collect(game, other, int(cards["effect_amount"][game["current"], game["effect"]]))
        end_effect(game, cards)
    elif op == v.OP_STEAL_ALL:
        _steal_all(game, seat, other)
        end_effect(game, cards)
    else:
        game["named"] = other


@inlined
def _steal_all(game, seat, victim):
    """LD-EFF-10, LD-WIN-3: all cards and demons in one change."""
    for kind in range(v.MAX_TYPES):
        for _ in range(game["cards"][victim, kind]):
            steal_thing(game, seat, victim, kind)
    demons = int(game["demons"][victim])
    game["demons"][victim] = 0
    game["demons"][seat] |= demons
    if demons != 0:
        test_win(game, seat)


@inlined
def _take_from_victim(game, cards, seat, thing):
    """LD-EFF-8, 10, 11: a thing of the named seat is stolen or discarded."""
    victim = int(game["named"])
    game["named"] = v.NOTHING
    if cards["effect_op"][game["current"], game["effect"]] == v.OP_DISCARD:
        distance = victim - seat
        game["floor_distance"] = distance if distance > 0 else distance + int(game["seats"])
        game["floor_type"] = 1 + thing
        game["left"] -= 1
        discard_from(game, victim, thing)
        return
    steal_thing(game, seat, victim, thing)
    if thing >= v.MAX_TYPES:
        test_win(game, seat)
    end_effect(game, cards)


@inlined
def _summon(game, cards, seat, demon):
    """LD-EFF-13, 14: the chosen demon enters, out of the pile or out of those looked at."""
    if game["egg"] != v.NOTHING:
        game["looked_at"] &= ~(1 << demon)
        end_look(game)
    else:
        game["pile"] &= ~(1 << demon)
        end_activation(game)
    enter(game, cards, seat, demon)
