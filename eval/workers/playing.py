"""Plays the rest of a plan on all cores, with a progress bar."""

import os
from collections.abc import Callable

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from resonance_env.eval.workers.pool import play_units
from resonance_env.eval.workers.work import Work


def play_plan(
    work: Work, first: int, workers: int | None, write: Callable[[range, bytes], None], console: Console | None
) -> None:
    """Plays the games from number `first` on.

    Args:
        work: the plan and its agents.
        first: the number of the first game, the start of a unit.
        workers: number of processes; None: one per core.
        write: called with the numbers and the lines of each unit, in order.
        console: shows progress; None: no progress.

    Raises:
        OSError: processes end repeatedly while no agent is asked.
        Exception: an error of `write`, or an error in a worker that no agent caused.
    """
    columns = (TextColumn("Playing"), BarColumn(), MofNCompleteColumn(), TextColumn("games"))
    times = (TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, *times, console=console, transient=True, disable=console is None) as bar:
        task = bar.add_task("games", total=work.plan.games, completed=first)
        play_units(work, work.plan.units(first), workers or os.cpu_count() or 1, write, lambda ended: bar.advance(task, ended))
