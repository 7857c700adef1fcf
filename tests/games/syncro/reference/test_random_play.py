"""Random play wins as often as the page of the cards says, for each level and number of mages."""

import pytest

from tests.games.syncro.listed import random_win_rates, wins_as_listed
from tests.games.syncro.reference.printed import house
from tests.games.syncro.reference.scripted import random_win


@pytest.mark.parametrize(("games", "first"), [(50, 1_000), pytest.param(1_000, 10_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("players", "level", "listed"), random_win_rates())
def test_random_play(players: int, level: int, listed: float, games: int, first: int) -> None:
    wins = sum(random_win(house(), players, seed, level=level) for seed in range(first, first + games))
    assert wins_as_listed(wins, games, listed), f"{wins} of {games}, expected {listed:.1%}"
