"""A recorded game as a readable log, turn by turn: the engine's micro-steps, each described by its changes.

The log of a recorded game contains hidden information, such as hands; `open_log` is for games in progress.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from resonance_env.core.game_log import Event, lay_out_open
from resonance_env.core.game_record import GameRecord
from resonance_env.core.shown_variant import ShownVariant
from resonance_env.games.summon_demons.cardsets.cards import CardSet
from resonance_env.games.summon_demons.rules import vocabulary as v
from resonance_env.games.summon_demons.rules.answers import answer
from resonance_env.games.summon_demons.rules.chance_events import apply_outcome, sampled_outcome
from resonance_env.games.summon_demons.rules.engine import run_step
from resonance_env.games.summon_demons.rules.new_game import blank_game
from resonance_env.games.summon_demons.rules.questions import nth_answer, num_answers
from resonance_env.games.summon_demons.text.changes import Change
from resonance_env.games.summon_demons.text.events import tell_answer, tell_chance, tell_step, turn_heading


def begin_log(games: np.ndarray, variant: ShownVariant, record: GameRecord) -> tuple[list[str], list[Event]]:
    """Returns the first line of a log, and how the game came to its first question; see `CardGameSpec`."""
    teams = " in teams" if variant.options["teams"] else ""
    title = f"{variant.spec.title}, {variant.players} players{teams}, cards {variant.card_set.name}, {record.origin}"
    if record.seed is None:
        return [title], [turn_heading(games[0])]
    return [title], list(narrate_start(games, variant.card_set, variant.options))


def open_log(games: np.ndarray, card_set: CardSet, actions: np.ndarray) -> list[str]:
    """Plays one step of game 0 in place, as `narrate` does, and returns lines with what is open to all (LD-INFO-1)."""
    return lay_out_open(narrate(games, card_set, actions))


def narrate_start(games: np.ndarray, card_set: CardSet, options: Mapping[str, Any]) -> Iterator[Event]:
    """Describes how a game came to its first question, of which `games` is the record.

    Args:
        games: array of one game; not changed.
        card_set: the cards.
        options: of the game.
    """
    start = blank_game(card_set.cards, int(games[0]["seats"]), options)
    start[0]["seed"] = games[0]["seed"]
    return _run(start, card_set)


def narrate(games: np.ndarray, card_set: CardSet, actions: np.ndarray) -> Iterator[Event]:
    """Plays one step in place by the calls of `engine.step_one`, and describes the events; see `ShownVariant.tell`."""
    game, cards = games[0], card_set.cards[0]
    seat = int(game["decider"])
    if seat != v.NOTHING and game["asked"][seat]:
        action = int(actions[seat])
        yield from _told(games, card_set, lambda: answer(game, cards, action), lambda change: tell_answer(change, action))
        yield from _run(games, card_set)


def _run(games: np.ndarray, card_set: CardSet) -> Iterator[Event]:
    """Runs to the next question, to a stop before a chance event, or to the end, as `engine.advance` does."""
    game, cards = games[0], card_set.cards[0]
    while game["phase"] != v.PHASE_OVER:
        if game["phase"] != v.PHASE_RUNNING:
            if num_answers(game) > 1:
                game["asked"][game["decider"]] = 1
                return
            yield from _answer_alone(games, card_set, int(nth_answer(game, 0)))
        elif game["event"] == v.NO_EVENT:
            yield from _told(games, card_set, lambda: run_step(game, cards), tell_step)
        elif game["explicit_chance"]:
            game["phase"] = v.PHASE_CHANCE
            return
        else:
            yield from _come_out(games, card_set, int(sampled_outcome(game, cards)))


def _answer_alone(games: np.ndarray, card_set: CardSet, action: int) -> Iterator[Event]:
    """The engine gives the only answer."""
    game, cards = games[0], card_set.cards[0]
    return _told(games, card_set, lambda: answer(game, cards, action), lambda change: tell_answer(change, action))


def _come_out(games: np.ndarray, card_set: CardSet, outcome: int) -> Iterator[Event]:
    game, cards = games[0], card_set.cards[0]
    return _told(games, card_set, lambda: apply_outcome(game, cards, outcome), lambda change: tell_chance(change, outcome))


def _told(
    games: np.ndarray, card_set: CardSet, step: Callable[[], object], tell: Callable[[Change], Iterable[Event]]
) -> Iterator[Event]:
    before = games.copy()[0]
    step()
    yield from tell(Change(before, games[0], card_set))
