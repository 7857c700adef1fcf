"""`resonance cards check`: says whether a card-set file can be played with, and what is in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import tyro

from resonance_env.games import DEFAULT_GAME, load_game


@dataclass(frozen=True)
class Options:
    """What to check.

    Attributes:
        file: A card-set file, or the name of a set that is shipped.
        game: The game.
    """

    file: Annotated[str, tyro.conf.Positional, tyro.conf.arg(metavar="FILE")]
    game: str = DEFAULT_GAME


def run(options: Options) -> None:
    """Prints a report on the card set.

    Raises:
        CardSetError: the file cannot be played with; file, card and field are named.
        OptionError: no such game.
    """
    print(load_game(options.game).check_cards(options.file))
