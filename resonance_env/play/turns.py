"""Several threads at one batch of games: their calls come one after the other, since compiled code writes to shared arrays."""

import functools
import threading
from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
S = TypeVar("S")


class Turns:
    """A lock that copies and pickles of its owner do not share; the thread that holds it may take it again."""

    def __init__(self) -> None:
        self._lock = threading.RLock()

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()

    def __reduce__(self) -> tuple[Any, ...]:
        return Turns, ()


def in_turn(method: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """Lets one thread at a time run the methods of an object that are marked so; the object has its `Turns` as `_turns`."""

    @functools.wraps(method)
    def alone(self: S, /, *arguments: P.args, **options: P.kwargs) -> R:
        with vars(self)["_turns"]:
            return method(self, *arguments, **options)

    return alone
