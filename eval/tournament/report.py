"""The report of a tournament."""

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
    """The results of an agent over all games.

    Attributes:
        agent: its name.
        rating: rating in points.
        score: (wins + draws / number of sides) per side played.
        sides_played: number of sides played, several per game if the line-up has several.
        wins, draws, losses, forfeits: of these; forfeits are by its own fault, a game that another agent has forfeited counts
            as `gifts`, and as an equal share of a win.
        wins_by_ending: its wins by ending.
        side_scores: score by the side that it played.
        mean_length_when_winning: rounds (or steps) of the games that it won, or None.
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
    """One agent on one side against another one on all others; `p` is adjusted, for the hypothesis of the fair share."""

    agent: str
    against: str
    games: int
    score: Estimate
    p: float | None
    is_significant: bool


class Difference(msgspec.Struct, frozen=True):
    """The difference of the ratings of two agents, in points; `p` is adjusted."""

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
        draws: games without a winner, including truncated ones.
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
