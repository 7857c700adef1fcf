"""A canvas of 1280 x 800 units that becomes a picture of any size; the font is the one that Pillow brings."""

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from resonance_env.core.picture import PICTURE_SIZE, check_picture_size, pillow

Colour = tuple[int, int, int]
Point = tuple[float, float]

PAPER: Colour = (247, 246, 242)
PANEL: Colour = (255, 255, 255)
LINE: Colour = (206, 204, 196)
INK: Colour = (30, 34, 42)
FAINT: Colour = (104, 110, 122)
NIGHT: Colour = (52, 60, 84)
ACCENT: Colour = (190, 30, 60)
GOLD: Colour = (247, 205, 92)

_SMOOTH = 2  # pictures are drawn this many times larger and then averaged
_BOLD = 0.022  # how much thicker, as a part of the size
_MARK_WIDTH = 0.075

# Marks above or below a letter, which the font lacks, as lines in parts of its size, from the middle of the letter's top.
_MARKS: dict[str, tuple[tuple[Point, ...], ...]] = {
    "\u0300": (((-0.1, -0.14), (0.05, -0.02)),),  # grave
    "\u0301": (((0.1, -0.14), (-0.05, -0.02)),),  # acute
    "\u0302": (((-0.13, -0.02), (0.0, -0.14), (0.13, -0.02)),),  # circumflex
    "\u0303": (((-0.15, -0.04), (-0.06, -0.11), (0.06, -0.04), (0.15, -0.11)),),  # tilde
    "\u0304": (((-0.14, -0.07), (0.14, -0.07)),),  # macron
    "\u0306": (((-0.13, -0.14), (0.0, -0.03), (0.13, -0.14)),),  # breve
    "\u0307": (((0.0, -0.12), (0.0, -0.05)),),  # dot
    "\u0308": (((-0.1, -0.12), (-0.1, -0.05)), ((0.1, -0.12), (0.1, -0.05))),  # diaeresis
    "\u030a": (((-0.07, -0.09), (0.0, -0.16), (0.07, -0.09), (0.0, -0.02), (-0.07, -0.09)),),  # ring
    "\u030b": (((-0.02, -0.14), (-0.12, -0.02)), ((0.16, -0.14), (0.06, -0.02))),  # double acute
    "\u030c": (((-0.13, -0.14), (0.0, -0.02), (0.13, -0.14)),),  # caron
}
_PLAIN = str.maketrans({"×": "x", "–": "-", "’": "'", "…": "..."})


@lru_cache(maxsize=128)
def _font(pixels: int) -> Any:
    return pillow("ImageFont").load_default(pixels)


@lru_cache(maxsize=8192)
def _length(text: str, pixels: int) -> float:
    """Returns how many pixels wide a text without marks is."""
    return float(_font(pixels).getlength(text))


@lru_cache(maxsize=4096)
def _letters(text: str) -> tuple[str, tuple[tuple[int, str], ...]]:
    """Returns text without marks, and each mark with the index of its letter."""
    base, marks = "", []
    for character in unicodedata.normalize("NFD", text.translate(_PLAIN)):
        if unicodedata.combining(character):
            marks.append((len(base) - 1, character))
        else:
            base += character
    return base, tuple(marks)


