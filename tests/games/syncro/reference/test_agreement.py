"""The kernel and the reference agree at every stop of the same games: who is asked, what is seen and legal, chance, the end."""

from pathlib import Path

import pytest

from tests.games.syncro.reference.compare import COMPARISON


@pytest.mark.parametrize(("cards", "games"), [("house", 40), ("mini", 20)])
def test_kernel_agrees_on_shipped_sets(cards: str, games: int) -> None:
    for seed in range(games):
        COMPARISON.shipped_set(cards, seed)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1_000, 1_300, 50))
def test_kernel_agrees_on_more_games_of_house(first: int) -> None:
    for seed in range(first, first + 50):
        COMPARISON.shipped_set("house", seed)


@pytest.mark.parametrize(
    "number", [*range(16), *(pytest.param(number, marks=pytest.mark.slow) for number in range(1_000, 1_050))]
)
def test_kernel_agrees_on_random_sets(number: int, tmp_path: Path) -> None:
    COMPARISON.random_sets(number, tmp_path, games=2 if number < 1_000 else 5)
