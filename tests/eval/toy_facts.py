"""Facts of the toy game: secret digits as cards, one of which is as strong as possible. Other processes import them."""

import numpy as np

from resonance_env.core.spec import Variant
from resonance_env.eval.match.game_facts import Category, FactsSpec, GameFacts, Watcher
from tests.small_games.hidden_sum import NUM_DIGITS


class DigitFacts(FactsSpec):
    """Groups seats by their first digit; guesses of each number count as uses."""

    agent = "random"

    def categories(self, variant: Variant) -> tuple[Category, ...]:
        return (Category("digit", tuple(map(str, range(NUM_DIGITS))), "The first digit.", (0.5, 1.5)),)

    def uses(self, variant: Variant) -> dict[str, str]:
        return {f"guess {digit}": f"Guesses {digit}." for digit in range(NUM_DIGITS)}

    def times(self, variant: Variant) -> tuple[str, ...]:
        return ("first point",)

    def watcher(self, variant: Variant, num_games: int) -> Watcher:
        return DigitWatcher(variant, num_games)


class DigitWatcher(Watcher):
    """Reads records."""

    def __init__(self, variant: Variant, num_games: int) -> None:
        seats = (num_games, variant.num_seats)
        self.digit, self.round = np.full(seats, -1), np.zeros(seats, dtype=int)
        self.seen = np.zeros(num_games, dtype=int)

    def see(self, numbers: np.ndarray, games: np.ndarray, actions: np.ndarray | None = None) -> None:
        seats = self.digit.shape[1]
        known = self.digit[numbers]
        self.digit[numbers] = np.where(known < 0, games["digit"][:, :seats], known)
        is_first = (games["points"][:, :seats] > 0) & (self.round[numbers] == 0)
        self.round[numbers] = np.where(is_first, games["round"][:, None] + 1, self.round[numbers])
        self.seen[numbers] += 1

    def facts(self) -> list[GameFacts]:
        return [
            GameFacts(
                {"digit": tuple(map(str, digits))},
                tuple({f"guess {digit}": int(seen)} for digit in digits),
                {"first point": tuple(rounds)},
            )
            for digits, rounds, seen in zip(self.digit.tolist(), self.round.tolist(), self.seen.tolist(), strict=True)
        ]
