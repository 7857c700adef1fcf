"""Computes the report of a cooperative tournament from its games: the score of each agent with each partner."""

from collections.abc import Iterable, Sequence

import msgspec
import numpy as np

from resonance_env.core.spec import Variant
from resonance_env.eval.statistics import Estimate, percentile_interval, resampled_sums
from resonance_env.eval.workers.game_records import GameRecord
from resonance_env.eval.workers.plan import Plan
from resonance_env.eval.workers.results import RESAMPLES, FaultSummary, Length, RunReport, decisions_of, faults_of, run_facts

METHOD = (
    f"95 % percentile intervals from {RESAMPLES:,} bootstrap samples of whole deals; all line-ups play the same deals, so "
    "differences are paired by deal"
)


class TeamScore(msgspec.Struct, frozen=True):
    """The result of a line-up: agents by seat, in any order; a forfeited game scores 0."""

    team: tuple[str, ...]
    games: int
    score: Estimate
    natural_score: Estimate


class CrossPlayCell(msgspec.Struct, frozen=True):
    """The score of an agent in one seat with a partner in all other seats; on the diagonal, with itself."""

    agent: str
    partner: str
    games: int
    score: Estimate
    natural_score: Estimate


class AgentPartners(msgspec.Struct, frozen=True):
    """The scores of an agent with partners.

    Attributes:
        agent: its name.
        self_play: its score with itself.
        cross_play: the mean of its scores alone with each other agent at all other seats.
        gap: self-play minus cross-play.
        best_partner, worst_partner: among the other agents.
        best, worst: the scores with them.
    """

    agent: str
    self_play: Estimate
    cross_play: Estimate
    gap: Estimate
    best_partner: str
    best: Estimate
    worst_partner: str
    worst: Estimate


class CrossPlayReport(RunReport, frozen=True, kw_only=True):
    """The results of a tournament of a cooperative game.

    Attributes:
        seats: number of seats.
        score_unit: unit of natural scores.
        cells: the matrix, row by row, in the order of `agents`.
        others: line-ups of mixtures without a cell.
        diagonal: mean of the agents' scores with themselves.
        off_diagonal: mean of all other cells.
        gap: diagonal minus off-diagonal.
        partners: sorted by cross-play, the highest first.
    """

    seats: int
    score_unit: str
    agents: tuple[str, ...]
    cells: tuple[CrossPlayCell, ...]
    others: tuple[TeamScore, ...]
    diagonal: Estimate
    off_diagonal: Estimate
    gap: Estimate
    partners: tuple[AgentPartners, ...]
    decisions: Length
    faults: tuple[FaultSummary, ...]
    method: str = METHOD


class _Means:
    """Mean scores of line-ups, all resampled with the same deals."""

    def __init__(self, values: np.ndarray, seed: int) -> None:
        """Takes float64 `[deal, line-up]`."""
        self._means = values.mean(axis=0)
        self._resampled = resampled_sums(values, seed, RESAMPLES) / len(values)

    def mean(self, line_up: int) -> float:
        return float(self._means[line_up])

    def estimate(self, line_ups: Sequence[int], minus: Sequence[int] = ()) -> Estimate:
        """Returns the mean over some line-ups, minus that over others."""
        mean, resampled = self._means[list(line_ups)].mean(), self._resampled[:, list(line_ups)].mean(axis=1)
        if minus:
            mean, resampled = mean - self._means[list(minus)].mean(), resampled - self._resampled[:, list(minus)].mean(axis=1)
        return percentile_interval(float(mean), resampled)


def make_cross_play_report(games: Iterable[GameRecord], variant: Variant, plan: Plan, notes: Sequence[str]) -> CrossPlayReport:
    """Returns the report on all games of a tournament of a cooperative game.

    Args:
        games: every game of whole deals, in order.
        variant: the game.
        plan: the plan of the games, with a line-up of each agent with itself and of each pair.
        notes: notes for the reader; more are added.
    """
    records, names, agents = list(games), plan.agents, range(len(plan.agents))
    shape = (plan.deals, len(plan.line_ups), plan.turns)
    scores = _Means(np.array([record.score for record in records], dtype=np.float64).reshape(shape).mean(axis=2), plan.seed)
    natural = np.array([record.natural_score for record in records], dtype=np.float64)
    natural_scores = _Means(natural.reshape(shape).mean(axis=2), plan.seed)
    number = {line_up: place for place, line_up in enumerate(plan.line_ups)}
    place = {(one, other): number[tuple(sorted((one, *[other] * (plan.num_sides - 1))))] for one in agents for other in agents}
    diagonal = [place[agent, agent] for agent in agents]
    beside = [place[one, other] for one in agents for other in agents if one != other]
    played = plan.deals * plan.turns
    partners = [_partners(names, agent, place, scores) for agent in agents]
    return CrossPlayReport(
        **run_facts(variant, plan, plan.deals, records, notes),
        seats=plan.num_sides,
        score_unit=variant.spec.score_unit,
        agents=names,
        cells=tuple(
            CrossPlayCell(names[one], names[other], played, scores.estimate([cell]), natural_scores.estimate([cell]))
            for (one, other), cell in place.items()
        ),
        others=tuple(
            TeamScore(
                tuple(names[agent] for agent in line_up), played, scores.estimate([cell]), natural_scores.estimate([cell])
            )
            for line_up, cell in number.items()
            if cell not in place.values()
        ),
        diagonal=scores.estimate(diagonal),
        off_diagonal=scores.estimate(beside),
        gap=scores.estimate(diagonal, minus=beside),
        partners=tuple(sorted(partners, key=lambda row: -row.cross_play.mean)),
        decisions=decisions_of(records),
        faults=faults_of(records),
    )


def _partners(names: Sequence[str], agent: int, place: dict[tuple[int, int], int], scores: _Means) -> AgentPartners:
    others = [other for other in range(len(names)) if other != agent]
    ordered = sorted(others, key=lambda other: -scores.mean(place[agent, other]))
    own, beside = [place[agent, agent]], [place[agent, other] for other in others]
    return AgentPartners(
        agent=names[agent],
        self_play=scores.estimate(own),
        cross_play=scores.estimate(beside),
        gap=scores.estimate(own, minus=beside),
        best_partner=names[ordered[0]],
        best=scores.estimate([place[agent, ordered[0]]]),
        worst_partner=names[ordered[-1]],
        worst=scores.estimate([place[agent, ordered[-1]]]),
    )
