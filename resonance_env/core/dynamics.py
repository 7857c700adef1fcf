"""How arrays of games start, move on, are seen and end: the part of a `Variant` that is called in every step.

A game with compiled loops overrides the plain forms here.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence

import numpy as np

from resonance_env.core.layout import ObservationKind
from resonance_env.core.stepping import AskedArrays, Episodes, PositionArrays, SeatArrays, StepArrays


class Dynamics(ABC):
    """What a game does with arrays of its records, which the caller owns."""

    @abstractmethod
    def new_games(self, num_games: int) -> np.ndarray:
        """Returns blank records `[game]`; call `reset` before anything else."""

    @abstractmethod
    def reset(self, games: np.ndarray, seeds: np.ndarray, *, parallel: bool = False) -> None:
        """Starts each game from its seed (uint64 `[game]`) and runs to its first decision.

        Here and below, `parallel` runs the games on several threads; the results are the same.
        """

    def start(self, seeds: Sequence[int] | np.ndarray) -> np.ndarray:
        """Returns new games `[game]`, each begun from its seed."""
        games = self.new_games(len(seeds))
        self.reset(games, np.asarray(seeds, dtype=np.uint64))
        return games

    @abstractmethod
    def step(self, games: np.ndarray, actions: np.ndarray, *, parallel: bool = False) -> None:
        """Plays one joint action (integers `[game, seat]`), trusted to be legal, and runs to the next decision or the end.

        Actions of seats that are not asked are ignored; finished games stay as they are.
        """

    def step_and_look(
        self, games: np.ndarray, actions: np.ndarray, arrays: PositionArrays, observation: ObservationKind = "table"
    ) -> None:
        """Steps every game and writes what follows, in one call; games that are over stay at their ends.

        Args:
            games: records `[game]`, changed in place.
            actions: int16 `[game, seat]`, C-contiguous, trusted to be legal.
            arrays: what is written.
            observation: which kind is written.

        This is the plain form of what a game does in one compiled call.
        """
        self.step(games, actions)
        self.observe(games, observation, arrays.observation)
        self.legal(games, arrays.legal)
        self.acting(games, arrays.acting)
        arrays.done[:] = self.done(games)

    def play(
        self,
        games: np.ndarray,
        actions: np.ndarray,
        episodes: Episodes,
        arrays: SeatArrays,
        observation: ObservationKind = "table",
        *,
        parallel: bool = False,
    ) -> None:
        """Steps every game, starts the next episode where one ends (SAME_STEP), and writes what follows, in one call.

        Args:
            games: records `[game]`, changed in place.
            actions: integers `[game, seat]`, trusted to be legal.
            episodes: which episode each game plays; counted on in place.
            arrays: what is written; observation, legal and acting belong to the position that is now.
            observation: which kind is written.
            parallel: as in `reset`.

        This is the plain form of what a game does in one compiled call.
        """
        ended = self._step_episodes(games, actions, episodes, arrays, parallel)
        if len(ended):
            arrays.final_observation[ended] = self.observe(games[ended], observation)
            self._restart(games, ended, episodes, arrays)
        self.observe(games, observation, arrays.observation, parallel=parallel)
        self.legal(games, arrays.legal, parallel=parallel)
        self.acting(games, arrays.acting)

    def play_asked(
        self,
        games: np.ndarray,
        actions: np.ndarray,
        episodes: Episodes,
        arrays: AskedArrays,
        observation: ObservationKind = "table",
        *,
        parallel: bool = False,
    ) -> int:
        """Steps every game and restarts those that end as `play` does, and then writes and returns what `look_asked` does.

        This is the plain form of what a game does in one compiled call.
        """
        ended = self._step_episodes(games, actions, episodes, arrays, parallel)
        if len(ended):
            self._restart(games, ended, episodes, arrays)
        return self.look_asked(games, arrays, observation, parallel=parallel)

    def look_asked(
        self, games: np.ndarray, arrays: AskedArrays, observation: ObservationKind = "table", *, parallel: bool = False
    ) -> int:
        """Writes a row for each seat that is asked and shown, and who acts, and returns how many rows there are.

        Args:
            games: records `[game]`.
            arrays: what is written; rewards and endings are left alone.
            observation: which kind is written.
            parallel: as in `reset`.

        This is the plain form of what a game does in one compiled call, without observations of seats that wait.
        """
        acting = self.acting(games, arrays.acting)
        game, seat = np.nonzero(acting & arrays.shown)
        rows = slice(len(game))
        arrays.game[rows], arrays.seat[rows] = game, seat
        arrays.observation[rows] = self.observe(games, observation, parallel=parallel)[game, seat]
        arrays.legal[rows] = self.legal(games, parallel=parallel)[game, seat]
        return len(game)

    def _step_episodes(
        self, games: np.ndarray, actions: np.ndarray, episodes: Episodes, arrays: StepArrays, parallel: bool
    ) -> np.ndarray:
        """Steps every game, writes what the step paid and which episodes it ended, and returns these: int64 `[row]`."""
        self.step(games, actions, parallel=parallel)
        episodes.length += 1
        terminated = self.done(games)
        arrays.reward[:] = self.reward(games)
        arrays.truncated[:] = ~terminated & (episodes.length >= episodes.max_length)
        arrays.done[:] = terminated | arrays.truncated
        return np.flatnonzero(arrays.done)

    def _restart(self, games: np.ndarray, ended: np.ndarray, episodes: Episodes, arrays: StepArrays) -> None:
        """Keeps the last positions of some games (int64 `[row]`) and starts their next episodes."""
        arrays.final_games[ended] = games[ended]
        episodes.length[ended] = 0
        episodes.number[ended] += 1
        fresh = self.start(episodes.seeds(ended))
        games[ended] = fresh

    @abstractmethod
    def acting(self, games: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
        """Bool `[game, seat]`: the seat has a decision to make."""

    @abstractmethod
    def legal(self, games: np.ndarray, out: np.ndarray | None = None, *, parallel: bool = False) -> np.ndarray:
        """Int8 `[game, seat, action]`: 1 where legal; never all zero (a seat that is not asked may only wait)."""

    @abstractmethod
    def observe(
        self,
        games: np.ndarray,
        observation: ObservationKind = "table",
        out: np.ndarray | None = None,
        *,
        parallel: bool = False,
    ) -> np.ndarray:
        """Int8 `[game, seat, layout.size]`: what each seat sees."""

    @abstractmethod
    def done(self, games: np.ndarray) -> np.ndarray:
        """Bool `[game]`: the game is over by its own rules (terminated)."""

    @abstractmethod
    def payoff(self, games: np.ndarray) -> np.ndarray:
        """Float32 `[game, seat]`: the sum of all rewards of the game so far.

        In a zero-sum game it adds up to 0, in a cooperative one it is the same for all seats; where only the end pays, it is 0
        while the game runs.
        """

    def reward(self, games: np.ndarray) -> np.ndarray:
        """Float32 `[game, seat]`: the rewards of the last step. A game whose `reward_model` is "rewards" overrides it."""
        return np.where(self.done(games)[:, None], self.payoff(games), np.float32(0.0))
