"""A tiny cooperative game in plain NumPy, with rewards on the way: silent signals for hidden digits.

Every seat has a hidden digit, a new one in each round. First all show a colour at once (SIGNAL); no colour has a meaning of
its own. Then the seats guess in turn, each the digit of its left neighbour (GUESS); a right guess pays every seat 1 at once. A
round without a right guess ends the game early. Partners with the same convention are always right; see `ConventionAgent`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np

from resonance_env.agents.interface import Agent, Memory, RandomSource
from resonance_env.agents.registry import AgentEntry, Parameter
from resonance_env.core.actions import Action, ActionTable
from resonance_env.core.chance import draw
from resonance_env.core.errors import IllegalActionError
from resonance_env.core.layout import Block, Layout, ObservationKind, Piece
from resonance_env.core.options import Option
from resonance_env.core.rewards import Utility
from resonance_env.core.spec import ChanceBranches, Variant
from resonance_env.core.symmetries import Symmetries, label_symmetries
from tests.small_games.digits import DigitsVariant
from tests.small_games.plain import PlainSpec

MAX_SEATS = 5
MAX_ROUNDS = 3
NUM_DIGITS = 3
PHASE_DEAL, PHASE_SIGNAL, PHASE_GUESS, PHASE_OVER = range(4)  # only a game with explicit chance stops at PHASE_DEAL
PHASE_NAMES = ("deal", "signal", "guess", "over")
NOTHING = -1  # no colour shown, no guess made
CHANCE_DIGIT = 1

WAIT = 0
SHOW = 1  # + colour
GUESS = SHOW + NUM_DIGITS  # + digit

COLOURS = ("red", "green", "blue")
NAMES = ("wait", *(f"show {colour}" for colour in COLOURS), *(f"guess {digit}" for digit in range(NUM_DIGITS)))
ACTIONS = ActionTable([Action(code, name, name.capitalize() + ".", "") for code, name in enumerate(NAMES)])

NUMBERS = ("round", "phase", "turn", "right", "right_now", "last_paid")
FIELDS = ("digit", "colour", "guess")
GAME = np.dtype(
    [
        ("seed", "i8", (2,)),
        *(
            (name, "i1") for name in NUMBERS
        ),  # rounds that are over, phase, seat that guesses, right guesses, those of the round
        *((name, "i1", (MAX_SEATS,)) for name in FIELDS),  # [seat]
    ]
)


class SignalsVariant(DigitsVariant):
    """The game with players and options fixed."""

    ending_names = ("running", "all right", "rounds over", "broken off")
    game, numbers, fields = GAME, NUMBERS, FIELDS
    phase_names, num_digits = PHASE_NAMES, NUM_DIGITS

    def __init__(self, spec: SignalsSpec, players: int, options: Mapping[str, Any]) -> None:
        super().__init__(spec, players, players, options)
        self.teams = (0,) * players
        self._rounds = int(options["rounds"])
        self._is_explicit = bool(options["explicit_chance"])
        self.payoff_range = (0.0, float(self._rounds * players))

    @property
    def max_chance_outcomes(self) -> int:
        return int(NUM_DIGITS**self.num_seats)

    def layout(self, observation: ObservationKind = "table") -> Layout:
        table = [
            Piece("phase", (len(PHASE_NAMES),), 1, "What is asked.", ""),
            Piece("round", (1,), MAX_ROUNDS, "Rounds that are over.", ""),
            Piece("digit", (1,), NUM_DIGITS - 1, "Own digit.", ""),
            Piece("right", (1,), MAX_ROUNDS * MAX_SEATS, "Right guesses so far.", ""),
        ]
        seat = [
            Piece("colour", (NUM_DIGITS,), 1, "One-hot: the colour shown.", ""),
            Piece("turn", (1,), 1, "Guesses now.", ""),
        ]
        if observation == "recall":
            seat.append(Piece("guess", (1,), NUM_DIGITS, "Guess of this round plus 1, 0 for none.", ""))
        return Layout([Block("table", table), Block("seat", seat, repeat=self.num_seats)])

    def symmetries(self, observation: ObservationKind = "table") -> Symmetries:
        return label_symmetries(self.layout(observation), len(ACTIONS), ["colour"], SHOW)

    def begin(self, game: np.void) -> None:
        """Deals, or stops before the deal if chance is explicit."""
        game["colour"] = game["guess"] = NOTHING
        game["turn"] = game["right_now"] = 0
        game["phase"] = PHASE_DEAL
        if not self._is_explicit:
            low, high = game["seed"].tolist()
            at = int(game["round"]) * MAX_SEATS
            self._deal(game, [int(draw(low, high, CHANCE_DIGIT, at + seat, NUM_DIGITS)) for seat in range(self.num_seats)])

    def _deal(self, game: np.void, digits: Sequence[int]) -> None:
        game["digit"][: self.num_seats] = digits
        game["phase"] = PHASE_SIGNAL

    def chance_branches(self, games: np.ndarray) -> ChanceBranches:
        waiting, outcomes = np.flatnonzero(games["phase"] == PHASE_DEAL), np.arange(self.max_chance_outcomes)
        branches = len(waiting) * len(outcomes)
        return ChanceBranches(
            np.repeat(waiting, len(outcomes)), np.tile(outcomes, len(waiting)), np.full(branches, 1.0 / len(outcomes))
        )

    def apply_outcomes(self, games: np.ndarray, outcomes: np.ndarray) -> None:
        deals = list(product(range(NUM_DIGITS), repeat=self.num_seats))
        for game, outcome in enumerate(outcomes.tolist()):
            if games["phase"][game] != PHASE_DEAL or not 0 <= outcome < len(deals):
                raise IllegalActionError(
                    f"expected a deal in 0 .. {len(deals) - 1} of a game that waits for one, got {outcome}"
                )
            self._deal(games[game], deals[outcome])

    def acting(self, games: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
        out = self.output(games, out, self.num_seats, dtype=np.bool_)
        is_turn = games["turn"][:, None] == np.arange(self.num_seats)
        phase = games["phase"][:, None]
        out[:] = (phase == PHASE_SIGNAL) | ((phase == PHASE_GUESS) & is_turn)
        return out

    def legal(self, games: np.ndarray, out: np.ndarray | None = None, *, parallel: bool = False) -> np.ndarray:
        out = self.output(games, out, self.num_seats, len(ACTIONS))
        acting, phase = self.acting(games), games["phase"][:, None, None]
        out[..., :SHOW] = ~acting[..., None]
        out[..., SHOW:GUESS] = acting[..., None] & (phase == PHASE_SIGNAL)
        out[..., GUESS:] = acting[..., None] & (phase == PHASE_GUESS)
        return out

    def step(self, games: np.ndarray, actions: np.ndarray, *, parallel: bool = False) -> None:
        for game, chosen in zip(games, actions[:, : self.num_seats], strict=True):
            game["last_paid"] = 0
            if game["phase"] == PHASE_SIGNAL:
                game["colour"][: self.num_seats] = chosen - SHOW
                game["phase"] = PHASE_GUESS
            elif game["phase"] == PHASE_GUESS:
                self._guess(game, int(chosen[game["turn"]]) - GUESS)

    def _guess(self, game: np.void, digit: int) -> None:
        seat = int(game["turn"])
        is_right = digit == game["digit"][(seat + 1) % self.num_seats]
        game["guess"][seat] = digit
        for name in ("right", "right_now"):
            game[name] += is_right
        game["last_paid"] = is_right
        game["turn"] = seat + 1
        if game["turn"] == self.num_seats:
            game["round"] += 1
            if game["round"] == self._rounds or game["right_now"] == 0:
                game["phase"] = PHASE_OVER
            else:
                self.begin(game)

    def write_observations(self, games: np.ndarray, layout: Layout, out: np.ndarray) -> None:
        layout.view(out, "phase")[:] = np.eye(len(PHASE_NAMES), dtype=np.int8)[games["phase"]][:, None]
        layout.view(out, "digit")[..., 0] = games["digit"][:, : self.num_seats]
        for name in ("round", "right"):
            layout.view(out, name)[..., 0] = games[name][:, None]
        for seat in range(self.num_seats):
            order = (seat + np.arange(self.num_seats)) % self.num_seats
            row = out[:, seat]
            layout.view(row, "colour")[:] = games["colour"][:, order, None] == np.arange(NUM_DIGITS)
            layout.view(row, "turn")[..., 0] = (games["phase"][:, None] == PHASE_GUESS) & (games["turn"][:, None] == order)
            if "guess" in layout.piece_names:
                layout.view(row, "guess")[..., 0] = games["guess"][:, order] + 1

    def ending(self, games: np.ndarray) -> np.ndarray:
        is_complete, is_perfect = games["right_now"] > 0, self.score(games) == 1.0
        return np.where(self.done(games), np.where(is_perfect, 1, np.where(is_complete, 2, 3)), 0).astype(np.int8)

    def _for_all_seats(self, numbers: np.ndarray) -> np.ndarray:
        return np.repeat(numbers.astype(np.float32)[:, None], self.num_seats, axis=1)

    def payoff(self, games: np.ndarray) -> np.ndarray:
        return self._for_all_seats(games["right"])

    def reward(self, games: np.ndarray) -> np.ndarray:
        return self._for_all_seats(games["last_paid"])

    def score(self, games: np.ndarray) -> np.ndarray:
        return np.asarray(games["right"] / (self._rounds * self.num_seats), dtype=np.float64)

    def natural_score(self, games: np.ndarray) -> np.ndarray:
        return games["right"].astype(np.float64)

    def render(self, games: np.ndarray, index: int = 0, viewer: int | None = None, *, colour: bool = False) -> str:
        game = games[index]
        lines = [f"Round {game['round'] + 1}, {PHASE_NAMES[game['phase']]}; {game['right']} right"]
        for seat, name in enumerate(self.seat_names):
            shown = "nothing" if game["colour"][seat] == NOTHING else COLOURS[game["colour"][seat]]
            lines.append(f"{name} shows {shown}" + (f", digit {game['digit'][seat]}" if seat == viewer else ""))
        return "\n".join(lines)


class SignalsSpec(PlainSpec):
    """The game for 2 to 5 players."""

    name = "signals"
    title = "Silent signals"
    seat_prefix = "signaller"
    players = (2, 3, 4, 5)
    default_players = 3
    actions = ACTIONS
    options = (
        Option("rounds", 2, "Rounds of a game.", (1, 2, 3)),
        Option("explicit_chance", False, "Stop before each deal.", (False, True), for_agents=False),
    )
    utility: Utility = "identical"
    reward_model = "rewards"
    score_unit = "right guesses"
    baselines = ("random", "convention")
    make = SignalsVariant


class ConventionAgent(Agent):
    """Shows its digit plus `shift` as a colour, and reads colours in the same way.

    Partners with the same shift guess everything right; with different shifts, nothing.
    """

    deterministic = True

    def __init__(self, shift: int = 0) -> None:
        self.shift = shift
        self.name = "convention" if shift == 0 else f"convention:shift={shift}"

    def bind(self, variant: Variant) -> None:
        self._layout = variant.layout(self.observation)

    def act(self, observation: np.ndarray, legal: np.ndarray, memory: Memory, rng: RandomSource) -> tuple[np.ndarray, Memory]:
        digit = self._layout.view(observation, "digit")[:, 0].astype(np.int64)
        colour_of_left = self._layout.view(observation, "colour")[:, 1].argmax(axis=1)
        signal = SHOW + (digit + self.shift) % NUM_DIGITS
        guess = GUESS + (colour_of_left - self.shift) % NUM_DIGITS
        return np.where(legal[:, GUESS] == 1, guess, signal), memory


SPEC = SignalsSpec()
AGENTS = (
    AgentEntry(
        "convention",
        ConventionAgent,
        "Shows its digit as a colour.",
        (SPEC.name,),
        (Parameter("shift", int, 0, "What is added to the digit.", choices=tuple(range(NUM_DIGITS))),),
    ),
)
