"""`resonance train`: the options are those of training itself."""

from __future__ import annotations

import dataclasses
import math

from resonance_env.train.config import TrainConfig as Options
from resonance_env.train.main import train
from resonance_env.train.run_folder import resumed_config

__all__ = ["Options", "defaults", "run"]


def defaults(options: Options) -> Options | None:
    """Returns what holds where nothing is typed: with --resume the options of the run, but minutes that do not count."""
    if not options.resume:
        return None
    kept = resumed_config(options.out)
    return kept if kept.decisions is None else dataclasses.replace(kept, minutes=math.nan)


def run(options: Options) -> None:
    """Trains an agent and writes its checkpoint."""
    if options.resume:
        options = _budget_as_typed(options, resumed_config(options.out))
    train(options)


def _budget_as_typed(options: Options, kept: Options) -> Options:
    """Lets a run that began with --decisions go on with --minutes, if these were typed alone."""
    if math.isnan(options.minutes):
        return dataclasses.replace(options, minutes=kept.minutes)
    return options if options.decisions != kept.decisions else dataclasses.replace(options, decisions=None)
