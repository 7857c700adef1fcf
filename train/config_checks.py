"""Checks of a training configuration that need no game."""

import math

from resonance_env.agents.checkpoint_metadata import MAX_WIDTH
from resonance_env.core.errors import OptionError
from resonance_env.eval.match.schedule import MAX_GAMES
from resonance_env.train.config import TrainConfig

MAX_DECISIONS, MAX_MINUTES = 10**12, 10**7  # years
MAX_MEASUREMENTS = 10**5


def check_config(config: TrainConfig) -> None:
    """Checks the ranges of the numbers.

    Raises:
        OptionError: names the first that is out of range.
    """
    positive = (
        "num_games", "rollout", "minibatch", "epochs", "learning_rate", "seat_width", "max_gradient", "pool_every", "pool_size",
        "magnet_every", "measure_games", "checkpoint_minutes", "clip", "threads", "minutes", "demonstration_batch",
    )  # fmt: skip
    for name in positive:
        _expect(config, name, 0 < getattr(config, name) < math.inf, "above 0 and finite")
    not_negative = (
        "entropy", "entropy_end", "value_weight", "magnet", "teacher_weight", "measurements", "shaping", "memory",
        "demonstration_weight",
    )  # fmt: skip
    for name in not_negative:
        _expect(config, name, 0 <= getattr(config, name) < math.inf, "of at least 0 and finite")
    for name in ("gamma", "gae_lambda", "pool_share", "opponent_share", "teacher_share"):
        _expect(config, name, 0 <= getattr(config, name) <= 1, "in 0 .. 1")
    if config.opponents and config.pool_share + config.opponent_share > 1:
        raise OptionError(
            f"expected --pool-share and --opponent-share of at most 1 together, "
            f"got {config.pool_share} and {config.opponent_share}"
        )
    if config.resume and config.overwrite:
        raise OptionError("expected --resume or --overwrite, got both")
    if config.guide is not None and config.teacher is not None:
        raise OptionError("expected --guide or --teacher, got both; a guided network follows its guide from the start")
    if config.foresight and config.guide is None:
        raise OptionError("expected --foresight with --guide, whose choices it predicts")
    if config.learner_seats == "one" and not (config.opponents or config.pool_share):
        raise OptionError(
            "expected --opponents or --pool-share with --learner-seats one, got neither; alone with itself the learner holds "
            "all seats"
        )
    if config.demonstrations and config.memory:
        raise OptionError("expected --demonstrations or --memory, got both; demonstrations are drawn one decision at a time")
    if config.other_play and config.demonstrations:
        raise OptionError("expected --other-play or --demonstrations, whose choices are under the game's own labels; got both")
    for name in ("decisions", "max_cycles"):
        _expect(config, name, getattr(config, name) is None or getattr(config, name) > 0, "above 0")
    for name, highest in (("decisions", MAX_DECISIONS), ("measure_games", MAX_GAMES), ("measurements", MAX_MEASUREMENTS)):
        _expect(config, name, (getattr(config, name) or 0) <= highest, f"of at most {highest:,}")
    _expect(config, "minutes", config.minutes <= MAX_MINUTES, f"of at most {MAX_MINUTES:,}")
    _expect(config, "seed", 0 <= config.seed < 2**32, "in 0 .. 2**32 - 1")
    _expect(config, "hidden", all(0 < width <= MAX_WIDTH for width in config.hidden), f"with widths in 1 .. {MAX_WIDTH}")
    for name in ("seat_width", "memory"):
        _expect(config, name, getattr(config, name) <= MAX_WIDTH, f"of at most {MAX_WIDTH}")


def _expect(config: TrainConfig, name: str, holds: bool, expected: str) -> None:
    if not holds:
        raise OptionError(f"expected --{name.replace('_', '-')} {expected}, got {getattr(config, name)!r}")
