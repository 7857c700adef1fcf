"""`resonance eval`: the options are those of evaluation itself."""

from __future__ import annotations

from resonance_env.eval.match.config import EvalConfig as Options
from resonance_env.eval.match.main import evaluate

__all__ = ["Options", "run"]


def run(options: Options) -> int:
    """Plays the games, prints the scores and returns 1 where a required score was not reached."""
    return evaluate(options)
