"""Positions as text of lines `key: value`: what the texts of all games share.

A game has a table of lines (`Line`) for the game as a whole and one for each seat. `PositionText` splits a text into lines,
writes them to a record and prints a record. What the lines say, what may be left out and what must hold between the lines is
the game's own.
"""

import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np

from resonance_env.core.card_files import CardSet, ShippedSets
from resonance_env.core.errors import CardSetError, PositionError
from resonance_env.core.suggest import nearest
from resonance_env.core.words import NOTHING, find_name, parse_number

Record = Any  # np.record; its fields are read and written by name
Box = TypeVar("Box")  # the card set of a game
Place = tuple[int | None, str]  # (seat, or None for a line of the game; key)
NO_YES = ("no", "yes")


def expect(holds: bool | np.bool_, expected: str, got: object) -> None:
    """Raises a PositionError "expected ..., got ..." if something does not hold."""
    if not holds:
        raise PositionError(f"expected {expected}, got {got}")


@dataclass(frozen=True)
class Line(Generic[Box]):
    """A line of a position.

    Attributes:
        key: what stands before the colon.
        read: (record, card set, seat) -> text; the seat is 0 for lines of the game.
        write: (record, card set, seat, text) -> None; raises ValueError "expected ..., got ...".
        meaning: one sentence for the documentation.
        always: printed even where it says what a missing line would say.
    """

    key: str
    read: Callable[[Record, Box, int], str]
    write: Callable[[Record, Box, int, str], None]
    meaning: str
    always: bool = False


@dataclass(frozen=True)
class GivenLine:
    """A line of the text: its number, from 1, and what stands after the colon."""

    number: int
    value: str


class PositionText(Generic[Box]):
    """The lines of the positions of one game.

    Attributes:
        game_lines: lines of the game, by key.
        seat_lines: lines in the block of a seat, by key.
        seat_line: the line that begins the block of a seat.
    """

    def __init__(
        self,
        seat_names: Sequence[str],
        game_lines: Iterable[Line[Box]],
        seat_lines: Iterable[Line[Box]],
        seat_line: Line[Box],
        header: Sequence[str] = ("set", "players"),
    ) -> None:
        """Takes the names of all seats that a game can have, and the lines.

        Args:
            seat_names: names of the seats of the largest game.
            game_lines: lines of the game.
            seat_lines: lines in the block of a seat.
            seat_line: the line that begins the block of a seat, whose key is the name of the seat.
            header: keys of the game that have no `Line`, as they decide which record there is.
        """
        self.seat_names = seat_names
        self.game_lines: Mapping[str, Line[Box]] = {line.key: line for line in game_lines}
        self.seat_lines: Mapping[str, Line[Box]] = {line.key: line for line in seat_lines}
        self.seat_line = seat_line
        self._header = header

    # ---- printing ----

    def format_lines(
        self,
        lines: Iterable[Line[Box]],
        game: Record,
        blank: Record,
        box: Box,
        seat: int = 0,
        also: Sequence[str] = (),
    ) -> Iterator[str]:
        """Yields the lines that are not what a missing line would say; `blank` is the record of which all lines are missing.

        Args:
            lines: the lines.
            game: the record.
            blank: the record with defaults.
            box: the card set.
            seat: the seat; 0 for lines of the game.
            also: keys of lines that are printed in any case.
        """
        for line in lines:
            text = line.read(game, box, seat)
            if line.always or line.key in also or text != line.read(blank, box, seat):
                yield f"{line.key}: {text}"

    def place_name(self, place: Place) -> str:
        """Returns how messages name a line."""
        seat, key = place
        if seat is None:
            return repr(key)
        return self.seat_names[seat] if key == self.seat_line.key else f"{key!r} of {self.seat_names[seat]}"

    # ---- parsing ----

    def split(self, text: str) -> dict[Place, GivenLine]:
        """Returns the lines of a text by seat and key; a block extends from a seat to the next line without indent.

        `player_2 hand: 1 ace` means the line `hand` in the block of `player_2`. An indent of the whole text and
        blank lines are ignored; "#" at the start of a line or after a blank begins a comment.

        Raises:
            PositionError: a line is not `key: value`, its key is not known, or it comes twice.
        """
        given: dict[Place, GivenLine] = {}
        block: int | None = None
        for number, raw in enumerate(textwrap.dedent(text).splitlines(), start=1):
            content = re.sub(r"(^|\s)#.*", "", raw).rstrip()
            if not content.strip():
                continue
            key, colon, value = content.partition(":")
            key = " ".join(key.lower().split())
            if not colon:
                raise PositionError(f"line {number}: expected 'key: value', got {content.strip()!r}")
            first, _, rest = key.partition(" ")
            seat = self.seat_names.index(first) if first in self.seat_names else None
            if seat is not None:
                place: Place = (seat, rest or self.seat_line.key)
                block = seat if not rest else block
            else:
                block = block if content[0].isspace() else None
                place = (block, key)
            self._check_key(place, number)
            if place in given:
                raise PositionError(
                    f"line {number}: expected {self.place_name(place)} once, got it again after line {given[place].number}"
                )
            given[place] = GivenLine(number, value.strip())
        return given

    def _check_key(self, place: Place, number: int) -> None:
        seat, key = place
        if seat is None:
            known = [*self._header, *self.game_lines, *self.seat_names]
        else:
            known = [self.seat_line.key, *self.seat_lines]
        if key in known:
            return
        hint = nearest(key, known) or f"; known are {', '.join(known)}"
        where = "a key of the game" if seat is None else f"an indented key of {self.seat_names[seat]}"
        raise PositionError(f"line {number}: expected {where}, got {key!r}{hint}")

    def parse_players(self, given: Mapping[Place, GivenLine], possible: Sequence[int], set_name: str, default: int) -> int:
        """Returns the number of persons: of the line `players`, else the number of blocks.

        Args:
            given: the lines.
            possible: numbers of players of the card set.
            set_name: its name.
            default: the number where there is neither line nor block.

        Raises:
            PositionError: it is no number of players of the set.
        """
        line = given.get((None, "players"))
        if line is None:
            players = len({seat for seat, _ in given if seat is not None}) or default
        else:
            try:
                players = parse_number(line.value, 1, 99)
            except ValueError as error:
                raise PositionError(f"line {line.number}: players: {error}") from error
        if players not in possible:
            where = f"line {line.number}: players: " if line else ""
            allowed = ", ".join(map(str, possible))
            raise PositionError(f"{where}expected a number of players of the set {set_name}, one of {allowed}; got {players}")
        return players

    def check_blocks(self, given: Mapping[Place, GivenLine], seats: int, players: int, noun: str) -> None:
        """Checks that there is a block for each seat and for no other.

        Raises:
            PositionError: names the seats; `noun` is what messages call all seats.
        """
        blocks = {seat: line.number for (seat, _), line in given.items() if seat is not None}
        for seat in range(seats):
            if seat not in blocks:
                came = ", ".join(self.seat_names[s] for s in sorted(blocks)) or "none"
                raise PositionError(
                    f"expected {seats} {noun}, {self.seat_names[0]} .. {self.seat_names[seats - 1]}; got {came}"
                )
        for seat, number in blocks.items():
            if seat >= seats:
                raise PositionError(
                    f"line {number}: expected {seats} {noun} for {players} players, got {self.seat_names[seat]}"
                )

    def write(self, game: Record, box: Box, given: Mapping[Place, GivenLine]) -> None:
        """Writes the values of lines to a record, in place.

        Raises:
            PositionError: a value cannot be read.
        """
        for (seat, key), line in given.items():
            is_header = seat is None and key in self._header
            if not is_header and not (key == self.seat_line.key and line.value == ""):
                try:
                    self.line_of((seat, key)).write(game, box, seat or 0, line.value)
                except ValueError as error:
                    raise PositionError(f"line {line.number}: {self.place_name((seat, key))}: {error}") from error

    def line_of(self, place: Place) -> Line[Box]:
        """Returns the kind of line at a place."""
        seat, key = place
        if seat is None:
            return self.game_lines[key]
        return self.seat_line if key == self.seat_line.key else self.seat_lines[key]


