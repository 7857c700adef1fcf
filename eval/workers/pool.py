"""Units of work on a pool of local processes: the same lines in the same order for any number of them.

Agents are strangers: they may hang in compiled code or end their process. Each worker says in shared memory whom it is waiting
for and until when. If the process ends meanwhile, or is overdue and has to be killed, that agent is at fault: the unit is
played again in a new process with the agent's games forfeited. Processes are spawned: a fork after compiled threads hangs.
"""

from __future__ import annotations

import contextlib
import math
import multiprocessing
import os
import pickle
import signal
import sys
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

import numpy as np

from resonance_env.agents.interface import Agent
from resonance_env.core.chance import WORD, episode_seed
from resonance_env.core.spec import Variant
from resonance_env.eval.match.game_facts import FactsSpec
from resonance_env.eval.match.line_ups import Programme
from resonance_env.eval.match.match import Schedule, play_match
from resonance_env.eval.match.recording import Recorder
from resonance_env.eval.tournament.game_records import encode
from resonance_env.play.faults import Clock, FailedAgent, Fault

GRACE_SECONDS = 5.0  # after its deadline an agent is killed with its process
PROGRESS_SECONDS = 0.5  # between two reports of a worker
POLL_SECONDS = 0.5
MAX_DEATHS = 3  # of processes in the same unit, with no agent to blame
AHEAD = 4  # units a worker that may be played before an earlier one is finished
IDLE = -1.0
ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")  # so that sums round alike and cores are not shared


@dataclass(frozen=True)
class Job:
    """What all units have in common; goes to each process, so it must be possible to pickle it.

    Attributes:
        variant: the game.
        names: of the agents.
        factories: make the agents, anew for each unit.
        programme: the games by number.
        seconds: time limit of one call of `act` or `start`.
        warm_up_seconds: the same in the first games of a process, in which agents may compile.
        facts: what is told about each game beyond its result; None for nothing.
        recorded: indices of the agents whose decisions are recorded.
        folder: of the run, for these.
    """

    variant: Variant
    names: tuple[str, ...]
    factories: tuple[Callable[[], Agent], ...]
    programme: Programme
    seconds: float
    warm_up_seconds: float
    facts: FactsSpec | None = None
    recorded: tuple[int, ...] = ()
    folder: Path | None = None


@dataclass(frozen=True)
class Unit:
    """The games `first` .. `last - 1`, and agents whose games are forfeited, by index."""

    first: int
    last: int
    failed: dict[int, Fault] = field(default_factory=dict)


def play_unit(job: Job, unit: Unit, clock: Clock, progress: Callable[[int], None] | None = None) -> bytes:
    """Plays a unit, writes the decisions to be recorded, and returns its lines.

    Raises:
        CheckpointError: an agent cannot be made any more, or does not fit the variant.
        OSError: the decisions cannot be written.
    """
    agents = [
        FailedAgent(job.names[index], unit.failed[index]) if index in unit.failed else factory()
        for index, factory in enumerate(job.factories)
    ]
    schedule = job.programme.schedule(unit.first, unit.last)
    watcher = None if job.facts is None else job.facts.watcher(job.variant, unit.last - unit.first)
    recorder = Recorder(job.recorded) if job.recorded else None
    result = play_match(
        job.variant, agents, schedule, on_fault="return", clock=clock, progress=progress, watcher=watcher, recorder=recorder
    )
    if recorder is not None and job.folder is not None:
        recorder.write(job.folder, unit.first, result.payoff)
    facts = () if watcher is None else watcher.facts()
    return encode(job.variant, job.names, job.programme, unit.first, schedule, result, facts)


def play_units(
    job: Job, units: Sequence[Unit], workers: int, write: Callable[[Unit, bytes], None], progress: Callable[[int], None]
) -> None:
    """Plays units on some processes.

    Args:
        job: what they have in common.
        units: in the order in which they are written.
        workers: number of processes.
        write: called with each unit's lines, in order.
        progress: called with the number of games that have ended since the last call; a unit that has to be played again
            takes its games back by a negative number.

    Raises:
        OSError: processes end again and again while no agent is being asked.
        Exception: what `write` raises, or an error in a worker that no agent is to blame for.
    """
    pool = _Pool(job, units, workers, write, progress)
    try:
        pool.run()
    finally:
        pool.close()


