"""Texts of positions and games with lines damaged: changed, swapped, dropped or added; most are refused, some are accepted."""

import re
from collections import defaultdict
from collections.abc import Iterable

import numpy as np

NUMBERS = (0, 1, 2, 3, 5, 8, 12, 18, 24, 31, 99, 127, 128, 255, 2**31, 2**63)
MOST_DAMAGES = 3
_LINE = re.compile(r"(\s*)([^:#]+): ?(.*)")
_NUMBER = re.compile(r"\d+")


class Damage:
    """Damages texts of "key: value" lines, with keys and values that stand in other texts of the same kind.

    So most damaged texts can be read line by line, and only what must hold between the lines is wrong.
    """

    def __init__(self, texts: Iterable[str], rng: np.random.Generator) -> None:
        """Collects keys and values from sound texts."""
        self._rng = rng
        self._values: dict[tuple[bool, str], list[str]] = defaultdict(list)  # by whether it is indented, and key
        for text in texts:
            for line in text.splitlines():
                match = _LINE.fullmatch(line)
                if match:
                    self._values[bool(match[1]), match[2]].append(match[3])
        self._keys = list(self._values)

    def of(self, text: str) -> str:
        """Returns the text with one to three damages."""
        lines = text.splitlines()
        for _ in range(int(self._rng.integers(1, MOST_DAMAGES + 1))):
            damages = (
                self._drop,
                self._number,
                self._value,
                self._value,
                self._swap,
                self._move,
                self._move,
                self._item,
                self._add,
            )
            damages[int(self._rng.integers(len(damages)))](lines)
        return "\n".join(lines) + "\n"

    def _pick(self, options: list[str] | list[int] | tuple[int, ...]) -> str:
        return str(options[int(self._rng.integers(len(options)))])

    def _place(self, lines: list[str]) -> tuple[int, re.Match[str]]:
        """Returns a line with a key, by its place."""
        places = [(place, match) for place, line in enumerate(lines) if (match := _LINE.fullmatch(line))]
        return places[int(self._rng.integers(len(places)))]

    def _drop(self, lines: list[str]) -> None:
        if len(lines) > 3:
            del lines[self._place(lines)[0]]

    def _number(self, lines: list[str]) -> None:
        """Another number in a line: a near one or any."""
        place, match = self._place(lines)
        found = list(_NUMBER.finditer(match[3]))
        if found:
            one = found[int(self._rng.integers(len(found)))]
            near = max(0, int(one[0]) + int(self._rng.integers(-2, 3)))
            start = match.start(3)
            number = str(near) if self._rng.random() < 0.6 else self._pick(NUMBERS)
            lines[place] = lines[place][: start + one.start()] + number + lines[place][start + one.end() :]

    def _value(self, lines: list[str]) -> None:
        """The value that this line has elsewhere."""
        place, match = self._place(lines)
        values = self._values.get((bool(match[1]), match[2]))
        if values:
            lines[place] = f"{match[1]}{match[2]}: {self._pick(values)}".rstrip()

    def _swap(self, lines: list[str]) -> None:
        """The values of two lines with the same key, such as two seats' hands."""
        _, match = self._place(lines)
        same = [place for place, line in enumerate(lines) if (found := _LINE.fullmatch(line)) and found[2] == match[2]]
        one, other = (same[int(self._rng.integers(len(same)))] for _ in range(2))
        lines[one], lines[other] = lines[other], lines[one]

    def _move(self, lines: list[str]) -> None:
        """One item of a list moves to the end of another line, so that nothing is lost."""
        (place, match), (target, other) = self._place(lines), self._place(lines)
        items = match[3].split(", ")
        item = items.pop(int(self._rng.integers(len(items))))
        if place != target and item:
            lines[place] = f"{match[1]}{match[2]}: {', '.join(items) or 'none'}"
            rest = [] if other[3] in ("", "none") else [other[3]]
            lines[target] = f"{other[1]}{other[2]}: {', '.join([*rest, item])}"

    def _item(self, lines: list[str]) -> None:
        """An item of a list twice, or not at all."""
        place, match = self._place(lines)
        items = match[3].split(", ")
        at = int(self._rng.integers(len(items)))
        items[at : at + 1] = [items[at]] * (2 * int(self._rng.integers(2)))
        lines[place] = f"{match[1]}{match[2]}: {', '.join(items) or 'none'}"

    def _add(self, lines: list[str]) -> None:
        """A line that stands in another text."""
        indented, key = self._keys[int(self._rng.integers(len(self._keys)))]
        place = self._place(lines)[0] + 1
        lines.insert(place, f"{'  ' if indented else ''}{key}: {self._pick(self._values[indented, key])}".rstrip())
