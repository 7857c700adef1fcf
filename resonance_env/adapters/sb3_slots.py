"""The base of native `VecEnv`s of Stable-Baselines3, which are one object over a batch instead of a list of environments."""

from abc import abstractmethod
from typing import Any

import numpy as np

from resonance_env.core.errors import IllegalActionError, UsageError

try:
    from stable_baselines3.common.vec_env import VecEnv
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"this needs {error.name}: install it with `pip install 'resonance-env[train]'`", name=error.name
    ) from error


class SlotVecEnv(VecEnv):
    """A `VecEnv` whose environments, the slots, are parts of this object."""

    _has_begun = False
    _actions: np.ndarray | None = None

    def step_async(self, actions: np.ndarray) -> None:
        """Takes integers `[slot]`.

        Raises:
            UsageError: there was no `reset`.
            IllegalActionError: wrong shape or type.
        """
        if not self._has_begun:
            raise UsageError("expected reset() before the first step")
        actions = np.asarray(actions)
        if actions.shape != (self.num_envs,) or not np.issubdtype(actions.dtype, np.integer):
            raise IllegalActionError(f"expected {self.num_envs} integers, got shape {actions.shape} of type {actions.dtype}")
        self._actions = actions

    def _take_actions(self) -> np.ndarray:
        """Returns the actions of `step_async`, integers `[slot]`, which are used once.

        Raises:
            UsageError: there was no `step_async`.
        """
        if self._actions is None:
            raise UsageError("expected step_async(actions) before step_wait()")
        actions, self._actions = self._actions, None
        return actions

    @abstractmethod
    def action_masks(self) -> np.ndarray:
        """Returns bool `[slot, action]`, True where legal."""

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        """Calls a method of the slots; there is one, `action_masks`."""
        if method_name != "action_masks":
            raise AttributeError(f"expected the method 'action_masks', got {method_name!r}")
        masks = self.action_masks()
        return [masks[slot] for slot in self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Returns the attribute once for each slot: all slots share this object."""
        return [getattr(self, attr_name)] * len(list(self._get_indices(indices)))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Sets an attribute of this object, which all slots share."""
        setattr(self, attr_name, value)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Returns that no slot is wrapped."""
        return [False] * len(list(self._get_indices(indices)))

    def close(self) -> None:
        """Does nothing: there are no processes and no files."""
