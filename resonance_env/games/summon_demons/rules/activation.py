"""Blocks and groups: what waits, what is ready, and what is activated next (LD-ACT, LD-FLOW-5 to 9)."""

from resonance_env.core.compiled import compiled, inlined
from resonance_env.games.summon_demons.rules import vocabulary as v
from resonance_env.games.summon_demons.rules.counting import lowest, ready_types, seat_at
from resonance_env.games.summon_demons.rules.effects import begin_activation
from resonance_env.games.summon_demons.rules.possession import collect, set_waiting
from resonance_env.games.summon_demons.rules.questions import DEMONS_AT, pose


@inlined
def throw_dice(game):
    """LD-FLOW-4: the dice are thrown next."""
    game["stage"] = v.STAGE_THROW
    game["event"] = v.EVENT_ROLL


@compiled
def resolve_roll(game, cards):
    """LD-FLOW-5: the dice are final; demons `when = "double"` act (LD-ROLL-4), then the active seat's block begins."""
    game["stage"] = v.STAGE_BLOCKS
    seat = int(game["active"])
    if game["double"]:
        rest = int(game["demons"][seat]) & int(cards["when_double"])
        while rest:
            demon = lowest(rest)
            rest &= rest - 1
            amount = int(cards["effect_amount"][v.MAX_TYPES + demon, 0])
            collect(game, seat, int(game["total"]) // 2 if amount == v.FACE else amount)
            if game["phase"] == v.PHASE_OVER:
                return
    _begin_block(game, cards, seat)
    _pass_empty_blocks(game, cards)


@inlined
def _begin_block(game, cards, seat):
    """LD-ROLL-3, LD-ACT-2: what waits in a seat's block; the candles, which come first, collect at once (LD-FLOW-7)."""
    total = int(game["total"])
    game["block"] = seat
    rest = int(game["types_in_play"][seat]) & int(cards["of_number"][total])
    while rest:
        kind = lowest(rest)
        rest &= rest - 1
        old = int(game["cards"][seat, kind]) - int(game["fresh"][seat, kind])
        if old > 0:
            set_waiting(game, 0, kind, old)
    if seat == game["active"]:
        game["waiting_demons"] = int(game["demons"][seat]) & int(cards["demons_of_number"][total])
    candles = int(game["candles"][seat]) & int(cards["candles_of_number"][total])
    while candles and game["phase"] != v.PHASE_OVER:
        candles &= candles - 1
        collect(game, seat, 1)


@compiled
def _pass_empty_blocks(game, cards):
    """LD-FLOW-6: goes on to the next block in which something waits, if any; after the last block the roll ends."""
    while game["phase"] != v.PHASE_OVER and game["types_waiting"][0] == 0 and game["waiting_demons"] == 0:
        following = seat_at(game, int(game["block"]), 1)
        if following == game["active"] or game["extra"]:
            game["block"] = v.NOTHING
            _end_roll(game)
            return
        _begin_block(game, cards, following)


@compiled
def run_level(game, cards):
    """LD-FLOW-7: the next activation of the block or of the topmost group, or its end."""
    level, seat = int(game["groups"]), int(game["block"])
    waiting = int(game["types_waiting"][level])
    demons = int(game["waiting_demons"]) if level == 0 else 0
    ready = ready_types(game, cards, seat, waiting)
    if ready == 0 and demons == 0:
        _end_level(game, cards, level, waiting)
        return
    plain = ready & int(cards["plain"])
    if seat == game["active"]:  # the exception of LD-ACT-4
        if waiting & ~int(cards["plain"]) or demons & ~int(cards["plain_demons"]):
            plain &= ~int(cards["match"][0, v.KID])
    if plain != 0:
        activate_waiting(game, cards, lowest(plain))
    elif demons & int(cards["plain_demons"]):
        activate_waiting(game, cards, v.MAX_TYPES + lowest(demons & int(cards["plain_demons"])))
    else:
        pose(game, seat, v.PHASE_ORDER, 0, ready | demons << DEMONS_AT)


@compiled
def activate_waiting(game, cards, thing):
    """LD-FLOW-7: one copy of a thing stops waiting and is activated."""
    if thing < v.MAX_TYPES:
        level = int(game["groups"])
        set_waiting(game, level, thing, int(game["waiting"][level, thing]) - 1)
    else:
        game["waiting_demons"] &= ~(1 << (thing - v.MAX_TYPES))
    begin_activation(game, cards, thing)


@inlined
def _end_level(game, cards, level, waiting):
    """LD-ACT-3: what still waits lapses; after a block comes that of the next seat."""
    while waiting:
        set_waiting(game, level, lowest(waiting), 0)
        waiting &= waiting - 1
    if level > 0:
        game["groups"] -= 1
        return
    game["waiting_demons"] = 0
    _pass_empty_blocks(game, cards)


@inlined
def _end_roll(game):
    """LD-FLOW-9, LD-VAR-8: nothing is old or fresh any more; the turn goes on, or another roll follows."""
    for seat in range(game["seats"]):
        for kind in range(v.MAX_TYPES):
            game["fresh"][seat, kind] = 0
    game["stage"] = v.STAGE_TURN
    if game["roll_again"] and game["again"]:
        game["again"] = 0
        if game["rolls"] < game["turn_limit"]:
            game["extra"] = 1
            throw_dice(game)
