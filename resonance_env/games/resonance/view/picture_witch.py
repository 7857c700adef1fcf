"""The panel of a witch: her demon and what its levels lack, her hand, what she did, and her spells."""

from __future__ import annotations

from dataclasses import dataclass

from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.text.position_lines import SEAT_NAMES
from resonance_env.games.resonance.view.picture_canvas import ACCENT, FAINT, INK, LINE, PANEL, Canvas, Colour
from resonance_env.games.resonance.view.picture_pieces import (
    HOLLOW,
    OBJECT_COLOURS,
    PALE,
    SOLID,
    Card,
    Object,
    Piece,
    Words,
    backs_of,
    draw_check,
    draw_row,
    pieces_of,
)
from resonance_env.games.resonance.view.reading import Reading
from resonance_env.games.resonance.view.table import LEVEL_NAMES

_TEAM_COLOURS: tuple[Colour, ...] = ((86, 112, 148), (150, 104, 72), (98, 128, 88), (136, 92, 132))
_WIDE = 600.0  # from this width on spells stand beside the rest


@dataclass(frozen=True)
class Frame:
    """Where a panel is, and how large its text and figures are."""

    x: float
    y: float
    width: float
    height: float

    @property
    def text(self) -> float:
        return min(self.height / 11, 15.0) if self.is_wide else min(self.height / 15.5, 12.0)

    @property
    def row(self) -> float:
        return self.text * 1.62

    @property
    def is_wide(self) -> bool:
        return self.width >= _WIDE


def draw_witch(canvas: Canvas, reading: Reading, seat: int, frame: Frame, badge: str, badge_colour: Colour) -> None:
    """Draws one panel.

    Args:
        canvas: where to.
        reading: the position as its viewer sees it.
        seat: whose.
        frame: where the panel is.
        badge: a word at its upper right corner, or an empty text.
        badge_colour: of the badge and the border of a panel that has one.
    """
    x, y, text = frame.x, frame.y, frame.text
    canvas.box(x, y, frame.width, frame.height, badge_colour if badge else LINE, radius=8)
    border = 2.5 if badge else 1.2
    canvas.box(x + border, y + border, frame.width - 2 * border, frame.height - 2 * border, PANEL, radius=7)
    team = _TEAM_COLOURS[seat // 2] if reading.game["teams"] else FAINT
    canvas.box(x + 5, y + 7, 4, frame.height - 14, team, radius=2)
    inner = x + 17
    width = frame.width - 27
    _draw_heading(canvas, reading, seat, frame, badge, badge_colour)
    column = width * 0.56 if frame.is_wide else width
    below = _draw_state(canvas, reading, seat, frame, inner, y + text * 2.9, column - 8)
    if frame.is_wide:
        _draw_spells(canvas, reading, seat, frame, inner + column + 8, y + text * 2.9, width - column - 12)
    else:
        _draw_spells(canvas, reading, seat, frame, inner, below + text * 0.25, width)


def _draw_heading(canvas: Canvas, reading: Reading, seat: int, frame: Frame, badge: str, badge_colour: Colour) -> None:
    text, middle = frame.text, frame.y + frame.text * 1.15
    x, right = frame.x + 17, frame.x + frame.width - 10
    name = "" if reading.game["spells"][seat] == v.NO_SPELL_CARD else reading.name(seat)
    if name:
        x += canvas.text(x, middle, name, text * 1.3, INK, bold=True) + 7
    you, rank = reading.marks(seat)
    x += canvas.text(x, middle, f"{SEAT_NAMES[seat]}{you}", text, FAINT)
    if badge:
        right -= canvas.text(right, middle, badge, text, badge_colour, bold=True, anchor=1) + 8
    sigil = int(reading.game["sigil"][seat])
    if sigil != v.NO_INCANTATION:
        pieces: list[Piece] = [Words("Sigil", ACCENT, 0.68, bold=True), Card(False, sigil)]
        right -= sum(piece.width(canvas, text * 1.45) for piece in pieces)
        draw_row(canvas, right, middle, 200, text * 1.45, pieces)
    if rank:
        canvas.text(x, middle, canvas.shorten(rank, text, right - x - 4), text, FAINT)


def _draw_state(canvas: Canvas, reading: Reading, seat: int, frame: Frame, x: float, y: float, width: float) -> float:
    """Draws demon, hand and deeds; returns where the next line may be."""
    text, row = frame.text, frame.row
    levels = _levels(reading, seat)
    if levels:
        draw_row(canvas, x, y, width, row * 0.88, levels)
        y += row * 1.15
    is_open = reading.sees_hand(seat)
    hand = pieces_of(reading.seat_cards("hand", seat)) if is_open else backs_of(*reading.hand_counts(seat))
    draw_row(canvas, x, y, width, row, [Words("Hand "), *(hand or [Words("empty")])])
    y += row * 1.05
    secrets = list(reading.secrets(seat))
    for secret in secrets:
        canvas.text(x, y, canvas.shorten(secret, text, width), text, ACCENT)
        y += text * 1.25
    did = reading.did(seat)
    if did:
        for line in canvas.wrap(did, text, width, 1 if secrets and not frame.is_wide else 2):
            canvas.text(x, y, line, text, FAINT)
            y += text * 1.25
    return y


def _levels(reading: Reading, seat: int) -> list[Piece]:
    """Returns her demon and its levels: validated ones ticked, the next one with what is missing, later ones pale."""
    demon = reading.demon(seat)
    if demon is None:
        return []
    name, levels, validated = demon
    pieces: list[Piece] = [Words(f"{name} ", INK, 0.72, bold=True)]
    for level, needs in enumerate(levels):
        pieces += [_Tick()] if level < validated else []
        pieces.append(Words(LEVEL_NAMES[level], INK if level == validated else FAINT, 0.66, bold=level == validated))
        missing = reading.missing(needs) if level == validated else [0] * len(needs)
        style = PALE if level > validated else SOLID
        for kind in v.OBJECTS:
            there = needs[kind] - missing[kind]
            pieces += [Object(kind, style=style)] * there + [Object(kind, style=HOLLOW)] * missing[kind]
        pieces.append(Words("  "))
    return pieces


class _Tick:
    """A check mark in front of a validated level."""

    def width(self, canvas: Canvas, size: float) -> float:
        return size * 0.75

    def draw(self, canvas: Canvas, x: float, y: float, size: float) -> None:
        draw_check(canvas, x + size * 0.32, y, size * 0.6, OBJECT_COLOURS[0])


def _draw_spells(canvas: Canvas, reading: Reading, seat: int, frame: Frame, x: float, y: float, width: float) -> None:
    card = int(reading.game["spells"][seat])
    if card == v.NO_SPELL_CARD:
        return
    text = frame.text * (0.92 if frame.is_wide else 1.0)
    for spell in range(v.NUM_SPELLS):
        number = canvas.text(x, y, str(spell + 1), text, FAINT, bold=True) + 6
        for line in canvas.wrap(reading.spell(card, spell), text, width - number, 3 if frame.is_wide else 2):
            canvas.text(x + number, y, line, text)
            y += text * 1.25
        y += text * 0.3 if frame.is_wide else 0
