"""Marks functions as templates, of which each compiled game gets a copy that calls its own functions (`bound_loops.py`)."""

from collections.abc import Callable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


def template(compile_with: Callable[..., Any]) -> Callable[[Function], Function]:
    """Marks a function as a template whose copies are compiled by this decorator of `core/compiled.py`."""

    def mark(function: Function) -> Function:
        function.compile_with = compile_with  # type: ignore[attr-defined]
        return function

    return mark
