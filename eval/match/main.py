"""`resonance eval`: measures an agent and prints a table."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from resonance_env.core.errors import OptionError
from resonance_env.core.files import check_can_write, write_atomically
from resonance_env.eval.match.config import EvalConfig

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from resonance_env.agents.interface import Agent
    from resonance_env.core.spec import Variant
    from resonance_env.eval.match.report import EvalReport

EXIT_OK = 0
EXIT_TOO_WEAK = 1


def evaluate(config: EvalConfig) -> int:
    """Plays the games, prints the result and returns the exit status: 1 if a required score was not reached, otherwise 0.

    Raises:
        OptionError: an option has no meaning, or agents or game are unknown.
        CardSetError: the card set that was typed cannot be read.
        CheckpointError: a checkpoint is damaged or was made for something else.
        OSError: the result cannot be written; known before the games are played, unless the disk gets full.
    """
    # Imported here, so that `--help` need not wait for the compiler and PyTorch.
    from rich.console import Console

    from resonance_env.agents.loading import load_program
    from resonance_env.play.checks import check_for_agents
    from resonance_env.play.trained_variant import choose_variant, print_differences

    _check(config)
    agent, against = load_program(config.agent), load_program(config.against)
    variant = choose_variant(config, (agent, against))
    check_for_agents(variant)
    console = Console()
    print_differences(console, variant, (agent, against))
    report = _play(config, variant, agent, against, console)
    console.print(result_table(report))
    if config.json is not None:
        write_atomically(config.json, json.dumps(report.to_json(), indent=2) + "\n")
        console.print(f"Written to {config.json}", highlight=False)
    if config.require is None:
        return EXIT_OK
    reached = report.score.low > config.require
    console.print(
        f"{'Reached' if reached else 'Not reached'}: the interval's lower end {report.score.low:.3f} is "
        f"{'above' if reached else 'not above'} the required {config.require:.3f}",
        style="green" if reached else "red",
    )
    return EXIT_OK if reached else EXIT_TOO_WEAK


def result_table(report: EvalReport) -> Table:
    """Returns the result as a table for `rich`."""
    from rich.table import Table

    table = Table(
        title=f"{report.agent} against {report.against}: {report.game}, {report.players} players",
        caption=f"{report.games:,} games on {report.deals:,} deals, seed {report.seed}; intervals: {report.method}; "
        f"a draw counts {report.fair:.3f}; {report.seconds:.1f} s",
    )
    for column in ("played by the agent", "score", "interval", "fair"):
        table.add_column(column, justify="left" if column == "played by the agent" else "right")
    for seat, estimate in report.seat_scores.items():
        table.add_row(seat, f"{estimate.mean:.3f}", f"{estimate.low:.3f} to {estimate.high:.3f}", f"{report.fair:.3f}")
    table.add_section()
    score = report.score
    table.add_row("all", f"{score.mean:.3f}", f"{score.low:.3f} to {score.high:.3f}", f"{report.fair:.3f}", style="bold")
    table.add_section()
    rows = {"wins": report.wins, "draws": report.draws}
    rows |= {f"won by {name}": count for name, count in report.wins_by_ending.items()}
    for name, count in rows.items():
        table.add_row(name, f"{count:,}", f"{count / report.games:.1%} of games", "")
    return table


def _check(config: EvalConfig) -> None:
    if config.games < 1:
        raise OptionError(f"expected --games of at least 1, got {config.games}")
    if not 0 <= config.seed < 2**64:
        raise OptionError(f"expected --seed in 0 .. 2**64 - 1, got {config.seed}")
    if config.require is not None and not 0.0 <= config.require <= 1.0:
        raise OptionError(f"expected --require in 0 .. 1, got {config.require}")
    if config.json is not None:
        check_can_write(config.json)


def _play(config: EvalConfig, variant: Variant, agent: Agent, against: Agent, console: Console) -> EvalReport:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from resonance_env.eval.match.report import evaluate_agent

    games = -(-config.games // variant.num_teams) * variant.num_teams
    columns = (TextColumn("Playing"), BarColumn(), MofNCompleteColumn(), TextColumn("games"), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("games", total=games)
        return evaluate_agent(
            variant, agent, against, config.games, config.seed, progress=lambda ended: bar.advance(task, ended)
        )
