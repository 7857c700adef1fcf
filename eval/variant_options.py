"""From what was typed to the options of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from resonance_env.core.errors import OptionError
from resonance_env.core.spec import GameSpec, Option
from resonance_env.core.suggest import nearest


def game_options(spec: GameSpec, cards: str | None, edition: str | None, others: Sequence[str]) -> dict[str, Any]:
    """Returns what was typed as options for `spec.variant`.

    Args:
        spec: the game, whose options tell what may be chosen.
        cards: an option that has a place of its own on the command line; None if not typed.
        edition: likewise.
        others: each "NAME=VALUE".

    Raises:
        OptionError: an option that the game does not have, or a value that it does not know.
    """
    typed = [(name, value) for name, value in (("cards", cards), ("edition", edition)) if value is not None]
    for text in others:
        name, equals, value = text.partition("=")
        if not equals:
            raise OptionError(f"expected --option NAME=VALUE, got {text!r}")
        typed.append((name.strip(), value.strip()))
    options = {option.name: option for option in spec.options}
    chosen: dict[str, Any] = {}
    for name, value in typed:
        if name not in options:
            raise OptionError(
                f"expected an option of {spec.title}, one of {', '.join(options)}; got {name!r}{nearest(name, options)}"
            )
        chosen[name] = _value(options[name], value)
    return chosen


def _value(option: Option, text: str) -> Any:
    """Returns the choice that is written like this; options without choices take any text."""
    if not option.choices:
        return text
    for choice in option.choices:
        if text.lower() == str(choice).lower():
            return choice
    choices = ", ".join(str(choice).lower() for choice in option.choices)
    raise OptionError(f"expected option {option.name} to be one of {choices}; got {text!r}")
