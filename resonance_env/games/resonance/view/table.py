"""The table as text, as one seat sees it or as a spectator without secrets sees it (R-INFO-1, R-INFO-2)."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence

import numpy as np

from resonance_env.games.resonance.cardsets.card_text import format_cards, format_objects
from resonance_env.games.resonance.cardsets.cards import CardSet
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.text.position_lines import MOON_NAMES, SEAT_NAMES
from resonance_env.games.resonance.view.prompt import prompt
from resonance_env.games.resonance.view.reading import CentreCard, Reading

WIDTH = 100
CELL = 10  # columns of one moon, borders aside
LEVEL_NAMES = ("I", "II", "III")
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


def render_table(games: np.ndarray, index: int, card_set: CardSet, viewer: int | None = None, colour: bool = False) -> str:
    """Returns the table as text of at most 100 columns.

    Args:
        games: array of GAME records.
        index: which game.
        card_set: the cards it is played with.
        viewer: the seat that looks, or None for a spectator.
        colour: with ANSI colours.
    """
    reading = Reading(games[index], card_set, viewer)
    ring = _moons(reading)
    middle = _centre(reading)
    height = max(len(ring), len(middle))
    ring += [""] * (height - len(ring))
    middle += [""] * (height - len(middle))
    width = max(map(len, ring)) + 3
    lines = [f"RESONANCE  {' · '.join(reading.facts())}", "═" * WIDTH, ""]
    lines += [f"{left:<{width}}{right}".rstrip() for left, right in zip(ring, middle, strict=True)]
    lines += [f"Moons     {format_objects(reading.on_moons)}", "", *_piles(reading), ""]
    for seat in range(reading.seats):
        lines += _witch(reading, seat)
    offered = " or ".join(card_set.witch_names[card] for card in reading.offered())
    lines += ["", *_spells(reading), "", *prompt(reading.game, viewer, reading.name, offered)]
    text = "\n".join(lines) + "\n"
    if colour:
        for pattern, code in _COLOURS:
            text = pattern.sub(lambda match, code=code: f"\x1b[{code}m{match[0]}\x1b[0m", text)  # type: ignore[misc]
    return text


def _wrap(heading: str, text: str, indent: int = 10) -> list[str]:
    """Returns lines of at most WIDTH columns; a no-break space in the text does not end a line and is printed as a blank."""
    lines = textwrap.wrap(text, WIDTH, initial_indent=f"{heading:<{indent}}", subsequent_indent=" " * indent)
    return [line.replace(_NO_BREAK, " ") for line in lines]


def _short(counts: Sequence[int]) -> str:
    """Returns counts by type in few columns, such as "2 Herb 1 Potion"."""
    return format_objects(counts).replace(",", "")


# ---- moons and centre ----


def _moons(reading: Reading) -> list[str]:
    """The circle, clockwise from the New Moon at the top left."""
    count = int(reading.cards["moons"])
    top = list(range((count + 1) // 2))
    bottom = list(range(count - 1, len(top) - 1, -1))
    bottom = [-1] * (len(top) - len(bottom)) + bottom
    return [
        "╭" + "┬".join(_moon_name(reading, moon) for moon in top) + "╮",
        "│" + "│".join(_moon_object(reading, moon) for moon in top) + "│",
        "├" + "┼".join("─" * CELL for _ in top) + "┤",
        "│" + "│".join(_moon_object(reading, moon) for moon in bottom) + "│",
        "╰" + "┴".join(_moon_name(reading, moon) for moon in bottom) + "╯",
    ]


def _moon_name(reading: Reading, moon: int) -> str:
    if moon < 0:
        return "─" * CELL
    full = " full" if moon == reading.cards["full_moon"] else ""
    return f"─ {MOON_NAMES[moon]}{full} ".ljust(CELL, "─")


def _moon_object(reading: Reading, moon: int) -> str:
    kind = int(reading.game["moon"][moon]) if moon >= 0 else v.NO_OBJECT
    word = "" if kind == v.NO_OBJECT else v.OBJECT_NAMES[kind]
    return f" {word:<{CELL - 3}}{'◀' if reading.is_next(moon) else '':<2}"


def _centre(reading: Reading) -> list[str]:
    transient = int(reading.game["transient"])
    lines = [f"Centre  transient: {'none' if transient == v.NO_OBJECT else v.OBJECT_NAMES[transient]}"]
    objects = [
        f"{copies} {v.OBJECT_NAMES[kind]}" + (f" counting {count}" if count > 1 else "")
        for kind, count, copies in reading.centre_objects()
    ]
    lines += [f"        {', '.join(objects)}"] if objects else []
    for seat in range(reading.seats):
        lines += [f"        {_centre_card(card)} ({reading.name(seat)})" for card in reading.centre_cards(seat)]
    return lines


def _centre_card(card: CentreCard) -> str:
    if card.kind != v.NO_OBJECT:
        count = f" counting {card.count}" if card.count > 1 else ""
        return f"{v.OBJECT_NAMES[card.kind]}{count}, incantation {card.incantation}"
    if card.artifact != v.NO_ARTIFACT:
        return f"artifact {card.artifact}" + (f", incantation {card.incantation}" if card.incantation else "")
    return f"incantation {card.incantation}" + (", future Sigil" if card.is_sigil else "")


# ---- piles and what is beside the table ----


def _piles(reading: Reading) -> list[str]:
    game = reading.game
    lines = [f"Piles     {format_objects(game['object_pile'])}    transients: {format_objects(game['transient_pile'])}"]
    lines.append(f"          {_pile(reading, 'artifact')}    {_pile(reading, 'incantation')}")
    lines += _wrap("Gone", format_cards(reading.gone()))
    demons, witches = (", ".join(names) or "none" for names in reading.reserves())
    return lines + _wrap("Reserves", f"demons: {demons}    spell cards: {witches}")


def _pile(reading: Reading, what: str) -> str:
    top, left = reading.pile(what)
    return f"{what}s: {f'top {top}, ' if top else ''}{left} left"


# ---- witches ----


def _witch(reading: Reading, seat: int) -> list[str]:
    game = reading.game
    you, rank = reading.marks(seat)
    sigil = f" · Sigil {int(game['sigil'][seat])}" if game["sigil"][seat] != v.NO_INCANTATION else ""
    witch = "" if game["spells"][seat] == v.NO_SPELL_CARD else f" {reading.name(seat)}"
    lines = [_hand(reading, seat), *reading.secrets(seat)]
    if did := reading.did(seat):
        lines.append(did)
    if not (game["teams"] and seat % 2):
        lines[:1] = _demon(reading, seat, lines[0])
    heading = f"── {SEAT_NAMES[seat]}{witch}{you}{rank}{sigil} "
    return [heading.ljust(WIDTH, "─"), *(part for line in lines for part in _wrap("", line, 3))]


def _demon(reading: Reading, seat: int, hand: str) -> Iterator[str]:
    """The three levels of her demon, those validated ticked off; her hand, and what is missing beside it."""
    demon = reading.demon(seat)
    if demon is None:
        yield hand
        return
    name, levels, validated = demon
    ticked = (f"{LEVEL_NAMES[k]}{' ✓' if k < validated else ''} {_short(levels[k])}" for k in range(v.NUM_LEVELS))
    yield f"{name}: {' · '.join(ticked)}"
    if validated == v.NUM_LEVELS:
        yield from _beside(hand, "all levels validated")
    else:
        missing = _short(reading.missing(levels[validated]))
        yield from _beside(hand, f"missing for {LEVEL_NAMES[validated]}: {missing}")


def _beside(left: str, right: str) -> list[str]:
    """Puts two texts in one line if they fit."""
    column = WIDTH // 2
    return [f"{left:<{column}}{right}"] if len(left) < column and column + len(right) < WIDTH - 3 else [left, right]


def _hand(reading: Reading, seat: int) -> str:
    """Her hand, or how many cards of each class it holds."""
    if reading.sees_hand(seat):
        return f"hand: {format_cards(reading.seat_cards('hand', seat))}"
    words = zip(reading.hand_counts(seat), ("object", "artifact", "incantation"), strict=True)
    return "hand: " + (", ".join(f"{n} {word}{'s' * (n > 1)}" for n, word in words if n) or "none")


# ---- legend ----


def _spells(reading: Reading) -> list[str]:
    cards = [int(card) for card in reading.game["spells"][: reading.seats] if card != v.NO_SPELL_CARD] + reading.offered()
    lines = []
    for card in cards:
        text = " ".join(f"{spell + 1}{_NO_BREAK}{reading.spell(card, spell)}" for spell in range(v.NUM_SPELLS))
        lines += _wrap(f"  {reading.card_set.witch_names[card]}", text, 16)
    return [f"Spells    {_SIGIL_NOTE}", *lines] if lines else []
