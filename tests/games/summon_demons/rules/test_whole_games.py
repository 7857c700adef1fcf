"""Whole games and trees whose results the rules list (LD-EX-40, LD-EX-41, cards.md)."""

import numpy as np
import pytest

from resonance_env.games.summon_demons.rules import vocabulary as v
from tests.games.summon_demons.kernels import legal_codes, say, started, successors
from tests.games.summon_demons.whole_games import WHOLE_GAMES, Answers, WholeGame


@pytest.mark.parametrize("listed", WHOLE_GAMES)
def test_ld_ex_41(listed: WholeGame) -> None:
    games, answers = started(listed.players, listed.seed, **listed.options), Answers()
    game = games[0]
    while game["phase"] != v.PHASE_OVER:
        say(games, answers.choose(int(game["decider"]), int(game["phase"]), legal_codes(games)))
    ending, souls = v.ENDING_NAMES[game["ending"]], game["souls"][: listed.players].tolist()
    end = (answers.asked, int(game["turn"]), int(game["winner"]), ending, souls, answers.digest.hexdigest())
    assert WholeGame(listed.players, listed.options, listed.seed, *end) == listed


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
