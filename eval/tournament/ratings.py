"""Ratings of agents by maximum likelihood over all games at once, independent of their order.

The model is that of Davidson and Luce (Firth, Kosmidis and Turner, "Davidson-Luce models for multi-item choice with ties",
2019, arXiv:1909.07123) with one kind of tie, the draw of all sides: an agent has a worth a > 0, and in a game of n sides

    P(side i wins) = a_i / Z,    P(draw) = d (a_1 a_2 ... a_n)^(1/n) / Z,    Z = a_1 + ... + a_n + d (a_1 ... a_n)^(1/n).

Without draws it is Luce's choice axiom (1959), which for two sides is the model of Bradley and Terry (1952) and of Elo; with
two sides and draws it is that of Davidson (1970). Only the winner is distinguished from the rest, since games give no more
information. A side is a seat or a team; several sides may be played by one agent. A forfeited game counts as an equal part of a
win for each other side.

With log-worths as parameters the log-likelihood is concave, and Newton's method finds its maximum. A weak normal prior keeps
the ratings finite of agents that always or never win.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

POINTS = 400.0 / np.log(10.0)  # per unit of log-worth: 400 points are a worth ten times as large, as in Elo's scale
PRIOR_DEVIATION = 5.0  # of log-worths: 870 points
MAX_STEPS = 60
TOLERANCE = 1e-9  # of a log-worth
CHUNK = 30_000_000  # numbers held at a time


@dataclass(frozen=True)
class Design:
    """The possible outcomes of each line-up, as a multinomial logit model.

    Attributes:
        features: float64 `[line-up, outcome, parameter]`; outcomes are the winning agent, then the draw; parameters are the
            log-worths of the agents, then that of d.
        offset: float64 `[line-up, outcome]`: logarithm of the number of sides that an agent plays; -inf if it plays none.
    """

    features: np.ndarray
    offset: np.ndarray

    @classmethod
    def of(cls, line_ups: Sequence[Sequence[int]], num_agents: int) -> Design:
        """Returns the design of line-ups, each a sequence of the agents of its sides."""
        copies = np.array([np.bincount(line_up, minlength=num_agents) for line_up in line_ups], dtype=np.float64)
        features = np.zeros((len(line_ups), num_agents + 1, num_agents + 1))
        features[:, range(num_agents), range(num_agents)] = 1.0
        features[:, num_agents, :num_agents] = copies / copies.sum(axis=1, keepdims=True)
        features[:, num_agents, num_agents] = 1.0
        with np.errstate(divide="ignore"):
            offset = np.concatenate([np.log(copies), np.zeros((len(line_ups), 1))], axis=1)
        return cls(features, offset)

    def probabilities(self, parameters: np.ndarray) -> np.ndarray:
        """Returns `[..., line-up, outcome]` for parameters `[..., parameter]`."""
        logits = np.einsum("lop,...p->...lo", self.features, parameters) + self.offset
        weights = np.exp(logits - logits.max(axis=-1, keepdims=True))
        return np.asarray(weights / weights.sum(axis=-1, keepdims=True))


def separated_groups(line_ups: Sequence[Sequence[int]], counts: np.ndarray) -> list[list[int]]:
    """Returns groups of agents between which the games only ever went one way; one group if there are none.

    Within a group the likelihood has a maximum. Between groups it grows with the distance of their ratings without end (Ford,
    "Solution of a ranking problem from binary comparisons", 1957), so that only the order of the groups is determined.

    Args:
        line_ups: `[line-up][side]` agents.
        counts: float64 `[line-up, outcome]`: number of games won by each agent, and drawn.

    Returns:
        Agents, each group in order; where nobody has won a game there is one group.
    """
    num_agents = counts.shape[1] - 1
    reaches = np.eye(num_agents, dtype=bool)  # [agent, agent] one has won or drawn a game with the other, or does so by others
    for members, row in zip(line_ups, counts, strict=True):
        present = sorted(set(members))
        for one in present:
            reaches[one, present] |= row[one] > 0 or row[-1] > 0
    if not counts.any():
        return [list(range(num_agents))]
    for middle in range(num_agents):
        reaches |= reaches[:, [middle]] & reaches[[middle]]
    mutual = reaches & reaches.T
    return [np.flatnonzero(mutual[agent]).tolist() for agent in range(num_agents) if mutual[agent].argmax() == agent]


def fit(design: Design, counts: np.ndarray) -> np.ndarray:
    """Fits the model to games.

    Args:
        design: the line-ups.
        counts: float64 `[sample, line-up, outcome]`: number of games of each line-up won by each agent, and drawn.

    Returns:
        float64 `[sample, parameter]`: log-worths of the agents, with mean 0, then that of d.
    """
    lines, outcomes, size = design.features.shape
    chunk = max(1, CHUNK // (lines * outcomes * size))
    parts = [_fit(design, counts[first : first + chunk]) for first in range(0, len(counts), chunk)]
    fitted = np.concatenate(parts)
    fitted[:, :-1] -= fitted[:, :-1].mean(axis=1, keepdims=True)
    return fitted


def _fit(design: Design, counts: np.ndarray) -> np.ndarray:
    samples, size = len(counts), design.features.shape[2]
    features = design.features.reshape(-1, size)
    products = (features[:, :, None] * features[:, None, :]).reshape(len(features), size * size)
    precision = 1.0 / PRIOR_DEVIATION**2
    games = counts.sum(axis=2)
    parameters = np.zeros((samples, size))
    for _ in range(MAX_STEPS):
        expected = games[:, :, None] * design.probabilities(parameters)
        gradient = (counts - expected).reshape(samples, -1) @ features - precision * parameters
        mean = np.einsum("slo,lop->slp", expected, design.features)
        per_game = mean / np.maximum(games, 1e-300)[:, :, None]
        hessian = (expected.reshape(samples, -1) @ products).reshape(samples, size, size)
        hessian -= np.einsum("slp,slq->spq", mean, per_game)
        hessian += precision * np.eye(size)
        step = np.linalg.solve(hessian, gradient[:, :, None])[:, :, 0]
        # Far from the maximum a full step may overshoot; concavity makes a bounded one safe.
        step *= np.minimum(1.0, 2.0 / np.maximum(np.abs(step).max(axis=1, keepdims=True), 1e-300))
        parameters += step
        if np.abs(step).max() < TOLERANCE:
            break
    return parameters
