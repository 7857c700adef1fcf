"""Plays one game at a time by its record and the name of its card set; the record says what else the game was started with."""

import functools
from typing import Any

import numpy as np

from resonance_env.games.summon_demons.cardsets.card_loader import SHIPPED
from resonance_env.games.summon_demons.rules import actions as act, vocabulary as v
from resonance_env.games.summon_demons.rules.chance_events import outcome_weight, sampled_outcome
from resonance_env.games.summon_demons.rules.engine import advance
from resonance_env.games.summon_demons.rules.possession import refresh
from resonance_env.games.summon_demons.spec import SPEC, SummonDemonsVariant


@functools.cache
def cards_of(source: str) -> np.ndarray:
    """Returns the record of a card set, by its name or the path of a file, which must not change."""
    return SHIPPED.load(source).cards


@functools.cache
def _variant(players: int, cards: str) -> SummonDemonsVariant:
    """Returns a variant that plays the records of all options: these are in the records."""
    return SPEC.variant(players, cards=cards)


def variant_of(games: np.ndarray, cards: str = "standard") -> SummonDemonsVariant:
    """Returns a variant that plays these games."""
    return _variant(int(games[0]["seats"]), cards)


def unpacked(players: int, cards: str = "standard", **options: Any) -> np.ndarray:
    """Returns an array of one game that has not begun."""
    return SPEC.variant(players, cards=cards, **options).blank.copy()


def started(players: int, seed: int, cards: str = "standard", **options: Any) -> np.ndarray:
    """Returns an array of one game at its first stop."""
    return SPEC.variant(players, cards=cards, **options).start([seed])


def resume(games: np.ndarray, cards: str = "standard") -> None:
    """Runs a game whose record was edited to its next stop."""
    refresh(games[0])
    advance(games[0], cards_of(cards)[0])


def legal_codes(games: np.ndarray, cards: str = "standard") -> list[int]:
    """Returns the legal answers of the seat that is asked."""
    codes: list[int] = np.flatnonzero(variant_of(games, cards).legal(games)[0, games[0]["decider"]]).tolist()
    return codes


def code_of(name: str) -> int:
    """Returns the code of an action by its name in the action table."""
    return act.ACTIONS.parse(name)


def say(games: np.ndarray, code: int, cards: str = "standard") -> None:
    """Gives an answer and runs on."""
    actions = np.zeros((1, int(games[0]["seats"])), dtype=np.int64)
    actions[0, games[0]["decider"]] = code
    variant_of(games, cards).step(games, actions)


def outcomes(games: np.ndarray, cards: str = "standard") -> dict[int, int]:
    """Returns the possible outcomes of the pending chance event, with their weights."""
    weights = {code: int(outcome_weight(games[0], cards_of(cards)[0], code)) for code in range(v.MAX_OUTCOMES)}
    return {code: weight for code, weight in weights.items() if weight > 0}


def drawn(games: np.ndarray, cards: str = "standard") -> int:
    """Returns how the pending chance event comes out under the game's seed."""
    return int(sampled_outcome(games[0], cards_of(cards)[0]))


def come_out(games: np.ndarray, outcome: int, cards: str = "standard") -> None:
    """Lets the pending chance event come out so and runs on."""
    variant_of(games, cards).apply_outcomes(games, np.array([outcome]))


def observed(games: np.ndarray, cards: str = "standard", *, recall: bool = True) -> np.ndarray:
    """Returns int8 `[seat, size]`: what each seat sees."""
    seen: np.ndarray = variant_of(games, cards).observe(games, "recall" if recall else "table")[0]
    return seen


def full_position(games: np.ndarray, cards: str = "standard") -> np.ndarray:
    """Returns int8 `[size]`: the full position."""
    state: np.ndarray = variant_of(games, cards).state(games)[0]
    return state
