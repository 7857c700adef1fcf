"""A flat table of actions: each code has one name and one meaning, for every variant of a game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, overload

import numpy as np

from resonance_env.core.suggest import nearest


@dataclass(frozen=True)
class Action:
    """One row of the table.

    Attributes:
        code: the integer of the `Discrete` space.
        name: unique, lower case, words separated by spaces; typed by users and printed in logs.
        meaning: one sentence for the documentation.
        rules: ids of the rules that define it.
    """

    code: int
    name: str
    meaning: str
    rules: str


class ActionTable(Sequence[Action]):
    """All actions of a game in the order of their codes."""

    def __init__(self, actions: Sequence[Action]) -> None:
        for code, action in enumerate(actions):
            if action.code != code:
                raise ValueError(f"expected action {action.name!r} at code {code}, got code {action.code}")
        self._actions = tuple(actions)
        self._codes = {action.name: action.code for action in actions}
        if len(self._codes) != len(self._actions):
            raise ValueError("expected unique action names")

    def __len__(self) -> int:
        return len(self._actions)

    @overload
    def __getitem__(self, code: int) -> Action: ...

    @overload
    def __getitem__(self, code: slice) -> Sequence[Action]: ...

    def __getitem__(self, code: int | slice) -> Action | Sequence[Action]:
        return self._actions[code]

    def __iter__(self) -> Iterator[Action]:
        return iter(self._actions)

    def name(self, code: int | np.integer[Any]) -> str:
        """Returns the name of an action code.

        Raises:
            ValueError: no action has this code.
        """
        if isinstance(code, (bool, np.bool_)) or not isinstance(code, (int, np.integer)):
            raise ValueError(f"expected an integer action in 0 .. {len(self) - 1}, got {code!r} of type {type(code).__name__}")
        if not 0 <= code < len(self):
            raise ValueError(f"expected an action in 0 .. {len(self) - 1}, got {code}")
        return self._actions[int(code)].name

    def parse(self, text: str) -> int:
        """Returns the code of an action name; the inverse of `name`. Case and extra spaces are ignored.

        Raises:
            ValueError: no action has this name; names the nearest ones.
        """
        key = " ".join(text.lower().split())
        if key in self._codes:
            return self._codes[key]
        example = self._actions[0].name
        raise ValueError(f"expected the name of an action, such as {example!r}, got {text!r}{nearest(key, self._codes)}")
