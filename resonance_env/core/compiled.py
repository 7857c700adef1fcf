"""The one decorator that turns a rule into compiled code, and where compiled code is kept.

Numba's own cache does not notice an edit in *another* file, so the cache folder carries a hash of every source file that
compiled code can depend on, of the versions of Python, NumPy and Numba, and of the Numba options that change the code. Where
no folder can be written, functions are compiled in memory. With `NUMBA_DISABLE_JIT=1` the same functions run as plain Python.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np

Function = TypeVar("Function", bound=Callable[..., Any])

PACKAGE = Path(__file__).resolve().parent.parent
_USES_COMPILED = re.compile(r"^from resonance_env\.core\.compiled import ", re.MULTILINE)
_IMPORTS = re.compile(r"^from (resonance_env[\w.]*) import ", re.MULTILINE)
CODE_OPTIONS = ("NUMBA_BOUNDSCHECK", "NUMBA_OPT", "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES", "NUMBA_DEBUGINFO")


def compiled_sources() -> list[Path]:
    """Returns the modules with compiled functions and all modules of the package that they import, directly or not."""
    # Folder by folder, because a glob from the top would not enter folders that are links in a checkout.
    files = [file for folder in sorted(PACKAGE.iterdir()) if folder.is_dir() for file in folder.rglob("*.py")]
    waiting = [file for file in files if _USES_COMPILED.search(file.read_text(encoding="utf-8"))]
    found: set[Path] = set()
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            names = _IMPORTS.findall(path.read_text(encoding="utf-8"))
            imported = [PACKAGE.parent / f"{name.replace('.', '/')}.py" for name in names]
            waiting += [file for file in imported if file.is_file()]
    return sorted(found)


def source_hash() -> str:
    """Returns 16 hex digits that change with any source of compiled code, with versions and with Numba's options."""
    digest = hashlib.sha256()
    for part in (sys.version, np.__version__, numba.__version__, *(os.environ.get(name, "") for name in CODE_OPTIONS)):
        digest.update(part.encode() + b"\0")
    for path in compiled_sources():
        digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def cache_folder() -> Path | None:
    """Returns the folder for compiled code, made if need be, or None when none can be written.

    `NUMBA_CACHE_DIR` names the parent; the default is `resonance-env` in the user's cache folder.
    """
    if os.environ.get("NUMBA_CACHE_DIR"):
        parent = Path(os.environ["NUMBA_CACHE_DIR"])
    elif sys.platform == "win32":
        parent = Path(os.environ.get("LOCALAPPDATA", "~/AppData/Local")).expanduser() / "resonance-env"
    else:
        parent = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "resonance-env"
    folder = parent / f"compiled-{source_hash()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except (OSError, RuntimeError):
        return None
    return folder


CACHE_FOLDER = None if numba.config.DISABLE_JIT else cache_folder()


def is_compiled_before() -> bool:
    """Returns whether the cache already holds compiled code, so that the next call will not wait for the compiler."""
    return bool(numba.config.DISABLE_JIT) or (CACHE_FOLDER is not None and any(CACHE_FOLDER.rglob("*.nbi")))


def compiled(function: Function) -> Function:
    """Compiles a function of the rules: no Python objects, no exceptions, wrap-around integers, releases the GIL."""
    return _compile(function, parallel=False)


def compiled_parallel(function: Function) -> Function:
    """Compiles a thin loop over a batch whose `numba.prange` runs on several threads."""
    return _compile(function, parallel=True)


def _compile(function: Function, *, parallel: bool) -> Function:
    dispatcher = numba.njit(nogil=True, error_model="numpy", parallel=parallel)(function)
    if CACHE_FOLDER is not None:
        # The cache reads its folder once, here; the user's own setting is put back at once.
        before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(CACHE_FOLDER)
        try:
            dispatcher.enable_caching()
        finally:
            numba.config.CACHE_DIR = before
        _make_forgiving(dispatcher._cache)
    return dispatcher  # type: ignore[no-any-return]


def _make_forgiving(cache: Any) -> None:
    """Lets a damaged entry count as a miss, and a full disk as no cache at all: the function is compiled in memory then."""
    load, save = cache.load_overload, cache.save_overload

    def load_or_miss(*arguments: Any) -> Any:
        try:
            return load(*arguments)
        except Exception:  # whatever unpickling a damaged file may raise
            with contextlib.suppress(OSError):
                cache.flush()
            return None

    def save_or_skip(*arguments: Any) -> None:
        with contextlib.suppress(OSError):
            save(*arguments)

    cache.load_overload, cache.save_overload = load_or_miss, save_or_skip
