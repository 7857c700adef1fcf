"""Measures a shipped checkpoint against one more agent, and writes the score into its card.

python -m resonance_env.train.publish.score resonance-4-recall search:sims=25 --games 1000
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

import msgspec
import tyro

from resonance_env.agents.loading import load
from resonance_env.agents.network.checkpoint import MeasuredScore, read_card
from resonance_env.games import load_game
from resonance_env.train.publish.checkpoint import ShipConfig, keep_card, measure, shipped_folder
from resonance_env.train.publish.command import run_command


@dataclass(frozen=True)
class ShipScoreConfig:
    """Keeps the score of a shipped checkpoint against others of a kind in its card."""

    name: tyro.conf.Positional[str]
    """Of the checkpoint."""

    against: tyro.conf.Positional[str]
    """Who holds all other seats."""

    games: int = 1000
    """Games, rounded up to whole deals."""

    seed: int = ShipConfig.seed
    """Of the deals."""


def ship_score(config: ShipScoreConfig) -> MeasuredScore:
    """Writes the score into the card and returns it.

    Raises:
        CheckpointError: no such checkpoint is shipped.
        OptionError: the other agent is unknown or cannot play.
    """
    folder = shipped_folder(config.name)
    card = read_card(folder)
    variant = load_game(card.game).variant(card.players, **card.options)
    score = measure(load(folder), config.against, variant, config.games, config.seed)
    keep_card(folder, msgspec.structs.replace(card, scores=card.scores | {config.against: score}))
    return score


if __name__ == "__main__":
    sys.exit(run_command(ShipScoreConfig, ship_score))
