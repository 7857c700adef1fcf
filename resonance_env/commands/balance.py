"""`resonance balance`: the options are those of the measurement itself."""

from __future__ import annotations

from resonance_env.eval.balance import balance
from resonance_env.eval.balance_config import BalanceConfig as Options

__all__ = ["Options", "run"]


def run(options: Options) -> int:
    """Plays the games and prints and writes the report."""
    return balance(options)
