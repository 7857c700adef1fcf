"""A tiny game in plain NumPy, to prove that the adapters know no game: guess the hidden sum.

Every player has a secret digit. In each of three rounds all guess the sum of the digits modulo `NUM_DIGITS` at once (GUESS);
those whose guess somebody else made too may double the stake, at once and unseen (DOUBLE); then the round's leader looks at
nobody or swaps its digit with its left neighbour's (LEAD). A right guess is one point, doubled two; a wrong doubled guess
costs one. The most points alone win; a tie is a draw. From 6 players on, partners (2k, 2k + 1) add their points.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from resonance_env.core.actions import Action, ActionTable
from resonance_env.core.chance import draw
from resonance_env.core.layout import Block, Layout, ObservationKind, Piece
from resonance_env.core.options import Option
from tests.small_games.digits import DigitsVariant
from tests.small_games.plain import PlainSpec

MAX_SEATS = 8
NUM_DIGITS = 4
NUM_ROUNDS = 3
MOST_POINTS = NUM_ROUNDS * 2 * 2  # stakes of 2, doubled
PHASE_GUESS, PHASE_DOUBLE, PHASE_LEAD, PHASE_OVER = range(4)
PHASE_NAMES = ("guess", "double", "lead", "over")
CHANCE_DIGIT, CHANCE_LEADER = 1, 2

WAIT = 0
GUESS = 1  # + digit
STAND = GUESS + NUM_DIGITS
DOUBLE = STAND + 1
KEEP = DOUBLE + 1
SWAP = KEEP + 1

NAMES = ("wait", *(f"guess {digit}" for digit in range(NUM_DIGITS)), "stand", "double", "keep", "swap")
ACTIONS = ActionTable([Action(code, name, name.capitalize() + ".", "") for code, name in enumerate(NAMES)])

NUMBERS = ("round", "phase")
FIELDS = ("digit", "guess", "doubled", "points")
GAME = np.dtype([("seed", "i8", (2,)), *((name, "i1") for name in NUMBERS), *((name, "i1", (MAX_SEATS,)) for name in FIELDS)])


class ToyVariant(DigitsVariant):
    """The game with its number of players fixed."""

    ending_names = ("running", "points", "draw")
    game, numbers, fields = GAME, NUMBERS, FIELDS
    phase_names, num_digits = PHASE_NAMES, NUM_DIGITS

    def __init__(self, spec: ToySpec, players: int, options: Mapping[str, Any]) -> None:
        super().__init__(spec, players, 8 if players == 7 else players, options)
        self.teams = tuple(seat // 2 if players >= 6 else seat for seat in range(self.num_seats))
        self._stakes = int(options["stakes"])

    def layout(self, observation: ObservationKind = "table") -> Layout:
        table = [
            Piece("phase", (len(PHASE_NAMES),), 1, "What is asked.", ""),
            Piece("digit", (1,), NUM_DIGITS - 1, "Own digit.", ""),
            Piece("leads", (1,), 1, "This seat leads.", ""),
        ]
        seat = [
            Piece("guess", (1,), NUM_DIGITS, "Open guess plus 1, 0 for none.", ""),
            Piece("points", (1,), 2 * MOST_POINTS, "Points plus the most that can be lost.", ""),
        ]
        if observation == "recall":
            seat.append(Piece("doubled", (1,), 1, "Has doubled.", ""))
        return Layout([Block("table", table), Block("seat", seat, repeat=self.num_seats)])

    def begin(self, game: np.void) -> None:
        low, high = game["seed"].tolist()
        game["guess"] = -1
        for seat in range(self.num_seats):
            game["digit"][seat] = draw(low, high, CHANCE_DIGIT, seat, NUM_DIGITS)

    def _leader(self, games: np.ndarray, game: int) -> int:
        low, high = games["seed"][game].tolist()
        return int(draw(low, high, CHANCE_LEADER, int(games["round"][game]), self.num_seats))

    def acting(self, games: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
        out = self.output(games, out, self.num_seats, dtype=np.bool_)
        for game, phase in enumerate(games["phase"]):
            guess = games["guess"][game, : self.num_seats]
            if phase == PHASE_DOUBLE:
                out[game] = [np.sum(guess == mine) > 1 for mine in guess]
            elif phase == PHASE_LEAD:
                out[game] = np.arange(self.num_seats) == self._leader(games, game)
            else:
                out[game] = phase == PHASE_GUESS
        return out

    def legal(self, games: np.ndarray, out: np.ndarray | None = None, *, parallel: bool = False) -> np.ndarray:
        out = self.output(games, out, self.num_seats, len(ACTIONS))
        codes = {
            PHASE_GUESS: range(GUESS, STAND),
            PHASE_DOUBLE: (STAND, DOUBLE),
            PHASE_LEAD: (KEEP, SWAP),
            PHASE_OVER: (),
        }
        out[:] = 0
        for game, asked in enumerate(self.acting(games)):
            for seat in range(self.num_seats):
                out[game, seat, list(codes[int(games["phase"][game])]) if asked[seat] else WAIT] = 1
        return out

    def step(self, games: np.ndarray, actions: np.ndarray, *, parallel: bool = False) -> None:
        for game, asked in enumerate(self.acting(games)):
            phase = games["phase"][game]
            for seat in np.flatnonzero(asked):
                if phase == PHASE_GUESS:
                    games["guess"][game, seat] = actions[game, seat] - GUESS
                elif phase == PHASE_DOUBLE:
                    games["doubled"][game, seat] = actions[game, seat] == DOUBLE
                elif actions[game, seat] == SWAP:
                    left = (seat + 1) % self.num_seats
                    games["digit"][game, [seat, left]] = games["digit"][game, [left, seat]]
            if phase != PHASE_OVER:
                self._go_on(games, game)

    def _go_on(self, games: np.ndarray, game: int) -> None:
        """Goes to the next decision or the end of one game."""
        seats = slice(self.num_seats)
        if games["phase"][game] == PHASE_GUESS:
            games["phase"][game] = PHASE_DOUBLE
            if self.acting(games[game : game + 1]).any():
                return
        if games["phase"][game] == PHASE_DOUBLE:
            is_right = games["guess"][game, seats] == games["digit"][game, seats].sum() % NUM_DIGITS
            has_doubled = games["doubled"][game, seats] == 1
            games["points"][game, seats] += self._stakes * np.where(is_right, 1 + has_doubled, -1 * has_doubled).astype(np.int8)
            games["phase"][game] = PHASE_LEAD
            return
        games["round"][game] += 1
        games["doubled"][game] = 0
        games["phase"][game] = PHASE_GUESS if games["round"][game] < NUM_ROUNDS else PHASE_OVER

    def write_observations(self, games: np.ndarray, layout: Layout, out: np.ndarray) -> None:
        for game in range(len(games)):
            layout.view(out[game], "phase")[:, games["phase"][game]] = 1
            layout.view(out[game], "leads")[self._leader(games, game)] = 1
            for seat in range(self.num_seats):
                order = (seat + np.arange(self.num_seats)) % self.num_seats
                row = out[game, seat]
                layout.view(row, "digit")[...] = games["digit"][game, seat]
                layout.view(row, "guess")[:, 0] = games["guess"][game, order] + 1
                layout.view(row, "points")[:, 0] = games["points"][game, order] + MOST_POINTS
                if "doubled" in layout.piece_names:
                    layout.view(row, "doubled")[:, 0] = games["doubled"][game, order]

    def ending(self, games: np.ndarray) -> np.ndarray:
        return np.where(self.winners(games).any(axis=1), 1, 2 * self.done(games)).astype(np.int8)

    def payoff(self, games: np.ndarray) -> np.ndarray:
        winners = self.winners(games)
        others = -1.0 / max(self.teams)
        payoff = np.where(winners, 1.0, others) * winners.any(axis=1, keepdims=True)
        return payoff.astype(np.float32)

    def winners(self, games: np.ndarray) -> np.ndarray:
        teams = np.array(self.teams)
        seats = games["points"][:, : self.num_seats]
        points = np.stack([seats[:, teams == team].sum(axis=1) for team in range(max(teams) + 1)], axis=1)
        is_best = points == points.max(axis=1, keepdims=True)
        has_won = is_best & (is_best.sum(axis=1, keepdims=True) == 1) & self.done(games)[:, None]
        return np.asarray(has_won[:, teams])

    def progress(self, games: np.ndarray) -> np.ndarray:
        return np.asarray((games["points"][:, : self.num_seats] + MOST_POINTS) / (2 * MOST_POINTS), dtype=np.float32)

    def render(self, games: np.ndarray, index: int = 0, viewer: int | None = None, *, colour: bool = False) -> str:
        lines = [f"Round {games['round'][index] + 1}, {PHASE_NAMES[games['phase'][index]]}"]
        for seat, name in enumerate(self.seat_names):
            digit = f", digit {games['digit'][index, seat]}" if seat == viewer else ""
            lines.append(f"{name}: {games['points'][index, seat]} points{digit}")
        return "\n".join(lines)


class ToySpec(PlainSpec):
    """The game for 3 to 8 players."""

    name = "toy"
    title = "Guess the hidden sum"
    seat_prefix = "guesser"
    players = (3, 4, 5, 6, 7, 8)
    default_players = 4
    actions = ACTIONS
    options = (Option("stakes", 1, "Points of a right guess.", (1, 2)),)
    make = ToyVariant


SPEC = ToySpec()
