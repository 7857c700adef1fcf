"""Writes files and folders completely or not at all: as a part next to the target, which is then renamed.

A killed process leaves its part behind. A later write of the same file or folder removes it, and so does `remove_parts`.
"""

import contextlib
import errno
import os
import re
import secrets
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

STALE_SECONDS = 3600.0  # no file takes as long to write, so older parts are stale


def write_atomically(path: Path | str, content: bytes | str) -> None:
    """Writes a part next to the target, then renames it; a reader sees the old file or the new one.

    The target of a symbolic link is written, and the link stays. A device or a pipe is written to as it is.

    Raises:
        OSError: the folder cannot be written or the disk is full; names `path`. The old file, if any, is untouched.
    """
    path = Path(path)
    _check_is_no_folder(path)
    data = content.encode() if isinstance(content, str) else content
    path = _target(path)
    if _is_device(path):
        with _errors_name(path):
            path.write_bytes(data)
        return
    with part_of(path) as part:
        write_through(part, data)
        os.replace(part, path)


@contextlib.contextmanager
def part_of(target: Path) -> Iterator[Path]:
    """Yields a new name next to `target` to write to, and removes it at the end if it still exists.

    Stale parts of the same target are removed first. Files and folders made under the name have the usual permissions.

    Raises:
        OSError: raised within the `with` block or by making the parent folder; it names `target` instead of the part.
    """
    with _errors_name(target):
        target.parent.mkdir(parents=True, exist_ok=True)
        _remove_stale_parts(target)
        part = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
        try:
            yield part
        finally:
            _remove(part)


@contextlib.contextmanager
def _errors_name(target: Path) -> Iterator[None]:
    """Makes errors of the system name a file, also where Python has forgotten it or names a part."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(target)) from error


def remove_parts(folder: Path) -> None:
    """Removes all parts in a folder, if it exists; call it when no other process writes there."""
    for part in folder.glob(".*.????????.part"):
        _remove(part)


def write_through(path: Path, data: bytes) -> None:
    """Writes a new file and waits until it is on disk."""
    with path.open("xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def check_can_write(path: Path) -> None:
    """Checks that `write_atomically` may write there, without writing anything; call it before long work.

    Raises:
        OSError: it may not; names `path`.
    """
    _check_is_no_folder(path)
    place = _target(path)
    if _is_device(place):
        if not os.access(place, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return
    folder = place.parent
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    if not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, f"{os.strerror(errno.ENOTDIR)} ({folder})", str(path))
    if not os.access(folder, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, f"{os.strerror(errno.EACCES)} (folder {folder})", str(path))


def _target(path: Path) -> Path:
    """Returns the path, or where it points if it is a symbolic link."""
    return Path(os.path.realpath(path)) if path.is_symlink() else path


def _is_device(path: Path) -> bool:
    """Returns whether there is something else than a file, such as a pipe."""
    return path.exists() and not path.is_file()


def _check_is_no_folder(path: Path) -> None:
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))


def _remove_stale_parts(target: Path) -> None:
    pattern = re.compile(rf"\.{re.escape(target.name)}\.\w{{8}}\.part")
    for part in target.parent.iterdir():
        # Another process may remove or rename it first.
        with contextlib.suppress(FileNotFoundError):
            if pattern.fullmatch(part.name) and time.time() - part.lstat().st_mtime > STALE_SECONDS:
                _remove(part)


def _remove(part: Path) -> None:
    if part.is_dir():
        shutil.rmtree(part, ignore_errors=True)
    else:
        with contextlib.suppress(OSError):
            part.unlink()
