"""From the games of a tournament to its report: scores, pairs, ratings, differences, endings, length and faults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from resonance_env.core.spec import Variant
from resonance_env.eval.match.line_ups import Programme
from resonance_env.eval.statistics import Estimate, holm, percentile_interval, resampled_sums, side_name, two_sided_p
from resonance_env.eval.tournament import ratings
from resonance_env.eval.tournament.game_records import FORFEIT_NAME, FaultRecord, GameRecord
from resonance_env.eval.tournament.report import (
    MIN_DEALS,
    RESAMPLES,
    SIGNIFICANT,
    AgentStanding,
    Difference,
    FaultSummary,
    Length,
    PairResult,
    TournamentReport,
)
from resonance_env.play.faults import FaultKind


@dataclass(frozen=True)
class Table:
    """The games as arrays.

    Attributes:
        agents: int64 `[game, side]`.
        shares: float64 `[game, side]`: scores; each game sums to 1.
        has_won: bool `[game, side]`.
        has_forfeited: bool `[game, side]`.
        is_draw: bool `[game]`.
        ending, rounds, decisions: `[game]`; endings as text.
    """

    agents: np.ndarray
    shares: np.ndarray
    has_won: np.ndarray
    has_forfeited: np.ndarray
    is_draw: np.ndarray
    ending: np.ndarray
    rounds: np.ndarray
    decisions: np.ndarray


def tabulate(games: Sequence[GameRecord], names: Sequence[str], teams: Sequence[int]) -> Table:
    """Returns games as arrays.

    Args:
        games: the games.
        names: of the agents.
        teams: `[seat]` side of each seat.
    """
    sides = max(teams) + 1
    index = {name: number for number, name in enumerate(names)}
    seats = [teams.index(side) for side in range(sides)]
    agents = np.array([[index[game.agents[seat]] for seat in seats] for game in games])
    has_won, has_forfeited = np.zeros((len(games), sides), dtype=bool), np.zeros((len(games), sides), dtype=bool)
    for row, game in enumerate(games):
        for seat in game.winners:
            has_won[row, teams[seat]] = True
        for fault in game.faults:
            has_forfeited[row, teams[fault.seat]] = True
    sharing = np.where(has_won.any(axis=1, keepdims=True), has_won, ~has_forfeited)
    sharing |= has_forfeited.all(axis=1, keepdims=True)
    return Table(
        agents=agents,
        shares=sharing / sharing.sum(axis=1, keepdims=True),
        has_won=has_won,
        has_forfeited=has_forfeited,
        is_draw=np.asarray(~(has_won | has_forfeited).any(axis=1)),
        ending=np.array([game.ending for game in games]),
        rounds=np.array([game.rounds for game in games]),
        decisions=np.array([sum(game.decisions) for game in games]),
    )


def make_report(
    games: Iterable[GameRecord], variant: Variant, names: Sequence[str], programme: Programme, notes: Sequence[str]
) -> TournamentReport:
    """Returns the report on all games of a tournament.

    Args:
        games: every game of whole deals, in order.
        variant: the game.
        names: of the agents.
        programme: what was played.
        notes: what a reader must know; more are added.
    """
    records = list(games)
    table = tabulate(records, names, programme.teams)
    deals = len(records) // programme.games_per_deal
    notes = list(notes)
    if deals < MIN_DEALS:
        notes.append(
            f"Only {deals} deals of {programme.games_per_deal} games were played. Intervals by deal need at least {MIN_DEALS}: "
            "these are too narrow, and no difference is called significant."
        )
    rated, resampled = _ratings(table, programme, deals, len(names))
    order = sorted(range(len(names)), key=lambda agent: (-rated[agent], agent))
    scores = _scores(table, programme, deals, len(names))
    is_forfeited = table.has_forfeited.any(axis=1)
    is_whole = ~is_forfeited | is_forfeited.all()
    for agent, estimate in enumerate(scores):
        if estimate.mean in (0.0, 1.0):
            always = "won every" if estimate.mean else "never won or drew a"
            notes.append(f"{names[agent]} {always} game: its rating is a bound that depends on the prior.")
    return TournamentReport(
        game=variant.spec.name,
        players=variant.players,
        options=dict(variant.options),
        fingerprint=variant.fingerprint,
        seed=programme.seed,
        deals=deals,
        games=len(records),
        sides=programme.sides,
        fair=variant.fair_score,
        line_ups=tuple(tuple(names[agent] for agent in line_up) for line_up in programme.line_ups),
        standings=tuple(
            _standing(table, variant, names, agent, percentile_interval(rated[agent], resampled[:, agent]), scores[agent])
            for agent in order
        ),
        pairs=_pairs(table, programme, names, order, deals),
        differences=_differences(rated, resampled, names, order, deals),
        endings=tally(table.ending),
        draws=int(table.is_draw.sum()),
        rounds=length_of(table.rounds[is_whole]),
        decisions=length_of(table.decisions[is_whole]),
        faults=_faults(records),
        notes=tuple(notes),
    )


def _by_deal(values: np.ndarray, deals: int) -> np.ndarray:
    """Returns sums of `[game, ...]` over each deal: `[deal, ...]`."""
    return np.asarray(values.reshape(deals, -1, *values.shape[1:]).sum(axis=1, dtype=np.float64))


def _scores(table: Table, programme: Programme, deals: int, num_agents: int) -> list[Estimate]:
    """Returns each agent's score; every deal has the same line-ups, so a mean of sums is a mean of means."""
    played = np.bincount(table.agents.ravel(), minlength=num_agents)
    per_agent = [np.where(table.agents == agent, table.shares, 0.0).sum(axis=1) for agent in range(num_agents)]
    sums = _by_deal(np.stack(per_agent, axis=1), deals)
    resampled = resampled_sums(sums, programme.seed, RESAMPLES)
    means = sums.sum(axis=0) / played
    return [percentile_interval(means[agent], resampled[:, agent] / played[agent]) for agent in range(num_agents)]


