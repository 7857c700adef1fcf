"""One game that stops and is asked, chance, and the single changes of a table; `game.py` adds what follows from what."""

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from tests.games.stepping import Answer, SteppedGame
from tests.games.summon_demons.reference import codes
from tests.games.summon_demons.reference.sets import Card, CardSet, Demon
from tests.games.summon_demons.reference.table import Table
from tests.games.summon_demons.reference.terms import terms_of

Thing: TypeAlias = Card | Demon  # what is activated


class GameEnd(Exception):
    """The game ends here, in the middle of anything (LD-WIN-2)."""

    def __init__(self, ending: str, winner: int | None = None) -> None:
        self.ending = ending
        self.winner = winner


@dataclass
class Question:
    """What is asked of one seat."""

    phase: str
    seat: int
    legal: list[int]
    shown: set[int] = field(default_factory=set)  # demons to choose from (SUMMON)
    victim: int | None = None  # the opponent that was named (VICTIM)


class RunningGame(SteppedGame):
    """A game as far as it has been played, without its steps, which `_steps` of a subclass holds.

    Args:
        card_set: the cards.
        players: seats.
        seed: of the whole game.
        options: as in `terms_of`.
    """

    def __init__(self, card_set: CardSet, players: int, seed: int, **options: Any) -> None:
        self.terms = terms_of(card_set, players, **options)
        super().__init__(seed, explicit_chance=self.terms.explicit_chance)
        self.table = Table(card_set, self.terms)
        self.question: Question | None = None
        self.ending = "running"
        self.winner: int | None = None  # the seat whose change won

    # What is asked, and the answer.

    @property
    def over(self) -> bool:
        return self.ending != "running"

    @property
    def phase(self) -> int:
        """Code of the phase (LD-ASK)."""
        if self.over:
            return codes.OVER_PHASE
        return codes.CHANCE_PHASE if self.question is None else codes.PHASES.index(self.question.phase)

    @property
    def asked(self) -> int | None:
        """The seat that has a decision to make."""
        return None if self.question is None else self.question.seat

    def legal(self, seat: int) -> list[int]:
        """Returns the action codes that are legal for a seat, ascending."""
        if self.question is None or self.question.seat != seat:
            return [codes.WAIT]
        return self.question.legal

    def step(self, action: int) -> None:
        """Plays the action of the seat that is asked and runs to the next stop."""
        assert self.question is not None
        assert action in self.question.legal, (self.question, action)
        self._advance(action)

    def payoffs(self) -> list[float]:
        """LD-END-1."""
        seats = self.terms.num_seats
        if self.winner is None:
            return [0.0] * seats
        winners = self.table.team(self.winner)
        loss = -1.0 if self.terms.teams else -1.0 / (seats - 1)
        return [1.0 if seat in winners else loss for seat in range(seats)]

    def _advance(self, answer: int | None) -> None:
        try:
            super()._advance(answer)
        except GameEnd as end:
            self.ending, self.winner = end.ending, end.winner
            self.question, self.event = None, None

    def ask(
        self, phase: str, seat: int, legal: Iterable[int], *, shown: Iterable[int] = (), victim: int | None = None
    ) -> Answer:
        """Asks a seat and returns its answer; a question with one legal answer is not asked (LD-ASK-1)."""
        options = sorted(set(legal))
        if len(options) == 1:
            return options[0]
        self.question = Question(phase, seat, options, set(shown), victim)
        answer: int = yield
        self.question = None
        return answer

    def event_outcome(self, purpose: str, index: int, outcomes: Sequence[int]) -> Answer:
        """Returns the outcome of a chance event; `outcomes` holds that of each number that can be drawn (LD-CHANCE-1)."""
        return (yield from self.chance(codes.PURPOSES.index(purpose) + 1, index, outcomes))

    # Single changes.

    def test_win(self, number: int) -> None:
        """Ends the game if a seat, or its team, has what it needs (LD-WIN-1, LD-TEAM-2)."""
        seats = [self.table.seats[member] for member in self.table.team(number)]
        demons, souls = sum(len(seat.demons) for seat in seats), sum(seat.souls for seat in seats)
        if demons >= self.terms.need_demons and souls >= self.terms.need_souls:
            raise GameEnd("goal", number)

    def end_by_card(self, owner: int) -> None:
        """A demon says that its owner wins (LD-WIN-5)."""
        raise GameEnd("card", owner)

    def collect(self, number: int, souls: int) -> None:
        """A seat gets souls from the supply, in one change (LD-TERM-1)."""
        if souls:
            self.table.seats[number].souls += souls
            self.test_win(number)

    def obtain(self, owner: int, t: int) -> None:
        """A card comes into play, and demons that act `when = "obtain"` collect (LD-TERM-2, LD-PERM-7)."""
        table = self.table
        table.seats[owner].have[t] += 1
        for d in sorted(table.seats[owner].demons):
            demon = table.card_set.demons[d]
            if demon.when == "obtain" and table.counts_as(owner, table.card_set.cards[t], demon.of):
                self.collect(owner, demon.do[0].amount)

    def take_from_row(self, owner: int, t: int) -> None:
        self.table.row[t] -= 1
        self.obtain(owner, t)

    def steal_cards(self, thief: int, victim: int, stolen: Iterable[int]) -> None:
        """Copies of cards change their owner; that is not obtaining (LD-TERM-4)."""
        for t in stolen:
            self.table.lose(victim, t)
            self.table.seats[thief].have[t] += 1

    def steal_demons(self, thief: int, victim: int, stolen: Iterable[int]) -> None:
        """Demons change their owner, in one change (LD-WIN-3); they do not enter (LD-SUMMON-5)."""
        for d in list(stolen):
            self.table.lose_demon(victim, d)
            self.table.seats[thief].demons.add(d)
        self.test_win(thief)

    # Drawing.

    def draw_card(self) -> Generator[None, int, int | None]:
        """Draws a card from the deck; None if there is none (LD-DECK-1, LD-DECK-3)."""
        table = self.table
        table.refill_deck()
        if not any(table.deck):
            return None
        cards = [t for t, copies in enumerate(table.deck) for _ in range(copies)]
        t = yield from self.event_outcome("CARD", table.cards_drawn, cards)
        table.cards_drawn += 1
        table.deck[t] -= 1
        return t

    def draw_demon(self) -> Generator[None, int, int | None]:
        """Draws the top demon of the pile; None if there is none (LD-DECK-4)."""
        table = self.table
        table.refill_pile()
        if not table.pile:
            return None
        d = yield from self.event_outcome("DEMON", table.demons_drawn, sorted(table.pile))
        table.demons_drawn += 1
        table.pile.remove(d)
        return d
