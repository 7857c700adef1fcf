"""Draws the table as a picture."""

import numpy as np

from resonance_env.core.canvas import ACCENT, FAINT, GOLD, INK, LINE, NIGHT, PANEL, Canvas
from resonance_env.core.canvas_rows import panel
from resonance_env.core.card_tables import count_text
from resonance_env.core.picture import PICTURE_SIZE
from resonance_env.core.picture_frame import BOTTOM, EDGE, GAP, HEIGHT, TOP, WIDTH, WINNER, draw_question, draw_title
from resonance_env.games.summon_demons.view.picture_chips import (
    ADORABLE,
    ANIMAL,
    HORRIBLE,
    NEUTRAL,
    Chip,
    back,
    chip_of,
    flow,
)
from resonance_env.games.summon_demons.view.table_view import Summoner, TableView
from resonance_env.games.summon_demons.view.words import facts, goal, names, relation, state

_LEFT = 400.0  # width of dice, row and piles
_DICE, _ROW = 66.0, 300.0  # heights of their panels


def draw_picture(table: TableView, size: tuple[int, int] = PICTURE_SIZE) -> np.ndarray:
    """Returns the table as a picture; see `ShownVariant.draw_picture`."""
    canvas = Canvas(size)
    *about, viewer = facts(table)
    draw_title(canvas, "Let's Summon Demons", [*about, goal(table)], viewer)
    _draw_dice(canvas, table, EDGE, TOP, _LEFT, _DICE)
    _draw_row(canvas, table, EDGE, TOP + _DICE + GAP, _LEFT, _ROW)
    top = TOP + _DICE + _ROW + 2 * GAP
    _draw_piles(canvas, table, EDGE, top, _LEFT, HEIGHT - BOTTOM - top)
    _draw_summoners(canvas, table)
    draw_question(canvas, table.asked)
    return canvas.picture()


# ---- the left side ----


def _draw_dice(canvas: Canvas, table: TableView, x: float, y: float, width: float, height: float) -> None:
    """Draws the total of the last throw, what the active seat has done, and how long the game may last."""
    panel(canvas, x, y, width, height)
    middle = y + height / 2
    canvas.box(x + 12, y + 10, height - 20, height - 20, INK if table.total else PANEL, LINE, 9)
    canvas.text(
        x + 12 + (height - 20) / 2, middle, str(table.total or "-"), 24, PANEL if table.total else FAINT, bold=True, anchor=0.5
    )
    words = "not thrown yet" if table.total is None else "a double" if table.is_double else "no double"
    left = x + height + 6
    canvas.text(left, middle - 11, words, 14, bold=True)
    canvas.text(left, middle + 10, canvas.shorten(", ".join(table.marks) or "nothing done yet", 12, 190), 12, FAINT)
    canvas.text(x + width - 12, middle - 11, f"{table.rolls_left} rolls left", 12, FAINT, anchor=1)
    canvas.text(x + width - 12, middle + 10, f"a card costs {table.price}", 12, FAINT, anchor=1)


def _draw_row(canvas: Canvas, table: TableView, x: float, y: float, width: float, height: float) -> None:
    """Draws the cards of the row, each with what it does."""
    panel(canvas, x, y, width, height, "Row")
    if not table.row:
        canvas.text(x + 12, y + 44, "no cards", 12, FAINT)
    step = (height - 32) / 5
    for index, card in enumerate(table.row):
        top = y + 30 + index * step
        chip = chip_of(card)
        chip.draw(canvas, x + 12, top, 1.0)
        left = x + 22 + max(chip.width(canvas, 1.0), 126)
        for line, text in enumerate(canvas.wrap(card.text, 11.5, x + width - 10 - left, 3)):
            canvas.text(left, top + 7 + 14 * line, text, 11.5)


