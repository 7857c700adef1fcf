"""Plays games on the compiled rules themselves, one answer at a time."""

from __future__ import annotations

import functools
import importlib.resources
import tomllib
from typing import Any

import numpy as np

from resonance_env.core.chance import split_seed
from resonance_env.core.compiled import compiled
from resonance_env.games.summon_demons.cardsets.card_compiler import compile_cards
from resonance_env.games.summon_demons.options import OPTIONS
from resonance_env.games.summon_demons.rules import actions as act
from resonance_env.games.summon_demons.rules import vocabulary as v
from resonance_env.games.summon_demons.rules.answers import answer
from resonance_env.games.summon_demons.rules.chance_events import apply_outcome, outcome_weight
from resonance_env.games.summon_demons.rules.engine import advance
from resonance_env.games.summon_demons.rules.new_game import blank_game
from resonance_env.games.summon_demons.rules.questions import is_answer


@functools.cache
def cards_of(name: str) -> np.ndarray:
    """Returns the record of a shipped set."""
    file = importlib.resources.files("resonance_env.games.summon_demons") / "cardsets" / "sets" / f"{name}.toml"
    return compile_cards(tomllib.loads(file.read_text()))


def started(players: int, seed: int, cards: str = "standard", **options: Any) -> np.ndarray:
    """Returns an array of one game at its first stop."""
    values = {option.name: option.default for option in OPTIONS} | options
    games = blank_game(cards_of(cards), players, values)
    games[0]["seed"] = split_seed(seed)
    _advance(games, cards_of(cards))
    return games


def legal_codes(games: np.ndarray) -> list[int]:
    """Returns the legal answers of the seat that is asked."""
    mask = np.zeros(act.NUM_ACTIONS, dtype=np.bool_)
    _mark_answers(games, mask)
    return [int(code) for code in np.flatnonzero(mask)]


def say(games: np.ndarray, code: int, cards: str = "standard") -> None:
    """Gives an answer and runs on."""
    _answer(games, cards_of(cards), code)


def successors(games: np.ndarray, cards: str = "standard") -> np.ndarray:
    """Returns the positions after every answer, or every outcome of the pending event, of each game."""
    out = np.zeros(len(games) * act.NUM_ACTIONS, dtype=games.dtype)
    return out[: _expand(games, cards_of(cards), out)]


@compiled
def _advance(games: np.ndarray, cards: np.ndarray) -> None:
    advance(games[0], cards[0])


@compiled
def _answer(games: np.ndarray, cards: np.ndarray, code: int) -> None:
    answer(games[0], cards[0], code)
    advance(games[0], cards[0])


@compiled
def _mark_answers(games: np.ndarray, mask: np.ndarray) -> None:
    for code in range(act.NUM_ACTIONS):
        mask[code] = is_answer(games[0], code)


@compiled
def _expand(games: np.ndarray, cards: np.ndarray, out: np.ndarray) -> int:
    count = 0
    for index in range(len(games)):
        game = games[index]
        if game["phase"] == v.PHASE_OVER:
            continue
        is_chance = game["phase"] == v.PHASE_CHANCE
        for code in range(act.NUM_ACTIONS):
            if is_chance and code < v.MAX_OUTCOMES and outcome_weight(game, cards[0], code) > 0:
                out[count] = game
                apply_outcome(out[count], cards[0], code)
            elif not is_chance and is_answer(game, code):
                out[count] = game
                answer(out[count], cards[0], code)
            else:
                continue
            advance(out[count], cards[0])
            count += 1
    return count
