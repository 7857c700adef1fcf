"""Options of games besides the number of players. Importing this compiles nothing."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from resonance_env.core.errors import OptionError
from resonance_env.core.suggest import nearest

Number = TypeVar("Number", int, float)
_INTEGER = re.compile(r"[+-]?[0-9]+")
_FLOAT = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?|[+-]?inf|nan")


@dataclass(frozen=True)
class Option:
    """An option of a game: its choices and its meaning."""

    name: str
    default: Any
    meaning: str
    choices: tuple[Any, ...] = ()  # empty: integers, or any value that the game itself accepts
    for_agents: bool = True  # False: for exact enumeration only; environments accept only the default
    is_in_fingerprint: bool = False  # the fingerprint covers its content, and its value may be another path elsewhere
    integers: tuple[int, int] | None = None  # the least and the greatest value of a number; the default may be None

    def expected(self) -> str:
        """Returns what values there are, such as "one of 1, 2" or "an integer from 1 to 60"; empty if any."""
        if self.integers is not None:
            numbers = f"an integer from {self.integers[0]} to {self.integers[1]}"
            return f"None or {numbers}" if self.default is None else numbers
        return f"one of {', '.join(map(repr, self.choices))}" if self.choices else ""

    def allows(self, value: Any) -> bool:
        """Returns whether a value is among the choices or numbers; the game itself judges what has neither."""
        if self.integers is not None:
            if value is None or isinstance(value, bool) or not hasattr(value, "__index__"):
                return value is None and self.default is None
            return self.integers[0] <= int(value) <= self.integers[1]
        return not self.choices or any(type(choice) is type(value) and choice == value for choice in self.choices)


def resolve_options(game: str, options: Sequence[Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the values of all options of a game: the given values, and defaults for the others.

    Raises:
        OptionError: the game has no such option, or a value is not among its choices.
    """
    values = {option.name: option.default for option in options}
    for name, value in given.items():
        if name not in values:
            names = ", ".join(values) or "which has none"
            raise OptionError(f"expected an option of {game}, one of {names}; got {name!r}{nearest(name, values)}")
        values[name] = value
    for option in options:
        value = values[option.name]
        if not option.allows(value):
            raise OptionError(f"expected {option.name} to be {option.expected()}; got {value!r}")
        if option.integers is not None and value is not None:
            values[option.name] = int(value)
    return values


def plain_number(text: str, kind: type[Number]) -> Number:
    """Returns a number from its usual spelling: a sign, the digits 0 to 9, and for a float a point and an exponent, or "inf".

    >>> plain_number("-12", int), plain_number("1e-3", float)
    (-12, 0.001)

    Raises:
        ValueError: it is spelt otherwise, as with spaces, underscores or other digits, though Python may read that.
    """
    if not (_INTEGER if kind is int else _FLOAT).fullmatch(text):
        raise ValueError(f"expected a number of the digits 0 to 9, got {text!r}")
    return kind(text)


def check_number(name: str, value: int, low: int, high: int) -> None:
    """Checks the number that an option or an argument has; `high` keeps work from going on for days unannounced.

    Raises:
        OptionError: it is too low or too high.
    """
    if value < low:
        raise OptionError(f"expected {name} of at least {low}, got {value}")
    if value > high:
        raise OptionError(f"expected {name} of at most {high:,}, got {str(value)[:40]}")


def resolve_players(players: Any, default: int, allowed: Sequence[int], where: str = "") -> int:
    """Returns a number of players.

    Args:
        players: the given number; None for the default, or the least allowed number if the default is not allowed.
        default: the game's default.
        allowed: the allowed numbers.
        where: the reason for the limit, for the message, such as "with card set 'mini'".

    Raises:
        OptionError: the number is not allowed or not an integer.
    """
    if players is None:
        players = default if default in allowed else min(allowed)
    if isinstance(players, bool) or not hasattr(players, "__index__") or int(players) not in allowed:
        numbers = f"one of {', '.join(map(str, allowed))}" if len(allowed) > 1 else str(allowed[0])
        limit = f" {where}" if where else ""
        raise OptionError(f"expected players to be {numbers}{limit}; got {players!r}")
    return int(players)
