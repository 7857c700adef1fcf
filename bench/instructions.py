"""Counts the instructions of a step: `python -m bench.instructions`. Needs valgrind.

Times vary with the load of the machine, but the number of instructions is the same in each run, so it reveals small changes.
Random games are played under valgrind's callgrind, once as a whole and once for each part, on the same positions.
"""

import gc
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bench.rows import environments
from resonance_env.core.errors import OptionError
from resonance_env.games import DEFAULT_GAME, load_game
from resonance_env.play.checks import at_least_one

# The code must be the same with and without valgrind, which has no AVX-512 and reports another processor.
SETTINGS = {"NUMBA_CPU_NAME": "haswell", "NUMBA_CPU_FEATURES": "", "OPENBLAS_NUM_THREADS": "1", "PYTHONHASHSEED": "0"}
MARK = "getsid"  # callgrind starts a new file of counts when this function of the C library is called
FIRST_STEPS = 40  # warm-up, so that the games are in different rounds

WHOLE = "a step with random actions"
GIVEN = "a step with given actions"
RULES = "rules: `variant.step`"
OBSERVATIONS = "observations: `variant.observe`"
MASKS = "masks: `variant.legal`"
SECTIONS = (WHOLE, GIVEN, OBSERVATIONS, MASKS, RULES)  # in the order in which they are played


@dataclass(frozen=True)
class Options:
    """Counts instructions.

    Attributes:
        game: The game.
        players: Number of players.
        games: Size of the batch; in a small batch the overhead of calls from Python is visible.
        steps: Steps of the batch that are counted.
    """

    game: str = DEFAULT_GAME
    players: int = 4
    games: int = 1024
    steps: int = 40


def play(game: str, players: int, num_games: int, steps: int) -> None:
    """Plays the sections, each between two marks, on the same positions; valgrind runs this function."""
    gc.disable()  # a garbage collection would be counted in some arbitrary section
    vec = environments(game).vector_env(num_games, players=players)
    variant = vec.variant
    vec.reset()
    for _ in range(FIRST_STEPS):
        vec.step(vec.random_actions())
    start, positions, actions = vec.save(), [], []
    for _ in range(steps):
        positions.append(vec.games.copy())
        actions.append(vec.random_actions())
        vec.step(actions[-1])
    variant.step(positions[0].copy(), actions[0])  # loads its code; all other functions have been called already
    drawn = vec.random_actions()

    def count(section: Callable[[int], object]) -> None:
        vec.restore(start)
        os.getsid(0)
        for number in range(steps):
            section(number)
        os.getsid(0)

    count(lambda _: vec.step(vec.random_actions(drawn)))
    count(lambda number: vec.step(actions[number]))
    count(lambda number: variant.observe(positions[number], "table", vec.observation))
    count(lambda number: variant.legal(positions[number], vec.legal))
    count(lambda number: variant.step(positions[number], actions[number]))


def count_instructions(options: Options) -> dict[str, float]:
    """Returns the instructions of each section for a step of one game."""
    environment = os.environ | SETTINGS
    arguments = f"{options.game!r}, {options.players}, {options.games}, {options.steps}"
    command = [sys.executable, "-c", f"from bench.instructions import play; play({arguments})"]
    subprocess.run(command, env=environment, check=True)  # fills the cache; compiling under valgrind would take an hour
    with tempfile.TemporaryDirectory() as folder:
        counts = Path(folder) / "counts"
        callgrind = ["valgrind", "--quiet", "--tool=callgrind", f"--dump-before={MARK}", f"--callgrind-out-file={counts}"]
        subprocess.run([*callgrind, *command], env=environment, check=True)
        # File 1 ends where the first section begins; after that, every second file is the gap between two sections.
        files = [counts.with_suffix(f".{2 * number + 2}") for number in range(len(SECTIONS))]
        totals = [re.findall(r"^totals: (\d+)$", file.read_text(), re.MULTILINE) for file in files]
    game_steps = options.steps * options.games
    return {section: int(total) / game_steps for section, (total,) in zip(SECTIONS, totals, strict=True)}


def check(options: Options) -> None:
    """Checks the options.

    Raises:
        OptionError: a number is out of range, or there is no valgrind.
    """
    load_game(options.game).variant(options.players)
    at_least_one("--games", options.games)
    at_least_one("--steps", options.steps)
    if shutil.which("valgrind") is None:
        raise OptionError("expected valgrind on the PATH, found none: install it, for instance by `apt-get install valgrind`")


def main() -> None:
    """Prints the table."""
    # Imported here, since valgrind runs the imports of this module fifty times as slowly.
    import tyro
    from rich.console import Console
    from rich.table import Table

    options = tyro.cli(Options, description=__doc__)
    try:
        check(options)
    except OptionError as error:
        raise SystemExit(str(error)) from None
    counts = count_instructions(options)
    parts = {name: counts[name] for name in (RULES, OBSERVATIONS, MASKS)}
    parts["drawing actions: `random_actions`"] = counts[WHOLE] - counts[GIVEN]
    parts["the rest of a step"] = counts[GIVEN] - counts[RULES] - counts[OBSERVATIONS] - counts[MASKS]
    title = f"{options.game}, {options.players} players, {options.games:,} games, {options.steps:,} steps"
    table = Table("part", "instructions a game and step", "share", title=title)
    for name, instructions in {**parts, WHOLE: counts[WHOLE]}.items():
        table.add_row(name, f"{instructions:,.1f}", f"{instructions / counts[WHOLE]:.3f}")
    Console().print(table)


if __name__ == "__main__":
    main()
