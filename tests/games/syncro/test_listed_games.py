"""The check values of `cards.md`: set-ups, scripted play, campaigns, and the whole tree of `mini`."""

from typing import Any

import numpy as np
import pytest

from resonance_env.games.syncro.rules import vocabulary as v
from tests.games.syncro.enumeration import count
from tests.games.syncro.kernels import document_of, play_scripted, started
from tests.games.syncro.listed import (
    Scripted,
    SetUp,
    Tree,
    random_win_rates,
    scripted_campaigns,
    scripted_levels,
    set_ups,
    trees_of_mini,
    wins_as_listed,
)

RANDOM_GAMES = 2000
OTHER_PURPOSE = 200  # not that of scripted play


def names_of(kind: str, entries: np.ndarray) -> str:
    return ", ".join(document_of("house")[kind][entry]["name"] for entry in entries)


@pytest.mark.parametrize("listed", set_ups())
def test_set_ups(listed: SetUp) -> None:
    game = started(listed.players, listed.seed, level=listed.level)[0]
    held = ["".join(f" {value}" for value in game["hand"][seat, : game["held"][seat]])[1:] for seat in range(listed.players)]
    assert "; ".join(held) == listed.hands
    assert names_of("monster", game["foe"][game["foe"] != v.NOTHING]) == listed.monsters
    assert names_of("reward", game["reward"][game["reward"] != v.NOTHING]).replace(", ", "; ") == listed.rewards


def test_sums_of_a_set_up() -> None:
    game = started(3, 1, level=7)[0]
    assert game["sum"].tolist() == [12, 16, 21, 0, 0]


@pytest.mark.parametrize("listed", scripted_levels())
def test_scripted_levels(listed: Scripted) -> None:
    totals = np.zeros(6, dtype=np.int64)  # won, exhausted, unpaid, foes beaten, turns, stops
    for seed in range(200):
        games = started(listed.players, seed, **listed.options)
        stops = play_scripted(games)
        totals[games[0]["ending"] - 1] += 1
        totals[3:] += games[0]["beaten"], games[0]["turns"], stops
    assert totals.tolist() == listed.expected


@pytest.mark.parametrize("listed", scripted_campaigns())
def test_scripted_campaigns(listed: Scripted) -> None:
    totals = np.zeros(3, dtype=np.int64)  # levels cleared, turns, stops
    for seed in range(60):
        games = started(listed.players, seed, **listed.options)
        stops = play_scripted(games)
        totals += games[0]["cleared"], games[0]["turns"], stops
    assert totals.tolist() == listed.expected


def large_ones_are_slow(trees: list[Tree]) -> list[Any]:
    is_large = [not {"mode", "retries"}.isdisjoint(tree.options) for tree in trees]
    return [pytest.param(tree, marks=[pytest.mark.slow] * large) for tree, large in zip(trees, is_large, strict=True)]


@pytest.mark.compiled
@pytest.mark.parametrize("listed", large_ones_are_slow(trees_of_mini()))
def test_all_histories_of_mini(listed: Tree) -> None:
    assert listed.agrees(*count("mini", 2, **listed.options))


@pytest.mark.compiled
@pytest.mark.parametrize(("players", "level", "listed"), random_win_rates())
def test_random_play_wins_as_often_as_listed(players: int, level: int, listed: float) -> None:
    wins = 0
    for seed in range(RANDOM_GAMES):
        games = started(players, seed, level=level)
        play_scripted(games, purpose=OTHER_PURPOSE)
        wins += games[0]["ending"] == v.ENDING_WON
    assert wins_as_listed(wins, RANDOM_GAMES, listed)
