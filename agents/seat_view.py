"""The view of a seat as text, for agents that read text instead of observation vectors, such as people and language models."""

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

import numpy as np

from resonance_env.agents.interface import Agent
from resonance_env.core.actions import ActionTable
from resonance_env.core.errors import OptionError
from resonance_env.core.spec import Variant

WIDTH = 100


@dataclass(frozen=True)
class SeatView:
    """A decision of a seat as text; contains nothing hidden from that seat.

    Attributes:
        seat: the seat that decides.
        name: name of the seat.
        person: the person that holds the seat; a person may hold several.
        table: the table as the seat sees it.
        log: what has happened since its last decision, if a log is kept.
        choices: each legal action with its meaning now; numbered in this order, from 1.
        actions: the action table, for names.
        rules: file of the rules.
        primer: goal and course of the game in short, or nothing.
    """

    seat: int
    name: str
    person: int
    table: str
    log: str
    choices: Mapping[int, str]
    actions: ActionTable
    rules: Path
    primer: str

    def list_choices(self) -> str:
        """Returns the legal actions as a numbered list with their meanings."""
        width = max(len(self.actions.name(code)) for code in self.choices)
        lines = []
        for number, (code, meaning) in enumerate(self.choices.items(), start=1):
            head = f"{number:4}  {self.actions.name(code):{width}}  "
            lines += textwrap.wrap(meaning, WIDTH, initial_indent=head, subsequent_indent=" " * len(head)) or [head.rstrip()]
        return "\n".join(lines)


@runtime_checkable
class ViewReader(Protocol):
    """An agent that needs views before it acts."""

    def show(self, views: Sequence[SeatView]) -> None:
        """Sets the views of the rows of the next `act`, in their order."""


def check_reads_observations(agent: Agent) -> None:
    """Checks that an agent can be asked without a game that is told as text.

    Raises:
        OptionError: it needs views.
    """
    if isinstance(agent, ViewReader):
        raise OptionError(f"expected an agent that reads observations, got {agent.name!r}, which reads text")


def seat_view(variant: Variant, games: np.ndarray, index: int, seat: int, log: str = "") -> SeatView:
    """Returns the view of a seat of game `index` that is asked.

    Args:
        variant: the game.
        games: records `[game]`.
        index: which game.
        seat: which seat.
        log: what has happened since its last decision.
    """
    legal = np.flatnonzero(variant.legal(games[index : index + 1])[0, seat]).tolist()
    return SeatView(
        seat=seat,
        name=variant.seat_names[seat],
        person=variant.holders[seat],
        table=variant.render(games, index, seat),
        log=log,
        choices={code: variant.explain_action(games, index, seat, code) for code in legal},
        actions=variant.actions,
        rules=variant.spec.rules_file(),
        primer=variant.spec.primer,
    )
