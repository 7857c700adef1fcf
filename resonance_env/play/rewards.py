"""What learners are paid, in one place for all environments: the game's own rewards, or wins."""

from __future__ import annotations

import numpy as np

from resonance_env.core.errors import OptionError
from resonance_env.core.spec import RewardKind, Variant


def check_reward(variant: Variant, reward: str | None) -> RewardKind:
    """Returns the kind of reward that an option asks for, by default the game's own.

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
    """Returns what the last step paid: float32 `[game, seat]`.

    Args:
        variant: the game.
        kind: "win" pays 1 to winners and 0 to all others, at the end; any other is the game's own reward, in every step.
        games: records `[game]`, after the step.
    """
    if kind == "win":
        return variant.winners(games).astype(np.float32)
    return variant.reward(games)
