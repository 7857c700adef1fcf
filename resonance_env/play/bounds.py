"""Bounds on the length of games in an environment, so that endless games are truncated."""

from resonance_env.core.spec import Variant
from resonance_env.play import checks

# Consecutive steps without a decision of a learner, if the game has no bound of its own.
LONGEST_WAIT = 10_000


def check_max_cycles(variant: Variant, max_cycles: int | None) -> int | None:
    """Returns the number of steps after which an environment truncates a game: its option, else the bound of the game.

    Raises:
        OptionError: the option is neither None nor an integer of at least 1.
    """
    given = checks.check_count("max_cycles", max_cycles)
    return variant.spec.max_cycles if given is None else given


def longest_wait(variant: Variant) -> int:
    """Returns the number of steps that a learner may wait for its next decision before the game is truncated."""
    return variant.spec.max_cycles or LONGEST_WAIT