class Canvas:
    """Something to draw on, in units of which 1280 x 800 fill the picture; y grows downwards."""

    def __init__(self, size: tuple[int, int] = PICTURE_SIZE) -> None:
        """Makes an empty canvas.

        Raises:
            OptionError: the size cannot be drawn.
            UsageError: Pillow is not installed.
        """
        check_picture_size(size)
        self._unit = min(size[0] / PICTURE_SIZE[0], size[1] / PICTURE_SIZE[1])
        self._corner = tuple((side - self._unit * full) / 2 for side, full in zip(size, PICTURE_SIZE, strict=True))
        self._image = pillow("Image").new("RGB", (size[0] * _SMOOTH, size[1] * _SMOOTH), PAPER)
        self._draw = pillow("ImageDraw").Draw(self._image)

    def picture(self) -> np.ndarray:
        """Returns uint8 `[height, width, 3]`."""
        return np.asarray(self._image.reduce(_SMOOTH)).copy()

    # ---- shapes ----

    def box(
        self, x: float, y: float, width: float, height: float, fill: Colour, line: Colour | None = None, radius: float = 0
    ) -> None:
        """Draws a rectangle from its upper left corner."""
        corners = [*self._at(x, y), *self._at(x + width, y + height)]
        self._draw.rounded_rectangle(corners, self._long(radius), fill, line, round(self._long(1.2)) if line else 0)

    def circle(
        self, x: float, y: float, radius: float, fill: Colour | None, line: Colour | None = None, width: float = 1.5
    ) -> None:
        """Draws a disc around its centre."""
        corners = [*self._at(x - radius, y - radius), *self._at(x + radius, y + radius)]
        self._draw.ellipse(corners, fill, line, round(self._long(width)) if line else 0)

    def polygon(self, points: Sequence[Point], fill: Colour, line: Colour | None = None, width: float = 1.5) -> None:
        """Draws an area within points."""
        corners = [self._at(*point) for point in points]
        self._draw.polygon(corners, fill)
        if line is not None:
            self._draw.line([*corners, corners[0], corners[1]], line, round(self._long(width)), joint="curve")

    def line(self, points: Sequence[Point], colour: Colour, width: float = 1.5) -> None:
        """Draws straight lines from point to point."""
        self._draw.line([self._at(*point) for point in points], colour, round(self._long(width)), joint="curve")

    def _at(self, x: float, y: float) -> Point:
        left, top = self._corner
        return (left + x * self._unit) * _SMOOTH, (top + y * self._unit) * _SMOOTH

    def _long(self, length: float) -> float:
        return length * self._unit * _SMOOTH

    # ---- text ----

    def text(
        self, x: float, y: float, text: str, size: float, colour: Colour = INK, *, bold: bool = False, anchor: float = 0.0
    ) -> float:
        """Writes a line of text and returns its width.

        Args:
            x: where it begins, or its middle with `anchor=0.5`, or where it ends with 1.
            y: the middle of its capitals.
            text: a single line; marks on letters are drawn, letters of other scripts may be missing.
            size: in units.
            colour: of the letters.
            bold: with thicker letters.
            anchor: which part of it `x` is.
        """
        base, marks = _letters(text)
        pixels, width = self._pixels(size), self.width(text, size)
        left, middle = self._at(x - anchor * width, y)
        baseline = middle + 0.36 * pixels
        stroke = _BOLD * pixels if bold else 0
        self._draw.text((left, baseline), base, colour, _font(pixels), anchor="ls", stroke_width=stroke, stroke_fill=colour)
        for index, mark in marks:
            letter = base[index : index + 1]
            centre = left + _length(base[:index], pixels) + _length(letter, pixels) / 2
            top = baseline + _font(pixels).getbbox(letter, anchor="ls")[1]
            for points in _MARKS.get(mark, ()):
                ends = [(centre + dx * pixels, top + dy * pixels) for dx, dy in points]
                self._draw.line(ends, colour, max(round(_MARK_WIDTH * pixels), 1), joint="curve")
        return width

    def width(self, text: str, size: float) -> float:
        """Returns how wide a line of text is."""
        return _length(_letters(text)[0], self._pixels(size)) / (self._unit * _SMOOTH)

    def _pixels(self, size: float) -> int:
        return max(round(size * self._unit * _SMOOTH), 1)

    def shorten(self, text: str, size: float, width: float) -> str:
        """Returns as much of a text as fits, with dots if something is left out."""
        if self.width(text, size) <= width:
            return text
        while text and self.width(text + "...", size) > width:
            text = text[:-1]
        return text.rstrip(" ,;") + "..."

    def wrap(self, text: str, size: float, width: float, lines: int) -> list[str]:
        """Returns a text as at most `lines` lines, the last one shortened if necessary."""
        words, wrapped = text.split(" "), [""]
        for index, word in enumerate(words):
            longer = f"{wrapped[-1]} {word}".strip()
            if self.width(longer, size) <= width or not wrapped[-1]:
                wrapped[-1] = longer
            elif len(wrapped) < lines:
                wrapped.append(word)
            else:
                wrapped[-1] = self.shorten(f"{wrapped[-1]} {' '.join(words[index:])}", size, width)
                break
        return wrapped
