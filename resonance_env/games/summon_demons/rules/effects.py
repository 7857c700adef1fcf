"""The effects of the current card or demon (LD-EFF), one step at a time; `answers.py` carries out what its owner chooses."""

from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.summon_demons.rules import actions as act, vocabulary as v
from resonance_env.games.summon_demons.rules.counting import (
    count_matching,
    first_payments,
    is_opponent,
    lowest,
    matching,
    may_be_robbed,
    ready_types,
    seat_at,
    second_payments,
)
from resonance_env.games.summon_demons.rules.possession import (
    collect,
    discard_from,
    end_game,
    put_in_row,
    recycle_deck,
    recycle_pile,
    set_waiting,
    take_from_row,
)
from resonance_env.games.summon_demons.rules.questions import (
    DEMONS_AT,
    MAY_PASS,
    MAY_TAKE_SUPPLY,
    all_opponents,
    opponents_with,
    pose,
)


@compiled
def begin_activation(game, cards, thing):
    """LD-ACT-6, LD-FLOW-8: a thing becomes current; its cost comes first."""
    game["current"] = thing
    game["begun"] = 0
    game["effect"] = v.NOTHING if thing < v.MAX_TYPES and cards["cost"][thing] != v.COST_NONE else 0


@compiled
def end_activation(game):
    """The current thing is done."""
    game["current"] = v.NOTHING
    game["effect"] = v.NOTHING
    forget_choices(game)


@inlined
def forget_choices(game):
    """Clears what was named for an effect or a cost."""
    game["begun"] = 0
    game["left"] = 0
    game["named"] = v.NOTHING
    game["floor_distance"] = 0
    game["floor_type"] = 0


@compiled
def end_effect(game, cards):
    """The effect that runs is done, unless it has ended the game; the next one follows."""
    if game["phase"] == v.PHASE_OVER:
        return
    if game["effect"] + 1 == cards["num_effects"][game["current"]]:
        end_activation(game)
    else:
        game["effect"] += 1
        forget_choices(game)


@inlined
def amount_of(game, cards):
    """Returns the amount of the effect that runs: fixed, or n(F) (LD-EFF-2, 4)."""
    thing, effect = int(game["current"]), int(game["effect"])
    per = int(cards["effect_per"][thing, effect])
    return int(cards["effect_amount"][thing, effect]) if per == v.NO_FILTER else count_matching(game, cards, game["block"], per)


@compiled
def run_current(game, cards):
    """Runs one step of the current thing: its cost, or the effect that is next."""
    thing, effect, seat = int(game["current"]), int(game["effect"]), int(game["block"])
    if effect == v.NOTHING:
        _ask_cost(game, cards, thing, seat)
        return
    op = int(cards["effect_op"][thing, effect])
    if op == v.OP_COLLECT:
        collect(game, seat, amount_of(game, cards) * _factor(game, cards, thing, seat))
        end_effect(game, cards)
    elif op == v.OP_GIFT:
        pose(game, seat, v.PHASE_OPPONENT, all_opponents(game, seat), 0)
    elif op == v.OP_STEAL:
        _steal(game, cards, seat)
    elif op == v.OP_MILL or op == v.OP_TAKE:
        if not game["begun"]:
            game["begun"] = 1
            game["draws_left"] = cards["effect_amount"][thing, effect]
        _draw(game, cards)
    elif op == v.OP_PICK or op == v.OP_PICK_OR_STEAL:
        _pick(game, cards, seat, int(cards["effect_of"][thing, effect]), op == v.OP_PICK_OR_STEAL)
    elif op == v.OP_REPLACE:
        _replace(game, cards, thing, effect, seat)
    elif op == v.OP_STEAL_CARD or op == v.OP_STEAL_ALL:
        _rob(game, cards, seat)
    elif op == v.OP_DISCARD:
        _make_discard(game, cards, thing, effect, seat)
    elif op == v.OP_WIPE:
        _wipe(game, cards, seat)
        end_effect(game, cards)
    elif op == v.OP_SUMMON:
        _summon(game, cards, seat, int(cards["effect_way"][thing, effect]))
    elif op == v.OP_ACTIVATE:
        _activate(game, cards, thing, effect, seat)
    elif op == v.OP_AGAIN:  # LD-TURN-5
        game["again"] = 1
        end_effect(game, cards)
    else:  # LD-WIN-5
        end_game(game, seat, v.ENDING_CARD)


