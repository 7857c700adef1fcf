"""What worker processes are asked: a decision of an agent at a table, or the review of a position."""

import json
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec
import numpy as np

from resonance_env.agents.interface import Agent, bound
from resonance_env.agents.loading import load_program
from resonance_env.agents.seat_view import check_reads_observations
from resonance_env.core.layout import ObservationKind
from resonance_env.core.spec import Variant
from resonance_env.eval.review.judge import Judge
from resonance_env.eval.review.review import review_position
from resonance_env.games import load_game
from resonance_env.play.faults import Clock, Fault, Question, ask, ask_to_start


@dataclass(frozen=True)
class Reply:
    """What a worker answers.

    Attributes:
        action: of a decision.
        memory: the agent's new memory after it.
        told: JSON, for a request that asks for more than a decision.
        fault: why there is no answer.
    """

    action: int = -1
    memory: np.ndarray | None = None
    told: bytes = b""
    fault: Fault | None = None


class Request(Protocol):
    """What a worker can be asked; it is sent to another process.

    Attributes:
        who: what decides which loaded agents answer; workers keep them.
        agent: the agent, for messages.
    """

    @property
    def who(self) -> Hashable: ...

    @property
    def agent(self) -> str: ...

    def load(self) -> Any:
        """Returns the loaded agents.

        Raises:
            ResonanceEnvError: they cannot be loaded.
        """

    def answer(self, loaded: Any) -> Reply:
        """Returns the answer of the loaded agents; a fault is an answer."""


@dataclass(frozen=True)
class Decision:
    """One decision of an agent.

    Attributes:
        game, players, options: the variant.
        agent: text by which the agent is loaded.
        seen: int8 `[1, size]` by kind of observation.
        legal: int8 `[1, action]`.
        memory: `[1, ...]`, or None at the first decision and for an agent without memory.
        key: uint64 `[1]`, of the random stream of the seat.
        decisions: number of earlier decisions of the seat.
    """

    game: str
    players: int
    options: dict[str, Any]
    agent: str
    seen: dict[ObservationKind, np.ndarray]
    legal: np.ndarray
    memory: np.ndarray | None
    key: np.ndarray
    decisions: int

    @property
    def who(self) -> Hashable:
        return self.game, self.players, json.dumps(self.options, sort_keys=True), self.agent

    def load(self) -> tuple[Variant, Agent]:
        variant = load_game(self.game).variant(self.players, **self.options)
        agent = load_program(self.agent)
        check_reads_observations(agent)
        return variant, bound(agent, variant)

    def answer(self, loaded: tuple[Variant, Agent]) -> Reply:
        (variant, agent), clock, memory = loaded, Clock(), self.memory
        if memory is None:
            memory, fault = ask_to_start(agent, 0, 1, clock)
            if fault is not None:
                return Reply(fault=_plain(fault))
        decisions = np.array([self.decisions], dtype=np.int64)
        question = Question(self.seen[agent.observation], self.legal, memory, self.key, decisions)
        given = ask(agent, 0, question, variant, clock, isolate=False)
        if given.faults:
            return Reply(fault=_plain(given.faults[0]))
        action = int(given.actions[0])
        if not self.legal[0, action]:
            name = variant.actions.name(action)
            return Reply(fault=Fault("illegal", f"agent {self.agent!r} chose {name!r}, which was not legal"))
        return Reply(action, given.memory)


def _plain(fault: Fault) -> Fault:
    """Returns a fault without the exception, which another process may not be able to read."""
    return Fault(fault.kind, fault.message)


@dataclass(frozen=True)
class PositionToReview:
    """The review of a position (`eval/review`).

    Attributes:
        game, players, options: the variant.
        agent: text by which the agent is loaded that reviews.
        playouts: the same of the agent that plays games out.
        worlds: how often it does.
        games: array of one record.
        step: number of steps before it.
        joint: the actions `[seat]` that were taken, or None at the end of a game.
    """

    game: str
    players: int
    options: dict[str, Any]
    agent: str
    playouts: str
    worlds: int
    games: np.ndarray
    step: int
    joint: np.ndarray | None

    @property
    def who(self) -> Hashable:
        return self.game, self.players, json.dumps(self.options, sort_keys=True), self.agent, self.playouts, self.worlds

    def load(self) -> Judge:
        variant = load_game(self.game).variant(self.players, **self.options)
        return Judge(variant, load_program(self.agent), load_program(self.playouts), self.worlds, seed=0)

    def answer(self, loaded: Judge) -> Reply:
        try:
            review = review_position(loaded, self.games, self.step, self.joint)
        except Exception as error:  # an agent may raise anything
            return Reply(fault=Fault("error", f"agent {self.agent!r}: {type(error).__name__}: {error}"))
        return Reply(told=msgspec.json.encode(review.to_json()))
