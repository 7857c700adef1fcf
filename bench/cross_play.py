"""Measures how well independently trained agents of a cooperative game play together: `python -m bench.cross_play`.

Three methods train agents with the same budget, each agent with its own seed: plain self-play, Other-Play, and self-play with
fixed partners at some of the seats of half of the games. All start from the same guide. Then all agents play the cross-play
of `resonance tournament`. Prints the matrix, and for each method the scores of its agents with themselves, with others of the
method, and with agents of other methods. `--strangers` are partners with whom no agent was trained: each agent plays the first
seat among copies of each (ad hoc). Finished runs are kept, so an interrupted measurement continues.
"""

import dataclasses
import itertools
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import tyro
from rich.console import Console
from rich.table import Table

from bench.partners import scores
from resonance_env.core.spec import Variant
from resonance_env.eval.statistics import Estimate, bootstrap, percentile_interval, resampled_sums
from resonance_env.eval.tournament.config import TournamentConfig
from resonance_env.eval.tournament.folder import GAMES_FILE
from resonance_env.eval.tournament.main import run_cross_play
from resonance_env.eval.workers.game_records import read_games
from resonance_env.train.config import TrainConfig
from resonance_env.train.run.main import train

BASE = TrainConfig(
    num_games=256, rollout=48, minibatch=512, learning_rate=2e-3, entropy=0.01, entropy_end=0.0, gae_lambda=0.9, shaping=1.0,
    hidden=(96, 96), measurements=1,
)  # fmt: skip


@dataclass(frozen=True)
class Options:
    """Trains the agents, lets them play together and prints tables.

    Attributes:
        game: The game.
        players: Number of players.
        option: Options of the game, each as NAME=VALUE.
        guide: Guide of all agents.
        partners: Fixed partners of the third method.
        strangers: Partners of the ad hoc table.
        agents: Number of agents of each method, with the seeds 1, 2, ... in turn.
        decisions: Decisions that each agent learns from.
        games: Games of each agent in each cell.
        seed: Seed of the deals.
        runs: Folder of the runs.
    """

    game: str
    players: int = 2
    option: tuple[str, ...] = ()
    guide: str | None = None
    partners: tuple[str, ...] = ("greedy",)
    strangers: tuple[str, ...] = ()
    agents: tuple[int, int, int] = (4, 3, 3)
    decisions: int = 1_000_000
    games: int = 500
    seed: int = 0
    runs: Path = Path("runs/cross-play")

    @property
    def methods(self) -> dict[str, TrainConfig]:
        """The configuration of each method, without seed and folder."""
        plain = dataclasses.replace(
            BASE, game=self.game, players=self.players, option=self.option, guide=self.guide, decisions=self.decisions
        )
        return {
            "self-play": plain,
            "other-play": dataclasses.replace(plain, other_play=True),
            "partners": dataclasses.replace(plain, opponents=self.partners, opponent_share=0.5),
        }


def train_all(options: Options) -> dict[str, list[str]]:
    """Trains the agents that are missing and returns their folders by method."""
    folders: dict[str, list[str]] = {}
    seeds = itertools.count(1)
    for (method, config), number in zip(options.methods.items(), options.agents, strict=True):
        folders[method] = []
        for seed in itertools.islice(seeds, number):
            out = options.runs / f"{method}-{seed}"
            if not (out / "checkpoints").exists():
                train(dataclasses.replace(config, out=out, seed=seed, overwrite=True))
            folders[method].append(str(out))
    return folders


class Cells:
    """Scores of the pairs of agents, all resampled with the same deals."""

    def __init__(self, games: Path, seed: int) -> None:
        self._values: dict[frozenset[str], dict[int, list[float]]] = {}
        for record in read_games(games):
            deals = self._values.setdefault(frozenset(record.agents), {})
            deals.setdefault(record.deal, []).append(record.score or 0.0)
        columns = [[float(np.mean(scores)) for scores in deals.values()] for deals in self._values.values()]
        values = np.array(columns).T  # [deal, pair]
        self._place = {pair: place for place, pair in enumerate(self._values)}
        self._means, self._resampled = values.mean(axis=0), resampled_sums(values, seed) / len(values)

    def estimate(self, pairs: list[frozenset[str]], minus: list[frozenset[str]] | None = None) -> Estimate:
        """Returns the mean over some pairs, minus that over others."""
        places = [self._place[pair] for pair in pairs]
        mean, resampled = self._means[places].mean(), self._resampled[:, places].mean(axis=1)
        if minus is not None:
            places = [self._place[pair] for pair in minus]
            mean, resampled = mean - self._means[places].mean(), resampled - self._resampled[:, places].mean(axis=1)
        return percentile_interval(float(mean), resampled)


def table_of_methods(cells: Cells, agents: dict[str, list[str]]) -> Table:
    """Returns the table of methods.

    Args:
        cells: the scores.
        agents: names of the agents of each method.
    """
    table = Table("method", "with itself", "with others of the method", "gap", "with other methods", "gap")
    everyone = [name for names in agents.values() for name in names]
    for method, names in agents.items():
        own = [frozenset([name]) for name in names]
        same = [frozenset(pair) for pair in itertools.combinations(names, 2)]
        other = [frozenset([name, partner]) for name in names for partner in everyone if partner not in names]
        row = [cells.estimate(own)]
        for pairs in (same, other):
            row += [cells.estimate(pairs), cells.estimate(own, minus=pairs)]
        table.add_row(method, *map(shown, row))
    return table


def table_of_strangers(options: Options, variant: Variant, folders: dict[str, list[str]]) -> Table:
    """Returns the table of methods among strangers, with those strangers alone and the guide among them."""
    table = Table("at the first seat", *options.strangers)
    rows = [*folders.items(), *((name, [name]) for name in (options.guide,) if name is not None), ("the partner", [""])]
    for name, agents in rows:
        cells = []
        for stranger in options.strangers:
            others = [stranger] * (variant.num_seats - 1)
            each = [scores(variant, [agent or stranger, *others], options.games, options.seed) for agent in agents]
            cells.append(shown(bootstrap(np.mean(each, axis=0), options.seed)))
        table.add_row(name, *cells)
    return table


def shown(estimate: Estimate) -> str:
    return f"{estimate.mean:.3f} ({estimate.low:.3f} to {estimate.high:.3f})"


def main() -> None:
    options, console = tyro.cli(Options, description=__doc__), Console()
    folders = train_all(options)
    everyone = [folder for of_method in folders.values() for folder in of_method]
    line_ups = len(everyone) * (len(everyone) + 1) // 2
    config = TournamentConfig(
        tuple(everyone), game=options.game, players=options.players, option=options.option, games=options.games * line_ups,
        out=options.runs / "matrix", workers=1, seed=options.seed,
    )  # fmt: skip
    variant = options.methods["self-play"].variant()
    if options.strangers:
        console.print(table_of_strangers(options, variant, folders))
    report = run_cross_play(variant, everyone, config)
    names = iter(report.agents)
    agents = {method: list(itertools.islice(names, len(of_method))) for method, of_method in folders.items()}
    console.print(table_of_methods(Cells(config.out / GAMES_FILE, options.seed), agents))


if __name__ == "__main__":
    main()
