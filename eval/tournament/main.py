"""`resonance tournament`: plays agents against or with each other on all cores, keeps every game, and writes a report."""

import dataclasses
import json
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console

from resonance_env.agents.interface import Agent, bound
from resonance_env.agents.loading import check_differ, plain_name
from resonance_env.core.chance import secret_seed
from resonance_env.core.errors import OptionError
from resonance_env.core.files import check_can_write, write_atomically
from resonance_env.core.folder_lock import only_writer
from resonance_env.core.layout import ObservationKind
from resonance_env.core.options import check_number
from resonance_env.core.printing import say
from resonance_env.core.spec import Variant
from resonance_env.core.terminal import Stopped
from resonance_env.eval.tournament.config import LineUpKind, TournamentConfig
from resonance_env.eval.tournament.cross_play import CrossPlayReport, make_cross_play_report
from resonance_env.eval.tournament.cross_play_page import cross_play_page
from resonance_env.eval.tournament.cross_play_tables import print_cross_play
from resonance_env.eval.tournament.folder import CONFIG_FILE, GAMES_FILE, PAGE_FILE, REPORT_FILE, kept_seed, open_folder
from resonance_env.eval.tournament.line_ups import check_kinds, default_kinds, line_ups, team_line_ups
from resonance_env.eval.tournament.page import html_report
from resonance_env.eval.tournament.report import TournamentReport
from resonance_env.eval.tournament.standings import make_report
from resonance_env.eval.tournament.tables import print_report
from resonance_env.eval.workers.game_records import GamesFile, read_games
from resonance_env.eval.workers.participants import AgentSource, NamedAgent, check_names, factories_of, load_participants
from resonance_env.eval.workers.plan import Plan, check_numbers, make_plan
from resonance_env.eval.workers.playing import play_plan
from resonance_env.eval.workers.work import Work
from resonance_env.play.zero_shot import differences

MAX_SAVED = 10**5  # games that are saved, each in a file


def tournament(config: TournamentConfig) -> int:
    """Plays the rest of the tournament, writes and prints its report, and returns the exit status 0.

    Raises:
        OptionError: an option is invalid, agents or game are unknown, or agents were trained for different games.
        CardSetError: the card set cannot be read.
        CheckpointError: a checkpoint is damaged or was made for something else.
        UsageError: the folder holds another run or something else, or another process writes there.
        OSError: the folder cannot be written, or the disk is full; what was played before is kept.
    """
    _check(config)
    found = load_participants(config, config.agents)
    check_differ(found.agents)
    config = dataclasses.replace(config, record=tuple(map(plain_name, config.record)))
    console = Console()
    say(console, *differences(found.variant, list(found.agents.values())), style="yellow")
    run = run_cross_play if found.variant.is_cooperative else run_tournament
    report = run(found.variant, found.factories, config, checkpoints=found.digests, console=console)
    if report.faults:
        say(
            console,
            f"{sum(fault.games for fault in report.faults):,} games were forfeited, see the table of faults",
            style="red",
        )
    files = f"Written to {config.out}: {PAGE_FILE}, {REPORT_FILE}, {GAMES_FILE}"
    say(console, f"{files}; --seed {report.seed} repeats it")
    return 0


def run_tournament(
    variant: Variant,
    agents: Mapping[str, AgentSource] | Sequence[str],
    config: TournamentConfig,
    *,
    checkpoints: dict[str, str] | None = None,
    console: Console | None = None,
) -> TournamentReport:
    """Plays the rest of a tournament of a zero-sum game in `config.out`, and writes its report.

    Args:
        variant: the game.
        agents: by name: classes or functions that make an agent, or names or paths as on the command line; or such names
            alone. What other processes cannot import, such as a lambda or a class of a notebook, plays in this process.
        config: games, folder, line-ups, workers, time limit and seed; its agents and game are not used.
        checkpoints: digests of agents that are read from files, so that a run does not continue with others.
        console: where to print; None: the terminal; `Console(quiet=True)` prints nothing.

    Raises:
        OptionError: the game is cooperative, there are too few agents for the line-ups, or an agent to record does not play
            or has another kind of observation than the others.
        UsageError: the folder holds another run or something else, or another process writes there.
        OSError: the folder cannot be written, or the disk is full.
    """
    if variant.is_cooperative:
        raise OptionError(f"expected a game whose sides win or lose, got {variant.spec.name!r}: take run_cross_play")
    check_kinds(config.line_ups, variant)
    factories, console = factories_of(agents), console or Console()
    kinds = config.line_ups or default_kinds(len(factories), variant.num_teams)
    found = line_ups(kinds, len(factories), variant.num_teams)
    with only_writer(config.out):
        plan, notes = _play(variant, factories, config, kinds, found, checkpoints, console)
        report = make_report(read_games(config.out / GAMES_FILE), variant, plan, notes)
        _write(config.out, report.to_json(), html_report(report, plan))
    print_report(console, report)
    return report


