"""The errors that users can meet; each message says what was expected, what came, and where."""


class ResonanceEnvError(Exception):
    """Base class of all errors of this package."""


class OptionError(ResonanceEnvError, ValueError):
    """An option has an unknown value, or two options exclude each other."""


class IllegalActionError(ResonanceEnvError, ValueError):
    """An action is not legal for its seat now."""


class PositionError(ResonanceEnvError, ValueError):
    """The text of a position or of a game cannot be read, or describes an impossible position."""


class CardSetError(ResonanceEnvError, ValueError):
    """A card-set file cannot be read; names file, card and field."""


class UsageError(ResonanceEnvError, RuntimeError):
    """A method was called at the wrong time, such as `step` before `reset`."""


class TrainingError(ResonanceEnvError, RuntimeError):
    """Training cannot continue: the weights of the network are no longer finite."""


class CheckpointError(ResonanceEnvError, ValueError):
    """A checkpoint is damaged, or was made for another game, card set or layout."""