@inlined
def _ask_cost(game, cards, thing, seat):
    """GATE and COST (LD-EFF-1)."""
    if game["begun"]:
        second = second_payments(game, cards, seat, thing, int(game["floor_type"]) - 1, 0)
        pose(game, seat, v.PHASE_COST, 0, second)
    elif cards["cost"][thing] == v.COST_SELF:
        pose(game, seat, v.PHASE_GATE, MAY_PASS, 1 << thing)
    else:
        pose(game, seat, v.PHASE_GATE, MAY_PASS, first_payments(game, cards, seat, thing))


@inlined
def _factor(game, cards, thing, seat):
    """LD-PERM-3: in its owner's turn what a kid collects is doubled."""
    is_kid = thing < v.MAX_TYPES and (int(cards["match"][0, v.KID]) >> thing) & 1
    return 2 if is_kid and seat == game["active"] and int(game["demons"][seat]) & cards["always"][v.ALWAYS_TWICE] else 1


@inlined
def _steal(game, cards, seat):
    """LD-EFF-4: SOURCE, in non-descending distance."""
    if not game["begun"]:
        game["begun"] = 1
        game["left"] = amount_of(game, cards)
    if game["left"] == 0:
        end_effect(game, cards)
        return
    low = MAY_TAKE_SUPPLY
    for distance in range(max(1, int(game["floor_distance"])), game["seats"]):
        other = seat_at(game, seat, distance)
        if is_opponent(game, seat, other) and game["souls"][other] > 0 and may_be_robbed(game, cards, other):
            low |= 1 << (act.OPPONENT + distance - 1)
    pose(game, seat, v.PHASE_SOURCE, low, 0)


@inlined
def _draw(game, cards):
    """LD-EFF-5, 6, 9, LD-DECK-3: draws the next card of the effect, or ends it."""
    if game["draws_left"] > 0:
        if recycle_deck(game):
            game["event"] = v.EVENT_CARD
        else:
            game["draws_left"] = 0
    if game["draws_left"] == 0:
        if cards["effect_op"][game["current"], game["effect"]] == v.OP_MILL:
            for kind in range(v.MAX_TYPES):
                game["discards"][kind] += game["aside"][kind]
                game["aside"][kind] = 0
        end_effect(game, cards)


@inlined
def _pick(game, cards, seat, kind, may_steal):
    """LD-EFF-7, 8: PICK, and VICTIM once an opponent has been named."""
    if game["named"] != v.NOTHING:
        pose(game, seat, v.PHASE_VICTIM, 0, matching(game, cards, int(game["named"]), kind))
        return
    low = (int(game["types_in_row"]) & int(cards["match"][0, kind])) << act.TAKE
    if may_steal:
        for distance in range(1, game["seats"]):
            other = seat_at(game, seat, distance)
            if is_opponent(game, seat, other) and may_be_robbed(game, cards, other):
                if matching(game, cards, other, kind) != 0:
                    low |= 1 << (act.OPPONENT + distance - 1)
    if low == 0:
        end_effect(game, cards)
    else:
        pose(game, seat, v.PHASE_PICK, low, 0)


@inlined
def _replace(game, cards, thing, effect, seat):
    """LD-EFF-9: all matching cards of the row, or those that the owner names (REPLACE)."""
    if game["begun"]:
        _draw(game, cards)
    elif cards["effect_way"][thing, effect] == v.REPLACE_MATCHING:
        marked = int(cards["match"][0, int(cards["effect_of"][thing, effect])])
        for kind in range(v.MAX_TYPES):
            game["marked"][kind] = game["row"][kind] * ((marked >> kind) & 1)
        replace_marked(game)
    elif game["cards_in_row"] == 0:
        end_effect(game, cards)
    else:
        low = MAY_PASS if game["floor_type"] > 0 else 0
        for kind in range(max(0, int(game["floor_type"]) - 1), v.MAX_TYPES):
            if game["row"][kind] > game["marked"][kind]:
                low |= 1 << (act.TAKE + kind)
        pose(game, seat, v.PHASE_REPLACE, low, 0)


@compiled
def replace_marked(game):
    """LD-EFF-9, LD-DECK-2: the marked cards are discarded together, and then as many are drawn."""
    game["begun"] = 1
    game["floor_type"] = 0
    for kind in range(v.MAX_TYPES):
        for _ in range(game["marked"][kind]):
            take_from_row(game, kind)
            game["discards"][kind] += 1
            game["draws_left"] += 1
        game["marked"][kind] = 0


