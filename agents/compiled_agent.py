"""The base of compiled agents: binds to a variant, checks arrays and calls a loop over rows."""

from abc import abstractmethod

import numpy as np

from resonance_env.agents.interface import Agent, Memory, RandomSource
from resonance_env.core.compiled_variant import CompiledVariant
from resonance_env.core.errors import OptionError, UsageError
from resonance_env.core.rows import first_outside
from resonance_env.core.spec import Variant


class CompiledAgent(Agent):
    """An agent without memory whose decisions are compiled functions of an observation row, its mask and one uniform number.

    Attributes:
        seats: number of seats.
        teams: 1 in team mode, else 0; with `seats` it fixes the layout of a row.
        cards: the card set in play, which is public: array of one record.
    """

    seats: int
    teams: int
    cards: np.ndarray | None = None

    def bind(self, variant: Variant) -> None:
        self.check_plays(variant)
        if not isinstance(variant, CompiledVariant):
            raise OptionError(f"expected a compiled game for agent {self.name!r}, got a variant of {variant.spec.name!r}")
        self.seats = variant.num_seats
        self.teams = int(variant.num_teams < variant.num_seats)
        self.cards = variant.cards
        self._high, self._num_actions = variant.layout(self.observation).high, variant.num_actions

    def act(self, observation: np.ndarray, legal: np.ndarray, memory: Memory, rng: RandomSource) -> tuple[np.ndarray, Memory]:
        """Chooses as `Agent.act` says.

        Raises:
            UsageError: the agent is not bound, or the rows cannot be those of a position.
        """
        if self.cards is None:
            raise UsageError(f"expected bind() before act() of agent {self.name!r}")
        batch = len(observation)
        rows = self._checked(observation, (batch, len(self._high)), "observations")
        masks = self._checked(legal, (batch, self._num_actions), "masks")
        self._check_ranges(rows)
        out = np.full(batch, -1, dtype=np.int64)
        try:
            self._choose(rows, masks, rng.random(batch), out)
        except (IndexError, ValueError) as error:
            raise UsageError(f"{self._impossible()}: {error}") from error
        is_action = (out >= 0) & (out < self._num_actions)
        if not masks[np.arange(batch), np.where(is_action, out, 0)][is_action].all() or not is_action.all():
            raise UsageError(self._impossible())
        return out, memory

    def _impossible(self) -> str:
        return f"expected observations and masks of positions that the rules allow for agent {self.name!r}, got others"

    def _check_ranges(self, rows: np.ndarray) -> None:
        """Checks that entries are in the ranges of the layout, which compiled code takes for indices.

        Raises:
            UsageError: one is not.
        """
        entries, high = rows.view(np.uint8), self._high.view(np.uint8)  # a negative number is a large one
        row = first_outside(entries, high)
        if row >= 0:
            entry = int(np.argmax(entries[row] > high))
            raise UsageError(
                f"expected observations for agent {self.name!r} in the ranges of their layout, got {rows[row, entry]} in entry "
                f"{entry} of row {row}, which is in 0 .. {self._high[entry]}"
            )

    @abstractmethod
    def _choose(self, rows: np.ndarray, legal: np.ndarray, uniform: np.ndarray, out: np.ndarray) -> None:
        """Chooses an action for each row; all arrays are contiguous, `uniform` is float64 in [0, 1)."""

    def _checked(self, array: np.ndarray, shape: tuple[int, ...], what: str) -> np.ndarray:
        """Returns an array that compiled code accepts: it trusts shapes, and recompiles for read-only or strided arrays.

        Raises:
            UsageError: the shape is wrong.
        """
        if array.shape != shape:
            raise UsageError(f"expected {what} of shape {shape} for agent {self.name!r}, got {array.shape}")
        return np.require(array, dtype=np.int8, requirements=("C", "W"))
