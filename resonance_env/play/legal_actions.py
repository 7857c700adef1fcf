"""Actions of learners: names become codes, invalid actions are rejected, illegal actions are rejected or replaced."""

from typing import Any

import numpy as np

from resonance_env.core.errors import IllegalActionError
from resonance_env.core.spec import Variant
from resonance_env.play import checks
from resonance_env.play.checks import IllegalRule


def action_codes(variant: Variant, actions: Any, shape: tuple[int, ...]) -> np.ndarray:
    """Returns actions as integers of any range: integers as they are, names as codes.

    Args:
        variant: the game.
        actions: an array or what becomes one.
        shape: what it must have.

    Raises:
        IllegalActionError: wrong shape or type, or no action has such a name.
    """
    try:
        codes = np.asarray(actions)
    except ValueError:
        raise IllegalActionError(f"expected integers of shape {shape}, got rows of several lengths") from None
    if codes.shape != shape or codes.dtype.kind not in "iuU":
        raise IllegalActionError(f"expected integers of shape {shape}, got {codes.dtype} of shape {codes.shape}")
    if codes.dtype.kind == "U":
        try:
            parsed = [variant.actions.parse(name) for name in codes.ravel().tolist()]
        except ValueError as error:
            raise IllegalActionError(str(error)) from None
        codes = np.array(parsed, dtype=np.int64).reshape(shape)
    return codes


class ActionCheck:
    """Checks the actions of one environment, a batch of games or one game.

    An action is an integer code or a name of the action table.
    """

    def __init__(self, variant: Variant, illegal: IllegalRule) -> None:
        """Sets the treatment of illegal actions.

        Args:
            variant: the game.
            illegal: "replace" plays the lowest legal action instead, and warns once; "raise" raises.
        """
        self._variant = variant
        self._num_actions = variant.num_actions
        self._raises = illegal == "raise"
        self._has_warned = False

    def code(self, seat: int, action: Any) -> int:
        """Returns the code of one action, legal or not.

        Raises:
            IllegalActionError: it is neither an integer in range nor the name of an action; names the seat and the nearest
                names.
        """
        if type(action) is int and 0 <= action < self._num_actions:  # most are; the rest of the checks takes longer
            return action
        agent = self._variant.seat_names[seat]
        if isinstance(action, str):
            try:
                return self._variant.actions.parse(action)
            except ValueError as error:
                raise IllegalActionError(f"{agent}: {error}") from None
        return checks.check_action(agent, action, self._variant.num_actions)

    def codes(self, actions: Any, shape: tuple[int, ...]) -> np.ndarray:
        """Returns what `action_codes` returns for the game."""
        return action_codes(self._variant, actions, shape)

    def legal(
        self, games: np.ndarray, legal: np.ndarray, game: np.ndarray, seat: np.ndarray, codes: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Returns the actions to play, int64 `[row]`, and where they replace illegal ones, bool `[row]`.

        Args:
            games: records `[game]`.
            legal: int8 `[row, action]`.
            game: int64 `[row]`: index in `games`.
            seat: int64 `[row]`.
            codes: integers `[row]`.

        Raises:
            IllegalActionError: a code is out of range or, with `illegal="raise"`, an action is illegal: says which seat of
                which game, which action and why. Codes out of range come first.
        """
        rows = np.arange(len(codes))
        is_known = (codes >= 0) & (codes < self._variant.num_actions)
        chosen = np.where(is_known, codes, 0)
        is_replaced = ~(is_known & (legal[rows, chosen] != 0))
        if not is_replaced.any():
            return chosen, is_replaced
        if self._raises or not is_known.all():
            row = int(np.flatnonzero(is_replaced if is_known.all() else ~is_known)[0])
            self._refuse(games, int(game[row]), int(seat[row]), int(codes[row]))
        lowest = legal.argmax(axis=1)
        if not self._has_warned:
            self._has_warned = True
            row = int(np.flatnonzero(is_replaced)[0])
            checks.warn_of_replacement(self._variant, int(seat[row]), int(chosen[row]), int(lowest[row]))
        return np.where(is_replaced, lowest, chosen), is_replaced

    def _refuse(self, games: np.ndarray, game: int, seat: int, action: int) -> None:
        """Returns the error of an action that cannot be played."""
        agent = self._variant.seat_names[seat]
        try:
            code = checks.check_action(agent, action, self._variant.num_actions)
            self._variant.verify(games, game, seat, code)
            raise IllegalActionError(f"{agent}: {self._variant.actions.name(code)!r} is not legal now")
        except IllegalActionError as error:
            if len(games) == 1:
                raise
            raise IllegalActionError(f"game {game}: {error}") from None
