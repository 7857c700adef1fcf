"""The text of a position at an opportunity, as the kernel writes it, read by the reference, is the same position."""

from __future__ import annotations

import numpy as np
import pytest

from resonance_env.games import load_game
from tests.games.syncro.reference.enumeration import position_key
from tests.games.syncro.reference.game import new_game
from tests.games.syncro.reference.notation import read_position
from tests.games.syncro.reference.printed import house
from tests.games.syncro.reference.terms import random_options


@pytest.mark.parametrize("seed", range(30))
def test_sy_note_1_and_sy_note_2_positions_are_read_by_both(seed: int) -> None:
    rng = np.random.default_rng(seed)
    players, options = random_options(house(), rng)
    options["explicit_chance"] = False
    variant = load_game("syncro").variant(players, cards="house", **options)
    games, game = variant.start([seed]), new_game(house(), players, seed=seed, **options)
    while not game.over:
        if game.phase == "TURN":
            assert position_key(read_position(variant.position(games), house())) == position_key(game.table)
        actions = {seat: int(rng.choice(game.legal(seat))) for seat in game.asked}
        variant.step(games, np.array([[actions.get(seat, 0) for seat in range(players)]]))
        game.step(actions)
