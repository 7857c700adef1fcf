"""The kernel and the reference agree at every decision of the same games: who is asked, what is legal, every field, payoffs."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import pytest

from resonance_env.games.resonance.cardsets.card_loader import CardSetWarning, load_card_set
from tests.games.resonance.reference.compare import compare_seeded
from tests.games.resonance.reference.random_sets import random_set


@pytest.mark.parametrize(("cards", "games"), [("house", 60), ("mini", 20)])
def test_kernel_agrees_on_shipped_sets(cards: str, games: int) -> None:
    for seed in range(games):
        compare_seeded(load_card_set(cards), seed)


@pytest.mark.slow
@pytest.mark.parametrize(("cards", "games"), [("house", 100), ("mini", 100)])
@pytest.mark.parametrize("first", range(1_000, 2_000, 100))
def test_kernel_agrees_on_a_thousand_games_of_each_shipped_set(cards: str, games: int, first: int) -> None:
    for seed in range(first, first + games):
        compare_seeded(load_card_set(cards), seed)


@pytest.mark.parametrize(
    ("number", "games"),
    [*((number, 5) for number in range(40)), *(pytest.param(number, 10, marks=pytest.mark.slow) for number in range(100, 200))],
)
def test_kernel_agrees_on_random_sets(number: int, games: int, tmp_path: Path) -> None:
    path = tmp_path / "random.toml"
    text = random_set(np.random.default_rng(number))
    path.write_text(text, encoding="utf-8")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", CardSetWarning)
        card_set = load_card_set(str(path))
        for seed in range(games):
            try:
                compare_seeded(card_set, seed)
            except AssertionError as error:
                error.add_note(text)
                raise
