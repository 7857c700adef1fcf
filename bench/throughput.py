"""How fast games are played: `python -m bench.throughput`. Prints a table; each row is the median of several repetitions.

A decision is a seat that is really asked. A row of the vector environment includes drawing the random legal actions, checking
them, writing observation and mask of every seat, and starting ended games anew. A row of PettingZoo includes the choice of the
actions in Python.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import tyro
from rich.console import Console
from rich.table import Table

from resonance_env import resonance_v0


@dataclass(frozen=True)
class Options:
    """Measures decisions, environment steps and games per second under random legal play.

    Attributes:
        players: Number of players.
        seconds: Length of one repetition.
        repetitions: Repetitions of each row.
        games: Sizes of the batch.
        threads: Numbers of threads for the largest batch.
    """

    players: int = 4
    seconds: float = 1.0
    repetitions: int = 5
    games: tuple[int, ...] = (64, 1024, 4096)
    threads: tuple[int, ...] = (1, 2)


@dataclass
class Counts:
    """What was done in a repetition."""

    decisions: int = 0
    steps: int = 0
    games: int = 0


def vector_row(options: Options, num_games: int, threads: int) -> Callable[[], Counts]:
    """Returns a function that plays one repetition of a batch."""
    vec = resonance_v0.vector_env(num_games, players=options.players, threads=threads)
    vec.reset()
    actions = vec.random_actions()
    for _ in range(50):  # games of all ages
        vec.step(vec.random_actions(actions))

    def play() -> Counts:
        counts, stop = Counts(), time.perf_counter() + options.seconds
        while time.perf_counter() < stop:
            counts.decisions += int(np.count_nonzero(vec.acting))
            vec.step(vec.random_actions(actions))
            counts.steps += num_games
            counts.games += int(np.count_nonzero(vec.done))
        return counts

    return play


def parallel_row(options: Options) -> Callable[[], Counts]:
    """Returns a function that plays one repetition of a PettingZoo environment."""
    env = resonance_v0.parallel_env(players=options.players)
    rng = np.random.default_rng(0)
    env.reset(seed=0)

    def play() -> Counts:
        counts, stop = Counts(), time.perf_counter() + options.seconds
        while time.perf_counter() < stop:
            observations, infos = env.reset()
            while env.agents:
                actions = {}
                for agent, observation in observations.items():
                    legal = observation["action_mask"].nonzero()[0]
                    actions[agent] = int(legal[int(rng.random() * len(legal))])
                counts.decisions += sum(info["asked"] for info in infos.values())
                observations, _, _, _, infos = env.step(actions)
                counts.steps += 1
            counts.games += 1
        return counts

    return play


def measure(options: Options, play: Callable[[], Counts]) -> tuple[float, float, float, float]:
    """Returns medians of decisions, steps and games per second, and the spread of the first: its range over its median."""
    play()
    rates = []
    for _ in range(options.repetitions):
        start = time.perf_counter()
        counts = play()
        seconds = time.perf_counter() - start
        rates.append((counts.decisions / seconds, counts.steps / seconds, counts.games / seconds))
    decisions, steps, games = (statistics.median(column) for column in zip(*rates, strict=True))
    first = [rate[0] for rate in rates]
    return decisions, steps, games, (max(first) - min(first)) / decisions


def main() -> None:
    """Prints the table."""
    options = tyro.cli(Options, description=__doc__)
    table = Table(
        "what", "decisions/s", "env steps/s", "games/s", "spread", title=f"{options.players} players, random legal play"
    )
    rows = [(f"vector_env, {size} games", vector_row(options, size, 1)) for size in options.games]
    rows += [
        (f"vector_env, {max(options.games)} games, {threads} threads", vector_row(options, max(options.games), threads))
        for threads in options.threads
        if threads > 1
    ]
    rows.append(("parallel_env, one game", parallel_row(options)))
    for name, play in rows:
        decisions, steps, games, spread = measure(options, play)
        table.add_row(name, f"{decisions:,.0f}", f"{steps:,.0f}", f"{games:,.0f}", f"{spread:.0%}")
    Console().print(table)


if __name__ == "__main__":
    main()
