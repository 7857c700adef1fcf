"""Schedules: how a weight changes over a run."""

from collections.abc import Callable

from resonance_env.train.config import TrainConfig

Schedule = Callable[[float], float]  # from progress_remaining, 1 at the start of a run and 0 at its end, to a weight


def constant(value: float) -> Schedule:
    """Returns a constant schedule."""
    return lambda progress_remaining: value


def linear(start: float, end: float = 0.0) -> Schedule:
    """Returns a schedule that goes linearly from `start` to `end`."""
    return lambda progress_remaining: end + (start - end) * progress_remaining


def fading(start: float, share: float) -> Schedule:
    """Returns a schedule that decays linearly from `start` and is 0 after this share of the run."""
    if not share:
        return constant(0.0)
    return lambda progress_remaining: start * max(0.0, 1.0 - (1.0 - progress_remaining) / share)


def teacher_schedule(config: TrainConfig) -> Schedule:
    """Returns the weight of the teacher, which is asked only while the weight is above 0."""
    return fading(config.teacher_weight, config.teacher_share)
