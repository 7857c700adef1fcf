"""Plays the same game on the kernel and on a second implementation and stops at the first difference."""

from __future__ import annotations

import argparse
import tempfile
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Generic, Protocol, TypeVar

import numpy as np

from resonance_env.core.layout import ObservationKind
from resonance_env.core.spec import Variant
from tests.games.pieces import Pieces, unlike

KINDS: tuple[ObservationKind, ...] = ("table", "recall")
HISTORY = 60  # latest steps that a message shows
REPORTED_EVERY = 1_000  # games
RANDOM, MIXED = "random", "mixed"  # choices of card sets beside the shipped ones
CardSet = TypeVar("CardSet")
Game = TypeVar("Game", bound="SecondGame")


class SecondSide(ABC):
    """What a comparison asks of a game of a second implementation."""

    seats: int
    explicit_chance: bool

    @property
    @abstractmethod
    def over(self) -> bool: ...

    @property
    @abstractmethod
    def ending(self) -> str: ...

    @property
    @abstractmethod
    def asked(self) -> list[int]:
        """The seats that have a decision to make, ascending."""

    @abstractmethod
    def legal(self, seat: int) -> list[int]:
        """Returns the legal codes of a seat, ascending."""

    @abstractmethod
    def step(self, actions: dict[int, int]) -> None:
        """Plays an action of every seat that is asked."""

    @abstractmethod
    def chance_outcomes(self) -> dict[int, Fraction]:
        """Returns the outcomes of the pending chance event; none if none is pending."""

    @abstractmethod
    def apply_chance(self, outcome: int) -> None: ...

    @abstractmethod
    def observation(self, seat: int, kind: ObservationKind) -> Pieces: ...

    @abstractmethod
    def state(self) -> Pieces: ...

    @abstractmethod
    def numbers(self) -> dict[str, list[float]]:
        """Returns what these methods of a variant give for a game, such as `payoff` and `rounds`; one number or one a seat."""


class SecondGame(Protocol):
    """A game of a second implementation; it says itself what needs no translation."""

    explicit_chance: bool

    @property
    def over(self) -> bool: ...

    @property
    def ending(self) -> str: ...

    def legal(self, seat: int) -> list[int]: ...

    def chance_outcomes(self) -> dict[int, Fraction]: ...

    def apply_chance(self, outcome: int) -> None: ...


class GameSide(SecondSide, Generic[Game]):
    """A game of a second implementation, for comparison."""

    def __init__(self, game: Game, seats: int) -> None:
        self.game = game
        self.seats = seats
        self.explicit_chance = game.explicit_chance

    @property
    def over(self) -> bool:
        return self.game.over

    @property
    def ending(self) -> str:
        return self.game.ending

    def legal(self, seat: int) -> list[int]:
        return self.game.legal(seat)

    def chance_outcomes(self) -> dict[int, Fraction]:
        return self.game.chance_outcomes()

    def apply_chance(self, outcome: int) -> None:
        self.game.apply_chance(outcome)


def differences(side: SecondSide, variant: Variant, games: np.ndarray) -> list[str]:
    """Returns what the kernel's position and the other side's do not have in common, one line each."""
    lines = []
    acting = np.flatnonzero(variant.acting(games)[0]).tolist()
    if acting != side.asked:
        lines.append(f"asked: kernel {acting}, reference {side.asked}")
    masks = variant.legal(games)[0]
    observed = {kind: variant.observe(games, kind)[0] for kind in KINDS}
    for seat in range(side.seats):
        legal = np.flatnonzero(masks[seat]).tolist()
        if legal != side.legal(seat):
            named, expected = _named(variant, legal), _named(variant, side.legal(seat))
            lines.append(f"legal of seat {seat}: kernel {named}, reference {expected}")
        for kind in KINDS:
            lines += unlike(f"{kind} of seat {seat}", observed[kind][seat], side.observation(seat, kind))
    lines += unlike("state", variant.state(games)[0], side.state())
    ending = variant.ending_names[int(variant.ending(games)[0])]
    if ending != side.ending or bool(variant.done(games)[0]) != side.over:
        lines.append(f"ending: kernel {ending}, reference {side.ending}")
    for name, expected_numbers in side.numbers().items():
        found = np.atleast_1d(getattr(variant, name)(games)[0])
        if not np.allclose(found, expected_numbers):
            lines.append(f"{name}: kernel {found.tolist()}, reference {expected_numbers}")
    return lines + (_unlike_chance(side, variant, games) if side.explicit_chance else [])


def _unlike_chance(side: SecondSide, variant: Variant, games: np.ndarray) -> list[str]:
    found = variant.chance_outcomes(games)
    expected = {outcome: float(share) for outcome, share in side.chance_outcomes().items()}
    if found.keys() == expected.keys() and np.allclose([found[outcome] for outcome in expected], list(expected.values())):
        return []
    return [f"chance: kernel {found}, reference {expected}"]


def _named(variant: Variant, codes: list[int]) -> list[str]:
    return [variant.actions.name(code) for code in codes]


def compare_game(
    variant: Variant, side: SecondSide, seed: int, rng: np.random.Generator, choose: Callable[[int, list[int]], int]
) -> int:
    """Plays one game on both sides and returns how many stops there were.

    Args:
        variant: the kernel's side.
        side: the other, at its first stop.
        seed: of the game.
        rng: source of outcomes of chance events.
        choose: returns the action of a seat out of its legal ones.

    Raises:
        AssertionError: the two sides differ; the message tells how to play the game again.
    """
    return compare_from(variant, side, variant.start([seed]), rng, choose, f"seed {seed}")


