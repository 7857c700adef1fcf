"""What compiled agents compute from a row."""

from resonance_env.agents.resonance.planning import reading


def test_what_locks_a_moon() -> None:
    """R-LOCK-1: the highest count; ties Potion over Mineral over Herb."""
    cases = {(2, 1, 0): 0, (1, 1, 0): 1, (1, 1, 1): 2, (2, 2, 1): 1, (3, 0, 3): 2, (0, 0, 0): reading.NONE, (0, 1, 0): 1}
    assert {counts: reading.locked_by(*counts) for counts in cases} == cases
