"""The check values of `cards.md`: set-ups, scripted play, campaigns, and the whole tree of `mini`."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from resonance_env.games.syncro.rules import vocabulary as v
from tests.games.syncro.enumeration import count
from tests.games.syncro.kernels import document_of, play_scripted, started
from tests.games.syncro.listed import numbers, rows_under

CAMPAIGNS: list[dict[str, Any]] = [
    {"chapters": "I", "retries": 3},
    {"chapters": "I", "retries": 3, "saves": True},
    {"chapters": "II", "retries": 3},
    {"chapters": "II", "retries": 3, "saves": True},
    {"chapters": "I", "retries": 1, "estimates": "off"},
]


def names_of(kind: str, entries: np.ndarray) -> str:
    return ", ".join(document_of("house")[kind][entry]["name"] for entry in entries)


@pytest.mark.parametrize("row", rows_under("Set-ups of the house set"))
def test_set_ups(row: list[str]) -> None:
    seed, mages, level, hands, monsters, rewards = row
    power, _, more = seed.partition(" + ")
    number = 2 ** int(power[2:]) + int(more) if power.startswith("2^") else int(seed)
    game = started(int(mages), number, level=int(level))[0]
    held = ["".join(f" {value}" for value in game["hand"][seat, : game["held"][seat]])[1:] for seat in range(int(mages))]
    assert "; ".join(held) == hands
    assert names_of("monster", game["foe"][game["foe"] != v.NOTHING]) == monsters
    assert names_of("reward", game["reward"][game["reward"] != v.NOTHING]).replace(", ", "; ") == rewards


def test_sums_of_a_set_up() -> None:
    game = started(3, 1, level=7)[0]
    assert game["sum"].tolist() == [12, 16, 21, 0, 0]


@pytest.mark.parametrize("replay", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_scripted_levels(players: int, replay: bool) -> None:
    for row in rows_under("The same with `replay = true`" if replay else "each level alone: games won"):
        totals = np.zeros(6, dtype=np.int64)  # won, exhausted, unpaid, foes beaten, turns, stops
        for seed in range(200):
            games = started(players, seed, level=int(row[0]), replay=replay)
            stops = play_scripted(games)
            totals[games[0]["ending"] - 1] += 1
            totals[3:] += games[0]["beaten"], games[0]["turns"], stops
        assert totals.tolist() == numbers(row[players - 1]), f"level {row[0]}"


@pytest.mark.parametrize("column", range(len(CAMPAIGNS)))
@pytest.mark.parametrize("row", rows_under("Campaigns over the seeds 0 .. 59"))
def test_scripted_campaigns(row: list[str], column: int) -> None:
    totals = np.zeros(3, dtype=np.int64)  # levels cleared, turns, stops
    for seed in range(60):
        games = started(int(row[0]), seed, mode="campaign", **CAMPAIGNS[column])
        stops = play_scripted(games)
        totals += games[0]["cleared"], games[0]["turns"], stops
    assert totals.tolist() == numbers(row[1 + column])


def mini_options(levels: str, written: str) -> dict[str, Any]:
    options: dict[str, Any] = {"level": int(levels)} if "," not in levels else {"mode": "campaign"}
    if levels == "1, 2":
        options["chapters"] = "I"
    if "estimates = off" in written:
        options["estimates"] = "off"
    if "retries = 1" in written:
        options["retries"] = 1
    if "saves = true" in written:
        options["saves"] = True
    return options


@pytest.mark.compiled
def test_all_histories_of_mini() -> None:
    before = ""
    for levels, written, histories, stops, uniform in rows_under("All of it can be enumerated"):
        counts = count("mini", 2, **mini_options(levels, written))
        assert [f"{number:,}" for number in counts[:2]] == [histories, stops], (levels, written)
        before = before if uniform == "the same" else uniform
        exact, _, rounded = before.rpartition(" = ")
        assert f"{float(counts[2]):.6f}" == rounded
        assert not exact or counts[2] == Fraction(exact)