def compare_from(
    variant: Variant,
    side: SecondSide,
    games: np.ndarray,
    rng: np.random.Generator,
    choose: Callable[[int, list[int]], int],
    start: str,
    most: int | None = None,
) -> int:
    """Plays on from a position on both sides and returns how many stops there were.

    Args:
        variant: the kernel's side.
        side: the other, at the same stop.
        games: array of one game, which is played.
        rng: source of outcomes of chance events.
        choose: returns the action of a seat out of its legal ones.
        start: what messages say of the start.
        most: number of stops; None: to the end.

    Raises:
        AssertionError: the two sides differ; the message tells how to play the game again.
    """
    history: list[str] = []
    while True:
        lines = differences(side, variant, games)
        if lines:
            where = f"players {variant.players}, options {dict(variant.options)}, {start}, after {len(history)} steps"
            position = f"position of the kernel:\n{variant.position(games)}"
            raise AssertionError("\n".join([where, "differences:", *lines, "actions:", *history[-HISTORY:], position]))
        if side.over or len(history) == most:
            return len(history)
        if side.asked:
            actions = {seat: choose(seat, side.legal(seat)) for seat in side.asked}
            history.append("  " + "; ".join(f"{seat}: {variant.actions.name(code)}" for seat, code in actions.items()))
            joint = np.zeros((1, side.seats), dtype=np.int64)  # code 0 is to wait, and seats that are not asked are ignored
            joint[0, list(actions)] = list(actions.values())
            variant.step(games, joint)
            side.step(actions)
        else:
            outcomes = side.chance_outcomes()
            outcome = int(rng.choice(list(outcomes), p=[float(share) for share in outcomes.values()]))
            history.append(f"  chance {outcome}")
            variant.apply_chance(games, outcome)
            side.apply_chance(outcome)


def report(compare: Callable[[int], int], numbers: Iterable[int]) -> None:
    """Compares by seed or number of a set and prints how far it is, and the first example of each kind of difference.

    Args:
        compare: returns how many stops it compared.
        numbers: what is compared.

    Raises:
        SystemExit: something differed.
    """
    compared, stops, kinds, examples = 0, 0, Counter[str](), dict[str, str]()
    for number in numbers:
        compared += 1
        try:
            stops += compare(number)
        except AssertionError as error:
            text = "\n".join([str(error), *getattr(error, "__notes__", [])])
            differing = str(error).split("actions:")[0].splitlines()[2:]
            what = " ".join(sorted({line.split(": kernel")[0] for line in differing}))
            kinds[what] += 1
            examples.setdefault(what, text)
        if compared % REPORTED_EVERY == 0:
            print(f"{compared} compared, {stops} stops, {sum(kinds.values())} differ so far", flush=True)
    for what, text in examples.items():
        print(f"==== {kinds[what]} times: {what}\n{text}")
    print(f"{compared} compared, {stops} stops, {sum(kinds.values())} differ")
    if examples:
        raise SystemExit(1)


@dataclass(frozen=True)
class Comparison(Generic[CardSet]):
    """How games of shipped and of random card sets are compared.

    Attributes:
        shipped: the shipped sets of the second implementation.
        random_set: returns the text of a set file.
        read_set: returns the set of a text.
        compare_seeded: compares the game of a set (for the kernel its name or path) and a seed; returns its length.
    """

    shipped: Mapping[str, Callable[[], CardSet]]
    random_set: Callable[[np.random.Generator], str]
    read_set: Callable[[str], CardSet]
    compare_seeded: Callable[[str, CardSet, int], int]

    def shipped_set(self, name: str, seed: int) -> int:
        """Compares the game of a shipped set and a seed and returns its length."""
        return self.compare_seeded(name, self.shipped[name](), seed)

    def random_sets(self, number: int, folder: Path, games: int) -> int:
        """Compares games of the random set of a seed, whose file goes to a folder, and returns the sum of their lengths."""
        text = self.random_set(np.random.default_rng(number))
        path = folder / f"set_{number}.toml"
        path.write_text(text, encoding="utf-8")
        try:
            return sum(self.compare_seeded(str(path), self.read_set(text), seed) for seed in range(games))
        except AssertionError as error:
            error.add_note(text)
            raise

    def mixed(self, number: int, folder: Path) -> int:
        """Compares one game of a shipped set or, by turns, of a random one, and returns its length."""
        which = number % (len(self.shipped) + 1)
        if which == len(self.shipped):
            return self.random_sets(number, folder, games=1)
        return self.shipped_set(list(self.shipped)[which], number)

    def main(self) -> None:
        """Compares games as the command line says and prints the first example of each kind of difference."""
        parser = argparse.ArgumentParser(description=__doc__)
        parser.add_argument("--cards", default=next(iter(self.shipped)), choices=[*self.shipped, RANDOM, MIXED])
        parser.add_argument("--games", type=int, default=1_000)
        parser.add_argument("--first", type=int, default=0, help="first seed, or number of the first random set")
        parser.add_argument("--each", type=int, default=5, help="games of each random set")
        arguments = parser.parse_args()
        numbers = range(arguments.first, arguments.first + arguments.games)
        with tempfile.TemporaryDirectory() as folder:
            if arguments.cards == MIXED:
                report(lambda number: self.mixed(number, Path(folder)), numbers)
            elif arguments.cards == RANDOM:
                report(lambda number: self.random_sets(number, Path(folder), arguments.each), numbers)
            else:
                report(lambda seed: self.shipped_set(arguments.cards, seed), numbers)
