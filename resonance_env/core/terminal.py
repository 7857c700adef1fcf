"""Whether text that is printed may have colours."""

from __future__ import annotations

import os
from typing import TextIO


def takes_colour(stream: TextIO) -> bool:
    """Returns whether a stream shows ANSI colours: a terminal does, unless `NO_COLOR` is set; `FORCE_COLOR` says so for all.

    See https://no-color.org and https://force-color.org; an empty variable counts as not set.
    """
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"
