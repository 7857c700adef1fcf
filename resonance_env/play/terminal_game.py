"""A game of people and agents in the terminal, which can be left, saved and resumed."""

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from resonance_env.agents.human import GameLeft
from resonance_env.agents.interface import Agent
from resonance_env.agents.loading import load
from resonance_env.core.errors import OptionError
from resonance_env.core.files import check_can_write, write_atomically
from resonance_env.core.reading import read_text
from resonance_env.core.spec import GameSpec, Variant
from resonance_env.play.checks import check_playable
from resonance_env.play.saved_games import PLAYED_BY, saved_text
from resonance_env.play.seating import Seating
from resonance_env.play.told_game import AgentsTable, ToldGame
from resonance_env.play.zero_shot import differences

HUMAN = "human"
_SEPARATOR = re.compile(r",(?![^,:]*=)")  # a comma between agents, not between the parameters of one


@dataclass(frozen=True)
class Session:
    """A new or saved game.

    Attributes:
        variant: the game.
        start: its seed or, as text, the position that it began from.
        steps: the joint actions `[seat]` played before.
        names: name of the agent at each seat.
    """

    variant: Variant
    start: int | str
    steps: Sequence[np.ndarray]
    names: Sequence[str]


def new_session(variant: Variant, seed: int, seats: str | None, opponents: str | None, agents: str | None = None) -> Session:
    """Returns a new game.

    Args:
        variant: the game.
        seed: of the game and of the agents.
        seats: seats of people, separated by commas; seat 0 by default.
        opponents: names of agents, separated by commas: one for all other seats, or one for each; random by default.
        agents: names of agents for all seats instead, separated by commas, one for all or one for each.

    Raises:
        OptionError: there are no such seats, or the agents are too few or too many.
    """
    check_playable(variant)
    if agents is not None:
        return Session(variant, seed, [], _names("--agents", agents, variant.num_seats))
    return Session(variant, seed, [], _line_up(variant, seats or "0", opponents or "random"))


def saved_session(spec: GameSpec, file: Path, seats: str | None, opponents: str | None) -> Session:
    """Returns a saved game, with the agents that played it unless seats or opponents are given.

    Raises:
        OptionError: as `new_session`.
        PositionError: the file cannot be read.
    """
    text = read_text(file)
    variant, start, steps = spec.read_game(text)
    check_playable(variant)
    saved = [line.removeprefix(PLAYED_BY) for line in text.splitlines() if line.startswith(PLAYED_BY)]
    names = saved[-1].split("; ") if saved else []
    if seats is not None or opponents is not None or len(names) != variant.num_seats:
        names = _line_up(variant, seats or "0", opponents or "random")
    return Session(variant, start, steps, names)


def play_in_terminal(session: Session, target: Path | None) -> None:
    """Plays a game to its end, or until a person leaves.

    Args:
        session: the game.
        target: file to save it to; None: a person who leaves is asked for one.

    Raises:
        OptionError: there is no such agent, or it cannot play this game.
        CheckpointError: a checkpoint is damaged or was made for something else.
        OSError: the game cannot be saved.
    """
    if target is not None:
        check_can_write(target)
    variant, names = session.variant, session.names
    agents, line_up = _load(names)
    seating = Seating(variant, agents, 1)
    table = AgentsTable(ToldGame(variant, session.start), seating, line_up)
    table.follow(session.steps)
    game = table.game
    seats = ", ".join(f"{seat} is {name}" for seat, name in zip(variant.seat_names, names, strict=True))
    print(f"{variant.spec.title}: {seats}.{' `help` explains the game and what you can type.' if HUMAN in names else ''}")
    if HUMAN in names and variant.spec.primer:
        print(variant.spec.primer.partition("\n\n")[0])
    for line in differences(variant, agents):
        print(line)
    try:
        while not game.is_over:
            table.step()
    except (GameLeft, KeyboardInterrupt):
        print("\nYou have left the game.")
        _save(game, names, target or _asked_for_file())
        return
    people = [seat for seat, name in enumerate(names) if name == HUMAN]
    print(f"\n{game.log(people[0] if people else None)}\n\n{variant.render(game.games)}")
    if isinstance(session.start, int):
        print(f"It was the deal of --seed {session.start}.")  # not before: the seed reveals what is hidden
    _save(game, names, target)


def _line_up(variant: Variant, seats: str, opponents: str) -> list[str]:
    """Returns the name of the agent at each seat.

    Raises:
        OptionError: there are no such seats, or not one agent for each of the others.
    """
    people: set[int] = set()
    for text in seats.split(","):
        if not (text.strip().isascii() and text.strip().isdecimal()) or int(text) >= variant.num_seats:
            raise OptionError(
                f"expected --seat in 0 .. {variant.num_seats - 1}, several with commas between them; got {seats!r}"
            )
        people.add(int(text))
    others = [seat for seat in range(variant.num_seats) if seat not in people]
    at = dict(zip(others, _names("--opponents", opponents, len(others)), strict=True))
    return [at.get(seat, HUMAN) for seat in range(variant.num_seats)]


def _names(option: str, text: str, number: int) -> list[str]:
    """Returns that many names of agents.

    Raises:
        OptionError: the text names neither one nor that many.
    """
    names = [name.strip() for name in _SEPARATOR.split(text)]
    if len(names) == 1:
        names *= number
    if len(names) != number:
        raise OptionError(f"expected {option} to be one agent or {number} with commas between them; got {len(names)}")
    return names


def _load(names: Sequence[str]) -> tuple[list[Agent], list[int]]:
    """Returns the agents, each loaded once, and the index of the one at each seat."""
    once = list(dict.fromkeys(names))
    return [load(name) for name in once], [once.index(name) for name in names]


def _asked_for_file() -> Path | None:
    """Asks for a file to save the game to; returns None without an answer."""
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
    write_atomically(target, saved_text(game.variant, game.start, game.steps, names))
    more = f"show --replay {target}` tells what happened" if game.is_over else f"play --resume {target}` takes it up again"
    print(f"Saved to {target}; `resonance {more}.")
