"""Draws the table as a picture."""

import numpy as np

from resonance_env.core.picture import PICTURE_SIZE, text_picture
from resonance_env.games.syncro.view.table_text import draw_text
from resonance_env.games.syncro.view.table_view import TableView


def draw_picture(table: TableView, size: tuple[int, int] = PICTURE_SIZE) -> np.ndarray:
    """Returns the text of the table as a picture; see `ShownVariant.draw_picture`."""
    return text_picture(draw_text(table), size)
