"""Whole games of a match as text files, which `resonance show --replay` reads."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from resonance_env.core.errors import OptionError
from resonance_env.core.files import write_atomically
from resonance_env.core.spec import GameSpec, Variant
from resonance_env.games import game_names, load_game

SAVED_FOLDER = "games"
PLAYED_BY = "# played by: "  # the line of a saved game that names the agents
MAX_NAMES = 2000  # characters of that line that are read


def saved_text(variant: Variant, start: int | str, steps: Sequence[np.ndarray], names: Sequence[str]) -> str:
    """Returns a game as text with the agent of each seat in its last line."""
    return f"{variant.spec.game_text(variant, start, steps)}{PLAYED_BY}{'; '.join(names)}\n"


def game_of(text: str) -> GameSpec:
    """Returns the game of a saved game, which its first word names.

    Raises:
        OptionError: it is no saved game.
    """
    name = text.lstrip().partition(" ")[0]
    if name not in game_names():
        known = ", ".join(f"'{game} game 1'" for game in game_names())
        first = text.strip().partition("\n")[0][:60]
        raise OptionError(f"expected a saved game, whose first line is {known}; got {first!r}")
    return load_game(name)


def players_of(text: str, variant: Variant) -> tuple[str, ...] | None:
    """Returns the names of the agents of a saved game `[seat]`, or None if it does not tell one for each seat."""
    told = [line for line in text.splitlines() if line.startswith(PLAYED_BY)]
    names = told[-1][:MAX_NAMES].removeprefix(PLAYED_BY).split("; ") if told else []
    return tuple(names) if len(names) == variant.num_seats else None


class GameSaver:
    """Keeps the joint actions of the first games of a match."""

    def __init__(self, number: int) -> None:
        """Keeps so many games."""
        self._steps: list[list[np.ndarray]] = [[] for _ in range(number)]

    def note(self, games: np.ndarray, actions: np.ndarray) -> None:
        """Notes a step: joint actions `[row, seat]` of the games with the numbers `[row]`."""
        for row in np.flatnonzero(games < len(self._steps)):
            self._steps[int(games[row])].append(actions[row].astype(np.int16))

    def write(self, folder: Path, first: int, variant: Variant, seeds: Sequence[int], names: Sequence[Sequence[str]]) -> None:
        """Writes a file for each kept game.

        Args:
            folder: of the run.
            first: number of the first game of the match in the run.
            variant: the game.
            seeds: of the deals.
            names: of the agents at each seat.

        Raises:
            OSError: the folder cannot be written or the disk is full.
        """
        for game, steps in enumerate(self._steps):
            text = saved_text(variant, seeds[game], steps, names[game])
            write_atomically(folder / SAVED_FOLDER / f"{first + game:08}.txt", text)
