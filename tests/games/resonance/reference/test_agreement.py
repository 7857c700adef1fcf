"""The kernel and the reference agree at every decision of the same games: who is asked, what is legal, every field, payoffs."""

from pathlib import Path

import pytest

from resonance_env.games.resonance.cardsets.card_loader import SHIPPED
from tests.games.resonance.reference.compare import compare_seeded
from tests.games.resonance.reference.random_sets import random_card_set


@pytest.mark.parametrize(("cards", "games"), [("house", 60), ("mini", 20), ("duel", 20), ("trio", 20)])
def test_kernel_agrees_on_shipped_sets(cards: str, games: int) -> None:
    for seed in range(games):
        compare_seeded(SHIPPED.load(cards), seed)


@pytest.mark.slow
@pytest.mark.parametrize(("cards", "games"), [("house", 100), ("mini", 100)])
@pytest.mark.parametrize("first", range(1_000, 2_000, 100))
def test_kernel_agrees_on_a_thousand_games_of_each_shipped_set(cards: str, games: int, first: int) -> None:
    for seed in range(first, first + games):
        compare_seeded(SHIPPED.load(cards), seed)


@pytest.mark.parametrize(
    ("number", "games"),
    [*((number, 5) for number in range(40)), *(pytest.param(number, 10, marks=pytest.mark.slow) for number in range(100, 200))],
)
def test_kernel_agrees_on_random_sets(number: int, games: int, tmp_path: Path) -> None:
    with random_card_set(number, tmp_path) as card_set:
        for seed in range(games):
            try:
                compare_seeded(card_set, seed)
            except AssertionError as error:
                error.add_note(Path(card_set.source).read_text(encoding="utf-8"))
                raise
