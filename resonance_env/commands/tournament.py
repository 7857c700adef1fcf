"""`resonance tournament`: the options are those of the tournament itself."""

from __future__ import annotations

from resonance_env.eval.tournament.config import TournamentConfig as Options
from resonance_env.eval.tournament.main import tournament

__all__ = ["Options", "run"]


def run(options: Options) -> int:
    """Plays the games that are left and prints and writes the report."""
    return tournament(options)
