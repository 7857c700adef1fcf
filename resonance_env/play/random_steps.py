"""Random steps of a game, to show positions as they come up."""

import numpy as np

from resonance_env.core.spec import Variant


def play_randomly(variant: Variant, games: np.ndarray, plies: int, rng: np.random.Generator) -> list[np.ndarray]:
    """Plays one game for at most `plies` steps, every seat choosing uniformly among its legal actions; returns the steps."""
    steps: list[np.ndarray] = []
    while len(steps) < plies and not variant.done(games).all():
        legal = variant.legal(games)
        # The largest of independent uniform numbers lies on each legal action equally often.
        actions = (rng.random(legal.shape) * legal).argmax(axis=-1)
        variant.step(games, actions)
        steps.append(actions[0])
    return steps
