"""A balance report and its computation from games with facts.

All scores are over the fair share, so 1 is balanced. A score is a mean over seats, a ratio of two sums over games; intervals
resample whole deals and recompute the ratio.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec
import numpy as np

from resonance_env.core.errors import UsageError
from resonance_env.core.spec import Variant
from resonance_env.eval.match.game_facts import Category, GameFacts
from resonance_env.eval.statistics import Estimate, percentile_interval, resampled_sums
from resonance_env.eval.workers.game_records import GameRecord
from resonance_env.eval.workers.plan import Plan
from resonance_env.eval.workers.results import MIN_DEALS, RESAMPLES, Results, RunReport, length_of, results_of, run_facts

Verdict = Literal["in line", "too strong", "too weak", "not judged"]
METHOD = (
    f"95 % percentile intervals from {RESAMPLES:,} bootstrap samples of whole deals. Score: wins plus draws divided by the "
    "number of sides, over the fair share; wins: wins in games that were not drawn, over the fair share; limits are those of "
    "the score. Forfeited games are excluded."
)


class ValueScore(msgspec.Struct, frozen=True):
    """The results of the seats with one value of a category.

    Attributes:
        value: the value, such as the name of a card.
        seats: number of seats in all games that had it.
        wins: number of these seats that won.
        score: over the fair share; None if no seat had it.
        won: wins in games that were not drawn, over the fair share; None if there were none.
        verdict: of the score, by the limits.
        is_certain: the whole interval of the score is on the same side of the limit; never with too few deals.
    """

    value: str
    seats: int
    wins: int
    score: Estimate | None
    won: Estimate | None
    verdict: Verdict
    is_certain: bool


class CategoryScores(msgspec.Struct, frozen=True):
    """A category by which seats are grouped; `limits` are the lowest and the highest score in line."""

    name: str
    meaning: str
    limits: tuple[float, float] | None
    values: tuple[ValueScore, ...]


class UseSummary(msgspec.Struct, frozen=True):
    """How often something was used by the seats that had it.

    Attributes:
        name, meaning: what was used.
        seats: number of seats that had it.
        uses: number of uses by these seats.
        users: seats that used it at least once.
        uses_per_seat: uses over seats; None if no seat had it.
        score_of_users: score of seats that used it at least once, over the fair share; None if there are none.
    """

    name: str
    meaning: str
    seats: int
    uses: int
    users: int
    uses_per_seat: Estimate | None
    score_of_users: Estimate | None


class TimeSummary(msgspec.Struct, frozen=True):
    """When an event happened.

    Attributes:
        name: the event.
        share: share of seats to which it happened.
        rounds: mean round; None if it never happened.
        quantiles: rounds at 5, 25, 50, 75 and 95 %.
    """

    name: str
    share: float
    rounds: Estimate | None
    quantiles: tuple[float, ...]


class BalanceReport(RunReport, frozen=True, kw_only=True):
    """The results; all numbers describe `games`, the games without a forfeit."""

    agents: tuple[str, ...]
    forfeited: int
    fair: float
    draws: Estimate
    categories: tuple[CategoryScores, ...]
    uses: tuple[UseSummary, ...]
    times: tuple[TimeSummary, ...]
    method: str = METHOD

    @property
    def has_limits(self) -> bool:
        """Whether some category is judged."""
        return any(category.limits is not None for category in self.categories)

    def out_of_line(self) -> list[tuple[CategoryScores, ValueScore]]:
        """Returns the values whose scores are outside the limits, with their categories."""
        return [
            (category, row)
            for category in self.categories
            for row in category.values
            if row.verdict in ("too strong", "too weak")
        ]


class _Ratios:
    """Ratios of sums over games, all resampled with the same deals.

    Attributes:
        deal: int64 `[game]`: number of the deal of each game, from 0.
        columns: float64 `[deal]` each.
    """

    def __init__(self, deal: np.ndarray, deals: int) -> None:
        self._deal, self._deals = deal, deals
        self._columns: list[np.ndarray] = []
        self._resampled = np.empty(0)

    def add(self, over: np.ndarray, under: np.ndarray) -> int:
        """Adds two float arrays `[game]` and returns the index of the ratio of their sums."""
        for values in (over, under):
            self._columns.append(np.bincount(self._deal, weights=values, minlength=self._deals))
        return len(self._columns) // 2 - 1

    def resample(self, seed: int) -> None:
        """Resamples the deals, after all ratios have been added."""
        self._resampled = resampled_sums(np.stack(self._columns, axis=1), seed, RESAMPLES)

    def estimate(self, number: int) -> Estimate | None:
        """Returns a ratio with its interval, or None if the denominator is 0."""
        over, under = self._columns[2 * number].sum(), self._columns[2 * number + 1].sum()
        if under == 0.0:
            return None
        is_there = self._resampled[:, 2 * number + 1] > 0.0
        ratios = self._resampled[is_there, 2 * number] / self._resampled[is_there, 2 * number + 1]
        return percentile_interval(over / under, ratios)


def make_balance_report(
    records: Sequence[GameRecord],
    variant: Variant,
    categories: Sequence[Category],
    uses: Mapping[str, str],
    times: Sequence[str],
    plan: Plan,
    notes: Sequence[str] = (),
) -> BalanceReport:
    """Returns the report on games with facts.

    Args:
        records: every game of whole deals, in order.
        variant: the game.
        categories: the categories of seats, with limits; seats are added.
        uses: what can be used, with its meaning.
        times: events with a time.
        plan: what was played.
        notes: notes for the reader; more are added.

    Raises:
        UsageError: all games were forfeited.
    """
    whole = [record for record in records if not record.faults]
    if not whole:
        fault = records[0].faults[0]
        raise UsageError(f"expected games to judge by, but all {len(records):,} were forfeited; the first: {fault.message}")
    deals = len(records) // plan.games_per_deal
    notes = list(notes)
    if len(whole) < len(records):
        notes.append(f"{len(records) - len(whole):,} of {len(records):,} games were forfeited and are excluded.")
    results = results_of(whole, plan.agents, plan.sides)
    facts = [record.facts for record in whole if record.facts is not None]
    ratios = _Ratios(np.array([record.deal for record in whole], dtype=np.int64), deals)
    is_draw = results.is_draw.astype(np.float64)
    draws = ratios.add(is_draw, np.ones(len(whole)))
    seats = Category("seat", variant.seat_names, "The seat.")
    by_place = np.tile(np.arange(variant.num_seats), (len(whole), 1))
    sorted_seats = [(seats, by_place), *((category, _codes(category, facts)) for category in categories)]
    share = results.shares[:, list(plan.sides)] / variant.fair_score  # [game, seat]
    won = results.has_won[:, list(plan.sides)]
    sums = [_ValueSums(category, codes, share, won, results, ratios, variant.fair_score) for category, codes in sorted_seats]
    used = [_UseSums(name, meaning, facts, share, ratios) for name, meaning in uses.items()]
    timed = [_TimeSums(name, facts, ratios) for name in times]
    ratios.resample(plan.seed)
    drawn = ratios.estimate(draws)
    return BalanceReport(
        **run_facts(variant, plan, deals, whole, notes),
        agents=tuple(plan.agents[agent] for agent in plan.line_ups[0]),
        forfeited=len(records) - len(whole),
        fair=variant.fair_score,
        draws=Estimate(0.0, 0.0, 0.0) if drawn is None else drawn,
        categories=tuple(entry.scores(ratios, is_enough=deals >= MIN_DEALS) for entry in sums),
        uses=tuple(entry.summary(ratios) for entry in used),
        times=tuple(entry.summary(ratios) for entry in timed),
    )


def _codes(category: Category, facts: Sequence[GameFacts]) -> np.ndarray:
    """Returns int64 `[game, seat]`: the index of each seat's value, -1 for none."""
    index = {value: code for code, value in enumerate(category.values)}
    return np.array([[index.get(value, -1) for value in game.categories[category.name]] for game in facts], dtype=np.int64)


