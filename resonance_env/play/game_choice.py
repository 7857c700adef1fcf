"""The chosen game, as typed: the game, the number of players, and options of the game as NAME=VALUE.

Every command's options and every configuration of training and evaluation inherit `GameChoice`, so none of them knows an option
of a particular game. Importing this compiles nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import tyro

from resonance_env.core.errors import OptionError
from resonance_env.core.options import Option
from resonance_env.core.suggest import nearest
from resonance_env.games import DEFAULT_GAME, load_game
from resonance_env.play.arguments import OptionalInt, optional

if TYPE_CHECKING:
    from resonance_env.core.spec import GameSpec, Variant


@dataclass(frozen=True, kw_only=True)
class GameChoice:
    """The game, players and options; omitted parts come from the first checkpoint that takes part, or are the defaults."""

    game: Annotated[str | None, optional("NAME")] = None
    """The game; default: that of the first checkpoint that takes part, or else the package's default game."""

    players: OptionalInt = None
    """Number of players; default: that of the checkpoint, or else the game's default, or the least that the options allow."""

    option: Annotated[tuple[str, ...], tyro.conf.arg(metavar="NAME=VALUE"), tyro.conf.UseAppendAction] = ()
    """An option of the game, as NAME=VALUE; may be repeated. On the command line --NAME VALUE means the same."""

    @property
    def typed(self) -> list[str]:
        """The choices besides the game, by their names on the command line."""
        names = [text.partition("=")[0].strip().replace("_", "-") for text in self.option]
        return names if self.players is None else ["players", *names]

    def spec(self) -> GameSpec:
        """Returns the game.

        Raises:
            OptionError: there is no such game.
        """
        return load_game(self.game or DEFAULT_GAME)

    def variant(self) -> Variant:
        """Returns the game with players and options fixed, for commands without checkpoints.

        Raises:
            OptionError: there is no such game, or players or options are invalid.
            CardSetError: a card set that an option names cannot be read.
        """
        spec = self.spec()
        return spec.variant(self.players, **parse_options(spec, self.option))


def parse_options(spec: GameSpec, texts: Sequence[str]) -> dict[str, Any]:
    """Returns options, each "NAME=VALUE", as keywords for `spec.variant`.

    Raises:
        OptionError: an unknown option, an invalid value, or the same option twice.
    """
    options = {option.name: option for option in spec.options}
    chosen: dict[str, Any] = {}
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals:
            raise OptionError(f"expected --option NAME=VALUE, got {text!r}")
        if name not in options:
            names = ", ".join(options) or "which has none"
            raise OptionError(f"expected an option of {spec.title}, one of {names}; got {name!r}{nearest(name, options)}")
        if name in chosen:
            raise OptionError(f"expected each option once, got {name!r} twice")
        chosen[name] = _value(options[name], value)
    return chosen


def _value(option: Option, text: str) -> Any:
    """Returns the number or the choice of that text; an option without either accepts any text."""
    if option.integers is not None:
        if option.default is None and text.lower() == "none":
            return None
        return int(text) if re.fullmatch(r"-?\d+", text) else text  # what is no number is refused by the variant
    if not option.choices:
        return text
    for choice in option.choices:
        if text.lower() == str(choice).lower():
            return choice
    choices = ", ".join(str(choice).lower() for choice in option.choices)
    raise OptionError(f"expected option {option.name} to be one of {choices}; got {text!r}")
