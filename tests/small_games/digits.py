"""The base of the small games in which every seat has a digit, and whose last phase is their end."""

from typing import ClassVar

import numpy as np

from resonance_env.core.layout import Block, Layout, Piece
from tests.small_games.plain import PlainVariant


class DigitsVariant(PlainVariant):
    """A game whose record has the number `phase`, the number `round` of rounds that are over, and the field `digit`.

    Attributes:
        phase_names: in order; in the last one the game is over.
        num_digits: digits are below it.
    """

    phase_names: ClassVar[tuple[str, ...]]
    num_digits: ClassVar[int]

    @property
    def state_layout(self) -> Layout:
        phase = Piece("phase", (len(self.phase_names),), 1, "What is asked.", "")
        return Layout([Block("all", [phase, Piece("digit", (self.num_seats,), self.num_digits - 1, "All digits.", "")])])

    def state(self, games: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
        out = self.output(games, out, self.state_layout.size)
        self.state_layout.view(out, "phase")[:] = np.eye(len(self.phase_names), dtype=np.int8)[games["phase"]]
        self.state_layout.view(out, "digit")[:] = games["digit"][:, : self.num_seats]
        return out

    def done(self, games: np.ndarray) -> np.ndarray:
        return np.asarray(games["phase"] == len(self.phase_names) - 1)

    def rounds(self, games: np.ndarray) -> np.ndarray:
        return np.asarray(games["round"] + ~self.done(games), dtype=np.int64)
