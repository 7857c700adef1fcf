"""Golden playthroughs of Let's Summon Demons (`tests/golden_texts.py`), and counts of its trees (`tests/games/perft.py`).

    python -m tests.games.summon_demons.golden.test_golden --regenerate

writes the texts anew; what has changed is then reviewed like code.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from resonance_env.core.spec import Variant
from resonance_env.games.summon_demons.rules import actions as act, vocabulary as v
from resonance_env.games.summon_demons.spec import SPEC
from tests.games.perft import MAX_PLIES, tree_text
from tests.golden_texts import check_folder, check_text, played_through, playthrough_text, regenerate

GOLDEN = Path(__file__).parent
SEED = 2360  # of the first
# Number of players and options of each text.
GAMES: dict[str, tuple[int, dict[str, Any]]] = {
    "2_players": (2, {}),
    "3_players": (3, {}),
    "4_players": (4, {}),
    "5_players": (5, {}),
    "4_players_teams": (4, {"teams": True}),
    "5_players_starting_demon": (5, {"starting_demon": True}),
    "2_players_chosen_candles": (2, {"candles": 2, "candle_deal": "choose", "beginner_candle": False}),
    "3_players_rolls_again": (3, {"clockwork": "roll", "first": "seat 0", "need_demons": 4, "turn_limit": 60}),
    "2_players_mini": (2, {"cards": "mini"}),
    "2_players_turn_limit": (2, {"turn_limit": 20, "start_souls": 9, "hand": 5}),
}

# Number of players, options, and plies of each count; it starts at the deal of `mini`, else in the middle of a playthrough.
TREES: dict[str, tuple[str, int, dict[str, Any], int]] = {
    "perft_mini_2_turns": ("", 2, {"cards": "mini", "turn_limit": 2}, MAX_PLIES),
    "perft_mini_3_turns": ("", 2, {"cards": "mini", "turn_limit": 3}, MAX_PLIES),
    "perft_mini": ("", 2, {"cards": "mini"}, MAX_PLIES),
    "perft_2_players": ("2_players", 2, GAMES["2_players"][1], 5),
    "perft_3_players_rolls_again": ("3_players_rolls_again", 3, GAMES["3_players_rolls_again"][1], 5),
    "perft_4_players_teams": ("4_players_teams", 4, GAMES["4_players_teams"][1], 5),
    "perft_5_players": ("5_players", 5, GAMES["5_players"][1], 5),
}


def play(name: str) -> tuple[Variant, int, list[np.ndarray], list[np.ndarray]]:
    """Plays at random, and buys or summons where it can: returns variant, seed, positions and steps."""
    players, options = GAMES[name]
    weights = np.ones(act.NUM_ACTIONS)
    weights[[act.PASS, act.ROLL]] = 0.2
    return played_through(SPEC.variant(players, **options), SEED + list(GAMES).index(name), weights)


def _text(name: str) -> str:
    return playthrough_text(*play(name), list(GAMES).index(name), _kind_of)


def _kind_of(game: Any) -> int:
    return int(game["phase"])


def _tree_text(name: str) -> str:
    playthrough, players, options, plies = TREES[name]
    positions = play(playthrough)[2] if playthrough else []
    return tree_text(SPEC.variant(players, **options, explicit_chance=True), positions, plies)


TEXTS: dict[str, Callable[[], str]] = {f"{name}.txt": partial(_text, name) for name in GAMES}
TREE_TEXTS: dict[str, Callable[[], str]] = {f"{name}.txt": partial(_tree_text, name) for name in TREES}


@pytest.mark.parametrize("name", TEXTS)
def test_playthrough_is_as_recorded(name: str) -> None:
    check_text(GOLDEN, name, TEXTS[name](), "tests.games.summon_demons.golden.test_golden")


@pytest.mark.compiled
@pytest.mark.parametrize("name", TREE_TEXTS)
def test_tree_is_as_recorded(name: str) -> None:
    check_text(GOLDEN, name, TREE_TEXTS[name](), "tests.games.summon_demons.golden.test_golden")


def test_texts_are_small_and_complete() -> None:
    check_folder(GOLDEN, TEXTS | TREE_TEXTS, "*.txt")


def test_playthroughs_meet_every_question() -> None:
    """LD-ASK: each phase is asked in some playthrough."""
    seen = {int(games[0]["phase"]) for name in GAMES for games in play(name)[2]}
    assert {v.PHASE_NAMES[phase] for phase in seen} == set(v.PHASE_NAMES) - {"chance"}


if __name__ == "__main__":
    regenerate(GOLDEN, TEXTS | TREE_TEXTS, "*.txt")
