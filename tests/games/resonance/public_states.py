"""What pure strategies can do in a small set in which every seat knows every hand, as where nobody draws unseen.

Hidden are then the order of quickness, and what others choose at the same time. (So are the pairs of the draft, but where one
spell card is left over, a seat that is asked can infer them.) A *public state* is a position without the order, with the
probability of each order. Everybody knows it, so it begins a game of its own, and a pure strategy is a choice in each public
state of each history. Backward induction then finds how far pure strategies can hold down a seat.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from itertools import product

import numpy as np

from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.spec import ResonanceVariant

CHUNK = 20_000  # positions that are stepped at a time


@dataclass
class PublicPly:
    """The public states of one ply.

    Attributes:
        is_over: bool `[state]`.
        payoff: float64 `[state, seat]` of those that are over.
        counts: int64 `[state, seat]`: actions of each seat; 1 for a seat that is not asked.
        first: int64 `[state + 1]`: the joint actions of state i are `first[i] .. first[i + 1] - 1`; the action of the last seat
            changes first. A state that waits for chance has one, one that is over has none.
        joint_action: int64 `[edge]`, rising.
        child: int64 `[edge]`: a state of the next ply.
        share: float64 `[edge]`: its probability after the joint action.
    """

    is_over: np.ndarray
    payoff: np.ndarray
    counts: np.ndarray
    first: np.ndarray
    joint_action: np.ndarray
    child: np.ndarray
    share: np.ndarray

    def expected(self, values: np.ndarray) -> np.ndarray:
        """Returns float64 `[joint action, ...]`, the mean of the values of the children."""
        expected = np.zeros((self.first[-1], *values.shape[1:]))
        np.add.at(expected, self.joint_action, (values[self.child].T * self.share).T)
        return expected

    def running(self) -> Iterator[tuple[int, slice, tuple[int, ...]]]:
        """Yields each state that is not over, its joint actions and the shape of their table, `[action of seat 0, ...]`."""
        for state in np.flatnonzero(~self.is_over):
            yield int(state), slice(self.first[state], self.first[state + 1]), tuple(self.counts[state].tolist())


def public_plies(variant: ResonanceVariant, start: np.ndarray) -> list[PublicPly]:
    """Returns the public states that follow from an array of one position, ply by ply; `variant` has explicit chance."""
    plies = []
    positions, state, share = start.copy(), np.zeros(1, dtype=np.int64), np.ones(1)
    while len(positions):
        games = positions[np.unique(state, return_index=True)[1]]
        is_over, acting = variant.done(games), variant.acting(games)
        counts = np.where(acting, np.count_nonzero(variant.legal(games), axis=2), 1)
        joint = np.where(is_over, 0, counts.prod(axis=1))
        first = np.concatenate([[0], np.cumsum(joint)])
        parts: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
        for begin in range(0, len(positions), CHUNK):
            part = slice(begin, begin + CHUNK)
            for after in (_after_choices, _after_chance):
                parts.append(after(variant, positions[part], first[state[part]], share[part]))
        children, action, weight = (np.concatenate(column) for column in zip(*parts, strict=True))
        joint_action, edge_share, child, positions, state, share = _grouped(children, action, weight)
        plies.append(
            PublicPly(is_over, variant.payoff(games).astype(np.float64), counts, first, joint_action, child, edge_share)
        )
    return plies


def _after_choices(
    variant: ResonanceVariant, positions: np.ndarray, first: np.ndarray, share: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Returns the positions after every joint action, the number of the joint action, and the probability."""
    acting = variant.acting(positions)
    rows = np.flatnonzero(acting.any(axis=1) & ~variant.done(positions))
    legal, acting = variant.legal(positions[rows]), acting[rows]
    lists = [
        list(product(*(np.flatnonzero(legal[row, seat]) if acting[row, seat] else [0] for seat in range(variant.num_seats))))
        for row in range(len(rows))
    ]
    parent = np.repeat(rows, [len(joint) for joint in lists])
    number = np.concatenate([np.zeros(0, dtype=np.int64), *(np.arange(len(joint)) for joint in lists)])
    children = positions[parent]
    if len(parent):
        variant.step(children, np.array([actions for joint in lists for actions in joint]))
    return children, first[parent] + number, share[parent]


def _after_chance(
    variant: ResonanceVariant, positions: np.ndarray, first: np.ndarray, share: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rows = np.flatnonzero(~variant.acting(positions).any(axis=1) & ~variant.done(positions))
    branches = variant.chance_branches(positions[rows])
    parent = rows[branches.game]
    children = positions[parent]
    variant.apply_outcomes(children, branches.outcome)
    return children, first[parent], share[parent] * branches.probability


def _grouped(children: np.ndarray, action: np.ndarray, weight: np.ndarray) -> tuple[np.ndarray, ...]:
    """Groups positions into public states.

    Returns:
        joint action, share and child of each edge; then the positions of the next ply, their states and their shares.
    """
    children["quickness"][np.isin(children["phase"], [v.PHASE_ACT, v.PHASE_OVER])] = 0  # drawn anew, or of no use
    seen = children.copy()
    seen["quickness"] = 0
    position, table = _numbers(children), _numbers(seen)
    edges: dict[tuple[int, int], dict[int, float]] = {}
    for key, order, chance in zip(zip(action.tolist(), table, strict=True), position, weight.tolist(), strict=True):
        orders = edges.setdefault(key, {})
        orders[order] = orders.get(order, 0.0) + chance
    example = {order: row for row, order in enumerate(position)}
    states: dict[tuple[tuple[int, float], ...], int] = {}
    rows: list[int] = []
    child, share, state, member_share = [], [], [], []
    for key in sorted(edges):
        total = sum(edges[key].values())
        belief = tuple(sorted((order, round(chance / total, 12)) for order, chance in edges[key].items()))
        if belief not in states:
            states[belief] = len(states)
            rows += [example[order] for order, _ in belief]
            state += [states[belief]] * len(belief)
            member_share += [chance for _, chance in belief]
        child.append(states[belief])
        share.append(total)
    joint_action = np.array([joint for joint, _ in sorted(edges)], dtype=np.int64)
    return (
        joint_action,
        np.array(share),
        np.array(child, dtype=np.int64),
        children[rows],
        np.array(state, dtype=np.int64),
        np.array(member_share),
    )


def _numbers(games: np.ndarray) -> list[int]:
    """Returns a number for each record, the same for equal ones."""
    data, size = games.tobytes(), games.itemsize
    number: dict[bytes, int] = {}
    digests = (blake2b(data[row * size : (row + 1) * size], digest_size=16).digest() for row in range(len(games)))
    return [number.setdefault(digest, len(number)) for digest in digests]


def held_down(plies: list[PublicPly]) -> np.ndarray:
    """Returns float64 `[seat]`: what the best reply of a seat wins against the pure strategies that hold it down the most.

    No seat gets less in an equilibrium of pure strategies, and the payoffs sum to 0, so there is none if these numbers sum to
    more. With two seats there is one if they sum to 0.
    """
    held = np.zeros((0, plies[-1].counts.shape[1]))
    for ply in reversed(plies):
        expected = ply.expected(held)
        held = ply.payoff.copy()
        for state, joint, shape in ply.running():
            for seat in range(len(shape)):
                held[state, seat] = expected[joint, seat].reshape(shape).max(axis=seat).min()
    result: np.ndarray = held[0]
    return result
