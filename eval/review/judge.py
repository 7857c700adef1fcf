"""What an agent makes of a position: how likely it takes each action, and how games end that are played on from there."""

import numpy as np

from resonance_env.agents.interface import Agent, bound
from resonance_env.agents.sampling import KeyedRandom, keys_of_rows
from resonance_env.agents.search.playouts import Playouts
from resonance_env.agents.seat_view import check_reads_observations
from resonance_env.core.errors import OptionError
from resonance_env.core.spec import Variant
from resonance_env.play.bounds import longest_wait

DRAWS = 16  # of an agent that does not know its probabilities: they are how often it takes each action


CHANCE = "chance to win"


def unit_of(variant: Variant) -> str:
    """Returns what values measure: the chance to win or, in a cooperative game, the score in the game's own unit."""
    return variant.spec.score_unit if variant.is_cooperative else CHANCE


class Judge:
    """An agent that says what it would do, and one that plays games to their end.

    Nothing depends on the order of the questions: all chance follows from the seed, the step and the seat.

    Attributes:
        variant: the game.
        unit: what values measure.
    """

    def __init__(self, variant: Variant, by: Agent, playouts: Agent, worlds: int, seed: int) -> None:
        """Prepares both agents.

        Args:
            variant: the game.
            by: the agent whose probabilities are told.
            playouts: the agent that plays all seats to the end.
            worlds: how often each position, and each action, is played out.
            seed: of all chance.

        Raises:
            OptionError: an agent cannot play this game, reads text or has a memory; or the game cannot be played out.
        """
        for capability in ("sample_worlds", "reseed"):
            variant.require(capability, "a review")
        for agent in (by, playouts):
            check_reads_observations(agent)
        self.variant, self.unit = variant, unit_of(variant)
        self._by = bound(by, variant)
        if self._by.start(1) is not None:
            raise OptionError(f"expected an agent without memory, got {self._by.name!r}; a review asks about single positions")
        self._playouts = Playouts(variant, bound(playouts, variant))
        self._worlds, self._seed = worlds, seed

    def probabilities(self, games: np.ndarray, step: int, seat: int) -> np.ndarray:
        """Returns float64 `[action]`: how likely the agent takes each action in the place of a seat that is asked."""
        rows = self.variant.observe(games, self._by.observation)[0, seat : seat + 1]
        legal = self.variant.legal(games)[0, seat : seat + 1]
        told = self._by.policy(rows, legal, None)
        if told is not None:
            known: np.ndarray = told[0][0]
            return known
        draws = 1 if self._by.deterministic else DRAWS
        rng = KeyedRandom(self._keys(step, seat, draws), np.zeros(draws, dtype=np.int64))
        actions, _ = self._by.act(rows.repeat(draws, axis=0), legal.repeat(draws, axis=0), None, rng)
        return np.bincount(actions, minlength=self.variant.num_actions) / draws

    def values(self, games: np.ndarray, step: int) -> np.ndarray:
        """Returns float64 `[playout, seat]`: how a position ends for each seat; one row if it is over.

        All cards are known and only what chance has not decided yet differs between playouts.
        """
        if self.variant.done(games)[0]:
            return self._outcomes(games)
        played = games.repeat(self._worlds)
        keys = self._keys(step, self.variant.num_seats, self._worlds)
        self.variant.reseed(played, keys)
        self._play_on(played, keys, 0)
        return self._outcomes(played)

    def action_values(self, games: np.ndarray, step: int, seat: int, actions: np.ndarray) -> np.ndarray:
        """Returns float64 `[action, world]`: how the game ends for a seat after each of some actions.

        The worlds are positions that fit what the seat sees, the same for each action and with the same chance.
        """
        variant, count = self.variant, self._worlds
        rows = variant.observe(games, "recall")[0, seat : seat + 1].repeat(count, axis=0)
        legal = variant.legal(games)[0, seat : seat + 1].repeat(count, axis=0)
        keys = self._keys(step, seat, count)
        worlds, observer = variant.sample_worlds(rows, legal, keys)
        streams = keys_of_rows(keys, variant.num_seats)
        joint = np.tile(self._playouts.choose(worlds, streams, 0), (len(actions), 1))
        played, seats = np.tile(worlds, len(actions)), np.tile(observer, len(actions))
        joint[np.arange(len(joint)), seats] = actions.repeat(count)
        variant.step(played, joint)
        self._play_on(played, np.tile(streams, (len(actions), 1)), 1)
        ends: np.ndarray = self._outcomes(played)[np.arange(len(played)), seats]
        return ends.reshape(len(actions), count)

    def _play_on(self, games: np.ndarray, keys: np.ndarray, step: int) -> None:
        streams = keys if keys.ndim == 2 else keys_of_rows(keys, self.variant.num_seats)
        self._playouts.to_end(games, streams, step, longest_wait(self.variant))

    def _outcomes(self, games: np.ndarray) -> np.ndarray:
        """Returns float64 `[game, seat]`: 1 for a win and 0 for anything else; in a cooperative game the score."""
        if self.variant.is_cooperative:
            return np.repeat(self.variant.natural_score(games)[:, None], self.variant.num_seats, axis=1)
        return self.variant.winners(games).astype(np.float64)

    def _keys(self, step: int, place: int, count: int) -> np.ndarray:
        """Returns uint64 `[count]`: the random streams of a seat, or of the position as a whole, in a step."""
        of_step = keys_of_rows(np.array([self._seed], dtype=np.uint64), step + 1)[0, -1:]
        of_place = keys_of_rows(of_step, place + 1)[0, -1:]
        keys: np.ndarray = keys_of_rows(of_place, count)[0]
        return keys
