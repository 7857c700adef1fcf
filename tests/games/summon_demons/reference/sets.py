"""What is printed on the cards of a set, read from a TOML file that the loader accepts."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Effect:
    """One effect; fields that it does not have are empty."""

    name: str
    amount: int = 0  # a fixed number
    per: str = ""  # or the filter that is counted
    face: bool = False  # or the face of one die of the double
    cards: int = 0
    of: str = ""  # filter, or "chosen"
    up_to: int = 0
    source: str = ""  # where a demon is summoned from
    which: str = ""  # "all" or "one"

    @property
    def has_fixed_amount(self) -> bool:
        return not self.per and not self.face


@dataclass(frozen=True)
class Need:
    """A condition: one of the filters reaches `min`, or none exceeds `max`."""

    of: tuple[str, ...]
    min: int | None = None
    max: int | None = None
    other: bool = False  # one copy of the card itself is not counted


@dataclass(frozen=True)
class Card:
    """A type of cards."""

    code: int
    id: str
    number: int
    copies: int
    kind: str
    mood: str
    need: Need | None
    pay: tuple[str, ...]
    do: tuple[Effect, ...]

    @property
    def is_kid(self) -> bool:
        return self.kind in ("girl", "boy")

    @property
    def activates_one(self) -> bool:
        return any(effect.name == "activate" and effect.which == "one" for effect in self.do)


@dataclass(frozen=True)
class Demon:
    """A demon: numbered, or permanent with `always` or `when`."""

    code: int
    id: str
    number: int | None
    always: str
    when: str
    of: str
    do: tuple[Effect, ...]

    @property
    def pay(self) -> tuple[str, ...]:
        return ()


@dataclass(frozen=True)
class Candle:
    """A candle."""

    code: int
    id: str
    numbers: tuple[int, ...]
    beginner: bool


@dataclass(frozen=True)
class CardSet:
    """A set: its numbers and all its cards, demons and candles in the order of the file."""

    name: str
    players: tuple[int, ...]
    rules: Mapping[str, Any]
    cards: tuple[Card, ...]
    demons: tuple[Demon, ...]
    candles: tuple[Candle, ...]

    def card(self, id_: str) -> int:
        """Returns the code of the card with an id."""
        return next(card.code for card in self.cards if card.id == id_)

    def demon(self, id_: str) -> int:
        return next(demon.code for demon in self.demons if demon.id == id_)

    def candle(self, id_: str) -> int:
        return next(candle.code for candle in self.candles if candle.id == id_)


def matches(card: Card, filter_: str) -> bool:
    """Returns whether a card matches a filter as it is printed, as in row, deck and discards (LD-EFF)."""
    if filter_ == "kid":
        return card.is_kid
    return filter_ in (card.kind, card.mood)


def read_set(text: str) -> CardSet:
    """Returns the set of a file's text."""
    file = tomllib.loads(text)
    return CardSet(
        name=file["name"],
        players=tuple(file["players"]),
        rules=file["rules"],
        cards=tuple(_card(code, entry) for code, entry in enumerate(file["card"])),
        demons=tuple(_demon(code, entry) for code, entry in enumerate(file.get("demon", []))),
        candles=tuple(
            Candle(code, entry["id"], tuple(entry["numbers"]), entry.get("beginner", False))
            for code, entry in enumerate(file.get("candle", []))
        ),
    )


def _card(code: int, entry: Mapping[str, Any]) -> Card:
    need = entry.get("need")
    return Card(
        code=code,
        id=entry["id"],
        number=entry["number"],
        copies=entry["copies"],
        kind=entry["kind"],
        mood=entry.get("mood", ""),
        need=None if need is None else Need(tuple(need["of"]), need.get("min"), need.get("max"), need.get("other", False)),
        pay=tuple(entry.get("pay", ())),
        do=tuple(_effect(effect) for effect in entry["do"]),
    )


def _demon(code: int, entry: Mapping[str, Any]) -> Demon:
    return Demon(
        code=code,
        id=entry["id"],
        number=entry.get("number"),
        always=entry.get("always", ""),
        when=entry.get("when", ""),
        of=entry.get("of", ""),
        do=tuple(_effect(effect) for effect in entry.get("do", ())),
    )


def _effect(entry: Mapping[str, Any]) -> Effect:
    amount = entry.get("amount", 0)
    return Effect(
        name=entry["effect"],
        amount=amount if isinstance(amount, int) else 0,
        per=amount["per"] if isinstance(amount, dict) else "",
        face=amount == "face",
        cards=entry.get("cards", 0),
        of=entry.get("of", ""),
        up_to=entry.get("up_to", 0),
        source=entry.get("from", ""),
        which=entry.get("which", ""),
    )
