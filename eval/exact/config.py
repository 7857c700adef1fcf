"""The options of `resonance exact`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import tyro

from resonance_env.games import DEFAULT_GAME


@dataclass(frozen=True)
class ExactConfig:
    """Enumerates a small game and says exactly how far agents are from an equilibrium."""

    agents: Annotated[tuple[str, ...], tyro.conf.Positional, tyro.conf.arg(metavar="AGENT")] = ()
    """Who is measured beside uniform play and CFR: names of agents, folders of checkpoints or of training runs."""

    iterations: int = 200
    """Iterations of CFR+ for the reference; 0 leaves it out."""

    draws: int = 16
    """How often an agent that cannot tell its probabilities is asked at each information set."""

    seed: int = 0
    """Seed of these draws."""

    cards: Annotated[str | None, tyro.conf.arg(metavar="SET")] = None
    """Card set, a name or a file; the game's default may be far too large."""

    players: Annotated[int | None, tyro.conf.arg(metavar="INT")] = None
    """Number of players; the fewest that there can be by default."""

    edition: Annotated[str | None, tyro.conf.arg(metavar="NAME")] = None
    """Edition of the rules."""

    option: Annotated[tuple[str, ...], tyro.conf.arg(metavar="NAME=VALUE"), tyro.conf.UseAppendAction] = ()
    """Another option of the game; may be repeated."""

    position: Annotated[Path | None, tyro.conf.arg(metavar="FILE")] = None
    """A file with a position to start from, which is known to all; its game must stop at chance events."""

    json: Annotated[Path | None, tyro.conf.arg(metavar="FILE")] = None
    """Also write the result to this file."""

    game: Annotated[str, tyro.conf.arg(metavar="NAME")] = DEFAULT_GAME
    """The game."""
