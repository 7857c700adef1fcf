"""One game that stops and is asked, its chance events, and how it ended; `game.py` says what follows from what."""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tests.games.stepping import Answer, SteppedGame
from tests.games.syncro.reference import codes
from tests.games.syncro.reference.table import Table

Answers: TypeAlias = Generator[None, Mapping[int, int], Mapping[int, int]]  # [seat] action


class TryEnd(Exception):
    """The try ends here, in the middle of anything (SY-TURN-9)."""

    def __init__(self, ending: str) -> None:
        self.ending = ending


@dataclass
class Question:
    """What is asked at once."""

    phase: str
    legal: dict[int, list[int]]  # [seat that is asked] codes, ascending


class RunningGame(SteppedGame):
    """A game as far as it has been played, without its steps, which `_steps` of a subclass holds.

    Args:
        table: where it stands.
        seed: of the whole game.
    """

    def __init__(self, table: Table, seed: int) -> None:
        super().__init__(seed, explicit_chance=table.terms.explicit_chance)
        self.table = table
        self.question: Question | None = None
        self.ending = "running"

    # What is asked, and the answer.

    @property
    def over(self) -> bool:
        return self.ending != "running"

    @property
    def phase(self) -> str:
        """The phase; empty while the game waits for a chance event."""
        if self.over:
            return "OVER"
        return "" if self.question is None else self.question.phase

    @property
    def asked(self) -> list[int]:
        """The seats that have a decision to make, ascending."""
        return [] if self.question is None else sorted(self.question.legal)

    def legal(self, seat: int) -> list[int]:
        """Returns the action codes that are legal for a seat, ascending."""
        return [codes.WAIT] if seat not in self.asked or self.question is None else self.question.legal[seat]

    def step(self, actions: Mapping[int, int]) -> None:
        """Plays an action of every seat that is asked and runs to the next stop."""
        assert self.question is not None
        assert sorted(actions) == self.asked
        for seat, action in actions.items():
            assert action in self.question.legal[seat], (self.question, seat, action)
        self._advance(actions)

    def ask(self, phase: str, legal: Mapping[int, Sequence[int]]) -> Answers:
        """Asks seats at once and returns their answers."""
        self.question = Question(phase, {seat: sorted(options) for seat, options in legal.items()})
        answers = yield
        self.question = None
        return answers

    def ask_one(self, phase: str, seat: int, legal: Sequence[int]) -> Answer:
        """Asks one seat and returns its answer; with one legal answer it is not asked (SY-ASK-2)."""
        if len(legal) == 1:
            return legal[0]
        answers = yield from self.ask(phase, {seat: legal})
        return answers[seat]

    def event_outcome(self, purpose: int, source: Sequence[int]) -> Answer:
        """Returns the code of the card that an event draws; `source` holds the number of cards of each code (SY-CHANCE-2)."""
        table = self.table
        index = (64 * table.level.number + table.try_number) * 4096 + table.events[purpose]  # SY-CHANCE-1
        table.events[purpose] += 1
        cards = [code for code, number in enumerate(source) for _ in range(number)]
        return (yield from self.chance(purpose, index, cards))

    # What it is worth (SY-SCORE).

    def winners(self) -> list[bool]:
        """SY-SCORE-3."""
        return [self.ending == "won"] * self.table.terms.num_seats

    def payoff(self) -> float:
        """Returns what every seat is paid (SY-SCORE-2); 0 while the game runs."""
        table = self.table
        if not self.over:
            return 0.0
        more = table.best_share() if table.terms.score_payoff and self.ending != "won" else 0
        return (table.cleared + more) / len(table.terms.levels)
