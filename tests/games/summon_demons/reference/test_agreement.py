"""The kernel and the reference agree at every stop of the same games: what is asked, seen and legal, chance, the end."""

from pathlib import Path

import pytest

from tests.games.summon_demons.reference.compare import COMPARISON


@pytest.mark.parametrize(("cards", "games"), [("standard", 60), ("mini", 60)])
def test_kernel_agrees_on_shipped_sets(cards: str, games: int) -> None:
    for seed in range(games):
        COMPARISON.shipped_set(cards, seed)


@pytest.mark.slow
@pytest.mark.parametrize("cards", ["standard", "mini"])
@pytest.mark.parametrize("first", range(1_000, 2_000, 100))
def test_kernel_agrees_on_a_thousand_games_of_each_shipped_set(cards: str, first: int) -> None:
    for seed in range(first, first + 100):
        COMPARISON.shipped_set(cards, seed)


@pytest.mark.parametrize(
    "number", [*range(40), *(pytest.param(number, marks=pytest.mark.slow) for number in range(1_000, 1_200))]
)
def test_kernel_agrees_on_random_sets(number: int, tmp_path: Path) -> None:
    COMPARISON.random_sets(number, tmp_path, games=3 if number < 1_000 else 10)
