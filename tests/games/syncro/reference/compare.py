"""Plays the same games on the kernel and on the reference and stops at the first difference.

python -m tests.games.syncro.reference.compare --games 1000 --cards house
python -m tests.games.syncro.reference.compare --games 1000 --cards random --first 5000
"""

from __future__ import annotations

import argparse
import tempfile
from fractions import Fraction
from pathlib import Path

import numpy as np

from resonance_env.core.layout import ObservationKind
from resonance_env.games import load_game
from tests.games.agreement import SecondSide, compare_game, report
from tests.games.pieces import Pieces
from tests.games.syncro.reference import codes
from tests.games.syncro.reference.game import Reference, new_game
from tests.games.syncro.reference.observation import pieces_for_all, recall_pieces, state_pieces, table_pieces
from tests.games.syncro.reference.printed import house, mini
from tests.games.syncro.reference.random_sets import random_set
from tests.games.syncro.reference.sets import CardSet, read_set
from tests.games.syncro.reference.terms import random_options

SHIPPED = {"house": house, "mini": mini}


class Side(SecondSide):
    """A game of the reference, for comparison."""

    def __init__(self, game: Reference) -> None:
        self.game = game
        self.seats = game.table.terms.num_seats
        self.explicit_chance = game.explicit_chance
        self._same_for_all = pieces_for_all(game)

    @property
    def over(self) -> bool:
        return self.game.over

    @property
    def ending(self) -> str:
        return self.game.ending

    @property
    def asked(self) -> list[int]:
        return self.game.asked

    def legal(self, seat: int) -> list[int]:
        return self.game.legal(seat)

    def step(self, actions: dict[int, int]) -> None:
        self.game.step(actions)
        self._same_for_all = pieces_for_all(self.game)

    def chance_outcomes(self) -> dict[int, Fraction]:
        return self.game.chance_outcomes()

    def apply_chance(self, outcome: int) -> None:
        self.game.apply_chance(outcome)
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


def compare_random_set(number: int, folder: Path, games: int) -> int:
    """Compares games of the random set of a seed and returns the sum of their lengths."""
    text = random_set(np.random.default_rng(number))
    path = folder / f"set_{number}.toml"
    path.write_text(text, encoding="utf-8")
    try:
        return sum(compare_seeded(str(path), read_set(text), seed) for seed in range(games))
    except AssertionError as error:
        error.add_note(text)
        raise


def main() -> None:
    """Compares games and prints the first example of each kind of difference."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--cards", default="house", help="house, mini or random")
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--first", type=int, default=0, help="first seed, or number of the first random set")
    parser.add_argument("--each", type=int, default=5, help="games of each random set")
    arguments = parser.parse_args()
    numbers = range(arguments.first, arguments.first + arguments.games)
    with tempfile.TemporaryDirectory() as folder:
        if arguments.cards == "random":
            report(lambda number: compare_random_set(number, Path(folder), arguments.each), numbers)
        else:
            card_set = SHIPPED[arguments.cards]()
            report(lambda seed: compare_seeded(arguments.cards, card_set, seed), numbers)


if __name__ == "__main__":
    main()
