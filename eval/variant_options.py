"""From what was typed to a variant of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from resonance_env.core.errors import OptionError
from resonance_env.core.spec import GameSpec


def game_options(
    spec: GameSpec, cards: str | None, edition: str | None, others: Sequence[str], base: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Returns the options for `spec.variant`: those of `base`, overruled by what was typed.

    Args:
        spec: the game, whose defaults tell the type of each option.
        cards: an option that has a place of its own on the command line; None if not typed.
        edition: likewise.
        others: each "NAME=VALUE".
        base: options to start from, such as those in the card of a checkpoint.

    Raises:
        OptionError: an option that the game does not have, or a value of another type.
    """
    chosen = dict(base or {})
    typed = [(name, value) for name, value in (("cards", cards), ("edition", edition)) if value is not None]
    for text in others:
        name, equals, value = text.partition("=")
        if not equals:
            raise OptionError(f"expected --option NAME=VALUE, got {text!r}")
        typed.append((name.strip(), value.strip()))
    defaults = {option.name: option.default for option in spec.options}
    for name, value in typed:
        if name not in defaults:
            raise OptionError(f"expected an option of {spec.title}, one of {', '.join(defaults)}; got {name!r}")
        chosen[name] = _value(name, value, defaults[name])
    return chosen


def _value(name: str, text: str, default: Any) -> Any:
    """Reads a value of the type that the option's default has."""
    if isinstance(default, bool):
        if text.lower() not in ("true", "false"):
            raise OptionError(f"expected true or false for option {name}, got {text!r}")
        return text.lower() == "true"
    if isinstance(default, int):
        try:
            return int(text)
        except ValueError:
            raise OptionError(f"expected an integer for option {name}, got {text!r}") from None
    if default is None and text.lower() == "none":
        return None
    return int(text) if default is None and text.removeprefix("-").isdigit() else text
