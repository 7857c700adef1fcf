"""Registers the games with Gymnasium and PettingZoo: `<game>_v<number>.py` is `resonance_env/<Game>-v<number>` in both.

Gymnasium 1.x knows an environment once its package has been imported, and reads no entry points (older versions did);
PettingZoo has a registry from 1.27 on, and reads none either. Importing the package must import neither library, since the
command line would wait for it; so the games are registered as soon as a library and the package are both imported, in any
order. Nothing here imports a game.
"""

import importlib.abc
import importlib.machinery
import importlib.util
import pkgutil
import re
import sys
import types
from collections.abc import Callable, Iterator, Sequence

_MODULE = re.compile(r"([a-z0-9_]+)_v(\d+)")


def register_envs() -> None:
    """Registers every game of the package that is not registered yet with Gymnasium."""
    from gymnasium.envs.registration import register, registry

    for name, module in _games():
        if name not in registry:
            register(name, entry_point=f"{module}:gym_env", vector_entry_point=f"{module}:gym_vector_env")


def register_with_pettingzoo() -> None:
    """Registers every game of the package that is not registered yet with PettingZoo, if that has a registry."""
    import pettingzoo

    if not hasattr(pettingzoo, "register"):
        return
    for name, module in _games():
        for kind, registry, function in (
            ("parallel", pettingzoo.parallel_registry, "parallel_env"),
            ("aec", pettingzoo.aec_registry, "env"),
        ):
            if name not in registry:
                pettingzoo.register(kind, name, entry_point=f"{module}:{function}")


def _games() -> Iterator[tuple[str, str]]:
    """Yields the name in registries and the module of each game."""
    import resonance_env

    for module in pkgutil.iter_modules(resonance_env.__path__):
        match = _MODULE.fullmatch(module.name)
        if match:
            title = "".join(word.title() for word in match[1].split("_"))
            yield f"resonance_env/{title}-v{match[2]}", f"resonance_env.{module.name}"


# The module after which a library can be registered with, and what does it.
_LIBRARIES = {"gymnasium.envs.registration": register_envs, "pettingzoo": register_with_pettingzoo}


def register_with_libraries() -> None:
    """Registers the games now with each library that has been imported, with the others as soon as they are."""
    for module, register in _LIBRARIES.items():
        if module in sys.modules:
            register()
        elif not any(isinstance(finder, _After) and finder.module == module for finder in sys.meta_path):
            sys.meta_path.insert(0, _After(module, register))


class _After(importlib.abc.MetaPathFinder):
    """Finds one module, as the other finders do, and calls a function when it has been executed; then it is gone."""

    def __init__(self, module: str, call: Callable[[], None]) -> None:
        self.module = module
        self._call = call

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != self.module:
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(fullname)
        if spec is not None and spec.loader is not None:
            spec.loader = _Loader(spec.loader, self._call)
        return spec


class _Loader(importlib.abc.Loader):
    """Executes a module as another loader does, then calls a function."""

    def __init__(self, loader: importlib.abc.Loader, call: Callable[[], None]) -> None:
        self._loader = loader
        self._call = call

    def __getattr__(self, name: str) -> object:
        """Answers for the loader, such as `get_source` for tracebacks and `is_package`."""
        return getattr(self._loader, name)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: types.ModuleType) -> None:
        self._loader.exec_module(module)
        self._call()