class _ValueSums:
    """The sums of the scores of one category."""

    def __init__(
        self,
        category: Category,
        codes: np.ndarray,
        share: np.ndarray,
        won: np.ndarray,
        results: Results,
        ratios: _Ratios,
        fair: float,
    ) -> None:
        self.category = category
        self.rows: list[tuple[int, int, int, int]] = []  # seats, wins, number of the score, of the wins
        is_decided = ~results.is_draw
        for code in range(len(category.values)):
            has = codes == code
            number = has.sum(axis=1)
            wins = (won & has).sum(axis=1)
            score = ratios.add((share * has).sum(axis=1), number)
            decided = ratios.add(wins / fair, number * is_decided)
            self.rows.append((int(number.sum()), int(wins.sum()), score, decided))

    def scores(self, ratios: _Ratios, *, is_enough: bool) -> CategoryScores:
        rows = []
        for value, (seats, wins, score, decided) in zip(self.category.values, self.rows, strict=True):
            estimate = ratios.estimate(score)
            verdict, is_certain = judge(estimate, self.category.limits)
            rows.append(ValueScore(value, seats, wins, estimate, ratios.estimate(decided), verdict, is_certain and is_enough))
        return CategoryScores(self.category.name, self.category.meaning, self.category.limits, tuple(rows))


