"""The metadata of the shipped checkpoints, and which of their scores the tables show."""

from resonance_env.agents.checkpoint_metadata import SELF_PLAY, CheckpointMetadata
from resonance_env.agents.loading import shipped_checkpoints, yardsticks
from resonance_env.agents.network.checkpoint import read_metadata
from resonance_env.games import load_game

METADATA = {name: read_metadata(folder) for name, folder in shipped_checkpoints().items()}


def headline(metadata: CheckpointMetadata) -> list[str]:
    """Returns the agents whose scores with a checkpoint are shown; in a cooperative game only that of self-play."""
    return [SELF_PLAY] if load_game(metadata.game).utility == "identical" else yardsticks(metadata.game)
