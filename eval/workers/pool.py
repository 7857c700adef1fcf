"""Units of work on a pool of local processes: the same lines in the same order for any number of processes.

Agents are not trusted: they may hang in compiled code or end their process. Each worker writes to shared memory which agent it
waits for and until when. If the process ends meanwhile, or is killed because it is overdue, that agent is at fault: the unit is
played again in a new process with the agent's games forfeited. Processes are spawned, since a fork after compiled threads
hangs.
"""

import contextlib
import multiprocessing
import os
import pickle
import signal
import sys
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from resonance_env.eval.workers.plan import Plan
from resonance_env.eval.workers.work import Work, play_games, warm_up
from resonance_env.play.faults import Clock, Fault

WARM_UP_SECONDS = 300.0  # seconds for a call in the first games of a process, in which agents may compile
GRACE_SECONDS = 5.0  # seconds after its deadline until an agent is killed with its process
PROGRESS_SECONDS = 0.5  # between two reports of a worker
POLL_SECONDS = 0.5
MAX_DEATHS = 3  # of processes in the same unit that no agent caused
AHEAD = 4  # units per worker that may be played ahead of an unfinished earlier unit
IDLE = -1.0
ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")  # so that sums round alike and cores are not shared


def play_units(
    work: Work, units: Sequence[range], workers: int, write: Callable[[range, bytes], None], progress: Callable[[int], None]
) -> None:
    """Plays units on some processes.

    Args:
        work: the plan and its agents.
        units: numbers of games, in the order in which they are written.
        workers: number of processes.
        write: called with each unit's lines, in order.
        progress: called with the number of games that have ended since the last call; it is negative if a unit has to be
            played again.

    Raises:
        OSError: processes end repeatedly while no agent is asked.
        Exception: an error of `write`, or an error in a worker that no agent caused.
    """
    pool = _Pool(work, units, workers, write, progress)
    try:
        pool.run()
    finally:
        pool.close()


def why_it_stays(work: Work) -> str | None:
    """Returns why work cannot be sent to other processes, or None if it can.

    A class of a notebook or of standard input can be named in a pickle, but other processes cannot import it.
    """
    try:
        data = pickle.dumps(work)
    except Exception as error:  # objects raise what they like
        return " ".join(str(error).split())
    file = getattr(sys.modules["__main__"], "__file__", None)
    if b"__main__" in data and (file is None or not Path(file).exists()):
        return "an agent or the game is defined in a notebook or on standard input, which other processes cannot import"
    return None


def play_here(
    work: Work, units: Sequence[range], write: Callable[[range, bytes], None], progress: Callable[[int], None]
) -> None:
    """Plays units in this process, as `play_units`; an agent that hangs in compiled code or ends its process is not stopped.

    Raises:
        Exception: an error of `write`, or an error that no agent caused.
    """
    failed: dict[int, Fault] = {}
    warm_up(work, failed, Clock(WARM_UP_SECONDS))
    clock = Clock(work.plan.seconds)
    for numbers in units:
        write(numbers, play_games(work, numbers, failed, clock, progress))


class _Worker:
    """A process, as its parent sees it.

    Attributes:
        connection: sends units to it and receives events.
        waiting_for: shared `[2]`: index of the agent that is asked, or IDLE, and its deadline.
        number: number of the unit that it plays, or None.
        ended: number of games of that unit that have ended.
        is_ready: it has played its first games.
    """

    def __init__(self, work: Work, failed: dict[int, Fault]) -> None:
        context = multiprocessing.get_context("spawn")
        self.waiting_for: Any = context.Array("d", [IDLE, 0.0], lock=False)
        self.connection, other = context.Pipe()
        arguments = (work, failed, WARM_UP_SECONDS, other, self.waiting_for)
        self.process = context.Process(target=_serve, args=arguments, daemon=True)
        with _one_thread():
            self.process.start()
        other.close()
        self.number: int | None = None
        self.ended = 0
        self.is_ready = False

    def is_overdue(self) -> bool:
        """Returns whether it still waits for an agent long after the deadline."""
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
        work: Work,
        units: Sequence[range],
        workers: int,
        write: Callable[[range, bytes], None],
        progress: Callable[[int], None],
    ) -> None:
        self.work, self.units, self.write, self.progress = work, units, write, progress
        self.failed: list[dict[int, Fault]] = [{} for _ in units]  # agents whose games of a unit are forfeited, by index
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
        """Starts processes; first only one, since it may have to fill the cache of compiled code."""
        wanted = self.size if any(worker.is_ready for worker in self.workers) else 1
        while len(self.workers) < wanted:
            self.workers.append(_Worker(self.work, self.cannot_start))

    def _hand_out(self) -> None:
        for worker in self.workers:
            is_near = bool(self.waiting) and self.waiting[0] - self.next_to_write < AHEAD * self.size
            if worker.is_ready and worker.number is None and is_near:
                worker.number, worker.ended = self.waiting.popleft(), 0
                # A process that has ended is noticed when its connection is read.
                with contextlib.suppress(BrokenPipeError):
                    worker.connection.send((self.units[worker.number], self.failed[worker.number]))

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
            self.progress(len(self.units[number]) - worker.ended)
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
                raise OSError(
                    f"a worker process ended {MAX_DEATHS} times while no agent was asked (exit code {code}); what it printed "
                    'above says why. A script must call this below `if __name__ == "__main__":`, since processes import it'
                )
        else:
            fault = _fault_of_process(self.work.plan, agent, code, is_overdue=is_overdue)
            if number is None:
                self.cannot_start[agent] = fault
            else:
                self.failed[number][agent] = fault
        if number is not None:
            self.progress(-worker.ended)
            self.waiting.appendleft(number)


def _fault_of_process(plan: Plan, agent: int, code: int | None, *, is_overdue: bool) -> Fault:
    name = plan.agents[agent]
    if is_overdue:
        return Fault("late", f"agent {name!r} did not return within {plan.seconds:g} s; its process was killed")
    how = f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
    return Fault("died", f"agent {name!r} ended its process ({how})")


@contextlib.contextmanager
def _one_thread() -> Iterator[None]:
    """Lets processes that start meanwhile compute on one thread each, unless the user has set another number."""
    missing = [name for name in ONE_THREAD if name not in os.environ]
    os.environ.update(dict.fromkeys(missing, "1"))
    try:
        yield
    finally:
        for name in missing:
            del os.environ[name]


def _serve(work: Work, failed: dict[int, Fault], warm_up_seconds: float, connection: Connection, waiting_for: Any) -> None:
    """The main function of a worker process: plays units until the parent closes the connection."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides

    def tell(index: int, deadline: float) -> None:
        waiting_for[1] = deadline  # first, so that an old deadline never applies to a new agent
        waiting_for[0] = float(index)

    try:
        warm_up(work, failed, Clock(warm_up_seconds, tell))
        connection.send(("ready", None))
        clock = Clock(work.plan.seconds, tell)
        while True:
            numbers, failed = connection.recv()
            connection.send(("lines", play_games(work, numbers, failed, clock, _Reporter(connection))))
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


class _Reporter:
    """Reports the number of ended games to the parent at intervals."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._ended, self._last = 0, time.monotonic()

    def __call__(self, ended: int) -> None:
        self._ended += ended
        if time.monotonic() - self._last >= PROGRESS_SECONDS:
            self._connection.send(("ended", self._ended))
            self._ended, self._last = 0, time.monotonic()
