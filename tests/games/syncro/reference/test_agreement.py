"""The kernel and the reference agree at every stop of the same games: who is asked, what is seen and legal, chance, the end."""

from pathlib import Path

import pytest

from tests.games.syncro.reference.compare import COMPARISON


@pytest.mark.parametrize("seed", range(40))
def test_kernel_agrees_on_house(seed: int) -> None:
    COMPARISON.shipped_set("house", seed)


@pytest.mark.parametrize("seed", range(20))
def test_kernel_agrees_on_mini(seed: int) -> None:
    COMPARISON.shipped_set("mini", seed)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1_000, 1_300, 50))
def test_kernel_agrees_on_more_games_of_house(first: int) -> None:
    for seed in range(first, first + 50):
        COMPARISON.shipped_set("house", seed)


@pytest.mark.parametrize(
    "number", [*range(32), *(pytest.param(number, marks=pytest.mark.slow) for number in range(1_000, 1_050))]
)
def test_kernel_agrees_on_random_sets(number: int, tmp_path: Path) -> None:
    COMPARISON.random_sets(number, tmp_path, games=1 if number < 1_000 else 5)


@pytest.mark.compiled
def test_the_discard_of_fog_is_shuffled_in_before_anything_is_dealt() -> None:
    """SY-FOG-3: a campaign with saves, whose seventh try finds one Fog in the pile."""
    COMPARISON.shipped_set("house", 2244)
