"""Runs tests against mutants: each in a forked process, which ends at the first failure."""

import gc
import importlib
import json
import os
import pickle
import signal
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from bench.mutant_code import Mutant
from tests.games.mutation import Mutation

SURVIVED, KILLED, TIMED_OUT = "survived", "killed", "timed out"
LONGEST = 1.0  # CPU seconds of a traced test; longer ones play whole games and would hold up every survivor
SECONDS_MORE, TIMES_SLOWER = 0.5, 3.0  # CPU time that a test may take beyond its time without a mutant


@dataclass(frozen=True)
class Reach:
    """A test without a mutant: the lines it runs, by module, and its CPU seconds (with tracing, so longer than usual)."""

    lines: dict[str, set[int]]
    seconds: float


class Hunt:
    """A pytest plugin that, once the tests are collected, runs them against every mutant instead of once."""

    def __init__(self, mutation: Mutation, mutants: Sequence[Mutant], results: Path | None) -> None:
        self.mutation = mutation
        self.mutants = mutants
        self.results = results
        self.outcomes: list[tuple[Mutant, str]] = []
        self.is_failed = False
        self.is_child = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.is_failed = self.is_failed or report.failed

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_call(self) -> Iterator[None]:
        outcome: Any = yield
        if self.is_child and outcome.excinfo is not None and not isinstance(outcome.excinfo[1], pytest.skip.Exception):
            os._exit(1)  # exit at once: formatting the failure takes longer than most tests

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        reach = self._reach(session.items)
        quick = [item for item in session.items if reach[item.nodeid].seconds < LONGEST]
        print(f"\n{len(quick)} tests, {len(session.items) - len(quick)} slow ones excluded", file=sys.stderr)
        killers: dict[tuple[str, int], Counter[str]] = defaultdict(Counter)  # by line; those of any line of a function at -1
        gc.collect()
        gc.freeze()
        started = time.monotonic()
        for number, mutant in enumerate(self.mutants, 1):
            here, near = killers[mutant.module, mutant.line], killers[mutant.function, -1]
            items = [item for item in quick if not mutant.lines.isdisjoint(reach[item.nodeid].lines[mutant.module])]
            items.sort(key=lambda item: reach[item.nodeid].seconds / (1 + 100 * here[item.nodeid] + 10 * near[item.nodeid]))
            begun = time.monotonic()
            outcome, killer = self._try(mutant, items, reach)
            here[killer] += 1
            near[killer] += 1
            self.outcomes.append((mutant, outcome))
            self._note(mutant, outcome, killer, time.monotonic() - begun)
            if number % 100 == 0:
                print(f"{number} of {len(self.mutants)}, {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)
        return True

    def _note(self, mutant: Mutant, outcome: str, killer: str, seconds: float) -> None:
        if self.results is not None:
            row = {"label": mutant.label, "line": mutant.line, "outcome": outcome, "by": killer, "seconds": round(seconds, 3)}
            with self.results.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")

    def _reach(self, items: Sequence[pytest.Item]) -> dict[str, Reach]:
        """Runs every test once, with tracing, in its own process."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "reach"
            child = os.fork()
            if child == 0:
                _be_quiet(items[0].config)
                path.write_bytes(pickle.dumps(self._traced(items)))
                os._exit(int(self.is_failed))
            if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != 0:
                raise pytest.UsageError("expected tests that pass without a mutant, got failures")
            reach: dict[str, Reach] = pickle.loads(path.read_bytes())
        return reach

    def _traced(self, items: Sequence[pytest.Item]) -> dict[str, Reach]:
        modules = {str(self.mutation.source(module)): module for module in self.mutation.modules}
        lines: dict[str, set[int]]

        def trace(frame: FrameType, event: str, _: Any) -> Any:
            module = modules.get(frame.f_code.co_filename)
            if module is None:
                return None
            lines[module].add(frame.f_lineno)
            return trace

        reach = {}
        for item, follower in _with_followers(items):
            lines = {module: set() for module in self.mutation.modules}
            started = time.process_time()
            sys.settrace(trace)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=follower)
            sys.settrace(None)
            if self.is_failed:
                os.write(2, f"fails without a mutant: {item.nodeid}\n".encode())
                break
            reach[item.nodeid] = Reach(lines, time.process_time() - started)
        return reach

    def _try(self, mutant: Mutant, items: Sequence[pytest.Item], reach: dict[str, Reach]) -> tuple[str, str]:
        """Returns the outcome of a mutant and the test that killed it; no test means that none reaches the change."""
        if not items:
            return SURVIVED, ""
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                self.is_child = True
                os.close(reading)
                _be_quiet(items[0].config)
                getattr(
                    importlib.import_module(f"{self.mutation.package}.{mutant.module}"), mutant.function
                ).__code__ = mutant.code
                signal.signal(signal.SIGPROF, signal.SIG_DFL)
                for number, (item, follower) in enumerate(_with_followers(items)):
                    os.write(writing, number.to_bytes(4, "big"))
                    signal.setitimer(signal.ITIMER_PROF, SECONDS_MORE + TIMES_SLOWER * reach[item.nodeid].seconds)
                    item.config.hook.pytest_runtest_protocol(item=item, nextitem=follower)
                    if self.is_failed:
                        os._exit(1)
                os._exit(0)
            finally:
                os._exit(1)
        os.close(writing)
        status = os.waitpid(child, 0)[1]
        with os.fdopen(reading, "rb") as pipe:
            begun = pipe.read()
        if os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0:
            return SURVIVED, ""
        killer = items[int.from_bytes(begun[-4:], "big")].nodeid if begun else ""
        return (TIMED_OUT if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF else KILLED), killer


def _be_quiet(config: pytest.Config) -> None:
    config.pluginmanager.unregister(name="terminalreporter")


def _with_followers(items: Sequence[pytest.Item]) -> Iterator[tuple[pytest.Item, pytest.Item | None]]:
    return zip(items, [*items[1:], None], strict=True)
