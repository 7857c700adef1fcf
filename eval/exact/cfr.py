"""Counterfactual regret minimization on a game in sequence form: the reference equilibrium.

CFR+ (Tammelin, "Solving large imperfect information games using CFR+", arXiv 1407.5042, 2014) with alternating updates and
linear averaging, on the counterfactual regrets of Zinkevich, Johanson, Bowling and Piccione ("Regret minimization in games with
incomplete information", NeurIPS 2007). With two seats and zero-sum payoffs the average policies converge to an equilibrium;
with more seats there is no guarantee.
"""

from collections.abc import Callable

import numpy as np

from resonance_env.eval.exact.sequence_form import SequenceForm


class CfrPlus:
    """A run of CFR+ that can be continued.

    Attributes:
        game: the game in sequence form.
        iterations: number of iterations so far.
    """

    def __init__(self, game: SequenceForm) -> None:
        self.game = game
        self.iterations = 0
        self._regrets = [np.zeros(tree.num_sequences) for tree in game.trees]
        self._plans = game.plans(game.uniform())
        self._sums = [np.zeros(tree.num_sequences) for tree in game.trees]

    def run(self, iterations: int, progress: Callable[[int], None] | None = None) -> None:
        """Runs that many more iterations; calls `progress` after each with the number so far."""
        for _ in range(iterations):
            self.iterations += 1
            for seat in range(self.game.num_seats):
                self._update(seat)
            if progress is not None:
                progress(self.iterations)

    def _update(self, seat: int) -> None:
        """Updates one seat against the current policies of the others."""
        tree, regrets = self.game.trees[seat], self._regrets[seat]
        policy = tree.normalized(regrets)
        values, set_values = tree.action_values(self.game.gains(seat, self._plans), policy)
        regrets[1:] += values[1:] - np.repeat(set_values, np.diff(tree.first))
        np.maximum(regrets, 0.0, out=regrets)
        self._plans[seat] = tree.plan(tree.normalized(regrets))
        # A sum of plans is the plan of the average policy, up to a factor: each policy is weighted by its reach probability.
        self._sums[seat] += self.iterations * self._plans[seat]

    def policies(self) -> list[np.ndarray]:
        """Returns the average policy of each seat, `[sequence]`; uniform before the first iteration."""
        return [tree.normalized(total) for tree, total in zip(self.game.trees, self._sums, strict=True)]
