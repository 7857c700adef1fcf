"""Kinds of utilities and rewards. Importing this compiles nothing, so configurations and command lines can."""

from typing import Literal, get_args

# "zero_sum": sides win or lose, payoffs add up to 0. "identical": one side, every seat is paid the same.
Utility = Literal["zero_sum", "identical"]
UTILITIES: tuple[Utility, ...] = get_args(Utility)

# Rewards of a learner: the game's own, named after its utility; or, at the end, 1 for winners and 0 for all others.
RewardKind = Literal["zero_sum", "win", "identical"]
REWARD_KINDS: dict[Utility, tuple[RewardKind, ...]] = {"zero_sum": ("zero_sum", "win"), "identical": ("identical",)}

# "terminal": only the last step of a game pays. "rewards": any step may.
RewardModel = Literal["terminal", "rewards"]
