"""How tools find what a game's tests provide for them: a module of `tests/games/<game>/` with a constant of the same name."""

import importlib
from pathlib import Path
from typing import Any

from resonance_env.core.errors import OptionError
from resonance_env.games import check_game, game_names


def provided_by(game: str, module: str) -> Any:
    """Returns the constant of a module of a game's tests, such as `FUZZING` of `fuzzing.py`.

    Raises:
        OptionError: there is no such game, or it has no such module.
    """
    check_game(game)
    folder = Path(__file__).parent
    if not (folder / game / f"{module}.py").is_file():
        names = [name for name in game_names() if (folder / name / f"{module}.py").is_file()]
        raise OptionError(f"expected a game with tests/games/GAME/{module}.py, one of {', '.join(names)}; got {game!r}")
    return getattr(importlib.import_module(f"tests.games.{game}.{module}"), module.upper())
