"""Plays games on the compiled rules themselves, one answer at a time."""

import functools
from typing import Any

import numpy as np

from resonance_env.core.chance import split_seed
from resonance_env.core.compiled import compiled
from resonance_env.games.summon_demons.cardsets.card_loader import load_card_set
from resonance_env.games.summon_demons.options import OPTIONS
from resonance_env.games.summon_demons.rules import actions as act, vocabulary as v
from resonance_env.games.summon_demons.rules.answers import answer
from resonance_env.games.summon_demons.rules.chance_events import apply_outcome, outcome_weight, sampled_outcome
from resonance_env.games.summon_demons.rules.engine import advance
from resonance_env.games.summon_demons.rules.new_game import blank_game
from resonance_env.games.summon_demons.rules.possession import refresh
from resonance_env.games.summon_demons.rules.questions import is_answer
from resonance_env.games.summon_demons.sight.observation import write_observations, write_state
from resonance_env.games.summon_demons.sight.observation_table import observation_layout, state_layout


@functools.cache
def cards_of(source: str) -> np.ndarray:
    """Returns the record of a card set, by its name or the path of a file, which must not change."""
    return load_card_set(source).cards


def unpacked(players: int, cards: str = "standard", **options: Any) -> np.ndarray:
    """Returns an array of one game that has not begun."""
    return blank_game(cards_of(cards), players, {option.name: option.default for option in OPTIONS} | options)


def started(players: int, seed: int, cards: str = "standard", **options: Any) -> np.ndarray:
    """Returns an array of one game at its first stop."""
    games = unpacked(players, cards, **options)
    games[0]["seed"] = split_seed(seed)
    _advance(games, cards_of(cards))
    return games


def resume(games: np.ndarray, cards: str = "standard") -> None:
    """Runs a game whose record was edited to its next stop."""
    _refresh(games)
    _advance(games, cards_of(cards))


def legal_codes(games: np.ndarray) -> list[int]:
    """Returns the legal answers of the seat that is asked."""
    mask = np.zeros(act.NUM_ACTIONS, dtype=np.bool_)
    _mark_answers(games, mask)
    return [int(code) for code in np.flatnonzero(mask)]


def code_of(name: str) -> int:
    """Returns the code of an action by its name in the action table."""
    return act.ACTIONS.parse(name)


def say(games: np.ndarray, code: int, cards: str = "standard") -> None:
    """Gives an answer and runs on."""
    _answer(games, cards_of(cards), code)


def outcomes(games: np.ndarray, cards: str = "standard") -> dict[int, int]:
    """Returns the possible outcomes of the pending chance event, with their weights."""
    weights = {code: _weigh(games, cards_of(cards), code) for code in range(v.MAX_OUTCOMES)}
    return {code: weight for code, weight in weights.items() if weight > 0}


def drawn(games: np.ndarray, cards: str = "standard") -> int:
    """Returns how the pending chance event comes out under the game's seed."""
    return _draw(games, cards_of(cards))


def come_out(games: np.ndarray, outcome: int, cards: str = "standard") -> None:
    """Lets the pending chance event come out so and runs on."""
    _come_out(games, cards_of(cards), outcome)


def observed(games: np.ndarray, cards: str = "standard", *, recall: bool = True) -> np.ndarray:
    """Returns int8 `[seat, size]`: what each seat sees."""
    seats = int(games[0]["seats"])
    out = np.full((seats, observation_layout(seats, recall).size), -1, dtype=np.int8)
    _observe(games, cards_of(cards), recall, out)
    return out


def full_position(games: np.ndarray, cards: str = "standard") -> np.ndarray:
    """Returns int8 `[size]`: the full position."""
    out = np.full(state_layout(int(games[0]["seats"])).size, -1, dtype=np.int8)
    _write_state(games, cards_of(cards), out)
    return out


def successors(games: np.ndarray, cards: str = "standard") -> np.ndarray:
    """Returns the positions after every answer, or every outcome of the pending event, of each game."""
    return successors_of(games, cards_of(cards))


def successors_of(games: np.ndarray, box: np.ndarray) -> np.ndarray:
    """Returns the same with any set."""
    out = np.zeros(len(games) * act.NUM_ACTIONS, dtype=games.dtype)
    return out[: _expand(games, box, out)]


@compiled
def _advance(games: np.ndarray, cards: np.ndarray) -> None:
    advance(games[0], cards[0])


@compiled
def _refresh(games: np.ndarray) -> None:
    refresh(games[0])


@compiled
def _come_out(games: np.ndarray, cards: np.ndarray, outcome: int) -> None:
    apply_outcome(games[0], cards[0], outcome)
    advance(games[0], cards[0])


@compiled
def _draw(games: np.ndarray, cards: np.ndarray) -> int:
    return int(sampled_outcome(games[0], cards[0]))


@compiled
def _weigh(games: np.ndarray, cards: np.ndarray, outcome: int) -> int:
    return int(outcome_weight(games[0], cards[0], outcome))


@compiled
def _observe(games: np.ndarray, cards: np.ndarray, recall: bool, out: np.ndarray) -> None:
    write_observations(games[0], cards[0], recall, out)


@compiled
def _write_state(games: np.ndarray, cards: np.ndarray, out: np.ndarray) -> None:
    write_state(games[0], cards[0], out)


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
