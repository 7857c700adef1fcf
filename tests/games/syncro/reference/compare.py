"""Plays the same games on the kernel and on the reference and stops at the first difference.

python -m tests.games.syncro.reference.compare --games 1000 --cards house
python -m tests.games.syncro.reference.compare --games 1000 --cards random --first 5000
"""

import numpy as np

from resonance_env.core.layout import ObservationKind
from resonance_env.games import load_game
from tests.games.agreement import Comparison, GameSide, compare_game
from tests.games.pieces import Pieces
from tests.games.syncro.reference import codes
from tests.games.syncro.reference.game import Reference, new_game
from tests.games.syncro.reference.observation import pieces_for_all, recall_pieces, state_pieces, table_pieces
from tests.games.syncro.reference.printed import house, mini
from tests.games.syncro.reference.random_sets import random_set
from tests.games.syncro.reference.sets import CardSet, read_set
from tests.games.syncro.reference.terms import random_options


class Side(GameSide[Reference]):
    """A game of the reference, for comparison."""

    def __init__(self, game: Reference) -> None:
        super().__init__(game, game.table.terms.num_seats)
        self._same_for_all = pieces_for_all(game)

    @property
    def asked(self) -> list[int]:
        return self.game.asked

    def step(self, actions: dict[int, int]) -> None:
        self.game.step(actions)
        self._same_for_all = pieces_for_all(self.game)

    def apply_chance(self, outcome: int) -> None:
        super().apply_chance(outcome)
        self._same_for_all = pieces_for_all(self.game)

    def observation(self, seat: int, kind: ObservationKind) -> Pieces:
        return (table_pieces if kind == "table" else recall_pieces)(self.game, seat, self._same_for_all)

    def state(self) -> Pieces:
        return state_pieces(self.game, self._same_for_all)

    def numbers(self) -> dict[str, list[float]]:
        table = self.game.table
        return {
            "payoff": [self.game.payoff()] * self.seats,
            "progress": [table.progress()] * self.seats,
            "rounds": [table.turns],
            "winners": [float(won) for won in self.game.winners()],
        }


def compare_seeded(source: str, card_set: CardSet, seed: int) -> int:
    """Compares one game whose mages and options follow from the seed, and returns its length.

    Raises:
        AssertionError: the two sides differ.
    """
    rng = np.random.default_rng(seed)
    players, options = random_options(card_set, rng)
    variant = load_game("syncro").variant(players, cards=source, **options)
    eager = rng.random() < 0.5  # seldom passes, stops paying or discards her hand, so that levels are won

    def choose(_: int, legal: list[int]) -> int:
        if eager and len(legal) > 1 and rng.random() < 0.8:
            legal = [code for code in legal if code not in (codes.PASS, codes.PAY_NO_MORE, codes.DISCARD_HAND)] or legal
        return int(rng.choice(legal))

    return compare_game(variant, Side(new_game(card_set, players, seed=seed, **options)), seed, rng, choose)


COMPARISON = Comparison({"house": house, "mini": mini}, random_set, read_set, compare_seeded)

if __name__ == "__main__":
    COMPARISON.main()
