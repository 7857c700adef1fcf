"""Plans of Hordes: what a drawing of rows means (cards.md, `rows`)."""

from collections.abc import Sequence
from dataclasses import dataclass

from resonance_env.games.syncro.rules import vocabulary as v

BACKS = {
    "M": v.BACK_MONSTER,
    "m": v.BACK_MONSTER,
    "L": v.BACK_LIEUTENANT,
    "F": v.BACK_FOG,
    "B": v.BACK_BOSS,
    "C": v.BACK_CERBERUS,
}


@dataclass(frozen=True)
class Place:
    """A place of a plan: its letter, and where it lies, counted from the top and the left."""

    letter: str
    row: int
    column: int


def read_places(rows: Sequence[str]) -> list[Place]:
    """Returns the places of a drawing in the order in which the Horde is laid (SY-SET-5)."""
    return [
        Place(letter, row, column) for row, line in enumerate(rows) for column, letter in enumerate(line) if letter in BACKS
    ]


def lies_on(upper: Place, lower: Place) -> bool:
    """Returns whether the card at the first place lies on the card at the second one."""
    return upper.row == lower.row + 1 and abs(upper.column - lower.column) <= 1


def order_of_resolution(places: Sequence[Place]) -> list[int]:
    """Returns the places, by number, from the bottom row to the top one, each from the left (SY-RES-1)."""
    return sorted(range(len(places)), key=lambda place: (-places[place].row, places[place].column))


def bits(places: Sequence[int]) -> int:
    """Returns a bit set of numbers."""
    return sum(1 << place for place in places)
