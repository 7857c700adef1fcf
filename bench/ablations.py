"""Measures the effect of each option of the trainer on strength: `python -m bench.ablations`.

Every variant differs from plain self-play in one option and is trained with several seeds for the same number of decisions, one
after the other on one thread; then the final policy plays alone against copies of another agent. Prints means and ranges over
the seeds, and the CPU time. Finished runs are kept, so an interrupted measurement continues, and `--only` lets several
processes share the work.
"""

import dataclasses
import statistics
import time
from dataclasses import dataclass
from pathlib import Path

import msgspec
import tyro
from rich.console import Console
from rich.table import Table

from resonance_env.core.files import write_atomically
from resonance_env.train.config import TrainConfig
from resonance_env.train.run.curves import read_scores
from resonance_env.train.run.folder import TENSORBOARD
from resonance_env.train.run.main import train

BASE = TrainConfig(measurements=1)
VARIANTS: dict[str, TrainConfig] = {
    "plain self-play": BASE,
    "a third against past selves": dataclasses.replace(BASE, pool_share=0.33),
    "a tenth of the entropy": dataclasses.replace(BASE, entropy=BASE.entropy / 10, entropy_end=BASE.entropy_end / 10),
    "three times the entropy": dataclasses.replace(BASE, entropy=BASE.entropy * 3, entropy_end=BASE.entropy_end * 3),
    "magnet": dataclasses.replace(BASE, magnet=0.05),
    "memory": dataclasses.replace(BASE, memory=64),
    "set network": dataclasses.replace(BASE, network="set"),
    "central critic": dataclasses.replace(BASE, central_critic=True),
    "counted hands": dataclasses.replace(BASE, observation="recall"),
    "shaping": dataclasses.replace(BASE, shaping=0.3),
    "teacher": dataclasses.replace(BASE, teacher="planner"),
    "guide": dataclasses.replace(BASE, observation="recall", guide="planner"),
    "guide with foresight": dataclasses.replace(BASE, observation="recall", guide="planner", foresight=True),
}
RESULT_FILE = "result.json"


@dataclass(frozen=True)
class Options:
    """Trains, measures and prints.

    Attributes:
        decisions: Decisions that each run learns from.
        seeds: Runs of each variant, with the seeds 1, 2, ...
        games: Games that measure a run, against each kind of opponents.
        against: Opponents.
        only: Variants to train; default: all. The table shows all finished ones.
        runs: Folder of the runs.
    """

    decisions: int = 1_000_000
    seeds: int = 3
    games: int = 2000
    against: tuple[str, ...] = ("random", "greedy")
    only: tuple[str, ...] = tuple(VARIANTS)
    runs: Path = Path("runs/ablations")


class Result(msgspec.Struct):
    """The result of one run: scores by opponent, and CPU time."""

    scores: dict[str, float]
    seconds: float


def folder(options: Options, variant: str, seed: int) -> Path:
    return options.runs / f"{variant.replace(' ', '-')}-{seed}"


def measure(options: Options, variant: str, seed: int) -> None:
    """Trains one run and keeps its result."""
    out = folder(options, variant, seed)
    config = dataclasses.replace(
        VARIANTS[variant],
        out=out,
        seed=seed,
        decisions=options.decisions,
        measure_games=options.games,
        measure_against=options.against,
    )
    start = time.process_time()
    train(config)
    seconds = time.process_time() - start
    scores = {against: read_scores(out / TENSORBOARD, against)[-1].score.mean for against in options.against}
    write_atomically(out / RESULT_FILE, msgspec.json.encode(Result(scores, seconds)))


def show(options: Options) -> None:
    title = f"{options.decisions:,} decisions, {options.games:,} games per score; means and ranges over the seeds"
    table = Table("variant", *options.against, "seeds", "seconds", title=title)
    for variant in VARIANTS:
        files = [folder(options, variant, seed) / RESULT_FILE for seed in range(1, options.seeds + 1)]
        results = [msgspec.json.decode(file.read_bytes(), type=Result) for file in files if file.exists()]
        if results:
            row = [_spread([result.scores[against] for result in results]) for against in options.against]
            table.add_row(variant, *row, str(len(results)), f"{statistics.mean(result.seconds for result in results):.0f}")
    Console().print(table)


def _spread(scores: list[float]) -> str:
    return f"{statistics.mean(scores):.2f} ({min(scores):.2f} to {max(scores):.2f})"


def main() -> None:
    options = tyro.cli(Options, description=__doc__)
    for seed in range(1, options.seeds + 1):
        for variant in options.only:
            if not (folder(options, variant, seed) / RESULT_FILE).exists():
                measure(options, variant, seed)
    show(options)


if __name__ == "__main__":
    main()
