"""The decorators that turn rules into compiled code, and where compiled code is kept.

Numba's own cache does not notice an edit in *another* file, so each module's folder carries a hash of every source file that
its compiled code can depend on, of the versions of Python, NumPy and Numba, and of the Numba options that change the code.
A read-only cache folder is still read. Without a cache folder, functions are compiled in memory. With
`NUMBA_DISABLE_JIT=1` they run as plain Python.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import hashlib
import os
import re
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from numba import types
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.registry import CPUDispatcher
from numba.np.ufunc import parallel as numba_threads

Function = TypeVar("Function", bound=Callable[..., Any])

PACKAGE = Path(__file__).resolve().parent.parent
_IMPORTS = re.compile(r"^from (resonance_env[\w.]*) import (\([^)]*\)|.*)", re.MULTILINE)
CODE_OPTIONS = ("NUMBA_BOUNDSCHECK", "NUMBA_OPT", "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES", "NUMBA_DEBUGINFO")


def sources_of(module: str) -> list[str]:
    """Returns the files of a module and of all modules of the package that it imports, directly or indirectly.

    The compiled code of the module depends on these. Paths are strings, since a start reads dozens and `Path` takes longer.
    """
    waiting, found = [os.path.realpath(module)], set[str]()
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += _imported_by(path)
    return sorted(found)


def file_of(function: Callable[..., Any]) -> str:
    """Returns the file of the module in which a function finds the names that it uses: its own, or a game's for its loops."""
    return str(function.__globals__.get("__file__", function.__code__.co_filename))


