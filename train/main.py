"""`resonance train`: checks the options, then trains."""

from __future__ import annotations

from pathlib import Path

from resonance_env.core.errors import OptionError
from resonance_env.train.config import TrainConfig


def train(config: TrainConfig) -> Path:
    """Trains as configured and returns the folder of the last checkpoint.

    Raises:
        OptionError: an option has no meaning, or `out` holds something else.
        CardSetError: the card set cannot be read.
    """
    check_config(config)
    # Imported here, so that `--help` and errors of use need not wait for PyTorch.
    from resonance_env.adapters.checks import check_for_agents
    from resonance_env.core.spec import load_game
    from resonance_env.eval.variant_options import game_options
    from resonance_env.train.run_folder import check_run_folder

    check_run_folder(config.out)
    spec = load_game(config.game)
    variant = spec.variant(config.players, **game_options(spec, config.cards, config.edition, config.option))
    check_for_agents(variant)

    from resonance_env.train.self_play import train_variant

    return train_variant(config, variant)


def check_config(config: TrainConfig) -> None:
    """Checks the ranges of the numbers.

    Raises:
        OptionError: names the first that is out of range.
    """
    positive = (
        "num_games",
        "rollout",
        "minibatch",
        "epochs",
        "learning_rate",
        "measure_games",
        "checkpoint_minutes",
        "clip",
        "threads",
    )
    for name in positive:
        _expect(config, name, getattr(config, name) > 0, "above 0")
    for name in ("entropy", "measurements", "shaping"):
        _expect(config, name, getattr(config, name) >= 0, "of at least 0")
    for name in ("gamma", "gae_lambda"):
        _expect(config, name, 0 <= getattr(config, name) <= 1, "in 0 .. 1")
    _expect(config, "minutes", config.minutes > 0, "above 0")
    _expect(config, "steps", config.steps is None or config.steps > 0, "above 0")
    _expect(config, "seed", 0 <= config.seed < 2**32, "in 0 .. 2**32 - 1")
    _expect(config, "hidden", all(width > 0 for width in config.hidden), "with widths above 0")


def _expect(config: TrainConfig, name: str, holds: bool, expected: str) -> None:
    if not holds:
        raise OptionError(f"expected --{name.replace('_', '-')} {expected}, got {getattr(config, name)!r}")
