"""Computes the report of a tournament from its games: scores, pairs, ratings, differences, endings, length and faults."""

import math
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from resonance_env.core.spec import Variant
from resonance_env.eval.statistics import Estimate, holm, percentile_interval, resampled_sums, side_name, two_sided_p
from resonance_env.eval.tournament import ratings
from resonance_env.eval.tournament.report import (
    SIGNIFICANT,
    AgentStanding,
    Difference,
    PairResult,
    TournamentReport,
)
from resonance_env.eval.workers.game_records import GameRecord
from resonance_env.eval.workers.plan import Plan
from resonance_env.eval.workers.results import (
    MIN_DEALS,
    RESAMPLES,
    Results,
    decisions_of,
    faults_of,
    results_of,
    run_facts,
    tally,
)


def make_report(games: Iterable[GameRecord], variant: Variant, plan: Plan, notes: Sequence[str]) -> TournamentReport:
    """Returns the report on all games of a tournament.

    Args:
        games: every game of whole deals, in order.
        variant: the game.
        plan: the plan of the games.
        notes: notes for the reader; more are added.
    """
    records, names = list(games), plan.agents
    results = results_of(records, names, plan.sides)
    deals = len(records) // plan.games_per_deal
    rated, resampled, groups = _ratings(results, plan, deals, len(names))
    order = sorted(range(len(names)), key=lambda agent: (-rated[agent], agent))
    scores = _scores(results, plan, deals, len(names))
    groups = sorted(groups, key=lambda group: order.index(group[0]))
    group_of = {agent: number for number, group in enumerate(groups) for agent in group}
    return TournamentReport(
        **run_facts(variant, plan, deals, records, [*notes, *_separation(groups, names)]),
        sides=plan.num_sides,
        fair=variant.fair_score,
        line_ups=tuple(tuple(names[agent] for agent in line_up) for line_up in plan.line_ups),
        standings=tuple(
            _standing(results, variant, names, agent, rating, scores[agent])
            for agent in order
            for rating in [_estimate(rated[agent], resampled[:, agent], is_determined=len(groups) == 1)]
        ),
        pairs=_pairs(results, plan, names, order, deals),
        differences=_differences(rated, resampled, names, order, deals, group_of),
        draws=int(results.is_draw.sum()),
        decisions=decisions_of(records),
        faults=faults_of(records),
    )


def _by_deal(values: np.ndarray, deals: int) -> np.ndarray:
    """Returns sums of `[game, ...]` over each deal: `[deal, ...]`."""
    return np.asarray(values.reshape(deals, -1, *values.shape[1:]).sum(axis=1, dtype=np.float64))


def _scores(results: Results, plan: Plan, deals: int, num_agents: int) -> list[Estimate]:
    """Returns each agent's score; every deal has the same line-ups, so a mean of sums is a mean of means."""
    played = np.bincount(results.agents.ravel(), minlength=num_agents)
    per_agent = [np.where(results.agents == agent, results.shares, 0.0).sum(axis=1) for agent in range(num_agents)]
    sums = _by_deal(np.stack(per_agent, axis=1), deals)
    resampled = resampled_sums(sums, plan.seed, RESAMPLES)
    means = sums.sum(axis=0) / played
    return [percentile_interval(means[agent], resampled[:, agent] / played[agent]) for agent in range(num_agents)]


def _separation(groups: Sequence[Sequence[int]], names: Sequence[str]) -> list[str]:
    """Returns a note on agents whose games only ever went one way, the better ones first."""
    if len(groups) == 1:
        return []
    order = " before ".join(" and ".join(names[agent] for agent in group) for group in groups)
    return [
        f"The games separate the agents: {order}. No agent of a later group has won or drawn a game with one of an earlier "
        "group, so the games determine the order of the groups but no distance between them: the ratings depend on the prior "
        "and have no intervals."
    ]


def _estimate(value: float, resampled: np.ndarray, *, is_determined: bool) -> Estimate:
    return percentile_interval(value, resampled) if is_determined else Estimate(float(value), math.nan, math.nan)