# ---- factories: one kind of value each; a field with a seat axis is read at the seat ----


def read_set(given: Mapping[Place, GivenLine], card_sets: ShippedSets[CardSet], default: str) -> CardSet:
    """Returns the card set of a position, by the value of its line "set".

    Raises:
        PositionError: there is no such set or file, or a fault in it; names the line.
    """
    line = given.get((None, "set"), GivenLine(0, default))
    try:
        return card_sets.load(line.value)
    except CardSetError as error:
        raise PositionError(f"line {line.number}: expected the name or the path of a card set: {error}") from error


def get_field(game: Record, field: str, seat: int) -> int:
    """Returns a number of a record: of the seat, if the field has a seat axis."""
    value = game[field]
    return int(value[seat] if getattr(value, "ndim", 0) else value)


def put_field(game: Record, field: str, seat: int, value: int) -> None:
    """Writes what `get_field` reads."""
    if getattr(game[field], "ndim", 0):
        game[field][seat] = value
    else:
        game[field] = value


def number_line(key: str, field: str, low: int, high: int, meaning: str, always: bool = False) -> Line[Any]:
    """Returns a line with a number."""

    def write(game: Record, box: Any, seat: int, text: str) -> None:
        put_field(game, field, seat, parse_number(text, low, high))

    return Line(key, lambda game, box, seat: str(get_field(game, field, seat)), write, meaning, always)


def word_line(key: str, field: str, names: Sequence[str], meaning: str, always: bool = False) -> Line[Any]:
    """Returns a line with one of some words, whose codes are their places."""

    def write(game: Record, box: Any, seat: int, text: str) -> None:
        put_field(game, field, seat, find_name(text, names, "a word"))

    return Line(key, lambda game, box, seat: names[get_field(game, field, seat)], write, meaning, always)


def seat_line(key: str, field: str, seat_names: Sequence[str], what: str, meaning: str, no_seat: int = -1) -> Line[Any]:
    """Returns a line that names a seat at the table, or "none"."""

    def read(game: Record, box: Any, seat: int) -> str:
        value = int(game[field])
        return "none" if value == no_seat else seat_names[value]

    def write(game: Record, box: Any, seat: int, text: str) -> None:
        game[field] = no_seat if text in NOTHING else find_name(text, seat_names[: int(game["seats"])], what)

    return Line(key, read, write, meaning)


def seed_line() -> Line[Any]:
    """Returns the line of the seed of all chance events, whose two words are the field `seed`."""

    def read(game: Record, box: Any, seat: int) -> str:
        return str(int(game["seed"][0]) | int(game["seed"][1]) << 32)

    def write(game: Record, box: Any, seat: int, text: str) -> None:
        seed = parse_number(text, 0, 2**64 - 1, "a seed")
        game["seed"] = (seed & 0xFFFFFFFF, seed >> 32)

    return Line("seed", read, write, "Seed of all chance events.", True)
