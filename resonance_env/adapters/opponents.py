"""The option `opponents=` of environments in which one seat learns: who sits at the other seats.

It is one agent for all of them, a list (the first to the learner's left, then on clockwise), or a mapping from seat. An agent
is a name that `agents.loading.load` knows, a path of a checkpoint, or an `Agent`; several names with "|" between them are a
pool, of which every seat draws one for each game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, TypeAlias

import numpy as np

from resonance_env.adapters import checks
from resonance_env.agents.interface import Agent, RandomSource
from resonance_env.agents.loading import load
from resonance_env.core.errors import OptionError
from resonance_env.core.spec import Variant

Player: TypeAlias = str | Path | Agent
Opponents: TypeAlias = Player | Sequence[Player] | Mapping[int | str, Player]
LearnerSeat: TypeAlias = int | Literal["random"]

POOL = "|"


class LineUps:
    """Draws where the learner sits and who plays the other seats.

    Attributes:
        agents: every agent that may play, once; a line-up holds indices.
    """

    def __init__(self, variant: Variant, opponents: Opponents, seat: LearnerSeat) -> None:
        """Loads the agents.

        Raises:
            OptionError: no such agent, seat or form, or not one agent for each of the other seats.
            CheckpointError: a checkpoint is damaged.
        """
        self.agents: list[Agent] = []
        self._indices: dict[Any, int] = {}
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
        """Returns the pool of each other seat when the learner sits there."""
        others = [(learner + k) % self._num_seats for k in range(1, self._num_seats)]
        if isinstance(opponents, (str, Path, Agent)):
            return dict.fromkeys(others, self._pool(opponents))
        if isinstance(opponents, Mapping):
            unknown = [key for key in opponents if key not in (*range(self._num_seats), *names)]
            if unknown:
                raise OptionError(f"expected opponents by seat, such as 1 or {names[1]!r}; got {unknown[0]!r}")
            players = {seat: opponents.get(seat, opponents.get(names[seat])) for seat in others}
            missing = [names[seat] for seat, player in players.items() if player is None]
            if missing:
                raise OptionError(f"expected an opponent at each other seat, got none for {', '.join(missing)}")
            return {seat: self._pool(player) for seat, player in players.items() if player is not None}
        if not isinstance(opponents, Sequence) or len(opponents) != len(others):
            got = f"{len(opponents)}" if isinstance(opponents, Sequence) else repr(opponents)
            raise OptionError(f"expected one opponent, a list of {len(others)}, or a mapping by seat; got {got}")
        return {seat: self._pool(player) for seat, player in zip(others, opponents, strict=True)}

    def _pool(self, player: Player) -> tuple[int, ...]:
        if isinstance(player, str) and POOL in player:
            return tuple(self._index(name.strip()) for name in player.split(POOL))
        return (self._index(player),)

    def _index(self, player: Player) -> int:
        """Returns the index of an agent, which is loaded once, however many seats it plays."""
        key = id(player) if isinstance(player, Agent) else str(player)
        if key not in self._indices:
            if not isinstance(player, (str, Path, Agent)):
                raise OptionError(f"expected an opponent as a name, a path or an Agent, got {player!r}")
            self._indices[key] = len(self.agents)
            self.agents.append(player if isinstance(player, Agent) else load(player))
        return self._indices[key]
