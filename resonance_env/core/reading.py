"""Reads files from outside: regular files of a bounded size, text in UTF-8, and JSON that is not nested without end."""

import errno
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from resonance_env.core.errors import PositionError

MAX_TEXT = 2**24  # bytes of a position or a game as text
MAX_JSON = 2**24  # bytes of a configuration, a plan or the metadata of a checkpoint
MAX_WEIGHTS = 2**32  # bytes of a checkpoint's weights, and of the state of a run

T = TypeVar("T")


def check_regular(path: Path, limit: int) -> None:
    """Checks that a path is a file, no device or pipe, of at most `limit` bytes.

    Raises:
        OSError: it is not, or there is none; names `path`.
    """
    found = path.stat()
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, "expected a file, got a folder", str(path))
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "expected a regular file, got a device, pipe or socket", str(path))
    if found.st_size > limit:
        raise OSError(errno.EFBIG, f"expected a file of at most {limit:,} bytes, got {found.st_size:,}", str(path))


def read_file(path: Path, limit: int) -> bytes:
    """Returns the content of a regular file of at most `limit` bytes.

    Raises:
        OSError: it is another kind of file, or longer, or cannot be read; names `path`.
    """
    check_regular(path, limit)
    with path.open("rb") as file:
        data = file.read(limit + 1)
    if len(data) > limit:  # it has grown, or its size was not known
        raise OSError(errno.EFBIG, f"expected a file of at most {limit:,} bytes, got more", str(path))
    return data


def read_text(source: Path | str) -> str:
    """Returns the text of a position or a game; "-" reads standard input.

    Raises:
        PositionError: it is not text in UTF-8, or too long.
        OSError: it cannot be read, or is no regular file or too long.
    """
    try:
        if source != "-":
            return read_file(Path(source), MAX_TEXT).decode("utf-8")
        text = sys.stdin.read(MAX_TEXT + 1)
    except UnicodeDecodeError as error:
        raise PositionError(f"{source}: expected text in UTF-8, got byte {error.object[error.start]:#04x}") from error
    if len(text) > MAX_TEXT:
        raise PositionError(f"standard input: expected at most {MAX_TEXT:,} characters, got more")
    return text


def read_json(path: Path, kind: type[T], dec_hook: Callable[[type, Any], Any] | None = None) -> T:
    """Returns the content of a JSON file as a type.

    Raises:
        msgspec.DecodeError: it is something else.
        OSError: it cannot be read, or is no regular file or too long.
    """
    data = read_file(path, MAX_JSON)
    try:
        return msgspec.json.decode(data, type=kind, dec_hook=dec_hook)
    except RecursionError:
        raise msgspec.DecodeError("JSON is nested too deeply") from None