def judge(score: Estimate | None, limits: tuple[float, float] | None) -> tuple[Verdict, bool]:
    """Returns the verdict on a score and whether its whole interval agrees.

    >>> judge(Estimate(1.5, 1.3, 1.7), (0.7, 1.4))
    ('too strong', False)
    >>> judge(Estimate(1.0, 0.9, 1.1), (0.7, 1.4))
    ('in line', True)
    """
    if score is None or limits is None:
        return "not judged", False
    low, high = limits
    if score.mean > high:
        return "too strong", score.low > high
    if score.mean < low:
        return "too weak", score.high < low
    return "in line", low <= score.low and score.high <= high


class _UseSums:
    """The sums of one thing that can be used."""

    def __init__(self, name: str, meaning: str, facts: Sequence[GameFacts], share: np.ndarray, ratios: _Ratios) -> None:
        self.name, self.meaning = name, meaning
        uses = np.array([[seat.get(name, -1) for seat in game.uses] for game in facts], dtype=np.int64).reshape(share.shape)
        has, is_user = uses >= 0, uses > 0
        counts = np.where(has, uses, 0)
        self.seats, self.uses, self.users = int(has.sum()), int(counts.sum()), int(is_user.sum())
        self.per_seat = ratios.add(counts.sum(axis=1), has.sum(axis=1))
        self.score = ratios.add((share * is_user).sum(axis=1), is_user.sum(axis=1))

    def summary(self, ratios: _Ratios) -> UseSummary:
        per_seat, score = ratios.estimate(self.per_seat), ratios.estimate(self.score)
        return UseSummary(self.name, self.meaning, self.seats, self.uses, self.users, per_seat, score)


class _TimeSums:
    """The sums of one event."""

    def __init__(self, name: str, facts: Sequence[GameFacts], ratios: _Ratios) -> None:
        self.name = name
        self.times = np.array([game.times[name] for game in facts], dtype=np.int64).reshape(len(facts), -1)
        happened = self.times > 0
        self.share = float(happened.mean()) if happened.size else 0.0
        self.mean = ratios.add(self.times.sum(axis=1), happened.sum(axis=1))

    def summary(self, ratios: _Ratios) -> TimeSummary:
        there = self.times[self.times > 0]
        quantiles = length_of(there).quantiles if len(there) else ()
        return TimeSummary(self.name, self.share, ratios.estimate(self.mean), quantiles)
