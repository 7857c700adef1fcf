"""Runs a command of those who ship checkpoints, and tells errors of use as `resonance` does: in one line, with status 2."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TypeVar

import tyro

from resonance_env.core.errors import ResonanceEnvError

Options = TypeVar("Options")


def run_command(options: type[Options], command: Callable[[Options], object]) -> int:
    """Reads the options from the command line, prints what the command returns, and returns the exit status."""
    try:
        print(command(tyro.cli(options)))
    except ResonanceEnvError as error:
        return _complain(str(error))
    except OSError as error:
        return _complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    return 0


def _complain(message: str) -> int:
    print(f"resonance: error: {message}", file=sys.stderr)
    return 2
