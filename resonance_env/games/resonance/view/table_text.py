"""Draws the table as text."""

import re
import textwrap
from collections.abc import Iterator, Sequence

from resonance_env.core.terminal import paint
from resonance_env.games.resonance.cardsets.card_text import format_objects
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.view.table_view import CentreCard, Demon, Moon, Pile, TableView, Witch
from resonance_env.games.resonance.view.words import cards, facts, rank, relation, secrets

WIDTH = 100
CELL = 10  # columns of one moon, borders aside
_SIGIL_NOTE = "(Sigil: at the end of the round, the incantation becomes a Sigil on an opposing witch)"
_NO_BREAK = "\u00a0"

# Object words, headings and marks in colours that every terminal has.
_COLOURS = (
    (re.compile(r"\bHerb\b"), "32"),
    (re.compile(r"\bMineral\b"), "33"),
    (re.compile(r"\bPotion\b"), "36"),
    (re.compile(r"(?m)^(RESONANCE|Moons|Centre|Piles|Gone|Reserves|Spells)\b"), "1"),
    (re.compile(r"(?m)^▶.*$"), "1"),
    (re.compile(r"◀ [^│\n]*|Sigil \d+"), "31"),
)


def draw_text(table: TableView, colour: bool = False) -> str:
    """Returns the table as text of at most 100 columns, with ANSI colours if `colour`."""
    ring = _moons(table)
    middle = _centre(table)
    height = max(len(ring), len(middle))
    ring += [""] * (height - len(ring))
    middle += [""] * (height - len(middle))
    width = max(map(len, ring)) + 3
    lines = [f"RESONANCE  {' · '.join(facts(table))}", "═" * WIDTH, ""]
    lines += [f"{left:<{width}}{right}".rstrip() for left, right in zip(ring, middle, strict=True)]
    lines += [f"Moons     {format_objects(table.on_moons)}", "", *_piles(table), ""]
    for witch in table.witches:
        lines += _witch(witch)
    lines += ["", *_spells(table), "", *(f"▶ {sentence}" for sentence in table.asked)]
    return paint("\n".join(lines) + "\n", _COLOURS if colour else ())


def _wrap(heading: str, text: str, indent: int = 10) -> list[str]:
    """Returns lines of at most WIDTH columns; a no-break space in the text does not end a line and is printed as a blank."""
    lines = textwrap.wrap(text, WIDTH, initial_indent=f"{heading:<{indent}}", subsequent_indent=" " * indent)
    return [line.replace(_NO_BREAK, " ") for line in lines]


def _short(counts: Sequence[int]) -> str:
    """Returns counts by type in few columns, such as "2 Herb 1 Potion"."""
    return format_objects(counts).replace(",", "")


# ---- moons and centre ----


def _moons(table: TableView) -> list[str]:
    """The circle, clockwise from the New Moon at the top left."""
    half = (len(table.moons) + 1) // 2
    top = table.moons[:half]
    bottom: list[Moon | None] = [*table.moons[: half - 1 : -1]]
    bottom[:0] = [None] * (len(top) - len(bottom))
    return [
        "╭" + "┬".join(map(_moon_name, top)) + "╮",
        "│" + "│".join(map(_moon_object, top)) + "│",
        "├" + "┼".join("─" * CELL for _ in top) + "┤",
        "│" + "│".join(map(_moon_object, bottom)) + "│",
        "╰" + "┴".join(map(_moon_name, bottom)) + "╯",
    ]


def _moon_name(moon: Moon | None) -> str:
    return "─" * CELL if moon is None else f"─ {moon.name}{' full' if moon.is_full else ''} ".ljust(CELL, "─")


def _moon_object(moon: Moon | None) -> str:
    word = "" if moon is None or moon.kind is None else v.OBJECT_NAMES[moon.kind]
    return f" {word:<{CELL - 3}}{'◀' if moon is not None and moon.is_next else '':<2}"


