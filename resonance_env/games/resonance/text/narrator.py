"""A recorded game as a readable log, round by round: the engine's micro-steps, each described by its changes.

The log of a recorded game contains hidden information, such as the quickness; `open_log` is for games in progress.
"""

import textwrap
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np

from resonance_env.core.game_record import GameRecord
from resonance_env.core.shown_variant import ShownVariant
from resonance_env.games.resonance.cardsets.card_loader import demon_text
from resonance_env.games.resonance.cardsets.cards import CardSet
from resonance_env.games.resonance.rules import actions as act, vocabulary as v
from resonance_env.games.resonance.rules.chance_events import pending_chance
from resonance_env.games.resonance.rules.engine import advance, apply_decision, is_anyone_asked, resolve_chance, run_stage
from resonance_env.games.resonance.rules.legal_codes import sole_action
from resonance_env.games.resonance.rules.seating import has_chosen
from resonance_env.games.resonance.rules.state import Record
from resonance_env.games.resonance.text.events import (
    Change,
    Event,
    round_heading,
    tell_chance,
    tell_decision,
    tell_offer,
    tell_pair,
    tell_stage,
)

WIDTH = 100
_MARGIN = 14
# What stands before the lines of a stage.
_MARGIN_WORDS = {
    v.STAGE_CLEAR: "clear",
    v.STAGE_TRANSIENT: "transient",
    v.STAGE_QUICKNESS: "quickness",
    v.STAGE_SEATS: "act",
    v.STAGE_REVEAL: "reveal",
    v.STAGE_CASTS: "cast",
    v.STAGE_AIM: "cast",
    v.STAGE_EFFECTS: "cast",
    v.STAGE_SWEEPS: "sweep",
    v.STAGE_LOCK: "lock",
    v.STAGE_FULL_MOON: "full moon",
    v.STAGE_LEVELS: "level",
    v.STAGE_VICTORY: "result",
    v.STAGE_ENDINGS: "last",
    v.STAGE_END_EFFECTS: "last",
    v.STAGE_NEXT_ROUND: "last",
}


def begin_log(games: np.ndarray, variant: ShownVariant, record: GameRecord) -> tuple[list[str], list[Event]]:
    """Returns the lines before the first decision, and no events; see `CardGameSpec`."""
    cards = variant.card_set
    title = f"Resonance, {variant.players} players, cards {cards.name}, edition {variant.options['edition']}, {record.origin}"
    return [title, "", *_opening(games[0], cards)], []


def open_log(games: np.ndarray, card_set: CardSet, actions: np.ndarray) -> list[str]:
    """Plays one step of game 0 in place, as `narrate` does, and returns lines with public events only (R-INFO-1)."""
    return lay_out([event for event in narrate(games, card_set, actions) if event.is_open])


def narrate(games: np.ndarray, card_set: CardSet, actions: np.ndarray) -> Iterator[Event]:
    """Plays one step in place by the calls of `engine.step_one`, and describes the events; see `ShownVariant.tell`."""
    game, cards = games[0], card_set.cards[0]

    def told(change: Callable[[], object], tell: Callable[[Change], Event | None]) -> Iterator[Event]:
        before = games.copy()[0]
        change()
        event = tell(Change(before, game, card_set))
        if event is not None:
            yield event

    def decide(seat: int, action: int) -> Iterator[Event]:
        return told(lambda: apply_decision(game, cards, seat, action), lambda change: tell_decision(change, seat, action))

    def settle() -> Iterator[Event]:
        for seat in range(int(game["seats"])):
            while game["asked"][seat] and (sole := int(sole_action(game, cards, seat))) != act.WAIT:
                yield from decide(seat, sole)

    for seat in range(int(game["seats"])):
        if game["asked"][seat]:
            yield from decide(seat, int(actions[seat]))
    yield from settle()
    while not is_anyone_asked(game):
        chance = int(pending_chance(game))
        if chance != v.NO_CHANCE:
            if game["explicit_chance"]:
                break
            yield from told(lambda: resolve_chance(game, cards), partial(tell_chance, chance=chance))
            continue
        if game["stage"] == v.STAGE_OVER:
            break
        yield from told(lambda: run_stage(game, cards), tell_stage)
        yield from settle()
    advance(game, cards)  # notes in the record why it stops


def lay_out(events: Sequence[Event]) -> list[str]:
    """Lays the events out: a heading for each round, a word in the margin where the stage changes, asides in brackets."""
    lines: list[str] = []
    shown, at = "set-up", 0
    while at < len(events):
        event, text = events[at], events[at].text
        at += 1
        while at < len(events) and events[at].is_aside:
            text += f" ({events[at].text})"
            at += 1
        if event.stage == v.STAGE_NEXT_ROUND and not event.is_aside:
            lines += ["", text]
            continue
        word = _MARGIN_WORDS.get(event.stage, "set-up")
        lines += _wrapped(f"  {'' if word == shown else word}", text)
        shown = word
    return lines


def _wrapped(margin: str, text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=margin.ljust(_MARGIN), subsequent_indent=" " * (_MARGIN + 2))


def _opening(game: Record, card_set: CardSet) -> list[str]:
    """How the table looks before the first decision: the demons, and in set-up the spell cards that are offered."""
    lines: list[str] = []
    for seat in range(0, int(game["seats"]), 2 if game["teams"] else 1):
        if game["demon"][seat] != v.NO_DEMON:
            who = " and ".join(v.SEAT_NAMES[seat : seat + 1 + int(game["teams"])])
            lines += _wrapped("" if lines else "  demons", f"{who}: {demon_text(card_set, int(game['demon'][seat]))}")
    if game["stage"] in (v.STAGE_OFFER, v.STAGE_HIGH_WITCH) and game["teams"]:
        margin = "  set-up"
        for seat in range(0, int(game["seats"]), 2):
            if not has_chosen(game, seat):
                lines += _wrapped(margin, tell_pair(game, card_set, seat))
                margin = ""
        return lines
    if game["offered"][1] != v.NO_SPELL_CARD:
        return [*lines, *_wrapped("  set-up", tell_offer(game, card_set))]
    if game["stage"] in (v.STAGE_ACT, v.STAGE_ACT_SECOND):
        lines += ["", round_heading(game, card_set)]
    return lines
