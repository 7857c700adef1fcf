"""The review of a game: for each position the values of all seats, and for each decision what every action was worth."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from resonance_env.core.spec import Variant
from resonance_env.eval.review.judge import CHANCE, Judge
from resonance_env.eval.statistics import Report

MOST_TRIED = 16  # actions of a decision that are played out: the agent's likeliest, and the one that was taken
NUM_BEST = 3  # actions of which the review tells what they lead to
NUM_COSTLIEST = 5


class ActionReview(Report, frozen=True):
    """An action of a decision.

    Attributes:
        action: its name.
        meaning: what it means in this position.
        probability: how likely the agent takes it.
        value: how the game ends for the seat after it, on average; None if it was not played out.
        error: standard error of `value`.
        leads_to: the events of the step with this action, while the others do what they did; told of the best few.
    """

    action: str
    meaning: str
    probability: float
    value: float | None
    error: float | None
    leads_to: tuple[str, ...] = ()


class DecisionReview(Report, frozen=True):
    """A decision of a seat.

    Attributes:
        seat: who decided.
        action: what it did.
        cost: how much the best action is worth more, as the seat could know.
        error: standard error of `cost`.
        actions: all that was legal, the best first.
    """

    seat: int
    action: str
    cost: float
    error: float
    actions: tuple[ActionReview, ...]


class PositionReview(Report, frozen=True):
    """A position of the game.

    Attributes:
        step: number of steps before it.
        values: `[seat]` how the game ends from here, with all cards known.
        errors: `[seat]` standard errors of `values`.
        decisions: of the seats that are asked.
    """

    step: int
    values: tuple[float, ...]
    errors: tuple[float, ...]
    decisions: tuple[DecisionReview, ...]


class Costly(Report, frozen=True):
    """One of the costliest decisions of a seat."""

    step: int
    seat: int
    action: str
    better: str
    cost: float
    error: float


class Review(Report, frozen=True):
    """The review of a whole game.

    Attributes:
        game, title, players, options, fingerprint: the variant.
        seats: names of the seats.
        holders: `[seat]` who played, or None if the game does not tell.
        by: the agent that reviews.
        playouts: the agent that plays games out.
        worlds, seed: how often, and with which chance.
        unit: what values and costs measure.
        positions: before each step and after the last.
    """

    game: str
    title: str
    players: int
    options: dict[str, Any]
    fingerprint: str
    seats: tuple[str, ...]
    holders: tuple[str, ...] | None
    by: str
    playouts: str
    worlds: int
    seed: int
    unit: str
    positions: tuple[PositionReview, ...]

    @property
    def is_chance(self) -> bool:
        """Whether values are probabilities."""
        return self.unit == CHANCE

    def costliest(self, seat: int) -> list[Costly]:
        """Returns the decisions of a seat that cost most beyond their standard error, the costliest first."""
        found = [
            Costly(position.step, seat, decision.action, decision.actions[0].action, decision.cost, decision.error)
            for position in self.positions
            for decision in position.decisions
            if decision.seat == seat and decision.cost > decision.error
        ]
        return sorted(found, key=lambda costly: costly.error - costly.cost)[:NUM_COSTLIEST]

    def to_json(self) -> dict[str, Any]:
        costliest = [costly.to_json() for seat in range(len(self.seats)) for costly in self.costliest(seat)]
        return super().to_json() | {"costliest": costliest}


@dataclass(frozen=True)
class PlayedGame:
    """A game to review.

    Attributes:
        variant: the game.
        start: its seed, or its start position as text.
        steps: joint actions `[seat]`.
    """

    variant: Variant
    start: int | str
    steps: Sequence[np.ndarray]

    def positions(self) -> Iterator[tuple[np.ndarray, np.ndarray | None]]:
        """Yields an array of one game with the joint action `[seat]` that was taken in it; None after the last step."""
        variant = self.variant
        games = variant.parse_position(self.start) if isinstance(self.start, str) else variant.start([self.start])
        for joint in self.steps:
            yield games.copy(), joint
            variant.step(games, np.asarray(joint)[None])
        yield games, None


def review_position(judge: Judge, games: np.ndarray, step: int, joint: np.ndarray | None) -> PositionReview:
    """Reviews an array of one game, and the joint action `[seat]` that was taken in it, if there was one."""
    ends = judge.values(games, step)
    asked = [] if joint is None else np.flatnonzero(judge.variant.acting(games)[0]).tolist()
    decisions = tuple(_decision(judge, games, step, joint, seat) for seat in asked if joint is not None)
    means, errors = ends.mean(axis=0), _standard_error(ends)
    return PositionReview(step=step, values=tuple(means.tolist()), errors=tuple(errors.tolist()), decisions=decisions)


def _decision(judge: Judge, games: np.ndarray, step: int, joint: np.ndarray, seat: int) -> DecisionReview:
    variant, chosen = judge.variant, int(joint[seat])
    legal = np.flatnonzero(variant.legal(games)[0, seat])
    probabilities = judge.probabilities(games, step, seat)
    likely = legal[np.argsort(-probabilities[legal], kind="stable")]
    tried = np.array([chosen, *likely[likely != chosen][: MOST_TRIED - 1]])
    if len(legal) == 1:
        only = ActionReview(
            *_named(variant, games, seat, chosen), 1.0, None, None, _leads_to(variant, games, joint, seat, chosen)
        )
        return DecisionReview(seat, only.action, 0.0, 0.0, (only,))
    ends = judge.action_values(games, step, seat, tried)
    means, errors = ends.mean(axis=1), _standard_error(ends.T)
    # The best first; among equals the one that was taken, then the likelier.
    order = sorted(range(len(tried)), key=lambda place: (-means[place], place > 0, -probabilities[tried[place]]))
    best = order[0]
    told = {*order[:NUM_BEST], 0}
    actions = [
        ActionReview(
            *_named(variant, games, seat, int(tried[place])),
            float(probabilities[tried[place]]),
            float(means[place]),
            float(errors[place]),
            _leads_to(variant, games, joint, seat, int(tried[place])) if place in told else (),
        )
        for place in order
    ]
    actions += [
        ActionReview(*_named(variant, games, seat, int(action)), float(probabilities[action]), None, None)
        for action in likely
        if action not in tried
    ]
    cost, error = float(means[best] - means[0]), float(_standard_error((ends[best] - ends[0])[:, None])[0])
    return DecisionReview(seat, variant.actions.name(chosen), cost, error, tuple(actions))


def _named(variant: Variant, games: np.ndarray, seat: int, action: int) -> tuple[str, str]:
    return variant.actions.name(action), variant.explain_action(games, 0, seat, action)


def _leads_to(variant: Variant, games: np.ndarray, joint: np.ndarray, seat: int, action: int) -> tuple[str, ...]:
    """Returns the public events of a step in which a seat takes an action and the others do what they did."""
    other = np.array(joint, dtype=np.int16)
    other[seat] = action
    lines = variant.tell_step(games.copy(), other[None])
    return tuple(" ".join(line.split()) for line in lines if line.strip())


def _standard_error(numbers: np.ndarray) -> np.ndarray:
    """Returns the standard errors of the means of columns `[row, column]`; 0 for a single row."""
    if len(numbers) == 1:
        return np.zeros(numbers.shape[1])
    error: np.ndarray = numbers.std(axis=0, ddof=1) / np.sqrt(len(numbers))
    return error


def make_review(
    judge: Judge,
    positions: Sequence[PositionReview],
    *,
    by: str,
    playouts: str,
    worlds: int,
    seed: int,
    holders: tuple[str, ...] | None = None,
) -> Review:
    """Combines the reviews of all positions of a game."""
    variant = judge.variant
    return Review(
        **variant.identity(),
        title=variant.spec.title,
        seats=variant.seat_names,
        holders=holders,
        by=by,
        playouts=playouts,
        worlds=worlds,
        seed=seed,
        unit=judge.unit,
        positions=tuple(positions),
    )