def _ratings(table: Table, programme: Programme, deals: int, num_agents: int) -> tuple[np.ndarray, np.ndarray]:
    """Returns ratings `[agent]` and those of bootstrap samples `[resample, agent]`, in points."""
    lines = len(programme.line_ups)
    # Wins of each agent and draws; a forfeit is an equal part of a win for each other side, nothing if all were at fault.
    counts = np.zeros((len(table.agents), num_agents + 1))
    wins = np.where((table.is_draw | table.has_forfeited.all(axis=1))[:, None], 0.0, table.shares)
    for agent in range(num_agents):
        counts[:, agent] = np.where(table.agents == agent, wins, 0.0).sum(axis=1)
    counts[:, num_agents] = table.is_draw
    by_line_up = counts.reshape(deals, lines, programme.sides, num_agents + 1).sum(axis=2)
    sums = resampled_sums(by_line_up.reshape(deals, -1), programme.seed, RESAMPLES)
    sums = np.concatenate([by_line_up.reshape(deals, -1).sum(axis=0)[None], sums])
    design = ratings.Design.of(programme.line_ups, num_agents)
    fitted = ratings.fit(design, sums.reshape(-1, lines, num_agents + 1))[:, :num_agents] * ratings.POINTS
    return fitted[0], fitted[1:]


def _standing(
    table: Table, variant: Variant, names: Sequence[str], agent: int, rating: Estimate, score: Estimate
) -> AgentStanding:
    is_own = table.agents == agent
    won = is_own & table.has_won
    winning = won.any(axis=1)
    forfeits = int((is_own & table.has_forfeited).sum())
    gifts = int((is_own & table.has_forfeited.any(axis=1, keepdims=True) & ~table.has_forfeited).sum())
    wins, draws, played = int(won.sum()), int(is_own[table.is_draw].sum()), int(is_own.sum())
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
        wins_by_ending=tally(table.ending[winning]),
        side_scores={
            side_name(variant, side): float(table.shares[is_own[:, side], side].mean())
            for side in range(is_own.shape[1])
            if is_own[:, side].any()
        },
        mean_rounds_when_winning=float(table.rounds[winning].mean()) if winning.any() else None,
    )


