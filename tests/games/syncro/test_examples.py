"""The worked examples of the book (SY-EX)."""

import pytest

from tests.games.syncro.kernels import started
from tests.games.syncro.scenario import Scenario


def test_sy_ex_1_spells_worth_the_force_beat_the_foe() -> None:
    table = Scenario("5 1; 4 1; 1; 1").play("card 1 on target 1", "card 1 on target 1", "pass", "pass")
    assert not table.is_there(0)
    assert table.spells("discard") == "4 5"


def test_sy_ex_2_the_lowest_spell_goes_and_the_others_stay() -> None:
    table = Scenario("3 1; 1 1; 2 1; 1").play("card 1 on target 1", "card 1 on target 1", "card 1 on target 1", "pass")
    assert table.is_there(0)
    assert (table.on(0), table.spells("discard")) == ("2 3", "1")


def test_sy_ex_3_a_mushroom_brings_the_surplus() -> None:
    table = Scenario("5; 1; 1; 1 1", foes={0: "Puffball"}, pile="3 3 3 3", chance=[3, 3, 3])
    table.play("card 1 on target 1", "pass", "pass", "pass")
    assert [table.hand(seat) for seat in range(4)] == ["3", "1 3", "1 3", "1 1"]
    assert table.spells("pile") == "3"


def test_sy_ex_4_a_golem_absorbs_the_lowest_spell() -> None:
    table = Scenario("2 1; 2 1; 3 1; 1", foes={0: "Obsidian Golem"}, level=2)
    table.play("card 1 on target 1", "card 1 on target 1", "card 1 on target 1", "pass")
    assert (table.on(0, "absorbed"), table.on(0), table.spells("discard")) == ("2", "", "2 3")
    assert table.force(0) == 10


def test_sy_ex_5_a_dragon_that_stays_is_paid_for() -> None:
    table = Scenario("3 1; 1 1; 2; 1", foes={0: "Drake"}, level=3)
    table.play("card 1 on target 1", "card 1 on target 1", "pass", "pass")
    assert (table.phase, table.asked(), table.game["to_pay"]) == ("pay", [0], 1)
    table.play("pay no more", "pay no more", "pay card 1")
    assert (table.on(0), table.spells("discard")) == ("3", "1 2")
    assert "card 1 on target 1" in table.legal()


def test_sy_ex_6_a_dragon_beaten_by_too_much_is_paid_for() -> None:
    table = Scenario("5 1 2; 5 1; 1; 1", foes={0: "Wyvern"}, level=3)
    table.play("card 1 on target 1", "card 1 on target 1", "pass", "pass")
    assert table.game["to_pay"] == 3
    table.play("pay card 1", "pay card 1")
    assert not table.is_there(0)
    assert table.spells("discard") == "1 2 5 5"


def test_sy_ex_7_the_sum_of_a_hand_is_spoken() -> None:
    table = Scenario("1; 1; 1; 5 3 6 4", foes={0: "Puffball"}, level=7, rewards=("", "", "", "Spring"), pile="5", chance=[5])
    table.play("pass", "pass", "pass", "reward")
    assert table.hand(3) == "5 3 6 4 5"
    assert table.game["sum"].tolist() == [1, 1, 1, 23, 0]


@pytest.mark.parametrize(("mages", "spells"), [(2, 8), (3, 6), (4, 5), (5, 4)])
def test_sy_ex_8_spells_by_number_of_mages(mages: int, spells: int) -> None:
    assert started(mages, 0)[0]["held"].tolist() == [spells] * mages + [0] * (5 - mages)
