"""Scores of games and intervals for their means."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from resonance_env.core.spec import Variant

RESAMPLES = 10_000
CHUNK = 4_000_000  # resampled numbers held at a time


class Estimate(NamedTuple):
    """A mean with a confidence interval."""

    mean: float
    low: float
    high: float


def team_scores(winners: np.ndarray, variant: Variant) -> np.ndarray:
    """Returns float64 `[game, team]`: 1 for a win, 1 / number of teams for a draw, 0 for a loss; each game sums to 1.

    Args:
        winners: bool `[game, seat]`.
        variant: says which seats are a team.
    """
    won = np.zeros((len(winners), variant.num_teams), dtype=bool)
    for seat, team in enumerate(variant.teams):
        won[:, team] |= winners[:, seat]
    return np.where(won.any(axis=1, keepdims=True), won.astype(np.float64), variant.fair_score)


def bootstrap(values: np.ndarray, seed: int, *, level: float = 0.95, resamples: int = RESAMPLES) -> Estimate:
    """Estimates a mean with a percentile bootstrap interval (Efron and Tibshirani, 1993, chapter 13).

    Args:
        values: float64 `[unit]`, independent of each other: of games on the same deal, give their mean as one unit.
        seed: of the resampling.
        level: confidence.
        resamples: number of bootstrap samples.

    Raises:
        ValueError: there are no values.
    """
    number = len(values)
    if number == 0:
        raise ValueError("expected at least one value, got none")
    rng = np.random.default_rng(seed)
    means = np.empty(resamples)
    chunk = max(1, CHUNK // number)
    for first in range(0, resamples, chunk):
        part = means[first : first + chunk]
        part[:] = values[rng.integers(number, size=(len(part), number))].mean(axis=1)
    tail = (1.0 - level) / 2.0
    low, high = np.quantile(means, [tail, 1.0 - tail])
    return Estimate(float(values.mean()), float(low), float(high))
