"""The table: who has what and what lies where, and what a card in play counts as.

Every zone is a list of counts or a set of codes; nothing is packed.
"""

from dataclasses import dataclass, field

from tests.games.summon_demons.reference.sets import Card, CardSet, Demon, matches
from tests.games.summon_demons.reference.terms import Terms


@dataclass
class Seat:
    """What a seat has."""

    have: list[int]  # [card] copies in play
    old: list[int]  # [card] of these, in play when the dice fell (LD-ACT-10)
    waiting: list[int]  # [card] of these, that wait in the seat's block
    souls: int = 0
    hand: set[int] = field(default_factory=set)
    demons: set[int] = field(default_factory=set)  # in play
    candles: set[int] = field(default_factory=set)
    waiting_demons: set[int] = field(default_factory=set)
    waiting_candles: set[int] = field(default_factory=set)
    knows_pile: bool = False  # LD-INFO-5
    begun: bool = False  # its first turn has begun


@dataclass
class Turn:
    """The marks of a turn (LD-FLOW-2)."""

    rolled: bool = False
    bought: bool = False
    summoned: bool = False
    passed_on: bool = False
    rerolled: bool = False
    extra: bool = False
    again: bool = False
    total: int | None = None
    double: bool = False


@dataclass
class Stack:
    """What runs above the turn (LD-ACT-15), as far as observations show it."""

    block: int | None = None  # owner of the block in progress
    groups: list[list[int]] = field(default_factory=list)  # [group from the bottom][card] copies that wait
    current: Card | Demon | None = None  # also the demon named for a normal summon, and the Egg while it looks
    effect: int | None = None  # of the current card or demon
    left: int = 0
    floor: tuple[int, int] = (0, 0)
    draws_left: int = 0
    looker: int | None = None  # the seat whose look is in progress


