"""Who sits where, seen from the Leader."""

from resonance_env.core.compiled import inlined


@inlined
def seat_after(game, offset):
    """Returns the seat that many places clockwise from the Leader."""
    return (int(game["leader"]) + offset) % int(game["seats"])
