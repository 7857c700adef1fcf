"""Options of games: what may be chosen beside the number of players. Importing this compiles nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Option:
    """A setting of a game: what may be chosen and what it means."""

    name: str
    default: Any
    meaning: str
    choices: tuple[Any, ...] = ()  # empty: any value that the game itself accepts
    for_agents: bool = True  # False: for exact enumeration only; environments refuse any value but the default
    is_in_fingerprint: bool = False  # the fingerprint covers its content, and its value may be another path elsewhere
