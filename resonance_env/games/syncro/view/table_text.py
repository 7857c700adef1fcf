"""Draws the table as text: the Horde with rows that overlap as on the table, then foes, piles, acts and mages."""

import re
import textwrap
from collections.abc import Iterator

from resonance_env.core.terminal import paint
from resonance_env.games.syncro.view.table_view import HordeCard, Mage, TableView
from resonance_env.games.syncro.view.words import act_text, card_title, facts, foe_text, hand_text, mage_state, piles

WIDTH = 100
_HEIGHT, _STEP = 5, 3  # lines of a card, and from one row to the next
_COLOURS = (
    (re.compile(r"(?m)^(SYNCRO|Foes|Piles|In force|Turn|Last turn)\b"), "1"),
    (re.compile(r"(?m)^▶.*$"), "1"),
    (re.compile(r"◀ [^─\n]*"), "31"),
)


def draw_text(table: TableView, colour: bool = False) -> str:
    """Returns the table as text of at most 100 columns, with ANSI colours if `colour`."""
    lines = [f"SYNCRO  {' · '.join(facts(table))}", "═" * WIDTH, *draw_horde(table), ""]
    order = sorted(table.horde, key=lambda card: (-card.row, card.column))
    for number, card in enumerate(card for card in order if card.is_up):
        lines += _wrap("" if number else "Foes", foe_text(card))
    lines += _wrap("Piles", piles(table))
    lines += _wrap("In force", ", ".join([*table.curses, *table.in_force])) if table.curses or table.in_force else []
    for heading, acts in (("Turn", table.acts), ("Last turn", table.last_acts)):
        told = [act_text(act, table) for act in acts if act.did or act.reward]
        lines += _wrap(heading, " · ".join(told)) if told else []
    lines.append("")
    for mage in table.mages:
        lines += _mage(mage)
    lines += ["", *(f"▶ {sentence}" for sentence in table.asked)]
    return paint("\n".join(lines) + "\n", _COLOURS if colour else ())


def draw_horde(table: TableView) -> list[str]:
    """Returns the cards in their places, each row over the row above it."""
    columns = max((card.column for card in table.horde), default=0) + 2
    half = max(5, min(8, (WIDTH - 1) // columns))
    rows = max((card.row for card in table.horde), default=0) + 1
    grid = [[" "] * (half * columns + 1) for _ in range(_STEP * (rows - 1) + _HEIGHT)]
    for card in table.horde:
        if card.is_here:
            _put(grid, card, _STEP * card.row, half * card.column, 2 * half - 1)
    return ["".join(line).rstrip() for line in grid if "".join(line).strip()]


def _put(grid: list[list[str]], card: HordeCard, top: int, left: int, width: int) -> None:
    """Puts a card on the grid; its last line of text is the one that a card over it hides."""
    inside = width - 2
    title, force, spells = card_title(card)
    for line, text in enumerate(
        (
            f"┌{'─' * inside}┐",
            f"│{title[:inside]:^{inside}}│",
            f"│{force[:inside]:^{inside}}│",
            f"│{spells[:inside]:^{inside}}│",
            f"└{'─' * inside}┘",
        )
    ):
        grid[top + line][left : left + width] = text


def _wrap(heading: str, text: str, indent: int = 11) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=f"{heading:<{indent}}", subsequent_indent=" " * indent)


def _mage(mage: Mage) -> Iterator[str]:
    doing = " ◀ is asked" if mage.is_asked else ""
    yield f"── {mage.seat_name}{''.join(f' · {word}' for word in mage_state(mage))}{doing} ".ljust(WIDTH, "─")
    yield from _wrap("   hand", hand_text(mage))
    if mage.has_reward:
        yield from _wrap("   Reward", mage.reward or "hidden")
