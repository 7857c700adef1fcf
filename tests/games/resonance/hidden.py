"""What tests of servers swap: the hidden cards of a position, for an observer."""

import numpy as np

from resonance_env.games.resonance.spec import ResonanceVariant
from tests.games.resonance.twins import make_twin


def hidden_twin(
    variant: ResonanceVariant, games: np.ndarray, observer: int | None, rng: np.random.Generator
) -> np.ndarray | None:
    """Returns an array of one game that differs in what the observer may not know, or None if nothing is hidden."""
    twin = make_twin(variant, games, observer, True, rng)
    return None if twin is None else twin.games[1:]
