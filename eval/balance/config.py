"""The options of `resonance balance`."""

from dataclasses import dataclass
from typing import Annotated

import tyro

from resonance_env.play.arguments import AgentArguments, OptionalFile, OptionalInt
from resonance_env.play.game_choice import GameChoice


@dataclass(frozen=True)
class BalanceConfig(GameChoice):
    """Plays games between given agents and measures the balance of the cards: scores by card, uses, times, endings."""

    agents: AgentArguments = ()
    """One agent for all sides, which plays each deal once, or one for each side, which play each deal in all rotations. Names
    of agents, or folders of checkpoints or of training runs. Default: the agent that the game names."""

    games: int = 10_000
    """Number of games, rounded up to whole deals."""

    limit: Annotated[tuple[str, ...], tyro.conf.arg(metavar="CATEGORY=LOW:HIGH"), tyro.conf.UseAppendAction] = ()
    """Limits of scores over the fair share for a category of cards, such as 0.7:1.4; may be repeated. Default: those of
    the game."""

    strict: bool = False
    """Exit with status 1 if a card is outside the limits."""

    json: OptionalFile = None
    """Also write the report to this file."""

    html: OptionalFile = None
    """Also write the report to this file, as an HTML page with plots."""

    workers: OptionalInt = None
    """Number of processes; default: one per core. The results do not depend on it."""

    seconds: float = 300.0
    """Time limit in seconds for one call of an agent, which covers all rows of a unit of work."""

    seed: int = 0
    """Seed of deals, agents and bootstrap. The same seed gives the same games."""
