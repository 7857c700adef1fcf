"""Positions as text: parse and print are inverse on every reachable position, and messages name what does not fit."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from resonance_env.games.summon_demons.cardsets.card_loader import load_card_set
from resonance_env.games.summon_demons.cardsets.cards import CardSet
from resonance_env.games.summon_demons.text.notation import format_position, parse_position
from tests.games.summon_demons import kernels
from tests.games.summon_demons.reference.random_sets import random_set

GAMES: dict[str, tuple[int, str, dict[str, Any]]] = {
    "two": (2, "standard", {}),
    "five": (5, "standard", {}),
    "teams": (4, "standard", {"teams": True}),
    "starting demon": (3, "standard", {"starting_demon": True}),
    "candles are chosen": (2, "standard", {"candles": 2, "candle_deal": "choose", "beginner_candle": False}),
    "rolls again": (2, "standard", {"clockwork": "roll", "first": "seat 0", "need_souls": 40}),
    "chance": (3, "standard", {"explicit_chance": True}),
    "mini": (2, "mini", {"explicit_chance": True}),
}


def positions(games: np.ndarray, card_set: CardSet, seed: int, most: int = 400) -> Iterator[np.ndarray]:
    """Plays at random to the end and yields every stop, the end included."""
    choose = random.Random(seed)
    yield games.copy()
    for _ in range(most):
        following = kernels.successors_of(games, card_set.cards)
        if len(following) == 0:
            return
        place = choose.randrange(len(following))
        games = following[place : place + 1].copy()
        yield games


@pytest.mark.parametrize("name", GAMES)
def test_every_position_of_random_games_is_read_as_printed(name: str) -> None:
    players, cards, options = GAMES[name]
    card_set = load_card_set(cards)
    for seed in range(3):
        for games in positions(kernels.started(players, seed, cards, **options), card_set, seed):
            text = format_position(games, 0, card_set)
            again, other = parse_position(text)
            assert other is card_set
            assert differences(again, games) == [], text
            assert format_position(again, 0, card_set) == text


def differences(one: np.ndarray, other: np.ndarray) -> list[str]:
    """Returns the fields in which two records differ."""
    return [name for name in one.dtype.names or () if not np.array_equal(one[name], other[name])]


def test_positions_of_random_sets_are_read_as_printed(tmp_path: Path) -> None:
    for seed in range(8):
        path = tmp_path / f"set_{seed}.toml"
        path.write_text(random_set(np.random.default_rng(seed)), encoding="utf-8")
        card_set = load_card_set(path)
        games = kernels.started(card_set.players[-1], seed, str(path), explicit_chance=seed % 2 == 0)
        for stop in positions(games, card_set, seed, most=150):
            text = format_position(stop, 0, card_set)
            assert differences(parse_position(text)[0], stop) == [], text
