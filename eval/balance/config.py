"""The options of `resonance balance`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import tyro

from resonance_env.play.game_choice import GameChoice


@dataclass(frozen=True)
class BalanceConfig(GameChoice):
    """Plays games between given agents and says how even the cards are: scores by card, uses, times, kinds of victory."""

    agents: Annotated[tuple[str, ...], tyro.conf.Positional, tyro.conf.arg(metavar="AGENT")] = ()
    """Who plays: one agent on all sides, each deal once, or as many as there are sides, each deal in all rotations. Names of
    agents, or folders of checkpoints or of training runs. By default the one that the game names for this."""

    games: int = 10_000
    """Number of games, rounded up to whole deals."""

    limit: Annotated[tuple[str, ...], tyro.conf.arg(metavar="CATEGORY=LOW:HIGH"), tyro.conf.UseAppendAction] = ()
    """Scores over the fair share that are in line for a category of cards, as in witch=0.7:1.4; may be repeated. By default
    those of the game."""

    strict: bool = False
    """Exit with status 1 if a card is out of line."""

    json: Annotated[Path | None, tyro.conf.arg(metavar="FILE")] = None
    """Also write the report to this file."""

    html: Annotated[Path | None, tyro.conf.arg(metavar="FILE")] = None
    """Also write the report to this file, as a page with plots."""

    workers: Annotated[int | None, tyro.conf.arg(metavar="INT")] = None
    """Number of processes; as many as there are cores by default. The results do not depend on it."""

    seconds: float = 300.0
    """Time limit of one call of an agent, which answers for all rows of a unit of work at once."""

    seed: int = 0
    """Seed of deals, agents and bootstrap. The same seed gives the same games."""
