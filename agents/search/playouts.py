"""Games that an agent plays to their end in all seats, many at a time."""

import numpy as np

from resonance_env.agents.interface import Agent
from resonance_env.agents.sampling import KeyedRandom
from resonance_env.core.errors import OptionError
from resonance_env.core.spec import Variant


class Playouts:
    """An agent that plays all seats; what it chooses depends only on the game and its keys, not on the other games."""

    def __init__(self, variant: Variant, model: Agent) -> None:
        """Takes an agent that is bound to the variant.

        Raises:
            OptionError: the agent has a memory, which nobody can observe.
        """
        if model.start(1) is not None:
            raise OptionError(f"expected a model without memory, got {model.name!r}, whose memory cannot be observed")
        self._variant, self._model = variant, model

    def choose(self, games: np.ndarray, keys: np.ndarray, step: int) -> np.ndarray:
        """Returns the actions of all seats that are asked, int64 `[game, seat]`, 0 for the others.

        Args:
            games: records `[game]`.
            keys: uint64 `[game, seat]`, a random stream each.
            step: number of earlier steps of these streams.
        """
        game, seat = np.nonzero(self._variant.acting(games))
        observation = self._variant.observe(games, self._model.observation)[game, seat]
        rng = KeyedRandom(keys[game, seat], np.full(len(game), step))
        actions = np.zeros(keys.shape, dtype=np.int64)
        actions[game, seat], _ = self._model.act(observation, self._variant.legal(games)[game, seat], None, rng)
        return actions

    def to_end(self, games: np.ndarray, keys: np.ndarray, step: int, most_steps: int | None = None) -> None:
        """Plays each game on until it is over, in place.

        Args:
            games: records `[game]`.
            keys: uint64 `[game, seat]`, a random stream each.
            step: number of earlier steps of these streams.
            most_steps: a game is left as it is after so many steps; None: there is no bound.
        """
        last = None if most_steps is None else step + most_steps
        running = np.flatnonzero(~self._variant.done(games))
        while len(running) and step != last:
            part = games[running]
            self._variant.step(part, self.choose(part, keys[running], step))
            games[running] = part
            running = running[~self._variant.done(part)]
            step += 1
