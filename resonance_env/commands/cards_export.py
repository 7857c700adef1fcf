"""`resonance cards export`: writes a shipped card set as a file, to be changed."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import tyro

from resonance_env.core.errors import OptionError
from resonance_env.core.files import write_atomically
from resonance_env.games import DEFAULT_GAME, load_game


@dataclass(frozen=True)
class Options:
    """What to write.

    Attributes:
        name: Name of a shipped card set.
        out: The file; default: NAME.toml in this folder.
        game: The game.
    """

    name: Annotated[str, tyro.conf.Positional, tyro.conf.arg(metavar="NAME")]
    out: Annotated[Path | None, tyro.conf.arg(metavar="FILE")] = None
    game: str = DEFAULT_GAME


def run(options: Options) -> None:
    """Writes the file and says where it is.

    Raises:
        CardSetError: no card set of this name is shipped.
        OptionError: no such game, it has no card sets, or the file exists.
        OSError: the file cannot be written.
    """
    text = load_game(options.game).export_cards(options.name)
    target = options.out or Path(f"{options.name}.toml")
    if target.is_file():
        raise OptionError(f"expected a new file as --out, but {target} exists")
    write_atomically(target, text)
    place = target if target.is_absolute() else f"./{target}"
    print(f"Saved to {target}. Change it and play with it: `resonance play --game {options.game} --cards {place}`")
