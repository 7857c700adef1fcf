"""`resonance train`: the options are those of training itself."""

from __future__ import annotations

from resonance_env.train.config import TrainConfig as Options
from resonance_env.train.main import train

__all__ = ["Options", "run"]


def run(options: Options) -> None:
    """Trains an agent and writes its checkpoint."""
    train(options)
