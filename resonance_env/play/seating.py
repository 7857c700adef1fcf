"""Agents at the seats of a batch of games: each is asked once for all its rows, every row with its own random stream."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from resonance_env.agents.interface import Agent, Memory
from resonance_env.agents.sampling import KeyedRandom
from resonance_env.agents.seat_view import SeatView, ViewReader, seat_view
from resonance_env.core.errors import IllegalActionError
from resonance_env.core.spec import ObservationKind, Variant

NOBODY = -1  # in a line-up: a seat that no agent of the seating plays


class Seating:
    """Who plays the seats of some games, and what these agents remember.

    What an agent does in a game depends on that game alone, not on the games beside it.

    Attributes:
        agents: the agents; they are bound to the variant here.
        observations: the kinds of observation that they need.
        line_up: int64 `[game, seat]`: index in `agents`, or NOBODY.
    """

    def __init__(self, variant: Variant, agents: Sequence[Agent], num_games: int) -> None:
        """Binds the agents; `begin` seats them.

        Raises:
            OptionError: an agent cannot play this variant.
            CheckpointError: an agent was made for something else.
        """
        self.variant = variant
        self.agents = tuple(agents)
        self.line_up = np.full((num_games, variant.num_seats), NOBODY, dtype=np.int64)
        self._keys = np.zeros((num_games, variant.num_seats), dtype=np.uint64)  # [game, seat] one random stream each
        self._decisions = np.zeros((num_games, variant.num_seats), dtype=np.int64)  # [game, seat] made in this game
        self._memories: list[Memory] = []  # [agent][game * num_seats + seat]
        self._readers = [agent if isinstance(agent, ViewReader) else None for agent in self.agents]
        for agent in self.agents:
            agent.bind(variant)
            self._memories.append(agent.start(num_games * variant.num_seats))
        self.observations: frozenset[ObservationKind] = frozenset(agent.observation for agent in self.agents)

    def begin(self, which: np.ndarray, line_up: np.ndarray, keys: np.ndarray) -> None:
        """Seats agents for new games.

        Args:
            which: int64 `[row]`: the games that begin.
            line_up: int64 `[row, seat]`.
            keys: uint64 `[row, seat]`: where the agents' randomness comes from.
        """
        self.line_up[which], self._keys[which], self._decisions[which] = line_up, keys, 0
        for agent, memory in zip(self.agents, self._memories, strict=True):
            if memory is not None:
                rows = self._rows(
                    np.repeat(which, self.variant.num_seats), np.tile(np.arange(self.variant.num_seats), len(which))
                )
                memory[rows] = agent.start(len(rows))

    def save(self) -> dict[str, Any]:
        """Returns copies of all that `restore` needs to let the agents go on identically."""
        return {
            "agents": tuple(agent.name for agent in self.agents),
            "line_up": self.line_up.copy(),
            "keys": self._keys.copy(),
            "decisions": self._decisions.copy(),
            "memories": [None if memory is None else memory.copy() for memory in self._memories],
        }

    def restore(self, saved: Mapping[str, Any]) -> None:
        """Goes on where `save` was called, also in another seating of the same agents and as many games."""
        self.line_up[:], self._keys[:], self._decisions[:] = saved["line_up"], saved["keys"], saved["decisions"]
        for memory, remembered in zip(self._memories, saved["memories"], strict=True):
            if memory is not None:
                memory[:] = remembered

    def choose(
        self,
        which: np.ndarray,
        games: np.ndarray,
        acting: np.ndarray,
        legal: np.ndarray,
        observations: Mapping[ObservationKind, np.ndarray],
        out: np.ndarray,
        view: Callable[[int, int], SeatView] | None = None,
    ) -> None:
        """Writes what the agents choose for the seats that are asked.

        Args:
            which: int64 `[row]`: the games, no game twice.
            games: their records `[row]`.
            acting: bool `[row, seat]`.
            legal: int8 `[row, seat, action]`.
            observations: int8 `[row, seat, size]` for each kind in `observations`.
            out: integers `[row, seat]`; other entries stay as they are.
            view: returns what a (row, seat) sees, for agents that read; by default a view without a log.

        Raises:
            IllegalActionError: an agent chose an action that is not legal.
        """
        line_up = self.line_up[which]
        for index, agent in enumerate(self.agents):
            row, seat = np.nonzero(acting & (line_up == index))
            if len(row):
                reader = self._readers[index]
                if reader is not None:
                    look = view or partial(seat_view, self.variant, games)
                    reader.show([look(*pair) for pair in zip(row.tolist(), seat.tolist(), strict=True)])
                seen = observations[agent.observation][row, seat]
                out[row, seat] = self.ask(index, which[row], seat, seen, legal[row, seat])

    def ask(
        self, index: int, game: np.ndarray, seat: np.ndarray, observation: np.ndarray, legal: np.ndarray, *, check: bool = True
    ) -> np.ndarray:
        """Returns what one agent chooses for some rows, and keeps what it remembers.

        Args:
            index: of the agent.
            game: int64 `[row]`.
            seat: int64 `[row]`.
            observation: int8 `[row, size]`.
            legal: int8 `[row, action]`.
            check: whether the choice is to be played, and must be legal.

        Raises:
            IllegalActionError: the choice is not legal.
        """
        agent, memory = self.agents[index], self._memories[index]
        rng = KeyedRandom(self._keys[game, seat], self._decisions[game, seat])
        remembered = None if memory is None else memory[self._rows(game, seat)]
        chosen, remembered = agent.act(observation, legal, remembered, rng)
        chosen = np.asarray(chosen)
        if check:
            self._check(agent, chosen, seat, legal)
        if memory is not None:
            memory[self._rows(game, seat)] = remembered
        self._decisions[game, seat] += 1
        return chosen

    def follow(self, acting: np.ndarray, legal: np.ndarray, observations: Mapping[ObservationKind, np.ndarray]) -> None:
        """Lets the agents of game 0 remember a decision that is recorded already, so that they go on as if they had made it.

        Args:
            acting: bool `[1, seat]`.
            legal: int8 `[1, seat, action]`.
            observations: as in `choose`.
        """
        for seat in np.flatnonzero(acting[0] & (self.line_up[0] != NOBODY)):
            index = int(self.line_up[0, seat])
            game, seats = np.zeros(1, dtype=np.int64), np.array([seat])
            if self._memories[index] is None:
                self._decisions[game, seats] += 1
            else:
                seen = observations[self.agents[index].observation][game, seats]
                self.ask(index, game, seats, seen, legal[game, seats], check=False)

    def _rows(self, game: np.ndarray, seat: np.ndarray) -> np.ndarray:
        return np.asarray(game * self.variant.num_seats + seat)

    def _check(self, agent: Agent, chosen: np.ndarray, seat: np.ndarray, legal: np.ndarray) -> None:
        """Checks what an agent returned, since rules trust what they are given."""
        num_actions = self.variant.num_actions
        if chosen.shape != (len(seat),) or chosen.dtype.kind not in "iu":
            raise IllegalActionError(
                f"agent {agent.name!r}: expected {len(seat)} integer actions, got {chosen.dtype} of shape {chosen.shape}"
            )
        is_known = (chosen >= 0) & (chosen < num_actions)
        is_legal = is_known & (legal[np.arange(len(seat)), np.where(is_known, chosen, 0)] != 0)
        if not is_legal.all():
            row = int(np.flatnonzero(~is_legal)[0])
            names = ", ".join(self.variant.actions.name(code) for code in np.flatnonzero(legal[row]))
            code = int(chosen[row])
            got = repr(self.variant.actions.name(code)) if is_known[row] else str(code)
            raise IllegalActionError(
                f"agent {agent.name!r} at {self.variant.seat_names[seat[row]]}: expected one of {names}; got {got}"
            )
