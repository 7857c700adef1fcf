"""The budget of a run: a number of decisions, or wall-clock time."""

import time


class Budget:
    """Counts decisions or seconds over all parts of a run that was stopped and resumed.

    Attributes:
        decisions: decisions learned from so far; the trainer updates it.
    """

    def __init__(self, max_decisions: int | None, max_seconds: float) -> None:
        """Limits the decisions, or the time if `max_decisions` is None."""
        self.decisions = 0
        self._max_decisions = max_decisions
        self._max_seconds = max_seconds
        self._before = 0.0
        self._began = time.perf_counter()

    def start(self, seconds_before: float = 0.0) -> None:
        """Starts the clock, with that many seconds already spent."""
        self._before = seconds_before
        self._began = time.perf_counter()

    @property
    def seconds(self) -> float:
        """Wall-clock time of the run, without the pauses between its parts."""
        return self._before + time.perf_counter() - self._began

    @property
    def used(self) -> float:
        """The share that is spent, in [0, 1]."""
        spent = self.seconds / self._max_seconds if self._max_decisions is None else self.decisions / self._max_decisions
        return min(spent, 1.0)

    @property
    def progress_remaining(self) -> float:
        """The share that is left, in [0, 1]."""
        return 1.0 - self.used

    def passed(self, marks: int) -> int:
        """Returns how many of a number of marks are passed; they are spread evenly, the last at the end of the budget."""
        return int(self.used * marks)

    @property
    def is_over(self) -> bool:
        """Whether the run ends now."""
        return self.used >= 1.0
