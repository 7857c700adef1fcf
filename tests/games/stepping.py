"""A game written as a generator that stops wherever seats or chance decide; second implementations build on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from resonance_env.core.chance import draw, split_seed

Steps: TypeAlias = Generator[None, Any, None]  # stops, is sent an answer or an outcome, returns nothing
Answer: TypeAlias = Generator[None, Any, int]


@dataclass
class Event:
    """A chance event at which the game has stopped."""

    purpose: int
    weights: dict[int, int]  # outcome -> number of draws that give it


class SteppedGame:
    """What every such game does with chance.

    Args:
        seed: of the whole game.
        explicit_chance: whether the game stops at chance events.
    """

    _steps: Steps

    def __init__(self, seed: int, *, explicit_chance: bool) -> None:
        self.seed = split_seed(seed)
        self.explicit_chance = explicit_chance
        self.event: Event | None = None

    def chance(self, purpose: int, index: int, outcomes: Sequence[int]) -> Answer:
        """Returns the outcome of a chance event; `outcomes` holds that of each number that can be drawn."""
        if self.explicit_chance:
            self.event = Event(purpose, dict(Counter(outcomes)))
            outcome: int = yield
            self.event = None
            return outcome
        return outcomes[int(draw(*self.seed, purpose, index, len(outcomes)))]

    def chance_outcomes(self) -> dict[int, Fraction]:
        """Returns the outcomes of the pending chance event with their probabilities; none if none is pending."""
        if self.event is None:
            return {}
        total = sum(self.event.weights.values())
        return {outcome: Fraction(weight, total) for outcome, weight in sorted(self.event.weights.items())}

    def apply_chance(self, outcome: int) -> None:
        """Lets the pending chance event come out so and runs to the next stop."""
        assert self.event is not None
        assert outcome in self.event.weights
        self._advance(outcome)

    def _advance(self, answer: Any) -> None:
        """Runs to the next stop; the first time without an answer."""
        if answer is None:
            next(self._steps)
        else:
            self._steps.send(answer)
