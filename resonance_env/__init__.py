"""Multi-agent reinforcement-learning environments of real card games with hidden hands and simultaneous choices."""

from resonance_env.core.errors import (
    CardSetError,
    CheckpointError,
    IllegalActionError,
    OptionError,
    PositionError,
    ResonanceEnvError,
    UsageError,
)
from resonance_env.registration import register_with_libraries

__version__ = "0.1.0"

__all__ = [
    "CardSetError",
    "CheckpointError",
    "IllegalActionError",
    "OptionError",
    "PositionError",
    "ResonanceEnvError",
    "UsageError",
    "__version__",
]

register_with_libraries()