def _pairs(
    table: Table, programme: Programme, names: Sequence[str], order: Sequence[int], deals: int
) -> tuple[PairResult, ...]:
    """Returns the score of each agent alone against each other one on all other sides, where such games were played."""
    found: list[tuple[int, int, int]] = []
    for line_up, members in enumerate(programme.line_ups):
        for one in set(members):
            others = set(members) - {one}
            if members.count(one) == 1 and len(others) == 1:
                found.append((one, others.pop(), line_up))
    found.sort(key=lambda pair: (order.index(pair[0]), order.index(pair[1])))
    if not found:
        return ()
    columns = []
    by_line_up = (deals, len(programme.line_ups), programme.sides, programme.sides)
    agents, shares = table.agents.reshape(by_line_up), table.shares.reshape(by_line_up)
    for one, _, line_up in found:
        own = np.where(agents[:, line_up] == one, shares[:, line_up], 0.0)
        columns.append(own.sum(axis=(1, 2)) / programme.sides)
    values = np.stack(columns, axis=1)
    resampled = resampled_sums(values, programme.seed, RESAMPLES) / deals
    means, fair = values.mean(axis=0), 1.0 / programme.sides
    p_values = holm([two_sided_p(mean - fair, error) for mean, error in zip(means, resampled.std(axis=0), strict=True)])
    return tuple(
        PairResult(
            agent=names[one],
            against=names[other],
            games=deals * programme.sides,
            score=percentile_interval(means[column], resampled[:, column]),
            p=p_values[column] if deals >= MIN_DEALS else None,
            is_significant=deals >= MIN_DEALS and p_values[column] < SIGNIFICANT,
        )
        for column, (one, other, _) in enumerate(found)
    )


def _differences(
    rated: np.ndarray, resampled: np.ndarray, names: Sequence[str], order: Sequence[int], deals: int
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
            points=percentile_interval(point, gap),
            p=p if deals >= MIN_DEALS else None,
            is_significant=deals >= MIN_DEALS and p < SIGNIFICANT,
        )
        for (one, other), point, gap, p in zip(pairs, points, gaps, p_values, strict=True)
    )


def _faults(records: Iterable[GameRecord]) -> tuple[FaultSummary, ...]:
    first: dict[tuple[str, FaultKind], tuple[int, FaultRecord]] = {}
    games: Counter[tuple[str, FaultKind]] = Counter()
    for record in records:
        for key in {(fault.agent, fault.kind) for fault in record.faults}:
            games[key] += 1
        for fault in record.faults:
            key = (fault.agent, fault.kind)
            first.setdefault(key, (record.game, fault))
    return tuple(
        FaultSummary(agent, kind, games[agent, kind], game, fault.message, fault.details)
        for (agent, kind), (game, fault) in sorted(first.items())
    )


def length_of(values: np.ndarray) -> Length:
    """Returns mean, quantiles and counts of values, of which there is at least one."""
    quantiles = np.quantile(values, [0.05, 0.25, 0.5, 0.75, 0.95], method="inverted_cdf")
    lengths, counts = np.unique(values, return_counts=True)
    return Length(
        mean=float(values.mean()),
        quantiles=tuple(float(value) for value in quantiles),
        counts=dict(zip(lengths.tolist(), counts.tolist(), strict=True)),
    )


def tally(endings: np.ndarray) -> dict[str, int]:
    """Returns how often each ending happened, the most frequent first, forfeits last."""
    counts = Counter(endings.tolist())
    return dict(sorted(counts.items(), key=lambda entry: (entry[0] == FORFEIT_NAME, -entry[1], entry[0])))
