"""Scores of games, intervals by resampling deals, and tests for the significance of many differences."""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
import numpy as np

from resonance_env.core.spec import Variant

RESAMPLES = 10_000
LEVEL = 0.95
ROUNDING = 1e-9  # smaller differences count as none, however exact
CHUNK = 4_000_000  # resampled numbers held at a time


class Estimate(NamedTuple):
    """A mean with a confidence interval; its ends are nan where the data determine none."""

    mean: float
    low: float
    high: float

    @property
    def has_interval(self) -> bool:
        return not math.isnan(self.low)

    def signed_interval(self) -> str:
        """Returns the interval in words, such as "-3 to +5"."""
        return f"{signed(self.low)} to {signed(self.high)}" if self.has_interval else "not determined"


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """Results that can be written as JSON."""

    def to_json(self) -> dict[str, Any]:
        """Returns plain data; estimates become {mean, low, high}."""
        data: dict[str, Any] = _plain(self)
        return data


def _plain(value: object) -> Any:
    if isinstance(value, Estimate):
        return value._asdict() if value.has_interval else {"mean": value.mean, "low": None, "high": None}
    if isinstance(value, msgspec.Struct):
        return {name: _plain(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, tuple):
        return [_plain(entry) for entry in value]
    if isinstance(value, dict):
        return {name: _plain(entry) for name, entry in value.items()}
    return value


def team_scores(winners: np.ndarray, variant: Variant) -> np.ndarray:
    """Returns float64 `[game, team]`: 1 for a win, 1 / number of teams for a draw, 0 for a loss; each game sums to 1.

    Args:
        winners: bool `[game, seat]`.
        variant: the game with its teams.
    """
    won = np.zeros((len(winners), variant.num_teams), dtype=bool)
    for seat, team in enumerate(variant.teams):
        won[:, team] |= winners[:, seat]
    return np.where(won.any(axis=1, keepdims=True), won.astype(np.float64), variant.fair_score)


def side_name(variant: Variant, side: int) -> str:
    """Returns the names of the seats of a side (a team, or without teams a seat), joined."""
    return "+".join(name for name, of in zip(variant.seat_names, variant.teams, strict=True) if of == side)


def resampled_sums(values: np.ndarray, seed: int, resamples: int = RESAMPLES) -> np.ndarray:
    """Returns float64 `[resample, column]`: sums of values over as many units, drawn with replacement.

    The same seed draws the same units for any columns, so columns of one call, and calls for the same units, can be compared.

    Args:
        values: float64 `[unit, column]`, units independent of each other.
        seed: of the resampling.
        resamples: number of bootstrap samples.
    """
    number = len(values)
    rng = np.random.default_rng(seed)
    sums = np.empty((resamples, values.shape[1]))
    chunk = max(1, CHUNK // number)
    for first in range(0, resamples, chunk):
        part = sums[first : first + chunk]
        drawn = [np.bincount(rng.integers(number, size=number), minlength=number) for _ in range(len(part))]
        part[:] = np.stack(drawn).astype(np.float64) @ values
    return sums


def percentile_interval(mean: float, resampled: np.ndarray, level: float = LEVEL) -> Estimate:
    """Returns a mean with the percentile bootstrap interval (Efron and Tibshirani, 1993, chapter 13) of its resamples."""
    tail = (1.0 - level) / 2.0
    low, high = np.quantile(resampled, [tail, 1.0 - tail])
    return Estimate(float(mean), float(low), float(high))


def bootstrap(values: np.ndarray, seed: int, *, level: float = LEVEL, resamples: int = RESAMPLES) -> Estimate:
    """Estimates a mean with a percentile bootstrap interval.

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
    return percentile_interval(float(values.mean()), resampled_sums(values[:, None], seed, resamples)[:, 0] / number, level)


def signed(points: float) -> str:
    """Returns whole points with their sign.

    >>> signed(12.4), signed(-3.0), signed(-0.2)
    ('+12', '-3', '0')
    """
    whole = round(points)
    return f"{whole:+d}" if whole else "0"


def two_sided_p(difference: float, standard_error: float) -> float:
    """Returns the p-value of a difference (two-sided), by the normal approximation."""
    if abs(difference) < ROUNDING:
        return 1.0
    if standard_error == 0.0:
        return 0.0
    return math.erfc(abs(difference) / standard_error / math.sqrt(2.0))


def holm(p_values: Sequence[float]) -> list[float]:
    """Returns p-values adjusted for as many comparisons (Holm, 1979): those below 0.05 are jointly significant at 5 %.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    number = len(p_values)
    adjusted, largest = [0.0] * number, 0.0
    for rank, index in enumerate(sorted(range(number), key=lambda index: p_values[index])):
        largest = max(largest, min(1.0, (number - rank) * p_values[index]))
        adjusted[index] = largest
    return adjusted


def games_on_deals(games: int, deals: int) -> str:
    """Returns the size of a sample in words.

    >>> games_on_deals(4, 1), games_on_deals(2000, 500)
    ('4 games on 1 deal', '2,000 games on 500 deals')
    """
    return f"{counted(games, 'game')} on {counted(deals, 'deal')}"


def counted(number: int, noun: str) -> str:
    """Returns a number with its noun."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
