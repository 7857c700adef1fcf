"""A recorded game as a readable log, turn by turn: the engine's micro-steps, each described by its changes.

The log of a recorded game contains hidden information, such as hands; `open_log` is for games in progress.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from resonance_env.core.game_log import Event, lay_out_open
from resonance_env.core.game_record import GameRecord
from resonance_env.core.shown_variant import ShownVariant
from resonance_env.games.syncro.cardsets.cards import CardSet
from resonance_env.games.syncro.rules import vocabulary as v
from resonance_env.games.syncro.rules.chance_events import sampled_outcome
from resonance_env.games.syncro.rules.engine import apply_outcome, clear_scratch, run_step, take_answers
from resonance_env.games.syncro.rules.new_game import blank_game
from resonance_env.games.syncro.text.events import Step, tell, try_heading


def begin_log(games: np.ndarray, variant: ShownVariant, record: GameRecord) -> tuple[list[str], list[Event]]:
    """Returns the first line of a log, and how the game came to its first question; see `CardGameSpec`."""
    title = f"{variant.spec.title}, {variant.players} mages, cards {variant.card_set.name}, {record.origin}"
    if record.seed is None:
        return [title], [try_heading(games[0])]
    return [title], list(narrate_start(games, variant.card_set, variant.options))


def open_log(games: np.ndarray, card_set: CardSet, actions: np.ndarray) -> list[str]:
    """Plays one step of game 0 in place, as `narrate` does, and returns lines with what is open to all (SY-INFO-1)."""
    return lay_out_open(narrate(games, card_set, actions))


def narrate_start(games: np.ndarray, card_set: CardSet, options: Mapping[str, Any]) -> Iterator[Event]:
    """Describes how a game came to its first question, of which `games` is the record; `games` is not changed."""
    start = blank_game(card_set.cards, int(games[0]["seats"]), options)
    start[0]["seed"] = games[0]["seed"]
    return _run(start, card_set)


def narrate(games: np.ndarray, card_set: CardSet, actions: np.ndarray) -> Iterator[Event]:
    """Plays one step in place by the calls of `engine.step_one`, and describes the events; see `ShownVariant.tell`."""
    game, cards = games[0], card_set.cards[0]
    if game["phase"] not in (v.PHASE_OVER, v.PHASE_CHANCE):
        yield from _told(games, card_set, lambda: take_answers(game, cards, actions))
        yield from _run(games, card_set)


def _run(games: np.ndarray, card_set: CardSet) -> Iterator[Event]:
    """Runs to the next question or to the end, as `engine.advance` does."""
    game, cards = games[0], card_set.cards[0]
    while game["phase"] == v.PHASE_RUNNING:
        if game["event"] == v.NO_EVENT:
            yield from _told(games, card_set, lambda: run_step(game, cards))
        else:
            outcome = int(sampled_outcome(game))
            yield from _told(games, card_set, lambda outcome=outcome: apply_outcome(game, cards, outcome))  # type: ignore[misc]
    clear_scratch(game)


def _told(games: np.ndarray, card_set: CardSet, step: Callable[[], object]) -> Iterator[Event]:
    before = games.copy()[0]
    step()
    yield from tell(Step(before, games[0], card_set))
