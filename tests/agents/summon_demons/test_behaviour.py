"""What agents of Let's Summon Demons do where the right answer is plain."""

import pytest

from tests.agents.summon_demons.positions import answer_of
from tests.games.summon_demons.scenario import Scenario, Side

SEARCH = "search:sims=60"
ALL = pytest.mark.parametrize("name", ["greedy", "planner", SEARCH])
FORESIGHTED = pytest.mark.parametrize("name", ["planner", SEARCH])


@ALL
def test_it_takes_the_summon_that_wins(name: str) -> None:
    game = Scenario(Side("oni, porcus, 4 eve", hand="shield", souls=10), Side("2 carrie"))
    assert answer_of(name, game) == "demon shield"


@ALL
def test_it_keeps_the_cards_that_bring_most(name: str) -> None:
    game = Scenario(Side("2 eve, lola, 2 louis, stray_cat, 2 rabid_dog", hand="shield", souls=2), Side("2 carrie"))
    assert answer_of(name, game.play("demon shield")) == "card stray_cat"


@ALL
def test_it_steals_from_the_seat_that_is_about_to_win(name: str) -> None:
    game = Scenario(
        Side("dillinger"), Side("eve", souls=1), Side("oni, shield, egg", souls=2), Side("porcus, legion, hound", souls=9)
    )
    assert answer_of(name, game.roll(10)) == "opponent 3"


@ALL
def test_it_gives_to_the_seat_that_is_far_from_winning(name: str) -> None:
    game = Scenario(Side("glen"), Side("porcus, legion, hound", souls=8), Side(souls=1))
    assert answer_of(name, game.roll(5)) == "opponent 2"


@ALL
def test_it_pays_a_cost_that_wins(name: str) -> None:
    game = Scenario(Side("goldfish, oni, porcus, legion", souls=5)).roll(7)
    assert answer_of(name, game) == "card goldfish"


@ALL
@pytest.mark.parametrize(("total", "answer"), [(8, "roll"), (6, "pass")])
def test_it_throws_again_what_brings_nothing(name: str, total: int, answer: str) -> None:
    game = Scenario(Side("reroll, 4 eve", souls=1)).roll(total)
    assert answer_of(name, game) == answer


@ALL
def test_it_takes_the_demon_out_of_the_pile_that_wins(name: str) -> None:
    game = Scenario(Side("demon_book, oni, 2 eve", souls=20), pile="porcus, legion").roll(3)
    assert answer_of(name, game) in ("demon porcus", "demon legion")


@FORESIGHTED
def test_it_buys_the_card_that_wins(name: str) -> None:
    game = Scenario(Side("oni, donkey, porcus", souls=12), Side("2 carrie"), row="4 adam, dog")
    assert answer_of(name, game) == "take dog"


@FORESIGHTED
def test_it_rolls_before_it_spends_what_it_needs_to_win(name: str) -> None:
    game = Scenario(Side("oni, shield, porcus, 3 eve", souls=9), Side("2 carrie"))
    assert answer_of(name, game) == "roll"


@FORESIGHTED
def test_it_orders_what_is_compulsory_so_that_it_wins_before(name: str) -> None:
    """LD-ACT-4, LD-WIN-2: the skunk would discard the rabbit's condition; nothing that comes after a win happens."""
    game = Scenario(Side("skunk, goldfish, oni, porcus, legion", souls=6), Side("2 carrie")).roll(7)
    assert answer_of(name, game) == "card goldfish"
