"""An agent made of a function, so that the policy of any other library can be evaluated."""

from collections.abc import Callable

import numpy as np

from resonance_env.agents.interface import Agent, Memory, RandomSource
from resonance_env.agents.sampling import sample
from resonance_env.core.errors import IllegalActionError, UsageError
from resonance_env.core.layout import ObservationKind
from resonance_env.core.spec import Variant

# From observations float32 `[batch, size]` in [0, 1] and masks bool `[batch, num_actions]` to weights `[batch, num_actions]`.
Weights = Callable[[np.ndarray, np.ndarray], np.ndarray]


class FunctionAgent(Agent):
    """Draws actions with the weights that a function returns; never draws illegal actions.

    >>> from resonance_env.games import DEFAULT_GAME, load_game
    >>> from resonance_env.agents.loading import load
    >>> from resonance_env.eval.match.report import evaluate_agent
    >>> first_legal = FunctionAgent("first legal", lambda observation, mask: np.eye(mask.shape[1])[mask.argmax(axis=1)])
    >>> evaluate_agent(load_game(DEFAULT_GAME).variant(players=4), first_legal, load("random"), 8, seed=1).games
    8
    """

    def __init__(self, name: str, weights: Weights, observation: ObservationKind = "table") -> None:
        """Wraps a function.

        Args:
            name: of the agent.
            weights: takes observations, float32 `[batch, size]` as from environments with `dtype="float32"`, and masks,
                bool `[batch, num_actions]`; returns weights `[batch, num_actions]`, none negative. They need not sum to 1, and
                those of illegal actions are ignored.
            observation: the kind of observation that the function was trained with.
        """
        self.name = name
        self.observation = observation
        self._weights = weights
        self._scale: np.ndarray | None = None

    def bind(self, variant: Variant) -> None:
        self._scale = variant.layout(self.observation).scale

    def act(self, observation: np.ndarray, legal: np.ndarray, memory: Memory, rng: RandomSource) -> tuple[np.ndarray, Memory]:
        probabilities, memory = self.policy(observation, legal, memory)
        return sample(probabilities, rng.random(len(legal))), memory

    def policy(self, observation: np.ndarray, legal: np.ndarray, memory: Memory) -> tuple[np.ndarray, Memory]:
        """Returns the probabilities of all actions, as `Agent.policy`.

        Raises:
            UsageError: the agent is not bound.
            IllegalActionError: the weights have a wrong shape, or those of the legal actions of a row do not add up to a
                positive number.
        """
        if self._scale is None:
            raise UsageError(f"expected bind(variant) before {self.name!r} plays")
        weights = np.asarray(self._weights(observation * self._scale, legal.astype(np.bool_)))
        if weights.shape != legal.shape:
            raise IllegalActionError(f"expected weights of shape {legal.shape} from {self.name!r}, got {weights.shape}")
        weights = np.where(legal, weights, 0.0)
        total = weights.sum(axis=1)
        if not (np.isfinite(total) & (total > 0.0)).all() or weights.min() < 0.0:
            raise IllegalActionError(
                f"expected weights >= 0 from {self.name!r}, not all 0 where legal, got a sum of {total.min()}"
            )
        return np.asarray(weights / total[:, None]), memory
