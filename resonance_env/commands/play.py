"""`resonance play`: people in the terminal among any agents; a game can be saved and taken up again."""

from __future__ import annotations

import re
import secrets
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np
import tyro

from resonance_env.agents.human import GameLeft
from resonance_env.agents.loading import load
from resonance_env.core.errors import OptionError, PositionError
from resonance_env.core.files import check_can_write, write_atomically
from resonance_env.core.spec import Variant
from resonance_env.play.checks import check_playable
from resonance_env.play.game_choice import GameChoice
from resonance_env.play.seating import Seating
from resonance_env.play.told_game import AgentsTable, ToldGame

HUMAN = "human"
MAX_SEED = 2**64
_SEPARATOR = re.compile(r",(?![^,:]*=)")  # a comma between agents, not between the parameters of one
_PLAYED_BY = "# played by: "  # the line of a saved game that names the agents


@dataclass(frozen=True)
class Options(GameChoice):
    """Who plays what.

    Attributes:
        seat: Seats of people, separated by commas.
        opponents: Agents at the other seats, in seat order, separated by commas; a single one plays all of them.
        seed: Seed of the deal and of the agents; a new one by default.
        save: Write the game there when it ends or is left.
        resume: A saved game to take up again, with the same agents; it is saved there again.
    """

    seat: Annotated[str | None, tyro.conf.arg(metavar="SEATS")] = None
    opponents: Annotated[str | None, tyro.conf.arg(metavar="AGENTS")] = None
    seed: Annotated[int | None, tyro.conf.arg(metavar="INT")] = None
    save: Annotated[Path | None, tyro.conf.arg(metavar="FILE")] = None
    resume: Annotated[Path | None, tyro.conf.arg(metavar="FILE")] = None


def run(options: Options) -> None:
    """Plays a game to its end, or until a person leaves it.

    Raises:
        OptionError: unknown or contradictory options.
        PositionError: the saved game cannot be read.
        OSError: the game could not be saved.
    """
    variant, start, steps, names = _taken_up(options) if options.resume is not None else _new(options)
    target = options.save or options.resume
    if target is not None:
        check_can_write(target)
    seating, line_up = _seat(variant, names)
    table = AgentsTable(ToldGame(variant, start), seating, line_up)
    table.follow(steps)
    game = table.game
    seats = ", ".join(f"{seat} is {name}" for seat, name in zip(variant.seat_names, names, strict=True))
    print(f"{variant.spec.title}: {seats}. `help` says what you can type.")
    try:
        while not game.is_over:
            table.step()
    except (GameLeft, KeyboardInterrupt):
        print("\nYou have left the game.")
        _save(game, names, target or _asked_for_file())
        return
    people = [seat for seat, name in enumerate(names) if name == HUMAN]
    print(f"\n{game.log(people[0])}\n\n{variant.render(game.games)}")
    if isinstance(start, int):
        print(f"It was the deal of --seed {start}.")  # not before: whoever knows the seed knows what is hidden
    _save(game, names, target)


def _new(options: Options) -> tuple[Variant, int, list[np.ndarray], list[str]]:
    """Returns variant, seed, no steps, and the name of the agent at each seat."""
    variant = options.variant()
    check_playable(variant)
    if options.seed is not None and not 0 <= options.seed < MAX_SEED:
        raise OptionError(f"expected --seed in 0 .. {MAX_SEED - 1}, got {options.seed}")
    seed = secrets.randbelow(10**6) if options.seed is None else options.seed  # short, so that it can be typed again
    return variant, seed, [], _line_up(variant, options.seat or "0", options.opponents or "random")


def _line_up(variant: Variant, seats: str, opponents: str) -> list[str]:
    """Returns the name of the agent at each seat.

    Raises:
        OptionError: no such seats, or not one agent for each of the others.
    """
    people: set[int] = set()
    for text in seats.split(","):
        if not text.strip().isdecimal() or int(text) >= variant.num_seats:
            raise OptionError(
                f"expected --seat in 0 .. {variant.num_seats - 1}, several with commas between them; got {seats!r}"
            )
        people.add(int(text))
    agents = [name.strip() for name in _SEPARATOR.split(opponents)]
    others = [seat for seat in range(variant.num_seats) if seat not in people]
    if len(agents) == 1:
        agents *= len(others)
    if len(agents) != len(others):
        raise OptionError(f"expected --opponents to be one agent or {len(others)} with commas between them; got {len(agents)}")
    at = dict(zip(others, agents, strict=True))
    return [at.get(seat, HUMAN) for seat in range(variant.num_seats)]


def _taken_up(options: Options) -> tuple[Variant, int | str, list[np.ndarray], list[str]]:
    """Returns variant, seed or start position, steps, and the name of the agent at each seat, of a saved game.

    Raises:
        OptionError: options beside `--resume` that the saved game decides.
        PositionError: the file cannot be read.
    """
    assert options.resume is not None
    typed = [*options.typed, *([] if options.seed is None else ["seed"])]
    if typed:
        raise OptionError(f"expected --resume without --{typed[0]}, since the saved game says it; got both")
    try:
        text = options.resume.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise PositionError(f"{options.resume}: expected text in UTF-8, got byte {error.object[error.start]:#04x}") from error
    variant, start, steps = options.spec().read_game(text)
    check_playable(variant)
    saved = [line.removeprefix(_PLAYED_BY) for line in text.splitlines() if line.startswith(_PLAYED_BY)]
    names = saved[-1].split("; ") if saved else []
    if options.seat is not None or options.opponents is not None or len(names) != variant.num_seats:
        names = _line_up(variant, options.seat or "0", options.opponents or "random")
    return variant, start, steps, names


def _seat(variant: Variant, names: Sequence[str]) -> tuple[Seating, list[int]]:
    """Returns the agents, each loaded once, and the index of the one at each seat."""
    once = list(dict.fromkeys(names))
    return Seating(variant, [load(name) for name in once], 1), [once.index(name) for name in names]


def _asked_for_file() -> Path | None:
    """Returns where to save the game, if there is somebody who can say."""
    if not sys.stdin.isatty():
        return None
    try:
        text = input("A file to save it to, or Enter: ").strip()
    except (EOFError, KeyboardInterrupt):
        text = ""
    return Path(text) if text else None


def _save(game: ToldGame, names: Sequence[str], target: Path | None) -> None:
    if target is None:
        return
    write_atomically(target, f"{game.text()}{_PLAYED_BY}{'; '.join(names)}\n")
    more = f"show --replay {target}` tells what happened" if game.is_over else f"play --resume {target}` takes it up again"
    print(f"Saved to {target}; `resonance {more}.")
