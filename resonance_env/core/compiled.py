"""The decorators that turn rules into compiled code, and where compiled code is kept.

Numba's own cache does not notice an edit in *another* file, so each module's folder carries a hash of every source file that
its compiled code can depend on, of the versions of Python, NumPy and Numba, and of the Numba options that change the code.
Where no folder can be written, functions are compiled in memory. With `NUMBA_DISABLE_JIT=1` they run as plain Python.
"""

from __future__ import annotations

import contextlib
import functools
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
from numba import types
from numba.core.registry import CPUDispatcher

Function = TypeVar("Function", bound=Callable[..., Any])

PACKAGE = Path(__file__).resolve().parent.parent
_IMPORTS = re.compile(r"^from (resonance_env[\w.]*) import ", re.MULTILINE)
CODE_OPTIONS = ("NUMBA_BOUNDSCHECK", "NUMBA_OPT", "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES", "NUMBA_DEBUGINFO")


def sources_of(module: Path) -> list[Path]:
    """Returns a module and all modules of the package that it imports, directly or not: what its compiled code depends on."""
    waiting, found = [module], set[Path]()
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += _imported_by(path)
    return sorted(found)


@functools.cache
def _imported_by(path: Path) -> list[Path]:
    names = _IMPORTS.findall(path.read_text(encoding="utf-8"))
    imported = [PACKAGE.parent / f"{name.replace('.', '/')}.py" for name in names]
    return [file for file in imported if file.is_file()]


@functools.cache
def _digest_of(path: Path) -> bytes:
    return hashlib.sha256(path.read_bytes()).digest()


@functools.cache
def source_hash(module: Path) -> str:
    """Returns 16 hex digits that change with any source that a module's compiled code depends on, versions, Numba's options."""
    digest = hashlib.sha256()
    for part in (sys.version, np.__version__, numba.__version__, *(os.environ.get(name, "") for name in CODE_OPTIONS)):
        digest.update(part.encode() + b"\0")
    for path in sources_of(module):
        digest.update(path.name.encode() + b"\0" + _digest_of(path))
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
    folder = parent / "compiled"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except (OSError, RuntimeError):
        return None
    return folder


CACHE_FOLDER = None if numba.config.DISABLE_JIT else cache_folder()
_told: set[str] = set()


def _tell(text: str) -> None:
    """Prints a line on standard error, once in each process."""
    if text not in _told:
        _told.add(text)
        print(f"resonance-env: {text}", file=sys.stderr, flush=True)


if CACHE_FOLDER is None and not numba.config.DISABLE_JIT:
    _tell("compiling in each process, since no folder can be written (NUMBA_CACHE_DIR may name one) …")


def _folder_of(function: Callable[..., Any], parent: Path) -> Path:
    """Returns where the code of a function is kept: a folder for each state of the sources that it depends on."""
    module = Path(function.__code__.co_filename).resolve()
    return parent / f"{module.stem}-{source_hash(module)}"


def compiled(function: Function) -> Function:
    """Compiles a function of the rules: no Python objects, no new arrays, no exceptions, wrap-around integers, no GIL."""
    return _compile(function)


def inlined(function: Function) -> Function:
    """Puts a function into each compiled function that calls it, before that one's types are inferred.

    For what is called from one place, or is short: there is no call to pay for, and the optimizer sees it once, in its place.
    Python may call it too.
    """
    return _compile(function, inline=True)


def compiled_parallel(function: Function) -> Function:
    """Compiles a thin loop over a batch whose `numba.prange` runs on several threads."""
    return _compile(function, parallel=True)


def _compile(function: Function, *, parallel: bool = False, inline: bool = False) -> Function:
    if numba.config.DISABLE_JIT:
        return function
    # Code that allocates no arrays need not count references to them, which takes as long as much else where rows are sliced.
    options = {"parallel": parallel, "_nrt": parallel, "inline": "always" if inline else "never"}
    dispatcher = numba.njit(nogil=True, error_model="numpy", **options)(function)
    _keep_code(dispatcher, "called")
    if not parallel:
        dispatcher.__class__ = _TwoForms
    return dispatcher  # type: ignore[no-any-return]


class _Inner(CPUDispatcher):  # type: ignore[misc]
    """The form of a function that other compiled code calls: without wrappers for calls from Python, all signed integers wide.

    Wrappers take a quarter of the compiler's time. Numba would compile a function once more for each width of its arguments and
    for each constant; the optimizer puts constants in anyway.
    """

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return super().get_call_template(tuple(map(_wide, args)), {name: _wide(kind) for name, kind in kws.items()})


def _wide(kind: types.Type) -> types.Type:
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer) and kind.signed else kind


class _TwoForms(CPUDispatcher):  # type: ignore[misc]
    """A compiled function whose inner form is the one that compiled code calls; the other is compiled when Python calls it."""

    @functools.cached_property
    def inner(self) -> CPUDispatcher:
        """The inner form, made when compiled code that calls it is compiled; code from the cache holds it."""
        options = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "_nrt": False}
        inner = numba.njit(nogil=True, error_model="numpy", **options)(self.py_func)
        _keep_code(inner, "inner")
        inner.__class__ = _Inner
        return inner

    @property
    def _numba_type_(self) -> types.Dispatcher:
        return types.Dispatcher(self.inner)


def _keep_code(dispatcher: Any, form: str) -> None:
    """Lets a function keep its compiled code in the cache folder."""
    if CACHE_FOLDER is None:
        return
    # The cache reads its folder once, here; the user's own setting is put back at once.
    before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(_folder_of(dispatcher.py_func, CACHE_FOLDER) / form)
    try:
        dispatcher.enable_caching()
    finally:
        numba.config.CACHE_DIR = before
    _make_forgiving(dispatcher._cache)


def _make_forgiving(cache: Any) -> None:
    """Lets a damaged entry count as a miss, and a full disk as no cache at all: the function is compiled in memory then."""
    load, save = cache.load_overload, cache.save_overload

    def load_or_miss(*arguments: Any) -> Any:
        code = None
        try:
            code = load(*arguments)
        except Exception:  # whatever unpickling a damaged file may raise
            with contextlib.suppress(OSError):
                cache.flush()
        if code is None:
            _tell("compiling (once for this version: half a minute, with agents that search two or three minutes) …")
        return code

    def save_or_skip(*arguments: Any) -> None:
        with contextlib.suppress(OSError):
            save(*arguments)

    cache.load_overload, cache.save_overload = load_or_miss, save_or_skip


class _Threads:
    """Whether kernels on several threads can run: not in a process forked from one that has used them, where OpenMP aborts."""

    def __init__(self) -> None:
        self.used = False
        self.lost = False
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._lose)

    def _lose(self) -> None:
        self.lost = self.used


_threads = _Threads()


def may_use_threads() -> bool:
    """Returns whether a kernel on several threads may be called now; whoever asks calls it, or its serial twin if not."""
    _threads.used = not _threads.lost
    return _threads.used
