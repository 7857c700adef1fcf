"""Other chance events to come: the position stays, and what chance decides later follows from the new seed."""

import numpy as np
import pytest

from resonance_env.agents.interface import bound
from resonance_env.agents.loading import load
from resonance_env.agents.search.playouts import Playouts
from resonance_env.core.errors import UsageError
from resonance_env.core.layout import OBSERVATION_KINDS
from resonance_env.games import game_names, load_game

NUM_GAMES = 32


@pytest.mark.parametrize("game", game_names())
def test_only_the_future_changes(game: str) -> None:
    variant = load_game(game).variant(4)
    games = variant.start(range(NUM_GAMES))
    players = Playouts(variant, bound(load("greedy"), variant))
    keys = np.zeros((NUM_GAMES, variant.num_seats), dtype=np.uint64)
    players.to_end(games, keys, 0, most_steps=4)
    ends = []
    for seed in (1, 1, 2):
        reseeded = games.copy()
        variant.reseed(reseeded, np.full(NUM_GAMES, seed, dtype=np.uint64))
        for kind in OBSERVATION_KINDS:
            np.testing.assert_array_equal(variant.observe(reseeded, kind), variant.observe(games, kind))
        players.to_end(reseeded, keys, 4)
        ends.append(variant.state(reseeded))
    np.testing.assert_array_equal(ends[0], ends[1])
    assert (ends[0] != ends[2]).any(axis=1).sum() > NUM_GAMES // 4


@pytest.mark.parametrize("game", game_names())
def test_each_game_needs_a_seed(game: str) -> None:
    variant = load_game(game).variant(3)
    with pytest.raises(UsageError, match="expected an array of 2 seeds"):
        variant.reseed(variant.start([1, 2]), np.array([1], dtype=np.uint64))
