"""Cards of the Horde and Spells, as figures on a canvas."""

from collections.abc import Sequence

from msgspec import Struct

from resonance_env.core.canvas import ACCENT, FAINT, GOLD, INK, LINE, NIGHT, PANEL, Canvas, Colour
from resonance_env.core.canvas_rows import tint
from resonance_env.games.syncro.view.table_view import Held, HordeCard

# Colours that the colour-blind tell apart; the words on a card say the same.
_KINDS: dict[str, Colour] = {"mushroom": (0, 128, 96), "golem": (140, 92, 40), "dragon": (200, 80, 0)}
_BACKS: dict[str, Colour] = {
    "monster": (96, 100, 110),
    "lieutenant": (104, 60, 140),
    "fog": (120, 146, 170),
    "boss": (60, 30, 50),
    "cerberus": (40, 112, 190),
}
SPELL: Colour = (46, 84, 150)


class Spell(Struct, frozen=True):
    """A Spell as a small card.

    Attributes:
        text: its value, or "?".
        note: what stands below, such as its position or its mage.
        is_down: it is hidden from somebody.
        is_open: it lies open in a hand.
    """

    text: str
    note: str = ""
    is_down: bool = False
    is_open: bool = False

    def width(self, canvas: Canvas, size: float) -> float:
        return size * 0.86

    def draw(self, canvas: Canvas, x: float, y: float, size: float) -> None:
        wide, high, top = size * 0.72, size * (0.78 if self.note else 0.96), y - size / 2
        fill = NIGHT if self.is_down else tint(SPELL, 0.85)
        canvas.box(x, top, wide, high, fill, GOLD if self.is_open else SPELL, size * 0.12)
        ink = PANEL if self.is_down else INK
        canvas.text(x + wide / 2, top + high / 2, self.text, size * 0.52, ink, bold=True, anchor=0.5)
        canvas.text(x + wide / 2, y + size * 0.42, self.note, size * 0.24, FAINT, anchor=0.5)


def spells_on(card: HordeCard) -> list[Spell]:
    """Returns the Spells on a foe, those face down with the number of their mage."""
    return [
        *(Spell(str(value)) for value in card.spells),
        *(Spell(str(down.value or "?"), f"m{down.seat}", is_down=True) for down in card.down),
    ]


def spell_of(held: Held, position: int) -> Spell:
    """Returns a Spell of a hand with its position."""
    return Spell(str(held.value or "?"), str(position), is_down=held.value is None, is_open=held.is_open)


def draw_card(canvas: Canvas, card: HordeCard, x: float, y: float, width: float, height: float) -> None:
    """Draws a card of the Horde from its upper left corner; what another card may hide stands lowest."""
    colour = next((_KINDS[rule] for rule in card.rules if rule in _KINDS), _BACKS[card.back])
    unit = min(width / 110, height / 104)
    edge = ACCENT if card.is_resolving else colour
    canvas.box(x, y, width, height, edge, LINE, 8 * unit)
    inset = 3.5 if card.is_resolving else 2.0
    fill = tint(colour, 0.88) if card.is_up else tint(colour, 0.25)
    canvas.box(x + inset, y + inset, width - 2 * inset, height - 2 * inset, fill, radius=7 * unit)
    if card.is_up:
        _draw_face(canvas, card, x, y, width, height, unit, colour)
        return
    canvas.text(x + width / 2, y + 24 * unit, card.back.capitalize(), 15 * unit, PANEL, bold=True, anchor=0.5)
    if card.name:
        canvas.text(
            x + width / 2, y + 44 * unit, canvas.shorten(card.name, 12 * unit, width - 10), 12 * unit, PANEL, anchor=0.5
        )


def _draw_face(
    canvas: Canvas, card: HordeCard, x: float, y: float, width: float, height: float, unit: float, colour: Colour
) -> None:
    """Draws force, target number, name, rules and Spells of a foe."""
    disc = 12 * unit
    canvas.circle(x + width - disc - 5, y + disc + 5, disc, GOLD, INK)
    canvas.text(x + width - disc - 5, y + disc + 5, str(card.force), 14 * unit, bold=True, anchor=0.5)
    if card.target:
        canvas.circle(x + disc + 5, y + disc + 5, disc, ACCENT)
        canvas.text(x + disc + 5, y + disc + 5, str(card.target), 14 * unit, PANEL, bold=True, anchor=0.5)
    rules = [rule.replace(" for each other card", " each") for rule in card.rules]
    if card.absorbed:
        rules.append(f"absorbed {sum(card.absorbed)}")
    canvas.text(x + width / 2, y + 17 * unit, card_kind(card), 9 * unit, colour, bold=True, anchor=0.5)
    canvas.text(
        x + width / 2,
        y + 38 * unit,
        canvas.shorten(card.name or "", 13.5 * unit, width - 8),
        13.5 * unit,
        bold=True,
        anchor=0.5,
    )
    rest = [rule for rule in rules if rule not in _KINDS]
    canvas.text(
        x + width / 2, y + 54 * unit, canvas.shorten(", ".join(rest), 10 * unit, width - 8), 10 * unit, FAINT, anchor=0.5
    )
    _draw_spells(canvas, spells_on(card), x + width / 2, y + height - 24 * unit, width - 12, 36 * unit)


def card_kind(card: HordeCard) -> str:
    """Returns the rules of a Monster, or what else a foe is."""
    kinds = [rule for rule in card.rules if rule in _KINDS]
    return " ".join(kinds) or ("" if card.back == "monster" else card.back)


def _draw_spells(canvas: Canvas, spells: Sequence[Spell], middle: float, y: float, width: float, size: float) -> None:
    """Draws Spells around a middle, closer to each other if they would be wider than `width`."""
    if not spells:
        return
    step = min(size * 0.82, (width - size * 0.72) / max(len(spells) - 1, 1))
    left = middle - (step * (len(spells) - 1) + size * 0.72) / 2
    for number, spell in enumerate(spells):
        spell.draw(canvas, left + number * step, y, size)
