"""Cards, demons, candles and hidden demons as small labels that flow in lines."""

from collections.abc import Sequence

from msgspec import Struct

from resonance_env.core.canvas import ACCENT, FAINT, INK, LINE, PANEL, Canvas, Colour
from resonance_env.core.canvas_rows import tint
from resonance_env.games.summon_demons.view.table_view import Candle, Card, Demon
from resonance_env.games.summon_demons.view.words import kind

# Colours that the colour-blind tell apart; the words on a label say the same.
ANIMAL: Colour = (0, 128, 96)
ADORABLE: Colour = (40, 112, 190)
HORRIBLE: Colour = (200, 80, 0)
NEUTRAL: Colour = (110, 110, 110)
DEMON: Colour = (76, 40, 110)
CANDLE: Colour = (150, 112, 0)
_BACK: Colour = (232, 231, 226)
HEIGHT = 34.0  # of a label at scale 1
GAP = 5.0
LARGEST = 1.45  # scale of labels with much room


class Chip(Struct, frozen=True):
    """A label.

    Attributes:
        number: activation numbers in the disc on the left, or a sign.
        title: the first line.
        note: the second line, in small letters.
        colour: of the disc and the border.
        copies: how many; shown if more than 1.
        is_marked: with a thick red border: it waits, or is named for replacement.
        is_dark: filled with its colour.
        is_back: a hidden demon.
    """

    number: str
    title: str
    note: str
    colour: Colour
    copies: int = 1
    is_marked: bool = False
    is_dark: bool = False
    is_back: bool = False

    def width(self, canvas: Canvas, scale: float) -> float:
        """Returns how wide it is."""
        words = max(canvas.width(self._title(), 12.5 * scale), canvas.width(self.note, 9.5 * scale))
        return words + self._disc(canvas, scale) + 17 * scale

    def draw(self, canvas: Canvas, x: float, y: float, scale: float) -> None:
        """Draws it from its upper left corner."""
        width, height = self.width(canvas, scale), HEIGHT * scale
        fill = self.colour if self.is_dark else _BACK if self.is_back else tint(self.colour, 0.88)
        ink, faint = (PANEL, tint(self.colour, 0.75)) if self.is_dark else (INK, FAINT)
        if self.is_marked:
            canvas.box(x - 2, y - 2, width + 4, height + 4, ACCENT, radius=7 * scale)
        canvas.box(x, y, width, height, fill, LINE if self.is_back else self.colour, 6 * scale)
        disc, middle = self._disc(canvas, scale), y + height / 2
        canvas.box(
            x + 5 * scale, middle - 10 * scale, disc, 20 * scale, PANEL if self.is_dark else self.colour, radius=10 * scale
        )
        on_disc = self.colour if self.is_dark else PANEL
        canvas.text(x + 5 * scale + disc / 2, middle, self.number, 12 * scale, on_disc, bold=True, anchor=0.5)
        left = x + disc + 11 * scale
        canvas.text(left, y + (11 if self.note else 17) * scale, self._title(), 12.5 * scale, ink, bold=True)
        if self.note:
            canvas.text(left, y + 25 * scale, self.note, 9.5 * scale, faint)

    def _disc(self, canvas: Canvas, scale: float) -> float:
        return max(20 * scale, canvas.width(self.number, 12 * scale) + 10 * scale)

    def _title(self) -> str:
        return f"{self.copies} × {self.title}" if self.copies > 1 else self.title


def chip_of(thing: Card | Demon | Candle, *, in_hand: bool = False) -> Chip:
    """Returns the label of a card, demon or candle; a demon in hand is not as dark as one in play."""
    title = thing.id.replace("_", " ")
    if isinstance(thing, Card):
        colour = {"animal": ANIMAL, "": NEUTRAL, "adorable": ADORABLE, "horrible": HORRIBLE}[
            "animal" if thing.kind == "animal" else thing.mood
        ]
        marked = f", {thing.marked} waiting" if 0 < thing.marked < thing.copies else ""
        return Chip(str(thing.number), title, kind(thing) + marked, colour, thing.copies, is_marked=thing.marked > 0)
    if isinstance(thing, Demon):
        note = "demon" if thing.number else "permanent demon"
        return Chip(str(thing.number or "*"), title, note, DEMON, is_marked=thing.is_waiting, is_dark=not in_hand)
    return Chip("/".join(map(str, thing.numbers)), title.removeprefix("candle "), "candle", CANDLE)


def back(count: int) -> Chip:
    """Returns the label of demons that the viewer does not see."""
    return Chip("?", f"{count} demon{'s' * (count != 1)}", "hidden", DEMON, is_back=True)


def flow(canvas: Canvas, groups: Sequence[tuple[str, Sequence[Chip]]], x: float, y: float, width: float, height: float) -> None:
    """Draws groups of labels, each with its heading, in lines, as large as fits.

    Args:
        canvas: the canvas.
        groups: (heading, labels).
        x: left edge.
        y: upper edge.
        width: of the area.
        height: of the area.
    """
    scale = LARGEST
    while scale > 0.4 and _lines(canvas, groups, width, scale) * (HEIGHT + GAP) * scale > height:
        scale -= 0.06
    place = (x, y)
    for heading, chips in groups:
        if not chips:
            continue
        if heading:
            place = _next(place, canvas.width(heading, 11 * scale) + 8 * scale, x, width, scale)
            canvas.text(place[0], place[1] + HEIGHT * scale / 2, heading, 11 * scale, FAINT)
            place = (place[0] + canvas.width(heading, 11 * scale) + 8 * scale, place[1])
        for chip in chips:
            needed = chip.width(canvas, scale)
            place = _next(place, needed, x, width, scale)
            chip.draw(canvas, *place, scale)
            place = (place[0] + needed + GAP * scale, place[1])
        place = (place[0] + 6 * scale, place[1])


def _next(place: tuple[float, float], needed: float, x: float, width: float, scale: float) -> tuple[float, float]:
    """Returns the place, or the beginning of the next line if what is needed does not fit."""
    if place[0] > x and place[0] + needed > x + width:
        return x, place[1] + (HEIGHT + GAP) * scale
    return place


def _lines(canvas: Canvas, groups: Sequence[tuple[str, Sequence[Chip]]], width: float, scale: float) -> int:
    """Returns how many lines the groups take."""
    place, lines = (0.0, 0.0), 1
    for heading, chips in groups:
        if not chips:
            continue
        needs = [canvas.width(heading, 11 * scale) + 8 * scale] if heading else []
        for index, needed in enumerate([*needs, *(chip.width(canvas, scale) for chip in chips)]):
            following = _next(place, needed, 0.0, width, scale)
            lines += following[1] > place[1]
            is_heading = index < len(needs)
            place = (following[0] + needed + (0 if is_heading else GAP * scale), following[1])
        place = (place[0] + 6 * scale, place[1])
    return lines
