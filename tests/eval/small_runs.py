"""Small tournaments that several tests need."""

import dataclasses
from pathlib import Path

from resonance_env.eval.tournament.config import TournamentConfig


def small_config(out: Path, **changes: object) -> TournamentConfig:
    """Returns 250 games, played by one process."""
    config = TournamentConfig((), games=250, out=out, seed=3, workers=1)
    return dataclasses.replace(config, **changes)  # type: ignore[arg-type]
