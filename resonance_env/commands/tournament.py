"""`resonance tournament`: the options are those of the tournament itself."""

from __future__ import annotations

from resonance_env.eval.tournament import tournament
from resonance_env.eval.tournament_config import TournamentConfig as Options

__all__ = ["Options", "run"]


def run(options: Options) -> int:
    """Plays the games that are left and prints and writes the report."""
    return tournament(options)
