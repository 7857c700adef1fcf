"""Agents at the seats of a batch of games: each is asked once for all its rows, every row with its own random stream.

Environments with opponents, text games, matches and training all ask agents here.
"""

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Literal

import numpy as np

from resonance_env.agents.interface import Agent, Memory, bound
from resonance_env.agents.seat_view import SeatView, ViewReader, seat_view
from resonance_env.core.errors import IllegalActionError
from resonance_env.core.layout import ObservationKind
from resonance_env.core.outputs import saved_array
from resonance_env.core.spec import Variant
from resonance_env.play.faults import Answer, Clock, Fault, Question, ask, ask_to_start, illegal_fault

NOBODY = -1  # in a line-up: a seat that no agent of the seating plays

# On a fault of an agent: raise it, or return it so that the other games continue.
FaultRule = Literal["raise", "return"]

# Takes the decisions of one call: index of the agent, int64 `[row]` game and seat, int8 `[row, size]` observation,
# int8 `[row, action]` legal, int64 `[row]` action.
DecisionHook = Callable[[int, np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray], None]


class Seating:
    """The agents at the seats of some games, and their memories.

    An agent's actions in a game depend only on that game, not on the other games of the batch.

    Attributes:
        agents: the agents, bound to the variant; copies of those that play another one.
        observations: the kinds of observation that they need.
        line_up: int64 `[game, seat]`: index in `agents`, or NOBODY.
        decisions: int64 `[game, seat]`: number of decisions of the seat in its game so far.
    """

    def __init__(
        self,
        variant: Variant,
        agents: Sequence[Agent],
        num_games: int,
        *,
        on_fault: FaultRule = "raise",
        clock: Clock | None = None,
        on_decisions: DecisionHook | None = None,
    ) -> None:
        """Binds the agents; `begin` seats them.

        Args:
            variant: the game.
            agents: the agents that may play.
            num_games: number of games at a time.
            on_fault: "raise", or "return" to find the faulty rows and to let `choose` return their faults.
            clock: the time limit of a call; None: no limit.
            on_decisions: called with the decisions of each call that will be played, for recording them.

        Raises:
            OptionError: an agent cannot play this variant.
            CheckpointError: an agent was made for something else.
        """
        self.variant = variant
        self.agents = tuple(bound(agent, variant) for agent in agents)
        self.line_up = np.full((num_games, variant.num_seats), NOBODY, dtype=np.int64)
        self.decisions = np.zeros((num_games, variant.num_seats), dtype=np.int64)
        self._on_fault, self._clock, self._on_decisions = on_fault, clock or Clock(), on_decisions
        self._keys = np.zeros((num_games, variant.num_seats), dtype=np.uint64)  # [game, seat] one random stream each
        self._memories: list[Memory] = [None] * len(self.agents)  # [agent][game * num_seats + seat]
        self._unable: dict[int, Fault] = {}  # agents that could not start, by index
        self.observations: frozenset[ObservationKind] = frozenset(agent.observation for agent in self.agents)

    def begin(self, which: np.ndarray, line_up: np.ndarray, keys: np.ndarray) -> None:
        """Seats agents for new games.

        Args:
            which: int64 `[row]`: the games that begin.
            line_up: int64 `[row, seat]`.
            keys: uint64 `[row, seat]`: keys of the agents' random streams.

        Raises:
            IllegalActionError: an agent's memory has a wrong form, and faults are raised.
            Exception: an exception of an agent, if faults are raised.
        """
        seats = self.variant.num_seats
        self.line_up[which], self._keys[which], self.decisions[which] = line_up, keys, 0
        rows = self._rows(np.repeat(which, seats), np.tile(np.arange(seats), len(which)))
        for index, agent in enumerate(self.agents):
            fresh, fault = ask_to_start(agent, index, len(rows), self._clock)
            self._unable.pop(index, None)
            if fault is not None:
                if self._on_fault == "raise":
                    _raise(fault)
                self._unable[index] = fault
            elif fresh is not None:
                memory = self._memories[index]
                if memory is None:
                    memory = self._memories[index] = np.zeros((self.line_up.size, *fresh.shape[1:]), fresh.dtype)
                memory[rows] = fresh

    def save(self) -> dict[str, Any]:
        """Returns copies of everything that `restore` needs to continue identically."""
        return {
            "agents": tuple(agent.name for agent in self.agents),
            "line_up": self.line_up.copy(),
            "keys": self._keys.copy(),
            "decisions": self.decisions.copy(),
            "memories": [None if memory is None else memory.copy() for memory in self._memories],
        }

    def restore(self, saved: Mapping[str, Any]) -> None:
        """Restores the state of `save`, also in another seating of the same agents and as many games.

        Raises:
            KeyError: an array is missing.
            ValueError: one has another shape or type, or is out of range; nothing has changed then.
        """
        shape, memories = self.line_up.shape, saved["memories"]
        line_up = saved_array(saved, "line_up", shape, self.line_up.dtype, NOBODY, len(self.agents) - 1)
        decisions = saved_array(saved, "decisions", shape, self.decisions.dtype, 0)
        keys = saved_array(saved, "keys", shape, self._keys.dtype)
        if len(memories) != len(self.agents):
            raise ValueError(f"expected memories of {len(self.agents)} agents, got {len(memories)}")
        for agent, memory in zip(self.agents, memories, strict=True):
            if memory is not None:
                _check_memory(agent, memory, self.line_up.size)
        self.line_up[:], self._keys[:], self.decisions[:] = line_up, keys, decisions
        self._memories = [None if memory is None else memory.copy() for memory in memories]

    @contextlib.contextmanager
    def undone_on_error(self) -> Iterator[None]:
        """Restores the seats and memories if an error is raised meanwhile, so that the same calls can be made again."""
        saved = self.save()
        try:
            yield
        except BaseException:
            self.line_up[:], self._keys[:], self.decisions[:] = saved["line_up"], saved["keys"], saved["decisions"]
            self._memories = saved["memories"]
            raise

    def choose(
        self,
        which: np.ndarray,
        games: np.ndarray,
        acting: np.ndarray,
        legal: np.ndarray,
        observations: Mapping[ObservationKind, np.ndarray],
        out: np.ndarray,
        view: Callable[[int, int], SeatView] | None = None,
    ) -> dict[tuple[int, int], Fault]:
        """Writes the actions of the agents for the seats that are asked.

        Args:
            which: int64 `[row]`: the games, each once.
            games: their records `[row]`.
            acting: bool `[row, seat]`.
            legal: int8 `[row, seat, action]`.
            observations: int8 `[row, seat, size]` by kind; kinds that an agent needs and that are not there are made.
            out: integers `[row, seat]`; entries of other seats are unchanged; faulty ones must not reach the rules.
            view: returns the view of a (row, seat), for agents that read text; default: a view without a log.

        Returns:
            The faults by (row, seat); none where faults are raised.

        Raises:
            IllegalActionError: an agent chose an action that is not legal, or answered in a wrong form or too late, and faults
                are raised.
            Exception: an exception of an agent, if faults are raised.
        """
        faults: dict[tuple[int, int], Fault] = {}
        seen = dict(observations)
        line_up = self.line_up[which]
        for index, agent in enumerate(self.agents):
            row, seat = np.nonzero(acting & (line_up == index))
            if not len(row):
                continue
            pairs = list(zip(row.tolist(), seat.tolist(), strict=True))
            if index in self._unable:
                faults |= dict.fromkeys(pairs, self._unable[index])
                continue
            if isinstance(agent, ViewReader):
                look = view or partial(seat_view, self.variant, games)
                agent.show([look(*pair) for pair in pairs])
            if agent.observation not in seen:
                seen[agent.observation] = self.variant.observe(games, agent.observation)
            observation, mask = seen[agent.observation][row, seat], legal[row, seat]
            answer = self._ask(index, which[row], seat, observation, mask)
            chosen, found = answer.actions, answer.faults
            is_illegal = (chosen >= 0) & (mask[np.arange(len(row)), np.maximum(chosen, 0)] == 0)
            for place in np.flatnonzero(is_illegal).tolist():
                found[place] = illegal_fault(agent, self.variant, games, *pairs[place], int(chosen[place]))
            if found and self._on_fault == "raise":
                _raise(found[min(found)])
            faults |= {pairs[place]: fault for place, fault in found.items()}
            if self._on_decisions is not None:
                good = np.setdiff1d(np.arange(len(row)), list(found))
                self._on_decisions(index, which[row][good], seat[good], observation[good], mask[good], chosen[good])
            out[row, seat] = chosen
        return faults

    def follow(self, acting: np.ndarray, legal: np.ndarray, observations: Mapping[ObservationKind, np.ndarray]) -> None:
        """Updates the memories of the agents of game 0 with a recorded decision, as if they had made it.

        Args:
            acting: bool `[1, seat]`.
            legal: int8 `[1, seat, action]`.
            observations: int8 `[1, seat, size]` for each kind in `observations`.
        """
        for seat in np.flatnonzero(acting[0] & (self.line_up[0] != NOBODY)):
            index = int(self.line_up[0, seat])
            game, seats = np.zeros(1, dtype=np.int64), np.array([seat])
            if self._memories[index] is None:
                self.decisions[game, seats] += 1
            else:
                seen = observations[self.agents[index].observation][game, seats]
                answer = self._ask(index, game, seats, seen, legal[game, seats])
                if answer.faults:
                    _raise(answer.faults[0])

    def _ask(self, index: int, game: np.ndarray, seat: np.ndarray, observation: np.ndarray, legal: np.ndarray) -> Answer:
        """Asks one agent for the rows (game, seat) and stores its memory."""
        memory, rows = self._memories[index], self._rows(game, seat)
        question = Question(
            observation,
            legal,
            None if memory is None else memory[rows],
            self._keys[game, seat],
            self.decisions[game, seat],
        )
        answer = ask(self.agents[index], index, question, self.variant, self._clock, isolate=self._on_fault == "return")
        if memory is not None and answer.memory is not None:
            memory[rows] = answer.memory
        self.decisions[game, seat] += 1
        return answer

    def _rows(self, game: np.ndarray, seat: np.ndarray) -> np.ndarray:
        return np.asarray(game * self.variant.num_seats + seat)


def _check_memory(agent: Agent, memory: np.ndarray, rows: int) -> None:
    """Checks that a memory has the form of those that an agent starts with.

    Raises:
        ValueError: it has not.
    """
    fresh = agent.start(1)
    expected = None if fresh is None else ((rows, *fresh.shape[1:]), fresh.dtype)
    if expected != (memory.shape, memory.dtype):
        raise ValueError(f"expected the memory of agent {agent.name!r} as {expected}, got {(memory.shape, memory.dtype)}")


def _raise(fault: Fault) -> None:
    """Raises a fault: the agent's own exception, or the error of its answer."""
    if fault.cause is not None:
        raise fault.cause
    raise IllegalActionError(f"{fault.message}\n{fault.details}".strip())
