"""Whole games and trees whose results the rules list (LD-EX-40, LD-EX-41, cards.md)."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
import pytest

from resonance_env.games.summon_demons.rules import vocabulary as v
from tests.games.summon_demons.kernels import legal_codes, say, started, successors

WHOLE_GAMES = [
    (2, {}, 1, 96, 94, 1, "goal", [2, 12], "43560245f034dedf"),
    (3, {}, 2, 47, 33, 0, "card", [2, 5, 0], "d9c711ff5416959f"),
    (4, {}, 1, 68, 67, 2, "goal", [0, 4, 10, 2], "013a1c802b0a9d0b"),
    (5, {}, 3, 167, 108, 4, "goal", [0, 0, 5, 0, 11], "74407a90b898cb7d"),
    (4, {"teams": True}, 1, 204, 86, 0, "goal", [5, 2, 16, 5], "52824d68c3449218"),
    (3, {"starting_demon": True}, 1, 39, 45, 1, "card", [2, 5, 2], "509a27f51dacc876"),
    (2, {"candles": 2, "candle_deal": "choose"}, 1, 66, 60, 1, "goal", [1, 10], "6ac081b9e64f71e8"),
    (2, {"clockwork": "roll"}, 31, 233, 119, 1, "goal", [287, 10], "47992ca210e7610f"),
    (4, {}, 30, 81, 73, 2, "goal", [2, 2, 13, 0], "d404388ef4ea6b4e"),
    (4, {}, 39, 121, 88, 0, "card", [2, 2, 2, 2], "13d832db4d0a6863"),
]


@pytest.mark.parametrize(
    ("players", "options", "seed", "questions", "turns", "winner", "ending", "souls", "digest"), WHOLE_GAMES
)
def test_ld_ex_41(
    players: int,
    options: dict[str, Any],
    seed: int,
    questions: int,
    turns: int,
    winner: int,
    ending: str,
    souls: list[int],
    digest: str,
) -> None:
    games, asked, steps = started(players, seed, **options), 0, hashlib.blake2b(digest_size=8)
    game = games[0]
    while game["phase"] != v.PHASE_OVER:
        codes = legal_codes(games)
        code = codes[(5 * asked + 2) % len(codes)]
        steps.update(bytes((int(game["decider"]), int(game["phase"]), code)))
        say(games, code)
        asked += 1
    result = (asked, game["turn"], game["winner"], v.ENDING_NAMES[game["ending"]], game["souls"][:players].tolist())
    assert result == (questions, turns, winner, ending, souls)
    assert steps.hexdigest() == digest


def test_ld_ex_40_first_question() -> None:
    games = started(3, 1)
    assert games[0]["decider"] == 2
    assert games[0]["phase"] == v.PHASE_TURN
    assert legal_codes(games) == [2, 11, 21, 24, 34, 43]


@pytest.mark.parametrize(
    ("turns", "histories", "decisions", "chances", "positions"),
    [(2, 5_818, 3_848, 1_123, 1_229), (3, 73_886, 44_412, 17_795, 6_257)],
)
def test_mini_tree_has_the_listed_size(turns: int, histories: int, decisions: int, chances: int, positions: int) -> None:
    waiting = [started(2, 0, "mini", explicit_chance=True, turn_limit=turns)]
    counts, seen = np.zeros(3, dtype=np.int64), set[bytes]()
    while waiting:
        games = waiting.pop()
        is_over, is_chance = games["phase"] == v.PHASE_OVER, games["phase"] == v.PHASE_CHANCE
        counts += is_over.sum(), (~is_over & ~is_chance).sum(), is_chance.sum()
        running = games[~is_over]
        for field in ("seed", "cards_drawn", "demons_drawn", "hand_draws"):  # these cannot matter to a set of positions
            running[field] = 0
        seen.update(running[index : index + 1].tobytes() for index in range(len(running)))
        following = successors(running, "mini")
        waiting += [following[start : start + 10_000] for start in range(0, len(following), 10_000)]
    assert counts.tolist() == [histories, decisions, chances]
    assert len(seen) == positions
