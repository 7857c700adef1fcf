"""The table as text, as one seat sees it or as a spectator without secrets sees it (R-INFO-1, R-INFO-2).

There are no rules in here: everything is read from the record.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence

import numpy as np

from resonance_env.games.resonance.actions import ACTIONS
from resonance_env.games.resonance.card_loader import describe_spell
from resonance_env.games.resonance.card_text import Cards, format_cards, format_objects, values
from resonance_env.games.resonance.cards import CardSet
from resonance_env.games.resonance.position_lines import MOON_NAMES, SEAT_NAMES, Record
from resonance_env.games.resonance.vocabulary import (
    DID_BREAK_SIGIL,
    DID_PASS,
    DID_TRADE,
    EDITION_NAMES,
    INCANTATION_AS_ARTIFACT,
    INCANTATION_AS_OBJECT,
    INCANTATION_UNRESOLVED,
    INCANTATION_WAITING,
    MAX_COUNT,
    NO_ACTION,
    NO_ARTIFACT,
    NO_DEMON,
    NO_INCANTATION,
    NO_OBJECT,
    NO_SEAT,
    NO_SPELL,
    NO_SPELL_CARD,
    NUM_LEVELS,
    NUM_SPELLS,
    OBJECT_NAMES,
    OBJECTS,
    OP_SIGIL,
    PHASE_OVER,
    STAGE_QUICKNESS,
)
from resonance_env.render.resonance.prompt import prompt

WIDTH = 100
CELL = 10  # columns of one moon, borders aside
_SIGIL_NOTE = "(Sigil: at the end of the round, the incantation becomes a Sigil on an opposing witch)"
_DID_WITHOUT_CARDS = {DID_BREAK_SIGIL: "broke her Sigil", DID_TRADE: "traded for a new demon", DID_PASS: "passed"}
_NO_BREAK = "\u00a0"
LEVEL_NAMES = ("I", "II", "III")

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
    view = _View(games[index], card_set, viewer)
    ring = view.moons()
    middle = view.centre()
    height = max(len(ring), len(middle))
    ring += [""] * (height - len(ring))
    middle += [""] * (height - len(middle))
    width = max(map(len, ring)) + 3
    lines = [*view.title(), ""]
    lines += [f"{left:<{width}}{right}".rstrip() for left, right in zip(ring, middle, strict=True)]
    lines += [f"Moons     {format_objects(view.on_moons)}", "", *view.piles(), ""]
    for seat in range(view.seats):
        lines += view.witch(seat)
    offered = " or ".join(card_set.witch_names[card] for card in view.offered())
    lines += ["", *view.spells(), "", *prompt(view.game, viewer, view.name, offered)]
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


class _View:
    """One game as one viewer sees it; each method returns lines."""

    def __init__(self, game: Record, card_set: CardSet, viewer: int | None) -> None:
        self.game, self.card_set, self.viewer = game, card_set, viewer
        self.cards = card_set.table[0]
        self.seats = int(game["seats"])
        self.on_moons = [int((game["moon"] == kind).sum()) for kind in OBJECTS]

    def name(self, seat: int) -> str:
        card = int(self.game["spells"][seat])
        return SEAT_NAMES[seat] if card == NO_SPELL_CARD else self.card_set.witch_names[card]

    def title(self) -> list[str]:
        game = self.game
        who = "spectator" if self.viewer is None else f"seen by {SEAT_NAMES[self.viewer]}"
        when = f"round {int(game['round_number'])}" if game["round_number"] else "set-up"
        players = f"{int(game['players'])} players" + (" in teams" if game["teams"] else "")
        parts = (when, players, f"cards {self.card_set.name}", f"edition {EDITION_NAMES[game['edition']]}", who)
        return [f"RESONANCE  {' · '.join(parts)}", "═" * WIDTH]

    # ---- moons and centre ----

    def moons(self) -> list[str]:
        """The circle, clockwise from the New Moon at the top left."""
        count = int(self.cards["moons"])
        top = list(range((count + 1) // 2))
        bottom = list(range(count - 1, len(top) - 1, -1))
        bottom = [-1] * (len(top) - len(bottom)) + bottom
        return [
            "╭" + "┬".join(self._moon_name(moon) for moon in top) + "╮",
            "│" + "│".join(self._moon_object(moon) for moon in top) + "│",
            "├" + "┼".join("─" * CELL for _ in top) + "┤",
            "│" + "│".join(self._moon_object(moon) for moon in bottom) + "│",
            "╰" + "┴".join(self._moon_name(moon) for moon in bottom) + "╯",
        ]

    def _moon_name(self, moon: int) -> str:
        if moon < 0:
            return "─" * CELL
        full = " full" if moon == self.cards["full_moon"] else ""
        return f"─ {MOON_NAMES[moon]}{full} ".ljust(CELL, "─")

    def _moon_object(self, moon: int) -> str:
        kind = int(self.game["moon"][moon]) if moon >= 0 else NO_OBJECT
        word = "" if kind == NO_OBJECT else OBJECT_NAMES[kind]
        mark = "◀" if moon == self.game["next_moon"] and self.game["phase"] != PHASE_OVER else ""
        return f" {word:<{CELL - 3}}{mark:<2}"

    def centre(self) -> list[str]:
        game = self.game
        transient = "none" if game["transient"] == NO_OBJECT else OBJECT_NAMES[game["transient"]]
        lines = [f"Centre  transient: {transient}"]
        objects = [
            f"{int(game['centre'][kind, count])} {OBJECT_NAMES[kind]}" + (f" counting {count + 1}" if count else "")
            for kind in OBJECTS
            for count in range(MAX_COUNT)
            if game["centre"][kind, count]
        ]
        lines += [f"        {', '.join(objects)}"] if objects else []
        for seat in range(self.seats):
            lines += [f"        {card} ({self.name(seat)})" for card in self._centre_cards(seat)]
        return lines

    def _centre_cards(self, seat: int) -> Iterator[str]:
        game = self.game
        state, value = int(game["incantation_state"][seat]), int(game["played_incantation"][seat])
        if game["artifact"][seat] != NO_ARTIFACT:
            origin = f", incantation {value}" if state == INCANTATION_AS_ARTIFACT else ""
            yield f"artifact {int(game['artifact'][seat])}{origin}"
        if state == INCANTATION_UNRESOLVED:
            yield f"incantation {value}"
        elif state == INCANTATION_AS_OBJECT:
            kind, count = OBJECT_NAMES[game["incantation_type"][seat]], int(game["incantation_count"][seat])
            yield f"{kind}{f' counting {count}' if count > 1 else ''}, incantation {value}"
        elif state == INCANTATION_WAITING:
            yield f"incantation {value}, future Sigil"

    # ---- piles and what is beside the table ----

    def piles(self) -> list[str]:
        game = self.game
        lines = [f"Piles     {format_objects(game['object_pile'])}    transients: {format_objects(game['transient_pile'])}"]
        piles = (self._pile("artifact"), self._pile("incantation"))
        lines.append(f"          {piles[0]}    {piles[1]}")
        gone = Cards(
            [int(n) for n in game["gone_objects"]],
            [int(n) for n in game["gone_transients"]],
            int(game["gone_artifacts"]),
            int(game["gone_incantations"]),
        )
        lines += _wrap("Gone", format_cards(gone))
        demons = ", ".join(self.card_set.demon_names[v - 1] for v in values(game["demon_reserve"])) or "none"
        witches = ", ".join(self.card_set.witch_names[v - 1] for v in values(game["spell_reserve"])) or "none"
        return lines + _wrap("Reserves", f"demons: {demons}    spell cards: {witches}")

    def _pile(self, what: str) -> str:
        top, below = int(self.game[f"{what}_top"]), int(self.game[f"{what}_pile"]).bit_count()
        return f"{what}s: {f'top {top}, ' if top > 0 else ''}{below + (top > 0)} left"

    # ---- witches ----

    def witch(self, seat: int) -> list[str]:
        game = self.game
        you = " (you)" if seat == self.viewer else " (your partner)" if self.is_partner(seat) else ""
        rank = f" · {'High' if game['high_witch'][seat] else 'Lesser'} Witch of team {seat // 2}" if game["teams"] else ""
        sigil = f" · Sigil {int(game['sigil'][seat])}" if game["sigil"][seat] != NO_INCANTATION else ""
        witch = "" if game["spells"][seat] == NO_SPELL_CARD else f" {self.name(seat)}"
        lines = [*self._hand(seat), *self._round(seat)]
        if game["demon"][seat] != NO_DEMON and not (game["teams"] and seat % 2):
            lines[:1] = self._beside(lines[0], self._missing(seat))
            lines.insert(0, self._demon(seat))
        heading = f"── {SEAT_NAMES[seat]}{witch}{you}{rank}{sigil} "
        return [heading.ljust(WIDTH, "─"), *(part for line in lines for part in _wrap("", line, 3))]

    def is_partner(self, seat: int) -> bool:
        return self.viewer is not None and bool(self.game["teams"]) and seat == self.viewer ^ 1

    @staticmethod
    def _beside(left: str, right: str) -> list[str]:
        """Puts two texts in one line if they fit."""
        column = WIDTH // 2
        return [f"{left:<{column}}{right}"] if len(left) < column and column + len(right) < WIDTH - 3 else [left, right]

    def _demon(self, seat: int) -> str:
        """The three levels of her demon; those validated are ticked off."""
        demon, level = int(self.game["demon"][seat]), int(self.game["level"][seat])
        levels = self.cards["demon_levels"][demon]
        ticked = (f"{LEVEL_NAMES[k]}{' ✓' if k < level else ''} {_short(levels[k])}" for k in range(NUM_LEVELS))
        return f"{self.card_set.demon_names[demon]}: {' · '.join(ticked)}"

    def _missing(self, seat: int) -> str:
        level = int(self.game["level"][seat])
        if level == NUM_LEVELS:
            return "all levels validated"
        needs = self.cards["demon_levels"][self.game["demon"][seat], level]
        missing = [max(int(needs[kind]) - self.on_moons[kind], 0) for kind in OBJECTS]
        return f"missing for {LEVEL_NAMES[level]}: {_short(missing)}"

    def _hand(self, seat: int) -> Iterator[str]:
        """Her hand, or how many cards of each class it holds; what is chosen in secret for who may see it."""
        game = self.game
        if seat != self.viewer and not self.is_partner(seat):
            counts = [int(game["hand_objects"][seat].sum())]
            counts += [int(game[f"hand_{name}"][seat]).bit_count() for name in ("artifacts", "incantations")]
            words = zip(counts, ("object", "artifact", "incantation"), strict=True)
            yield "hand: " + (", ".join(f"{n} {word}{'s' * (n > 1)}" for n, word in words if n) or "none")
            return
        yield f"hand: {self._cards('hand', seat)}"
        if game["committed"][seat] != NO_ACTION and (seat == self.viewer or game["team_talk"]):
            yield f"chosen: {ACTIONS.name(int(game['committed'][seat]))}"
        if seat == self.viewer and game["picks_left"][seat]:
            yield f"discards: {self._cards('picked', seat)}; {int(game['picks_left'][seat])} more to pick"

    def _cards(self, prefix: str, seat: int) -> str:
        objects, artifacts, incantations = (
            self.game[f"{prefix}_{name}"][seat] for name in ("objects", "artifacts", "incantations")
        )
        return format_cards(Cards([int(n) for n in objects], [0, 0, 0], int(artifacts), int(incantations)))

    def _round(self, seat: int) -> Iterator[str]:
        """What she did in the round; while all choose, what she did in the last one."""
        game, parts = self.game, []
        if int(game["did"][seat]) in _DID_WITHOUT_CARDS:
            parts.append(_DID_WITHOUT_CARDS[int(game["did"][seat])])
        played = Cards([int(n) for n in game["played_objects"][seat]])
        played.artifacts = 1 << int(game["played_artifact"][seat]) >> 1
        played.incantations = 1 << int(game["played_incantation"][seat]) >> 1
        cards = {"drew": self._cards("drew", seat), "played": format_cards(played), "discarded": self._cards("discarded", seat)}
        parts += [f"{word} {text}" for word, text in cards.items() if text != "none"]
        if game["cast_spell"][seat] != NO_SPELL:
            witch = self.card_set.witch_names[game["cast_card"][seat]]
            targets = [self.name(int(target)) for target in game["target"][seat] if target != NO_SEAT]
            aim = f" at {', '.join(targets)}" if targets else ""
            waits = ", waits for the end of the round" if game["waiting"][seat] else ""
            parts.append(f"cast {witch} {int(game['cast_spell'][seat]) + 1}{aim}{waits}")
        if parts:
            yield ("last round: " if game["stage"] <= STAGE_QUICKNESS else "this round: ") + "; ".join(parts)

    # ---- legend ----

    def spells(self) -> list[str]:
        cards = [int(card) for card in self.game["spells"][: self.seats] if card != NO_SPELL_CARD] + self.offered()
        lines = []
        for card in cards:
            text = " ".join(f"{spell + 1}{_NO_BREAK}{self._spell(card, spell)}" for spell in range(NUM_SPELLS))
            lines += _wrap(f"  {self.card_set.witch_names[card]}", text, 16)
        return [f"Spells    {_SIGIL_NOTE}", *lines] if lines else []

    def _spell(self, card: int, spell: int) -> str:
        is_sigil = self.cards["num_effects"][card, spell] == 1 and self.cards["effect_op"][card, spell, 0] == OP_SIGIL
        return "Sigil." if is_sigil else describe_spell(self.card_set, card, spell)

    def offered(self) -> list[int]:
        """Returns the spell cards on offer that the viewer sees: in teams all do (R-TEAM-3), else who is asked (R-SETUP-2)."""
        is_seen = self.game["teams"] or (self.viewer is not None and self.game["asked"][self.viewer])
        return [int(card) for card in self.game["offered"] if is_seen and card != NO_SPELL_CARD]
