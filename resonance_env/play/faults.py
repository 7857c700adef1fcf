"""Asks agents for actions and checks their answers; faults are values here, so that other games continue.

An agent answers for many rows at once, and an answer that cannot be read (an exception, a wrong shape) does not show which row
caused it. So the call is split in halves until the row is found; the action of a row does not depend on the others. Only a late
answer counts for all rows of a call.
"""

from __future__ import annotations

import contextlib
import signal
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from resonance_env.agents.interface import Agent, Memory
from resonance_env.agents.sampling import KeyedRandom
from resonance_env.core.errors import IllegalActionError
from resonance_env.core.spec import Variant

FaultKind = Literal["illegal", "error", "form", "late", "died"]
FAULT_MEANINGS: dict[FaultKind, str] = {
    "illegal": "chose an action that was not legal",
    "error": "raised an exception",
    "form": "did not answer with one integer per row",
    "late": "took longer than the time limit for a call",
    "died": "ended its process",
}
MAX_MESSAGE = 300  # characters kept of a message
MAX_DETAILS = 6000  # characters kept of a traceback: its end, the most informative part


@dataclass(frozen=True)
class Fault:
    """A fault of an agent: its kind, a message of one line, and details: a traceback, or the position of an illegal action."""

    kind: FaultKind
    message: str
    details: str = ""
    cause: BaseException | None = None


@dataclass
class Answer:
    """The actions of an agent for some rows.

    Attributes:
        actions: int64 `[row]`; -1 where there is a fault.
        memory: `[row, ...]` or None; rows with a fault are as before.
        faults: by row.
    """

    actions: np.ndarray
    memory: Memory
    faults: dict[int, Fault]


@dataclass(frozen=True)
class Question:
    """Rows that have a decision to make.

    Attributes:
        observation: int8 `[row, size]`.
        legal: int8 `[row, action]`.
        memory: `[row, ...]` or None.
        keys: uint64 `[row]`, for `KeyedRandom`.
        decisions: int64 `[row]`, likewise.
    """

    observation: np.ndarray
    legal: np.ndarray
    memory: Memory
    keys: np.ndarray
    decisions: np.ndarray

    def part(self, rows: slice) -> Question:
        """Returns some of the rows."""
        memory = None if self.memory is None else self.memory[rows]
        return Question(self.observation[rows], self.legal[rows], memory, self.keys[rows], self.decisions[rows])

    def put_to(self, agent: Agent) -> tuple[np.ndarray, Memory]:
        """Returns what the agent answers. It gets copies: whatever it writes to them changes nothing here.

        Raises:
            _FaultError: it is no pair.
        """
        memory = None if self.memory is None else self.memory.copy()
        rng = KeyedRandom(self.keys.copy(), self.decisions.copy())
        answer: object = agent.act(self.observation.copy(), self.legal.copy(), memory, rng)
        if not isinstance(answer, tuple) or len(answer) != 2:
            got = f"{len(answer)} values" if isinstance(answer, tuple) else _form(answer)
            raise _FaultError(Fault("form", f"expected (actions, memory) from act() of agent {agent.name!r}, got {got}"))
        return answer


class Clock:
    """Limits the time of calls and reports the agent that is asked.

    Attributes:
        seconds: limit of one call; None for no limit.
    """

    def __init__(self, seconds: float | None = None, tell: Callable[[int, float], None] | None = None) -> None:
        """Prepares a clock.

        Args:
            seconds: the limit.
            tell: called with the agent's index and its deadline (`time.monotonic`) before each call, and with -1 after it.
        """
        self.seconds = seconds
        self._tell = tell
        self._interrupts = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()

    @contextlib.contextmanager
    def limit(self, index: int) -> Iterator[None]:
        """Runs the call of an agent; Python code is interrupted at the limit, compiled code is checked when it returns.

        Raises:
            TooLateError: the call took too long.
        """
        began = time.monotonic()
        if self._tell is not None:
            self._tell(index, np.inf if self.seconds is None else began + self.seconds)
        try:
            if self.seconds is None:
                yield
                return
            with self._alarm(self.seconds):
                yield
            if time.monotonic() - began > self.seconds:
                raise TooLateError
        finally:
            if self._tell is not None:
                self._tell(-1, 0.0)

    @contextlib.contextmanager
    def _alarm(self, seconds: float) -> Iterator[None]:
        if not self._interrupts:
            yield
            return

        def interrupt(*_: object) -> None:
            raise TooLateError

        before = signal.signal(signal.SIGALRM, interrupt)
        signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0.0)
            signal.signal(signal.SIGALRM, before)


class TooLateError(BaseException):
    """An agent has exceeded its time; not an `Exception`, so that agents do not catch it."""


