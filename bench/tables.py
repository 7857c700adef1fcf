"""Many tables of `resonance serve` with people at the seats: how long a choice takes, and what the server needs.

    python -m bench.tables --tables 50 --clients 4 --seconds 60
    python -m bench.tables --tables 1 --clients 1 --opponents planner --think 0.2

A server of its own is started on the loopback. Each client thinks for a random time around `--think` seconds, chooses at random
among its legal actions and waits for the next message of its socket. A table whose game is over is followed by a new one. With
opponents, a row `decision` tells how long a client waits until it is asked again.
"""

import argparse
import asyncio
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import websockets

from resonance_env.games import DEFAULT_GAME

START_SECONDS = 120.0


@dataclass
class Measured:
    """What all clients have seen.

    Attributes:
        answers: seconds from a choice to the next message of its socket.
        decisions: seconds from a choice to the next one that the client is asked for.
        errors: messages that are errors, and sockets that were closed.
        games: games that ended.
    """

    answers: list[float] = field(default_factory=list)
    decisions: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    games: int = 0


@contextmanager
def server(folder: Path) -> Iterator[tuple[str, int]]:
    """Runs a server meanwhile; returns its address without the scheme, and its process."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = ["serve", "--port", str(port), "--data", str(folder / "tables.sqlite"), "--pace", "0", "--max-tables", "100000"]
    process = subprocess.Popen([sys.executable, "-m", "resonance_env.cli", *words], stdout=subprocess.DEVNULL)
    address = f"127.0.0.1:{port}"
    try:
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                urllib.request.urlopen(f"http://{address}/api/games").read()
                break
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.2)
        yield address, process.pid
    finally:
        process.kill()
        process.wait()


def new_table(address: str, game: str, holders: list[str]) -> dict[str, Any]:
    """Sets up a table; waits where the server asks for fewer requests."""
    wanted = {"game": game, "players": len(holders), "options": {}, "holders": holders}
    while True:
        try:
            made: dict[str, Any] = json.load(
                urllib.request.urlopen(urllib.request.Request(f"http://{address}/api/tables", json.dumps(wanted).encode()))
            )
            return made
        except urllib.error.HTTPError as error:
            if error.code != 429:
                raise
            time.sleep(1.0)


async def play(address: str, table: str, key: str, think: float, until: float, measured: Measured) -> None:
    """Plays one seat until its game is over or the time is."""
    async with websockets.connect(f"ws://{address}/api/tables/{table}", max_size=None) as connection:
        await connection.send(json.dumps({"type": "join", "key": key}))
        sent: float | None = None
        chosen: float | None = None
        while time.monotonic() < until:
            try:
                told = json.loads(await asyncio.wait_for(connection.recv(), until - time.monotonic()))
            except TimeoutError:
                return
            now = time.monotonic()
            if told["type"] == "error":
                measured.errors.append(told["error"])
            if told["type"] != "table":
                continue
            if sent is not None:
                measured.answers.append(now - sent)
                sent = None
            if told["over"]:
                measured.games += 1
                return
            if told["choices"]:
                if chosen is not None:
                    measured.decisions.append(now - chosen)
                await asyncio.sleep(random.uniform(0.5, 1.5) * think)
                action = random.choice(told["choices"])["action"]
                sent = chosen = time.monotonic()
                await connection.send(json.dumps({"type": "choose", "step": told["step"], "action": action}))


async def keep_playing(address: str, game: str, holders: list[str], think: float, until: float, measured: Measured) -> None:
    """Plays one table after another."""
    while time.monotonic() < until:
        made = await asyncio.to_thread(new_table, address, game, holders)
        seats = [play(address, made["table"], key, think, until, measured) for key in made["seats"].values()]
        for problem in await asyncio.gather(*seats, return_exceptions=True):
            if problem is not None:
                measured.errors.append(f"{type(problem).__name__}: {problem}")


async def measure(address: str, options: argparse.Namespace, seconds: float) -> Measured:
    """Lets all tables play for some seconds."""
    measured, until = Measured(), time.monotonic() + seconds
    holders = ["person"] * options.clients + ([options.opponents] * 3 if options.opponents else [])
    tables = [keep_playing(address, options.game, holders, options.think, until, measured) for _ in range(options.tables)]
    await asyncio.gather(*tables)
    return measured


def memory(process: int) -> float:
    """Returns the highest resident memory of a process so far, in MB."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


def cpu(process: int) -> float:
    """Returns the CPU seconds that a process has used so far."""
    numbers = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(numbers[11]) + int(numbers[12])) / os.sysconf("SC_CLK_TCK")


def row(name: str, times: list[float]) -> str:
    """Returns quantiles in milliseconds as a line of a table."""
    if not times:
        return f"{name:<10} none"
    middle, high = 1000 * np.quantile(times, [0.5, 0.95])
    return f"{name:<10} median {middle:6.1f} ms, 95 % within {high:6.1f} ms, {len(times):,} of them"


def main() -> None:
    """Prints times, errors and memory."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default=DEFAULT_GAME)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--clients", type=int, default=4, help="people at each table")
    parser.add_argument("--opponents", help="an agent for three more seats of each table")
    parser.add_argument("--think", type=float, default=2.0, help="seconds before a choice, on average")
    parser.add_argument("--seconds", type=float, default=60.0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, server(Path(folder)) as (address, process):
        asyncio.run(measure(address, options, 5.0))  # agents and their code are loaded
        before = cpu(process)
        measured = asyncio.run(measure(address, options, options.seconds))
        used = cpu(process) - before
        print(row("answer", measured.answers))
        print(row("decision", measured.decisions))
        print(f"{measured.games} seats finished a game; {len(measured.errors)} errors {sorted(set(measured.errors))[:5]}")
        each = 1000 * used / max(len(measured.answers), 1)
        print(
            f"server process: {memory(process):.0f} MB at most, {used / options.seconds:.0%} of a core, {each:.1f} ms a choice"
        )


if __name__ == "__main__":
    main()
