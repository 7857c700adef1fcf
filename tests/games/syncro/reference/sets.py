"""What is printed on the cards of a set and how its levels are laid out, read from a TOML file that the loader accepts."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

FOES = "MmLBC"  # letters of plans: cards that must be beaten


class Printed:
    """What never changes in play, so copies of a game share it."""


@dataclass(frozen=True)
class SpellKind(Printed):
    """Spells of one value."""

    value: int
    copies: int
    level: int = 1  # in play from this level on


@dataclass(frozen=True)
class Monster(Printed):
    """A kind of Monster cards."""

    name: str
    kind: str  # plain, mushroom, golem or dragon
    force: int
    copies: int
    level: int = 1
    replay: int = 0  # more copies with the option of this name


@dataclass(frozen=True)
class Lieutenant(Printed):
    """One Lieutenant."""

    name: str
    force: int
    powers: tuple[str, ...] = ()


@dataclass(frozen=True)
class EffectCard(Printed):
    """A kind of Rewards or Fog."""

    name: str
    effect: str
    copies: int
    n: int = 0
    replay: int = 0


@dataclass(frozen=True)
class Boss(Printed):
    """A Boss."""

    name: str
    force: int
    powers: tuple[str, ...] = ()
    grow: int = 0  # more force for each other card in the Horde


@dataclass(frozen=True)
class Place(Printed):
    """Where a plan puts a card; places are numbered row by row from the top, each from the left."""

    number: int
    row: int
    column: int
    letter: str

    @property
    def is_foe(self) -> bool:
        return self.letter in FOES


@dataclass(frozen=True)
class Plan(Printed):
    """The plan of a level for some numbers of mages."""

    players: tuple[int, ...]
    rows: tuple[str, ...]

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """All places in the order in which the Horde is laid (SY-SET-5)."""
        found = [(r, c, letter) for r, row in enumerate(self.rows) for c, letter in enumerate(row) if letter != "."]
        return tuple(Place(number, *place) for number, place in enumerate(found))

    @cached_property
    def lying_on(self) -> tuple[tuple[int, ...], ...]:
        """`[place]`: the places whose cards lie on it."""
        return tuple(
            tuple(p.number for p in self.places if p.row == place.row + 1 and abs(p.column - place.column) <= 1)
            for place in self.places
        )

    @cached_property
    def resolution_order(self) -> tuple[int, ...]:
        """All places, rows from bottom to top, each from the left (SY-RES-1)."""
        return tuple(place.number for place in sorted(self.places, key=lambda place: (-place.row, place.column)))

    def count(self, letters: str) -> int:
        """Returns how many places have one of these letters."""
        return sum(place.letter in letters for place in self.places)


@dataclass(frozen=True)
class Level(Printed):
    """A level."""

    number: int
    plans: tuple[Plan, ...]
    boss: Boss | None = None
    cerberus: int = 0  # force of both

    def plan_for(self, players: int) -> Plan:
        """Returns the plan for a number of mages."""
        return next(plan for plan in self.plans if players in plan.players)


@dataclass(frozen=True)
class CardSet(Printed):
    """A set; kinds are in the order of the file, and their place in it is their code."""

    name: str
    chapters: tuple[int, ...]
    hand: Mapping[int, int]  # number of mages -> hand limit
    reward_level: int
    sum_level: int
    spells: tuple[SpellKind, ...]
    monsters: tuple[Monster, ...]
    levels: tuple[Level, ...]
    lieutenants: tuple[Lieutenant, ...] = ()
    rewards: tuple[EffectCard, ...] = ()
    fogs: tuple[EffectCard, ...] = ()


def copies(kinds: Sequence[Monster] | Sequence[EffectCard], *, replay: bool) -> list[int]:
    """Returns the number of cards of each kind (SY-REPLAY-1)."""
    return [kind.copies + (kind.replay if replay else 0) for kind in kinds]


def read_set(text: str) -> CardSet:
    """Returns the set of a file's text."""
    file = tomllib.loads(text)
    return CardSet(
        name=file["name"],
        chapters=tuple(file["chapters"]),
        hand={int(players): limit for players, limit in file["hand"].items()},
        reward_level=file["reward_level"],
        sum_level=file["sum_level"],
        spells=tuple(SpellKind(**entry) for entry in file["spell"]),
        monsters=tuple(Monster(**entry) for entry in file["monster"]),
        levels=tuple(_level(entry) for entry in file["level"]),
        lieutenants=tuple(Lieutenant(**_with_powers(entry)) for entry in file.get("lieutenant", ())),
        rewards=tuple(EffectCard(**entry) for entry in file.get("reward", ())),
        fogs=tuple(EffectCard(**entry) for entry in file.get("fog", ())),
    )


def _level(entry: Mapping[str, Any]) -> Level:
    return Level(
        number=entry["number"],
        plans=tuple(Plan(tuple(plan["players"]), tuple(plan["rows"])) for plan in entry["horde"]),
        boss=Boss(**_with_powers(entry["boss"])) if "boss" in entry else None,
        cerberus=entry["cerberus"]["force"] if "cerberus" in entry else 0,
    )


def _with_powers(entry: Mapping[str, Any]) -> dict[str, Any]:
    return {**entry, "powers": tuple(entry.get("powers", ()))}
