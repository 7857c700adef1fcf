"""How large a game is, estimated from random walks, so that one that cannot be enumerated is refused at once."""

import numpy as np

from resonance_env.core.errors import OptionError
from resonance_env.core.spec import Variant

WALKS = 32
MAX_STEPS = 2_000  # of a walk
MAX_DIGITS = 12.0  # of the number of histories; many of them meet again, but of more too many are left


def check_size(variant: Variant, games: np.ndarray) -> None:
    """Checks that a game is small enough to be enumerated.

    Raises:
        OptionError: it is not; says how large it is.
    """
    digits = estimated_digits(variant, games)
    if digits > MAX_DIGITS:
        raise OptionError(
            f"expected a game small enough to be enumerated, got {variant.spec.name!r} with about 10^{digits:.0f} histories "
            f"({', '.join(f'{name}={value}' for name, value in variant.options.items())}, {variant.players} players); "
            f"at most 10^{MAX_DIGITS:.0f} can be: take a smaller game, or start from a later position (--position)"
        )


def estimated_digits(variant: Variant, games: np.ndarray, walks: int = WALKS) -> float:
    """Returns the common logarithm of the number of histories, by Knuth's estimator (Mathematics of Computation 29, 1975).

    A walk takes every branch of a node with the same probability; the product of the numbers of branches on it has the number
    of histories as its mean. The mean of few walks is more often too low than too high.

    Args:
        variant: with explicit chance.
        games: array of one game to start from; it is not changed.
        walks: how many.
    """
    rng = np.random.default_rng(0)
    running, digits = np.repeat(games, walks), np.zeros(walks)
    for _ in range(MAX_STEPS):
        rows = np.flatnonzero(~variant.done(running))
        if not len(rows):
            break
        is_asked = variant.acting(running[rows]).any(axis=1)
        _decide(variant, running, rows[is_asked], digits, rng)
        _let_chance(variant, running, rows[~is_asked], digits, rng)
    highest = digits.max()
    return float(highest + np.log10(np.mean(10.0 ** (digits - highest))))


def _decide(variant: Variant, games: np.ndarray, rows: np.ndarray, digits: np.ndarray, rng: np.random.Generator) -> None:
    if not len(rows):
        return
    nodes = games[rows]
    legal = variant.legal(nodes)
    digits[rows] += np.log10(np.count_nonzero(legal, axis=2)).sum(axis=1)
    actions = (rng.random(legal.shape) * legal).argmax(axis=2)
    variant.step(nodes, actions)
    games[rows] = nodes


def _let_chance(variant: Variant, games: np.ndarray, rows: np.ndarray, digits: np.ndarray, rng: np.random.Generator) -> None:
    if not len(rows):
        return
    nodes = games[rows]
    branches = variant.chance_branches(nodes)
    counts = np.bincount(branches.game, minlength=len(rows))
    digits[rows] += np.log10(counts)
    chosen = np.cumsum(counts) - counts + (rng.random(len(rows)) * counts).astype(np.int64)
    variant.apply_outcomes(nodes, branches.outcome[chosen])
    games[rows] = nodes
