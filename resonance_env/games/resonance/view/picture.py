"""Draws the table as a picture."""

import numpy as np

from resonance_env.core.canvas import ACCENT, FAINT, NIGHT, PANEL, Canvas, Colour
from resonance_env.core.picture import PICTURE_SIZE
from resonance_env.games.resonance.view.picture_middle import draw_centre, draw_moons, draw_piles
from resonance_env.games.resonance.view.picture_witch import Frame, draw_witch
from resonance_env.games.resonance.view.table_view import TableView
from resonance_env.games.resonance.view.words import facts

_WIDTH, _HEIGHT = PICTURE_SIZE
_EDGE, _GAP = 12.0, 7.0
_TOP, _BOTTOM = 46.0, 38.0  # heights of the title and of what is asked
_LEFT = 392.0  # width of the moons, the centre and the piles
WINNER: Colour = (168, 120, 0)


def draw_picture(table: TableView, size: tuple[int, int] = PICTURE_SIZE) -> np.ndarray:
    """Returns the table as a picture; see `ShownVariant.draw_picture`."""
    canvas = Canvas(size)
    _draw_title(canvas, table)
    heights = (312.0, 184.0, _HEIGHT - _TOP - _BOTTOM - 312 - 184 - 2 * _GAP)
    y = _TOP
    for draw, height in zip((draw_moons, draw_centre, draw_piles), heights, strict=True):
        draw(canvas, table, _EDGE, y, _LEFT, height)
        y += height + _GAP
    _draw_witches(canvas, table)
    middle = _HEIGHT - _BOTTOM / 2
    canvas.polygon([(_EDGE + 2, middle - 7), (_EDGE + 14, middle), (_EDGE + 2, middle + 7)], ACCENT)
    canvas.text(_EDGE + 22, middle, canvas.shorten("  ".join(table.asked), 15, _WIDTH - 3 * _EDGE), 15, bold=True)
    return canvas.picture()


def _draw_title(canvas: Canvas, table: TableView) -> None:
    *about, who = facts(table)
    canvas.box(0, 0, _WIDTH, _TOP - 8, NIGHT)
    x, middle = _EDGE, (_TOP - 8) / 2
    x += canvas.text(x, middle, "Resonance", 19, PANEL, bold=True) + 18
    x += canvas.text(x, middle, about[0], 17, PANEL, bold=True) + 18
    canvas.text(x, middle, " · ".join(about[1:]), 13, (205, 210, 222))
    canvas.text(_WIDTH - _EDGE, middle, who, 14, PANEL, anchor=1)


def _draw_witches(canvas: Canvas, table: TableView) -> None:
    """Draws all panels: one column, or in teams a row for each team."""
    columns = 2 if table.has_teams else 1
    rows = len(table.witches) // columns
    left = _EDGE + _LEFT + _GAP
    width = (_WIDTH - _EDGE - left - (columns - 1) * _GAP) / columns
    height = (_HEIGHT - _TOP - _BOTTOM - (rows - 1) * _GAP) / rows
    for seat, witch in enumerate(table.witches):
        frame = Frame(left + seat % columns * (width + _GAP), _TOP + seat // columns * (height + _GAP), width, height)
        if witch.has_won:
            draw_witch(canvas, witch, frame, "won", WINNER)
        elif witch.is_asked:
            draw_witch(canvas, witch, frame, "is asked", ACCENT)
        else:
            draw_witch(canvas, witch, frame, "", FAINT)
