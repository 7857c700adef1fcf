"""Measures a published checkpoint against one more agent, or with it as partner, and writes the score into its metadata.

python -m resonance_env.train.publish score resonance-4-recall search:sims=25 --games 1000
"""

from dataclasses import dataclass

import msgspec
import tyro

from resonance_env.agents.checkpoint_metadata import MeasuredScore
from resonance_env.agents.loading import load
from resonance_env.agents.network.checkpoint import read_metadata
from resonance_env.core.folder_lock import only_writer
from resonance_env.games import load_game
from resonance_env.train.publish.checkpoint import PublishConfig, keep_metadata, measure, shipped_folder


@dataclass(frozen=True)
class ScoreConfig:
    """Adds the score against one more agent, in a cooperative game with it as partner, to a published checkpoint's metadata."""

    name: tyro.conf.Positional[str]
    """Name of the checkpoint."""

    against: tyro.conf.Positional[str]
    """Agent that holds all other seats."""

    games: int = 1000
    """Games, rounded up to whole deals."""

    seed: int = PublishConfig.seed
    """Seed of the deals."""


def publish_score(config: ScoreConfig) -> MeasuredScore:
    """Writes the score into the metadata and returns it.

    Raises:
        CheckpointError: no such checkpoint is published.
        OptionError: the other agent is unknown or cannot play.
        UsageError: another process writes the checkpoint.
    """
    folder = shipped_folder(config.name)
    with only_writer(folder):
        metadata = read_metadata(folder)
        variant = load_game(metadata.game).variant(metadata.players, **metadata.options)
        score = measure(load(folder), config.against, variant, config.games, config.seed)
        keep_metadata(folder, msgspec.structs.replace(metadata, scores=metadata.scores | {config.against: score}))
    return score
