"""Draws the table as text."""

import re
import textwrap
from collections.abc import Iterator

from resonance_env.core.card_tables import count_text
from resonance_env.core.terminal import paint
from resonance_env.games.summon_demons.view.table_view import Card, Demon, Summoner, TableView
from resonance_env.games.summon_demons.view.words import facts, goal, kind, names, needs, relation, state, throw

WIDTH = 100

# Headings, kinds and marks in colours that every terminal has.
_COLOURS = (
    (re.compile(r"\banimal\b"), "32"),
    (re.compile(r"\badorable\b"), "36"),
    (re.compile(r"\bhorrible\b"), "35"),
    (re.compile(r"(?m)^(LET'S SUMMON DEMONS|Dice|Row|Piles|Stack|Shown|What they do)"), "1"),
    (re.compile(r"(?m)^▶.*$"), "1"),
    (re.compile(r"◀ [^─\n]*|\w+\*\d?"), "31"),
)


def draw_text(table: TableView, colour: bool = False) -> str:
    """Returns the table as text of at most 100 columns, with ANSI colours if `colour`."""
    lines = [f"LET'S SUMMON DEMONS  {' · '.join(facts(table))}", "═" * WIDTH, ""]
    done = f" · {', '.join(table.marks)}" if table.marks else ""
    lines += _wrap("Dice", f"{throw(table)}{done} · {count_text(table.rolls_left, 'roll')} left · {goal(table)}")
    lines += _wrap("Row", f"{names(table.row)} · price {table.price}")
    lines += _wrap("Piles", f"deck {table.deck} · discards: {names(table.discards)}")
    lines += _wrap("", f"demon pile {table.pile} · demon discards: {names(table.demon_discards)}")
    for place, entry in enumerate(table.stack):
        lines += _wrap("" if place else "Stack", entry)
    lines += _wrap("Shown", names(table.shown)) if table.shown else []
    lines.append("")
    for summoner in table.summoners:
        lines += _summoner(summoner, needs(table, summoner))
    lines += ["", "What they do", *_legend(table), "", *(f"▶ {sentence}" for sentence in table.asked)]
    return paint("\n".join(lines) + "\n", _COLOURS if colour else ())


def _wrap(heading: str, text: str, indent: int = 10) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=f"{heading:<{indent}}", subsequent_indent=" " * indent)


def _summoner(summoner: Summoner, needed: str) -> Iterator[str]:
    """What a seat has and, unless it has won, still needs."""
    doing = f" ◀ {state(summoner)}" if state(summoner) else ""
    heading = f"── {summoner.seat_name}{relation(summoner)} · {count_text(summoner.souls, 'soul')} · "
    heading += f"{count_text(len(summoner.demons), 'demon')} in play{f' · needs {needed}' if needed else ''}{doing} "
    yield heading.ljust(WIDTH, "─")
    hand = count_text(summoner.hand_size, "demon") if summoner.hand is None else names(summoner.hand)
    hand += "; knows the pile" if summoner.knows_pile else ""
    rows = {"cards": names(summoner.cards), "demons": names(summoner.demons), "candles": names(summoner.candles), "hand": hand}
    for title, text in rows.items():
        if text != "none" or title == "hand":
            yield from _wrap(f"   {title}:", text, 12)


def _legend(table: TableView) -> Iterator[str]:
    """What everything that lies open or in the viewer's hand does, each once."""
    cards: dict[str, Card] = {}
    demons: dict[str, Demon] = {}
    for card in (*table.row, *(card for summoner in table.summoners for card in summoner.cards)):
        cards.setdefault(card.id, card)
    held = (demon for summoner in table.summoners for demon in (*summoner.demons, *(summoner.hand or ())))
    for demon in (*table.shown, *held):
        demons.setdefault(demon.id, demon)
    for card in sorted(cards.values(), key=lambda card: card.code):
        yield from _wrap(f"  {card.number:>2} {card.id}", f"{kind(card)}: {card.text}", 20)
    for demon in sorted(demons.values(), key=lambda demon: demon.code):
        yield from _wrap(f"  {demon.number or '-':>2} {demon.id}", f"demon: {demon.text}", 20)
