"""Golden playthroughs of SYNCRO (`tests/golden_texts.py`), and counts of its trees (`tests/games/perft.py`).

    python -m tests.games.syncro.golden.test_golden --regenerate

writes the texts anew; what has changed is then reviewed like code.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from resonance_env.core.spec import Variant
from resonance_env.games.syncro.rules import actions as act, vocabulary as v
from resonance_env.games.syncro.spec import SPEC
from tests.games.perft import MAX_PLIES, tree_text
from tests.games.syncro.enumeration import keys_of
from tests.golden_texts import check_folder, check_text, played_through, playthrough_text, regenerate

GOLDEN = Path(__file__).parent
# Number of mages, options and seed of each text.
GAMES: dict[str, tuple[int, dict[str, Any], int]] = {
    "2_players_mini_campaign": (2, {"cards": "mini", "mode": "campaign", "retries": 1}, 2360),
    "2_players_level_9": (2, {"level": 9}, 2361),
    "3_players_chapter_i": (3, {"mode": "campaign", "chapters": "I", "retries": 1}, 2428),
    "3_players_level_5_replay": (3, {"level": 5, "replay": True, "retries": 1}, 2363),
    "4_players_level_1": (4, {}, 2364),
    "4_players_level_7_sums": (4, {"level": 7}, 2365),
    "4_players_saves": (4, {"mode": "campaign", "chapters": "II", "saves": True, "retries": 1, "payoff": "score"}, 2366),
    "5_players_level_8_silent": (5, {"level": 8, "estimates": "off"}, 2367),
    "5_players_level_9": (5, {"level": 9, "replay": True}, 2368),
}
# Number of mages, options, and plies of each count; it starts at the deal of `mini`, else in the middle of a playthrough.
TREES: dict[str, tuple[str, int, dict[str, Any], int]] = {
    "perft_mini_1": ("", 2, {"cards": "mini"}, MAX_PLIES),
    "perft_mini_2_silent": ("", 2, {"cards": "mini", "level": 2, "estimates": "off"}, MAX_PLIES),
    "perft_mini_3_silent": ("", 2, {"cards": "mini", "level": 3, "estimates": "off"}, MAX_PLIES),
    "perft_2_players_level_9": ("2_players_level_9", 2, GAMES["2_players_level_9"][1], 3),
    "perft_3_players_level_5_replay": ("3_players_level_5_replay", 3, GAMES["3_players_level_5_replay"][1], 3),
    "perft_4_players_level_7_sums": ("4_players_level_7_sums", 4, GAMES["4_players_level_7_sums"][1], 3),
}


def play(name: str) -> tuple[Variant, int, list[np.ndarray], list[np.ndarray]]:
    """Plays at random, seldom passes and pays what is due: returns variant, seed, positions and steps."""
    players, options, seed = GAMES[name]
    weights = np.ones(act.NUM_ACTIONS)
    weights[[act.PASS, act.PAY_NO_MORE]] = 0.2
    return played_through(SPEC.variant(players, **options), seed, weights)


def _text(name: str) -> str:
    return playthrough_text(*play(name), list(GAMES).index(name), _kind_of)


def _kind_of(game: Any) -> int:
    return int(game["phase"])


def _tree_text(name: str) -> str:
    playthrough, players, options, plies = TREES[name]
    positions = play(playthrough)[2] if playthrough else []
    return tree_text(SPEC.variant(players, **options, explicit_chance=True), positions, plies, keys_of)


TEXTS: dict[str, Callable[[], str]] = {f"{name}.txt": partial(_text, name) for name in GAMES}
TREE_TEXTS: dict[str, Callable[[], str]] = {f"{name}.txt": partial(_tree_text, name) for name in TREES}


@pytest.mark.parametrize("name", TEXTS)
def test_playthrough_is_as_recorded(name: str) -> None:
    check_text(GOLDEN, name, TEXTS[name](), "tests.games.syncro.golden.test_golden")


@pytest.mark.compiled
@pytest.mark.parametrize("name", TREE_TEXTS)
def test_tree_is_as_recorded(name: str) -> None:
    check_text(GOLDEN, name, TREE_TEXTS[name](), "tests.games.syncro.golden.test_golden")


def test_texts_are_small_and_complete() -> None:
    check_folder(GOLDEN, TEXTS | TREE_TEXTS, "*.txt")


def test_playthroughs_meet_every_question() -> None:
    """SY-ASK-1: each phase is asked in some playthrough."""
    seen = {int(games[0]["phase"]) for name in GAMES for games in play(name)[2]}
    assert {v.PHASE_NAMES[phase] for phase in seen} == set(v.PHASE_NAMES) - {"chance"}


if __name__ == "__main__":
    regenerate(GOLDEN, TEXTS | TREE_TEXTS, "*.txt")
