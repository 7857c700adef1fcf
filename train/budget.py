"""How long a run goes on: a number of steps, or wall time."""

from __future__ import annotations

import time

ENDLESS = 2**62  # steps; for runs that the clock ends


class Budget:
    """Counts steps or seconds."""

    def __init__(self, max_steps: int | None, max_seconds: float) -> None:
        """Limits the steps, or the time if `max_steps` is None."""
        self._steps = 0
        self._max_steps = max_steps
        self._max_seconds = max_seconds
        self._began = time.perf_counter()

    def start(self) -> None:
        """Starts the clock."""
        self._began = time.perf_counter()

    def count_to(self, steps: int) -> None:
        """Takes note that so many seat steps have been done since the start; whoever trains calls this after each."""
        self._steps = steps

    @property
    def steps_to_learn(self) -> int:
        """Steps after which to stop, whatever the clock says."""
        return ENDLESS if self._max_steps is None else self._max_steps

    @property
    def seconds(self) -> float:
        """Wall time since the start."""
        return time.perf_counter() - self._began

    @property
    def is_time_over(self) -> bool:
        """Whether a run that the clock ends must stop now; one that steps end finishes its rollout."""
        return self._max_steps is None and self.seconds >= self._max_seconds

    @property
    def used(self) -> float:
        """The share that is spent, in [0, 1]."""
        spent = self.seconds / self._max_seconds if self._max_steps is None else self._steps / self._max_steps
        return min(spent, 1.0)

    @property
    def left(self) -> float:
        """The share that is left, in [0, 1]."""
        return 1.0 - self.used
