"""`resonance tournament`: plays agents against each other on all cores, keeps every game, and says how strong they are."""

from __future__ import annotations

import functools
import hashlib
import json
import os
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from resonance_env import __version__
from resonance_env.core.errors import OptionError, UsageError
from resonance_env.core.files import check_can_write, write_atomically
from resonance_env.core.spec import ObservationKind
from resonance_env.eval.tournament.config import TournamentConfig, unit_of

if TYPE_CHECKING:
    from rich.console import Console

    from resonance_env.agents.interface import Agent
    from resonance_env.core.spec import Variant
    from resonance_env.eval.match.line_ups import Programme
    from resonance_env.eval.tournament.report import TournamentReport

CONFIG_FILE, GAMES_FILE, REPORT_FILE, PAGE_FILE = "config.json", "games.jsonl", "report.json", "report.html"
WARM_UP_SECONDS = 300.0  # limit of a call in the first games of a process, which do not count
FORMAT = 1  # of the run folder


class RunConfig(msgspec.Struct, frozen=True):
    """All that the files of a run depend on, as kept in its folder.

    Attributes:
        format, version: of the folder and of the package.
        game, players, options, fingerprint: of the variant.
        agents: names as typed.
        checkpoints: digest of the files of those that are checkpoints.
        line_ups: kinds.
        games: in all.
        unit: games a unit of work.
        seconds: time limit of a call.
        seed: of everything.
        recorded: kind of observation of the agents whose decisions are kept, by name.
    """

    format: int
    version: str
    game: str
    players: int
    options: dict[str, Any]
    fingerprint: str
    agents: tuple[str, ...]
    checkpoints: dict[str, str]
    line_ups: tuple[str, ...]
    games: int
    unit: int
    seconds: float
    seed: int
    recorded: dict[str, ObservationKind] = {}


def tournament(config: TournamentConfig) -> int:
    """Plays what is left of the tournament, writes and prints its report, and returns the exit status 0.

    Raises:
        OptionError: an option has no meaning, or agents or game are unknown.
        CardSetError: the card set that was typed cannot be read.
        CheckpointError: a checkpoint is damaged or was made for something else.
        UsageError: the folder holds another run or something else.
        OSError: the folder cannot be written, or the disk is full; what was played before is kept.
    """
    # Imported here, so that `--help` need not wait for the compiler and PyTorch.
    from rich.console import Console

    from resonance_env.agents.loading import address_of, load_program
    from resonance_env.play.checks import check_for_agents
    from resonance_env.play.trained_variant import choose_variant, print_differences

    _check(config)
    agents = [load_program(name) for name in config.agents]
    variant = choose_variant(config, agents)
    check_for_agents(variant)
    for agent in agents:
        agent.bind(variant)
    console = Console()
    print_differences(console, variant, agents)
    loaded = zip(config.agents, agents, strict=True)
    factories = {name: functools.partial(load_program, address_of(name, agent)) for name, agent in loaded}
    report = run_tournament(variant, factories, config, checkpoints=_digests(config.agents, agents), console=console)
    if report.faults:
        console.print(
            f"[red]{sum(fault.games for fault in report.faults):,} games were forfeited[/red], see the table of faults"
        )
    console.print(f"Written to {config.out}: {PAGE_FILE}, {REPORT_FILE}, {GAMES_FILE}", highlight=False)
    return 0


