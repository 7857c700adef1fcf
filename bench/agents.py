"""Measures the strength and the speed of agents: `python -m bench.agents`. Prints two tables.

A score is that of one agent against copies of another, each deal played from all seats (in teams, by all teams), with intervals
by deal; the fair share is one over the number of sides. A speed is decisions per second of CPU time on one core, over the
decisions of games that the agent plays against itself.
"""

import time
from dataclasses import dataclass

import numpy as np
import tyro
from rich.console import Console
from rich.table import Table

from resonance_env.agents.interface import Agent
from resonance_env.agents.loading import load
from resonance_env.core.spec import Variant
from resonance_env.eval.match.report import evaluate_agent
from resonance_env.games import DEFAULT_GAME, load_game


@dataclass(frozen=True)
class Options:
    """Measures line-ups and speeds.

    Attributes:
        game: The game.
        players: Numbers of players.
        pairs: Agents that play each other, as AGENT/OTHERS.
        agents: Agents whose speed is measured.
        games: Games of each line-up.
        seconds: CPU time for each speed.
        seed: Seed of deals and agents.
    """

    game: str = DEFAULT_GAME
    players: tuple[int, ...] = (3, 4, 5, 6, 8)
    pairs: tuple[str, ...] = ("greedy/random", "planner/random", "planner/greedy")
    agents: tuple[str, ...] = ("random", "greedy", "planner")
    games: int = 10_000
    seconds: float = 1.0
    seed: int = 0


def decisions_of(variant: Variant, agent: Agent, num_games: int = 256) -> tuple[np.ndarray, np.ndarray]:
    """Returns the observations and masks of all decisions in games that an agent plays against itself."""
    games, rng = variant.start(range(num_games)), np.random.default_rng(0)
    observations, masks = [], []
    while not variant.done(games).all():
        acting = variant.acting(games) & ~variant.done(games)[:, None]
        observations.append(variant.observe(games, agent.observation)[acting])
        masks.append(variant.legal(games)[acting])
        actions = np.zeros(acting.shape, dtype=np.int64)
        actions[acting], _ = agent.act(observations[-1], masks[-1], None, rng)
        variant.step(games, actions)
    return np.concatenate(observations), np.concatenate(masks)


def speed(variant: Variant, agent: Agent, seconds: float) -> float:
    """Returns decisions per second of CPU time."""
    agent.bind(variant)
    observations, masks = decisions_of(variant, agent)
    rng, decisions, start = np.random.default_rng(0), 0, time.process_time()
    while time.process_time() - start < seconds:
        agent.act(observations, masks, None, rng)
        decisions += len(masks)
    return decisions / (time.process_time() - start)


def main() -> None:
    """Prints the tables."""
    options = tyro.cli(Options, description=__doc__)
    variants = {players: load_game(options.game).variant(players) for players in options.players}
    console = Console()
    table = Table("players", "fair", *options.pairs, title=f"scores of one against the others, {options.games:,} games each")
    for players, variant in variants.items():
        cells = []
        for pair in options.pairs:
            one, _, others = pair.partition("/")
            score = evaluate_agent(variant, load(one), load(others), options.games, options.seed).score
            cells.append(f"{score.mean:.3f} ({score.low:.3f} to {score.high:.3f})")
        table.add_row(str(players), f"{variant.fair_score:.3f}", *cells)
    console.print(table)
    table = Table("players", *options.agents, title="decisions per second on one core")
    for players, variant in variants.items():
        table.add_row(str(players), *(f"{speed(variant, load(name), options.seconds):,.0f}" for name in options.agents))
    console.print(table)


if __name__ == "__main__":
    main()
