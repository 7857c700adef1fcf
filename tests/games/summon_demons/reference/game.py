"""The game as generators that read like the list of steps in the rules and stop wherever a seat or chance decides.

Slow on purpose: every list of options is built afresh from the table, and nothing is remembered that the table shows.
"""

from collections.abc import Callable, Generator
from typing import Any

from tests.games.stepping import Steps
from tests.games.summon_demons.reference import codes
from tests.games.summon_demons.reference.effects import run_effect
from tests.games.summon_demons.reference.running_game import GameEnd, RunningGame, Thing
from tests.games.summon_demons.reference.sets import Card, CardSet, Demon
from tests.games.summon_demons.reference.table import Table, Turn


class Reference(RunningGame):
    """One game, run to its first stop when it is made.

    Args:
        card_set: the cards.
        players: seats.
        seed: of the whole game.
        arrange: if given, the game begins in the middle of seat 0's first turn, on the table as this leaves it.
        options: as in `terms_of`.
    """

    def __init__(
        self,
        card_set: CardSet,
        players: int,
        *,
        seed: int = 0,
        arrange: Callable[[Table], None] | None = None,
        **options: Any,
    ) -> None:
        super().__init__(card_set, players, seed, **options)
        if arrange is None:
            self._steps = self._play()
        else:
            arrange(self.table)
            self._steps = self._turns()
        self._advance(None)

    # Set-up.

    def _play(self) -> Steps:
        yield from self._set_up()
        yield from self._begin_turn(extra=False)
        yield from self._turns()

    def _set_up(self) -> Steps:
        table, terms = self.table, self.terms
        if terms.first_seat is None:  # LD-SETUP-1
            table.active = yield from self.event_outcome("FIRST", 0, list(range(terms.num_seats)))
        else:
            table.active = terms.first_seat
        order = table.in_turn_order(table.active)
        for seat in table.seats:  # LD-SETUP-2
            seat.souls = terms.start_souls
        for _ in range(terms.candles):  # LD-SETUP-3, LD-VAR-3: one by one, once or twice round
            for number in order:
                yield from self._give_candle(number)
        table.candle_box = set()
        yield from self._fill_row()  # LD-SETUP-4
        for number in order:  # LD-SETUP-5
            for _ in range(terms.hand):
                demon = yield from self.draw_demon()
                assert demon is not None
                table.seats[number].hand.add(demon)

    def _give_candle(self, number: int) -> Steps:
        table = self.table
        there = sorted(table.candle_box)
        if self.terms.choose_candles:  # LD-VAR-4
            answer = yield from self.ask("CANDLE", number, [codes.candle_action(c) for c in there])
            candle = answer - codes.candle_action(0)
        else:
            candle = yield from self.event_outcome("CANDLE", table.candles_dealt, there)
            table.candles_dealt += 1
        table.candle_box.remove(candle)
        table.seats[number].candles.add(candle)

    # The turn (LD-FLOW-2, 3, 10).

    def _turns(self) -> Steps:
        """Goes on from TURN of the active seat, without end."""
        table = self.table
        while True:
            yield from self._turn()
            if table.rolls >= self.terms.turn_limit:  # LD-END-3
                raise GameEnd("turn_limit")
            yield from self._fill_row()
            extra = table.turn.again and not self.terms.roll_again
            assert table.active is not None
            if not extra:
                table.active = table.to_the_left(table.active, 1)
            yield from self._begin_turn(extra=extra)

    def _fill_row(self) -> Steps:
        """LD-TURN-3."""
        table = self.table
        while sum(table.row) < table.card_set.rules["row"]:
            t = yield from self.draw_card()
            if t is None:
                return
            table.lay_into_row(t)

    def _begin_turn(self, *, extra: bool) -> Steps:
        table = self.table
        active = self.active
        table.turns += 1
        table.turn = Turn(extra=extra)
        seat = table.seats[active]
        first_turn = not seat.begun
        seat.begun = True
        if self.terms.starting_demon and first_turn:  # LD-VAR-6
            answer = yield from self.ask("FREE", active, [codes.PASS, *(codes.demon_action(d) for d in seat.hand)])
            if answer != codes.PASS:
                demon = answer - codes.demon_action(0)
                seat.hand.remove(demon)
                yield from self.enter(active, demon)

    @property
    def active(self) -> int:
        assert self.table.active is not None
        return self.table.active

    def _turn(self) -> Steps:
        table = self.table
        active, turn = self.active, table.turn
        seat = table.seats[active]
        while True:
            answer = yield from self.ask("TURN", active, self._turn_options())
            if answer == codes.PASS:
                return
            if answer == codes.ROLL:
                turn.rolled = True
                yield from self._roll()
            elif answer < codes.card_action(0):
                turn.bought = True
                seat.souls -= table.card_set.rules["price"]  # LD-BUY-1
                self.take_from_row(active, answer - codes.take(0))
            elif answer < codes.demon_action(0):
                turn.passed_on = True
                self._pass_card(answer - codes.card_action(0))
            elif answer - codes.demon_action(0) in seat.hand:
                turn.summoned = True
                yield from self._normal_summon(answer - codes.demon_action(0))
            else:
                turn.passed_on = True
                self._pass_demon(answer - codes.demon_action(0))

    def _turn_options(self) -> list[int]:
        table, turn = self.table, self.table.turn
        seat = table.seats[self.active]
        options = [codes.PASS if turn.rolled else codes.ROLL]
        if not turn.bought and seat.souls >= table.card_set.rules["price"]:
            options += [codes.take(t) for t, copies in enumerate(table.row) if copies]
        if not turn.summoned and sum(seat.have) >= self._sacrifice():
            options += [codes.demon_action(d) for d in seat.hand]
        if self.terms.teams and not turn.passed_on:  # LD-TEAM-5
            options += [codes.card_action(t) for t, copies in enumerate(seat.have) if copies]
            options += [codes.demon_action(d) for d in seat.demons]
        return options

    def _pass_card(self, t: int) -> None:
        self.table.lose(self.active, t)
        self.table.seats[self.table.to_the_left(self.active, 2)].have[t] += 1

    def _pass_demon(self, d: int) -> None:
        self.table.lose_demon(self.active, d)
        self.table.seats[self.table.to_the_left(self.active, 2)].demons.add(d)
        self.test_win(self.table.to_the_left(self.active, 2))

    def _sacrifice(self) -> int:
        """Returns how many cards a normal summon costs (LD-SUMMON-1, LD-SUMMON-2)."""
        table = self.table
        others = [table.to_the_left(self.active, k) for k in table.opponents(self.active)]
        dear = [d for seat in others for d in table.seats[seat].demons if table.card_set.demons[d].always == "dear"]
        return int(table.card_set.rules["sacrifice"]) + len(dear)

    def _normal_summon(self, d: int) -> Steps:
        table, active = self.table, self.active
        stack, seat = table.stack, table.seats[active]
        seat.hand.remove(d)
        stack.current, stack.left = table.card_set.demons[d], self._sacrifice()
        lowest = 0
        while stack.left:
            options = [
                codes.card_action(t) for t in range(lowest, len(seat.have)) if seat.have[t] and sum(seat.have[t:]) >= stack.left
            ]
            answer = yield from self.ask("SACRIFICE", active, options)
            lowest = answer - codes.card_action(0)
            table.discard(active, lowest)
            stack.left -= 1
            stack.floor = (0, 1 + lowest)
        stack.current, stack.floor = None, (0, 0)
        yield from self.enter(active, d)

    # The roll (LD-FLOW-4 to 6, 9).

    def _roll(self) -> Steps:
        table = self.table
        turn = table.turn
        while True:
            yield from self._throw("ROLL", table.rolls)
            table.rolls += 1
            if table.has_always(self.active, "reroll") and not turn.rerolled:  # LD-ROLL-2
                answer = yield from self.ask("REROLL", self.active, [codes.PASS, codes.ROLL])
                if answer == codes.ROLL:
                    yield from self._throw("REROLL", table.rolls - 1)
                    turn.rerolled = True
            yield from self._resolve()
            if not (self.terms.roll_again and turn.again):
                return
            turn.again = False  # LD-VAR-8
            if table.rolls >= self.terms.turn_limit:
                return
            turn.extra = True

    def _throw(self, purpose: str, index: int) -> Steps:
        faces = self.table.card_set.rules["faces"]
        throws = [(p // faces + 1, p % faces + 1) for p in range(faces * faces)]
        outcome = yield from self.event_outcome(purpose, index, [2 * (one + other) + (one == other) for one, other in throws])
        self.table.turn.total, self.table.turn.double = outcome // 2, bool(outcome % 2)

    def _resolve(self) -> Steps:
        table, active = self.table, self.active
        turn, card_set = table.turn, table.card_set
        for number, seat in enumerate(table.seats):  # LD-ROLL-3
            seat.old = list(seat.have)
            if turn.extra and number != active:
                continue
            seat.waiting = [seat.have[card.code] if card.number == turn.total else 0 for card in card_set.cards]
            seat.waiting_candles = {c for c in seat.candles if turn.total in card_set.candles[c].numbers}
        mine = table.seats[active]
        mine.waiting_demons = {d for d in mine.demons if card_set.demons[d].number == turn.total}
        if turn.double:  # LD-ROLL-4
            for d in sorted(d for d in mine.demons if card_set.demons[d].when == "double"):
                yield from run_effect(self, active, card_set.demons[d], card_set.demons[d].do[0])
        for number in [active] if turn.extra else table.in_turn_order(active):  # LD-ROLL-5
            table.stack.block = number
            yield from self._block(number)
            table.stack.block = None
        for seat in table.seats:
            seat.old = [0] * len(seat.old)
            seat.waiting = [0] * len(seat.waiting)

    # Blocks and groups (LD-FLOW-7).

    def _block(self, owner: int) -> Steps:
        seat = self.table.seats[owner]
        while seat.waiting_candles:
            seat.waiting_candles.remove(min(seat.waiting_candles))
            self.collect(owner, 1)
        yield from self._waiting_things(owner, lambda: seat.waiting, seat.waiting_demons)

    def _group(self, owner: int, members: list[int]) -> Steps:
        self.table.stack.groups.append(members)
        yield from self._waiting_things(owner, lambda: members, set())
        self.table.stack.groups.pop()

    def _waiting_things(self, owner: int, waiting: Callable[[], list[int]], demons: set[int]) -> Steps:
        table = self.table
        card_set = table.card_set
        while True:
            ready = [t for t, copies in enumerate(waiting()) if copies and table.is_ready(owner, card_set.cards[t])]
            if not ready and not demons:
                waiting()[:] = [0] * len(waiting())  # what still waits lapses
                return
            at_once = self._at_once(owner, waiting(), demons, ready)
            if at_once is None:
                options = [codes.card_action(t) for t in ready] + [codes.demon_action(d) for d in demons]
                at_once = yield from self.ask("ORDER", owner, options)
            thing: Thing
            if at_once >= codes.demon_action(0):
                thing = card_set.demons[at_once - codes.demon_action(0)]
                demons.remove(thing.code)
            else:
                thing = card_set.cards[at_once - codes.card_action(0)]
                waiting()[thing.code] -= 1
            yield from self._activate(owner, thing)

    def _at_once(self, owner: int, waiting: list[int], demons: set[int], ready: list[int]) -> int | None:
        """Returns the action that names the plain thing that is activated without a question (LD-ACT-4)."""
        card_set = self.table.card_set
        things: list[Thing] = [card_set.cards[t] for t, copies in enumerate(waiting) if copies]
        things += [card_set.demons[d] for d in demons]
        others_wait = not all(is_plain(thing) for thing in things)
        for t in ready:
            card = card_set.cards[t]
            if is_plain(card) and not (card.is_kid and owner == self.active and others_wait):
                return codes.card_action(t)
        for d in sorted(demons):
            if is_plain(card_set.demons[d]):
                return codes.demon_action(d)
        return None

    # One activation (LD-FLOW-8).

    def _activate(self, owner: int, thing: Thing) -> Steps:
        stack = self.table.stack
        stack.current = thing
        if isinstance(thing, Card) and thing.pay:
            paid = yield from self._pay(owner, thing)
            if not paid:
                stack.current = None
                return
        for index, effect in enumerate(thing.do):
            stack.effect = index
            if effect.name == "activate":
                if effect.which == "all":
                    yield from self._activate_all(owner, effect.of)
                else:
                    yield from self._activate_one(owner, effect.of)
            else:
                yield from run_effect(self, owner, thing, effect)
            stack.left, stack.floor = 0, (0, 0)
        stack.current, stack.effect = None, None

    def _pay(self, owner: int, card: Card) -> Generator[None, int, bool]:
        """LD-EFF-1: asks for the cost and returns whether it was paid."""
        table = self.table
        if card.pay == ("self",):
            answer = yield from self.ask("GATE", owner, [codes.PASS, codes.card_action(card.code)])
            if answer == codes.PASS:
                return False
            table.discard(owner, card.code, itself=True)
            return True
        firsts = table.first_payments(owner, card)
        answer = yield from self.ask("GATE", owner, [codes.PASS, *(codes.card_action(t) for t in firsts)])
        if answer == codes.PASS:
            return False
        first = answer - codes.card_action(0)
        table.discard(owner, first)
        if len(card.pay) == 2:
            table.stack.floor = (0, 1 + first)
            seconds = table.second_payments(owner, card, first)
            answer = yield from self.ask("COST", owner, [codes.card_action(t) for t in seconds])
            table.discard(owner, answer - codes.card_action(0))
            table.stack.floor = (0, 0)
        return True

    def _activate_all(self, owner: int, filter_: str) -> Steps:
        """LD-ACT-12."""
        table = self.table
        seat = table.seats[owner]
        members = [seat.old[card.code] if table.counts_as(owner, card, filter_) else 0 for card in table.card_set.cards]
        table.stack.current, table.stack.effect = None, None
        yield from self._group(owner, members)

    def _activate_one(self, owner: int, filter_: str) -> Steps:
        """LD-ACT-13."""
        table = self.table
        targets = [
            codes.card_action(card.code)
            for card in table.card_set.cards
            if table.seats[owner].old[card.code]
            and table.counts_as(owner, card, filter_)
            and table.is_ready(owner, card)
            and not card.activates_one
        ]
        if not targets:
            return
        answer = yield from self.ask("TARGET", owner, targets)
        table.stack.current, table.stack.effect = None, None
        yield from self._activate(owner, table.card_set.cards[answer - codes.card_action(0)])

    # Demons enter (LD-SUMMON-4).

    def enter(self, owner: int, d: int) -> Steps:
        """A demon enters play: one that acts `when = "summon"` looks and is never in play (LD-EFF-14)."""
        demon = self.table.card_set.demons[d]
        if demon.when == "summon":
            yield from self._look(owner, demon)
            return
        self.table.seats[owner].demons.add(d)
        self.test_win(owner)

    def _look(self, owner: int, egg: Demon) -> Steps:
        table = self.table
        stack = table.stack
        stack.current, stack.effect, stack.looker = egg, 0, owner
        stack.draws_left = egg.do[0].cards
        while stack.draws_left:
            d = yield from self.draw_demon()
            if d is None:
                break
            stack.draws_left -= 1
            table.looked_at.add(d)
        stack.draws_left = 0
        chosen = None
        if table.looked_at:
            options = [codes.demon_action(d) for d in table.looked_at]
            answer = yield from self.ask("SUMMON", owner, options, shown=table.looked_at)
            chosen = answer - codes.demon_action(0)
        table.demon_discards |= (table.looked_at | {egg.code}) - {chosen}
        table.looked_at = set()
        stack.current, stack.effect, stack.looker = None, None, None
        if chosen is not None:
            yield from self.enter(owner, chosen)

    def clear_stack_of_current(self) -> None:
        """An activation ends before the demon that it summons enters (LD-ACT-15)."""
        self.table.stack.current, self.table.stack.effect = None, None


def is_plain(thing: Thing) -> bool:
    """LD-ACT-4."""
    return not thing.pay and all(
        effect.name in ("again", "win") or (effect.name == "collect" and effect.has_fixed_amount) for effect in thing.do
    )
