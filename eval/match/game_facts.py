"""Per-game statistics beyond the winner: the cards of each seat, its uses of them, and the rounds of its progress.

A game's folder `eval/<game>/` has a constant `FACTS`, a `FactsSpec`; the balance measurement reads it and knows no game.
"""

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
    """A category by which seats are grouped, such as the dealt card.

    Attributes:
        name: of the category, such as "character"; each seat has one value.
        values: all possible values.
        meaning: a sentence that says when the value is read.
        limits: the lowest and highest score in line, over the fair share; None: no limits.
    """

    name: str
    values: tuple[str, ...]
    meaning: str
    limits: tuple[float, float] | None = None


class GameFacts(msgspec.Struct, frozen=True):
    """The statistics of one game.

    Attributes:
        categories: by name of the category, the value of each seat; "" if the game ended before the seat had one.
        uses: `[seat]` how often the seat used each thing that it had, by name; 0: never.
        times: by name of an event, the round in which it happened to each seat; 0: never.
    """

    categories: dict[str, tuple[str, ...]]
    uses: tuple[dict[str, int], ...]
    times: dict[str, tuple[int, ...]]


class Watcher(ABC):
    """Observes games while they are played and returns their statistics afterwards."""

    @abstractmethod
    def see(self, numbers: np.ndarray, games: np.ndarray, actions: np.ndarray | None = None) -> None:
        """Observes games after their start and after each step.

        Args:
            numbers: int64 `[game]`: numbers of the games in the match.
            games: their records, read only; ended games may be passed again.
            actions: int64 `[game, seat]`: what was played in this step, 0 where nothing was asked; None after the start.
        """

    @abstractmethod
    def facts(self) -> list[GameFacts]:
        """Returns the statistics of each game, in the order of their numbers."""


class FactsSpec(ABC):
    """The statistics that a game provides.

    Attributes:
        agent: name of the agent that measures the strength of cards by default.
    """

    agent: str

    @abstractmethod
    def categories(self, variant: Variant) -> tuple[Category, ...]:
        """Returns the categories of the seats of this variant."""

    @abstractmethod
    def uses(self, variant: Variant) -> dict[str, str]:
        """Returns the things that can be used, by name, with their meaning."""

    @abstractmethod
    def times(self, variant: Variant) -> tuple[str, ...]:
        """Returns the names of events with a round."""

    @abstractmethod
    def watcher(self, variant: Variant, num_games: int) -> Watcher:
        """Returns a watcher for a match of that many games."""


def load_facts(game: str) -> FactsSpec:
    """Returns the statistics that a game provides.

    Raises:
        OptionError: it provides none.
    """
    name = f"resonance_env.eval.{game}"
    if importlib.util.find_spec(name) is None:
        raise OptionError(f"expected a game with card statistics, got {game!r}, which has none")
    facts: FactsSpec = importlib.import_module(name).FACTS
    return facts
