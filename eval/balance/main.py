"""`resonance balance`: plays games between given agents on all cores and says which cards are out of line."""

from __future__ import annotations

import dataclasses
import functools
import json
import math
import os
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from resonance_env.core.errors import OptionError
from resonance_env.core.files import check_can_write, write_atomically
from resonance_env.core.suggest import nearest
from resonance_env.eval.balance.config import BalanceConfig
from resonance_env.eval.tournament.config import unit_of

if TYPE_CHECKING:
    from rich.console import Console

    from resonance_env.agents.interface import Agent
    from resonance_env.core.spec import Variant
    from resonance_env.eval.balance.report import BalanceReport
    from resonance_env.eval.match.game_facts import Category, FactsSpec
    from resonance_env.eval.match.line_ups import Programme
    from resonance_env.eval.tournament.game_records import GameRecord

EXIT_OK = 0
EXIT_OUT_OF_LINE = 1
WARM_UP_SECONDS = 300.0  # limit of a call in the first games of a process, which do not count


def balance(config: BalanceConfig) -> int:
    """Plays the games, prints and writes the report, and returns the exit status: 1 if strict and a card is out of line.

    Raises:
        OptionError: an option has no meaning, agents or game are unknown, or the game tells nothing of its cards.
        CardSetError: the card set that was typed cannot be read.
        CheckpointError: a checkpoint is damaged or was made for something else.
        UsageError: all games were forfeited.
        OSError: the report cannot be written; known before the games are played, unless the disk gets full.
    """
    # Imported here, so that `--help` need not wait for the compiler and PyTorch.
    from rich.console import Console

    from resonance_env.agents.loading import address_of, load_program
    from resonance_env.eval.balance.page import balance_page
    from resonance_env.eval.balance.tables import print_balance
    from resonance_env.eval.match.game_facts import load_facts
    from resonance_env.games import DEFAULT_GAME
    from resonance_env.play.checks import check_for_agents
    from resonance_env.play.trained_variant import choose_variant, print_differences

    _check(config)
    names = config.agents or (load_facts(config.game or DEFAULT_GAME).agent,)
    agents = {name: load_program(name) for name in dict.fromkeys(names)}
    variant = choose_variant(config, list(agents.values()))
    facts = load_facts(variant.spec.name)
    check_for_agents(variant)
    for agent in agents.values():
        agent.bind(variant)
    console = Console()
    print_differences(console, variant, list(agents.values()))
    factories = {name: functools.partial(load_program, address_of(name, agent)) for name, agent in agents.items()}
    report = run_balance(variant, factories, facts, dataclasses.replace(config, agents=names), console=console)
    print_balance(console, report)
    if config.json is not None:
        write_atomically(config.json, json.dumps(report.to_json(), indent=2) + "\n")
    if config.html is not None:
        write_atomically(config.html, balance_page(report))
    for path in (config.json, config.html):
        if path is not None:
            console.print(f"Written to {path}", highlight=False)
    return EXIT_OUT_OF_LINE if config.strict and report.out_of_line() else EXIT_OK


def run_balance(
    variant: Variant,
    factories: Mapping[str, Callable[[], Agent]],
    facts: FactsSpec,
    config: BalanceConfig,
    *,
    console: Console | None = None,
) -> BalanceReport:
    """Plays the games and returns the report.

    Args:
        variant: the game; goes to other processes, so it must be possible to pickle it.
        factories: how to make each agent, by name; they go to other processes too.
        facts: what the game tells; likewise.
        config: `agents` are names in `factories`, one or one for each side; games, limits, workers, time limit and seed.
        console: where to show progress; nowhere by default.

    Raises:
        OptionError: another number of agents, or a limit has no meaning.
        UsageError: all games were forfeited.
    """
    from resonance_env.eval.balance.report import make_balance_report
    from resonance_env.eval.match.line_ups import Programme

    sides = variant.num_teams
    if len(config.agents) not in (1, sides):
        raise OptionError(f"expected one agent or {sides}, one for each side; got {len(config.agents)}")
    categories = _with_limits(facts.categories(variant), config.limit)
    names = tuple(factories)
    line_up = tuple(names.index(name) for name in config.agents)
    programme = Programme(variant.teams, (line_up if len(line_up) == sides else line_up * sides,), config.seed)
    records = _play(variant, factories, facts, programme, config, console)
    return make_balance_report(records, variant, categories, facts.uses(variant), facts.times(variant), names, programme)


def _check(config: BalanceConfig) -> None:
    if config.games < 1:
        raise OptionError(f"expected --games of at least 1, got {config.games}")
    if config.workers is not None and config.workers < 1:
        raise OptionError(f"expected --workers of at least 1, got {config.workers}")
    if not 0 < config.seconds < math.inf:
        raise OptionError(f"expected --seconds above 0, got {config.seconds}")
    if not 0 <= config.seed < 2**64:
        raise OptionError(f"expected --seed in 0 .. 2**64 - 1, got {config.seed}")
    for path in (config.json, config.html):
        if path is not None:
            check_can_write(path)


def _with_limits(categories: Sequence[Category], typed: Sequence[str]) -> list[Category]:
    """Returns categories with the limits that were typed instead of their own.

    Raises:
        OptionError: what was typed has no meaning.
    """
    found = {category.name: category for category in categories}
    for text in typed:
        name, equals, ends = text.partition("=")
        low, colon, high = ends.partition(":")
        try:
            limits = (float(low), float(high))
        except ValueError:
            limits = (math.nan, math.nan)
        if not equals or not colon or not 0.0 <= limits[0] <= limits[1]:
            raise OptionError(f"expected --limit CATEGORY=LOW:HIGH with 0 <= LOW <= HIGH, got {text!r}")
        if name not in found:
            raise OptionError(f"expected --limit for one of {', '.join(found)}; got {name!r}{nearest(name, found)}")
        found[name] = dataclasses.replace(found[name], limits=limits)
    return list(found.values())


def _play(
    variant: Variant,
    factories: Mapping[str, Callable[[], Agent]],
    facts: FactsSpec,
    programme: Programme,
    config: BalanceConfig,
    console: Console | None,
) -> list[GameRecord]:
    """Plays all games and returns them in order."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from resonance_env.eval.tournament.game_records import decode
    from resonance_env.eval.workers.pool import Job, Unit, play_units

    games = -(-config.games // programme.games_per_deal) * programme.games_per_deal
    unit = unit_of(games, programme.games_per_deal)
    units = [Unit(first, min(first + unit, games)) for first in range(0, games, unit)]
    workers = config.workers or os.cpu_count() or 1
    job = Job(variant, tuple(factories), tuple(factories.values()), programme, config.seconds, WARM_UP_SECONDS, facts)
    records: list[GameRecord] = []
    columns = (TextColumn("Playing"), BarColumn(), MofNCompleteColumn(), TextColumn("games"), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=console is None) as bar:
        task = bar.add_task("games", total=games)
        play_units(
            job,
            units,
            workers,
            lambda _, lines: records.extend(decode(lines)),
            lambda ended: bar.advance(task, ended),
        )
    return records
