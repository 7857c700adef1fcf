"""The options of `resonance exact`."""

from dataclasses import dataclass, field

from resonance_env.play.arguments import AgentArguments, OptionalFile, OptionalInt
from resonance_env.play.game_choice import GameChoice


@dataclass(frozen=True)
class ExactConfig(GameChoice):
    """Enumerates a small game and measures exactly how far agents are from an equilibrium.

    In a cooperative game: what a team of equal agents scores, and what each seat could gain by itself.
    """

    agents: AgentArguments = ()
    """Agents to measure beside uniform play and CFR+: names, or folders of checkpoints or of training runs."""

    players: OptionalInt = field(default=None, kw_only=True)
    """Number of players; default: the fewest that the options allow."""

    iterations: int = 200
    """Iterations of CFR+ for the reference equilibrium; 0 omits it. Not used in cooperative games."""

    draws: int = 16
    """Number of actions to sample at each information set from an agent that does not expose its probabilities."""

    seed: int = 0
    """Seed of these samples."""

    position: OptionalFile = None
    """File of a position to start from, which is known to all seats; its game must stop at chance events."""

    json: OptionalFile = None
    """Also write the result to this file."""