class _Worker:
    """A process, as its parent sees it.

    Attributes:
        connection: carries units to it and what happens back.
        waiting_for: shared `[2]`: index of the agent that is being asked, or IDLE, and its deadline.
        number: of the unit that it plays, or None.
        ended: games of that unit that have ended.
        is_ready: it has played its first games.
    """

    def __init__(self, job: Job, failed: dict[int, Fault]) -> None:
        context = multiprocessing.get_context("spawn")
        self.waiting_for: Any = context.Array("d", [IDLE, 0.0], lock=False)
        self.connection, other = context.Pipe()
        self.process = context.Process(target=_work, args=(job, failed, other, self.waiting_for), daemon=True)
        with _one_thread():
            self.process.start()
        other.close()
        self.number: int | None = None
        self.ended = 0
        self.is_ready = False

    def is_overdue(self) -> bool:
        """Tells whether it is still waiting for an agent long after the deadline."""
        return bool(self.waiting_for[0] != IDLE and time.monotonic() > self.waiting_for[1] + GRACE_SECONDS)

    def stop(self) -> None:
        """Kills the process."""
        self.process.kill()
        self.process.join()
        self.connection.close()


class _Pool:
    """The parent's side of the work."""

    def __init__(
        self,
        job: Job,
        units: Sequence[Unit],
        workers: int,
        write: Callable[[Unit, bytes], None],
        progress: Callable[[int], None],
    ) -> None:
        self.job, self.units, self.write, self.progress = job, list(units), write, progress
        self.size = min(workers, len(units))
        self.waiting = deque(range(len(units)))
        self.played: dict[int, bytes] = {}
        self.next_to_write = 0
        self.deaths = dict.fromkeys(range(-1, len(units)), 0)
        self.cannot_start: dict[int, Fault] = {}  # agents that have killed a process in its first games
        self.workers: list[_Worker] = []

    def run(self) -> None:
        """Plays all units."""
        while self.next_to_write < len(self.units):
            self._start_workers()
            self._hand_out()
            for connection in wait([worker.connection for worker in self.workers], POLL_SECONDS):
                self._receive(next(worker for worker in self.workers if worker.connection is connection))
            for worker in [worker for worker in self.workers if worker.is_overdue()]:
                self._bury(worker, is_overdue=True)

    def close(self) -> None:
        """Ends all processes."""
        for worker in self.workers:
            worker.stop()
        self.workers = []

    def _start_workers(self) -> None:
        """Starts processes; the first one alone at first, since it may have to compile what the others then find."""
        wanted = self.size if any(worker.is_ready for worker in self.workers) else 1
        while len(self.workers) < wanted:
            self.workers.append(_Worker(self.job, self.cannot_start))

    def _hand_out(self) -> None:
        for worker in self.workers:
            is_near = bool(self.waiting) and self.waiting[0] - self.next_to_write < AHEAD * self.size
            if worker.is_ready and worker.number is None and is_near:
                worker.number, worker.ended = self.waiting.popleft(), 0
                # An end that nobody reads any more is noticed when it is read from.
                with contextlib.suppress(BrokenPipeError):
                    worker.connection.send(self.units[worker.number])

    def _receive(self, worker: _Worker) -> None:
        try:
            kind, content = worker.connection.recv()
        except (EOFError, ConnectionError):
            self._bury(worker, is_overdue=False)
            return
        if kind == "ready":
            worker.is_ready = True
        elif kind == "ended":
            worker.ended += content
            self.progress(content)
        elif kind == "failed":
            error, text = content
            raise error if error is not None else RuntimeError(f"a worker failed:\n{text}")
        else:
            number, worker.number = worker.number, None
            assert number is not None
            self.played[number] = content
            self.progress(self.units[number].last - self.units[number].first - worker.ended)
            while self.next_to_write in self.played:
                self.write(self.units[self.next_to_write], self.played.pop(self.next_to_write))
                self.next_to_write += 1

    def _bury(self, worker: _Worker, *, is_overdue: bool) -> None:
        """Blames the agent that a dead or overdue process was waiting for and has its unit played again."""
        agent, number = int(worker.waiting_for[0]), worker.number
        if not is_overdue:
            worker.process.join(GRACE_SECONDS)
        code = worker.process.exitcode
        worker.stop()
        self.workers.remove(worker)
        if agent == IDLE:
            self.deaths[-1 if number is None else number] += 1
            if self.deaths[-1 if number is None else number] >= MAX_DEATHS:
                raise OSError(f"a worker process ended {MAX_DEATHS} times while no agent was asked (exit code {code})")
        else:
            fault = _fault_of_process(self.job.names[agent], code, self.job.seconds, is_overdue=is_overdue)
            if number is None:
                self.cannot_start[agent] = fault
            else:
                unit = self.units[number]
                self.units[number] = Unit(unit.first, unit.last, {**unit.failed, agent: fault})
        if number is not None:
            self.progress(-worker.ended)
            self.waiting.appendleft(number)


