"""The options of `resonance eval`."""

from dataclasses import dataclass
from typing import Annotated

from resonance_env.play.arguments import AgentArgument, OptionalAgent, OptionalFile, optional
from resonance_env.play.game_choice import GameChoice


@dataclass(frozen=True)
class EvalConfig(GameChoice):
    """Plays an agent against another agent, from all seats on the same deals, and reports its score with an interval.

    In a cooperative game the agent plays all seats, and the game's baselines play the same deals.
    """

    agent: AgentArgument
    """The agent: the folder of a checkpoint or of a training run (its newest checkpoint), or the name of an agent."""

    against: OptionalAgent = None
    """The agent in all other seats: as above; default: random. Not in a cooperative game."""

    games: int = 2000
    """Number of games, rounded up to whole deals: each deal is played once per seat (in teams: per team)."""

    seed: int = 0
    """Seed of deals, agents and bootstrap. The same seed gives the same games."""

    require: Annotated[float | None, optional("SCORE")] = None
    """Exit with status 1 unless the lower end of the interval is above this score."""

    json: OptionalFile = None
    """Also write the result to this file."""
