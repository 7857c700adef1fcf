"""What every picture of a table has: margins, a line with the title above, and what is asked below."""

from collections.abc import Sequence

from resonance_env.core.canvas import ACCENT, NIGHT, PANEL, Canvas, Colour
from resonance_env.core.picture import PICTURE_SIZE

WIDTH, HEIGHT = PICTURE_SIZE
EDGE, GAP = 12.0, 7.0
TOP, BOTTOM = 46.0, 38.0  # heights of the title and of what is asked
WINNER: Colour = (168, 120, 0)
_SOFT: Colour = (205, 210, 222)


def draw_title(canvas: Canvas, game: str, about: Sequence[str], viewer: str) -> None:
    """Draws the name of the game, facts about the position, the first of them larger, and who sees it."""
    canvas.box(0, 0, WIDTH, TOP - 8, NIGHT)
    x, middle = EDGE, (TOP - 8) / 2
    x += canvas.text(x, middle, game, 19, PANEL, bold=True) + 18
    x += canvas.text(x, middle, about[0], 17, PANEL, bold=True) + 18
    canvas.text(x, middle, " · ".join(about[1:]), 13, _SOFT)
    canvas.text(WIDTH - EDGE, middle, viewer, 14, PANEL, anchor=1)


def draw_question(canvas: Canvas, asked: Sequence[str]) -> None:
    """Draws what is asked, shortened to one line."""
    middle = HEIGHT - BOTTOM / 2
    canvas.polygon([(EDGE + 2, middle - 7), (EDGE + 14, middle), (EDGE + 2, middle + 7)], ACCENT)
    canvas.text(EDGE + 22, middle, canvas.shorten("  ".join(asked), 15, WIDTH - 3 * EDGE), 15, bold=True)
