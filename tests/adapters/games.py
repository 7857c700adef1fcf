"""The games that every adapter test runs on: the toy game and all games of the package."""

from __future__ import annotations

from typing import Any

from resonance_env.core.spec import GameSpec, game_names, load_game
from tests.adapters.toy_game import SPEC as TOY

SPECS: dict[str, GameSpec] = {TOY.name: TOY, **{name: load_game(name) for name in game_names()}}
GAMES_AND_PLAYERS = [(name, players) for name, spec in SPECS.items() for players in spec.players if players >= 3]

# Values of options that take any value.
MORE_CHOICES: dict[str, dict[str, tuple[Any, ...]]] = {"resonance": {"cards": ("house", "mini")}}
