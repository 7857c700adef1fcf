"""The table as a picture, as one seat sees it or as a spectator without secrets sees it (R-INFO-1, R-INFO-2)."""

from __future__ import annotations

import numpy as np

from resonance_env.core.picture import PICTURE_SIZE
from resonance_env.games.resonance.cardsets.cards import CardSet
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.view.picture_canvas import ACCENT, FAINT, NIGHT, PANEL, Canvas, Colour
from resonance_env.games.resonance.view.picture_middle import draw_centre, draw_moons, draw_piles
from resonance_env.games.resonance.view.picture_witch import Frame, draw_witch
from resonance_env.games.resonance.view.prompt import named_seat, prompt
from resonance_env.games.resonance.view.reading import Reading

_WIDTH, _HEIGHT = PICTURE_SIZE
_EDGE, _GAP = 12.0, 7.0
_TOP, _BOTTOM = 46.0, 38.0  # heights of the title and of what is asked
_LEFT = 392.0  # width of the moons, the centre and the piles
WINNER: Colour = (168, 120, 0)


def draw_table(
    games: np.ndarray, index: int, card_set: CardSet, viewer: int | None = None, size: tuple[int, int] = PICTURE_SIZE
) -> np.ndarray:
    """Returns the table as uint8 `[height, width, 3]`.

    Args:
        games: array of GAME records.
        index: which game.
        card_set: the cards it is played with.
        viewer: the seat that looks, or None for a spectator.
        size: width and height in pixels.

    Raises:
        OptionError: the size cannot be drawn.
        UsageError: Pillow is not installed.
    """
    canvas, reading = Canvas(size), Reading(games[index], card_set, viewer)
    _draw_title(canvas, reading)
    heights = (312.0, 184.0, _HEIGHT - _TOP - _BOTTOM - 312 - 184 - 2 * _GAP)
    y = _TOP
    for draw, height in zip((draw_moons, draw_centre, draw_piles), heights, strict=True):
        draw(canvas, reading, _EDGE, y, _LEFT, height)
        y += height + _GAP
    _draw_witches(canvas, reading)
    offered = " or ".join(card_set.witch_names[card] for card in reading.offered())
    asked = "  ".join(prompt(reading.game, viewer, reading.name, offered)).replace("▶ ", "")
    middle = _HEIGHT - _BOTTOM / 2
    canvas.polygon([(_EDGE + 2, middle - 7), (_EDGE + 14, middle), (_EDGE + 2, middle + 7)], ACCENT)
    canvas.text(_EDGE + 22, middle, canvas.shorten(asked, 15, _WIDTH - 3 * _EDGE), 15, bold=True)
    return canvas.picture()


def _draw_title(canvas: Canvas, reading: Reading) -> None:
    *facts, who = reading.facts()
    canvas.box(0, 0, _WIDTH, _TOP - 8, NIGHT)
    x, middle = _EDGE, (_TOP - 8) / 2
    x += canvas.text(x, middle, "Resonance", 19, PANEL, bold=True) + 18
    x += canvas.text(x, middle, facts[0], 17, PANEL, bold=True) + 18
    canvas.text(x, middle, " · ".join(facts[1:]), 13, (205, 210, 222))
    canvas.text(_WIDTH - _EDGE, middle, who, 14, PANEL, anchor=1)


def _draw_witches(canvas: Canvas, reading: Reading) -> None:
    """Draws all panels: one column, or in teams a row for each team."""
    game, seats = reading.game, reading.seats
    columns = 2 if game["teams"] else 1
    rows = seats // columns
    left = _EDGE + _LEFT + _GAP
    width = (_WIDTH - _EDGE - left - (columns - 1) * _GAP) / columns
    height = (_HEIGHT - _TOP - _BOTTOM - (rows - 1) * _GAP) / rows
    is_over = game["phase"] == v.PHASE_OVER
    first = int(game["winner"]) if is_over else v.NO_SEAT
    winners = () if first == v.NO_SEAT else range(first, first + 1 + int(game["teams"]))
    for seat in range(seats):
        frame = Frame(left + seat % columns * (width + _GAP), _TOP + seat // columns * (height + _GAP), width, height)
        if seat in winners:
            draw_witch(canvas, reading, seat, frame, "won", WINNER)
        elif seat == named_seat(game):
            draw_witch(canvas, reading, seat, frame, "is asked", ACCENT)
        else:
            draw_witch(canvas, reading, seat, frame, "", FAINT)
