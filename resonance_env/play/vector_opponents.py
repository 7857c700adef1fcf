"""A batch of games in which agents play some of the seats, for training policies of the others side by side."""

from collections.abc import Mapping
from typing import Any, Unpack

import numpy as np

from resonance_env.core.errors import UsageError
from resonance_env.core.spec import Variant
from resonance_env.play.opponent_seats import OpponentSeats
from resonance_env.play.opponents import SeatOpponents
from resonance_env.play.turns import in_turn
from resonance_env.play.vector_env import BatchOptions, VectorEnv


class OpponentsBatchOptions(BatchOptions, total=False):
    """The options of a batch in which opponents may play some of the seats."""

    opponents: SeatOpponents | None


class OpponentsVectorEnv(VectorEnv):
    """A `VectorEnv` that asks only the seats that no opponent plays.

    `acting` and `asked()` hold the learners' decisions; what the other seats are given as actions does not matter, and their
    rows of the arrays are not for the learners to see. A step is one decision point of each game, as without opponents: a game
    in which only opponents decide moves on with the others, and `asked()` has no row of it. Episode e of game i goes as the
    PettingZoo environments with these opponents play the seed `seeds[i]`.

    Attributes:
        learners: int64 `[learner]`: the seats that learn.
    """

    def __init__(self, variant: Variant, num_games: int, *, opponents: SeatOpponents, **options: Unpack[BatchOptions]) -> None:
        """Loads the opponents and makes the arrays; `reset` starts the games.

        Args:
            variant: the game with players and options fixed.
            num_games: how many are played at a time.
            opponents: who plays some of the seats, see `play.opponents`.
            **options: those of `VectorEnv`.

        Raises:
            OptionError: an unknown value, a buffer of another shape or type, or an agent that cannot play this variant.
            CheckpointError: an opponent was made for something else.
        """
        super().__init__(variant, num_games, **options)
        self._opponents = OpponentSeats(self.variant, opponents, self.num_games)
        self.learners = self._opponents.learners
        if self.rows == "asked":
            self.shown[:] = self._opponents.is_learner
        self._everybody = np.zeros_like(self.acting)  # [game, seat] who is asked, opponents included

    @in_turn
    def reset(self, seed: int | None = None) -> np.ndarray:
        """Starts episode 0 of every game, under a new seed if one is given, and returns `observation`."""
        super().reset(seed)
        self._opponents.begin(np.arange(self.num_games), self.seeds)
        return self.observation

    @in_turn
    def step(self, actions: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Plays the learners' actions, as `VectorEnv.step`, and the opponents' choices.

        Raises:
            UsageError: there was no `reset`.
            IllegalActionError: as `VectorEnv.step`, or an opponent chose an action that is not legal.
            Exception: whatever an opponent raises when it is asked. After any of these errors the batch is as it was.
        """
        illegal = self.illegal_actions.copy()
        try:
            return super().step(actions)
        except BaseException:
            self.illegal_actions[:] = illegal
            raise

    @in_turn
    def look(self) -> None:
        """Writes observation, legal and acting anew, after `games` was written to; opponents remember what they remembered."""
        super().look()
        self._hide_opponents()

    @in_turn
    def save(self) -> dict[str, Any]:
        """Returns all that `restore` needs to go on identically, the opponents' memories included."""
        return {**super().save(), "opponents": self._opponents.save()}

    @in_turn
    def restore(self, saved: Mapping[str, Any]) -> None:
        """Goes on where `save` was called, also in another batch of as many games with the same opponents.

        Raises:
            UsageError: it was saved with another variant, other opponents or another number of games, or is not what was saved;
                nothing has changed then.
        """
        agents = saved.get("opponents", {}).get("agents", ())
        if agents != self._opponents.agents:
            expected, got = (", ".join(names) or "none" for names in (self._opponents.agents, agents))
            raise UsageError(f"expected what was saved with opponents {expected}; got {got}")
        before = self._opponents.save()
        try:
            self._opponents.restore(saved["opponents"])
        except (KeyError, TypeError, ValueError) as error:
            raise UsageError(f"expected what save() returns: {error}") from None
        try:
            super().restore(saved)
        except UsageError:
            self._opponents.restore(before)
            raise

    def _play(self) -> None:
        kind, legal, observation = self._observation_kind, self.legal, self.observation
        if self.rows == "asked":  # there are rows of learners alone
            legal, observation = self.variant.legal(self.games), self.variant.observe(self.games, kind)
        with self._opponents.undone_on_error():
            self._opponents.choose(self.games, self._everybody, legal, kind, observation, self._actions)
        super()._play()
        self._hide_opponents()
        ended = np.flatnonzero(self.done)
        if len(ended):
            self._opponents.begin(ended, self._episodes.seeds(ended))

    def _hide_opponents(self) -> None:
        """Keeps who is asked, and leaves only learners in `acting`."""
        self._everybody[:] = self.acting
        self.acting &= self._opponents.is_learner


def make_batch(
    variant: Variant, num_games: int, *, opponents: SeatOpponents | None = None, **options: Unpack[BatchOptions]
) -> VectorEnv:
    """Returns a batch in which opponents play some of the seats if there are any; options are those of both classes."""
    if opponents:
        return OpponentsVectorEnv(variant, num_games, opponents=opponents, **options)
    return VectorEnv(variant, num_games, **options)
