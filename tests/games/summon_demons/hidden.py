"""What tests of servers swap: the hidden demons of a position, for an observer."""

import numpy as np

from resonance_env.core.spec import Variant
from tests.games.summon_demons.test_leaks import Place, exchange, hidden_places


def hidden_twin(variant: Variant, games: np.ndarray, observer: int | None, rng: np.random.Generator) -> np.ndarray | None:
    """Returns an array of one game that differs in what the observer may not know, or None if nothing is hidden."""
    nobody: list[Place] = [("hand", seat) for seat in range(variant.num_seats)]
    return exchange(games, nobody if observer is None else hidden_places(games[0], observer), rng)
