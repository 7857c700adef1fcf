"""The options of `resonance exact`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import tyro

from resonance_env.play.game_choice import GameChoice


@dataclass(frozen=True)
class ExactConfig(GameChoice):
    """Enumerates a small game and says exactly how far agents are from an equilibrium."""

    agents: Annotated[tuple[str, ...], tyro.conf.Positional, tyro.conf.arg(metavar="AGENT")] = ()
    """Who is measured beside uniform play and CFR: names of agents, folders of checkpoints or of training runs."""

    players: Annotated[int | None, tyro.conf.arg(metavar="INT")] = None
    """Number of players; by default the fewest that the options allow."""

    iterations: int = 200
    """Iterations of CFR+ for the reference; 0 leaves it out."""

    draws: int = 16
    """How often an agent that cannot tell its probabilities is asked at each information set."""

    seed: int = 0
    """Seed of these draws."""

    position: Annotated[Path | None, tyro.conf.arg(metavar="FILE")] = None
    """A file with a position to start from, which is known to all; its game must stop at chance events."""

    json: Annotated[Path | None, tyro.conf.arg(metavar="FILE")] = None
    """Also write the result to this file."""