def _ratings(results: Results, plan: Plan, deals: int, num_agents: int) -> tuple[np.ndarray, np.ndarray, list[list[int]]]:
    """Returns ratings `[agent]` and those of bootstrap samples `[resample, agent]`, in points, and the separated groups."""
    lines = len(plan.line_ups)
    # Wins of each agent and draws; a forfeit is an equal part of a win for each other side, nothing if all were at fault.
    counts = np.zeros((len(results.agents), num_agents + 1))
    wins = np.where((results.is_draw | results.has_forfeited.all(axis=1))[:, None], 0.0, results.shares)
    for agent in range(num_agents):
        counts[:, agent] = np.where(results.agents == agent, wins, 0.0).sum(axis=1)
    counts[:, num_agents] = results.is_draw
    by_line_up = counts.reshape(deals, lines, plan.num_sides, num_agents + 1).sum(axis=2)
    sums = resampled_sums(by_line_up.reshape(deals, -1), plan.seed, RESAMPLES)
    sums = np.concatenate([by_line_up.reshape(deals, -1).sum(axis=0)[None], sums])
    design = ratings.Design.of(plan.line_ups, num_agents)
    fitted = ratings.fit(design, sums.reshape(-1, lines, num_agents + 1))[:, :num_agents] * ratings.POINTS
    groups = ratings.separated_groups(plan.line_ups, sums[0].reshape(lines, num_agents + 1))
    return fitted[0], fitted[1:], groups


def _standing(
    results: Results, variant: Variant, names: Sequence[str], agent: int, rating: Estimate, score: Estimate
) -> AgentStanding:
    is_own = results.agents == agent
    won = is_own & results.has_won
    winning = won.any(axis=1)
    forfeits = int((is_own & results.has_forfeited).sum())
    gifts = int((is_own & results.has_forfeited.any(axis=1, keepdims=True) & ~results.has_forfeited).sum())
    wins, draws, played = int(won.sum()), int(is_own[results.is_draw].sum()), int(is_own.sum())
    return AgentStanding(
        agent=names[agent],
        rating=rating,
        score=score,
        sides_played=played,
        wins=wins,
        draws=draws,
        losses=played - wins - draws - forfeits - gifts,
        forfeits=forfeits,
        gifts=gifts,
        wins_by_ending=tally(results.ending[winning]),
        side_scores={
            side_name(variant, side): float(results.shares[is_own[:, side], side].mean())
            for side in range(is_own.shape[1])
            if is_own[:, side].any()
        },
        mean_length_when_winning=float(results.rounds[winning].mean()) if winning.any() else None,
    )


def _pairs(results: Results, plan: Plan, names: Sequence[str], order: Sequence[int], deals: int) -> tuple[PairResult, ...]:
    """Returns the score of each agent alone against each other one on all other sides, if such games were played."""
    found: list[tuple[int, int, int]] = []
    for line_up, members in enumerate(plan.line_ups):
        for one in set(members):
            others = set(members) - {one}
            if members.count(one) == 1 and len(others) == 1:
                found.append((one, others.pop(), line_up))
    found.sort(key=lambda pair: (order.index(pair[0]), order.index(pair[1])))
    if not found:
        return ()
    columns = []
    by_line_up = (deals, len(plan.line_ups), plan.num_sides, plan.num_sides)
    agents, shares = results.agents.reshape(by_line_up), results.shares.reshape(by_line_up)
    for one, _, line_up in found:
        own = np.where(agents[:, line_up] == one, shares[:, line_up], 0.0)
        columns.append(own.sum(axis=(1, 2)) / plan.num_sides)
    values = np.stack(columns, axis=1)
    resampled = resampled_sums(values, plan.seed, RESAMPLES) / deals
    means, fair = values.mean(axis=0), 1.0 / plan.num_sides
    p_values = holm([two_sided_p(mean - fair, error) for mean, error in zip(means, resampled.std(axis=0), strict=True)])
    return tuple(
        PairResult(
            agent=names[one],
            against=names[other],
            games=deals * plan.num_sides,
            score=percentile_interval(means[column], resampled[:, column]),
            p=p_values[column] if deals >= MIN_DEALS else None,
            is_significant=deals >= MIN_DEALS and p_values[column] < SIGNIFICANT,
        )
        for column, (one, other, _) in enumerate(found)
    )


def _differences(
    rated: np.ndarray,
    resampled: np.ndarray,
    names: Sequence[str],
    order: Sequence[int],
    deals: int,
    group_of: Mapping[int, int],
) -> tuple[Difference, ...]:
    """Returns the differences of all ratings, the higher one first."""
    pairs = [(one, other) for place, one in enumerate(order) for other in order[place + 1 :]]
    gaps = [resampled[:, one] - resampled[:, other] for one, other in pairs]
    points = [rated[one] - rated[other] for one, other in pairs]
    p_values = holm([two_sided_p(point, float(gap.std())) for point, gap in zip(points, gaps, strict=True)])
    return tuple(
        Difference(
            agent=names[one],
            than=names[other],
            points=_estimate(point, gap, is_determined=group_of[one] == group_of[other]),
            p=p if deals >= MIN_DEALS else None,
            is_significant=deals >= MIN_DEALS and p < SIGNIFICANT,
        )
        for (one, other), point, gap, p in zip(pairs, points, gaps, p_values, strict=True)
    )
