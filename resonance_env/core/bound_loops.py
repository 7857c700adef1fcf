"""Gives a compiled game its own loops over arrays of its records: copies of the templates that call its functions.

Compiled code calls functions that it knows when it is compiled, so each game compiles the templates for itself. A copy looks
its names up among those of the templates and the functions of the game.
"""

import sys
from types import FunctionType, SimpleNamespace
from typing import Any

from resonance_env.core import chance_loops, game_kernels, game_loops

TEMPLATE_MODULES = (game_loops, chance_loops)
KERNELS = frozenset(name for name, value in vars(game_kernels).items() if isinstance(value, int | FunctionType))


def bind_loops(module: str, **kernels: Any) -> SimpleNamespace:
    """Returns the loops of a game by name, compiled when they are first called, and what it was given.

    Args:
        module: name of the game's module that calls this; compiled code is kept under its name and depends on its imports.
        kernels: the game's functions and constants, by the names in `game_kernels.py`.

    Raises:
        TypeError: a name is missing, or there is no such name.
    """
    if kernels.keys() != KERNELS:
        wrong = sorted(KERNELS ^ kernels.keys())
        raise TypeError(f"expected each name of core/game_kernels.py once, got these missing or unknown: {', '.join(wrong)}")
    names: dict[str, Any] = {}
    for templates in TEMPLATE_MODULES:
        names.update(vars(templates))
    names.update(kernels, __name__=module, __file__=sys.modules[module].__file__)
    bound = {
        name: value.compile_with(FunctionType(value.__code__, names, name))
        for name, value in names.items()
        if hasattr(value, "compile_with")
    }
    names.update(bound)
    return SimpleNamespace(**bound, **kernels)
