"""Small positions, set up by names, with the draws that a test forces.

A scenario is played on the compiled rules and on the reference at once, and they must agree at every stop in all that a seat
sees and may do, and in what it does not see: so what holds of the reference holds of the compiled rules.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from resonance_env.games.summon_demons.rules import vocabulary as v
from resonance_env.games.summon_demons.sight.observation_table import observation_layout
from tests.games.pieces import unlike
from tests.games.summon_demons import kernels
from tests.games.summon_demons.reference import codes
from tests.games.summon_demons.reference.game import Reference
from tests.games.summon_demons.reference.observation import memory_pieces, state_pieces, table_pieces
from tests.games.summon_demons.reference.printed import standard
from tests.games.summon_demons.reference.table import Table

SET = standard()
CARDS = {card.id: card.code for card in SET.cards}
DEMONS = {demon.id: demon.code for demon in SET.demons}
CANDLES = {candle.id: candle.code for candle in SET.candles}


@dataclass
class Side:
    """What a seat has: cards, demons and candles in play by names, "2 eve" for two copies; demons of the hand."""

    play: str = ""
    hand: str = ""
    souls: int = 0


def counted(text: str) -> Counter[str]:
    """Reads "goat, 2 eve" as names with numbers."""
    names: Counter[str] = Counter()
    for part in filter(None, (part.strip() for part in text.split(","))):
        *number, name = part.split()
        names[name] += int(number[0]) if number else 1
    return names


def code(name: str) -> int:
    """Returns the action of a name such as `card dog`, `demon oni`, `take eve`, `opponent 2`, `pass`."""
    word, *rest = name.split()
    if not rest:
        return {"pass": codes.PASS, "roll": codes.ROLL, "supply": codes.SUPPLY}[word]
    if word == "opponent":
        return codes.opponent(int(rest[0]))
    if word == "demon":
        return codes.demon_action(DEMONS[rest[0]])
    return (codes.take if word == "take" else codes.card_action)(CARDS[rest[0]])


class Scenario:
    """A game in the middle of A's first turn; chance comes out as named, and stops at a roll that is not named.

    Args:
        sides: the seats from A on.
        row: cards of the row.
        deck: if given, all that the deck holds; the rest lies in the discards.
        discards: if given, all that they hold; the rest is left out of the game.
        pile: if given, all that the pile holds; the rest lies in the demon discards.
        active: the seat whose turn it is.
        rolls: rolls made before.
        options: of the game.
    """

    def __init__(
        self,
        *sides: Side,
        row: str = "5 adam",
        deck: str | None = None,
        discards: str | None = None,
        pile: str | None = None,
        active: int = 0,
        rolls: int = 0,
        **options: Any,
    ) -> None:
        seats = [*sides, Side()] if len(sides) == 1 else list(sides)
        self.rolled: deque[int] = deque()
        self.forced: deque[str] = deque()
        self.holds = False

        def arrange(table: Table) -> None:
            table.active, table.rolls = active, rolls
            table.candle_box = set()
            free = Counter({card.id: card.copies for card in SET.cards})
            demons = set(DEMONS)
            for name, number in counted(row).items():
                table.row[CARDS[name]] = number
                free[name] -= number
            for side, seat in zip(seats, table.seats, strict=True):
                seat.souls, seat.begun = side.souls, True
                for name, number in counted(side.play).items():
                    if name in CARDS:
                        seat.have[CARDS[name]] = number
                        free[name] -= number
                    elif name in DEMONS:
                        seat.demons.add(DEMONS[name])
                        demons.remove(name)
                    else:
                        seat.candles.add(CANDLES[name])
                seat.hand = {DEMONS[name] for name in counted(side.hand)}
                demons -= set(counted(side.hand))
            in_deck = free if deck is None else counted(deck)
            table.deck = [in_deck[card.id] for card in SET.cards]
            rest = free - in_deck if discards is None else counted(discards)
            table.discards = [rest[card.id] for card in SET.cards]
            in_pile = demons if pile is None else set(counted(pile))
            table.pile = {DEMONS[name] for name in in_pile}
            table.demon_discards = {DEMONS[name] for name in demons - in_pile}

        self.game = Reference(SET, len(seats), arrange=arrange, explicit_chance=True, **options)
        self.games = begin_arranged(self.game, kernels.unpacked(len(seats), explicit_chance=True, **options))
        self._agree()

    def roll(self, *throws: int | tuple[int, int], draws: str = "") -> Scenario:
        """The active seat rolls, if it is asked, and the next throws are these; `draws` names cards and demons drawn.

        A number is a total without a double.
        """
        self.force(draws)
        self.rolled += [2 * sum(t) + (t[0] == t[1]) if isinstance(t, tuple) else 2 * t for t in throws]
        if self.game.question is not None and self.game.question.phase == "TURN":
            self._step(codes.ROLL)
        return self._run()

    def force(self, draws: str) -> Scenario:
        """Names the next cards and demons that are drawn."""
        self.forced += [name for name, number in counted_in_order(draws) for _ in range(number)]
        return self

    def hold(self) -> Scenario:
        """From now on the game also stops at draws that are not named."""
        self.holds = True
        return self

    def play(self, *names: str) -> Scenario:
        """Answers questions."""
        for name in names:
            self._step(code(name))
            self._run()
        return self

    def _step(self, action: int) -> None:
        self.game.step(action)
        kernels.say(self.games, action)
        self._agree()

    def _come_out(self, outcome: int) -> None:
        self.game.apply_chance(outcome)
        kernels.come_out(self.games, outcome)
        self._agree()

    def _agree(self) -> None:
        """Compares the compiled rules with the reference."""
        game, compiled = self.game, self.games[0]
        lines = unlike("position", kernels.full_position(self.games), state_pieces(game))
        for seat, row in enumerate(kernels.observed(self.games)):
            lines += unlike(f"seat {seat}", row, table_pieces(game, seat) + memory_pieces(game, seat))
        assert not lines, "\n".join(lines)
        if game.asked is not None:
            assert kernels.legal_codes(self.games) == game.legal(game.asked)
        winner = None if compiled["winner"] == v.NOTHING else int(compiled["winner"])
        assert (v.ENDING_NAMES[compiled["ending"]], winner) == (game.ending, game.winner)

    def _run(self) -> Scenario:
        game = self.game
        while game.event is not None:
            if codes.PURPOSES[game.event.purpose - 1] in ("ROLL", "REROLL"):
                if not self.rolled:
                    break
                self._come_out(self._throw(self.rolled.popleft()))
            elif self.forced:
                names = DEMONS if codes.PURPOSES[game.event.purpose - 1] in ("DEMON", "HAND") else CARDS
                self._come_out(names[self.forced.popleft()])
            elif self.holds:
                break
            else:
                self._come_out(min(game.event.weights))
        return self

    def _throw(self, outcome: int) -> int:
        """Two and twelve can be thrown as doubles only."""
        assert self.game.event is not None
        return outcome if outcome in self.game.event.weights else outcome + 1

    # What holds.

    def sees(self, seat: int, piece: str) -> list[int]:
        """Returns the entries of a piece of what a seat sees in `recall`."""
        row = kernels.observed(self.games)[seat]
        entries: list[int] = observation_layout(len(self.game.table.seats), recall=True).view(row, piece).ravel().tolist()
        return entries

    @property
    def asked(self) -> str:
        """The phase of the question, or CHANCE or OVER."""
        return codes.PHASES[self.game.phase]

    @property
    def legal(self) -> list[str]:
        """What is legal for the seat that is asked, by names."""
        assert self.game.asked is not None
        return [self._name(code_) for code_ in self.game.legal(self.game.asked)]

    @staticmethod
    def _name(code_: int) -> str:
        word, _, number = codes.action_name(code_).partition(" ")
        if word in ("card", "take"):
            return f"{word} {SET.cards[int(number) - 1].id}"
        return f"{word} {SET.demons[int(number) - 1].id}" if word == "demon" else codes.action_name(code_)

    def souls(self) -> list[int]:
        return [seat.souls for seat in self.game.table.seats]

    def cards(self, seat: int) -> Counter[str]:
        return self.by_name(self.game.table.seats[seat].have)

    def demons(self, seat: int) -> set[str]:
        return {SET.demons[d].id for d in self.game.table.seats[seat].demons}

    def discards(self) -> Counter[str]:
        return self.by_name(self.game.table.discards)

    def row(self) -> Counter[str]:
        return self.by_name(self.game.table.row)

    @staticmethod
    def by_name(counts: Sequence[int]) -> Counter[str]:
        return +Counter({SET.cards[t].id: number for t, number in enumerate(counts)})


def counted_in_order(text: str) -> list[tuple[str, int]]:
    """Reads "2 eve, dog" as names with numbers, in order."""
    parts = [part.split() for part in text.split(",") if part.strip()]
    return [(part[-1], int(part[0]) if len(part) == 2 else 1) for part in parts]


def begin_arranged(game: Reference, games: np.ndarray, cards: str = "standard") -> np.ndarray:
    """Writes the arranged table of a reference into a compiled game that has not begun, and runs it to its first stop."""
    table, record = game.table, games[0]
    types = len(table.card_set.cards)
    record["stage"] = v.STAGE_TURN
    record["active"], record["rolls"] = table.active, table.rolls
    record["row"][:types], record["deck"][:types], record["discards"][:types] = table.row, table.deck, table.discards
    record["pile"], record["demon_discards"] = _bits(table.pile), _bits(table.demon_discards)
    record["candles_left"] = 0
    record["started"][: len(table.seats)] = 1
    for number, seat in enumerate(table.seats):
        record["souls"][number] = seat.souls
        record["cards"][number, :types] = seat.have
        record["hand"][number], record["demons"][number] = _bits(seat.hand), _bits(seat.demons)
        record["candles"][number] = _bits(seat.candles)
    kernels.resume(games, cards)
    return games


def _bits(members: set[int]) -> int:
    return sum(1 << member for member in members)
