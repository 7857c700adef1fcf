"""The options of `resonance review`."""

from dataclasses import dataclass
from typing import Annotated

import tyro

from resonance_env.play.arguments import OptionalFile


@dataclass(frozen=True)
class ReviewConfig:
    """Reviews a saved game: what an agent would have done in each decision, and what each choice cost.

    Attributes:
        saved: A file with a saved game; - reads standard input.
        by: The agent whose probabilities are told: a name with parameters, or the folder of a checkpoint or training run.
        playouts: The agent that plays games to their end; slower agents give better values.
        worlds: How often each position, and each action of a decision, is played out.
        json: Also write the review to this file.
        html: Also write the review to this file, as an HTML page.
        seed: Seed of all chance.
    """

    saved: Annotated[str, tyro.conf.Positional, tyro.conf.arg(metavar="GAME")]
    by: Annotated[str, tyro.conf.arg(metavar="AGENT")]
    playouts: Annotated[str, tyro.conf.arg(metavar="AGENT")] = "greedy"
    worlds: int = 64
    json: OptionalFile = None
    html: OptionalFile = None
    seed: int = 0
