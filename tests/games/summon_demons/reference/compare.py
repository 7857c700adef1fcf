"""Plays the same games on the kernel and on the reference and stops at the first difference.

python -m tests.games.summon_demons.reference.compare --games 1000 --cards standard
python -m tests.games.summon_demons.reference.compare --games 1000 --cards random --first 5000
python -m tests.games.summon_demons.reference.compare --games 20000 --cards mixed
"""

from typing import Any

import numpy as np

from resonance_env.core.layout import ObservationKind
from resonance_env.games import load_game
from tests.games.agreement import Comparison, GameSide, compare_game
from tests.games.pieces import Pieces
from tests.games.summon_demons.reference import codes
from tests.games.summon_demons.reference.game import Reference
from tests.games.summon_demons.reference.observation import memory_pieces, state_pieces, table_pieces
from tests.games.summon_demons.reference.printed import mini, standard
from tests.games.summon_demons.reference.random_sets import random_set
from tests.games.summon_demons.reference.sets import CardSet, read_set


class Side(GameSide[Reference]):
    """A game of the reference, for comparison."""

    def __init__(self, game: Reference) -> None:
        super().__init__(game, game.terms.num_seats)
        self._tables: dict[int, Pieces] = {}  # by seat, at this stop

    @property
    def asked(self) -> list[int]:
        return [] if self.game.asked is None else [self.game.asked]

    def step(self, actions: dict[int, int]) -> None:
        [action] = actions.values()
        self._tables.clear()
        self.game.step(action)

    def apply_chance(self, outcome: int) -> None:
        self._tables.clear()
        super().apply_chance(outcome)

    def observation(self, seat: int, kind: ObservationKind) -> Pieces:
        if seat not in self._tables:
            self._tables[seat] = table_pieces(self.game, seat)
        pieces = self._tables[seat]
        return pieces if kind == "table" else pieces + memory_pieces(self.game, seat)

    def state(self) -> Pieces:
        return state_pieces(self.game)

    def numbers(self) -> dict[str, list[float]]:
        return {"payoff": self.game.payoffs(), "rounds": [self.game.table.turns]}


def random_options(card_set: CardSet, rng: np.random.Generator) -> tuple[int, dict[str, Any]]:
    """Returns a number of players and options that the set allows (LD-VAR)."""

    def chance(probability: float) -> bool:
        return bool(rng.random() < probability)

    def number(low: int, high: int) -> int:
        return int(rng.integers(low, high + 1))

    players = int(rng.choice(card_set.players))
    options: dict[str, Any] = {}
    if players == 4 and chance(0.4):
        options["teams"] = True
    if (card_set.rules["hand"] + 1) * players <= len(card_set.demons) and chance(0.25):
        options["starting_demon"] = True
    ordinary = [candle for candle in card_set.candles if not candle.beginner]
    without = bool(len(ordinary) < len(card_set.candles)) and chance(0.2)
    each = card_set.rules["candles"]
    if chance(0.3):
        each = options["candles"] = number(0, 2 if players == 2 else 1)
    if each * players > len(card_set.candles):
        each = options["candles"] = 0
    if without and each * players <= len(ordinary):
        options["beginner_candle"] = False
    if chance(0.2):
        options["candle_deal"] = "choose"
    if chance(0.2):
        options["hand"] = number(0, min(6, len(card_set.demons) // players))
    for name, low, high, share in (
        ("start_souls", 0, 30, 0.2),
        ("need_demons", 1, 5, 0.2),
        ("need_souls", 1, 30, 0.2),
        ("turn_limit", 1, 120, 0.2),
    ):
        if chance(share):
            options[name] = number(low, high)
    if chance(0.3):
        options["clockwork"] = "roll"
    if chance(0.2):
        options["first"] = "seat 0" if chance(0.5) else "random"
    if chance(0.2):
        options["explicit_chance"] = True
    return players, options


def compare_seeded(source: str, card_set: CardSet, seed: int) -> int:
    """Compares one game whose players and options follow from the seed, and returns its length.

    Raises:
        AssertionError: the two sides differ.
    """
    rng = np.random.default_rng(seed)
    players, options = random_options(card_set, rng)
    variant = load_game("summon_demons").variant(players, cards=source, **options)
    cautious = 0.9 if rng.random() < 0.3 else 0.0  # how often `pass` is left out where something else is legal

    def choose(_: int, legal: list[int]) -> int:
        if len(legal) > 1 and rng.random() < cautious:
            legal = [action for action in legal if action != codes.PASS]
        return int(rng.choice(legal))

    return compare_game(variant, Side(Reference(card_set, players, seed=seed, **options)), seed, rng, choose)


COMPARISON = Comparison({"standard": standard, "mini": mini}, random_set, read_set, compare_seeded)

if __name__ == "__main__":
    COMPARISON.main()
