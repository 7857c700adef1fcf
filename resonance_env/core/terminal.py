"""Output of commands on the terminal: whether it has colours, and errors in one line."""

from __future__ import annotations

import os
import sys
from typing import TextIO


def takes_colour(stream: TextIO) -> bool:
    """Returns whether a stream shows ANSI colours: a terminal does unless `NO_COLOR` is set; with `FORCE_COLOR` all do.

    See https://no-color.org and https://force-color.org; an empty variable counts as not set.
    """
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def complain(error: Exception | str) -> None:
    """Prints an error in one line on standard error; an error of the operating system names its file."""
    message = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) and error.filename else str(error)
    line = "; ".join(part.strip() for part in message.splitlines() if part.strip())
    print(f"resonance: error: {line}", file=sys.stderr)
