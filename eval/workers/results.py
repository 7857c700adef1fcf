"""The games of a plan as arrays, and the parts that all reports share: length, endings, faults."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np

from resonance_env.core.spec import Variant
from resonance_env.eval.match.match import FORFEIT_NAME, TRUNCATED_NAME
from resonance_env.eval.statistics import Report
from resonance_env.eval.workers.game_records import FaultRecord, GameRecord
from resonance_env.eval.workers.plan import Plan
from resonance_env.play.faults import FaultKind

RESAMPLES = 1000
MIN_DEALS = 20  # fewer are too few to estimate how much deals differ


@dataclass(frozen=True)
class Results:
    """Games as arrays.

    Attributes:
        agents: int64 `[game, side]`.
        shares: float64 `[game, side]`: scores; each game sums to 1.
        has_won: bool `[game, side]`.
        has_forfeited: bool `[game, side]`.
        is_draw: bool `[game]`: no side has won and none was at fault; includes truncated games.
        ending, rounds: `[game]`; endings as text.
    """

    agents: np.ndarray
    shares: np.ndarray
    has_won: np.ndarray
    has_forfeited: np.ndarray
    is_draw: np.ndarray
    ending: np.ndarray
    rounds: np.ndarray


def results_of(games: Sequence[GameRecord], names: Sequence[str], sides: Sequence[int]) -> Results:
    """Returns games as arrays.

    Args:
        games: the games.
        names: of the agents.
        sides: `[seat]` side of each seat.
    """
    num_sides = max(sides) + 1
    index = {name: number for number, name in enumerate(names)}
    seats = [sides.index(side) for side in range(num_sides)]
    agents = np.array([[index[game.agents[seat]] for seat in seats] for game in games])
    has_won, has_forfeited = np.zeros((len(games), num_sides), dtype=bool), np.zeros((len(games), num_sides), dtype=bool)
    for row, game in enumerate(games):
        for seat in game.winners:
            has_won[row, sides[seat]] = True
        for fault in game.faults:
            has_forfeited[row, sides[fault.seat]] = True
    sharing = np.where(has_won.any(axis=1, keepdims=True), has_won, ~has_forfeited)
    sharing |= has_forfeited.all(axis=1, keepdims=True)
    return Results(
        agents=agents,
        shares=sharing / sharing.sum(axis=1, keepdims=True),
        has_won=has_won,
        has_forfeited=has_forfeited,
        is_draw=np.asarray(~(has_won | has_forfeited).any(axis=1)),
        ending=np.array([game.ending for game in games]),
        rounds=np.array([game.rounds for game in games]),
    )


class Length(msgspec.Struct, frozen=True):
    """The length of games without a forfeit; `quantiles` at 5, 25, 50, 75 and 95 %, `counts` by value.

    If all games were forfeited, the length of these games.
    """

    mean: float
    quantiles: tuple[float, ...]
    counts: dict[int, int]


def length_of(values: np.ndarray) -> Length:
    """Returns mean, quantiles and counts of at least one value."""
    quantiles = np.quantile(values, [0.05, 0.25, 0.5, 0.75, 0.95], method="inverted_cdf")
    lengths, counts = np.unique(values, return_counts=True)
    return Length(
        mean=float(values.mean()),
        quantiles=tuple(float(value) for value in quantiles),
        counts=dict(zip(lengths.tolist(), counts.tolist(), strict=True)),
    )


class RunReport(Report, frozen=True, kw_only=True):
    """What the reports of all runs of many games say.

    Attributes:
        game, players, options, fingerprint: of the variant.
        seed: of deals, agents and bootstrap.
        deals, games: how many were played.
        endings: number of games by ending.
        truncated: games that reached the bound on steps.
        length: in `length_unit`, "rounds" or, for a game without rounds, "steps".
        notes: what a reader must know.
    """

    game: str
    players: int
    options: dict[str, object]
    fingerprint: str
    seed: int
    deals: int
    games: int
    endings: dict[str, int]
    truncated: int
    length: Length
    length_unit: str
    notes: tuple[str, ...]


def run_facts(variant: Variant, plan: Plan, deals: int, records: Sequence[GameRecord], notes: Sequence[str]) -> dict[str, Any]:
    """Returns the fields of a `RunReport` on these games; forfeited games have no length, unless all are."""
    ending = np.array([record.ending for record in records])
    whole = [record for record in records if not record.faults] or records
    return {
        **variant.identity(),
        "seed": plan.seed,
        "deals": deals,
        "games": len(records),
        "endings": tally(ending),
        "truncated": int((ending == TRUNCATED_NAME).sum()),
        "length": length_of(np.array([record.rounds for record in whole])),
        "length_unit": "rounds" if variant.has("rounds") else "steps",
        "notes": (*notes, *_few_deals(deals, plan)),
    }


def decisions_of(records: Sequence[GameRecord]) -> Length:
    """Returns how many decisions all seats make in a game that nobody has forfeited, or in all if all were."""
    whole = [record for record in records if not record.faults] or records
    return length_of(np.array([sum(record.decisions) for record in whole]))


def tally(endings: np.ndarray) -> dict[str, int]:
    """Returns the number of games by ending, the most frequent first; truncated and forfeited games last."""
    last = (TRUNCATED_NAME, FORFEIT_NAME)
    counts = Counter(endings.tolist())
    return dict(sorted(counts.items(), key=lambda entry: (entry[0] in last, -entry[1], entry[0])))


def ends_in_words(endings: Mapping[str, int]) -> str:
    """Returns how games ended.

    >>> ends_in_words({"points": 3, "draw": 1})
    'Endings: points 75.0%, draw 25.0%.'
    """
    games = sum(endings.values())
    return f"Endings: {', '.join(f'{name} {count / games:.1%}' for name, count in endings.items())}."


def length_in_words(length: Length, unit: str) -> str:
    """Returns how long games are.

    >>> length_in_words(Length(4.5, (3.0, 4.0, 4.0, 5.0, 6.0), {}), "rounds")
    'Length: 4.5 rounds, median 4 (90 % of games 3 to 6).'
    """
    low, _, middle, _, high = length.quantiles
    return f"Length: {length.mean:.1f} {unit}, median {middle:g} (90 % of games {low:g} to {high:g})."


def _few_deals(deals: int, plan: Plan) -> list[str]:
    """Returns a note if there are too few deals for intervals by deal."""
    if deals >= MIN_DEALS:
        return []
    return [
        f"Only {deals} deals of {plan.games_per_deal} games were played. Intervals by deal need at least {MIN_DEALS}: these "
        "are too narrow, and no finding is called significant or certain."
    ]


class FaultSummary(msgspec.Struct, frozen=True):
    """All faults of one kind by one agent, with the first of them; `details` is its traceback or position."""

    agent: str
    kind: FaultKind
    games: int
    first_game: int
    message: str
    details: str


def faults_of(records: Iterable[GameRecord]) -> tuple[FaultSummary, ...]:
    """Returns the faults of all games by agent and kind."""
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
