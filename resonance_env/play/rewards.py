"""The rewards of learners, in one place for all environments: the game's own rewards, or wins, and shaping."""

import numpy as np

from resonance_env.core.errors import OptionError
from resonance_env.core.rewards import RewardKind
from resonance_env.core.spec import Variant
from resonance_env.play import checks


def check_reward(variant: Variant, reward: str | None) -> RewardKind:
    """Returns the kind of reward of an option, by default the game's own.

    Raises:
        OptionError: there is no such kind, or it does not fit the game.
    """
    kinds = variant.spec.reward_kinds
    if reward is None:
        return kinds[0]
    for kind in kinds:
        if kind == reward:
            return kind
    what = "a cooperative" if variant.is_cooperative else "a zero-sum"
    raise OptionError(
        f"expected reward to be {' or '.join(map(repr, kinds))}, since {variant.spec.name!r} is {what} game; got {reward!r}"
    )


def paid(variant: Variant, kind: RewardKind, games: np.ndarray) -> np.ndarray:
    """Returns the rewards of the last step: float32 `[game, seat]`.

    Args:
        variant: the game.
        kind: "win" pays 1 to winners and 0 to all others, at the end; any other is the game's own reward, in every step.
        games: records `[game]`, after the step.
    """
    if kind == "win":
        return variant.winners(games).astype(np.float32)
    return variant.reward(games)


class Pay:
    """The kind of reward and the shaping of an environment, checked.

    Attributes:
        kind: kind of reward.
        comes_on_the_way: whether steps before the last may pay.
        shaping: weight of the shaping reward `gamma * phi(s') - phi(s)`; 0 for none.
        gamma: its discount.
    """

    def __init__(self, variant: Variant, reward: str | None, shaping: float, shaping_gamma: float) -> None:
        """Checks the options.

        Raises:
            OptionError: there is no such kind of reward, or it does not fit the game; a number is out of range; or shaping
                is requested in a game without `progress`.
        """
        self.kind = check_reward(variant, reward)
        self.comes_on_the_way = variant.spec.reward_model == "rewards" and self.kind != "win"
        self.shaping = checks.check_number("shaping", shaping)
        self.gamma = checks.check_number("shaping_gamma", shaping_gamma, 0.0, 1.0)
        self._variant = variant
        if self.shaping:
            variant.require("progress", "shaping")

    def of_step(self, games: np.ndarray, done: np.ndarray) -> np.ndarray:
        """Returns the rewards of the last step, without shaping: float32 `[game, seat]`.

        Args:
            games: records `[game]`, after the step.
            done: bool `[game]`: the game is over by its own rules.
        """
        if self.comes_on_the_way:
            return paid(self._variant, self.kind, games)
        rewards = np.zeros((len(games), self._variant.num_seats), np.float32)
        ended = np.flatnonzero(done)
        if len(ended):
            rewards[ended] = paid(self._variant, self.kind, games[ended])
        return rewards

    def potential(self, games: np.ndarray, done: np.ndarray) -> np.ndarray:
        """Returns phi, float32 `[game, seat]`: the progress of each seat, and 0 once the game is over by its own rules."""
        return np.where(done[:, None], np.float32(0.0), self._variant.progress(games))

    def shaped(self, before: np.ndarray, after: np.ndarray) -> np.ndarray:
        """Returns the shaping reward float32 `[...]` between two potentials (Ng, Harada and Russell, ICML 1999)."""
        reward: np.ndarray = np.float32(self.shaping) * (np.float32(self.gamma) * after - before)
        return reward
