"""A log of a game for people: what happened, as events, and events as lines."""

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

WIDTH = 100
_MARGIN = 14
TURN, LINE, MORE = range(3)  # a heading, a line of its own, or more of the line before


@dataclass(frozen=True)
class Event:
    """Something that happened.

    Attributes:
        form: TURN, LINE or MORE.
        who: the seat or place that a line is about.
        text: without a full stop.
        depth: how deep in nested activations: two for each group on the stack, one for a thing activated by name.
        open_text: what all seats may know of it while the game goes on; None: all of it.
    """

    form: int
    who: str
    text: str
    depth: int = 0
    open_text: str | None = None


def lay_out(events: Sequence[Event]) -> list[str]:
    """Returns events as lines: a heading for each turn, a line for each activation, nested ones indented."""
    lines: list[tuple[str, str, int, list[str]]] = []  # (who, first text, depth, more)
    for event in events:
        if event.form == MORE and lines and lines[-1][0] == event.who:
            lines[-1][3].append(event.text)
        else:
            lines.append(("" if event.form == TURN else event.who, event.text, event.depth, []))
    page: list[str] = []
    for who, first, depth, more in lines:
        text = f"{first}{_joint(first, more)}{'; '.join(more)}"
        if who == "":
            page += ["", text]
            continue
        margin = f"  {who} ".ljust(_MARGIN) + " " * depth
        page += textwrap.wrap(text, WIDTH, initial_indent=margin, subsequent_indent=" " * (len(margin) + 4))
    return page


def lay_out_open(events: Iterable[Event]) -> list[str]:
    """Returns lines with what is open to all."""
    return lay_out([event if event.open_text is None else Event(event.form, event.who, event.open_text) for event in events])


def _joint(first: str, more: Sequence[str]) -> str:
    """What stands between the thing that is activated, which is one word, or a sentence, and what follows."""
    return "" if not more else ": " if " " not in first else "; "
