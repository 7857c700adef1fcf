"""No card is lost or doubled in games of the reference, on random sets too; what is remembered is true; games end."""

from collections import Counter

import pytest

from tests.games.syncro.reference.conservation import misplaced
from tests.games.syncro.reference.random_games import random_games, take_random_step


def check_games(of_house: int, of_random_sets: int) -> Counter[str]:
    """Plays random games, checks every position, and returns how often each effect ran."""
    ran: Counter[str] = Counter()
    for game, rng in random_games(of_house, of_random_sets):
        card_set = game.table.card_set
        while not game.over:
            assert not misplaced(game)
            turn = game.table.turn
            take_random_step(game, rng)
            ran.update(card_set.fogs[kind].effect for kind, number in enumerate(turn.fogs) if number)
            ran.update(card_set.rewards[act.reward].effect for act in turn.acts if act.reward is not None)
            assert game.table.turns < 2_000
        assert not misplaced(game)
        assert 0 <= game.payoff() <= 1
        assert game.payoff() == 1 or game.ending != "won"
    return ran


def test_cards_are_conserved() -> None:
    ran = check_games(25, 40)
    assert set(ran) >= {"draw", "reward", "lift", "lose", "pass_left", "force", "costly", "mute", "show", "weaken", "pool"}


@pytest.mark.slow
def test_cards_are_conserved_in_many_games() -> None:
    check_games(1_000, 1_000)
