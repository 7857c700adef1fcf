"""Spells and cards as words: `1x10 2x9 5` for Spells by value, names with commas for cards of a list."""

import re
from collections.abc import Iterable, Sequence

import numpy as np

from resonance_env.core.words import NOTHING, find_name, parse_number
from resonance_env.games.syncro.rules import vocabulary as v


def format_values(counts: Iterable[int]) -> str:
    """Returns Spells by value, lowest first.

    >>> format_values([10, 0, 1, 0, 0, 0, 0])
    '1x10 3'
    """
    words = [f"{value}x{count}" if count > 1 else str(value) for value, count in enumerate(counts, 1) if count]
    return " ".join(words) or "none"


def parse_values(text: str) -> list[int]:
    """Returns counts by value; the inverse of `format_values`.

    Raises:
        ValueError: "expected ..., got ...".

    >>> parse_values("1x10 3")
    [10, 0, 1, 0, 0, 0, 0]
    """
    counts = [0] * v.MAX_VALUE
    for word in [] if text in NOTHING else text.split():
        value, cross, number = word.partition("x")
        place = parse_number(value, 1, v.MAX_VALUE, f"Spells such as '1x10 3', with values in 1 .. {v.MAX_VALUE}: a value") - 1
        counts[place] += parse_number(number, 0, v.MAX_SPELLS, "a number of Spells") if cross else 1
        if counts[place] > v.MAX_SPELLS:
            raise ValueError(f"expected at most {v.MAX_SPELLS} Spells of a value, got {counts[place]}")
    return counts


def list_values(counts: Iterable[int]) -> list[int]:
    """Returns Spells one by one, lowest first.

    >>> list_values([2, 0, 1, 0, 0, 0, 0])
    [1, 1, 3]
    """
    return [value for value, count in enumerate(counts, 1) for _ in range(count)]


def format_list(counts: Iterable[int]) -> str:
    """Returns Spells one by one as text.

    >>> format_list([2, 0, 1, 0, 0, 0, 0])
    '1 1 3'
    """
    return " ".join(map(str, list_values(counts)))


def format_names(counts: Iterable[int], names: Sequence[str]) -> str:
    """Returns cards by name, a copy each.

    >>> format_names([0, 2], ["Dew", "Gloom"])
    'Gloom, Gloom'
    """
    return ", ".join(name for name, count in zip(names, counts, strict=False) for _ in range(count)) or "none"


def parse_names(text: str, names: Sequence[str], what: str) -> np.ndarray:
    """Returns int64 `[entry]`: copies by name; the inverse of `format_names`.

    Raises:
        ValueError: "expected ..., got ...".
    """
    counts = np.zeros(len(names), dtype=np.int64)
    for name in [] if text in NOTHING else text.split(","):
        if not names:
            raise ValueError(f"expected none, since the card set has no such cards; got {name.strip()!r}")
        counts[find_name(name, names, what)] += 1
        if counts.max() > v.MAX_COPIES:
            raise ValueError(f"expected at most {v.MAX_COPIES} copies of a card, got {counts.max()} {name.strip()}")
    return counts


def parse_numbers(text: str, high: int, what: str, most: int) -> list[int]:
    """Returns at most `most` integers in 0 .. `high`, separated by blanks.

    Raises:
        ValueError: "expected ..., got ...".
    """
    words = [] if text in NOTHING else text.split()
    if len(words) > most:
        raise ValueError(f"expected at most {most} of {what}, got {len(words)}")
    return [parse_number(word, 0, high, what) for word in words]


def bits_of(places: int, size: int) -> list[int]:
    """Returns the places of a bit set below `size`."""
    return [place for place in range(size) if places >> place & 1]


def without(text: str, pattern: str) -> tuple[str, list[str]]:
    """Returns a text without the matches of a pattern with one group, and what the group matched."""
    return re.sub(pattern, " ", text), re.findall(pattern, text)
