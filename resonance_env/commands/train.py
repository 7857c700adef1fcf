"""`resonance train`: the options are those of training itself."""

import dataclasses
import math

from resonance_env.train.config import TrainConfig as Options

__all__ = ["Options", "defaults", "run"]


def defaults(options: Options) -> Options | None:
    """Returns the defaults to parse the command line with again: with --resume the options of the run, otherwise None.

    Options that are added up or belong together start empty, so that `run` knows whether they were typed: NaN, which cannot be
    typed, marks minutes that were not.
    """
    if not options.resume:
        return None
    from resonance_env.train.run.folder import resumed_config

    return dataclasses.replace(resumed_config(options.out), minutes=math.nan, decisions=None, option=())


def run(options: Options) -> None:
    """Trains an agent and writes its checkpoint."""
    from resonance_env.train.run.main import train

    train(_completed(options) if options.resume else options)


def _completed(options: Options) -> Options:
    """Fills in options not typed with --resume; a typed budget of either kind replaces that of the run."""
    from resonance_env.train.run.folder import resumed_config

    kept = resumed_config(options.out)
    option = kept.option if set(options.option) <= set(kept.option) else options.option
    if options.decisions is not None or not math.isnan(options.minutes):
        minutes = kept.minutes if math.isnan(options.minutes) else options.minutes
        return dataclasses.replace(options, option=option, minutes=minutes)
    return dataclasses.replace(options, option=option, minutes=kept.minutes, decisions=kept.decisions)
