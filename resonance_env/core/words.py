"""Words of people in texts that are read back: names, numbers, and how nothing is written."""

import functools
import re
import unicodedata
from collections.abc import Sequence

from resonance_env.core.suggest import nearest

NOTHING = ("none", "-", "")


@functools.lru_cache(maxsize=8192)
def simplify(text: str) -> str:
    """Returns a text without accents, capitals and extra blanks, for comparing names.

    >>> simplify("  Évanthe ")
    'evanthe'
    """
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(c for c in decomposed if not unicodedata.combining(c)).split())


def find_name(text: str, names: Sequence[str], what: str) -> int:
    """Returns the index of a name; case, accents and extra blanks do not matter.

    Raises:
        ValueError: no such name; the nearest ones are given.
    """
    simple = [simplify(name) for name in names]
    key = simplify(text)
    if key in simple:
        return simple.index(key)
    hint = nearest(text.strip().title(), names) or nearest(key, names)
    raise ValueError(f"expected {what}, one of {', '.join(names)}; got {text.strip()!r}{hint}")


def parse_number(text: str, low: int, high: int, what: str = "a number") -> int:
    """Returns an integer in `low` .. `high`.

    Raises:
        ValueError: the text is no such number.
    """
    if not re.fullmatch(r"-?\d+", text.strip()) or not low <= int(text) <= high:
        raise ValueError(f"expected {what} in {low} .. {high}, got {text.strip()!r}")
    return int(text)
