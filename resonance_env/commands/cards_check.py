"""`resonance cards check`: checks a card-set file and prints its content."""

from dataclasses import dataclass
from typing import Annotated

import tyro

from resonance_env.games import DEFAULT_GAME, load_game


@dataclass(frozen=True)
class Options:
    """What to check.

    Attributes:
        file: A card-set file, or the name of a shipped set.
        game: The game.
    """

    file: Annotated[str, tyro.conf.Positional, tyro.conf.arg(metavar="FILE")]
    game: str = DEFAULT_GAME


def run(options: Options) -> None:
    """Prints a report on the card set.

    Raises:
        CardSetError: the card set is invalid; names file, card and field.
        OptionError: no such game.
    """
    print(load_game(options.game).check_cards(options.file))
