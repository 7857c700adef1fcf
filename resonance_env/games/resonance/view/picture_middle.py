"""The left side of the picture: the circle of moons, the centre, piles, reserves, and what the signs mean."""

import math

from resonance_env.core.canvas import ACCENT, FAINT, GOLD, INK, LINE, NIGHT, PANEL, Canvas
from resonance_env.core.canvas_rows import Piece, Words, draw_row, panel
from resonance_env.games.resonance.cardsets.card_text import format_values
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.view.picture_pieces import HOLLOW, SOLID, Card, Object, draw_object, pieces_of
from resonance_env.games.resonance.view.table_view import CentreCard, Moon, OpenCards, SpellCard, TableView
from resonance_env.games.resonance.view.words import bits

_RING, _SKY = 92.0, 130.0  # radius of the circle of slots and of the phases of the moon around it
_INDENT = 92.0  # of what is beside a title
_SLOT, _PHASE = 22.0, 9.5


# ---- moons ----


def draw_moons(canvas: Canvas, table: TableView, x: float, y: float, width: float, height: float) -> None:
    """Draws the circle clockwise from the New Moon on top, and inside it what lies on all moons."""
    panel(canvas, x, y, width, height, "Moons")
    middle, centre = x + width / 2, y + height / 2
    canvas.circle(middle, centre, _RING, None, LINE, 1.5)
    for index, moon in enumerate(table.moons):
        age = index / len(table.moons)
        turn = 2 * math.pi * age
        across, down = math.sin(turn), -math.cos(turn)
        _draw_slot(canvas, moon, middle + _RING * across, centre + _RING * down)
        _draw_phase(canvas, middle + _SKY * across, centre + _SKY * down, age)
        beside = _SKY + 17
        canvas.text(middle + beside * across, centre + beside * down, moon.name, 10.5, FAINT, anchor=0.5)
    canvas.text(middle, centre - 26, "on the moons", 11, FAINT, anchor=0.5)
    pieces: list[Piece] = [Object(kind, table.on_moons[kind]) for kind in v.OBJECTS]
    needed = sum(piece.width(canvas, 22) for piece in pieces)
    draw_row(canvas, middle - min(needed, 118) / 2, centre, 118, 22, pieces)
    full = next(moon.name for moon in table.moons if moon.is_full)
    canvas.text(middle, centre + 26, f"Full Moon: {full}", 11, FAINT, anchor=0.5)


def _draw_slot(canvas: Canvas, moon: Moon, x: float, y: float) -> None:
    """Draws the place of an object: filled once the moon is locked, with a red ring if it is next."""
    if moon.is_next:
        canvas.circle(x, y, _SLOT + 4, PANEL, ACCENT, 3)
    canvas.circle(x, y, _SLOT, PANEL, LINE, 1.5)
    if moon.kind is not None:
        draw_object(canvas, x, y, _SLOT - 5, moon.kind)
    elif moon.is_next:
        canvas.text(x, y, "next", 11, ACCENT, anchor=0.5)


def _draw_phase(canvas: Canvas, x: float, y: float, age: float) -> None:
    """Draws the moon as it looks from new (0) over full (0.5), waxing on the right and waning on the left."""
    canvas.circle(x, y, _PHASE, NIGHT)
    edge = math.cos(2 * math.pi * age)  # of the shadow, in radii; it grows from the right while waxing
    side = 1 if age <= 0.5 else -1
    turns = [math.pi * step / 24 for step in range(25)]
    rim = [(x + side * _PHASE * math.sin(turn), y - _PHASE * math.cos(turn)) for turn in turns]
    shadow = [(x + side * edge * _PHASE * math.sin(turn), y - _PHASE * math.cos(turn)) for turn in reversed(turns)]
    if age > 0:
        canvas.polygon([*rim, *shadow], GOLD)
    canvas.circle(x, y, _PHASE, None, NIGHT, 1)


# ---- centre ----


