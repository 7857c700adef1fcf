"""Tiny games with known solutions, written as plain functions of their history, for tests of exact evaluation.

A history is a list of entries `[seat]`: the outcome of a chance event, in place of seat 0, or the actions of those who were
asked; 0 for the others. Action 0 is to wait.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from resonance_env.core.actions import Action, ActionTable
from resonance_env.core.layout import Block, Layout, ObservationKind, Piece
from resonance_env.core.options import Option
from resonance_env.core.spec import ChanceBranches
from tests.small_games.plain import PlainSpec, PlainVariant

LENGTH = 8
MAX_SEATS = 3
ACTIONS = ActionTable([Action(code, name, f"{name}.", "") for code, name in enumerate(("wait", "one", "two", "three"))])
GAME = np.dtype([("length", "i1"), ("history", "i1", (LENGTH, MAX_SEATS)), ("scratch", "i1")])

History = list[list[int]]

NOT_ASKED = "exact evaluation has no use for this"


class TinySpec(PlainSpec):
    """A game that is given by its variant's class."""

    seat_prefix = "player"
    actions = ACTIONS
    options = (Option("explicit_chance", False, "Stop at chance events.", (False, True), False),)

    def __init__(self, kind: type[TinyVariant]) -> None:
        self.kind = kind
        self.name = self.title = kind.__name__
        self.players = (kind.num_seats,)
        self.default_players = kind.num_seats

    def variant(self, players: int | None = None, **options: Any) -> TinyVariant:
        return self.kind(self, {"explicit_chance": False, **options})