@functools.cache
def _source(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


@functools.cache
def _imported_by(path: str) -> list[str]:
    files = []
    for module, names in _IMPORTS.findall(_source(path).decode()):
        files += [_file_of(module), *(_file_of(f"{module}.{name}") for name in re.findall(r"\w+", names))]
    return [file for file in files if file]


@functools.cache
def _file_of(module: str) -> str:
    """Returns the file of a module of the package, or nothing if it is none."""
    path = os.path.join(PACKAGE.parent, *module.split(".")) + ".py"
    return os.path.realpath(path) if os.path.isfile(path) else ""


@functools.cache
def _digest_of(path: str) -> bytes:
    return hashlib.sha256(_source(path)).digest()


@functools.cache
def source_hash(module: str) -> str:
    """Returns 16 hex digits that change with the sources that a module's compiled code depends on, versions and options."""
    digest = hashlib.sha256()
    for part in (sys.version, np.__version__, numba.__version__, *(os.environ.get(name, "") for name in CODE_OPTIONS)):
        digest.update(part.encode() + b"\0")
    for path in sources_of(module):
        digest.update(os.path.basename(path).encode() + b"\0" + _digest_of(path))
    return digest.hexdigest()[:16]


def cache_folder() -> Path | None:
    """Returns the folder for compiled code, creating it if needed, or None if it cannot be created.

    `NUMBA_CACHE_DIR` names the parent; the default is `resonance-env` in the user's cache folder, if the user has a home.
    """
    parent = os.environ.get("NUMBA_CACHE_DIR") or _user_cache()
    if not parent:
        return None
    folder = Path(parent, "compiled")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder


def _user_cache() -> str:
    """Returns our folder among the caches of the user; nothing for a user without a home."""
    name, below_home = ("LOCALAPPDATA", "AppData/Local") if sys.platform == "win32" else ("XDG_CACHE_HOME", ".cache")
    caches = os.environ.get(name)
    if not caches:
        home = os.path.expanduser("~")  # stays "~" where no home is known
        if not os.path.isabs(home) or os.environ.get("HOME") == "":
            return ""
        caches = os.path.join(home, below_home)
    return os.path.join(caches, "resonance-env")


def _can_write_to(folder: Path | None) -> bool:
    if folder is None:
        return False
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


CACHE_FOLDER = None if numba.config.DISABLE_JIT else cache_folder()
KEEPS_CODE = _can_write_to(CACHE_FOLDER)
_told: set[str] = set()


def _tell(text: str) -> None:
    """Prints a line on standard error, once in each process."""
    if text not in _told:
        _told.add(text)
        print(f"resonance-env: {text}", file=sys.stderr, flush=True)


def _tell_that_it_compiles() -> None:
    if KEEPS_CODE:
        _tell("compiling (once for this version: about a minute, with agents that search two or three) …")
    else:
        _tell("compiling in each process, since no folder can be written (NUMBA_CACHE_DIR may name one) …")


if CACHE_FOLDER is None and not numba.config.DISABLE_JIT:
    _tell_that_it_compiles()


def compiled(function: Function) -> Function:
    """Compiles a function of the rules: no Python objects, no new arrays, no exceptions, wrap-around integers, no GIL."""
    return _compile(function)


def inlined(function: Function) -> Function:
    """Inlines a function into each compiled function that calls it, before the types of the caller are inferred.

    Use it for functions that are short or called from one place: it saves the call, and the optimizer sees the code in its
    context. Python may call the function too.
    """
    return _compile(function, inline=True)


def compiled_parallel(function: Function) -> Function:
    """Compiles a thin loop over a batch whose `numba.prange` runs on several threads."""
    return _compile(function, parallel=True)


def _compile(function: Function, *, parallel: bool = False, inline: bool = False) -> Function:
    if numba.config.DISABLE_JIT:
        return function
    # Code that allocates no arrays need not count references to them; where rows are sliced, counting costs a lot of time.
    options = {"parallel": parallel, "_nrt": parallel, "inline": "always" if inline else "never"}
    pipeline = Compiler if parallel else _ProgramCompiler  # the parts of code on several threads call each other by name
    dispatcher = numba.njit(nogil=True, error_model="numpy", pipeline_class=pipeline, **options)(function)
    dispatcher.__class__ = _Called if parallel else _TwoForms
    _keep_code(dispatcher)
    return dispatcher  # type: ignore[no-any-return]


class _Program(JITCodeLibrary):  # type: ignore[misc]
    """The code of a function that Python calls, with all that it calls.

    Nothing else can call these functions, and the optimizer is told so: it leaves out the arguments and results that nobody
    reads, such as the place for an exception that Numba passes with every call, and inlines what is called from one place.
    They get names of their own: by the old ones LLVM would take them for those that other programs call, and find no address.
    """

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            if function.linkage.name == "linkonce_odr" and not function.is_declaration:
                function.linkage = "internal"
                function.name = f"{function.name}.own"
        super()._optimize_final_module()


class _ProgramCompiler(Compiler):  # type: ignore[misc]
    """Numba's compiler, writing into a `_Program`."""

    def define_pipelines(self) -> Any:
        self.state.library = _Program(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        self.state.library.enable_object_caching()
        return super().define_pipelines()


class _Called(CPUDispatcher):  # type: ignore[misc]
    """A compiled function that opens its cache when it is first called: of some three hundred functions, few are."""

    @functools.cached_property
    def _cache(self) -> FunctionCache:
        return (_ParallelCache if self.targetoptions.get("parallel") else _Cache)(self.py_func)


class _Inner(CPUDispatcher):  # type: ignore[misc]
    """The form of a function that other compiled code calls: no wrappers for calls from Python, signed integers as int64.

    Wrappers take a quarter of the compile time. Otherwise Numba would compile a function again for each width of its arguments
    and for each constant; the optimizer propagates constants anyway.
    """

    @functools.cached_property
    def _cache(self) -> FunctionCache:
        return _InnerCache(self.py_func)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return super().get_call_template(tuple(map(_wide, args)), {name: _wide(kind) for name, kind in kws.items()})


def _wide(kind: types.Type) -> types.Type:
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer) and kind.signed else kind


class _TwoForms(_Called):
    """A compiled function whose inner form is the one that compiled code calls; the other is compiled when Python calls it."""

    @functools.cached_property
    def inner(self) -> CPUDispatcher:
        """The inner form, created when a compiled function that calls it is compiled; cached code already contains it."""
        options = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "_nrt": False}
        inner = numba.njit(nogil=True, error_model="numpy", **options)(self.py_func)
        inner.__class__ = _Inner
        _keep_code(inner)
        return inner

    @property
    def _numba_type_(self) -> types.Dispatcher:
        return types.Dispatcher(self.inner)


