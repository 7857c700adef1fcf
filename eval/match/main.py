"""`resonance eval`: measures an agent and prints a table."""

import json
from collections.abc import Callable

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from resonance_env.agents.interface import Agent
from resonance_env.agents.loading import load_program
from resonance_env.core.errors import OptionError
from resonance_env.core.files import check_can_write, write_atomically
from resonance_env.core.options import check_number
from resonance_env.core.printing import say
from resonance_env.core.spec import Variant
from resonance_env.eval.match.config import EvalConfig
from resonance_env.eval.match.report import EvalReport, evaluate_agent
from resonance_env.eval.match.schedule import MAX_GAMES
from resonance_env.eval.match.self_play import SelfPlayReport, evaluate_self_play
from resonance_env.eval.match.tables import result_table, self_play_table
from resonance_env.play.checks import check_playable
from resonance_env.play.trained_variant import choose_variant
from resonance_env.play.zero_shot import differences

EXIT_OK = 0
EXIT_TOO_WEAK = 1
OPPONENT = "random"  # default in a zero-sum game


def evaluate(config: EvalConfig) -> int:
    """Plays the games, prints the result and returns the exit status: 1 if a required score was not reached, else 0.

    Raises:
        OptionError: an option is invalid or does not fit the game, or agents or game are unknown.
        CardSetError: the card set cannot be read.
        CheckpointError: a checkpoint is damaged or was made for something else.
        OSError: the result cannot be written; checked before the games are played.
    """
    _check(config)
    names = [config.agent] if config.against is None else [config.agent, config.against]
    agents = [load_program(name) for name in names]
    variant = choose_variant(config, agents)
    check_playable(variant)
    if variant.is_cooperative:
        if config.against is not None:
            raise OptionError(
                f"expected no --against in {variant.spec.name!r}, a cooperative game, in which eval is self-play; "
                f"`resonance tournament {config.agent} {config.against}` lets agents play with each other"
            )
    elif config.against is None:
        agents.append(load_program(OPPONENT))
    console = Console()
    say(console, *differences(variant, agents), style="yellow")
    report = _play(config, variant, agents, console)
    console.print(result_table(report) if isinstance(report, EvalReport) else self_play_table(report))
    if config.json is not None:
        write_atomically(config.json, json.dumps(report.to_json(), indent=2) + "\n")
        say(console, f"Written to {config.json}")
    if config.require is None:
        return EXIT_OK
    reached = report.score.low > config.require
    say(
        console,
        f"{'Reached' if reached else 'Not reached'}: the interval's lower end {report.score.low:.3f} is "
        f"{'above' if reached else 'not above'} the required {config.require:.3f}",
        style="green" if reached else "red",
    )
    return EXIT_OK if reached else EXIT_TOO_WEAK


def _check(config: EvalConfig) -> None:
    check_number("--games", config.games, 1, MAX_GAMES)
    if not 0 <= config.seed < 2**64:
        raise OptionError(f"expected --seed in 0 .. 2**64 - 1, got {config.seed}")
    if config.require is not None and not 0.0 <= config.require <= 1.0:
        raise OptionError(f"expected --require in 0 .. 1, got {config.require}")
    if config.json is not None:
        check_can_write(config.json)


def _play(config: EvalConfig, variant: Variant, agents: list[Agent], console: Console) -> EvalReport | SelfPlayReport:
    if variant.is_cooperative:
        (agent,) = agents
        baselines = [load_program(name) for name in variant.spec.baselines if name != agent.name]
        total = config.games * (1 + len(baselines))
        with _bar(console) as bar:
            return evaluate_self_play(
                variant, agent, config.games, config.seed, baselines=baselines, progress=_advance(bar, total)
            )
    agent, against = agents
    total = -(-config.games // variant.num_teams) * variant.num_teams
    with _bar(console) as bar:
        return evaluate_agent(variant, agent, against, config.games, config.seed, progress=_advance(bar, total))


def _bar(console: Console) -> Progress:
    columns = (TextColumn("Playing"), BarColumn(), MofNCompleteColumn(), TextColumn("games"), TimeRemainingColumn())
    return Progress(*columns, console=console, transient=True)


def _advance(bar: Progress, total: int) -> Callable[[int], None]:
    task = bar.add_task("games", total=total)
    return lambda ended: bar.advance(task, ended)
