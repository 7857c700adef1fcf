"""What a game names so that `bench/fuzz.py` can play it: `tests/games/<game>/fuzzing.py` with a constant `FUZZING`."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import ClassVar

import numpy as np

from resonance_env.core.compiled_variant import CompiledVariant
from resonance_env.core.layout import OBSERVATION_KINDS
from resonance_env.core.shown_variant import ShownVariant
from tests.games.crowd import Crowd
from tests.games.invariants import Finding, out_of_range, playable, state_out_of_range
from tests.games.providing import provided_by

RANDOM = "random"  # cohorts of card sets that are made for them


class Fuzzing(ABC):
    """The card sets, policies and invariants of a game.

    Attributes:
        num_games: size of a cohort by card set, in the order in which cohorts take them; `RANDOM` stands for random ones.
        crowd: how games are played.
        reads_chance: whether the text of a position that waits for chance is read back.
        phase_names: names of the phases by their codes.
    """

    num_games: ClassVar[Mapping[str, int]]
    crowd: ClassVar[type[Crowd]]
    reads_chance: ClassVar[bool] = True
    phase_names: ClassVar[tuple[str, ...]]

    @abstractmethod
    def random_set(self, rng: np.random.Generator, name: str) -> str:
        """Returns the text of a random card set."""

    @abstractmethod
    def variant(self, source: str, number: int, rng: np.random.Generator) -> ShownVariant:
        """Returns the variant of a cohort: a card set with the players and options of that number or source of choices."""

    @abstractmethod
    def max_steps(self, variant: CompiledVariant) -> int:
        """Returns a number of decision points that no game can exceed."""

    @abstractmethod
    def findings(self, variant: CompiledVariant, before: np.ndarray, games: np.ndarray, legal: np.ndarray) -> Iterator[Finding]:
        """Yields what is wrong with positions `[game]` that follow those before, whose masks are `[game, seat, action]`."""

    def findings_of_position(self, variant: CompiledVariant, games: np.ndarray, legal: np.ndarray) -> Iterator[Finding]:
        """Yields what is wrong with positions `[game]` that follow one that was read, whose masks are `[game, seat, action]`.

        Such a position need not be one that a game can reach; games add the checks that it must satisfy too.
        """
        yield from playable(variant, games, legal)
        yield from out_of_range(variant, games, OBSERVATION_KINDS)
        yield from state_out_of_range(variant, games)

    def compare_relabelled(self, variant: CompiledVariant, games: np.ndarray, rng: np.random.Generator) -> int:
        """Plays games on with their seats relabelled too, and returns how many positions were compared; by default none.

        Raises:
            AssertionError: says what differs.
        """
        return 0

    def cohort_variant(self, seed: int, number: int, folder: Path, cards: str | None = None) -> ShownVariant:
        """Returns the variant of a cohort of a run; it depends on nothing else.

        Args:
            seed: of the run.
            number: of the cohort.
            folder: where random card sets are written.
            cards: a key of `num_games`; None: what is due.
        """
        source = cards or self.cards_of(number)
        if source == RANDOM:
            path = folder / f"random_{seed}_{number}.toml"
            path.write_text(self.random_set(np.random.default_rng([seed, number]), path.stem), encoding="utf-8")
            source = str(path)
        return self.variant(source, number, np.random.default_rng([seed, number, 2]))

    def cards_of(self, number: int) -> str:
        """Returns the key of `num_games` that is due in a cohort."""
        return list(self.num_games)[number % len(self.num_games)]


def load_fuzzing(game: str) -> Fuzzing:
    """Returns what a game names for the fuzzer.

    Raises:
        OptionError: there is no such game, or it names nothing.
    """
    found: Fuzzing = provided_by(game, "fuzzing")
    return found
