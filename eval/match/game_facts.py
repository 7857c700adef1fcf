"""What a game tells about its finished games beyond who won: which cards each seat had, what it used, when it got where.

A game's own folder here, `eval/<game>/`, has a table `FACTS` that is a `FactsSpec`; what measures balance asks that table and
knows no game.
"""

from __future__ import annotations

import importlib
import importlib.util
from abc import ABC, abstractmethod
from dataclasses import dataclass

import msgspec
import numpy as np

from resonance_env.core.errors import OptionError
from resonance_env.core.spec import Variant


@dataclass(frozen=True)
class Category:
    """One way to sort the seats of games, such as by the card that each was dealt.

    Attributes:
        name: what a seat has one of, such as "witch".
        values: all names that there can be.
        meaning: a sentence that says when it is looked at.
        limits: the lowest and highest score that is in line, over the fair share; None if nothing is out of line.
    """

    name: str
    values: tuple[str, ...]
    meaning: str
    limits: tuple[float, float] | None = None


class GameFacts(msgspec.Struct, frozen=True):
    """What is told about one game.

    Attributes:
        categories: by name of the category, the value of each seat; "" if the game ended before she had one.
        uses: `[seat]` how often she used each thing that she had, by its name; 0 for those that she never used.
        times: by name of an event, the round in which it happened to each seat; 0 for never.
    """

    categories: dict[str, tuple[str, ...]]
    uses: tuple[dict[str, int], ...]
    times: dict[str, tuple[int, ...]]


class Watcher(ABC):
    """Looks on while games are played, and tells about them afterwards."""

    @abstractmethod
    def see(self, numbers: np.ndarray, games: np.ndarray) -> None:
        """Looks at games after their start and after each step.

        Args:
            numbers: int64 `[game]`: which games of the match these are.
            games: their records, read only; ended games may be shown again.
        """

    @abstractmethod
    def facts(self) -> list[GameFacts]:
        """Returns what was seen of each game, in the order of their numbers."""


class FactsSpec(ABC):
    """What a game can tell.

    Attributes:
        agent: name of the agent whose games show how strong cards are, if nobody else is named.
    """

    agent: str

    @abstractmethod
    def categories(self, variant: Variant) -> tuple[Category, ...]:
        """Returns how the seats of this variant can be sorted."""

    @abstractmethod
    def uses(self, variant: Variant) -> dict[str, str]:
        """Returns the things that can be used, by name, with their meaning."""

    @abstractmethod
    def times(self, variant: Variant) -> tuple[str, ...]:
        """Returns the names of events whose round is told."""

    @abstractmethod
    def watcher(self, variant: Variant, num_games: int) -> Watcher:
        """Returns who watches a match of so many games."""


def load_facts(game: str) -> FactsSpec:
    """Returns what a game can tell.

    Raises:
        OptionError: it tells nothing.
    """
    name = f"resonance_env.eval.{game}"
    if importlib.util.find_spec(name) is None:
        raise OptionError(f"expected a game that tells of its cards, got {game!r}, which does not")
    facts: FactsSpec = importlib.import_module(name).FACTS
    return facts