class TinyVariant(PlainVariant):
    """A game that is given by a few functions of its history; it always stops at chance events."""

    ending_names = ("running", "over")
    game, numbers, fields = GAME, (), ()
    num_seats = 2

    def __init__(self, spec: TinySpec, options: Mapping[str, Any]) -> None:
        super().__init__(spec, self.num_seats, self.num_seats, options)

    def outcomes(self, history: History) -> dict[int, float]:
        """Returns the outcomes of the pending chance event."""
        return {}

    @abstractmethod
    def asks(self, history: History) -> dict[int, tuple[int, ...]]:
        """Returns the legal actions of the seats that are asked; nobody is asked when the game is over."""

    def sees(self, history: History, seat: int) -> list[int]:
        """Returns what a seat sees: nothing, unless the game says otherwise."""
        return []

    @abstractmethod
    def wins(self, history: History) -> list[float]:
        """Returns the payoffs `[seat]` of a game that is over."""

    def _histories(self, games: np.ndarray) -> list[History]:
        return [game["history"][: game["length"], : self.num_seats].tolist() for game in games]

    def layout(self, observation: ObservationKind = "table") -> Layout:
        return Layout([Block("all", [Piece("seen", (LENGTH,), 3, "What is seen.", "")])])

    @property
    def state_layout(self) -> Layout:
        return self.layout()

    def reset(self, games: np.ndarray, seeds: np.ndarray, *, parallel: bool = False) -> None:
        games[:] = np.zeros((), GAME)

    def _append(self, games: np.ndarray, game: int, entry: Sequence[int]) -> None:
        games["history"][game, games["length"][game], : len(entry)] = entry
        games["length"][game] += 1

    def step(self, games: np.ndarray, actions: np.ndarray, *, parallel: bool = False) -> None:
        for game, asked in enumerate(self.acting(games)):
            if asked.any():
                self._append(games, game, np.where(asked, actions[game], 0).tolist())

    def chance_branches(self, games: np.ndarray) -> ChanceBranches:
        rows = [
            (game, outcome, probability)
            for game, history in enumerate(self._histories(games))
            for outcome, probability in self.outcomes(history).items()
        ]
        game, outcome, probability = zip(*rows, strict=True) if rows else ((), (), ())
        return ChanceBranches(np.array(game, dtype=np.int64), np.array(outcome, dtype=np.int64), np.array(probability))

    def apply_outcomes(self, games: np.ndarray, outcomes: np.ndarray) -> None:
        for game, outcome in enumerate(outcomes.tolist()):
            self._append(games, game, [outcome])

    def acting(self, games: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
        out = self.output(games, out, self.num_seats, dtype=np.bool_)
        for game, history in enumerate(self._histories(games)):
            out[game] = np.isin(range(self.num_seats), list(self.asks(history)))
        return out

    def legal(self, games: np.ndarray, out: np.ndarray | None = None, *, parallel: bool = False) -> np.ndarray:
        legal = np.zeros((len(games), self.num_seats, len(ACTIONS)), dtype=np.int8)
        for game, history in enumerate(self._histories(games)):
            asks = self.asks(history)
            for seat in range(self.num_seats):
                legal[game, seat, list(asks.get(seat, (0,)))] = 1
        return legal

    def write_observations(self, games: np.ndarray, layout: Layout, out: np.ndarray) -> None:
        for game, history in enumerate(self._histories(games)):
            for seat in range(self.num_seats):
                row = self.sees(history, seat)
                out[game, seat, : len(row)] = row

    def state(self, games: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
        raise AssertionError(NOT_ASKED)

    def done(self, games: np.ndarray) -> np.ndarray:
        return np.array([not self.asks(history) and not self.outcomes(history) for history in self._histories(games)])

    def ending(self, games: np.ndarray) -> np.ndarray:
        return self.done(games).astype(np.int8)

    def payoff(self, games: np.ndarray) -> np.ndarray:
        return np.array([self.wins(history) for history in self._histories(games)], dtype=np.float32)

    def winners(self, games: np.ndarray) -> np.ndarray:
        return np.asarray(self.payoff(games) > 0.0)

    def rounds(self, games: np.ndarray) -> np.ndarray:
        return games["length"].astype(np.int64)

    def progress(self, games: np.ndarray) -> np.ndarray:
        raise AssertionError(NOT_ASKED)

    def verify(self, games: np.ndarray, index: int, seat: int, action: int) -> None:
        raise AssertionError(NOT_ASKED)

    def position(self, games: np.ndarray, index: int = 0) -> str:
        return str(self._histories(games)[index])

    def render(self, games: np.ndarray, index: int = 0, viewer: int | None = None, *, colour: bool = False) -> str:
        raise AssertionError(NOT_ASKED)


PASS, BET = 1, 2


class KuhnPoker(TinyVariant):
    """Three cards, two players, one bet (Kuhn, "A simplified two-person poker", 1950): worth -1/18 to the first player."""

    def outcomes(self, history: History) -> dict[int, float]:
        if len(history) == 0:
            return dict.fromkeys((1, 2, 3), 1 / 3)
        if len(history) == 1:
            return {card: 1 / 2 for card in (1, 2, 3) if card != history[0][0]}
        return {}

    def _bets(self, history: History) -> list[int]:
        return [entry[turn % 2] for turn, entry in enumerate(history[2:])]

    def asks(self, history: History) -> dict[int, tuple[int, ...]]:
        bets = self._bets(history)
        is_over = len(bets) >= 2 and bets != [PASS, BET]
        return {} if len(history) < 2 or is_over else {len(bets) % 2: (PASS, BET)}

    def sees(self, history: History, seat: int) -> list[int]:
        return [history[seat][0] if len(history) > seat else 0, *self._bets(history)]

    def wins(self, history: History) -> list[float]:
        bets = self._bets(history)
        if bets[-2:] == [BET, PASS]:
            first = 1.0 if len(bets) == 2 else -1.0
        else:
            first = (2.0 if bets[-1] == BET else 1.0) * (1.0 if history[0][0] > history[1][0] else -1.0)
        return [first, -first]


class MatrixGame(TinyVariant):
    """Both choose at once; worth 1/5 to the first player; in equilibrium both take action 1 with probability 2/5."""

    worth: Mapping[tuple[int, int], float] = {(1, 1): 2.0, (1, 2): -1.0, (2, 1): -1.0, (2, 2): 1.0}

    def asks(self, history: History) -> dict[int, tuple[int, ...]]:
        return {} if history else {0: (1, 2), 1: (1, 2)}

    def wins(self, history: History) -> list[float]:
        first = self.worth[history[0][0], history[0][1]]
        return [first, -first]


class MinorityGame(TinyVariant):
    """Three players choose one of two at once; a player who is alone wins 2 from the others."""

    num_seats = 3

    def asks(self, history: History) -> dict[int, tuple[int, ...]]:
        return {} if history else dict.fromkeys(range(3), (1, 2))

    def wins(self, history: History) -> list[float]:
        chosen = history[0]
        alone = [chosen.count(choice) == 1 for choice in chosen]
        return [2.0 if is_alone else -1.0 for is_alone in alone] if any(alone) else [0.0] * 3


class SecretPicks(TinyVariant):
    """The second player chooses once or twice in secret, while the first waits and sees nothing; then both choose at once.

    The first player wins with the number of the second one's last choice.
    """

    def asks(self, history: History) -> dict[int, tuple[int, ...]]:
        if not history or (len(history) == 1 and history[0][1] == 2):
            return {1: (1, 2)}
        return {} if history[-1][0] else {0: (1, 2), 1: (1, 2)}

    def sees(self, history: History, seat: int) -> list[int]:
        return [int(bool(self.asks(history).get(0)))] if seat == 0 else [1, *(entry[1] for entry in history)]

    def wins(self, history: History) -> list[float]:
        first = 1.0 if history[-1][0] == history[-1][1] else -1.0
        return [first, -first]


class ForgottenCoin(TinyVariant):
    """An unseen coin flip that the record does not keep, then a matrix game: two histories that become one node."""

    def outcomes(self, history: History) -> dict[int, float]:
        return {1: 0.25, 2: 0.75} if not history else {}

    def apply_outcomes(self, games: np.ndarray, outcomes: np.ndarray) -> None:
        games["scratch"] = outcomes
        games["length"] = 1

    def asks(self, history: History) -> dict[int, tuple[int, ...]]:
        return {0: (1, 2), 1: (1, 2)} if len(history) == 1 else {}

    def step(self, games: np.ndarray, actions: np.ndarray, *, parallel: bool = False) -> None:
        super().step(games, actions)
        games["scratch"] = 0

    def wins(self, history: History) -> list[float]:
        first = MatrixGame.worth[history[-1][0], history[-1][1]]
        return [first, -first]
