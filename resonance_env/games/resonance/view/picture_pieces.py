"""Cards on the table as small figures in a row: objects by colour, shape and letter, other cards, card backs."""

import math

from msgspec import Struct

from resonance_env.core.canvas import FAINT, INK, LINE, PANEL, Canvas, Colour, Point
from resonance_env.core.canvas_rows import Piece, tint
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.view.table_view import OpenCards

# Herb, Mineral, Potion: distinguishable with colour blindness, and by shape and letter.
OBJECT_COLOURS: tuple[Colour, ...] = ((0, 132, 92), (208, 124, 0), (32, 96, 186))
ARTIFACT_COLOUR: Colour = (106, 66, 160)
INCANTATION_COLOUR: Colour = (176, 36, 96)
_BACK: Colour = (232, 231, 226)

# How an object is drawn: there, missing, or of a level that is not due yet.
SOLID, HOLLOW, PALE = range(3)


def draw_object(canvas: Canvas, x: float, y: float, radius: float, kind: int, style: int = SOLID) -> None:
    """Draws an object around its middle: Herb is a circle, Mineral a hexagon, Potion a rounded square."""
    colour = OBJECT_COLOURS[kind]
    fill = {SOLID: colour, HOLLOW: PANEL, PALE: tint(colour)}[style]
    line = tint(colour, 0.5) if style == PALE else colour
    width = max(radius * 0.16, 1.0)
    if kind == v.HERB:
        canvas.circle(x, y, radius, fill, line, width)
    elif kind == v.MINERAL:
        canvas.polygon(_corners(x, y, radius * 1.06, 6), fill, line, width)
    else:
        half = radius * 0.92
        canvas.box(x - half, y - half, 2 * half, 2 * half, line, radius=radius * 0.4)
        inner = half - width
        canvas.box(x - inner, y - inner, 2 * inner, 2 * inner, fill, radius=radius * 0.3)
    canvas.text(x, y, v.OBJECT_NAMES[kind][0], radius * 1.15, PANEL if style == SOLID else colour, bold=True, anchor=0.5)


def draw_star(canvas: Canvas, x: float, y: float, radius: float, colour: Colour) -> None:
    """Draws the sign of incantations around its middle."""
    outer, inner = _corners(x, y, radius, 5), _corners(x, y, -radius * 0.45, 5)
    canvas.polygon([point for index in range(5) for point in (outer[index], inner[(index + 3) % 5])], colour)


def _corners(x: float, y: float, radius: float, count: int) -> list[Point]:
    """Returns the corners of a regular polygon, the first on top."""
    turns = [2 * math.pi * corner / count for corner in range(count)]
    return [(x + radius * math.sin(turn), y - radius * math.cos(turn)) for turn in turns]


class Object(Struct, frozen=True):
    """Copies of an object; a transient has a ring, and a figure in front says what each counts if that is more than 1."""

    kind: int
    copies: int | None = None
    counts: int = 1
    style: int = SOLID
    is_transient: bool = False

    def width(self, canvas: Canvas, size: float) -> float:
        ring = 0.3 if self.is_transient else 0.0
        return size * (1.08 + ring) + sum(canvas.width(text, size * 0.62) + size * 0.12 for text in self._labels())

    def draw(self, canvas: Canvas, x: float, y: float, size: float) -> None:
        radius = size / 2 * 0.96
        if self.is_transient:
            canvas.circle(x + radius * 1.25, y, radius * 1.25, None, OBJECT_COLOURS[self.kind], 1.2)
            x += radius * 0.25
        draw_object(canvas, x + radius, y, radius, self.kind, self.style)
        x += size * (1.18 if self.is_transient else 1.02)
        for text in self._labels():
            x += canvas.text(x, y, text, size * 0.62, INK) + size * 0.1

    def _labels(self) -> list[str]:
        labels = [f"counts {self.counts}"] if self.counts > 1 else []
        return labels if self.copies is None else [f"×{self.copies}", *labels]


class Card(Struct, frozen=True):
    """An artifact or an incantation with its value, or with None the back of one."""

    is_artifact: bool
    value: int | None = None
    copies: int | None = None

    def width(self, canvas: Canvas, size: float) -> float:
        copies = "" if self.copies is None else f"×{self.copies}"
        return size * 1.62 + (canvas.width(copies, size * 0.62) + size * 0.1 if copies else 0)

    def draw(self, canvas: Canvas, x: float, y: float, size: float) -> None:
        colour = ARTIFACT_COLOUR if self.is_artifact else INCANTATION_COLOUR
        width, height = size * 1.48, size * 0.98
        fill, ink = (_BACK, colour) if self.value is None else (colour, PANEL)
        canvas.box(x, y - height / 2, width, height, fill, LINE if self.value is None else None, size * 0.18)
        if self.is_artifact:
            canvas.text(x + width * 0.27, y, "A", size * 0.55, ink, bold=True, anchor=0.5)
        else:
            draw_star(canvas, x + width * 0.27, y, size * 0.27, ink)
        value = "?" if self.value is None else str(self.value)
        canvas.text(x + width * 0.68, y, value, size * 0.6, ink, bold=True, anchor=0.5)
        if self.copies is not None:
            canvas.text(x + size * 1.55, y, f"×{self.copies}", size * 0.62, INK)


class HiddenObjects(Struct, frozen=True):
    """Objects of which only the number is known."""

    copies: int

    def width(self, canvas: Canvas, size: float) -> float:
        return size * 1.25 + canvas.width(f"×{self.copies}", size * 0.62)

    def draw(self, canvas: Canvas, x: float, y: float, size: float) -> None:
        canvas.circle(x + size / 2, y, size * 0.48, _BACK, LINE, 1.2)
        canvas.text(x + size / 2, y, "?", size * 0.6, FAINT, bold=True, anchor=0.5)
        canvas.text(x + size * 1.04, y, f"×{self.copies}", size * 0.62, INK)


def pieces_of(cards: OpenCards) -> list[Piece]:
    """Returns figures of open cards."""
    pieces: list[Piece] = [Object(kind, cards.objects[kind]) for kind in v.OBJECTS if cards.objects[kind]]
    pieces += [Object(kind, cards.transients[kind], is_transient=True) for kind in v.OBJECTS if cards.transients[kind]]
    pieces += [Card(True, value) for value in cards.artifacts]
    return pieces + [Card(False, value) for value in cards.incantations]


def backs_of(objects: int, artifacts: int, incantations: int) -> list[Piece]:
    """Returns figures of cards of which only class and number are known."""
    pieces: list[Piece] = [HiddenObjects(objects)] if objects else []
    pieces += [Card(True, None, artifacts)] if artifacts else []
    return pieces + ([Card(False, None, incantations)] if incantations else [])
