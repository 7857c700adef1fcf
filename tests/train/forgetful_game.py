"""A game that needs memory: every seat sees its digit in the first round, and must name it in later rounds."""

from typing import Any

import numpy as np

from resonance_env.core.layout import Layout
from resonance_env.core.spec import Variant
from tests.small_games.hidden_sum import PHASE_LEAD, STAND, SWAP, ToySpec, ToyVariant


class ForgetfulVariant(ToyVariant):
    """The toy game, except that a right guess is the own digit, and after the first round observations show only the phase.

    Nobody may double or swap digits.
    """

    def legal(self, games: np.ndarray, out: np.ndarray | None = None, *, parallel: bool = False) -> np.ndarray:
        out = super().legal(games, out)
        out[..., [STAND + 1, SWAP]] = 0
        return out

    def _go_on(self, games: np.ndarray, game: int) -> None:
        seats = slice(self.num_seats)
        if games["phase"][game] == PHASE_LEAD:
            super()._go_on(games, game)
            return
        games["points"][game, seats] += games["guess"][game, seats] == games["digit"][game, seats]
        games["phase"][game] = PHASE_LEAD

    def write_observations(self, games: np.ndarray, layout: Layout, out: np.ndarray) -> None:
        super().write_observations(games, layout, out)
        phase = layout.view(out, "phase").copy()
        out[games["round"] > 0] = 0
        layout.view(out, "phase")[...] = phase


class ForgetfulSpec(ToySpec):
    """The game for 3 players or more."""

    def variant(self, players: int | None = None, **options: Any) -> Variant:
        return ForgetfulVariant(self, players or 3, {"stakes": 1})
