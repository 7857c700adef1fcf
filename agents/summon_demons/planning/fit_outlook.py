"""Fits the weights of the outlook to games: `python -m resonance_env.agents.summon_demons.planning.fit_outlook`.

Agents play each other with some random answers. At each question of a turn the features of all sides are recorded; the weights
maximise the likelihood of the winners, with a small penalty on their squares (Newton's method).
"""

from dataclasses import dataclass

import numpy as np
import tyro

from resonance_env.agents.summon_demons.planning.greedy import GreedyAgent
from resonance_env.agents.summon_demons.planning.outlook import NUM_FEATURES, feature_names, write_features
from resonance_env.agents.summon_demons.planning.planner import PlannerAgent
from resonance_env.agents.summon_demons.row_agent import RowAgent
from resonance_env.core.compiled import compiled
from resonance_env.core.spec import Variant
from resonance_env.games.summon_demons.rules import vocabulary as v
from resonance_env.games.summon_demons.spec import SPEC

PENALTY = 10.0
KEPT = 0.4  # of the positions: those of one game resemble each other
STEPS = 12


@dataclass(frozen=True)
class Options:
    """Plays games and fits.

    Attributes:
        agent: Who plays.
        players: Numbers of players.
        games: Games of each number of players.
        noise: Probability of a random answer.
        seed: Seed of the games.
    """

    agent: str = "planner"
    players: tuple[int, ...] = (2, 3, 4, 5)
    games: int = 1000
    noise: float = 0.05
    seed: int = 1


@compiled
def record(games, cards, incomes, out):
    """Writes the features of each game's sides into `out[game, side, feature]`."""
    for index in range(len(games)):
        write_features(games[index], cards[0], incomes, out[index])


def play(variant: Variant, agent: RowAgent, count: int, noise: float, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Plays games; returns features `[position, side, feature]` and the side that won, `[position]`."""
    agent.bind(variant)
    games, rng = variant.start(range(seed, seed + count)), np.random.default_rng(seed)
    features, numbers = [], []
    while not variant.done(games).all():
        game, seat = np.nonzero(variant.acting(games))
        rows, legal = variant.observe(games, "recall")[game, seat], variant.legal(games)[game, seat]
        turn = np.flatnonzero((games["phase"] == v.PHASE_TURN) & (rng.random(count) < KEPT))
        seen = np.zeros((len(turn), variant.num_teams, NUM_FEATURES))
        record(games[turn], agent.cards, np.zeros(4), seen)
        features.append(seen)
        numbers.append(turn)
        chosen, _ = agent.act(rows, legal, None, rng)
        wild = rng.random(legal.shape) * legal
        chosen = np.where(rng.random(len(chosen)) < noise, wild.argmax(axis=1), chosen)
        actions = np.zeros((count, variant.num_seats), dtype=np.int64)
        actions[game, seat] = chosen
        variant.step(games, actions)
    number = np.concatenate(numbers)
    winner = np.where(games["winner"] < 0, -1, np.array([*variant.teams, -1])[games["winner"]])[number]
    return np.concatenate(features)[winner >= 0], winner[winner >= 0]


def fit(samples: list[tuple[np.ndarray, np.ndarray]]) -> np.ndarray:
    """Returns the weights, float64 `[feature]`, that explain winners best; each sample is as from `play`."""
    weights = np.zeros(NUM_FEATURES)
    for _ in range(STEPS):
        slope, bend = -PENALTY * weights, PENALTY * np.eye(NUM_FEATURES)
        for features, winner in samples:
            score = features @ weights
            chance = np.exp(score - score.max(axis=1, keepdims=True))
            chance /= chance.sum(axis=1, keepdims=True)
            mean = np.einsum("ps,psf->pf", chance, features)
            slope += (features[np.arange(len(winner)), winner] - mean).sum(axis=0)
            bend += np.einsum("ps,psf,psg->fg", chance, features, features, optimize=True) - mean.T @ mean
        weights += np.linalg.solve(bend, slope)
    return weights


def main() -> None:
    """Prints the weights."""
    options = tyro.cli(Options, description=__doc__)
    samples = []
    for players in options.players:
        agent = GreedyAgent() if options.agent == "greedy" else PlannerAgent()
        samples.append(play(SPEC.variant(players), agent, options.games, options.noise, options.seed))
    weights = fit(samples)
    for name, weight in zip(feature_names(), weights, strict=True):
        print(f"    {weight:.3f},  # {name}")


if __name__ == "__main__":
    main()