def _fault_of_process(name: str, code: int | None, seconds: float, *, is_overdue: bool) -> Fault:
    if is_overdue:
        return Fault("late", f"agent {name!r} did not return within {seconds:g} s; its process was killed")
    how = f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
    return Fault("died", f"agent {name!r} ended its process ({how})")


@contextlib.contextmanager
def _one_thread() -> Iterator[None]:
    """Lets processes that start meanwhile compute on one thread each, unless the user has said otherwise."""
    missing = [name for name in ONE_THREAD if name not in os.environ]
    os.environ.update(dict.fromkeys(missing, "1"))
    try:
        yield
    finally:
        for name in missing:
            del os.environ[name]


def _work(job: Job, failed: dict[int, Fault], connection: Connection, waiting_for: Any) -> None:
    """Is what a worker process does: plays units until the parent hangs up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides

    def tell(index: int, deadline: float) -> None:
        waiting_for[1] = deadline  # first, so that a new agent is never judged by an old deadline
        waiting_for[0] = float(index)

    try:
        _warm_up(job, failed, Clock(job.warm_up_seconds, tell))
        connection.send(("ready", None))
        clock = Clock(job.seconds, tell)
        while True:
            unit = connection.recv()
            connection.send(("lines", play_unit(job, unit, clock, _Reporter(connection))))
    except (EOFError, ConnectionError):
        sys.exit()  # the parent is gone
    except Exception as error:
        connection.send(("failed", (_if_it_travels(error), traceback.format_exc())))


def _if_it_travels(error: Exception) -> Exception | None:
    """Returns an exception if it can be pickled and read back."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return None
    return error


def _warm_up(job: Job, failed: dict[int, Fault], clock: Clock) -> None:
    """Plays a few games with all agents, so that nobody's time limit is spent with compiling; nothing comes of it."""
    sides, seed = job.programme.sides, episode_seed(job.programme.seed, WORD, WORD - 1)
    number = math.ceil(len(job.names) / sides)
    by_side = np.arange(number * sides).reshape(number, sides) % len(job.names)
    seeds = np.array([episode_seed(seed, game, 0) for game in range(number)], dtype=np.uint64)
    agents = [FailedAgent(job.names[i], failed[i]) if i in failed else make() for i, make in enumerate(job.factories)]
    schedule = Schedule(by_side[:, list(job.programme.teams)], seeds, seeds)
    play_match(job.variant, agents, schedule, on_fault="return", clock=clock)


class _Reporter:
    """Tells the parent how many games have ended, not too often."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._ended, self._last = 0, time.monotonic()

    def __call__(self, ended: int) -> None:
        self._ended += ended
        if time.monotonic() - self._last >= PROGRESS_SECONDS:
            self._connection.send(("ended", self._ended))
            self._ended, self._last = 0, time.monotonic()
