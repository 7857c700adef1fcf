"""What the report of a tournament holds."""

from __future__ import annotations

import msgspec

from resonance_env.eval.statistics import Estimate
from resonance_env.eval.workers.results import RESAMPLES, FaultSummary, Length, RunReport

SIGNIFICANT = 0.05
METHOD = (
    f"95 % percentile intervals from {RESAMPLES:,} bootstrap samples of whole deals; p-values from bootstrap standard errors "
    "by the normal approximation, adjusted by Holm's method for all comparisons of the same table"
)
RATING_MODEL = (
    "Davidson-Luce model of winner and rest with draws, fitted by maximum likelihood to all games at once; 400 points are a "
    "worth ten times as large; the mean of all agents is 0"
)


class AgentStanding(msgspec.Struct, frozen=True):
    """How an agent did over all games.

    Attributes:
        agent: its name.
        rating: in points.
        score: (wins + draws / number of sides) per side played.
        sides_played: how often it played a side; several times in a game if the line-up says so.
        wins, draws, losses, forfeits: of these; forfeits are by its own fault, a game that another has forfeited counts as
            `gifts`, and as an equal share of a win.
        wins_by_ending: its wins.
        side_scores: score by the side that it played.
        mean_length_when_winning: rounds (steps, where there are none) of the games that it won, or None.
    """

    agent: str
    rating: Estimate
    score: Estimate
    sides_played: int
    wins: int
    draws: int
    losses: int
    forfeits: int
    gifts: int
    wins_by_ending: dict[str, int]
    side_scores: dict[str, float]
    mean_length_when_winning: float | None


class PairResult(msgspec.Struct, frozen=True):
    """One agent on one side against another one on all others; `p` is adjusted, of the hypothesis that its score is fair."""

    agent: str
    against: str
    games: int
    score: Estimate
    p: float | None
    is_significant: bool


class Difference(msgspec.Struct, frozen=True):
    """How much higher one agent is rated than another, in points; `p` is adjusted."""

    agent: str
    than: str
    points: Estimate
    p: float | None
    is_significant: bool


class TournamentReport(RunReport, frozen=True, kw_only=True):
    """The results of a tournament of a zero-sum game.

    Attributes:
        fair: the score of equal players.
        standings: sorted by rating, the best first.
        draws: games without a winner, truncated ones among them.
    """

    sides: int
    fair: float
    line_ups: tuple[tuple[str, ...], ...]
    standings: tuple[AgentStanding, ...]
    pairs: tuple[PairResult, ...]
    differences: tuple[Difference, ...]
    draws: int
    decisions: Length
    faults: tuple[FaultSummary, ...]
    method: str = METHOD
    rating_model: str = RATING_MODEL
