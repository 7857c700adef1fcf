"""How cards, names and sets of values are written in every text of the game; parsing is the inverse of printing.

Parsers raise a plain `ValueError` of the form "expected ..., got ..."; the caller adds the line.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from resonance_env.core.words import NOTHING, simplify
from resonance_env.games.resonance.rules import vocabulary as v

_NUMBER = re.compile(r"\d+")
_RANGE = re.compile(r"(\d+)(?:-(\d+))?")


def find_object(text: str) -> int:
    """Returns the object type of a word: its name, singular or plural, or its first letter."""
    for kind, name in enumerate(v.OBJECT_NAMES):
        if simplify(text) in (name.lower(), name.lower() + "s", name[0].lower()):
            return kind
    raise ValueError(f"expected an object type, one of {', '.join(v.OBJECT_NAMES)}; got {text.strip()!r}")


def is_object(word: str) -> bool:
    """Returns whether `find_object` knows the word."""
    try:
        find_object(word)
    except ValueError:
        return False
    return True


def values(bits: int) -> list[int]:
    """Returns the values in a bit set, in which bit v - 1 is value v.

    >>> values(0b1011)
    [1, 2, 4]
    """
    return [value for value in range(1, int(bits).bit_length() + 1) if int(bits) >> (value - 1) & 1]


def format_values(bits: int) -> str:
    """Returns the values of a bit set; runs of three or more are shortened.

    >>> format_values(0b10110111)
    '1-3 5 6 8'
    """
    parts: list[str] = []
    rest = values(bits)
    while rest:
        run = 1
        while run < len(rest) and rest[run] == rest[0] + run:
            run += 1
        parts += [f"{rest[0]}-{rest[run - 1]}"] if run >= 3 else [str(value) for value in rest[:run]]
        rest = rest[run:]
    return " ".join(parts) or "none"


def parse_values(text: str, highest: int, what: str) -> int:
    """Returns a bit set; the inverse of `format_values`.

    Args:
        text: values and ranges, separated by blanks or commas, or "none".
        highest: largest value that the box has.
        what: "artifacts" or "incantations", for the message.
    """
    bits = 0
    for word in [] if text.strip() in NOTHING else text.replace(",", " ").split():
        bits |= _parse_range(word, bits, highest, what)
    return bits


def _parse_range(word: str, taken: int, highest: int, what: str) -> int:
    match = _RANGE.fullmatch(word)
    first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not 1 <= first <= last <= highest:
        raise ValueError(f"expected {what} as values in 1 .. {highest}, such as '2 5-7', got {word!r}")
    bits: int = (1 << last) - (1 << (first - 1))
    if bits & taken:
        raise ValueError(f"expected every value once, got {what} {format_values(bits & taken)} twice")
    return bits


@dataclass
class Cards:
    """Cards of the first four classes of the box.

    Attributes:
        objects: `[object]` copies.
        transients: `[object]` copies.
        artifacts: bit set.
        incantations: bit set.
    """

    objects: list[int] = field(default_factory=lambda: [0] * v.NUM_OBJECTS)
    transients: list[int] = field(default_factory=lambda: [0] * v.NUM_OBJECTS)
    artifacts: int = 0
    incantations: int = 0


def format_objects(counts: Sequence[int], prefix: str = "") -> str:
    """Returns copies by type.

    >>> format_objects([2, 0, 1])
    '2 Herb, 1 Potion'
    """
    return ", ".join(f"{int(counts[t])} {prefix}{v.OBJECT_NAMES[t]}" for t in v.OBJECTS if counts[t]) or "none"


def format_cards(cards: Cards) -> str:
    """Returns cards as text.

    >>> format_cards(Cards(objects=[2, 1, 0], artifacts=0b1000100, incantations=0b10000))
    '2 Herb, 1 Mineral, artifacts 3 7, incantation 5'
    """
    parts = [format_objects(cards.objects)] if any(cards.objects) else []
    parts += [format_objects(cards.transients, "transient ")] if any(cards.transients) else []
    for name, bits in (("artifact", int(cards.artifacts)), ("incantation", int(cards.incantations))):
        parts += [f"{name}{'s' * (bits.bit_count() > 1)} {format_values(bits)}"] if bits else []
    return ", ".join(parts) or "none"


def parse_cards(text: str, highest_artifact: int, highest_incantation: int) -> Cards:
    """Returns cards from text; the inverse of `format_cards`. Commas may be left out, and a lone type means one copy.

    A comma ends a list of values: "artifacts 3 4, herb" holds one Herb.

    >>> parse_cards("herb 2 minerals, artifacts 1-3", 13, 21)
    Cards(objects=[1, 2, 0], transients=[0, 0, 0], artifacts=7, incantations=0)
    """
    cards = Cards()
    if text.strip() not in NOTHING:
        for group in text.lower().split(","):
            _parse_group(cards, group.split(), highest_artifact, highest_incantation)
    return cards


def _parse_group(cards: Cards, words: list[str], highest_artifact: int, highest_incantation: int) -> None:
    """Adds the cards between two commas."""
    at = 0
    while at < len(words):
        if words[at] in ("artifact", "artifacts", "incantation", "incantations"):
            at = _parse_valued(cards, words, at, highest_artifact, highest_incantation)
            continue
        copies = 1
        if _NUMBER.fullmatch(words[at]) and at + 1 < len(words):
            copies, at = int(words[at]), at + 1
        counts = cards.objects
        if words[at] in ("transient", "transients") and at + 1 < len(words):
            counts, at = cards.transients, at + 1
        if not is_object(words[at]):
            raise ValueError(f"expected cards such as '2 Herb, 1 Mineral, artifact 7, incantations 3 5', got {words[at]!r}")
        counts[find_object(words[at])] += copies
        at += 1


def _parse_valued(cards: Cards, words: list[str], at: int, highest_artifact: int, highest_incantation: int) -> int:
    """Reads "artifacts 3 5-7" or the same for incantations from `words[at]` on; returns where it ends."""
    name = words[at].rstrip("s")
    bits, start = 0, at + 1
    at = start
    while at < len(words) and _RANGE.fullmatch(words[at]):
        if at + 1 < len(words) and (is_object(words[at + 1]) or words[at + 1].startswith("transient")):
            break  # this number counts copies
        taken = bits | (cards.artifacts if name == "artifact" else cards.incantations)
        bits |= _parse_range(words[at], taken, highest_artifact if name == "artifact" else highest_incantation, name + "s")
        at += 1
    if at == start:
        raise ValueError(f"expected a value after {words[start - 1]!r}, got {words[at] if at < len(words) else 'the end'!r}")
    if name == "artifact":
        cards.artifacts |= bits
    else:
        cards.incantations |= bits
    return at


def format_centre(counts: Sequence[Sequence[int]]) -> str:
    """Returns the printed objects of the centre, `[object, count - 1]` copies.

    >>> format_centre([[2, 0, 0], [0, 0, 0], [0, 0, 1]])
    '2 Herb, 1 Potion counting 3'
    """
    parts = []
    for kind in v.OBJECTS:
        for weight in range(v.MAX_COUNT):
            if counts[kind][weight]:
                suffix = f" counting {weight + 1}" if weight else ""
                parts.append(f"{int(counts[kind][weight])} {v.OBJECT_NAMES[kind]}{suffix}")
    return ", ".join(parts) or "none"


def parse_centre(text: str) -> list[list[int]]:
    """Returns the printed objects of the centre, `[object, count - 1]`; the inverse of `format_centre`."""
    counts = [[0] * v.MAX_COUNT for _ in v.OBJECTS]
    for part in [] if text.strip() in NOTHING else text.split(","):
        match = re.fullmatch(r"\s*(?:(\d+)\s+)?(\w+)(?:\s+counting\s+(\d+))?\s*", part)
        if not match or not 1 <= int(match[3] or 1) <= v.MAX_COUNT:
            raise ValueError(
                f"expected objects such as '2 Herb, 1 Potion counting 3' (1 .. {v.MAX_COUNT}), got {part.strip()!r}"
            )
        counts[find_object(match[2])][int(match[3] or 1) - 1] += int(match[1] or 1)
    return counts
