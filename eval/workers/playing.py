"""Plays the rest of a plan on all cores, with a progress bar."""

from collections.abc import Callable

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from resonance_env.core.cores import usable_cores
from resonance_env.core.printing import say
from resonance_env.eval.workers.pool import play_here, play_units, why_it_stays
from resonance_env.eval.workers.work import Work


def play_plan(work: Work, first: int, workers: int | None, write: Callable[[range, bytes], None], console: Console) -> None:
    """Plays the games from number `first` on, in this process if other processes cannot make the agents.

    Args:
        work: the plan and its agents.
        first: the number of the first game, the start of a unit.
        workers: number of processes; None: one per core that this process may use.
        write: called with the numbers and the lines of each unit, in order.
        console: shows progress.

    Raises:
        OSError: processes end repeatedly while no agent is asked.
        Exception: an error of `write`, or an error in a worker that no agent caused.
    """
    columns = (TextColumn("Playing"), BarColumn(), MofNCompleteColumn(), TextColumn("games"))
    times = (TimeElapsedColumn(), TimeRemainingColumn())
    reason = why_it_stays(work)
    if reason is not None:
        note = f"Note: the games are played in this process, without protection from agents that hang or exit: {reason}"
        say(console, note, style="yellow")
    with Progress(*columns, *times, console=console, transient=True, disable=console.quiet) as bar:
        task = bar.add_task("games", total=work.plan.games, completed=first)

        def progress(ended: int) -> None:
            bar.advance(task, ended)

        units = work.plan.units(first)
        if reason is None:
            play_units(work, units, workers or usable_cores(), write, progress)
        else:
            play_here(work, units, write, progress)
