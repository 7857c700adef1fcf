"""What tests of servers swap: the hidden cards of a position, for an observer."""

import numpy as np

from resonance_env.core.spec import Variant
from tests.games.syncro.test_leaks import exchange_rewards, exchange_spells


def hidden_twin(variant: Variant, games: np.ndarray, observer: int | None, rng: np.random.Generator) -> np.ndarray | None:
    """Returns an array of one game that differs in what the observer, and so a spectator, may not know."""
    seat = 0 if observer is None else observer
    return exchange_rewards(exchange_spells(games, seat, rng), seat, rng)
