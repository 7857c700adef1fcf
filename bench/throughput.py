"""Measures how fast games are played: `python -m bench.throughput`. `bench/README.md` explains the printed report."""

import math
import multiprocessing
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path

import numpy as np
import tyro
from rich.console import Console
from rich.table import Table

from bench import rows
from bench.rows import Counts, Row
from resonance_env import resonance_v0
from resonance_env.core.errors import OptionError
from resonance_env.games.resonance.spec import SPEC

PARALLEL_ENV = "parallel_env, one game"
HANABI = "PettingZoo hanabi, one game"
COMPARED_SIZE = 4096  # the other rows are compared with the batch nearest to this size
SHORTEST = 0.001  # seconds; a shorter repetition may not play at all

FIRST_STEP = """
from resonance_env import resonance_v0
env = resonance_v0.parallel_env()
env.reset(seed=0)
env.step({agent: 0 for agent in env.agents})
"""


@dataclass(frozen=True)
class Options:
    """Measures decisions, environment steps and games per second.

    Attributes:
        players: Number of players.
        seconds: Length of one repetition.
        repetitions: Repetitions of each row; rows take turns, and ratios are those within a turn, so that a busy moment of the
            machine hits all of them.
        games: Sizes of the batch, each once; the one nearest to 4,096 is compared with the other rows.
        peers: Measure the peers that are installed too (`pip install -e '.[bench]'`).
        start: Measure the time to the first step, cold and warm.
    """

    players: int = 4
    seconds: float = 0.2
    repetitions: int = 25
    games: tuple[int, ...] = (64, 1024, 4096, 16384, 262144)
    peers: bool = True
    start: bool = True


class RowError(Exception):
    """The process of a row ended before its work was done."""


def check(options: Options) -> None:
    """Checks options that would otherwise fail in the middle of a run.

    Raises:
        OptionError: a number is out of range, or a size is given twice.
    """
    SPEC.variant(options.players)
    if not options.games or min(options.games) < 1 or len(set(options.games)) < len(options.games):
        got = " ".join(map(str, options.games)) or "none"
        raise OptionError(f"expected --games with one or more different sizes of at least 1, got {got}")
    if not SHORTEST <= options.seconds < math.inf:
        raise OptionError(f"expected --seconds of at least {SHORTEST}, got {options.seconds}")
    if options.repetitions < 2:
        raise OptionError(f"expected --repetitions of at least 2, since quartiles need two, got {options.repetitions}")


def serve(row: Row, pipe: Connection) -> None:
    """Prepares a row in its own process and plays a repetition for each number of seconds received, until terminated."""
    if hasattr(os, "sched_setaffinity"):
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, cores[-row.cores :])
    play = row.make(**row.arguments)
    play(0.5)
    pipe.send(None)
    while True:
        pipe.send(play(pipe.recv()))


def measure(all_rows: list[Row], options: Options) -> dict[str, list[Counts]]:
    """Returns the repetitions of each row; the rows take turns.

    Raises:
        RowError: the process of a row has failed; the others are terminated too.
    """
    context = multiprocessing.get_context("spawn")
    pipes: dict[str, Connection] = {}
    processes: dict[str, SpawnProcess] = {}
    measured: dict[str, list[Counts]] = {row.name: [] for row in all_rows}
    name = ""
    try:
        for row in all_rows:
            name = row.name
            pipes[name], other = context.Pipe()
            processes[name] = context.Process(target=serve, args=(row, other), daemon=True)
            processes[name].start()
            other.close()  # otherwise the pipe would outlive the process, and waiting for an answer would never end
            pipes[name].recv()
        for _ in range(options.repetitions):
            for name, pipe in pipes.items():
                pipe.send(options.seconds)
                measured[name].append(pipe.recv())
    except (EOFError, ConnectionError):
        processes[name].join()
        status = processes[name].exitcode
        raise RowError(f"row {name!r} failed: its process ended with status {status}; what it said is above") from None
    finally:
        for process in processes.values():
            process.terminate()
            process.join()
    return measured


def compared_size(options: Options) -> int:
    """Returns the size of the batch that the other rows are compared with."""
    return min(options.games, key=lambda size: abs(size - COMPARED_SIZE))


def asked_name(size: int) -> str:
    """Returns the name of the row about the seats that are asked."""
    return f"vector_env, {size:,} games, rows asked"


def own_rows(options: Options) -> list[Row]:
    """Returns the rows about this environment."""
    players = {"players": options.players}
    size = compared_size(options)
    batches = [Row(f"vector_env, {games:,} games", rows.vector_env, {"num_games": games, **players}) for games in options.games]
    return [
        *batches,
        Row(asked_name(size), rows.vector_env, {"num_games": size, "rows": "asked", **players}),
        Row(f"vector_env, {size:,} games, greedy", rows.vector_env, {"num_games": size, "agent": "greedy", **players}),
        Row(f"vector_env, {size:,} games, 2 threads", rows.vector_env, {"num_games": size, "threads": 2, **players}, cores=2),
        Row(f"memset of what {size:,} games write", rows.memset, {"num_games": size, **players}),
        Row("random playouts from round 6", rows.rollout, players),
        Row("greedy playouts from round 6", rows.rollout, {"player": "greedy", "num_games": 256, **players}),
        Row(PARALLEL_ENV, rows.parallel_env, players),
    ]


