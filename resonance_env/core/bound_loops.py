"""Gives a compiled game its own loops over arrays of its records: copies of the templates that call its functions.

Compiled code calls functions that it knows when it is compiled, so each game compiles the templates for itself. A copy looks
its names up among those of the templates and the functions of the game.
"""

import sys
from collections.abc import Callable, Sequence
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from resonance_env.core import chance_loops, game_kernels, game_loops, world_loops
from resonance_env.core.errors import UsageError

TEMPLATE_MODULES = (game_loops, chance_loops)
KERNELS = frozenset(name for name, value in vars(game_kernels).items() if isinstance(value, int | FunctionType))


def bind_loops(module: str, *sources: ModuleType) -> SimpleNamespace:
    """Returns the loops of a game by name, compiled when they are first called, and what it was given.

    Args:
        module: name of the game's module that calls this; compiled code is kept under its name and depends on its imports.
        sources: modules with the functions and constants that this one does not define, by their names in
            `game_kernels.py`; the first that has a name gives it.

    Raises:
        TypeError: no module has a name.
    """
    kernels: dict[str, Any] = {}
    for source in (sys.modules[module], *sources):
        kernels = {name: value for name, value in vars(source).items() if name in KERNELS} | kernels
    if kernels.keys() != KERNELS:
        raise TypeError(
            f"expected each name of core/game_kernels.py, got none for {', '.join(sorted(KERNELS - kernels.keys()))}"
        )
    bound = bind_templates(module, TEMPLATE_MODULES, kernels)
    return SimpleNamespace(**bound, **kernels)


def bind_worlds(module: str, **kernels: Any) -> Callable[..., None]:
    """Returns the `determinise` of a `CompiledVariant`, for a game that samples worlds one by one.

    Args:
        module: name of the game's module that calls this.
        kernels: the game's functions and constants, by the names in `world_loops.py`.
    """
    sample = bind_templates(module, (world_loops,), kernels)["sample_worlds"]

    def determinise(rows: np.ndarray, *rest: np.ndarray) -> None:
        number = sample(rows, *rest, np.empty_like(rows[:1]))
        if number < len(rows):
            raise UsageError(
                "expected recall observations and masks of seats that are asked, as the variant's games give them; "
                f"got an observation, number {number} of {len(rows)}, that fits no position"
            )

    return determinise


def bind_templates(module: str, template_modules: Sequence[ModuleType], kernels: dict[str, Any]) -> dict[str, Any]:
    """Returns copies of the templates, by name, that call the functions of the game.

    Args:
        module: name of the game's module that calls this.
        template_modules: modules with templates.
        kernels: the game's functions and constants, by their names in these modules.
    """
    names: dict[str, Any] = {}
    for templates in template_modules:
        names.update(vars(templates))
    names.update(kernels, __name__=module, __file__=sys.modules[module].__file__)
    bound = {
        name: value.compile_with(FunctionType(value.__code__, names, name))
        for name, value in names.items()
        if hasattr(value, "compile_with")
    }
    names.update(bound)
    return bound
