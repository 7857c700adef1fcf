"""The command line `resonance`: finds the sub-command, lets tyro read its options, and turns errors into one line.

Nothing heavy is imported before a sub-command runs, so that `resonance --help` is quick. Usage errors exit with 2 and one line
on standard error, Ctrl-C and SIGTERM end with one line and exit with 130, and a closed pipe ends the command silently.
"""

import contextlib
import dataclasses
import functools
import importlib
import io
import os
import re
import sys
import types
from collections.abc import Sequence
from typing import Any

from resonance_env import __version__
from resonance_env.core.errors import ResonanceEnvError
from resonance_env.core.suggest import nearest
from resonance_env.core.terminal import Stopped, complain, replace_what_cannot_be_shown, termination_interrupts, wide_enough

EXIT_OK = 0
EXIT_USAGE = 2
EXIT_INTERRUPTED = 128 + 2  # as a shell reports SIGINT
EXIT_BROKEN_PIPE = 128 + 13  # as a shell reports SIGPIPE

# What other programs call an option.
OTHER_NAMES = {
    "against": ("opponent", "opponents", "vs"),
    "measure-against": ("against",),
    "out": ("output", "dir", "save-dir", "log-dir"),
    "minutes": ("time", "duration"),
    "resume": ("config", "continue", "load"),
}

# Which extra of the package installs an optional module.
EXTRAS = {
    "PIL": "render",
    "fastapi": "web",
    "uvicorn": "web",
    "rich": "cli",
    "tyro": "cli",
    "pyspiel": "open-spiel",
    "safetensors": "train",
    "sb3_contrib": "train",
    "stable_baselines3": "train",
    "tensorboard": "train",
    "torch": "train",
}


@dataclasses.dataclass(frozen=True)
class Command:
    """A sub-command.

    Attributes:
        name: as typed after `resonance`; one or two words.
        module: has `Options` and `run(options) -> int | None`. If it also has `defaults(options) -> Options | None` and that
            returns some, the command line is parsed a second time with these defaults.
        summary: one line for the list of commands.
        example: a call worth copying.
    """

    name: str
    module: str
    summary: str
    example: str


COMMANDS = (
    Command(
        "train",
        "resonance_env.commands.train",
        "Train an agent by self-play and write a checkpoint.",
        "resonance train --players 4 --minutes 2 --out runs/demo --seed 1",
    ),
    Command(
        "eval",
        "resonance_env.commands.eval",
        "Play a checkpoint or a named agent against others on the same deals.",
        "resonance eval runs/demo --against random --games 2000",
    ),
    Command(
        "tournament",
        "resonance_env.commands.tournament",
        "Play agents against each other in all seats, on all cores, and rate them.",
        "resonance tournament random runs/demo --players 4 --games 10000 --out runs/tournament",
    ),
    Command(
        "best-response",
        "resonance_env.commands.best_response",
        "Train opponents against copies of an agent, and report the gain of the best.",
        "resonance best-response runs/demo --minutes 10 --out runs/response",
    ),
    Command(
        "exact",
        "resonance_env.commands.exact",
        "Measure agents exactly on a game small enough to enumerate: best responses and NashConv.",
        "resonance exact random --cards mini --iterations 100",
    ),
    Command(
        "balance",
        "resonance_env.commands.balance",
        "Measure how balanced the cards are between given agents, and which are outside the limits.",
        "resonance balance planner --players 4 --games 10000",
    ),
    Command(
        "agents",
        "resonance_env.commands.agents",
        "List the named agents with their parameters.",
        "resonance agents",
    ),
    Command(
        "play",
        "resonance_env.commands.play",
        "Play in the terminal, at any seat, against any agents.",
        "resonance play --players 4 --seat 0 --opponents planner,greedy,random",
    ),
    Command(
        "serve",
        "resonance_env.commands.serve",
        "Play and watch games at a table in the browser.",
        "resonance serve --port 8000",
    ),
    Command(
        "review",
        "resonance_env.commands.review",
        "Review a saved game: what an agent would have done, and what each choice cost.",
        "resonance review game.txt --by planner --html review.html",
    ),
    Command(
        "show",
        "resonance_env.commands.show",
        "Print or draw a random or a given position, or print a replay.",
        "resonance show --players 5 --seed 3 --plies 40",
    ),
    Command(
        "rules",
        "resonance_env.commands.rules",
        "Look up a rule by its id, its section or a word.",
        "resonance rules R-LOCK-1",
    ),
    Command(
        "cards check",
        "resonance_env.commands.cards_check",
        "Check a card-set file and report errors in it.",
        "resonance cards check my-box.toml",
    ),
    Command(
        "cards export",
        "resonance_env.commands.cards_export",
        "Write a shipped card set as a file, to be changed.",
        "resonance cards export house --out my-box.toml",
    ),
)


