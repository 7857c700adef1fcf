"""The seats of the learner: all seats in some games, some seats in games with past selves or fixed opponents."""

from collections.abc import Mapping

import numpy as np

from resonance_env.core.errors import OptionError
from resonance_env.core.outputs import saved_array
from resonance_env.core.spec import Variant
from resonance_env.train.config import TrainConfig


class LearnerSeats:
    """Divides the games of a batch into three fixed parts, and draws the learner's seats for every episode.

    The learner plays all seats of the first part; in the second, past selves hold some of the seats; in the third, fixed
    opponents do. In a game whose sides win or lose, a side is drawn as a whole, so that partners stay together. In a
    cooperative game, which has one side, single seats are drawn, and the others are partners.

    Attributes:
        pool: slice of the games with past selves.
        fixed: slice of the games with fixed opponents.
        is_learner: bool `[game, seat]`: the learner plays the seat.
    """

    def __init__(self, config: TrainConfig, variant: Variant) -> None:
        """Divides the batch; `draw` seats the learner.

        Raises:
            OptionError: past selves or fixed opponents have no game, or would hold all seats.
        """
        num_pool = round(config.pool_share * config.num_games)
        num_fixed = round(config.opponent_share * config.num_games) if config.opponents else 0
        num_pool = min(num_pool, config.num_games - num_fixed)  # both may have been rounded up
        if config.pool_share and not num_pool:
            raise OptionError(
                f"expected --pool-share x --num-games to leave at least one game to past selves, got "
                f"{config.pool_share} x {config.num_games}"
            )
        if config.opponents and num_fixed < len(config.opponents):
            raise OptionError(
                f"expected --opponent-share x --num-games to be at least one game for each of {len(config.opponents)} "
                f"opponents, got {num_fixed}"
            )
        self._sides = np.arange(variant.num_seats) if variant.is_cooperative else np.array(variant.teams)
        self._num_sides = int(self._sides.max()) + 1
        if (num_pool or num_fixed) and self._num_sides < 2:
            raise OptionError(
                f"expected a game of two sides or more, with --pool-share or --opponents, got {variant.spec.name!r}"
            )
        first_fixed = config.num_games - num_fixed
        self.pool = slice(first_fixed - num_pool, first_fixed)
        self.fixed = slice(first_fixed, config.num_games)
        self.is_learner = np.ones((config.num_games, variant.num_seats), dtype=np.bool_)
        self._holds_one = config.learner_seats == "one"

    def draw(self, games: np.ndarray, rng: np.random.Generator) -> None:
        """Draws the seating of games (int64, indices) that begin: the learner holds one side or more, never all."""
        for game in games[games >= self.pool.start].tolist():
            order = rng.permutation(self._num_sides)
            held = 1 if self._holds_one else rng.integers(1, self._num_sides)
            self.is_learner[game] = np.isin(self._sides, order[:held])

    def save(self) -> dict[str, np.ndarray]:
        """Returns everything that `restore` needs."""
        return {"is_learner": self.is_learner}

    def restore(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Restores the state of `save`."""
        self.is_learner[:] = saved_array(arrays, "is_learner", self.is_learner.shape, self.is_learner.dtype)
