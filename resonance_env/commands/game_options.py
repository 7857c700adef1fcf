"""Options of games on the command line: `--NAME VALUE` stands for `--option NAME=VALUE`, and the help lists them.

Only the light tables of options are read (`games.load_options`), so that `--help` is quick.
"""

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest

from resonance_env.core.errors import OptionError
from resonance_env.core.options import Option
from resonance_env.games import DEFAULT_GAME, game_names, load_options

WIDTH = 80  # columns of the help, as of the rest of it


def chosen_game(words: Sequence[str]) -> str | None:
    """Returns the game that the words of a command name, or None."""
    for word, following in zip_longest(words, words[1:], fillvalue=""):
        name, equals, value = word.partition("=")
        if name == "--game":
            return value if equals else following
    return None


def known_options(words: Sequence[str], own: Iterable[str]) -> dict[str, Option]:
    """Returns the options that may be typed as `--NAME VALUE`, by name.

    Without `--game` a checkpoint may determine the game, so options of all games may be typed.

    Args:
        words: words of the command line after the command.
        own: names of the command's own options, which take precedence: an option of a game with such a name needs `--option`.
    """
    game = chosen_game(words)
    games = game_names() if game is None else [game] if game in game_names() else []
    taken = set(own)
    return {option.name: option for name in games for option in load_options(name) if option.name not in taken}


def rewritten(words: Sequence[str], options: Mapping[str, Option]) -> list[str]:
    """Returns the words with `--option NAME=VALUE` for each `--NAME VALUE` or `--NAME=VALUE` of an option of a game.

    >>> options = {"stakes": Option("stakes", 1, "Points of a right guess.", (1, 2))}
    >>> rewritten(["--seed", "3", "--stakes", "2"], options)
    ['--seed', '3', '--option', 'stakes=2']

    Raises:
        OptionError: an option of a game has no value.
    """
    found: list[str] = []
    rest = iter(words)
    for word in rest:
        name, equals, value = word.removeprefix("--").partition("=")
        option = options.get(name.replace("-", "_")) if word.startswith("--") else None
        if option is None:
            found.append(word)
            continue
        if not equals:
            value = next(rest, "--")
            if value.startswith("--"):
                raise OptionError(f"expected --{name} with a value{_choices(option)}; got none")
        found += ["--option", f"{option.name}={value}"]
    return found


def help_of(words: Sequence[str], own: Iterable[str]) -> str:
    """Returns the part of a command's help that lists the options of the game that agents may play with; empty if none."""
    game = chosen_game(words) or DEFAULT_GAME
    if game not in game_names():
        return ""
    options = [option for option in load_options(game) if option.for_agents and option.name not in set(own)]
    if not options:
        return ""
    heads = [f"  --{option.name.replace('_', '-')} {_metavar(option)}" for option in options]
    width = max(map(len, heads)) + 2
    lines = [f"options of {game} (with --game NAME, those of another game):"]
    for head, option in zip(heads, options, strict=True):
        text = f"{option.meaning} (default: {_written(option.default)})"
        lines += textwrap.wrap(
            text, WIDTH, initial_indent=f"{head:{width}}", subsequent_indent=" " * width, break_on_hyphens=False
        )
    return "\n".join(lines)


def _metavar(option: Option) -> str:
    if option.integers is not None:
        return "INT"
    return f"{{{','.join(map(_written, option.choices))}}}" if option.choices else "VALUE"


def _choices(option: Option) -> str:
    if option.integers is not None:
        return f", {option.expected()}"
    return f", one of {', '.join(map(_written, option.choices))}" if option.choices else ""


def _written(value: object) -> str:
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)
