"""The best joint policy of a team: pure policies that alternating best responses reach, and what no policy can exceed."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from resonance_env.eval.exact.sequence_form import SeatTree, SequenceForm

EXACT = 1e-9


@dataclass(frozen=True)
class JointPolicy:
    """A pure joint policy of a cooperative game.

    Attributes:
        policies: float64 `[sequence]` for each seat, of 0 and 1.
        value: what the team is paid with it: the least that the best joint policy is worth.
        bound: the highest payoff of any ending: the most that it is worth.
        starts: how many random policies were improved.
    """

    policies: tuple[np.ndarray, ...]
    value: float
    bound: float
    starts: int

    @property
    def is_best(self) -> bool:
        """Whether no joint policy is better, within rounding."""
        return self.value >= self.bound - EXACT


def best_joint_policy(game: SequenceForm, starts: int = 20, seed: int = 0) -> JointPolicy:
    """Returns the best joint policy found from some random starts; ends early with one that reaches the bound.

    From each start one seat after the other changes to a best response, until none gains. Such a point need not be the best of
    all, and of many starts the best is kept: coordinate ascent, as for decentralised control in Nair et al., "Taming
    decentralized POMDPs", 2003.

    Args:
        game: a game in which all seats are paid the same.
        starts: random policies to improve, at least 1.
        seed: of these policies.
    """
    rng = np.random.default_rng(seed)
    bound = float((game.worth[:, 0] / game.chance).max())
    best = _improved(game, rng)
    tried = 1
    while tried < starts and best[1] < bound - EXACT:
        best = max(best, _improved(game, rng), key=lambda found: found[1])
        tried += 1
    return JointPolicy(tuple(best[0]), best[1], bound, tried)


def _improved(game: SequenceForm, rng: np.random.Generator) -> tuple[Sequence[np.ndarray], float]:
    """Returns a joint policy from a random start that no seat alone can improve, and its value."""
    policies = [pure_policy(tree, rng.random(tree.num_sequences)) for tree in game.trees]
    value, gains = -np.inf, True
    while gains:
        for seat, tree in enumerate(game.trees):
            values, _ = tree.action_values(game.gains(seat, game.plans(policies)), None)
            policies[seat] = pure_policy(tree, values, rng)
        now = float(game.values(policies)[0])
        value, gains = now, now > value + EXACT
    return policies, value


def pure_policy(tree: SeatTree, values: np.ndarray, rng: np.random.Generator | None = None) -> np.ndarray:
    """Returns float64 `[sequence]`: 1 for the action of the highest value at each information set.

    Args:
        tree: the decisions of a seat.
        values: float64 `[sequence]`.
        rng: decides between actions of the same value; without it the first one is taken.
    """
    policy = np.zeros(tree.num_sequences)
    policy[0] = 1.0
    if tree.num_sets:
        ties = np.zeros(tree.num_sequences) if rng is None else rng.random(tree.num_sequences)
        rounded = np.round(values, 12)
        order = np.lexsort((-ties, -rounded, tree.set_of))  # sequence 0, of no set, comes first
        policy[order[tree.first[:-1]]] = 1.0
    return policy
