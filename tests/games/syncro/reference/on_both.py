"""Games that both implementations play and that must agree at every stop, so that a test of a rule judges both."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from resonance_env.games.syncro.spec import SyncroVariant
from tests.games.agreement import differences
from tests.games.syncro.reference import codes
from tests.games.syncro.reference.compare import Side
from tests.games.syncro.reference.game import Reference
from tests.games.syncro.reference.printed import house, mini
from tests.games.syncro.reference.table import Table
from tests.games.syncro.reference.terms import terms_of
from tests.games.syncro.reference.twin import variant_of

CARD_SETS = {"house": house, "mini": mini}


class GameOnBoth(Reference):
    """A game of the reference that the kernel plays too.

    Args:
        table: where the reference stands, as in `Reference`.
        variant: the kernel's side.
        twin: array of one game of the kernel, at the first stop.
        seed: of the whole game.
        begins: whether the first try is still to be set up.
    """

    def __init__(self, table: Table, variant: SyncroVariant, twin: np.ndarray, seed: int = 0, *, begins: bool = False) -> None:
        super().__init__(table, seed, begins=begins)
        self.variant = variant
        self.twin = twin
        self._agree()

    def step(self, actions: Mapping[int, int]) -> None:
        super().step(actions)
        self.variant.step(self.twin, np.array([[actions.get(seat, codes.WAIT) for seat in range(self.variant.players)]]))
        self._agree()

    def apply_chance(self, outcome: int) -> None:
        super().apply_chance(outcome)
        self.variant.apply_chance(self.twin, outcome)
        self._agree()

    def _agree(self) -> None:
        """Compares all that both sides show: who is asked, what is legal and seen, chance, the end."""
        unlike = differences(Side(self), self.variant, self.twin)
        assert not unlike, "\n".join([*unlike, self.variant.position(self.twin)])


def new_on_both(players: int, cards: str = "house", *, seed: int = 0, **options: Any) -> GameOnBoth:
    """Returns a game at its first stop; options as in `terms_of`."""
    table = Table(CARD_SETS[cards](), terms_of(CARD_SETS[cards](), players, **options))
    variant = variant_of(table, cards)
    return GameOnBoth(table, variant, variant.start([seed]), seed, begins=True)
