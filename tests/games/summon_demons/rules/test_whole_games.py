"""Whole games and trees whose results the rules list (LD-EX-40, LD-EX-41, cards.md)."""

import pytest

from resonance_env.games.summon_demons.rules import vocabulary as v
from resonance_env.games.summon_demons.spec import SPEC
from tests.games.perft import perft
from tests.games.summon_demons.kernels import legal_codes, say, started
from tests.games.summon_demons.whole_games import MINI_TREES, WHOLE_GAMES, Answers, MiniTree, WholeGame


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
    "listed", [pytest.param(tree, marks=pytest.mark.compiled if tree.turns > 2 else ()) for tree in MINI_TREES]
)
def test_mini_tree_has_the_listed_size(listed: MiniTree) -> None:
    variant = SPEC.variant(2, cards="mini", explicit_chance=True, turn_limit=listed.turns)
    counts = perft(variant, variant.start([0]))
    chances, decisions, *_ = counts.nodes.sum(axis=0).tolist()
    size = MiniTree(listed.turns, counts.leaves, int(counts.nodes.sum()), decisions, chances, counts.positions)
    assert size == listed