class Table:
    """Everything that lies on the table of one game."""

    def __init__(self, card_set: CardSet, terms: Terms) -> None:
        self.card_set = card_set
        self.terms = terms
        none = [0] * len(card_set.cards)
        self.seats = [Seat(have=list(none), old=list(none), waiting=list(none)) for _ in range(terms.num_seats)]
        self.deck = [card.copies for card in card_set.cards]
        self.row = list(none)
        self.marked = list(none)  # of the row, named for replacement so far
        self.discards = list(none)
        self.aside = list(none)  # in a mill
        self.pile = {demon.code for demon in card_set.demons}
        self.demon_discards: set[int] = set()
        self.looked_at: set[int] = set()  # laid aside in a look, without the Egg
        self.candle_box = {candle.code for candle in card_set.candles if terms.beginner_candle or not candle.beginner}
        self.active: int | None = None
        self.turns = 0
        self.rolls = 0
        self.turn = Turn()
        self.stack = Stack()
        # Numbers of chance events so far (LD-CHANCE).
        self.candles_dealt = 0
        self.cards_drawn = 0
        self.demons_drawn = 0
        self.hands_drawn = 0

    # Seats.

    def to_the_left(self, seat: int, distance: int) -> int:
        return (seat + distance) % self.terms.num_seats

    def opponents(self, seat: int) -> list[int]:
        """Returns how far to the left each opponent sits; in teams partners are two apart (LD-TEAM-1, LD-TEAM-3)."""
        return [k for k in range(1, self.terms.num_seats) if not (self.terms.teams and k == 2)]

    def team(self, seat: int) -> list[int]:
        """Returns the seats that win together with a seat, itself included."""
        return [seat, self.to_the_left(seat, 2)] if self.terms.teams else [seat]

    def in_turn_order(self, first: int) -> list[int]:
        return [self.to_the_left(first, k) for k in range(self.terms.num_seats)]

    def has_always(self, seat: int, power: str) -> bool:
        """Returns whether a seat has a demon in play that holds permanently."""
        return any(self.card_set.demons[d].always == power for d in self.seats[seat].demons)

    def may_be_robbed(self, seat: int) -> bool:
        """LD-EFF-16."""
        return not self.has_always(seat, "shield")

    # What a card in play counts as.

    def counts_as(self, owner: int, card: Card, filter_: str) -> bool:
        """Returns whether a card in its owner's play matches a filter (LD-PERM-1, LD-PERM-2)."""
        if card.is_kid and filter_ in ("adorable", "horrible") and self.has_always(owner, "both_moods"):
            return True
        if card.is_kid and filter_ in ("girl", "boy") and self.has_always(owner, "both_sexes"):
            return True
        return matches(card, filter_)

    def matching(self, owner: int, filter_: str) -> list[int]:
        """Returns the types of which an owner has a copy in play that matches."""
        return [
            card.code
            for card in self.card_set.cards
            if self.seats[owner].have[card.code] and self.counts_as(owner, card, filter_)
        ]

    def count(self, owner: int, filter_: str) -> int:
        """Returns n(F): how many of the owner's cards in play match; `all` has demons and candles too (LD-TERM-8)."""
        seat = self.seats[owner]
        if filter_ == "all":
            return sum(seat.have) + len(seat.demons) + len(seat.candles)
        return sum(seat.have[t] for t in self.matching(owner, filter_))

    def lay_into_row(self, t: int) -> None:
        self.row[t] += 1

    def in_row(self, filter_: str) -> list[int]:
        """Returns the types in the row that match as printed."""
        return [card.code for card in self.card_set.cards if self.row[card.code] and matches(card, filter_)]

    # Readiness (LD-ACT-3).

    def is_ready(self, owner: int, card: Card) -> bool:
        return self._condition_holds(owner, card) and self._can_pay(owner, card)

    def _condition_holds(self, owner: int, card: Card) -> bool:
        need = card.need
        if need is None:
            return True
        numbers = []
        for filter_ in need.of:
            itself = 1 if need.other and self.counts_as(owner, card, filter_) else 0
            numbers.append(self.count(owner, filter_) - itself)
        if need.min is not None:
            return max(numbers) >= need.min
        assert need.max is not None
        return max(numbers) <= need.max

    def _can_pay(self, owner: int, card: Card) -> bool:
        if card.pay in ((), ("self",)):
            return True
        return bool(self.first_payments(owner, card))

    def first_payments(self, owner: int, card: Card) -> list[int]:
        """Returns the types that can be the first card of a cost of filters, so that the whole cost can be paid (GATE)."""
        matching = self.matching(owner, card.pay[0])
        if len(card.pay) == 1:
            return matching
        return [first for first in matching if self._second_payments(owner, card, first, paid=False)]

    def second_payments(self, owner: int, card: Card, first: int) -> list[int]:
        """Returns the types that can be the second card, when the first one has been paid (COST)."""
        return self._second_payments(owner, card, first, paid=True)

    def _second_payments(self, owner: int, card: Card, first: int, *, paid: bool) -> list[int]:
        have = list(self.seats[owner].have)
        if not paid:
            have[first] -= 1
        lowest = first if self._mean_the_same(owner, card.pay[0], card.pay[1]) else 0  # LD-ASK-2
        cards = self.card_set.cards
        return [t for t in range(lowest, len(cards)) if have[t] and self.counts_as(owner, cards[t], card.pay[1])]

    def _mean_the_same(self, owner: int, one: str, other: str) -> bool:
        def read(filter_: str) -> str:
            if filter_ in ("boy", "girl") and self.has_always(owner, "both_sexes"):
                return "kid"
            if filter_ in ("adorable", "horrible") and self.has_always(owner, "both_moods"):
                return "kid"
            return filter_

        return read(one) == read(other)

    # Gains and losses (LD-ACT-10).

    def lose(self, owner: int, t: int, *, itself: bool = False) -> None:
        """Takes a copy of a card out of a seat's play: one that is not old, unless a card discards itself."""
        seat = self.seats[owner]
        fresh = seat.have[t] - seat.old[t]
        seat.have[t] -= 1
        if fresh and not itself:
            return
        seat.old[t] -= 1
        seat.waiting[t] = min(seat.waiting[t], seat.old[t])
        if owner == self.stack.block:
            for group in self.stack.groups:
                group[t] = min(group[t], seat.old[t])

    def discard(self, owner: int, t: int, *, itself: bool = False) -> None:
        self.lose(owner, t, itself=itself)
        self.discards[t] += 1

    def lose_demon(self, owner: int, d: int) -> None:
        self.seats[owner].demons.remove(d)
        self.seats[owner].waiting_demons.discard(d)

    def refill_deck(self) -> None:
        """The discards become the deck if a card must be drawn and there is none (LD-DECK-1)."""
        if not any(self.deck):
            self.deck, self.discards = self.discards, self.deck

    def refill_pile(self) -> None:
        """The demon discards become the pile if a demon must be drawn and there is none; then all know it (LD-DECK-4)."""
        if not self.pile and self.demon_discards:
            self.pile, self.demon_discards = self.demon_discards, set()
            for seat in self.seats:
                seat.knows_pile = True
