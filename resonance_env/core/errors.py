"""The errors a user can meet; each says what was expected, what came, and where."""

from __future__ import annotations


class ResonanceEnvError(Exception):
    """Base of all errors of this package."""


class OptionError(ResonanceEnvError, ValueError):
    """An option has an unknown value, or two options do not go together."""


class IllegalActionError(ResonanceEnvError, ValueError):
    """A seat was given an action that it may not take now."""


class PositionError(ResonanceEnvError, ValueError):
    """The text of a position or of a game cannot be read, or describes what cannot be."""


class CardSetError(ResonanceEnvError, ValueError):
    """A card-set file cannot be read; names file, card and field."""


class UsageError(ResonanceEnvError, RuntimeError):
    """A method was called at the wrong time, such as `step` before `reset`."""


class TrainingError(ResonanceEnvError, RuntimeError):
    """Training cannot go on: the network is no longer made of finite numbers."""


class CheckpointError(ResonanceEnvError, ValueError):
    """A checkpoint is damaged, or was made for another game, card set or layout."""
