"""Options of games besides the number of players. Importing this compiles nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from resonance_env.core.errors import OptionError
from resonance_env.core.suggest import nearest


@dataclass(frozen=True)
class Option:
    """An option of a game: its choices and its meaning."""

    name: str
    default: Any
    meaning: str
    choices: tuple[Any, ...] = ()  # empty: any value that the game itself accepts
    for_agents: bool = True  # False: for exact enumeration only; environments accept only the default
    is_in_fingerprint: bool = False  # the fingerprint covers its content, and its value may be another path elsewhere


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
        if option.choices and not any(type(choice) is type(value) and choice == value for choice in option.choices):
            choices = ", ".join(map(repr, option.choices))
            raise OptionError(f"expected {option.name} to be one of {choices}; got {value!r}")
    return values


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
