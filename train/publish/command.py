"""Runs a publishing command, and reports usage errors as `resonance` does: in one line, with status 2."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import tyro

from resonance_env.core.errors import ResonanceEnvError
from resonance_env.core.terminal import complain

Options = TypeVar("Options")


def run_command(options: type[Options], command: Callable[[Options], object]) -> int:
    """Reads the options from the command line, prints what the command returns, and returns the exit status."""
    try:
        print(command(tyro.cli(options)))
    except (ResonanceEnvError, OSError) as error:
        complain(error)
        return 2
    return 0
