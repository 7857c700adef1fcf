"""Makes environments from a game and named options: the game's options make the variant, the others go to the environment.

The functions of `<game>_v0.py`, and through them the registries of Gymnasium and PettingZoo, are thin wrappers of `make`.
"""

import inspect
from collections.abc import Callable, Mapping
from functools import cache, wraps
from typing import Any, TypeVar, cast, get_args, get_type_hints

from resonance_env.core.errors import OptionError
from resonance_env.core.spec import GameSpec
from resonance_env.play import checks

Made = TypeVar("Made")
Function = TypeVar("Function", bound=Callable[..., Any])

PLAYERS = "players"


def make(environment: Callable[..., Made], spec: GameSpec, /, *arguments: Any, **options: Any) -> Made:
    """Makes an environment of a game.

    Args:
        environment: a class that takes a variant, then the arguments, then its own options by keyword.
        spec: the game.
        *arguments: arguments of the class after the variant.
        **options: `players`, the options of the game, and those of the class.

    Raises:
        OptionError: unknown option, with the nearest known names, or unknown value.
        CardSetError: a card set cannot be read.
        CheckpointError: an agent was made for something else.
    """
    of_game, own = split_options(environment, spec, options)
    return environment(spec.variant(**of_game), *arguments, **own)


def split_options(
    environment: Callable[..., Any], spec: GameSpec, options: Mapping[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Returns the options that make the variant, `players` included, and those of the environment.

    Raises:
        OptionError: a name is unknown to both.
    """
    game_names = (PLAYERS, *(option.name for option in spec.options))
    checks.check_names(options, [*game_names, *option_names(environment)])
    of_game = {name: value for name, value in options.items() if name in game_names}
    return of_game, {name: value for name, value in options.items() if name not in game_names}


@cache
def option_names(environment: Callable[..., Any]) -> tuple[str, ...]:
    """Returns the names of an environment's parameters after the variant, including those of its `**options`.

    >>> from resonance_env.adapters.pettingzoo_parallel import PettingZooParallel
    >>> option_names(PettingZooParallel)[:3]
    ('opponents', 'observation', 'mask')
    """
    names: list[str] = []
    for parameter in list(inspect.signature(environment).parameters.values())[1:]:  # the first is the variant
        if parameter.kind is parameter.VAR_KEYWORD:
            names += _unpacked(environment, parameter.name)
        else:
            names.append(parameter.name)
    return tuple(names)


def _unpacked(environment: Callable[..., Any], name: str) -> list[str]:
    """Returns the names of the typed dict that `**options` unpacks."""
    function = environment.__init__ if inspect.isclass(environment) else environment
    unpacked = get_args(get_type_hints(function).get(name))
    return list(get_type_hints(unpacked[0])) if unpacked else []


def by_keyword(function: Function) -> Function:
    """Returns a function that says so where options are given by position, instead of Python's bare TypeError."""
    positional = [
        name
        for name, parameter in inspect.signature(function).parameters.items()
        if parameter.kind is parameter.POSITIONAL_OR_KEYWORD
    ]

    @wraps(function)
    def checked(*arguments: Any, **options: Any) -> Any:
        if len(arguments) > len(positional):
            extra = arguments[len(positional)]
            call = f"{function.__name__}({', '.join([*positional, f'{PLAYERS}=4'])})"
            raise OptionError(f"expected options by keyword, such as {call}; got {extra!r} by position")
        return function(*arguments, **options)

    return cast(Function, checked)


def explains(environment: Callable[..., Any], spec: GameSpec, *bases: Callable[..., Any]) -> Callable[[Function], Function]:
    """Returns a decorator that adds what an environment is and what each option means to a docstring, so that `help` shows it.

    The spec documents the game's options, and the environment itself and the other options, so each meaning is written once.

    Args:
        environment: a class whose `__init__` explains its options under "Args:".
        spec: the game.
        *bases: other classes that explain options that the environment passes on.
    """

    def add(function: Function) -> Function:
        players = f"{', '.join(map(str, spec.players[:-1]))} or {spec.players[-1]} persons. Default {spec.default_players}."
        lines = [f"{PLAYERS}: {players}"]
        for option in spec.options:
            if option.for_agents:
                expected = option.expected()
                choices = f" {expected[0].upper()}{expected[1:]}." if expected else ""
                lines.append(f"{option.name}: {option.meaning}{choices} Default {option.default!r}.")
        known = set(option_names(environment))
        for explained in (environment, *bases):
            found = _explanations(explained, known)
            lines += found
            known -= {line.partition(":")[0] for line in found}
        text = "\n".join(f"    {line}" for line in lines)
        about = _about(environment) if inspect.isclass(environment) else ""
        function.__doc__ = f"{inspect.getdoc(function)}\n\n{about}Keyword Args:\n{text}\n"
        return by_keyword(function)

    return add


def _about(environment: type) -> str:
    """Returns the paragraphs of the docstring of a class between its first line and its first section."""
    paragraphs = (inspect.getdoc(environment) or "").split("\n\n")[1:]
    sections = [number for number, paragraph in enumerate(paragraphs) if paragraph.startswith(("Attributes:", "Args:"))]
    return "".join(f"{paragraph}\n\n" for paragraph in paragraphs[: sections[0] if sections else None])


def _explanations(explained: Callable[..., Any], known: set[str]) -> list[str]:
    """Returns the lines of a docstring's "Args:" that explain some names, indented as they are below it."""
    function = explained.__init__ if inspect.isclass(explained) else explained
    lines, is_inside, is_known = [], False, False
    for line in (inspect.getdoc(function) or "").splitlines():
        if not line.startswith(" "):
            is_inside = line == "Args:" or (is_inside and not line)
            continue
        if is_inside and not line.startswith("     "):
            is_known = line.strip().partition(":")[0] in known
        if is_inside and is_known:
            lines.append(line[4:])
    return lines
