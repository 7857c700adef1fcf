"""The interface of agents: policies for any number of seats at once, which see observations and never the environment."""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from collections.abc import Hashable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np

from resonance_env.agents.sampling import NO_CHANCE
from resonance_env.core.errors import OptionError
from resonance_env.core.layout import ObservationKind
from resonance_env.core.spec import Variant

if TYPE_CHECKING:
    from resonance_env.agents.checkpoint_metadata import CheckpointMetadata

# The memory of an agent: an array whose first axis is the row, or None for an agent without memory. The caller keeps it,
# selects the rows that must act, and stores the returned rows.
Memory = np.ndarray | None


class RandomSource(Protocol):
    """The source of an agent's randomness: a `np.random.Generator`, or one that is keyed by row (`KeyedRandom`)."""

    def random(self, size: int, /) -> np.ndarray:
        """Returns float64 `[size]`, uniform in [0, 1); each call returns new numbers."""


class Agent(ABC):
    """A policy that plays seats.

    Attributes:
        name: for tables and messages.
        observation: the kind of observation that it needs.
        is_person: a person decides and must see the game as text (see `agents.human`).
        deterministic: it always chooses the same action with the same observation, legal actions and memory.
        metadata: metadata of its checkpoint, or None.
        folder: folder of its checkpoint, or None.
        games: names of the games that it plays; empty: all. That of its entry, if it was made by name.
        bound_to: the variant that it plays now; set by `bound`.
        identity: equal for two agents that are the same policy, however their names are spelt; None: not known.
    """

    name: str
    observation: ObservationKind = "table"
    is_person: bool = False
    deterministic: bool = False
    metadata: CheckpointMetadata | None = None
    folder: Path | None = None
    games: tuple[str, ...] = ()
    identity: Hashable | None = None
    bound_to: Variant | None = None

    def check_plays(self, variant: Variant) -> None:
        """Checks that the agent is one for this game, before it is bound.

        Raises:
            OptionError: it plays other games.
        """
        if self.games and variant.spec.name not in self.games:
            raise OptionError(f"agent {self.name!r} plays {' and '.join(self.games)}, got a variant of {variant.spec.name!r}")

    def bind(self, variant: Variant) -> None:  # noqa: B027 - most agents need no preparation
        """Prepares the agent for a variant; called before `start`, and again for another variant.

        Raises:
            CheckpointError: the agent was made for something else.
            OptionError: the agent cannot play this variant.
        """

    def start(self, batch: int) -> Memory:
        """Returns the memory of `batch` rows at the start of their games; a row is one seat of one game."""
        return None

    @abstractmethod
    def act(self, observation: np.ndarray, legal: np.ndarray, memory: Memory, rng: RandomSource) -> tuple[np.ndarray, Memory]:
        """Chooses an action for each row; every row has a decision to make.

        Args:
            observation: int8 `[batch, layout.size]`, read only.
            legal: int8 `[batch, num_actions]`, 1 where legal, read only; no row is all zero.
            memory: the rows of the memory, in the same order.
            rng: the only source of randomness; the action of a row must not depend on the other rows.

        Returns:
            Integers `[batch]`, each legal, and the new memory of these rows.
        """

    def advise(self, observation: np.ndarray, legal: np.ndarray) -> tuple[np.ndarray, np.ndarray | None]:
        """Chooses without randomness and memory, and predicts what the others choose at the same time.

        Returns:
            Integers `[batch]`, as from `act`; and int64 `[batch, num_seats - 1]`, the predictions for the other seats, the next
            seat first, 0 for a seat that is not asked; None instead if it makes no prediction.
        """
        return self.act(observation, legal, None, NO_CHANCE)[0], None

    def policy(self, observation: np.ndarray, legal: np.ndarray, memory: Memory) -> tuple[np.ndarray, Memory] | None:
        """Returns the probabilities with which `act` chooses, for exact evaluation.

        Returns:
            Float64 `[batch, num_actions]`, 0 where illegal, and the new memory of these rows, the same for every choice; or
            None if the agent does not know its probabilities.
        """
        return None


def bound(agent: Agent, variant: Variant) -> Agent:
    """Returns an agent that plays a variant: this one, or a copy if it plays another one already, which it goes on playing.

    Agents that it holds, such as models of others, are copied with it; arrays and networks are shared.

    Raises:
        OptionError: it cannot play this variant.
        CheckpointError: it was made for something else.
    """
    agent.check_plays(variant)
    if agent.bound_to is not None and agent.bound_to.identity() != variant.identity():
        agent = _copy(agent)
    agent.bind(variant)
    agent.bound_to = variant
    return agent


def _copy(agent: Agent) -> Agent:
    twin = copy.copy(agent)
    for name, value in vars(twin).items():
        if isinstance(value, Agent):
            setattr(twin, name, _copy(value))
    return twin
