"""Draws the table as a picture."""

import numpy as np

from resonance_env.core.canvas import ACCENT, FAINT, GOLD, INK, LINE, PANEL, Canvas
from resonance_env.core.canvas_rows import draw_row, panel
from resonance_env.core.picture import PICTURE_SIZE
from resonance_env.core.picture_frame import BOTTOM, EDGE, GAP, HEIGHT, TOP, WIDTH, draw_question, draw_title
from resonance_env.games.syncro.view.picture_cards import draw_card, spell_of
from resonance_env.games.syncro.view.table_view import Mage, TableView
from resonance_env.games.syncro.view.words import act_text, facts, mage_state, piles

_LEFT = 800.0  # width of the Horde and of what stands below it
_LOW = 132.0  # height of what stands below it
_OVERLAP = 0.62  # part of a card that the row over it leaves free


def draw_picture(table: TableView, size: tuple[int, int] = PICTURE_SIZE) -> np.ndarray:
    """Returns the table as a picture; see `ShownVariant.draw_picture`."""
    canvas = Canvas(size)
    *about, viewer = facts(table)
    draw_title(canvas, "SYNCRO", about, viewer)
    high = HEIGHT - TOP - BOTTOM - _LOW - GAP
    _draw_horde(canvas, table, EDGE, TOP, _LEFT, high)
    _draw_words(canvas, table, EDGE, TOP + high + GAP, _LEFT, _LOW)
    left = EDGE + _LEFT + GAP
    height = (HEIGHT - TOP - BOTTOM - (table.players - 1) * GAP) / table.players
    for mage in table.mages:
        _draw_mage(canvas, mage, left, TOP + mage.seat * (height + GAP), WIDTH - EDGE - left, height)
    draw_question(canvas, table.asked)
    return canvas.picture()


def _draw_horde(canvas: Canvas, table: TableView, x: float, y: float, width: float, height: float) -> None:
    """Draws the cards in their places, each row over the row above it."""
    panel(canvas, x, y, width, height)
    columns = max((card.column for card in table.horde), default=0) + 2
    rows = max((card.row for card in table.horde), default=0) + 1
    half = min(66.0, (width - 24) / columns)
    high = min(2 * half * 0.95, (height - 20) / (1 + _OVERLAP * (rows - 1)))
    left = x + (width - half * columns) / 2
    top = y + (height - high * (1 + _OVERLAP * (rows - 1))) / 2
    for card in table.horde:
        if card.is_here:
            draw_card(canvas, card, left + half * card.column + 3, top + high * _OVERLAP * card.row, 2 * half - 6, high)


def _draw_words(canvas: Canvas, table: TableView, x: float, y: float, width: float, height: float) -> None:
    """Draws piles, curses and Rewards in force, and what was done this turn and in the last one."""
    panel(canvas, x, y, width, height)
    told = [[act_text(act, table) for act in acts if act.did or act.reward] for acts in (table.acts, table.last_acts)]
    lines = [
        ("Piles", piles(table)),
        ("In force", ", ".join([*table.curses, *table.in_force])),
        ("Turn", " · ".join(told[0])),
        ("Last turn", " · ".join(told[1])),
    ]
    middle = y + 18
    for title, text in lines:
        if text:
            canvas.text(x + 12, middle, title, 12.5, FAINT)
            for line in canvas.wrap(text, 12.5, width - 100, 2):
                canvas.text(x + 86, middle, line, 12.5)
                middle += 17
            middle += 4


def _draw_mage(canvas: Canvas, mage: Mage, x: float, y: float, width: float, height: float) -> None:
    """Draws what a mage holds and has shown."""
    colour = ACCENT if mage.is_asked else LINE
    inset = 2.5 if mage.is_asked else 1.2
    canvas.box(x, y, width, height, colour, radius=8)
    canvas.box(x + inset, y + inset, width - 2 * inset, height - 2 * inset, PANEL, radius=7)
    middle = y + 19
    edge = x + 14 + canvas.text(x + 14, middle, mage.seat_name, 15, bold=True)
    words = [*mage_state(mage), *(["is asked"] if mage.is_asked else [])]
    canvas.text(edge + 12, middle, " · ".join(words), 13, colour if mage.is_asked else FAINT, bold=mage.is_asked)
    room = height - 36 - (26 if mage.has_reward else 6)
    size = min(66.0, room)
    draw_row(canvas, x + 14, y + 36 + room / 2, width - 28, size, [spell_of(held, n) for n, held in enumerate(mage.hand, 1)])
    if mage.has_reward:
        low = y + height - 17
        canvas.box(x + 14, low - 9, 14, 18, GOLD, INK, 3)
        canvas.text(x + 36, low, f"Reward: {mage.reward or 'hidden'}", 12.5)
