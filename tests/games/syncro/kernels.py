"""Plays games on the compiled rules themselves, one stop at a time."""

import functools
import importlib.resources
import tomllib
from typing import Any

import numpy as np

from resonance_env.core.chance import draw, split_seed
from resonance_env.core.compiled import compiled
from resonance_env.games.syncro.cardsets.card_compiler import compile_cards
from resonance_env.games.syncro.options import OPTIONS
from resonance_env.games.syncro.rules import vocabulary as v
from resonance_env.games.syncro.rules.actions import NUM_ACTIONS
from resonance_env.games.syncro.rules.chance_events import sampled_outcome
from resonance_env.games.syncro.rules.engine import advance, apply_outcome, step_one
from resonance_env.games.syncro.rules.horde import find_targets
from resonance_env.games.syncro.rules.new_game import blank_game
from resonance_env.games.syncro.rules.questions import nth_answer, num_answers

FIRST_SCRIPT = 100  # purpose of the choices of mage 0 in scripted play (cards.md)


@functools.cache
def document_of(name: str) -> dict[str, Any]:
    """Returns a shipped set as TOML gives it."""
    file = importlib.resources.files("resonance_env.games.syncro") / "cardsets" / "sets" / f"{name}.toml"
    return tomllib.loads(file.read_text("utf-8"))


@functools.cache
def cards_of(name: str) -> np.ndarray:
    """Returns the record of a shipped set."""
    return compile_cards(document_of(name))


def started(players: int, seed: int, cards: str = "house", **options: Any) -> np.ndarray:
    """Returns an array of one game at its first stop."""
    values = {option.name: option.default for option in OPTIONS} | options
    games = blank_game(cards_of(cards), players, values)
    games[0]["seed"] = split_seed(seed)
    advance_first(games, cards_of(cards))
    return games


def play_scripted(games: np.ndarray, cards: str = "house", purpose: int = FIRST_SCRIPT) -> int:
    """Plays a game to its end, and returns at how many stops somebody was asked.

    At the s-th of them mage q takes the code that draw s of `purpose` + q selects: the scripted play of cards.md, and uniform
    play on other numbers with another purpose.
    """
    return int(_play_scripted(games, cards_of(cards), purpose, np.zeros(v.MAX_SEATS, dtype=np.int64)))


def play_one_stop(games: np.ndarray, stop: int, cards: str = "house") -> None:
    """Plays the answers of the scripted play at a stop, or the outcome of a chance event under the seed."""
    _play_stop(games, cards_of(cards), FIRST_SCRIPT, stop, np.zeros(v.MAX_SEATS, dtype=np.int64))


def answers_of(games: np.ndarray, cards: np.ndarray, seat: int) -> list[int]:
    """Returns the codes of the answers of a seat in game 0, in their order."""
    codes = np.zeros(NUM_ACTIONS, dtype=np.int64)
    return [int(code) for code in codes[: _write_answers(games, cards, seat, codes)]]


@compiled
def advance_first(games: np.ndarray, cards: np.ndarray) -> None:
    """Runs game 0 to its next stop."""
    advance(games[0], cards[0])


@compiled
def find_targets_first(games: np.ndarray, cards: np.ndarray) -> None:
    """Lists the targets of game 0."""
    find_targets(games[0], cards[0])


@compiled
def step_first(games: np.ndarray, cards: np.ndarray, actions: np.ndarray) -> None:
    """Plays a joint action (`[seat]`) in game 0."""
    step_one(games[0], cards[0], actions)


@compiled
def come_out_first(games: np.ndarray, cards: np.ndarray, outcome: int) -> None:
    """Lets the chance event of game 0 come out in a given way."""
    apply_outcome(games[0], cards[0], outcome)
    advance(games[0], cards[0])


@compiled
def _play_scripted(games: np.ndarray, cards: np.ndarray, purpose: int, actions: np.ndarray) -> int:
    stops = 0
    while games[0]["phase"] != v.PHASE_OVER:
        _play_stop(games, cards, purpose, stops, actions)
        stops += 1
    return stops


@compiled
def _play_stop(games: np.ndarray, cards: np.ndarray, purpose: int, stop: int, actions: np.ndarray) -> None:
    game = games[0]
    if game["phase"] == v.PHASE_CHANCE:
        apply_outcome(game, cards[0], sampled_outcome(game))
        advance(game, cards[0])
        return
    for seat in range(game["seats"]):
        if game["asked"][seat]:
            pick = draw(game["seed"][0], game["seed"][1], purpose + seat, stop, num_answers(game, cards[0], seat))
            actions[seat] = nth_answer(game, cards[0], seat, pick)
    step_one(game, cards[0], actions)


@compiled
def _write_answers(games: np.ndarray, cards: np.ndarray, seat: int, codes: np.ndarray) -> int:
    count = num_answers(games[0], cards[0], seat)
    for number in range(count):
        codes[number] = nth_answer(games[0], cards[0], seat, number)
    return int(count)