def ask(agent: Agent, index: int, question: Question, variant: Variant, clock: Clock, *, isolate: bool) -> Answer:
    """Asks an agent for its actions; everything except a keyboard interrupt becomes an answer.

    The caller, which has the games, checks that the actions are legal.

    Args:
        agent: the agent.
        index: its number, for `clock`.
        question: the rows.
        variant: the game.
        clock: the time limit.
        isolate: whether to find the faulty rows, or to count all rows of the call as faulty.
    """
    rows = len(question.legal)
    try:
        with clock.limit(index):
            given, memory = question.put_to(agent)
            actions = np.asarray(given)
    except KeyboardInterrupt:
        raise
    except _FaultError as error:
        return _all_at_fault(question, error.fault)
    except TooLateError:
        text = f"agent {agent.name!r} took more than {clock.seconds:g} s for a call with {rows} rows"
        return _all_at_fault(question, Fault("late", text))
    except BaseException as error:  # an agent may even call sys.exit
        fault = Fault("error", _one_line(error), traceback.format_exc()[-MAX_DETAILS:], error)
    else:
        problem = _wrong_form(agent, question, actions, memory)
        if problem is None:
            return _within_range(agent, question, actions.astype(np.int64), memory, variant)
        fault = Fault("form", problem)
    if rows == 1 or not isolate:
        return _all_at_fault(question, fault)
    halves = [question.part(slice(None, rows // 2)), question.part(slice(rows // 2, None))]
    first, second = (ask(agent, index, half, variant, clock, isolate=True) for half in halves)
    faults = first.faults | {rows // 2 + row: fault for row, fault in second.faults.items()}
    memory = None
    if question.memory is not None and first.memory is not None and second.memory is not None:
        memory = np.concatenate([first.memory, second.memory])
    return Answer(np.concatenate([first.actions, second.actions]), memory, faults)


def ask_to_start(agent: Agent, index: int, rows: int, clock: Clock) -> tuple[Memory, Fault | None]:
    """Returns an agent's memory of `rows` rows at the start of their games, or a fault."""
    try:
        with clock.limit(index):
            memory = agent.start(rows)
    except KeyboardInterrupt:
        raise
    except TooLateError:
        return None, Fault("late", f"agent {agent.name!r} took more than {clock.seconds:g} s to start")
    except BaseException as error:
        return None, Fault("error", _one_line(error), traceback.format_exc()[-MAX_DETAILS:], error)
    if memory is not None and not (_is_of_numbers(memory) and memory.shape[:1] == (rows,)):
        expected = f"expected an array of numbers with {rows} rows, or None, as memory"
        return None, Fault("form", f"{expected} from agent {agent.name!r}, got {_form(memory)}")
    return memory, None


def illegal_fault(agent: Agent, variant: Variant, games: np.ndarray, game: int, seat: int, action: int) -> Fault:
    """Returns why an action that the mask does not allow is illegal."""
    try:
        variant.verify(games, game, seat, action)
    except IllegalActionError as error:
        message, _, position = f"agent {agent.name!r} played illegally: {error}".partition("\n")
        return Fault("illegal", message, position)
    return Fault("illegal", f"agent {agent.name!r} chose action {action}, which its mask does not allow")


class FailedAgent(Agent):
    """Replaces an agent that hung or ended its process: it answers every call with that fault."""

    def __init__(self, name: str, fault: Fault) -> None:
        self.name = name
        self.fault = fault

    def act(self, observation: np.ndarray, legal: np.ndarray, memory: Memory, rng: object) -> tuple[np.ndarray, Memory]:
        raise _FaultError(self.fault)


class _FaultError(Exception):
    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault


def _within_range(agent: Agent, question: Question, actions: np.ndarray, memory: Memory, variant: Variant) -> Answer:
    faults: dict[int, Fault] = {}
    for row in np.flatnonzero((actions < 0) | (actions >= variant.num_actions)).tolist():
        allowed = f"0 .. {variant.num_actions - 1}"
        faults[row] = Fault("illegal", f"expected actions in {allowed} from agent {agent.name!r}, got {actions[row]}")
        actions[row] = -1
    return Answer(actions, question.memory if memory is None else memory, faults)


def _wrong_form(agent: Agent, question: Question, actions: np.ndarray, memory: Memory) -> str | None:
    rows = len(question.legal)
    if actions.shape != (rows,) or not np.issubdtype(actions.dtype, np.integer):
        return f"expected {rows} integers from agent {agent.name!r}, got shape {actions.shape} of type {actions.dtype}"
    if question.memory is None or memory is None:
        return None
    shape, kind = question.memory.shape, question.memory.dtype
    if not (_is_of_numbers(memory) and memory.shape == shape and np.can_cast(memory.dtype, kind, "same_kind")):
        return f"expected a memory of {kind} and shape {shape} from agent {agent.name!r}, got {_form(memory)}"
    return None


def _is_of_numbers(memory: object) -> bool:
    return isinstance(memory, np.ndarray) and memory.dtype.kind in "biuf"


def _all_at_fault(question: Question, fault: Fault) -> Answer:
    rows = len(question.legal)
    return Answer(np.full(rows, -1), question.memory, dict.fromkeys(range(rows), fault))


def _form(value: object) -> str:
    return f"{value.dtype} of shape {value.shape}" if isinstance(value, np.ndarray) else type(value).__name__


def _one_line(error: BaseException) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split())}"[:MAX_MESSAGE]
