"""Sampled worlds: every split of the unseen demons is as likely, and the observer sees in each what it sees (LD-INFO-6)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TypeAlias

import numpy as np
import pytest

from resonance_env.core.spec import Variant
from resonance_env.games import load_game
from tests.games.summon_demons.reference import codes
from tests.games.summon_demons.reference.game import Reference
from tests.games.summon_demons.reference.printed import mini, standard

Split: TypeAlias = tuple[frozenset[int], ...]  # hands of the other seats in seat order, then the pile


def splits(demons: frozenset[int], sizes: list[int]) -> list[Split]:
    """Returns every way to deal demons to zones of these sizes."""
    if not sizes:
        return [()]
    first, *rest = sizes
    return [
        (frozenset(dealt), *others)
        for dealt in combinations(sorted(demons), first)
        for others in splits(demons - {*dealt}, rest)
    ]


def sampled_splits(variant: Variant, games: np.ndarray, observer: int, worlds: int, seed: int) -> list[Split]:
    """Samples worlds, checks what the observer sees in them, and returns how the demons lie."""
    seen, mask = variant.observe(games, "recall")[0, observer], variant.legal(games)[0, observer]
    seeds = np.arange(seed * worlds, (seed + 1) * worlds, dtype=np.uint64)
    sampled, seats = variant.sample_worlds(np.tile(seen, (worlds, 1)), np.tile(mask, (worlds, 1)), seeds)
    rows = np.arange(worlds)
    assert (variant.observe(sampled, "recall")[rows, seats] == seen).all()
    assert (variant.legal(sampled)[rows, seats] == mask).all()
    states = variant.state(sampled)
    hands, piles = variant.state_layout.view(states, "hands"), variant.state_layout.view(states, "pile")
    hands = hands.reshape(worlds, variant.num_seats, codes.MAX_DEMONS)

    def split(row: int) -> Split:
        others = [(int(seats[row]) + k) % variant.num_seats for k in range(1, variant.num_seats)]
        places = [*(hands[row, seat] for seat in others), piles[row]]
        return tuple(frozenset(np.flatnonzero(place).tolist()) for place in places)

    return [split(row) for row in range(worlds)]


def play_on(variant: Variant, games: np.ndarray, game: Reference, action: int) -> None:
    assert game.asked is not None
    joint = np.zeros((1, variant.num_seats), dtype=np.int64)
    joint[0, game.asked] = action
    variant.step(games, joint)
    game.step(action)


def start(cards: str, players: int, seed: int) -> tuple[Variant, np.ndarray]:
    variant = load_game("summon_demons").variant(players, cards=cards)
    games = variant.new_games(1)
    variant.reset(games, np.array([seed], dtype=np.uint64))
    return variant, games


@pytest.mark.parametrize("seed", range(10))
def test_ld_info_6_every_split_of_mini_is_as_likely(seed: int) -> None:
    variant, games = start("mini", 2, seed)
    game, rng = Reference(mini(), 2, seed=seed), np.random.default_rng(seed)
    while game.asked is not None:
        table = game.table
        other = table.seats[1 - game.asked].hand
        if table.seats[game.asked].knows_pile:
            expected: list[Split] = [(frozenset(other), frozenset(table.pile))]
        else:
            expected = splits(frozenset(other | table.pile), [len(other), len(table.pile)])
        found = Counter(sampled_splits(variant, games, game.asked, 300, seed))
        assert set(found) == set(expected)
        share = 300 / len(expected)
        assert sum((number - share) ** 2 / share for number in found.values()) < 20 + 3 * len(expected)
        play_on(variant, games, game, int(rng.choice(game.legal(game.asked))))


@pytest.mark.parametrize(("players", "seed"), [(2, 0), (3, 1), (4, 2), (5, 3)])
def test_ld_info_6_every_unseen_demon_is_anywhere_as_likely(players: int, seed: int) -> None:
    variant, games = start("standard", players, seed)
    game, rng = Reference(standard(), players, seed=seed), np.random.default_rng(seed)
    worlds, asked = 400, 0
    while game.asked is not None and asked < 60:
        observer = game.asked
        if asked % 10 == 0 and not game.table.seats[observer].knows_pile and max(s.souls for s in game.table.seats) < 60:
            places = [game.table.seats[(observer + k) % players].hand for k in range(1, players)] + [game.table.pile]
            unseen = sorted(set().union(*places))
            found = sampled_splits(variant, games, observer, worlds, asked)
            for zone, place in enumerate(places):
                share = len(place) / len(unseen)
                spread = 5 * (worlds * share * (1 - share)) ** 0.5 + 1e-9
                for demon in unseen:
                    times = sum(demon in split[zone] for split in found)
                    assert abs(times - worlds * share) <= spread
        asked += 1
        play_on(variant, games, game, int(rng.choice(game.legal(game.asked))))