def run_cross_play(
    variant: Variant,
    agents: Mapping[str, AgentSource] | Sequence[str],
    config: TournamentConfig,
    *,
    checkpoints: dict[str, str] | None = None,
    console: Console | None = None,
) -> CrossPlayReport:
    """Plays the rest of the cross-play of agents in a cooperative game in `config.out`, and writes its report.

    Arguments and errors are those of `run_tournament`, except that the game must be cooperative.
    """
    if not variant.is_cooperative:
        raise OptionError(
            f"expected a cooperative game for cross-play, got {variant.spec.name!r}, whose sides win or lose: "
            "take run_tournament"
        )
    check_kinds(config.line_ups, variant)
    factories, console = factories_of(agents), console or Console()
    kinds = config.line_ups or ("cross",)
    found = team_line_ups(kinds, len(factories), variant.num_seats)
    with only_writer(config.out):
        plan, notes = _play(variant, factories, config, kinds, found, checkpoints, console)
        report = make_cross_play_report(read_games(config.out / GAMES_FILE), variant, plan, notes)
        _write(config.out, report.to_json(), cross_play_page(report, plan))
    print_cross_play(console, report)
    return report


def _check(config: TournamentConfig) -> None:
    if len(config.agents) < 2:
        raise OptionError(f"expected at least 2 agents, got {len(config.agents)}")
    check_names([plain_name(name) for name in config.agents])
    check_number("--save-games", config.save_games, 0, MAX_SAVED)
    check_numbers(config.games, config.workers, config.seconds, config.seed)
    check_can_write(config.out / CONFIG_FILE)


def _recorded(
    names: Sequence[str], factories: Mapping[str, Callable[[], Agent]], variant: Variant
) -> dict[str, ObservationKind]:
    """Returns the kinds of observation of the agents to record, which may depend on the variant.

    Raises:
        OptionError: an agent does not play, or they have different kinds of observation.
    """
    missing = [name for name in names if name not in factories]
    if missing:
        raise OptionError(f"expected --record with an agent that plays ({', '.join(factories)}), got {missing[0]!r}")
    kinds = {name: bound(factories[name](), variant).observation for name in names}
    if len(set(kinds.values())) > 1:
        seen = ", ".join(f"{name} {kind!r}" for name, kind in kinds.items())
        raise OptionError(f"expected --record with agents that see the same kind of observation, got {seen}; record them apart")
    return kinds


def _play(
    variant: Variant,
    factories: Mapping[str, Callable[[], Agent]],
    config: TournamentConfig,
    kinds: Sequence[LineUpKind],
    found: Sequence[tuple[int, ...]],
    checkpoints: dict[str, str] | None,
    console: Console,
) -> tuple[Plan, list[str]]:
    """Plays the units that the file of games does not contain yet; returns the plan and notes for the report."""
    plan = make_plan(
        variant,
        tuple(factories),
        found,
        games=config.games,
        seconds=config.seconds,
        seed=_seed(config),
        kinds=kinds,
        checkpoints=checkpoints,
        recorded=_recorded(config.record, factories, variant),
        saved_games=config.save_games,
        from_python=not all(isinstance(make, NamedAgent) and make.name == name for name, make in factories.items()),
    )
    notes = []
    if plan.games != config.games:
        notes.append(
            f"{plan.games:,} games instead of {config.games:,}: rounded up to whole deals of {plan.games_per_deal} games "
            f"({len(plan.line_ups)} line-ups in {plan.turns} rotations)."
        )
    for note in notes:
        say(console, f"Note: {note}", style="yellow")
    open_folder(config.out, plan)
    file = GamesFile(config.out / GAMES_FILE, plan.unit, plan.games)
    try:
        if file.num_games < plan.games:
            for _ in read_games(file.path):  # detects damage before more games are played
                pass
            _play_rest(Work(plan, variant, tuple(factories.values()), folder=config.out), file, config, console)
    finally:
        file.close()
    return plan, notes


def _seed(config: TournamentConfig) -> int:
    """Returns the given seed, or that of the run to go on with, or a new one that no agent knows."""
    if config.seed is not None:
        return config.seed
    kept = kept_seed(config.out)
    return secret_seed() if kept is None else kept


def _play_rest(work: Work, file: GamesFile, config: TournamentConfig, console: Console) -> None:
    begin, total, began = file.num_games, work.plan.games, time.perf_counter()
    if begin:
        say(console, f"Going on after {begin:,} of {total:,} games")
    try:
        play_plan(work, begin, config.workers, lambda unit, lines: file.append(lines, len(unit)), console)
    except KeyboardInterrupt:
        kept = f"{file.num_games:,} games are kept in {config.out}. The same command goes on."
        say(console, f"Stopped; {kept}")
        raise Stopped from None
    seconds, played = time.perf_counter() - began, total - begin
    say(console, f"{played:,} games in {seconds:.1f} s, {played / seconds:,.0f} games/s")


def _write(folder: Path, report: dict[str, Any], page: str) -> None:
    write_atomically(folder / REPORT_FILE, json.dumps(report, indent=2) + "\n")
    write_atomically(folder / PAGE_FILE, page)