def peer_rows() -> list[Row]:
    """Returns the rows about the peers that are installed."""
    peers = [
        ("fastcatan", Row("fastcatan, 4,096 games", rows.fastcatan)),
        ("pyspiel", Row("OpenSpiel goofspiel, 4 players", rows.openspiel_goofspiel)),
        ("pgx", Row("Pgx leduc_holdem, 4,096 games", rows.pgx, {"name": "leduc_holdem"})),
        ("pgx", Row("Pgx sparrow_mahjong, 4,096 games", rows.pgx, {"name": "sparrow_mahjong"})),
        ("shimmy", Row(HANABI, rows.pettingzoo_hanabi)),
    ]
    for module, row in peers:
        if find_spec(module) is None:
            print(f"{row.name}: left out, since {module} is not installed (bench/README.md says how)")
    return [row for module, row in peers if find_spec(module)]


def quartiles(values: list[float]) -> tuple[float, float, float]:
    """Returns the median between the lower and the upper quartile."""
    low, median, high = statistics.quantiles(values, n=4)
    return low, median, high


def rates(repetitions: list[Counts], row: Row, name: str) -> list[float]:
    """Returns how many decisions, steps or games per second each repetition played.

    Rows with one core are timed in CPU time, so that other programs on the machine matter less; rows with several cores are
    timed in wall-clock time.
    """
    seconds = [counts.cpu if row.cores == 1 else counts.wall for counts in repetitions]
    return [getattr(counts, name) / second for counts, second in zip(repetitions, seconds, strict=True)]


def ratio(ours: Row, theirs: Row, measured: dict[str, list[Counts]], name: str) -> str:
    """Returns the ratio of the rates of two rows within the same turn: the median and the quartiles."""
    turns = zip(rates(measured[ours.name], ours, name), rates(measured[theirs.name], theirs, name), strict=True)
    low, median, high = quartiles([our_rate / their_rate for our_rate, their_rate in turns])
    return f"{median:.2f} ({low:.2f} to {high:.2f})"


def rate_table(all_rows: list[Row], measured: dict[str, list[Counts]], batch: Row, asked: Row) -> Table:
    """Returns the median and the spread of all rows, and the ratios of two batches to each row, with quartiles."""
    table = Table("what", "decisions/s", "env steps/s", "games/s", "spread", f"{batch.name} to it", f"{asked.name} to it")
    for row in all_rows:
        columns = {name: rates(measured[row.name], row, name) for name in ("decisions", "steps", "games")}
        cells = [f"{statistics.median(column):,.0f}" if any(column) else "" for column in columns.values()]
        compared = "decisions" if any(columns["decisions"]) else "steps"
        low, median, high = quartiles(columns[compared])
        ratios = [ratio(ours, row, measured, compared) for ours in (batch, asked)]
        table.add_row(row.name, *cells, f"{(high - low) / median:.0%}", *ratios)
    return table


def memory_table(players: int) -> Table:
    """Returns the memory per game of a batch, array by array."""
    vec = resonance_v0.vector_env(1, players=players)
    sizes = {
        "record of the game": vec.games.nbytes,
        "observations": vec.observation.nbytes,
        "last observations of ended games": vec.final_observation.nbytes,
        "masks": vec.legal.nbytes,
    }
    together = sum(array.nbytes for array in vars(vec).values() if isinstance(array, np.ndarray))
    table = Table("memory of a game", "bytes", title=f"{players} players")
    for name, size in {**sizes, "others": together - sum(sizes.values()), "together": together}.items():
        table.add_row(name, f"{size:,}")
    return table


def start_table() -> Table:
    """Returns the seconds from the start of Python to the first step, with a cold and a warm cache."""
    table = Table("start to first step of parallel_env", "seconds", "of the processor")
    with tempfile.TemporaryDirectory() as cache:
        environment = os.environ | {"NUMBA_CACHE_DIR": cache, "PYTHONWARNINGS": "ignore"}
        measured = []
        for _ in range(4):
            wall, before = time.perf_counter(), os.times()
            subprocess.run([sys.executable, "-c", FIRST_STEP], env=environment, check=True, capture_output=True)
            after = os.times()
            cpu = after.children_user + after.children_system - before.children_user - before.children_system
            measured.append((time.perf_counter() - wall, cpu))
    for name, (wall, cpu) in (("cold: compiles once", measured[0]), ("warm (best of 3)", min(measured[1:]))):
        table.add_row(name, f"{wall:.2f}", f"{cpu:.2f}")
    return table


def machine() -> str:
    """Returns processor and versions."""
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.exists() else []
    processor = next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), platform.processor())
    versions = [f"Python {platform.python_version()}"]
    for package in ("numpy", "numba", "fastcatan", "open-spiel", "pgx", "jax", "pettingzoo"):
        try:
            versions.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            continue
    return f"{processor}, {os.cpu_count()} cores; {', '.join(versions)}"


def main() -> None:
    """Prints the report."""
    options = tyro.cli(Options, description=__doc__)
    console = Console()
    try:
        check(options)
        console.print(machine())
        all_rows = [*own_rows(options), *(peer_rows() if options.peers else [])]
        measured = measure(all_rows, options)
    except (OptionError, RowError) as error:
        raise SystemExit(str(error)) from None
    batch = next(row for row in all_rows if row.arguments.get("num_games") == compared_size(options))
    named = {row.name: row for row in all_rows}
    console.print(rate_table(all_rows, measured, batch, named[asked_name(compared_size(options))]))
    if HANABI in named:
        times = ratio(named[PARALLEL_ENV], named[HANABI], measured, "decisions")
        console.print(f"{PARALLEL_ENV}, to {HANABI}: {times} times the decisions/s")
    console.print(memory_table(options.players))
    if options.start:
        console.print(start_table())


if __name__ == "__main__":
    main()