class _BadArgumentsError(Exception):
    """The command line cannot be understood."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns the exit status; `arguments` are those of the process by default."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    replace_what_cannot_be_shown()
    try:
        with termination_interrupts(), wide_enough():
            status = _run(words)
            sys.stdout.flush()
        return status
    except Stopped:
        return EXIT_INTERRUPTED
    except KeyboardInterrupt:
        print("resonance: stopped", file=sys.stderr)
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        # The interpreter flushes standard output once more at its end, which must not fail again.
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_BROKEN_PIPE
    except (ResonanceEnvError, _BadArgumentsError) as error:
        return _complain(error)
    except MemoryError as error:
        wanted = str(error).partition(" with shape")[0]  # what NumPy says next is the type, at great length
        what = "not enough memory for these options"
        return _complain(f"{f'{what}: {wanted}' if wanted else what}; take fewer games or smaller networks")
    except OSError as error:
        return _complain(error)
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in EXTRAS:
            raise
        return _complain(f"this needs {package}: install it with `pip install 'resonance-env[{EXTRAS[package]}]'`")


def _run(words: list[str]) -> int:
    if not words or words[0] in ("-h", "--help", "help"):
        print(_help(COMMANDS))
        return EXIT_OK
    if words[0] in ("-V", "--version"):
        print(f"resonance-env {__version__}")
        return EXIT_OK
    for command in COMMANDS:
        length = len(command.name.split())
        if command.name.split() == words[:length]:
            module = importlib.import_module(command.module)
            options = _parse_options(command, module, words[length:])
            if options is None:
                return EXIT_OK
            return module.run(options) or EXIT_OK
    group = [command for command in COMMANDS if command.name.split()[0] == words[0]]
    if group and words[1:2] in (["-h"], ["--help"]):
        print(_help(group))
        return EXIT_OK
    raise _BadArgumentsError(_unknown(words, group))


def _parse_options(command: Command, module: types.ModuleType, words: list[str]) -> Any | None:
    """Returns the options of a command, or None when only its help was asked for, which is then printed.

    Raises:
        OptionError: an option of a game has no value.
        _BadArgumentsError: the arguments do not fit; the frame that tyro draws around the reason is taken off.
    """
    import tyro

    from resonance_env.commands.game_options import help_of, known_options, rewritten
    from resonance_env.commands.numbers import NUMBERS

    own = [field.name for field in dataclasses.fields(module.Options)]
    of_game = known_options(words, own) if "option" in own else {}
    words = rewritten(words, of_game)
    if not {"-h", "--help"}.isdisjoint(words):
        _let_help_flow(module.Options)
    prog = f"resonance {command.name}"
    complaint = io.StringIO()
    description = f"{command.summary} Example: {command.example}"
    parse = functools.partial(tyro.cli, module.Options, prog=prog, description=description, args=words, registry=NUMBERS)
    try:
        with contextlib.redirect_stderr(complaint):
            options = parse()
            default = module.defaults(options) if hasattr(module, "defaults") else None
            return options if default is None else parse(default=default)
    except SystemExit as end:
        if not end.code:
            if "option" in own:
                print(help_of(words, own))
            return None
    reason = _unframed(complaint.getvalue()) or "the arguments do not fit"
    raise _BadArgumentsError(f"{reason}{_hint(reason, [*own, *of_game])} (see `{prog} --help`)")


def _hint(reason: str, names: Sequence[str]) -> str:
    """Returns the options like the first one that tyro does not know."""
    unknown = re.match(r"Unrecognized options: --([\w-]+)", reason)
    if unknown is None:
        return ""
    known = [name.replace("_", "-") for name in names]
    meant = [name for name in known if unknown[1] in (_initials(name), *OTHER_NAMES.get(name, ()))]
    return f"; did you mean {' or '.join(map(repr, meant))}?" if meant else nearest(unknown[1], known)


def _initials(name: str) -> str:
    """Returns the first letters of the words of an option, such as "lr" of "learning-rate"."""
    return "".join(word[:1] for word in name.split("-"))


def _let_help_flow(options: type) -> None:
    """Gives the fields of a dataclass their explanations as single lines, since tyro keeps the breaks of indented lines."""
    import docstring_parser

    fields = {field.name: field for field in dataclasses.fields(options)}
    for owner in reversed(options.__mro__[:-1]):
        for explained in docstring_parser.parse_from_object(owner).params:
            if explained.arg_name in fields:
                text = " ".join((explained.description or "").split())
                fields[explained.arg_name].metadata = types.MappingProxyType({"help": text})


def _unframed(box: str) -> str:
    """Returns what stands in the first compartment of a box below its title, on one line.

    Where standard output is not UTF-8, the frame is of blanks and the lines are of hyphens.
    """
    found = box.splitlines()
    if "╭" not in box:
        found = found[2:]  # the title and the line below it
    lines: list[str] = []
    for line in found:
        if "╭" in line or "╰" in line:
            continue
        text = "".join(character for character in line if not "─" <= character <= "╿").strip()
        text = "" if set(text) == {"-"} else text
        if not text:
            if lines:
                break
            continue
        lines.append(text)
    return " ".join(lines)


def _help(commands: Sequence[Command]) -> str:
    width = max(len(command.name) for command in commands)
    lines = [
        "usage: resonance COMMAND [OPTIONS]",
        "",
        "Play, train and evaluate agents in games with hidden hands.",
        "",
    ]
    lines += ["commands:", *(f"  {command.name:{width}}  {command.summary}" for command in commands), ""]
    lines += ["examples:", *(f"  {command.example}" for command in commands), ""]
    lines += ["`resonance COMMAND --help` lists the options of a command; `resonance --version` prints the version."]
    return "\n".join(lines)


def _unknown(words: list[str], group: Sequence[Command]) -> str:
    asked = " ".join(words[: 2 if group else 1])
    names = [command.name for command in group or COMMANDS]
    return f"expected a command, one of {', '.join(names)}; got {asked!r}{nearest(asked, names)}"


def _complain(error: Exception | str) -> int:
    complain(error)
    return EXIT_USAGE


if __name__ == "__main__":
    sys.exit(main())
