"""`resonance balance`: plays games between given agents on all cores and reports which cards are outside the limits."""

import dataclasses
import json
import math
from collections.abc import Mapping, Sequence

from rich.console import Console

from resonance_env.agents.loading import plain_name
from resonance_env.core.errors import OptionError
from resonance_env.core.files import check_can_write, write_atomically
from resonance_env.core.options import plain_number
from resonance_env.core.printing import say
from resonance_env.core.spec import Variant
from resonance_env.core.suggest import nearest
from resonance_env.eval.balance.config import BalanceConfig
from resonance_env.eval.balance.page import balance_page
from resonance_env.eval.balance.report import BalanceReport, make_balance_report
from resonance_env.eval.balance.tables import print_balance
from resonance_env.eval.match.game_facts import Category, FactsSpec, load_facts
from resonance_env.eval.workers.game_records import GameRecord, decode
from resonance_env.eval.workers.participants import AgentSource, factories_of, load_participants
from resonance_env.eval.workers.plan import check_numbers, make_plan
from resonance_env.eval.workers.playing import play_plan
from resonance_env.eval.workers.work import Work
from resonance_env.games import DEFAULT_GAME
from resonance_env.play.zero_shot import differences

EXIT_OK = 0
EXIT_OUT_OF_LINE = 1


def balance(config: BalanceConfig) -> int:
    """Plays the games, prints and writes the report, and returns the exit status: 1 if strict and a card is outside the limits.

    Raises:
        OptionError: an option is invalid, agents or game are unknown, or the game has no card statistics.
        CardSetError: the card set cannot be read.
        CheckpointError: a checkpoint is damaged or was made for something else.
        UsageError: all games were forfeited.
        OSError: the report cannot be written; checked before the games are played.
    """
    _check(config)
    names = tuple(map(plain_name, config.agents)) or (load_facts(config.game or DEFAULT_GAME).agent,)
    found = load_participants(config, names)
    facts = load_facts(found.variant.spec.name)
    console = Console()
    say(console, *differences(found.variant, list(found.agents.values())), style="yellow")
    report = run_balance(found.variant, found.factories, facts, dataclasses.replace(config, agents=names), console=console)
    print_balance(console, report)
    if config.json is not None:
        write_atomically(config.json, json.dumps(report.to_json(), indent=2) + "\n")
    if config.html is not None:
        write_atomically(config.html, balance_page(report))
    for path in (config.json, config.html):
        if path is not None:
            say(console, f"Written to {path}")
    return EXIT_OUT_OF_LINE if config.strict and report.out_of_line() else EXIT_OK


def run_balance(
    variant: Variant,
    agents: Mapping[str, AgentSource] | Sequence[str],
    facts: FactsSpec,
    config: BalanceConfig,
    *,
    console: Console | None = None,
) -> BalanceReport:
    """Plays the games and returns the report.

    Args:
        variant: the game.
        agents: as of `run_tournament`.
        facts: statistics of the game.
        config: `agents` are names of these agents, one or one for each side; games, limits, workers, time limit and seed.
        console: shows progress; None: the terminal.

    Raises:
        OptionError: the game is cooperative, or the number of agents or a limit is invalid.
        UsageError: all games were forfeited.
    """
    if variant.is_cooperative:
        raise OptionError(
            f"expected a game whose sides win or lose, got {variant.spec.name!r}, a cooperative game, in which cards have no "
            "fair share of wins"
        )
    sides = variant.num_teams
    if len(config.agents) not in (1, sides):
        raise OptionError(f"expected one agent or {sides}, one for each side; got {len(config.agents)}")
    categories = _with_limits(facts.categories(variant), config.limit)
    factories = factories_of(agents)
    names = tuple(factories)
    line_up = tuple(names.index(name) for name in config.agents)
    plan = make_plan(
        variant,
        names,
        [line_up if len(line_up) == sides else line_up * sides],
        games=config.games,
        seconds=config.seconds,
        seed=config.seed,
    )
    records: list[GameRecord] = []
    work = Work(plan, variant, tuple(factories.values()), facts)
    play_plan(work, 0, config.workers, lambda _, lines: records.extend(decode(lines)), console or Console())
    return make_balance_report(records, variant, categories, facts.uses(variant), facts.times(variant), plan)


def _check(config: BalanceConfig) -> None:
    check_numbers(config.games, config.workers, config.seconds, config.seed)
    for path in (config.json, config.html):
        if path is not None:
            check_can_write(path)


def _with_limits(categories: Sequence[Category], typed: Sequence[str]) -> list[Category]:
    """Returns categories with the typed limits instead of their own.

    Raises:
        OptionError: a typed limit is invalid.
    """
    found = {category.name: category for category in categories}
    for text in typed:
        name, equals, ends = text.partition("=")
        low, colon, high = ends.partition(":")
        try:
            limits = (plain_number(low, float), plain_number(high, float))
        except ValueError:
            limits = (math.nan, math.nan)
        if not equals or not colon or not 0.0 <= limits[0] <= limits[1]:
            raise OptionError(f"expected --limit CATEGORY=LOW:HIGH with 0 <= LOW <= HIGH, got {text!r}")
        if name not in found:
            raise OptionError(f"expected --limit for one of {', '.join(found)}; got {name!r}{nearest(name, found)}")
        found[name] = dataclasses.replace(found[name], limits=limits)
    return list(found.values())
