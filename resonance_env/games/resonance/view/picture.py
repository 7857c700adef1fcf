"""Draws the table as a picture."""

import numpy as np

from resonance_env.core.canvas import ACCENT, FAINT, Canvas
from resonance_env.core.picture import PICTURE_SIZE
from resonance_env.core.picture_frame import BOTTOM, EDGE, GAP, HEIGHT, TOP, WIDTH, WINNER, draw_question, draw_title
from resonance_env.games.resonance.view.picture_middle import draw_centre, draw_moons, draw_piles
from resonance_env.games.resonance.view.picture_witch import Frame, draw_witch
from resonance_env.games.resonance.view.table_view import TableView
from resonance_env.games.resonance.view.words import facts

_LEFT = 392.0  # width of the moons, the centre and the piles


def draw_picture(table: TableView, size: tuple[int, int] = PICTURE_SIZE) -> np.ndarray:
    """Returns the table as a picture; see `ShownVariant.draw_picture`."""
    canvas = Canvas(size)
    *about, viewer = facts(table)
    draw_title(canvas, "Resonance", about, viewer)
    heights = (312.0, 184.0, HEIGHT - TOP - BOTTOM - 312 - 184 - 2 * GAP)
    y = TOP
    for draw, height in zip((draw_moons, draw_centre, draw_piles), heights, strict=True):
        draw(canvas, table, EDGE, y, _LEFT, height)
        y += height + GAP
    _draw_witches(canvas, table)
    draw_question(canvas, table.asked)
    return canvas.picture()


def _draw_witches(canvas: Canvas, table: TableView) -> None:
    """Draws all panels: one column, or in teams a row for each team."""
    columns = 2 if table.has_teams else 1
    rows = len(table.witches) // columns
    left = EDGE + _LEFT + GAP
    width = (WIDTH - EDGE - left - (columns - 1) * GAP) / columns
    height = (HEIGHT - TOP - BOTTOM - (rows - 1) * GAP) / rows
    for seat, witch in enumerate(table.witches):
        frame = Frame(left + seat % columns * (width + GAP), TOP + seat // columns * (height + GAP), width, height)
        if witch.has_won:
            draw_witch(canvas, witch, frame, "won", WINNER)
        elif witch.is_asked:
            draw_witch(canvas, witch, frame, "is asked", ACCENT)
        else:
            draw_witch(canvas, witch, frame, "", FAINT)
