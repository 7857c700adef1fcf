"""Hints for misspelt words in error messages."""

import difflib
from collections.abc import Iterable

MAX_HINTS = 3


def nearest(word: str, known: Iterable[str]) -> str:
    """Returns what to append to the message about an unknown word: the known words like it, or nothing if there are none.

    >>> nearest("plays", ["play", "draw"])
    "; did you mean 'play'?"
    >>> nearest("zeppelin", ["play", "draw"])
    ''
    """
    near = difflib.get_close_matches(word, list(known), n=MAX_HINTS)
    return f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