def run_tournament(
    variant: Variant,
    factories: Mapping[str, Callable[[], Agent]],
    config: TournamentConfig,
    *,
    checkpoints: dict[str, str] | None = None,
    console: Console | None = None,
) -> TournamentReport:
    """Plays what is left of a tournament in `config.out`, and writes its report.

    Args:
        variant: the game; goes to other processes, so it must be possible to pickle it.
        factories: how to make each agent, by name; they go to other processes too: classes, functions of modules, partials.
        config: games, folder, line-ups, workers, time limit and seed; its agents and game are not used.
        checkpoints: digests of those agents that are read from files, so that a run does not go on with others.
        console: where to print; nowhere by default.

    Raises:
        OptionError: too few agents for the line-ups, or an agent to record is none of them or sees something else than another.
        UsageError: the folder holds another run or something else.
        OSError: the folder cannot be written, or the disk is full.
    """
    from resonance_env.eval.match.line_ups import Programme, default_kinds, line_ups
    from resonance_env.eval.tournament.game_records import read_games
    from resonance_env.eval.tournament.page import html_report
    from resonance_env.eval.tournament.standings import make_report
    from resonance_env.eval.tournament.tables import print_report

    names = tuple(factories)
    recorded = _recorded(config.record, factories)
    kinds = config.line_ups or default_kinds(len(names), variant.num_teams)
    found = line_ups(kinds, len(names), variant.num_teams)
    programme = Programme(variant.teams, tuple(found), config.seed)
    games = -(-config.games // programme.games_per_deal) * programme.games_per_deal
    run = RunConfig(
        format=FORMAT,
        version=__version__,
        game=variant.spec.name,
        players=variant.players,
        options=dict(variant.options),
        fingerprint=variant.fingerprint,
        agents=names,
        checkpoints=checkpoints or {},
        line_ups=tuple(kinds),
        games=games,
        unit=unit_of(games, variant.num_teams),
        seconds=config.seconds,
        seed=config.seed,
        recorded=recorded,
    )
    notes = []
    if games != config.games:
        notes.append(
            f"{games:,} games instead of {config.games:,}: rounded up to whole deals of {programme.games_per_deal} games "
            f"({len(found)} line-ups in {programme.sides} rotations)."
        )
    if console is not None:
        for note in notes:
            console.print(f"Note: {note}", style="yellow", highlight=False, markup=False)
    _open_folder(config.out, run)
    _play(variant, factories, programme, run, config, console)
    report = make_report(read_games(config.out / GAMES_FILE), variant, names, programme, notes)
    write_atomically(config.out / REPORT_FILE, json.dumps(report.to_json(), indent=2) + "\n")
    write_atomically(config.out / PAGE_FILE, html_report(report, run))
    if console is not None:
        print_report(console, report)
    return report


def _check(config: TournamentConfig) -> None:
    if len(config.agents) < 2:
        raise OptionError(f"expected at least 2 agents, got {len(config.agents)}")
    twice = sorted({name for name in config.agents if config.agents.count(name) > 1})
    if twice:
        raise OptionError(f"expected agents that differ, got {', '.join(map(repr, twice))} more than once")
    if config.games < 1:
        raise OptionError(f"expected --games of at least 1, got {config.games}")
    if config.workers is not None and config.workers < 1:
        raise OptionError(f"expected --workers of at least 1, got {config.workers}")
    if not 0 < config.seconds < float("inf"):
        raise OptionError(f"expected --seconds above 0, got {config.seconds}")
    if not 0 <= config.seed < 2**64:
        raise OptionError(f"expected --seed in 0 .. 2**64 - 1, got {config.seed}")
    check_can_write(config.out / CONFIG_FILE)


def _recorded(names: Sequence[str], factories: Mapping[str, Callable[[], Agent]]) -> dict[str, ObservationKind]:
    """Returns what the agents see that are to be recorded.

    Raises:
        OptionError: an agent does not play, or they do not see the same.
    """
    missing = [name for name in names if name not in factories]
    if missing:
        raise OptionError(f"expected --record with an agent that plays ({', '.join(factories)}), got {missing[0]!r}")
    kinds = {name: factories[name]().observation for name in names}
    if len(set(kinds.values())) > 1:
        seen = ", ".join(f"{name} {kind!r}" for name, kind in kinds.items())
        raise OptionError(f"expected --record with agents that see the same kind of observation, got {seen}; record them apart")
    return kinds


def _digests(names: Sequence[str], agents: Sequence[Agent]) -> dict[str, str]:
    """Returns a digest of the files of each agent that is a checkpoint."""
    digests = {}
    for name, agent in zip(names, agents, strict=True):
        if agent.folder is not None:
            digest = hashlib.sha256()
            for file in sorted(path for path in agent.folder.iterdir() if path.is_file()):
                digest.update(file.name.encode() + b"\0" + hashlib.sha256(file.read_bytes()).digest())
            digests[name] = digest.hexdigest()[:16]
    return digests


def _open_folder(folder: Path, run: RunConfig) -> None:
    """Makes the folder of a run, or checks that the run in it is this one.

    Raises:
        UsageError: it is another one, which is said, or none.
        OSError: the folder cannot be written.
    """
    path = folder / CONFIG_FILE
    if not path.exists():
        there = sorted(entry.name for entry in folder.iterdir() if not entry.name.endswith(".part")) if folder.exists() else []
        if there:
            raise UsageError(f"expected --out to be a new folder or that of a tournament, got {folder} with {there[0]!r} in it")
        write_atomically(path, msgspec.json.format(msgspec.json.encode(run), indent=2) + b"\n")
        return
    try:
        kept = msgspec.json.decode(path.read_bytes(), type=RunConfig)
    except msgspec.DecodeError as error:
        raise UsageError(f"{path}: expected the configuration of a tournament, got something else ({error})") from None
    differing = [
        f"{name} {_shown(getattr(kept, name))} there, {_shown(getattr(run, name))} here"
        for name in RunConfig.__struct_fields__
        if getattr(kept, name) != getattr(run, name)
    ]
    if differing:
        raise UsageError(f"{folder} holds another tournament: {'; '.join(differing)}; choose another folder with --out")
    check_can_write(folder / GAMES_FILE)


def _shown(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _play(
    variant: Variant,
    factories: Mapping[str, Callable[[], Agent]],
    programme: Programme,
    run: RunConfig,
    config: TournamentConfig,
    console: Console | None,
) -> None:
    """Plays the units that the file of games does not hold yet."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    from resonance_env.eval.tournament.game_records import GamesFile, read_games
    from resonance_env.eval.workers.pool import Job, Unit, play_units

    file = GamesFile(config.out / GAMES_FILE, run.unit, run.games)
    try:
        begin = file.num_games
        if begin == run.games:
            return
        for _ in read_games(file.path):  # damage is better known before others are played
            pass
        units = [Unit(first, min(first + run.unit, run.games)) for first in range(begin, run.games, run.unit)]
        workers = config.workers or os.cpu_count() or 1
        if console is not None and begin:
            console.print(f"Going on after {begin:,} of {run.games:,} games", highlight=False)
        job = Job(
            variant,
            run.agents,
            tuple(factories.values()),
            programme,
            run.seconds,
            WARM_UP_SECONDS,
            recorded=tuple(run.agents.index(name) for name in run.recorded),
            folder=config.out,
        )
        columns = (TextColumn("Playing"), BarColumn(), MofNCompleteColumn(), TextColumn("games"))
        times = (TimeElapsedColumn(), TimeRemainingColumn())
        began = time.perf_counter()
        with Progress(*columns, *times, console=console, transient=True, disable=console is None) as bar:
            task = bar.add_task("games", total=run.games, completed=begin)
            try:
                play_units(
                    job,
                    units,
                    workers,
                    lambda unit, lines: file.append(lines, unit.last - unit.first),
                    lambda ended: bar.advance(task, ended),
                )
            except KeyboardInterrupt:
                if console is not None:
                    console.print(f"Stopped; {file.num_games:,} games are kept in {config.out}. The same command goes on.")
                raise
        if console is not None:
            seconds, played = time.perf_counter() - began, run.games - begin
            console.print(
                f"{played:,} games in {seconds:.1f} s, {played / seconds:,.0f} games/s on {min(workers, len(units))} processes",
                highlight=False,
            )
    finally:
        file.close()