def _centre(table: TableView) -> list[str]:
    lines = [f"Centre  transient: {'none' if table.transient is None else v.OBJECT_NAMES[table.transient]}"]
    objects = [f"{some.copies} {_counting(some.kind, some.counts)}" for some in table.centre_objects]
    lines += [f"        {', '.join(objects)}"] if objects else []
    return lines + [f"        {_centre_card(card)} ({table.witches[card.seat].name})" for card in table.centre_cards]


def _counting(kind: int, counts: int) -> str:
    return v.OBJECT_NAMES[kind] + (f" counting {counts}" if counts > 1 else "")


def _centre_card(card: CentreCard) -> str:
    if card.kind is not None:
        return f"{_counting(card.kind, card.counts)}, incantation {card.incantation}"
    if card.artifact is not None:
        return f"artifact {card.artifact}" + ("" if card.incantation is None else f", incantation {card.incantation}")
    return f"incantation {card.incantation}" + (", future Sigil" if card.is_sigil else "")


# ---- piles and what is beside the table ----


def _piles(table: TableView) -> list[str]:
    lines = [f"Piles     {format_objects(table.object_pile)}    transients: {format_objects(table.transient_pile)}"]
    lines.append(f"          {_pile('artifact', table.artifact_pile)}    {_pile('incantation', table.incantation_pile)}")
    lines += _wrap("Gone", cards(table.gone))
    demons, witches = (", ".join(names) or "none" for names in (table.demons_left, table.witches_left))
    return lines + _wrap("Reserves", f"demons: {demons}    spell cards: {witches}")


def _pile(what: str, pile: Pile) -> str:
    return f"{what}s: {'' if pile.top is None else f'top {pile.top}, '}{pile.left} left"


# ---- witches ----


def _witch(witch: Witch) -> list[str]:
    sigil = "" if witch.sigil is None else f" · Sigil {witch.sigil}"
    name = "" if witch.spells is None else f" {witch.name}" if witch.has_chosen else f" (offered {witch.spells.witch})"
    lines = [_hand(witch), *secrets(witch)]
    if witch.did:
        lines.append(witch.did)
    if not (witch.rank and witch.seat % 2):  # a team's demon is shown at its first seat
        lines[:1] = _demon(witch.demon, lines[0])
    heading = f"── {witch.seat_name}{name}{relation(witch)}{rank(witch)}{sigil} "
    return [heading.ljust(WIDTH, "─"), *(part for line in lines for part in _wrap("", line, 3))]


def _demon(demon: Demon | None, hand: str) -> Iterator[str]:
    """The three levels of a demon, those validated ticked off; the hand, and what is missing beside it."""
    if demon is None:
        yield hand
        return
    ticked = (
        f"{v.LEVEL_NAMES[level]}{' ✓' if level < demon.validated else ''} {_short(needs)}"
        for level, needs in enumerate(demon.levels)
    )
    yield f"{demon.name}: {' · '.join(ticked)}"
    if demon.validated == v.NUM_LEVELS:
        yield from _beside(hand, "all levels validated")
    else:
        yield from _beside(hand, f"missing for {v.LEVEL_NAMES[demon.validated]}: {_short(demon.missing)}")


def _beside(left: str, right: str) -> list[str]:
    """Puts two texts in one line if they fit."""
    column = WIDTH // 2
    return [f"{left:<{column}}{right}"] if len(left) < column and column + len(right) < WIDTH - 3 else [left, right]


def _hand(witch: Witch) -> str:
    """Her hand, or how many cards of each class it holds."""
    if witch.hand is not None:
        return f"hand: {cards(witch.hand)}"
    words = zip(witch.hand_counts, ("object", "artifact", "incantation"), strict=True)
    return "hand: " + (", ".join(f"{n} {word}{'s' * (n > 1)}" for n, word in words if n) or "none")


# ---- legend ----


def _spells(table: TableView) -> list[str]:
    spell_cards = [witch.spells for witch in table.witches if witch.spells is not None] + table.offered
    lines = []
    for card in spell_cards:
        text = " ".join(f"{number}{_NO_BREAK}{spell}" for number, spell in enumerate(card.spells, start=1))
        lines += _wrap(f"  {card.witch}", text, 16)
    return [f"Spells    {_SIGIL_NOTE}", *lines] if lines else []
