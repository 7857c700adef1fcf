"""Registers the games with Gymnasium: `<game>_v<number>.py` is `resonance_env/<Game>-v<number>`.

Gymnasium 1.x knows an environment once its package has been imported, and reads no entry points (older versions did). Importing
the package must not import Gymnasium, since the command line would wait for it; so the games are registered as soon as both are
imported, in any order. Nothing here imports a game.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import importlib.util
import pkgutil
import re
import sys
import types
from collections.abc import Sequence

_GYMNASIUM = "gymnasium.envs.registration"
_MODULE = re.compile(r"([a-z0-9_]+)_v(\d+)")


def register_envs() -> None:
    """Registers every game of the package that is not registered yet."""
    from gymnasium.envs.registration import register, registry

    import resonance_env

    for module in pkgutil.iter_modules(resonance_env.__path__):
        match = _MODULE.fullmatch(module.name)
        name = match and f"{''.join(word.title() for word in match[1].split('_'))}-v{match[2]}"
        if name and f"resonance_env/{name}" not in registry:
            where = f"resonance_env.{module.name}"
            register(f"resonance_env/{name}", entry_point=f"{where}:gym_env", vector_entry_point=f"{where}:gym_vector_env")


def register_with_gymnasium() -> None:
    """Registers the games now if Gymnasium has been imported, else as soon as it is."""
    if _GYMNASIUM in sys.modules:
        register_envs()
    elif not any(isinstance(finder, _AfterGymnasium) for finder in sys.meta_path):
        sys.meta_path.insert(0, _AfterGymnasium())


class _AfterGymnasium(importlib.abc.MetaPathFinder):
    """Finds one module, as the other finders do, and registers the games when it has been executed; then it is gone."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != _GYMNASIUM:
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(fullname)
        if spec is not None and spec.loader is not None:
            spec.loader = _Loader(spec.loader)
        return spec


class _Loader(importlib.abc.Loader):
    """Executes a module as another loader does, then registers the games."""

    def __init__(self, loader: importlib.abc.Loader) -> None:
        self._loader = loader

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: types.ModuleType) -> None:
        self._loader.exec_module(module)
        register_envs()
