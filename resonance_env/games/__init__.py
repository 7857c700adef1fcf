"""Games, one folder each: rules, observations, text, pictures, and a `spec.py` whose `SPEC` describes the game."""

from __future__ import annotations

import importlib
import pkgutil

from resonance_env.core.errors import OptionError
from resonance_env.core.spec import GameSpec
from resonance_env.core.suggest import nearest

DEFAULT_GAME = "resonance"  # what commands play when no game is named


def game_names() -> list[str]:
    """Returns the names of the games that are there."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)


def load_game(name: str) -> GameSpec:
    """Returns the game of that name.

    Raises:
        OptionError: there is no such game.
    """
    names = game_names()
    if name not in names:
        raise OptionError(f"expected the name of a game, one of {', '.join(names)}; got {name!r}{nearest(name, names)}")
    spec: GameSpec = importlib.import_module(f"{__name__}.{name}.spec").SPEC
    return spec
