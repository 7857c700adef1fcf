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
from bench.yardsticks import agent_rows, random_playouts
from resonance_env.core.errors import OptionError
from resonance_env.games import DEFAULT_GAME, load_game

PARALLEL_ENV, AEC_ENV = "parallel_env, one game", "env, one game"
HANABI = "PettingZoo hanabi, one game"
COMPARED_SIZE = 4096  # the other rows are compared with the batch nearest to this size
SHORTEST = 0.001  # seconds; a shorter repetition may not play at all

FIRST_STEP = """
from resonance_env import {game}_v0
env = {game}_v0.parallel_env()
observations, _ = env.reset(seed=0)
env.step({{agent: int(observation["action_mask"].argmax()) for agent, observation in observations.items()}})
"""


@dataclass(frozen=True)
class Options:
    """Measures decisions, environment steps and games per second.

    Attributes:
        game: The game. Another than the default game is also compared with the playouts of that.
        players: Number of players.
        seconds: Length of one repetition.
        repetitions: Repetitions of each row; rows take turns, and ratios are those within a turn, so that a busy moment of the
            machine hits all of them.
        games: Sizes of the batch, each once; the one nearest to 4,096 is compared with the other rows.
        peers: Measure the peers that are installed too (`pip install -e '.[bench]'`).
        start: Measure the time to the first step, cold and warm.
    """

    game: str = DEFAULT_GAME
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
    load_game(options.game).variant(options.players)
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
    """Returns the rows about the environments of the game, and the playouts that they are compared with."""
    both = {"game": options.game, "players": options.players}
    size = compared_size(options)
    games = sorted({options.game, DEFAULT_GAME}, key=lambda game: game != options.game)
    return [
        *(Row(f"vector_env, {number:,} games", rows.vector_env, {"num_games": number, **both}) for number in options.games),
        Row(asked_name(size), rows.vector_env, {"num_games": size, "rows": "asked", **both}),
        Row(f"vector_env, {size:,} games, 2 threads", rows.vector_env, {"num_games": size, "threads": 2, **both}, cores=2),
        Row(f"memset of what {size:,} games write", rows.memset, {"num_games": size, **both}),
        *(random_playouts(game, options.players) for game in games),
        *agent_rows(options.game, options.players, size),
        Row(PARALLEL_ENV, rows.parallel_env, both),
        Row(AEC_ENV, rows.aec_env, both),
    ]


def compared_pairs(options: Options) -> list[tuple[str, str]]:
    """Returns the names of rows whose ratio is printed below the table."""
    pairs = [(PARALLEL_ENV, HANABI), (AEC_ENV, HANABI)]
    if options.game != DEFAULT_GAME:
        pairs.append((random_playouts(options.game, 4).name, random_playouts(DEFAULT_GAME, 4).name))
    return pairs


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


def memory(game: str, players: int, kind: str) -> dict[str, int]:
    """Returns the bytes of a game in a batch with all or asked rows, array by array, and their sum."""
    vec = rows.environments(game).vector_env(1, players=players, rows=kind)
    arrays = {name: array.nbytes for name, array in vars(vec).items() if isinstance(array, np.ndarray)}
    named = {
        "record of the game": arrays["games"],
        "last record of ended games": arrays["final_games"],
        "observations": arrays["observation"],
        "last observations of ended games": arrays.get("final_observation", 0),
        "masks": arrays["legal"],
    }
    together = sum(arrays.values())
    return {**named, "others": together - sum(named.values()), "together": together}


def memory_table(game: str, players: int) -> Table:
    """Returns the memory per game of a batch, array by array."""
    every, asked = memory(game, players, "all"), memory(game, players, "asked")
    table = Table("memory of a game", "bytes", "rows asked", title=f"{game}, {players} players")
    for name, size in every.items():
        table.add_row(name, f"{size:,}", f"{asked[name]:,}")
    return table


def start_table(game: str) -> Table:
    """Returns the seconds from the start of Python to the first step, with a cold and a warm cache."""
    table = Table("start to first step of parallel_env", "seconds", "of the processor")
    with tempfile.TemporaryDirectory() as cache:
        environment = os.environ | {"NUMBA_CACHE_DIR": cache, "PYTHONWARNINGS": "ignore"}
        command, measured = [sys.executable, "-c", FIRST_STEP.format(game=game)], []
        for _ in range(4):
            wall, before = time.perf_counter(), os.times()
            subprocess.run(command, env=environment, check=True, capture_output=True)
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
    for ours, theirs in compared_pairs(options):
        if theirs in named:
            times = ratio(named[ours], named[theirs], measured, "decisions")
            console.print(f"{ours}, to {theirs}: {times} times the decisions/s")
    console.print(memory_table(options.game, options.players))
    if options.start:
        console.print(start_table(options.game))


if __name__ == "__main__":
    main()
