"""Agents think in worker processes with a time limit: a slow one stops nobody, and a fault is an answer.

A worker keeps agents but no games: each question brings what the seat sees, what its agent remembers and its random stream, so
any worker can answer it, also after a restart. Processes are spawned, since a fork after compiled threads hangs.
"""

import asyncio
import contextlib
import multiprocessing
from collections.abc import Hashable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Any, Protocol

from resonance_env.core.errors import ResonanceEnvError
from resonance_env.play.faults import Fault
from resonance_env.serve.requests import Reply, Request

LOAD_SECONDS = 600.0  # to load an agent and its code, which may have to be compiled first
MAX_AGENTS = 12  # that a worker keeps


class Answers(Protocol):
    """What tables ask for the actions of agents."""

    async def ask(self, request: Request) -> Reply:
        """Returns the answer of an agent; a fault is an answer."""

    def close(self) -> None:
        """Stops answering."""


class Thinkers:
    """The worker processes; each starts with its first question."""

    def __init__(self, workers: int, seconds: float) -> None:
        """Prepares so many workers with a limit of so many seconds for a decision."""
        self._seconds = seconds
        self._workers = [_Worker() for _ in range(workers)]
        self._idle: asyncio.Queue[_Worker] = asyncio.Queue()
        self._threads = ThreadPoolExecutor(workers)
        for worker in self._workers:
            self._idle.put_nowait(worker)

    async def ask(self, request: Request) -> Reply:
        """Returns the answer of an agent, once a worker is free."""
        worker = await self._idle.get()
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, worker.ask, request, self._seconds)
        finally:
            self._idle.put_nowait(worker)

    def close(self) -> None:
        """Kills the processes."""
        for worker in self._workers:
            worker.kill()
        self._threads.shutdown(wait=False, cancel_futures=True)


class _Worker:
    """A process, as the server sees it."""

    def __init__(self) -> None:
        self._process: Any = None
        self._connection: Connection | None = None
        self._is_closed = False

    def ask(self, request: Request, seconds: float) -> Reply:
        """Asks the process, and kills it if it is too late."""
        if self._is_closed:
            return Reply(fault=Fault("died", "the server stops"))
        connection = self._start()
        try:
            connection.send(request)
            for limit, what in ((LOAD_SECONDS, "to load"), (seconds, "for a decision")):
                if not connection.poll(limit):
                    self.kill(for_good=False)
                    return Reply(fault=Fault("late", f"agent {request.agent!r} took more than {limit:g} s {what}"))
                answer = connection.recv()
                if isinstance(answer, Reply):
                    return answer
            raise EOFError
        except (EOFError, OSError):
            self.kill(for_good=False)
            return Reply(fault=Fault("died", f"agent {request.agent!r} ended its process"))

    def kill(self, *, for_good: bool = True) -> None:
        """Ends the process; unless it is for good, the next question starts another one."""
        self._is_closed = self._is_closed or for_good
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.join()

    def _start(self) -> Connection:
        if self._process is None or not self._process.is_alive() or self._connection is None:
            context = multiprocessing.get_context("spawn")
            self._connection, other = context.Pipe()
            self._process = context.Process(target=_work, args=(other,), daemon=True)
            self._process.start()
            other.close()
        return self._connection


_READY = "ready"


def _work(connection: Connection) -> None:
    """Answers requests until the server is gone; for each it sends _READY, when the agent is loaded, and a reply."""
    agents: dict[Hashable, Any] = {}
    with contextlib.suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            request: Request = connection.recv()
            if request.who not in agents:
                try:
                    loaded = request.load()
                except ResonanceEnvError as error:
                    connection.send(Reply(fault=Fault("error", " ".join(str(error).split()))))
                    continue
                if len(agents) >= MAX_AGENTS:
                    del agents[next(iter(agents))]
                agents[request.who] = loaded
                request.answer(loaded)  # compiles and loads what the first call needs, outside of the limit
            connection.send(_READY)
            connection.send(request.answer(agents[request.who]))