def draw_centre(canvas: Canvas, table: TableView, x: float, y: float, width: float, height: float) -> None:
    """Draws the cards in the centre with their counts and owners; in the draft the offer."""
    panel(canvas, x, y, width, height, "Centre")
    if table.offered:
        _draw_offers(canvas, table.offered, x + 12, y + 36, width - 24)
        return
    pieces: list[Piece] = []
    if table.transient is not None:
        pieces += [Object(table.transient, is_transient=True), Words("transient ")]
    pieces += [Object(some.kind, some.copies, some.counts) for some in table.centre_objects]
    draw_row(canvas, x + 12, y + 44, width - 24, 24, pieces or [Words("no objects", scale=0.5)])
    columns = 2
    rows = max(-(-len(table.centre_cards) // columns), 3)
    step = (height - 68) / rows
    for index, card in enumerate(table.centre_cards):
        left = x + 12 + index % columns * (width - 24) / columns
        owner = table.witches[card.seat].name
        _draw_centre_card(canvas, card, owner, left, y + 68 + (index // columns + 0.4) * step, width / 2 - 16)


def _draw_centre_card(canvas: Canvas, card: CentreCard, owner: str, x: float, y: float, width: float) -> None:
    pieces: list[Piece] = [] if card.artifact is None else [Card(True, card.artifact)]
    pieces += [] if card.kind is None else [Object(card.kind, counts=card.counts)]
    pieces += [] if card.incantation is None else [Card(False, card.incantation)]
    words = f"{owner}, future Sigil" if card.is_sigil else owner
    draw_row(canvas, x, y, width, 19, [*pieces, Words(words, INK, 0.58)])


def _draw_offers(canvas: Canvas, offered: list[SpellCard], x: float, y: float, width: float) -> None:
    for card in offered:
        canvas.text(x, y, f"{card.witch} is offered", 12, bold=True)
        y += 15
        for number, spell in enumerate(card.spells, start=1):
            for line in canvas.wrap(f"{number}  {spell}", 11, width, 2):
                canvas.text(x, y, line, 11)
                y += 13
        y += 5


# ---- piles, reserves, legend ----


def draw_piles(canvas: Canvas, table: TableView, x: float, y: float, width: float, height: float) -> None:
    """Draws piles, what has left the game, reserves, and the legend."""
    panel(canvas, x, y, width, height)
    objects: list[Piece] = [Object(kind, table.object_pile[kind]) for kind in v.OBJECTS]
    transients: list[Piece] = [Object(kind, table.transient_pile[kind], is_transient=True) for kind in v.OBJECTS]
    cards: list[Piece] = []
    for is_artifact, pile in ((True, table.artifact_pile), (False, table.incantation_pile)):
        cards += [Card(is_artifact, pile.top), Words(f"{pile.left} left", INK)]
    gone = table.gone
    gone_objects = pieces_of(OpenCards(gone.objects, gone.transients, [], [])) or [Words("no objects")]
    gone_cards: list[Piece] = []
    for is_artifact, values in ((True, gone.artifacts), (False, gone.incantations)):
        gone_cards += [Card(is_artifact), Words(f"{format_values(bits(values))}  ", INK, 0.64)]
    rows = (
        ("Piles", [*objects, Words(" "), *cards]),
        ("Transients", transients),
        ("Gone", gone_objects),
        ("", gone_cards),
    )
    for index, (title, pieces) in enumerate(rows):
        middle = y + 17 + 24 * index
        canvas.text(x + 12, middle, title, 11.5, FAINT)
        draw_row(canvas, x + _INDENT, middle, width - _INDENT - 10, 18, pieces)
    demons, witches = (", ".join(names) or "none" for names in (table.demons_left, table.witches_left))
    middle = y + 112
    for title, names in (("Demons", demons), ("Witches", witches)):
        canvas.text(x + 12, middle, f"{title} left", 11.5, FAINT)
        for line in canvas.wrap(names, 11.5, width - _INDENT - 10, 2):
            canvas.text(x + _INDENT, middle, line, 11.5)
            middle += 14
    _draw_legend(canvas, x + 12, y + height - 46, width - 24)


def _draw_legend(canvas: Canvas, x: float, y: float, width: float) -> None:
    kinds: list[Piece] = []
    for kind, name in zip(v.OBJECTS, ("Herb", "Mineral", "Potion"), strict=True):
        kinds += [Object(kind, style=SOLID), Words(name)]
    kinds += [Card(True, None), Words("artifact"), Card(False, None), Words("incantation")]
    draw_row(canvas, x, y, width, 16, kinds)
    signs: list[Piece] = [Object(0, style=HOLLOW), Words("not on the moons yet"), Object(0, is_transient=True)]
    draw_row(canvas, x, y + 19, width, 16, [*signs, Words("transient")])
    canvas.text(x, y + 36, "Sigil: the incantation becomes a Sigil on an opposing witch", 10.5, FAINT)
