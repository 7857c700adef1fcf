"""A person in the terminal, who sees the table as text and answers with a number, a name or the beginning of a name."""

import sys
import textwrap
from collections.abc import Callable, Sequence

import numpy as np

from resonance_env.agents.interface import Agent, Memory, RandomSource
from resonance_env.agents.seat_view import WIDTH, SeatView
from resonance_env.core.answers import parse_answer
from resonance_env.core.errors import IllegalActionError, OptionError, UsageError
from resonance_env.core.rules_page import parse_rules
from resonance_env.core.spec import Variant

HELP = """\
Answer with the number of an action, its name, the beginnings of its words ("p h" for "play herb"), or words of its meaning.
  table         print the table and the actions again
  log           what has happened since your last decision
  rules WORDS   look up rules by id, by section or by words that occur in them
  help          goal and course of the game, and this list
  quit          leave the game; Ctrl-C and Ctrl-D do the same"""

_CLEAR = "\x1b[2J\x1b[3J\x1b[H"


class GameLeft(Exception):
    """The person leaves the game: typed quit or interrupted the program, or the input has ended."""


class HumanAgent(Agent):
    """Asks in the terminal; several seats may be people, who share the terminal.

    The code that runs the game passes the views of the rows to it before each `act` (see `agents.seat_view`).
    """

    name = "human"
    is_person = True

    def __init__(self, ask: Callable[[str], str] | None = None, say: Callable[[str], None] | None = None) -> None:
        """Takes a function that reads a line after a prompt and one that prints; by default those of the terminal."""
        self._ask = ask or input
        self._say = say or print
        self._views: Sequence[SeatView] = ()
        self._person: int | None = None  # the person who sat at the terminal last

    def bind(self, variant: Variant) -> None:
        self._views, self._person = (), None

    def show(self, views: Sequence[SeatView]) -> None:
        """Sets the views of the rows of the next `act`."""
        self._views = views

    def act(self, observation: np.ndarray, legal: np.ndarray, memory: Memory, rng: RandomSource) -> tuple[np.ndarray, Memory]:
        """Asks for each row.

        Raises:
            UsageError: the rows have not been shown as text.
            GameLeft: the person leaves the game.
        """
        if len(self._views) != len(observation):
            raise UsageError(
                f"expected to be shown {len(observation)} decisions as text, got {len(self._views)}: people play where games "
                "are shown, as in `resonance play` and in single-seat environments"
            )
        views, self._views = self._views, ()
        return np.array([self._decide(view) for view in views], dtype=np.int64), memory

    def _decide(self, view: SeatView) -> int:
        self._hand_over(view)
        self._show_log(view)
        self._show_table(view)
        while True:
            answer = self._read(f"{view.name}> ").strip()
            command, _, words = answer.partition(" ")
            if command.lower() == "quit":
                raise GameLeft
            if command.lower() in ("help", "?"):
                self._say(f"{view.primer}\n\n{HELP}".lstrip())
            elif command.lower() == "table":
                self._show_table(view)
            elif command.lower() == "log":
                self._say(view.log or "Nothing has happened yet.")
            elif command.lower() == "rules":
                self._say(_rules(view, words))
            elif answer:
                try:
                    return parse_answer(answer, view.actions, view.choices)
                except IllegalActionError as error:
                    self._say(f"{error}. `help` lists what else you can type.")

    def _show_log(self, view: SeatView) -> None:
        if view.log:
            self._say(f"\nSince your last decision:\n{view.log}")

    def _show_table(self, view: SeatView) -> None:
        self._say(f"\n{view.table}\n{view.list_choices()}\n")

    def _hand_over(self, view: SeatView) -> None:
        """Clears the screen for the next person, who presses Enter when nobody else is looking."""
        if self._person not in (None, view.person):
            if sys.stdout.isatty():
                self._say(_CLEAR)
            self._read(f"{view.name}, take the terminal and press Enter ")
        self._person = view.person

    def _read(self, prompt: str) -> str:
        try:
            return self._ask(prompt)
        except (EOFError, KeyboardInterrupt):
            raise GameLeft from None


def _rules(view: SeatView, query: str) -> str:
    """Returns the rules that match a query, or the sections of the page."""
    page = parse_rules(view.rules.read_text(encoding="utf-8"))
    if not query.strip():
        sections = "\n".join(f"  {', '.join(section.prefixes):20} {section.title}" for section in page.sections)
        return f"{sections}\nType `rules` with an id, a section or words."
    try:
        found = page.find(query)
    except OptionError as error:
        return f"{error}."
    return "\n".join(textwrap.fill(f"{rule.id}  {rule.text}", WIDTH, subsequent_indent="    ") for rule in found)
