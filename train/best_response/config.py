"""The options of `resonance best-response`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import tyro

from resonance_env.play.game_choice import GameChoice


@dataclass(frozen=True)
class BestResponseConfig(GameChoice):
    """Looks for an opponent that beats an agent: responders are trained, and search is tried, against copies of it."""

    agent: Annotated[str, tyro.conf.Positional, tyro.conf.arg(metavar="AGENT")]
    """Who is to be beaten: the folder of a checkpoint or of a training run, or the name of an agent."""

    out: Path = Path("runs/best-response")
    """Folder for everything. With the same options a search that was stopped goes on there; what is finished is kept."""

    minutes: float = 5.0
    """How long each responder trains, in wall time without compiling; measuring counts."""

    decisions: Annotated[int | None, tyro.conf.arg(metavar="INT")] = None
    """Stop each training after so many decisions of the responder instead."""

    seeds: int = 3
    """Trainings of each kind: from the agent's weights, if it is a checkpoint, and from scratch."""

    seed: int = 0
    """Seed of the first training of each kind; deals and chance of everything depend on it."""

    games: int = 2000
    """Games that measure a trained responder, rounded up to whole deals; the best one plays as many again, on new deals."""

    search_games: int = 400
    """The same for search, which is slow; 0: search is left out."""

    sims: int = 200
    """Simulations a decision of search."""

    beside: Annotated[tuple[str, ...], tyro.conf.arg(metavar="AGENT")] = ()
    """Agents against whom the same is done, for comparison; by default the game's own yardsticks (`resonance agents`)."""

    alone: bool = False
    """Compare with nobody."""

    observation: Literal["table", "recall"] = "recall"
    """What responders see that are trained from scratch; those that begin with a checkpoint's weights see what it sees."""

    hidden: tuple[int, ...] = (256, 256)
    """Widths of the hidden layers of those that are trained from scratch."""

    num_games: int = 512
    """Games played at a time in training; the responder holds one seat (in teams, one side) of each."""

    measurements: int = 6
    """Points of the learning curve."""

    measure_games: int = 400
    """Games for each of them."""

    threads: int = 1
    """Threads of PyTorch in training."""
