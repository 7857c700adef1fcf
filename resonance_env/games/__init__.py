"""Games, one folder each: rules, observations, text, pictures, and a `spec.py` whose `SPEC` describes the game.

Importing this package, and the options of its games (`<game>/options.py`), compiles nothing.
"""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path
from typing import TYPE_CHECKING

from resonance_env.core.errors import OptionError
from resonance_env.core.options import Option
from resonance_env.core.suggest import nearest

if TYPE_CHECKING:
    from resonance_env.core.spec import GameSpec

DEFAULT_GAME = "resonance"  # what commands play when no game is named


def game_names() -> list[str]:
    """Returns the names of the games that are there: of the folders with a `spec.py`."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg and _has_spec(module.name))


def _has_spec(name: str) -> bool:
    return any(Path(folder, name, "spec.py").is_file() for folder in __path__)


def check_game(name: str) -> None:
    """Checks the name of a game.

    Raises:
        OptionError: there is no such game.
    """
    names = game_names()
    if name not in names:
        raise OptionError(f"expected the name of a game, one of {', '.join(names)}; got {name!r}{nearest(name, names)}")


def load_game(name: str) -> GameSpec:
    """Returns the game of that name.

    Raises:
        OptionError: there is no such game.
    """
    check_game(name)
    spec: GameSpec = importlib.import_module(f"{__name__}.{name}.spec").SPEC
    return spec


def load_options(name: str) -> tuple[Option, ...]:
    """Returns the options of the game of that name, without loading the game.

    Raises:
        OptionError: there is no such game.
    """
    check_game(name)
    options: tuple[Option, ...] = importlib.import_module(f"{__name__}.{name}.options").OPTIONS
    return options
