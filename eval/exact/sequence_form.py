"""A game in sequence form: the information sets and sequences of each seat, and the payoff of each combination of sequences.

With perfect recall each information set is reached by exactly one sequence of own actions, so a policy is equivalent to the
probabilities with which the seat plays its sequences, its realization plan (Koller, Megiddo and von Stengel, "Efficient
computation of equilibria for extensive two-person games", 1996). Expected payoffs are multilinear in the plans, and histories
that end with the same sequences of all seats become one entry, weighted by chance. So a pass over the game takes a few array
operations.

Axes: `information set` and `sequence` of one seat; sequence 0 is empty, the others are the pairs of information set and legal
action, in that order. A policy is an array of probabilities `[sequence]`, of which entry 0 is unused.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class SeatTree:
    """The decisions of one seat.

    Attributes:
        keys: uint8 `[information set, size]`: their information states.
        parent: int64 `[information set]`: the seat's last sequence before it; parents have lower numbers.
        first: int64 `[information set + 1]`: the sequences of information set i are `first[i] .. first[i + 1] - 1`.
        action: int64 `[sequence]`: the last action; -1 for the empty sequence.
        depth_ends: `[depth]`: end of the information sets with that many earlier decisions of the seat; they are sorted.
        positions: records `[information set]`: one position of each.
        seat: the seat that decides.
    """

    keys: np.ndarray
    parent: np.ndarray
    first: np.ndarray
    action: np.ndarray
    depth_ends: tuple[int, ...]
    positions: np.ndarray
    seat: int

    @property
    def num_sets(self) -> int:
        return len(self.parent)

    @property
    def num_sequences(self) -> int:
        return len(self.action)

    @property
    def set_of(self) -> np.ndarray:
        """Int64 `[sequence]`: the information set of each sequence; -1 for the empty one."""
        return np.repeat(np.arange(-1, self.num_sets), np.diff(self.first, prepend=0))

    def depths(self) -> list[slice]:
        """Returns the information sets of each depth, the first decisions first."""
        return [slice(start, end) for start, end in zip((0, *self.depth_ends), self.depth_ends, strict=False)]

    def uniform(self) -> np.ndarray:
        """Returns the policy that plays every legal action equally often."""
        counts = np.diff(self.first)
        return np.concatenate([[1.0], np.repeat(1.0 / counts, counts)])

    def normalized(self, weights: np.ndarray) -> np.ndarray:
        """Returns the policy in proportion to nonnegative weights `[sequence]`; uniform where all weights of a set are 0."""
        policy = self.uniform()
        counts = np.diff(self.first)
        total = np.repeat(np.add.reduceat(weights, self.first[:-1]) if len(counts) else np.zeros(0), counts)
        np.divide(weights[1:], total, out=policy[1:], where=total > 0.0)
        return policy

    def plan(self, policy: np.ndarray) -> np.ndarray:
        """Returns float64 `[sequence]`: the realization plan of a policy, the product of the seat's own probabilities."""
        plan = np.ones(self.num_sequences)
        for sets in self.depths():
            rows = slice(self.first[sets.start], self.first[sets.stop])
            counts = np.diff(self.first[sets.start : sets.stop + 1])
            plan[rows] = np.repeat(plan[self.parent[sets]], counts) * policy[rows]
        return plan

    def action_values(self, gains: np.ndarray, policy: np.ndarray | None) -> tuple[np.ndarray, np.ndarray]:
        """Passes gains from the last decisions up to the first.

        Args:
            gains: float64 `[sequence]`: payoffs of the endings with this sequence, weighted by the probabilities of the other
                seats and of chance.
            policy: the policy of the seat from here on; None for the best.

        Returns:
            float64 `[sequence]`: the value of each sequence, for the empty sequence that of the whole game, and float64
            `[information set]`.
        """
        values = gains.copy()
        set_values = np.empty(self.num_sets)
        for sets in reversed(self.depths()):
            rows = slice(self.first[sets.start], self.first[sets.stop])
            starts = self.first[sets] - rows.start
            if policy is None:
                set_values[sets] = np.maximum.reduceat(values[rows], starts)
            else:
                set_values[sets] = np.add.reduceat(values[rows] * policy[rows], starts)
            # Parents are shared within a depth, so a plain indexed addition would lose some.
            values += np.bincount(self.parent[sets], weights=set_values[sets], minlength=self.num_sequences)
        return values, set_values


@dataclass(frozen=True)
class SequenceForm:
    """A whole game.

    Attributes:
        trees: one for each seat.
        ends: int64 `[end, seat]`: combinations of last sequences with which the game can end.
        worth: float64 `[end, seat]`: payoff of each seat times the probability of the chance events.
        chance: float64 `[end]`: that probability alone.
        drawn: float64 `[end]`: the probability of those chance events after which no seat has won.
        histories: number of histories that end: the leaves of the game tree.
        nodes: number of different pairs of a position and the information states of all seats.
    """

    trees: tuple[SeatTree, ...]
    ends: np.ndarray
    worth: np.ndarray
    chance: np.ndarray
    drawn: np.ndarray
    histories: int
    nodes: int

    @property
    def num_seats(self) -> int:
        return len(self.trees)

    def uniform(self) -> list[np.ndarray]:
        """Returns the policies that play every legal action equally often."""
        return [tree.uniform() for tree in self.trees]

    def plans(self, policies: Sequence[np.ndarray]) -> list[np.ndarray]:
        """Returns the realization plans of all seats' policies."""
        return [tree.plan(policy) for tree, policy in zip(self.trees, policies, strict=True)]

    def gains(self, seat: int, plans: Sequence[np.ndarray]) -> np.ndarray:
        """Returns float64 `[sequence]` of a seat: its expected payoff from endings with this sequence, if it plays it."""
        weights = self.worth[:, seat].copy()
        for other, plan in enumerate(plans):
            if other != seat:
                weights *= plan[self.ends[:, other]]
        return np.bincount(self.ends[:, seat], weights=weights, minlength=self.trees[seat].num_sequences)

    def values(self, policies: Sequence[np.ndarray]) -> np.ndarray:
        """Returns float64 `[seat]`: expected payoffs under these policies."""
        return np.asarray(self._reach(policies) @ self.worth)

    def draw_rate(self, policies: Sequence[np.ndarray]) -> float:
        """Returns the probability that no seat wins under these policies."""
        return float(self._reach(policies) @ self.drawn)

    def _reach(self, policies: Sequence[np.ndarray]) -> np.ndarray:
        """Returns float64 `[end]`: the product of the seats' own probabilities."""
        reach = np.ones(len(self.ends))
        for seat, plan in enumerate(self.plans(policies)):
            reach *= plan[self.ends[:, seat]]
        return reach

    def best_responses(self, policies: Sequence[np.ndarray]) -> np.ndarray:
        """Returns float64 `[seat]`: the best-response value of each seat against these policies of the others."""
        plans = self.plans(policies)
        return np.array([tree.action_values(self.gains(seat, plans), None)[0][0] for seat, tree in enumerate(self.trees)])

    def nash_conv(self, policies: Sequence[np.ndarray]) -> float:
        """Returns NashConv: the sum over seats of the gain of a best response (Lanctot et al., 2017, section 3)."""
        return float((self.best_responses(policies) - self.values(policies)).sum())
