"""One writer a folder: commands that write a folder hold a lock on it while they run."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from resonance_env.core.errors import UsageError

try:
    import fcntl
except ModuleNotFoundError:  # a system without it has no such locks
    LOCKS = False
else:
    LOCKS = True


def lock_file(folder: Path) -> Path:
    """Returns the file that stands beside a folder while a process writes there."""
    place = Path(os.path.realpath(folder))
    return place.with_name(f".{place.name}.lock")


@contextlib.contextmanager
def only_writer(folder: Path) -> Iterator[None]:
    """Keeps other processes from writing a folder; call it before anything there is read, moved or written.

    The lock ends with the process, so a killed process leaves a file beside the folder, but keeps nobody out.

    Raises:
        UsageError: another process writes there.
        OSError: the folder that holds `folder` cannot be written.
    """
    if not LOCKS:
        yield
        return
    path = lock_file(folder)
    path.parent.mkdir(parents=True, exist_ok=True)
    handle = _locked(path, folder)
    try:
        os.truncate(handle, 0)
        os.write(handle, str(os.getpid()).encode())
        yield
    finally:
        with contextlib.suppress(OSError):
            path.unlink()  # while it is locked, so that nobody holds a lock on a file that is gone
        os.close(handle)


def _locked(path: Path, folder: Path) -> int:
    """Returns the open and locked file.

    Raises:
        UsageError: another process holds the lock.
    """
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if _lies_at(path, handle):
                return handle
        except BlockingIOError:
            writer = os.read(handle, 20).decode("ascii", "replace").strip() or "unknown"
            os.close(handle)
            raise UsageError(
                f"expected a folder that nobody writes to, but process {writer} is writing {folder}; "
                "wait for it or choose another folder"
            ) from None
        except OSError:
            os.close(handle)
            raise
        os.close(handle)  # its holder removed the file before it was locked here


def _lies_at(path: Path, handle: int) -> bool:
    """Returns whether an open file is the one at a path, where another process may remove it at any time."""
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except FileNotFoundError:
        return False
