"""A tiny game in plain NumPy for one seat at a time, which never ends by itself: raids.

The seat whose turn it is sees a die. It takes that many points from another seat, or puts its left neighbour to sleep for some
turns, if it is awake, and pays it 1 point for that; a seat that sleeps is not asked. With a 1 it may only pass. Points are
rewards, at once, and add up to 0 in every step. Nobody ever wins, so that only a bound on the number of steps ends an episode.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from resonance_env.agents.interface import Agent, Memory, RandomSource
from resonance_env.agents.registry import AgentEntry
from resonance_env.core.actions import Action, ActionTable
from resonance_env.core.chance import draw
from resonance_env.core.layout import Block, Layout, ObservationKind, Piece
from resonance_env.core.options import Option
from tests.small_games.plain import PlainSpec, PlainVariant

MAX_SEATS = 4
NUM_SIDES = 4  # of the die
MOST_SEEN = 60  # points that an observation shows, at most, won or lost
SLEEP = 5  # turns, by default
CHANCE_DIE = 1

WAIT, PASS, ENCHANT = range(3)
RAID = 3  # + relative seat of the victim - 1
NAMES = ("wait", "pass", "enchant", *(f"raid {offset}" for offset in range(1, MAX_SEATS)))
ACTIONS = ActionTable([Action(code, name, name.capitalize() + ".", "") for code, name in enumerate(NAMES)])

NUMBERS = ("turn", "seat")  # turns that are over, whose turn it is
FIELDS = ("points", "paid", "asleep")  # [seat] points so far, those of the last step, turns that it sleeps on
GAME = np.dtype([("seed", "i8", (2,)), *((name, "i8") for name in NUMBERS), *((name, "i8", (MAX_SEATS,)) for name in FIELDS)])


class RaidsVariant(PlainVariant):
    """The game with players and options fixed."""

    ending_names = ("running",)
    game, numbers, fields = GAME, NUMBERS, FIELDS

    def __init__(self, spec: RaidsSpec, players: int, options: Mapping[str, Any]) -> None:
        super().__init__(spec, players, players, options)
        self._sleep = int(options["sleep"])
        most = float(NUM_SIDES * (spec.max_cycles or 0))
        self.payoff_range = (-most, most)

    def layout(self, observation: ObservationKind = "table") -> Layout:
        seat = [
            Piece("turn", (1,), 1, "It is this seat's turn.", ""),
            Piece("asleep", (1,), 1, "Sleeps.", ""),
            Piece("points", (1,), 2 * MOST_SEEN, f"Points plus {MOST_SEEN}, within bounds.", ""),
        ]
        if observation == "recall":
            seat.append(Piece("sleep", (1,), 100, "Turns that it sleeps on.", ""))
        return Layout([Block("table", [Piece("die", (1,), NUM_SIDES, "The die.", "")]), Block("seat", seat, self.num_seats)])

    @property
    def state_layout(self) -> Layout:
        asleep = Piece("asleep", (self.num_seats,), 100, "Turns that each sleeps on.", "")
        return Layout([Block("all", [Piece("seat", (self.num_seats,), 1, "Whose turn it is.", ""), asleep])])

    def _die(self, game: np.void) -> int:
        low, high = game["seed"].tolist()
        return 1 + int(draw(low, high, CHANCE_DIE, int(game["turn"]), NUM_SIDES))

    def acting(self, games: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
        out = self.output(games, out, self.num_seats, dtype=np.bool_)
        out[:] = games["seat"][:, None] == np.arange(self.num_seats)
        return out

    def legal(self, games: np.ndarray, out: np.ndarray | None = None, *, parallel: bool = False) -> np.ndarray:
        out = self.output(games, out, self.num_seats, len(ACTIONS))
        out[:] = 0
        out[..., WAIT] = 1
        for rows, game in zip(out, games, strict=True):
            row = rows[game["seat"]]
            row[:] = 0
            if self._die(game) == 1:
                row[PASS] = 1
            else:
                row[ENCHANT] = game["asleep"][(game["seat"] + 1) % self.num_seats] == 0
                row[RAID : RAID + self.num_seats - 1] = 1
        return out

    def step(self, games: np.ndarray, actions: np.ndarray, *, parallel: bool = False) -> None:
        for game, chosen in zip(games, actions, strict=True):
            self._play(game, int(game["seat"]), int(chosen[game["seat"]]))

    def _play(self, game: np.void, seat: int, action: int) -> None:
        """Plays the turn of one seat and goes on to the next seat that is awake."""
        paid = game["paid"]
        paid[:] = 0
        if action == ENCHANT:
            left = (seat + 1) % self.num_seats
            game["asleep"][left] = self._sleep
            paid[seat], paid[left] = -1, 1
        elif action != PASS:
            victim = (seat + action - RAID + 1) % self.num_seats
            die = self._die(game)
            paid[seat], paid[victim] = die, -die
        game["points"] += paid
        game["turn"] += 1
        game["seat"] = (seat + 1) % self.num_seats
        while game["asleep"][game["seat"]] > 0:
            game["asleep"][game["seat"]] -= 1
            game["seat"] = (game["seat"] + 1) % self.num_seats

    def write_observations(self, games: np.ndarray, layout: Layout, out: np.ndarray) -> None:
        layout.view(out, "die")[..., 0] = np.array([self._die(game) for game in games], np.int8)[:, None]
        for seat in range(self.num_seats):
            order = (seat + np.arange(self.num_seats)) % self.num_seats
            row = out[:, seat]
            layout.view(row, "turn")[..., 0] = games["seat"][:, None] == order
            layout.view(row, "asleep")[..., 0] = games["asleep"][:, order] > 0
            layout.view(row, "points")[..., 0] = games["points"][:, order].clip(-MOST_SEEN, MOST_SEEN) + MOST_SEEN
            if "sleep" in layout.piece_names:
                layout.view(row, "sleep")[..., 0] = games["asleep"][:, order]

    def state(self, games: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
        out = self.output(games, out, self.state_layout.size)
        self.state_layout.view(out, "seat")[:] = self.acting(games)
        self.state_layout.view(out, "asleep")[:] = games["asleep"][:, : self.num_seats]
        return out

    def done(self, games: np.ndarray) -> np.ndarray:
        return np.zeros(len(games), np.bool_)

    def payoff(self, games: np.ndarray) -> np.ndarray:
        return games["points"][:, : self.num_seats].astype(np.float32)

    def reward(self, games: np.ndarray) -> np.ndarray:
        return games["paid"][:, : self.num_seats].astype(np.float32)

    def render(self, games: np.ndarray, index: int = 0, viewer: int | None = None, *, colour: bool = False) -> str:
        game = games[index]
        lines = [f"Turn {game['turn'] + 1} of {self.seat_names[game['seat']]}, die {self._die(game)}"]
        for seat, name in enumerate(self.seat_names):
            asleep = ", asleep" if game["asleep"][seat] else ""
            lines.append(f"{name}{' (you)' if seat == viewer else ''}: {game['points'][seat]} points{asleep}")
        return "\n".join(lines)


class RaidsSpec(PlainSpec):
    """The game for 2 to 4 players."""

    name = "raids"
    title = "Endless raids"
    seat_prefix = "raider"
    players = (2, 3, 4)
    default_players = 3
    actions = ACTIONS
    options = (Option("sleep", SLEEP, "Turns that an enchanted seat sleeps.", (1, SLEEP, 100)),)
    reward_model = "rewards"
    simultaneous = False
    max_cycles = 40
    make = RaidsVariant


class Enchanter(Agent):
    """Puts its left neighbour to sleep whenever it may, so that with long sleep another seat waits for a long time."""

    name = "enchanter"
    deterministic = True

    def act(self, observation: np.ndarray, legal: np.ndarray, memory: Memory, rng: RandomSource) -> tuple[np.ndarray, Memory]:
        return np.where(legal[:, ENCHANT] == 1, ENCHANT, np.where(legal[:, PASS] == 1, PASS, RAID)), memory


SPEC = RaidsSpec()
AGENTS = (AgentEntry("enchanter", Enchanter, "Puts its left neighbour to sleep whenever it may.", (SPEC.name,)),)
