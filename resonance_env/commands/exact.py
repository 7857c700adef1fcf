"""`resonance exact`: the options are those of exact evaluation itself."""

from __future__ import annotations

from resonance_env.eval.exact.config import ExactConfig as Options
from resonance_env.eval.exact.main import evaluate_exactly

__all__ = ["Options", "run"]


def run(options: Options) -> int:
    """Enumerates the game and prints what agents are worth there."""
    return evaluate_exactly(options)
