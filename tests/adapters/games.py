"""The games that every adapter test runs on: the three small games and all games of the package."""

from functools import cache
from itertools import product
from typing import Any

from resonance_env.core.errors import OptionError
from resonance_env.core.spec import GameSpec
from resonance_env.games import game_names, load_game
from tests.adapters.covering import Row
from tests.small_games import endless_raids, hidden_sum, silent_signals

SMALL: dict[str, GameSpec] = {spec.name: spec for spec in (hidden_sum.SPEC, silent_signals.SPEC, endless_raids.SPEC)}
SPECS: dict[str, GameSpec] = {**SMALL, **{name: load_game(name) for name in game_names()}}
GAMES_AND_PLAYERS = [(name, players) for name, spec in SPECS.items() for players in spec.players if players >= 3]

# Values of options that take any value, or too many. A seat of the raids that sleeps for 100 turns may never be asked at all.
MORE_CHOICES: dict[str, dict[str, tuple[Any, ...]]] = {
    "raids": {"sleep": (1, 5)},
    "resonance": {"cards": ("house", "mini")},
    "summon_demons": {
        "cards": ("standard", "mini"),
        "start_souls": (None,),
        "hand": (None,),
        "need_demons": (None,),
        "need_souls": (None,),
        "candles": (None, 2),
        "first": (None, "seat 0"),
        "turn_limit": (None,),
    },
    "syncro": {"cards": ("house", "mini"), "level": (1, 7), "chapters": ("II", "both"), "retries": (0, 1)},
}

# Values of the options that the environments of one game share.
ADAPTER_OPTIONS: dict[str, tuple[Any, ...]] = {
    "observation": ("table", "recall"),
    "mask": ("obs", "info"),
    "shaping": (0.0, 0.5),
    "shaping_gamma": (1.0, 0.9),
    "illegal": ("replace", "raise"),
    "dtype": ("int8", "float32"),
    "max_cycles": (None, 5),
    "render_mode": (None, "ansi", "human", "rgb_array"),
    "render_seat": (None, 1),
}


def game_choices(name: str) -> dict[str, tuple[Any, ...]]:
    """Returns players and options of a game, those that are for agents, with all their values."""
    options = {option.name: option.choices for option in SPECS[name].options if option.for_agents}
    choices = {"players": SPECS[name].players, **options, **MORE_CHOICES.get(name, {})}
    assert all(choices.values()), "every option of a game needs some values to be tested with"
    return choices


def is_allowed(name: str, row: Row) -> bool:
    """Returns whether a row, perhaps with some options still open, belongs to a variant."""
    return any(all(row.get(key, value) == value for key, value in variant.items()) for variant in variants(name))


@cache
def variants(name: str) -> list[Row]:
    """Returns players and options of all variants that the game knows."""
    choices = game_choices(name)
    return [row for values in product(*choices.values()) if _is_variant(name, row := dict(zip(choices, values, strict=True)))]


def _is_variant(name: str, options: Row) -> bool:
    try:
        SPECS[name].variant(**options)
    except OptionError:
        return False
    return True
