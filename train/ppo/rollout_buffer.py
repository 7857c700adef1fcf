"""The decisions of a rollout, in order."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from resonance_env.core.outputs import saved_array

NOT_TAUGHT = -1  # for the choice of a teacher that was not asked


@dataclass
class RolloutBuffer:
    """Decisions of the learner; only the first `count` rows are filled.

    Attributes:
        observation: int8 `[decision, size]`.
        legal: int8 `[decision, action]`.
        state: int8 `[decision, size of the full position]`; of width 0 without a central critic.
        memory: float32 `[decision, memory]`, memory of the seat before it; of width 0 without a memory.
        slot: int64 `[decision]`: game * seats + seat.
        action: int64 `[decision]`.
        advice: int64 `[decision, width]`, the guide's choices; of width 0 without a guide.
        teacher: int64 `[decision]`, the teacher's choice, or NOT_TAUGHT; not read without a teacher.
        log_probability: float32 `[decision]`, of the action when it was chosen.
        value: float32 `[decision]`, the estimate at that time.
        potential: float32 `[decision]`, for shaping.
        reward: float32 `[decision]`, received until the slot's next decision.
        is_last: bool `[decision]`: the episode ended before the slot decided again, terminated or truncated.
        bootstrap: float32 `[decision]`: value plus potential of the position at which the episode was truncated, else 0.
        count: number of filled rows.
    """

    observation: np.ndarray
    legal: np.ndarray
    state: np.ndarray
    memory: np.ndarray
    slot: np.ndarray
    action: np.ndarray
    advice: np.ndarray
    teacher: np.ndarray
    log_probability: np.ndarray
    value: np.ndarray
    potential: np.ndarray
    reward: np.ndarray
    is_last: np.ndarray
    bootstrap: np.ndarray
    count: int = 0

    @classmethod
    def empty(cls, capacity: int, size: int, num_actions: int, *, state: int, memory: int, advice: int) -> RolloutBuffer:
        """Makes room for that many decisions, with rows of these widths."""
        return cls(
            observation=np.zeros((capacity, size), dtype=np.int8),
            legal=np.zeros((capacity, num_actions), dtype=np.int8),
            state=np.zeros((capacity, state), dtype=np.int8),
            memory=np.zeros((capacity, memory), dtype=np.float32),
            slot=np.zeros(capacity, dtype=np.int64),
            action=np.zeros(capacity, dtype=np.int64),
            advice=np.zeros((capacity, advice), dtype=np.int64),
            teacher=np.zeros(capacity, dtype=np.int64),
            log_probability=np.zeros(capacity, dtype=np.float32),
            value=np.zeros(capacity, dtype=np.float32),
            potential=np.zeros(capacity, dtype=np.float32),
            reward=np.zeros(capacity, dtype=np.float32),
            is_last=np.zeros(capacity, dtype=np.bool_),
            bootstrap=np.zeros(capacity, dtype=np.float32),
        )

    def columns(self) -> dict[str, np.ndarray]:
        """Returns the filled rows of all columns by name; views."""
        return {name: array[: self.count] for name, array in vars(self).items() if isinstance(array, np.ndarray)}

    def write(self, rows: slice | np.ndarray, columns: dict[str, np.ndarray]) -> None:
        """Writes some columns of some rows."""
        for name, column in columns.items():
            getattr(self, name)[rows] = column

    def keep(self, rows: np.ndarray) -> None:
        """Keeps these rows (int64, ascending), moved to the front."""
        for array in self.columns().values():
            array[: len(rows)] = array[rows]
        self.count = len(rows)

    def replace(self, columns: dict[str, np.ndarray], num_slots: int) -> None:
        """Fills the buffer with saved columns, as `columns` returned them.

        Raises:
            KeyError: one is missing.
            ValueError: one has another shape or type, or is out of range.
        """
        count, num_actions = len(columns["slot"]), self.legal.shape[1]
        if count > len(self.slot):
            raise ValueError(f"expected at most {len(self.slot)} decisions, got {count}")
        ranges: dict[str, tuple[int | None, int | None]] = {
            "slot": (0, num_slots - 1),
            "action": (0, num_actions - 1),
            "teacher": (NOT_TAUGHT, num_actions - 1),
            "advice": (-1, num_actions - 1),
            "legal": (0, 1),
        }
        self.count = count
        for name, array in self.columns().items():
            array[:] = saved_array(columns, name, array.shape, array.dtype, *ranges.get(name, (None, None)))
