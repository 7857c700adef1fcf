"""How long games may go on in an environment, so that a game without an end of its own ends by truncation."""

from __future__ import annotations

from resonance_env.core.spec import Variant
from resonance_env.play import checks

# Steps of the game in which no learner is asked, one after the other, if the game names no bound of its own.
LONGEST_WAIT = 10_000


def check_max_cycles(variant: Variant, max_cycles: int | None) -> int | None:
    """Returns after how many steps an environment truncates a game: what its option says, else what the game says.

    Raises:
        OptionError: the option is neither None nor an integer of at least 1.
    """
    given = checks.check_count("max_cycles", max_cycles)
    return variant.spec.max_cycles if given is None else given


def longest_wait(variant: Variant) -> int:
    """Returns how many steps of the game a learner may wait for its next decision; then the game is truncated."""
    return variant.spec.max_cycles or LONGEST_WAIT
