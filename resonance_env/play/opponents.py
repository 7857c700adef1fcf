"""The option `opponents=` of environments: the seats that agents play, and these agents.

If one seat learns, it is one agent for all others, a list (clockwise, starting at the learner's left), or a mapping from seats.
If any number of seats learn, it is a mapping from seats. An agent is a name that `agents.loading.load` knows, a path of a
checkpoint, or an `Agent`; several names with "|" between them are a pool, from which one is drawn for every game.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, TypeAlias

import numpy as np

from resonance_env.agents.interface import Agent, RandomSource
from resonance_env.agents.loading import load
from resonance_env.agents.sampling import KeyedRandom, one_way_keys
from resonance_env.core.errors import OptionError
from resonance_env.core.spec import Variant
from resonance_env.core.suggest import nearest
from resonance_env.play import checks

Player: TypeAlias = str | Path | Agent
SeatOpponents: TypeAlias = Mapping[int, Player] | Mapping[str, Player] | Mapping[int | str, Player]
Opponents: TypeAlias = Player | Sequence[Player] | SeatOpponents
LearnerSeat: TypeAlias = int | Literal["random"]

POOL = "|"


class Roster:
    """Agents that may play, each loaded once, however many seats it plays.

    Attributes:
        agents: all agents in use; a line-up contains their indices.
    """

    def __init__(self) -> None:
        self.agents: list[Agent] = []
        self._indices: dict[Any, int] = {}

    def pool(self, player: Player) -> tuple[int, ...]:
        """Returns the indices of the agents of which one is drawn for each game.

        Raises:
            OptionError: no such agent, or no form of one.
            CheckpointError: a checkpoint is damaged.
        """
        if isinstance(player, str) and POOL in player:
            return tuple(self._index(name.strip()) for name in player.split(POOL))
        return (self._index(player),)

    def _index(self, player: Player) -> int:
        key = id(player) if isinstance(player, Agent) else str(player)
        if key not in self._indices:
            if not isinstance(player, (str, Path, Agent)):
                raise OptionError(f"expected an opponent as a name, a path or an Agent, got {player!r}")
            agent = player if isinstance(player, Agent) else load(player)
            same = key if agent is player or agent.identity is None else agent.identity
            if same not in self._indices:
                self._indices[same] = len(self.agents)
                self.agents.append(agent)
            self._indices[key] = self._indices[same]
        return self._indices[key]


def by_seat(opponents: Mapping[Any, Player], names: Sequence[str]) -> dict[int, Player]:
    """Returns the agent of each seat, in the order of the seats.

    Args:
        opponents: by number or name of the seat.
        names: of all seats.

    Raises:
        OptionError: there is no such seat, or a seat is given twice.
    """
    players: dict[int, Player] = {}
    for key, player in opponents.items():
        seat = names.index(key) if key in names else checks.as_integer(key)
        if seat is None or not 0 <= seat < len(names):
            hint = nearest(key, names) if isinstance(key, str) else ""
            raise OptionError(f"expected opponents by seat, such as 1 or {names[1]!r}; got {key!r}{hint}")
        if seat in players:
            raise OptionError(f"expected one opponent for each seat, got two for {names[seat]}")
        players[seat] = player
    return dict(sorted(players.items()))


def random_streams(seeds: np.ndarray, num_seats: int) -> tuple[np.ndarray, RandomSource]:
    """Returns the randomness of opponents for seeds `[game]`: keys uint64 `[game, seat]`, and what line-ups are drawn with."""
    keys = one_way_keys(seeds, num_seats + 1)
    return keys[:, :num_seats], KeyedRandom(keys[:, num_seats].copy(), np.zeros(len(seeds), np.int64))


class LineUps:
    """Draws the learner's seat and the agents of the other seats.

    Attributes:
        agents: every agent that may play, once; a line-up contains indices.
    """

    def __init__(self, variant: Variant, opponents: Opponents, seat: LearnerSeat) -> None:
        """Loads the agents.

        Raises:
            OptionError: no such agent, seat or form, or not one agent for each of the other seats.
            CheckpointError: a checkpoint is damaged.
        """
        self._roster = Roster()
        self.agents = self._roster.agents
        self._num_seats = variant.num_seats
        self._fixed = None if seat == "random" else checks.as_integer(seat)
        if seat != "random" and (self._fixed is None or not 0 <= self._fixed < self._num_seats):
            raise OptionError(f"expected seat to be 'random' or an integer in 0 .. {self._num_seats - 1}; got {seat!r}")
        # [learner][seat] indices of the agents of which one is drawn; only where the learner may sit.
        self._pools = {
            learner: self._pools_around(learner, opponents, variant.seat_names)
            for learner in (range(self._num_seats) if self._fixed is None else (self._fixed,))
        }

    def draw(self, games: int, rng: RandomSource) -> tuple[np.ndarray, np.ndarray]:
        """Returns the learner's seat int64 `[game]` and line-ups int64 `[game, seat]`, -1 at the learner's."""
        numbers = rng.random(games)
        seats = (numbers * self._num_seats).astype(np.int64) if self._fixed is None else np.full(games, self._fixed)
        line_up = np.full((games, self._num_seats), -1, dtype=np.int64)
        for seat in range(self._num_seats):
            numbers = rng.random(games)
            for game in np.flatnonzero(seats != seat):
                pool = self._pools[int(seats[game])][seat]
                line_up[game, seat] = pool[int(numbers[game] * len(pool))]
        return seats, line_up

    def _pools_around(self, learner: int, opponents: Opponents, names: Sequence[str]) -> dict[int, tuple[int, ...]]:
        """Returns the pool of each other seat, given the learner's seat."""
        others = [(learner + k) % self._num_seats for k in range(1, self._num_seats)]
        if isinstance(opponents, (str, Path, Agent)):
            return dict.fromkeys(others, self._roster.pool(opponents))
        if isinstance(opponents, Mapping):
            given = by_seat(opponents, names)
            players = {seat: given.get(seat) for seat in others}
            missing = [names[seat] for seat, player in players.items() if player is None]
            if missing:
                raise OptionError(f"expected an opponent at each other seat, got none for {', '.join(missing)}")
            return {seat: self._roster.pool(player) for seat, player in players.items() if player is not None}
        if not isinstance(opponents, Sequence) or len(opponents) != len(others):
            got = f"{len(opponents)}" if isinstance(opponents, Sequence) else repr(opponents)
            raise OptionError(f"expected one opponent, a list of {len(others)}, or a mapping by seat; got {got}")
        return {seat: self._roster.pool(player) for seat, player in zip(others, opponents, strict=True)}
