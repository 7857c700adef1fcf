"""The options of `resonance exact`."""

from dataclasses import dataclass, field

from resonance_env.play.arguments import AgentArguments, OptionalFile, OptionalInt
from resonance_env.play.game_choice import GameChoice


@dataclass(frozen=True)
class ExactConfig(GameChoice):
    """Enumerates a small game and measures exactly how far agents are from an equilibrium.

    In a cooperative game: what a team of equal agents scores, what each seat could gain by itself, and the share of the best
    joint policy.
    """

    agents: AgentArguments = ()
    """Agents to measure beside uniform play and CFR+: names, or folders of checkpoints or of training runs."""

    players: OptionalInt = field(default=None, kw_only=True)
    """Number of players; default: the fewest that the options allow."""

    iterations: int = 200
    """Iterations of CFR+ for the reference equilibrium; 0 omits it. Not used in cooperative games."""

    starts: int = 20
    """Random starts of the search for the best joint policy of a cooperative game; 0 omits it. Not used in other games."""

    draws: int = 16
    """Number of actions to sample at each information set from an agent that does not expose its probabilities."""

    seed: int = 0
    """Seed of these samples and starts."""

    position: OptionalFile = None
    """File of a position to start from, which is known to all seats; its game must stop at chance events."""

    json: OptionalFile = None
    """Also write the result to this file."""
