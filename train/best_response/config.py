"""The options of `resonance best-response`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import tyro

from resonance_env.play.arguments import AgentArgument, OptionalInt
from resonance_env.play.game_choice import GameChoice


@dataclass(frozen=True)
class BestResponseConfig(GameChoice):
    """Searches for an opponent that beats an agent: trains responders, and tries search, against copies of it."""

    agent: AgentArgument
    """The agent to beat: the folder of a checkpoint or of a training run, or the name of an agent."""

    out: Path = Path("runs/best-response")
    """Folder for all results. The same options continue an interrupted search there; finished parts are kept."""

    minutes: float = 5.0
    """Minutes of training for each responder, in wall-clock time without compilation; measurements count."""

    decisions: OptionalInt = None
    """Stop each training after that many decisions of the responder instead."""

    seeds: int = 3
    """Training runs of each kind: from the agent's weights, if it is a checkpoint, and from scratch."""

    seed: int = 0
    """Seed of the first training run of each kind; all deals and all randomness follow from it."""

    games: int = 2000
    """Games that measure a trained responder, rounded up to whole deals; the best plays as many again on new deals."""

    search_games: int = 400
    """The same for search, which is slow; 0: no search."""

    sims: int = 200
    """Simulations per decision of search."""

    beside: Annotated[tuple[str, ...], tyro.conf.arg(metavar="AGENT")] = ()
    """Agents to search best responses to for comparison; default: the game's baselines (`resonance agents` marks them)."""

    alone: bool = False
    """Compare with no other agent."""

    observation: Literal["table", "recall"] = "recall"
    """Observation of responders trained from scratch; those that start from a checkpoint's weights have its observation."""

    hidden: tuple[int, ...] = (256, 256)
    """Widths of the hidden layers of responders trained from scratch."""

    num_games: int = 512
    """Games played at a time in training; the responder holds one seat (in teams, one side) of each."""

    measurements: int = 6
    """Points of the learning curve."""

    measure_games: int = 400
    """Games for each of these points."""

    threads: int = 1
    """Threads of PyTorch in training."""
