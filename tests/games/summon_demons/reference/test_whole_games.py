"""The whole games that the rules list with their digests, the draws of a seed, and how many positions `mini` has."""

from typing import Any

import pytest

from tests.games.pieces import vector
from tests.games.summon_demons.reference import codes
from tests.games.summon_demons.reference.enumeration import Enumeration
from tests.games.summon_demons.reference.game import Reference
from tests.games.summon_demons.reference.observation import memory_pieces, state_pieces, table_pieces
from tests.games.summon_demons.reference.printed import mini, standard
from tests.games.summon_demons.whole_games import MINI_TREES, WHOLE_GAMES, Answers, MiniTree, WholeGame


@pytest.mark.parametrize("listed", WHOLE_GAMES)
def test_ld_ex_41_whole_games(listed: WholeGame) -> None:
    game = Reference(standard(), listed.players, seed=listed.seed, **listed.options)
    answers = Answers()
    while game.asked is not None:
        game.step(answers.choose(game.asked, game.phase, game.legal(game.asked)))
    assert game.winner is not None
    souls = [seat.souls for seat in game.table.seats]
    end = (answers.asked, game.table.turns, game.winner, game.ending, souls, answers.digest.hexdigest())
    assert WholeGame(listed.players, listed.options, listed.seed, *end) == listed


def test_ld_ex_40_draws_of_a_seed() -> None:
    cards = standard()
    game = Reference(cards, 3, seed=1)
    table = game.table
    assert table.active == 2
    assert [cards.candles[c].id for seat in table.in_turn_order(2) for c in table.seats[seat].candles] == [
        "candle_devil",
        "candle_sweet",
        "candle_kind",
    ]
    assert {cards.cards[t].id for t, copies in enumerate(table.row) if copies} == {"alice", "owl", "carrie", "romeo", "dog"}
    hands = [{cards.demons[d].id for d in table.seats[seat].hand} for seat in table.in_turn_order(2)]
    assert hands == [{"baphometal", "shield", "demon_book"}, {"devil", "mephisto", "reroll"}, {"clockwork", "oni", "legion"}]
    assert codes.PHASES[game.phase] == "TURN"
    assert game.legal(2) == [2, 11, 21, 24, 34, 43]
    coming = [next_of(game.draw_card()) for _ in range(10)]
    assert [cards.cards[t].id for t in coming] == (
        ["fifi", "rabid_dog", "adam", "louis", "eve", "calvin", "adam", "dolores", "donnie", "dog"]
    )
    assert [cards.demons[next_of(game.draw_demon())].id for _ in range(3)] == ["both_moods", "serpent", "doubles"]
    throws = [(p // 6 + 1, p % 6 + 1) for p in range(36)]
    numbers = list(range(36))
    rolls = [throws[next_of(game.event_outcome("ROLL", index, numbers))] for index in range(10)]
    assert rolls == [(2, 3), (6, 3), (1, 1), (6, 3), (3, 5), (6, 6), (5, 4), (4, 1), (2, 1), (2, 6)]
    rerolls = [throws[next_of(game.event_outcome("REROLL", index, numbers))] for index in range(4)]
    assert rerolls == [(1, 1), (5, 4), (3, 4), (4, 3)]


def next_of(steps: Any) -> int:
    """Returns what a generator without a stop returns."""
    with pytest.raises(StopIteration) as stop:
        next(steps)
    return int(stop.value.value)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_ld_obs_1_lengths(players: int) -> None:
    game = Reference(standard(), players, seed=1)
    seen = vector(table_pieces(game, 0))
    assert len(seen) == 487 + 69 * players
    assert len(seen + vector(memory_pieces(game, 0))) == 507 + 70 * players
    assert len(vector(state_pieces(game))) == 593 + 128 * players


@pytest.mark.parametrize(
    "listed", [pytest.param(tree, marks=pytest.mark.slow if tree.turns > 2 else ()) for tree in MINI_TREES]
)
def test_perft_of_mini(listed: MiniTree) -> None:
    game = Enumeration(mini(), 2, turn_limit=listed.turns)
    counts = game.counts()
    size = MiniTree(listed.turns, counts.histories, counts.nodes, counts.decisions, counts.chances, game.positions)
    assert size == listed


@pytest.mark.slow
def test_information_sets_and_random_play_of_mini() -> None:
    game = Enumeration(mini(), 2)
    assert game.information_sets() == [43_946, 360_514]
    assert [round(100 * share, 2) for share in game.counts().wins] == [20.85, 18.68]
