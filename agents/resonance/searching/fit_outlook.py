"""Fits the weights of the outlook: `python -m resonance_env.agents.resonance.searching.fit_outlook`.

Planners and some greedy agents, all with some random actions, play games. Every position in which all seats choose an action is
a sample, labelled with the result of each seat (1 for a win, a share for a draw), and a multinomial logit is fitted by Newton's
method.
"""

import numpy as np

from resonance_env.agents.compiled_agent import CompiledAgent
from resonance_env.agents.resonance.planning.greedy import GreedyAgent
from resonance_env.agents.resonance.planning.planner import PlannerAgent
from resonance_env.agents.resonance.searching.outlook import NUM_FEATURES, write_features_of_all
from resonance_env.agents.sampling import sample
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.spec import SPEC, ResonanceVariant

NUM_GAMES = 2500
SHARE_GREEDY = 0.2
NOISE = 0.1
RIDGE = 1e-3
NEWTON_STEPS = 20


def play_games(variant: ResonanceVariant, num_games: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Plays games without teams.

    Returns:
        Float64 `[position, seat, feature]` and `[position, seat]`: the features of positions and their results.
    """
    agents: tuple[CompiledAgent, ...] = (PlannerAgent(), GreedyAgent())
    for agent in agents:
        agent.bind(variant)
    games = variant.start(rng.integers(2**63, size=num_games).astype(np.uint64))
    is_greedy = rng.random((num_games, variant.num_seats)) < SHARE_GREEDY
    features, numbers = [], []
    while not variant.done(games).all():
        acting, legal = variant.acting(games), variant.legal(games)
        chosen = np.flatnonzero((games["phase"] == v.PHASE_ACT) & acting.any(axis=1))
        written = np.zeros((len(chosen), variant.num_seats, NUM_FEATURES))
        write_features_of_all(games[chosen], variant.card_set.cards, written)
        features.append(written)
        numbers.append(chosen)
        actions = np.zeros(acting.shape, dtype=np.int16)
        for agent, seats in zip(agents, (acting & ~is_greedy, acting & is_greedy), strict=True):
            game, seat = np.nonzero(seats)
            rows = variant.observe(games, agent.observation)[game, seat]
            wanted, _ = agent.act(rows, legal[game, seat], None, rng)
            anything = sample(legal[game, seat], rng.random(len(game)))
            actions[game, seat] = np.where(rng.random(len(game)) < NOISE, anything, wanted)
        variant.step(games, actions)
    shares = variant.winners(games).astype(np.float64)
    shares[~shares.any(axis=1)] = variant.fair_score
    return np.concatenate(features), shares[np.concatenate(numbers)]


def fit(features: np.ndarray, shares: np.ndarray) -> np.ndarray:
    """Returns float64 `[feature]`: the weights with the highest likelihood, with weak shrinkage towards 0.

    Args:
        features: float64 `[position, seat, feature]`.
        shares: float64 `[position, seat]`, each row adding up to 1.
    """
    weights = np.zeros(features.shape[-1])
    for _ in range(NEWTON_STEPS):
        strength = features @ weights
        outlook = np.exp(strength - strength.max(axis=1, keepdims=True))
        outlook /= outlook.sum(axis=1, keepdims=True)
        centred = features - np.einsum("ps,psf->pf", outlook, features)[:, None]
        gradient = np.einsum("ps,psf->f", shares - outlook, features) / len(features) - 2 * RIDGE * weights
        curvature = np.einsum("ps,psf,psg->fg", outlook, centred, centred) / len(features)
        weights += np.linalg.solve(curvature + 2 * RIDGE * np.eye(len(weights)), gradient)
    return weights


def main() -> None:
    """Prints the weights and how much better than equal shares they predict the winner."""
    features, shares = play_games(SPEC.variant(4), NUM_GAMES, np.random.default_rng(5))
    weights = fit(features, shares)
    print(np.array2string(weights, precision=2, separator=", ", suppress_small=True))
    strength = features @ weights
    log_outlook = strength - np.log(np.exp(strength).sum(axis=1, keepdims=True))
    print(f"log loss {-(shares * log_outlook).sum(axis=1).mean():.4f}; equal shares {np.log(shares.shape[1]):.4f}")


if __name__ == "__main__":
    main()
