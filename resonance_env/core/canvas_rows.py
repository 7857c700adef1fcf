"""Figures in a row on a canvas, panels that hold them, and colours beside one another."""

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from resonance_env.core.canvas import FAINT, LINE, PANEL, Canvas, Colour


class Piece(Protocol):
    """A figure of a row; `size` is the height of the row."""

    def width(self, canvas: Canvas, size: float) -> float:
        """Returns how wide it is."""

    def draw(self, canvas: Canvas, x: float, y: float, size: float) -> None:
        """Draws it from x to the right, its middle at y."""


def draw_row(canvas: Canvas, x: float, y: float, width: float, size: float, pieces: Sequence[Piece]) -> None:
    """Draws pieces from left to right with their middle at y, smaller if they would be wider than `width`."""
    needed = sum(piece.width(canvas, size) for piece in pieces)
    size *= min(1.0, width / max(needed, 1.0))
    for piece in pieces:
        piece.draw(canvas, x, y, size)
        x += piece.width(canvas, size)


class Words(Struct, frozen=True):
    """Text in a row, `scale` of its height."""

    text: str
    colour: Colour = FAINT
    scale: float = 0.62
    bold: bool = False

    def width(self, canvas: Canvas, size: float) -> float:
        return canvas.width(self.text, size * self.scale) + size * 0.3

    def draw(self, canvas: Canvas, x: float, y: float, size: float) -> None:
        canvas.text(x, y, self.text, size * self.scale, self.colour, bold=self.bold)


def panel(canvas: Canvas, x: float, y: float, width: float, height: float, title: str = "") -> None:
    """Draws an empty panel with a heading."""
    canvas.box(x, y, width, height, PANEL, LINE, 8)
    if title:
        canvas.text(x + 12, y + 16, title, 13, bold=True)


def draw_check(canvas: Canvas, x: float, y: float, size: float, colour: Colour) -> None:
    """Draws a check mark around its middle."""
    points = [(x - 0.4 * size, y), (x - 0.1 * size, y + 0.3 * size), (x + 0.45 * size, y - 0.35 * size)]
    canvas.line(points, colour, size * 0.22)


def tint(colour: Colour, part: float = 0.8) -> Colour:
    """Returns a colour mixed with white."""
    red, green, blue = (round(value + (255 - value) * part) for value in colour)
    return red, green, blue