class _Place(_CacheLocator):  # type: ignore[misc]
    """Where the code of a function is cached: one folder for each state of the sources that it depends on."""

    form = "called"

    def __init__(self, function: Callable[..., Any]) -> None:
        module = file_of(function)
        assert CACHE_FOLDER is not None
        self._path = CACHE_FOLDER / f"{Path(module).stem}-{source_hash(module)}" / self.form
        self._line = function.__code__.co_firstlineno

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> _Place:
        return cls(py_func)

    def ensure_cache_path(self) -> None:
        self._path.mkdir(parents=True, exist_ok=True)

    def get_cache_path(self) -> str:
        return str(self._path)

    def get_source_stamp(self) -> str:
        return ""  # the name of the folder contains the hash of the sources

    def get_disambiguator(self) -> str:
        return str(self._line)


class _InnerPlace(_Place):
    form = "inner"


class _Cache(FunctionCache):  # type: ignore[misc]
    """Numba's cache in our own folder. A damaged entry counts as a miss; failed writes to the disk are ignored."""

    class _impl_class(CompileResultCacheImpl):  # type: ignore[misc]
        _locator_classes = (_Place,)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        code = None
        try:
            code = self._load(sig, target_context)
        except Exception:  # whatever unpickling a damaged file may raise
            with contextlib.suppress(OSError):
                self.flush()
        if code is None:
            _tell_that_it_compiles()
        return code

    def _load(self, sig: Any, target_context: Any) -> Any:
        # Not Numba's own `load_overload`, which first loads all that its compiler knows: kept code on one thread does without,
        # and the compiler loads it anyway. That would be a sixth of a warm start.
        with self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)

    def save_overload(self, sig: Any, data: Any) -> None:
        with contextlib.suppress(OSError):
            super().save_overload(sig, data)


class _ParallelCache(_Cache):
    """The same for code on several threads, which calls functions of Numba that only its compiler's knowledge brings."""

    def _load(self, sig: Any, target_context: Any) -> Any:
        target_context.refresh()
        return super()._load(sig, target_context)


class _InnerCache(_Cache):
    class _impl_class(CompileResultCacheImpl):  # type: ignore[misc]
        _locator_classes = (_InnerPlace,)


def _keep_code(dispatcher: Any) -> None:
    """Lets a function keep its compiled code in the cache folder."""
    if CACHE_FOLDER is not None:
        source_hash(file_of(dispatcher.py_func))  # of the source that is imported now, not of a later edit
        del dispatcher._cache  # Numba's own, which keeps nothing; that of the class comes in its place


class _Threads:
    """Whether multi-threaded kernels can run: OpenMP aborts in a process forked from one that has already run them."""

    def __init__(self) -> None:
        self.used = False
        self.lost = False
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._lose)

    def _lose(self) -> None:
        # Numba's flag stays set in forks of forks, and is also set by the user's own kernels.
        self.lost = self.lost or self.used or numba_threads._is_initialized


_threads = _Threads()
# Numba's fallback threading layer, the workqueue, ends the process when two Python threads call it at once.
_one_at_a_time = threading.Lock()


def may_use_threads() -> bool:
    """Returns whether a multi-threaded kernel may be called now; the caller must use it then, and the serial twin otherwise."""
    _threads.used = _threads.used or not _threads.lost
    return not _threads.lost


def several_threads(count: int) -> AbstractContextManager[bool]:
    """Sets the number of threads to `count` and yields whether kernels may use them; restores the user's number on exit."""
    return _SERIAL if count == 1 or not may_use_threads() else _with_threads(count)


_SERIAL = contextlib.nullcontext(False)


@contextlib.contextmanager
def _with_threads(count: int) -> Iterator[bool]:
    with _openmp_threads_kept():
        before = numba.get_num_threads()
        numba.set_num_threads(count)
        try:
            with _one_at_a_time if numba.threading_layer() == "workqueue" else contextlib.nullcontext():
                yield True
        finally:
            numba.set_num_threads(before)


@contextlib.contextmanager
def _openmp_threads_kept() -> Iterator[None]:
    """Restores the number of OpenMP threads, which Numba changes for all that share the library, such as PyTorch."""
    openmp = _openmp()
    if openmp is None:
        yield
        return
    before = openmp.omp_get_max_threads()
    try:
        yield
    finally:
        openmp.omp_set_num_threads(before)


@functools.cache
def _openmp() -> ctypes.CDLL | None:
    """Returns the OpenMP library that the extensions of this process share when Numba's threads start, or None."""
    shared = None if sys.platform == "win32" else ctypes.CDLL(None)
    return shared if hasattr(shared, "omp_set_num_threads") else None