def _draw_piles(canvas: Canvas, table: TableView, x: float, y: float, width: float, height: float) -> None:
    """Draws deck, discards, pile, what is being resolved or chosen from, and what the colours mean."""
    panel(canvas, x, y, width, height)
    rows = [
        ("Deck", f"{table.deck} cards", 1),
        ("Discards", names(table.discards), 4),
        ("Pile", f"{table.pile} demons", 1),
        ("Discarded", names(table.demon_discards), 3),
    ]
    rows += [("Stack" if place == 0 else "", entry, 2) for place, entry in enumerate(table.stack)]
    if table.viewer is not None and not table.shown:
        hand = table.summoners[table.viewer].hand or []
        rows += [("Your hand" if place == 0 else "", f"{demon.id}: {demon.text}", 2) for place, demon in enumerate(hand)]
    middle, last = y + 18, y + height - 30
    for title, text, most in rows:
        canvas.text(x + 12, middle, title, 11.5, FAINT)
        for line in canvas.wrap(text, 11.5, width - 96, most):
            if middle < last - 8:
                canvas.text(x + 86, middle, line, 11.5)
            middle += 15
        middle += 4
    if table.shown:
        canvas.text(x + 12, middle, "Choose from", 11.5, FAINT)
        flow(canvas, [("", [chip_of(demon) for demon in table.shown])], x + 12, middle + 10, width - 24, last - middle - 20)
    _draw_legend(canvas, x + 12, y + height - 15)


def _draw_legend(canvas: Canvas, x: float, y: float) -> None:
    for colour, word in ((ANIMAL, "animal"), (ADORABLE, "adorable"), (HORRIBLE, "horrible"), (NEUTRAL, "neither")):
        canvas.circle(x + 6, y, 6, colour)
        x += 16 + canvas.text(x + 16, y, word, 11, FAINT) + 10
    canvas.box(x, y - 6, 12, 12, PANEL, ACCENT, 3)
    canvas.text(x + 17, y, "waits, or is named", 11, FAINT)


# ---- the seats ----


def _draw_summoners(canvas: Canvas, table: TableView) -> None:
    left = EDGE + _LEFT + GAP
    seats = len(table.summoners)
    height = (HEIGHT - TOP - BOTTOM - (seats - 1) * GAP) / seats
    for seat, summoner in enumerate(table.summoners):
        _draw_summoner(canvas, table, summoner, left, TOP + seat * (height + GAP), WIDTH - EDGE - left, height)


def _draw_summoner(
    canvas: Canvas, table: TableView, summoner: Summoner, x: float, y: float, width: float, height: float
) -> None:
    """Draws what one seat has: souls, cards, demons, candles, and its hand or how many demons it holds."""
    colour = WINNER if summoner.has_won else ACCENT if summoner.is_asked else NIGHT if summoner.is_active else LINE
    canvas.box(x, y, width, height, colour, radius=8)
    inset = 2.5 if colour is not LINE else 1.2
    canvas.box(x + inset, y + inset, width - 2 * inset, height - 2 * inset, PANEL, radius=7)
    middle = y + 19
    team = f" · team {summoner.seat % 2}" if table.has_teams else ""
    edge = x + 14 + canvas.text(x + 14, middle, f"{summoner.seat_name}{relation(summoner)}{team}", 15, bold=True)
    doing = state(summoner) + (" · knows the pile" if summoner.knows_pile else "")
    canvas.text(edge + 14, middle, doing.strip(" ·"), 13, FAINT if colour is LINE else colour, bold=colour is not LINE)
    _draw_goal(canvas, table, summoner, x + width - 14, middle)
    hidden = [back(summoner.hand_size)] if summoner.hand_size else []
    groups: list[tuple[str, list[Chip]]] = [
        ("", [chip_of(card) for card in summoner.cards]),
        ("", [chip_of(demon) for demon in summoner.demons]),
        ("", [chip_of(candle) for candle in summoner.candles]),
        ("in hand", hidden if summoner.hand is None else [chip_of(demon, in_hand=True) for demon in summoner.hand]),
    ]
    flow(canvas, groups, x + 14, y + 36, width - 28, height - 42)


def _draw_goal(canvas: Canvas, table: TableView, summoner: Summoner, right: float, middle: float) -> None:
    """Draws souls and demons in play, and what is needed of them."""
    souls, demons, here = table.need_souls, table.need_demons, len(summoner.demons)
    words = f"of {souls} souls, {here} of {demons} demons"
    if table.has_teams:
        words = f"souls, {count_text(here, 'demon')}; the team needs {souls} and {demons}"
    right -= canvas.text(right, middle, words, 13, anchor=1) + 8
    count = str(summoner.souls)
    wide = max(26.0, canvas.width(count, 15) + 14)
    canvas.box(right - wide, middle - 13, wide, 26, GOLD, INK, 13)
    canvas.text(right - wide / 2, middle, count, 15, bold=True, anchor=0.5)
