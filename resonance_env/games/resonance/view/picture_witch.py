"""The panel of a witch: the demon and what its levels lack, the hand, the last action, and the spells."""

from msgspec import Struct

from resonance_env.core.canvas import ACCENT, FAINT, INK, LINE, PANEL, Canvas, Colour
from resonance_env.core.canvas_rows import Piece, Words, draw_check, draw_row
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.view.picture_pieces import (
    HOLLOW,
    OBJECT_COLOURS,
    PALE,
    SOLID,
    Card,
    Object,
    backs_of,
    pieces_of,
)
from resonance_env.games.resonance.view.table_view import Demon, Witch
from resonance_env.games.resonance.view.words import rank, relation, secrets

_TEAM_COLOURS: tuple[Colour, ...] = ((86, 112, 148), (150, 104, 72), (98, 128, 88), (136, 92, 132))
_WIDE = 600.0  # from this width on, spells are beside the rest


class Frame(Struct, frozen=True):
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


def draw_witch(canvas: Canvas, witch: Witch, frame: Frame, badge: str, badge_colour: Colour) -> None:
    """Draws one panel.

    Args:
        canvas: the canvas.
        witch: the witch, as the viewer sees her.
        frame: place of the panel.
        badge: a word at its upper right corner, or an empty text.
        badge_colour: colour of the badge and of the border of a panel with a badge.
    """
    x, y, text = frame.x, frame.y, frame.text
    canvas.box(x, y, frame.width, frame.height, badge_colour if badge else LINE, radius=8)
    border = 2.5 if badge else 1.2
    canvas.box(x + border, y + border, frame.width - 2 * border, frame.height - 2 * border, PANEL, radius=7)
    team = _TEAM_COLOURS[witch.seat // 2] if witch.rank else FAINT
    canvas.box(x + 5, y + 7, 4, frame.height - 14, team, radius=2)
    inner = x + 17
    width = frame.width - 27
    _draw_heading(canvas, witch, frame, badge, badge_colour)
    column = width * 0.56 if frame.is_wide else width
    below = _draw_state(canvas, witch, frame, inner, y + text * 2.9, column - 8)
    if frame.is_wide:
        _draw_spells(canvas, witch, frame, inner + column + 8, y + text * 2.9, width - column - 12)
    else:
        _draw_spells(canvas, witch, frame, inner, below + text * 0.25, width)


def _draw_heading(canvas: Canvas, witch: Witch, frame: Frame, badge: str, badge_colour: Colour) -> None:
    text, middle = frame.text, frame.y + frame.text * 1.15
    x, right = frame.x + 17, frame.x + frame.width - 10
    if witch.spells is not None:
        name = witch.name if witch.has_chosen else f"{witch.spells.witch} offered to"
        x += canvas.text(x, middle, name, text * 1.3, INK, bold=True) + 7
    x += canvas.text(x, middle, f"{witch.seat_name}{relation(witch)}", text, FAINT)
    if badge:
        right -= canvas.text(right, middle, badge, text, badge_colour, bold=True, anchor=1) + 8
    if witch.sigil is not None:
        pieces: list[Piece] = [Words("Sigil", ACCENT, 0.68, bold=True), Card(False, witch.sigil)]
        right -= sum(piece.width(canvas, text * 1.45) for piece in pieces)
        draw_row(canvas, right, middle, 200, text * 1.45, pieces)
    if witch.rank:
        canvas.text(x, middle, canvas.shorten(rank(witch), text, right - x - 4), text, FAINT)


def _draw_state(canvas: Canvas, witch: Witch, frame: Frame, x: float, y: float, width: float) -> float:
    """Draws demon, hand and last action; returns the place of the next line."""
    text, row = frame.text, frame.row
    if witch.demon is not None:
        draw_row(canvas, x, y, width, row * 0.88, _levels(witch.demon))
        y += row * 1.15
    hand = backs_of(*witch.hand_counts) if witch.hand is None else pieces_of(witch.hand)
    draw_row(canvas, x, y, width, row, [Words("Hand "), *(hand or [Words("empty")])])
    y += row * 1.05
    secret_lines = secrets(witch)
    for secret in secret_lines:
        canvas.text(x, y, canvas.shorten(secret, text, width), text, ACCENT)
        y += text * 1.25
    if witch.did:
        for line in canvas.wrap(witch.did, text, width, 1 if secret_lines and not frame.is_wide else 2):
            canvas.text(x, y, line, text, FAINT)
            y += text * 1.25
    return y


def _levels(demon: Demon) -> list[Piece]:
    """Returns a demon and its levels: validated ones ticked, the next one with what is missing, later ones pale."""
    validated = demon.validated
    pieces: list[Piece] = [Words(f"{demon.name} ", INK, 0.72, bold=True)]
    for level, needs in enumerate(demon.levels):
        pieces += [_Tick()] if level < validated else []
        pieces.append(Words(v.LEVEL_NAMES[level], INK if level == validated else FAINT, 0.66, bold=level == validated))
        missing = demon.missing if level == validated else [0] * len(needs)
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


def _draw_spells(canvas: Canvas, witch: Witch, frame: Frame, x: float, y: float, width: float) -> None:
    if witch.spells is None:
        return
    text = frame.text * (0.92 if frame.is_wide else 1.0)
    for number, spell in enumerate(witch.spells.spells, start=1):
        indent = canvas.text(x, y, str(number), text, FAINT, bold=True) + 6
        for line in canvas.wrap(spell, text, width - indent, 3 if frame.is_wide else 2):
            canvas.text(x + indent, y, line, text)
            y += text * 1.25
        y += text * 0.3 if frame.is_wide else 0
