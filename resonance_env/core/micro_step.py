"""What lies between two moments of a game's engine, for texts that tell what happened."""

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

CardSet = TypeVar("CardSet")


@dataclass(frozen=True)
class MicroStep(Generic[CardSet]):
    """One step of the engine.

    Attributes:
        before: the record before it.
        after: the record after it.
        card_set: the cards.
    """

    before: Any
    after: Any
    card_set: CardSet