@inlined
def _rob(game, cards, seat):
    """LD-EFF-10: OPPONENT, and for `steal_card` VICTIM once an opponent has been named."""
    if game["named"] != v.NOTHING:
        victim = int(game["named"])
        demons = int(game["demons"][victim]) << DEMONS_AT
        pose(game, seat, v.PHASE_VICTIM, 0, int(game["types_in_play"][victim]) | demons)
        return
    low = opponents_with(game, cards, seat, True)
    if low == 0:
        end_effect(game, cards)
    else:
        pose(game, seat, v.PHASE_OPPONENT, low, 0)


@inlined
def _make_discard(game, cards, thing, effect, seat):
    """LD-EFF-11: OPPONENT and VICTIM by turns; the pairs (distance, code) do not descend."""
    if not game["begun"]:
        game["begun"] = 1
        game["left"] = cards["effect_amount"][thing, effect]
    if game["left"] == 0:
        end_effect(game, cards)
        return
    kind = int(cards["effect_of"][thing, effect])
    if game["named"] != v.NOTHING:
        pose(game, seat, v.PHASE_VICTIM, 0, _still_discardable(game, cards, seat, int(game["named"]), kind))
        return
    low = MAY_PASS
    for distance in range(max(1, int(game["floor_distance"])), game["seats"]):
        other = seat_at(game, seat, distance)
        if is_opponent(game, seat, other) and may_be_robbed(game, cards, other):
            if _still_discardable(game, cards, seat, other, kind) != 0:
                low |= 1 << (act.OPPONENT + distance - 1)
    pose(game, seat, v.PHASE_OPPONENT, low, 0)


@compiled
def _still_discardable(game, cards, seat, other, kind):
    """Returns the bit set of types of an opponent that match and that the order of LD-EFF-11 still allows."""
    bits = matching(game, cards, other, kind)
    if game["floor_distance"] > 0 and seat_at(game, seat, int(game["floor_distance"])) == other:
        bits &= -(1 << (int(game["floor_type"]) - 1))
    return bits


@inlined
def _wipe(game, cards, seat):
    """LD-EFF-12, LD-PERM-4: every seat's cards go, but for opponents with a shield."""
    for other in range(game["seats"]):
        if is_opponent(game, seat, other) and not may_be_robbed(game, cards, other):
            continue
        for kind in range(v.MAX_TYPES):
            for _ in range(game["cards"][other, kind]):
                discard_from(game, other, kind)


@inlined
def _summon(game, cards, seat, way):
    """LD-EFF-13: the top of the pile, a demon chosen out of it (SUMMON), or a random one of the hand."""
    if way == v.SUMMON_HAND:
        if game["hand"][seat] != 0:
            game["event"] = v.EVENT_HAND
        else:
            end_effect(game, cards)
    elif not recycle_pile(game):
        end_effect(game, cards)
    elif way == v.SUMMON_TOP:
        game["event"] = v.EVENT_DEMON
    else:  # LD-INFO-5
        game["knows_pile"][seat] = 1
        pose(game, seat, v.PHASE_SUMMON, 0, int(game["pile"]) << DEMONS_AT)


@inlined
def _activate(game, cards, thing, effect, seat):
    """LD-ACT-12, 13: a group of all old copies that match, or one of them (TARGET)."""
    old, rest = 0, matching(game, cards, seat, int(cards["effect_of"][thing, effect]))
    while rest:
        kind = lowest(rest)
        if game["cards"][seat, kind] > game["fresh"][seat, kind]:
            old |= rest & -rest
        rest &= rest - 1
    if cards["effect_way"][thing, effect] == v.ACTIVATE_ONE:
        targets = ready_types(game, cards, seat, old & ~int(cards["activators_of_one"]))
        if targets == 0:
            end_effect(game, cards)
        else:
            pose(game, seat, v.PHASE_TARGET, 0, targets)
        return
    end_activation(game)
    game["groups"] += 1
    while old:
        kind = lowest(old)
        old &= old - 1
        set_waiting(game, int(game["groups"]), kind, int(game["cards"][seat, kind]) - int(game["fresh"][seat, kind]))


@inlined
def place_drawn_card(game, cards, kind):
    """Puts a card that the current effect has drawn into the row or aside; returns whether it is obtained instead."""
    thing, effect = int(game["current"]), int(game["effect"])
    op = int(cards["effect_op"][thing, effect])
    game["draws_left"] -= 1
    if op == v.OP_REPLACE:
        put_in_row(game, kind)
    elif op == v.OP_TAKE:
        return True
    elif (int(cards["match"][0, int(cards["effect_of"][thing, effect])]) >> kind) & 1:
        return True  # LD-EFF-5, LD-CARD-3: what is printed
    else:
        game["aside"][kind] += 1
    return False
