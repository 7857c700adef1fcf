"""Effects of cards and demons, one function each; `activate` is part of the machine in `game.py` (LD-EFF)."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING

from tests.games.stepping import Answer, Steps
from tests.games.summon_demons.reference import codes
from tests.games.summon_demons.reference.sets import Card, Demon, Effect, matches

if TYPE_CHECKING:
    from tests.games.summon_demons.reference.game import Reference
    from tests.games.summon_demons.reference.running_game import Thing


def run_effect(game: Reference, owner: int, thing: Card | Demon, effect: Effect) -> Steps:
    """Carries out one effect of an activated card or demon with all that it causes."""
    yield from EFFECTS[effect.name](game, owner, thing, effect)


def _nothing() -> Steps:
    """A generator without a stop."""
    yield from ()


def _collect(game: Reference, owner: int, thing: Thing, effect: Effect) -> Steps:
    """LD-EFF-2, LD-PERM-3."""
    table = game.table
    if effect.face:
        assert table.turn.total is not None
        souls = table.turn.total // 2  # the face of one die of a double (LD-PERM-6)
    else:
        souls = table.count(owner, effect.per) if effect.per else effect.amount
    if isinstance(thing, Card) and thing.is_kid and owner == game.active and table.has_always(owner, "twice"):
        souls *= 2
    game.collect(owner, souls)
    yield from _nothing()


def _gift(game: Reference, owner: int, _: Thing, effect: Effect) -> Steps:
    """LD-EFF-3."""
    answer = yield from game.ask("OPPONENT", owner, [codes.opponent(k) for k in game.table.opponents(owner)])
    game.collect(game.table.to_the_left(owner, answer - codes.opponent(0)), effect.amount)


def _steal(game: Reference, owner: int, _: Thing, effect: Effect) -> Steps:
    """LD-EFF-4."""
    table, stack = game.table, game.table.stack
    stack.left = table.count(owner, effect.per) if effect.per else effect.amount
    nearest = 1
    while stack.left:
        options = [codes.SUPPLY]
        for k in table.opponents(owner):
            victim = table.to_the_left(owner, k)
            if k >= nearest and table.seats[victim].souls and table.may_be_robbed(victim):
                options.append(codes.opponent(k))
        answer = yield from game.ask("SOURCE", owner, options)
        if answer == codes.SUPPLY:
            souls, stack.left = stack.left, 0
            game.collect(owner, souls)
        else:
            nearest = answer - codes.opponent(0)
            stack.left -= 1
            stack.floor = (nearest, 0)
            table.seats[table.to_the_left(owner, nearest)].souls -= 1
            game.collect(owner, 1)


def _mill(game: Reference, owner: int, _: Thing, effect: Effect) -> Steps:
    """LD-EFF-5, LD-DECK-2."""
    table = game.table

    def keep_or_lay_aside(t: int) -> None:
        if matches(table.card_set.cards[t], effect.of):
            game.obtain(owner, t)
        else:
            table.aside[t] += 1

    yield from _draw_each(game, effect.cards, keep_or_lay_aside)
    table.discards = [there + more for there, more in zip(table.discards, table.aside, strict=True)]
    table.aside = [0] * len(table.aside)


def _take(game: Reference, owner: int, _: Thing, effect: Effect) -> Steps:
    """LD-EFF-6."""
    yield from _draw_each(game, effect.cards, lambda t: game.obtain(owner, t))


def _draw_each(game: Reference, cards: int, treat: Callable[[int], None]) -> Steps:
    """Draws cards one by one, as long as there are some, and treats each before the next is drawn."""
    stack = game.table.stack
    stack.draws_left = cards
    while stack.draws_left:
        t = yield from game.draw_card()
        if t is None:
            break
        stack.draws_left -= 1
        treat(t)
    stack.draws_left = 0


def _pick(game: Reference, owner: int, _: Thing, effect: Effect) -> Steps:
    """LD-EFF-7."""
    options = [codes.take(t) for t in game.table.in_row(effect.of)]
    if options:
        answer = yield from game.ask("PICK", owner, options)
        game.take_from_row(owner, answer - codes.take(0))


def _pick_or_steal(game: Reference, owner: int, _: Thing, effect: Effect) -> Steps:
    """LD-EFF-8."""
    table = game.table
    options = [codes.take(t) for t in table.in_row(effect.of)]
    for k in table.opponents(owner):
        victim = table.to_the_left(owner, k)
        if table.may_be_robbed(victim) and table.matching(victim, effect.of):
            options.append(codes.opponent(k))
    if not options:
        return
    answer = yield from game.ask("PICK", owner, options)
    if answer >= codes.take(0):
        game.take_from_row(owner, answer - codes.take(0))
        return
    victim = table.to_the_left(owner, answer - codes.opponent(0))
    stolen = yield from _name_card(game, owner, victim, table.matching(victim, effect.of))
    game.steal_cards(owner, victim, [stolen])


def _name_card(game: Reference, owner: int, victim: int, cards: list[int]) -> Answer:
    """Asks which of these cards of an opponent."""
    answer = yield from game.ask("VICTIM", owner, [codes.card_action(t) for t in cards], victim=victim)
    return answer - codes.card_action(0)


def _replace(game: Reference, owner: int, _: Thing, effect: Effect) -> Steps:
    """LD-EFF-9."""
    table = game.table
    if effect.of == "chosen":
        yield from _name_for_replacement(game, owner)
    else:
        for t in table.in_row(effect.of):
            table.marked[t] = table.row[t]
    table.stack.floor = (0, 0)
    gaps = sum(table.marked)
    for t, copies in enumerate(table.marked):
        table.row[t] -= copies
        table.discards[t] += copies
    table.marked = [0] * len(table.marked)
    yield from _draw_each(game, gaps, table.lay_into_row)


def _name_for_replacement(game: Reference, owner: int) -> Steps:
    table = game.table
    lowest = 0
    while True:
        options = [codes.take(t) for t in range(lowest, len(table.row)) if table.row[t] > table.marked[t]]
        if any(table.marked):
            options.append(codes.PASS)
        if not options:
            return
        answer = yield from game.ask("REPLACE", owner, options)
        if answer == codes.PASS:
            return
        lowest = answer - codes.take(0)
        table.marked[lowest] += 1
        table.stack.floor = (0, 1 + lowest)


def _robbable(game: Reference, owner: int) -> list[int]:
    """Returns the distances of opponents that may be robbed and have a card or demon in play (LD-EFF-10)."""
    table = game.table
    found = []
    for k in table.opponents(owner):
        victim = table.to_the_left(owner, k)
        if table.may_be_robbed(victim) and (any(table.seats[victim].have) or table.seats[victim].demons):
            found.append(k)
    return found


def _name_opponent(game: Reference, owner: int, distances: list[int]) -> Answer:
    answer = yield from game.ask("OPPONENT", owner, [codes.opponent(k) for k in distances])
    return game.table.to_the_left(owner, answer - codes.opponent(0))


def _steal_card(game: Reference, owner: int, _: Thing, __: Effect) -> Steps:
    table = game.table
    distances = _robbable(game, owner)
    if not distances:
        return
    victim = yield from _name_opponent(game, owner, distances)
    options = [codes.card_action(t) for t, copies in enumerate(table.seats[victim].have) if copies]
    options += [codes.demon_action(d) for d in table.seats[victim].demons]
    answer = yield from game.ask("VICTIM", owner, options, victim=victim)
    if answer >= codes.demon_action(0):
        game.steal_demons(owner, victim, [answer - codes.demon_action(0)])
    else:
        game.steal_cards(owner, victim, [answer - codes.card_action(0)])


def _steal_all(game: Reference, owner: int, _: Thing, __: Effect) -> Steps:
    table = game.table
    distances = _robbable(game, owner)
    if not distances:
        return
    victim = yield from _name_opponent(game, owner, distances)
    everything = [t for t, copies in enumerate(table.seats[victim].have) for _ in range(copies)]
    game.steal_cards(owner, victim, everything)
    game.steal_demons(owner, victim, table.seats[victim].demons)


def _discard(game: Reference, owner: int, _: Thing, effect: Effect) -> Steps:
    """LD-EFF-11."""
    table, stack = game.table, game.table.stack
    stack.left = effect.up_to
    last = (0, 0)  # distance and type of the last card discarded

    def allowed(k: int) -> list[int]:
        victim = table.to_the_left(owner, k)
        return [t for t in table.matching(victim, effect.of) if (k, t) >= last and table.may_be_robbed(victim)]

    while stack.left:
        options = [codes.opponent(k) for k in table.opponents(owner) if allowed(k)]
        answer = yield from game.ask("OPPONENT", owner, [codes.PASS, *options])
        if answer == codes.PASS:
            return
        k = answer - codes.opponent(0)
        victim = table.to_the_left(owner, k)
        t = yield from _name_card(game, owner, victim, allowed(k))
        table.discard(victim, t)
        stack.left -= 1
        last = (k, t)
        stack.floor = (k, 1 + t)


def _wipe(game: Reference, owner: int, _: Thing, __: Effect) -> Steps:
    """LD-EFF-12, LD-CARD-7."""
    table = game.table
    opponents = [table.to_the_left(owner, k) for k in table.opponents(owner)]
    for number, seat in enumerate(table.seats):
        if number in opponents and not table.may_be_robbed(number):
            continue
        for t in range(len(seat.have)):
            while seat.have[t]:
                table.discard(number, t)
    yield from _nothing()


def _summon(game: Reference, owner: int, _: Thing, effect: Effect) -> Steps:
    """LD-EFF-13."""
    demon = yield from _SUMMONS[effect.source](game, owner)
    if demon is not None:
        game.clear_stack_of_current()
        yield from game.enter(owner, demon)


def _from_top(game: Reference, _: int) -> Generator[None, int, int | None]:
    demon = yield from game.draw_demon()
    return demon


def _from_pile(game: Reference, owner: int) -> Generator[None, int, int | None]:
    table = game.table
    table.refill_pile()
    if not table.pile:
        return None
    table.seats[owner].knows_pile = True
    options = [codes.demon_action(d) for d in table.pile]
    answer = yield from game.ask("SUMMON", owner, options, shown=table.pile)
    demon = answer - codes.demon_action(0)
    table.pile.remove(demon)
    return demon


def _from_hand(game: Reference, owner: int) -> Generator[None, int, int | None]:
    table = game.table
    hand = table.seats[owner].hand
    if not hand:
        return None
    demon = yield from game.event_outcome("HAND", table.hands_drawn, sorted(hand))
    table.hands_drawn += 1
    hand.remove(demon)
    return demon


_SUMMONS: dict[str, Callable[[Reference, int], Generator[None, int, int | None]]] = {
    "top": _from_top,
    "pile": _from_pile,
    "hand": _from_hand,
}


def _again(game: Reference, _: int, __: Thing, ___: Effect) -> Steps:
    """LD-TURN-5."""
    game.table.turn.again = True
    yield from _nothing()


def _win(game: Reference, owner: int, _: Thing, __: Effect) -> Steps:
    """LD-WIN-5."""
    game.end_by_card(owner)
    yield from _nothing()


EFFECTS: dict[str, Callable[[Reference, int, Card | Demon, Effect], Steps]] = {
    "collect": _collect,
    "gift": _gift,
    "steal": _steal,
    "mill": _mill,
    "take": _take,
    "pick": _pick,
    "pick_or_steal": _pick_or_steal,
    "replace": _replace,
    "steal_card": _steal_card,
    "steal_all": _steal_all,
    "discard": _discard,
    "wipe": _wipe,
    "summon": _summon,
    "again": _again,
    "win": _win,
}
