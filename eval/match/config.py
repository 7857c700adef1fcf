"""The options of `resonance eval`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import tyro


@dataclass(frozen=True)
class EvalConfig:
    """Plays an agent against another one, in all seats on the same deals, and reports its score with an interval."""

    agent: Annotated[str, tyro.conf.Positional, tyro.conf.arg(metavar="AGENT")]
    """Who is measured: the folder of a checkpoint or of a training run (its newest checkpoint), or the name of an agent."""

    against: Annotated[str, tyro.conf.arg(metavar="AGENT")] = "random"
    """Who plays all other seats: as above."""

    games: int = 2000
    """Number of games, rounded up to whole deals: each deal is played once per seat (in teams: per team)."""

    seed: int = 0
    """Seed of deals, agents and bootstrap. The same seed gives the same games."""

    require: Annotated[float | None, tyro.conf.arg(metavar="SCORE")] = None
    """Exit with status 1 unless the lower end of the interval is above this score."""

    json: Annotated[Path | None, tyro.conf.arg(metavar="FILE")] = None
    """Also write the result to this file."""

    game: Annotated[str | None, tyro.conf.arg(metavar="NAME")] = None
    """The game; the checkpoint's by default."""

    players: Annotated[int | None, tyro.conf.arg(metavar="INT")] = None
    """Number of players; the checkpoint's by default."""

    cards: Annotated[str | None, tyro.conf.arg(metavar="SET")] = None
    """Card set, a name or a file; the checkpoint's by default."""

    edition: Annotated[str | None, tyro.conf.arg(metavar="NAME")] = None
    """Edition of the rules; the checkpoint's by default."""

    option: Annotated[tuple[str, ...], tyro.conf.arg(metavar="NAME=VALUE"), tyro.conf.UseAppendAction] = ()
    """Another option of the game; may be repeated. The checkpoint's by default."""
