"""`resonance eval`: measures an agent and prints a table."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from resonance_env.core.errors import OptionError
from resonance_env.eval.config import EvalConfig

if TYPE_CHECKING:
    from rich.table import Table

    from resonance_env.agents.interface import Agent
    from resonance_env.core.spec import Variant
    from resonance_env.eval.report import EvalReport

EXIT_OK = 0
EXIT_TOO_WEAK = 1


def evaluate(config: EvalConfig) -> int:
    """Plays the games, prints the result and returns the exit status: 1 if a required score was not reached, otherwise 0.

    Raises:
        OptionError: an option has no meaning, or agents or game are unknown.
        CheckpointError: a checkpoint is damaged or was made for something else.
    """
    # Imported here, so that `--help` need not wait for the compiler and PyTorch.
    from rich.console import Console

    from resonance_env.agents.loading import load
    from resonance_env.core.files import write_atomically

    _check(config)
    agent, against = load(config.agent), load(config.against)
    variant = _variant(config, agent, against)
    console = Console()
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


def _variant(config: EvalConfig, agent: Agent, against: Agent) -> Variant:
    """Returns the variant of the first checkpoint among the agents, overruled by the options; without one, the defaults."""
    from resonance_env.core.spec import game_names, load_game
    from resonance_env.eval.variant_options import game_options

    card = agent.card or against.card
    spec = load_game(config.game or (card.game if card else game_names()[0]))
    players, base = config.players, None
    if card is not None and card.game == spec.name:
        players, base = card.players if players is None else players, card.options
    return spec.variant(players, **game_options(spec, config.cards, config.edition, config.option, base))


def _play(config: EvalConfig, variant: Variant, agent: Agent, against: Agent, console: Any) -> EvalReport:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from resonance_env.core.compiled import is_compiled_before
    from resonance_env.eval.match import num_teams
    from resonance_env.eval.report import evaluate_agent

    if not is_compiled_before():
        console.print("Compiling the rules (once after each change of version) …")
    games = -(-config.games // num_teams(variant)) * num_teams(variant)
    columns = (TextColumn("Playing"), BarColumn(), MofNCompleteColumn(), TextColumn("games"), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("games", total=games)
        return evaluate_agent(
            variant, agent, against, config.games, config.seed, progress=lambda ended: bar.advance(task, ended)
        )
