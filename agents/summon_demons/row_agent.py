"""What agents of this game share: each reads an observation back into a record (`planning/reading.py`) and decides on it."""

from abc import abstractmethod

import numpy as np

from resonance_env.agents.compiled_agent import CompiledAgent
from resonance_env.core.errors import UsageError
from resonance_env.core.layout import ObservationKind
from resonance_env.core.random_stream import STREAM_SIZE
from resonance_env.core.spec import Variant
from resonance_env.games.summon_demons.rules.state import new_games
from resonance_env.games.summon_demons.spec import SummonDemonsVariant

NUM_WORLDS = 4  # scratch records


class RowAgent(CompiledAgent):
    """An agent that answers each row by itself.

    Attributes:
        blank: array of one record, from which every game of the variant starts.
        worlds: records `[NUM_WORLDS]`, scratch.
        stream: int64 `[STREAM_SIZE]`, scratch.
    """

    games = ("summon_demons",)
    observation: ObservationKind = "recall"

    def bind(self, variant: Variant) -> None:
        super().bind(variant)
        assert isinstance(variant, SummonDemonsVariant)
        self.blank = variant.blank
        self.worlds = new_games(NUM_WORLDS)
        self.stream = np.zeros(STREAM_SIZE, dtype=np.int64)

    def _choose(self, rows: np.ndarray, legal: np.ndarray, uniform: np.ndarray, out: np.ndarray) -> None:
        number = self._answer(rows, legal, uniform, out)
        if number < len(rows):
            raise UsageError(
                f"agent {self.name!r} expects recall observations and masks of seats that are asked, as the game gives them; "
                f"got an observation, number {number} of {len(rows)}, that fits no position"
            )

    @abstractmethod
    def _answer(self, rows: np.ndarray, legal: np.ndarray, uniform: np.ndarray, out: np.ndarray) -> int:
        """Answers rows up to the first that fits no position; returns its number, or the number of rows."""
