"""Output of commands on the terminal: whether it has colours, and errors in one line."""

import codecs
import contextlib
import io
import os
import re
import shutil
import signal
import sys
import threading
import unicodedata
from collections.abc import Iterable, Iterator
from typing import TextIO

MIN_COLUMNS = 40
MAX_LINE = 2000  # characters of an error; lists of agents and of legal actions are shorter


class Stopped(KeyboardInterrupt):
    """The user has stopped a command that has already said what it kept."""


@contextlib.contextmanager
def termination_interrupts() -> Iterator[None]:
    """Lets SIGTERM do what Ctrl-C does: raise KeyboardInterrupt. Only the main thread can handle signals."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextlib.contextmanager
def wide_enough() -> Iterator[None]:
    """Lets help and tables be laid out for `MIN_COLUMNS` in narrower terminals, in which their layout may take for ever."""
    before = os.environ.get("COLUMNS")
    if shutil.get_terminal_size().columns >= MIN_COLUMNS:
        yield
        return
    os.environ["COLUMNS"] = str(MIN_COLUMNS)
    try:
        yield
    finally:
        if before is None:
            del os.environ["COLUMNS"]
        else:
            os.environ["COLUMNS"] = before


# What stands for characters that an encoding does not have; a question mark stands for all others.
_PLAIN = {
    **dict.fromkeys("─━═–·•", "-"),
    **dict.fromkeys("│┃║", "|"),
    **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯╞╡╪", "+"),
    "’": "'",
    "×": "x",
}


def _plain(error: UnicodeError) -> tuple[str, int]:
    """Returns what is printed instead, and where to go on; as `codecs.register_error` wants it."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(_PLAIN.get(character, "?") for character in error.object[error.start : error.end]), error.end


def replace_what_cannot_be_shown() -> None:
    """Lets the standard streams print something plain for characters that their encoding does not have."""
    codecs.register_error("resonance-plain", _plain)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors in ("strict", "backslashreplace"):
            stream.reconfigure(errors="resonance-plain")


def takes_colour(stream: TextIO) -> bool:
    """Returns whether a stream shows ANSI colours: a terminal does unless `NO_COLOR` is set; with `FORCE_COLOR` all do.

    See https://no-color.org and https://force-color.org; an empty variable counts as not set.
    """
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def printable(text: str) -> str:
    r"""Returns text in which characters that control the terminal or its direction of writing are escaped.

    >>> print(printable("beep" + chr(7)))
    beep\x07
    """
    return "".join(map(_printable_character, text))


def _printable_character(character: str) -> str:
    is_control = unicodedata.category(character) in ("Cc", "Cf", "Cs") and character not in "\n\t"
    return ascii(character)[1:-1] if is_control else character


def complain(error: Exception | str) -> None:
    """Prints an error in one line on standard error; an error of the operating system names its file.

    What is too long for a line loses its middle.
    """
    message = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) and error.filename else str(error)
    line = printable("; ".join(part.strip() for part in message.splitlines() if part.strip()))
    if len(line) > MAX_LINE:
        line = f"{line[: MAX_LINE // 2]} … {line[-MAX_LINE // 2 :]}"
    print(f"resonance: error: {line}", file=sys.stderr)


def paint(text: str, colours: Iterable[tuple[re.Pattern[str], str]]) -> str:
    """Returns a text in which what matches a pattern has a colour, given as the code of ANSI's SGR."""
    for pattern, code in colours:
        text = pattern.sub(f"\x1b[{code}m\\g<0>\x1b[0m", text)
    return text
