"""The worked examples of the book (SY-EX) on the reference."""

import pytest

from tests.games.syncro.reference.on_both import new_on_both
from tests.games.syncro.reference.scenario import Scenario

# Level 3 with three mages: place 0 lies face down under place 3; the Leader has the first and the last opportunity.
THREE = "players: 3\nlevel: 3\nestimates: off\n"


def test_sy_ex_1() -> None:
    game = Scenario(THREE + "horde: ?; Ogre [3]; Imp; Imp; Imp; Imp\nmage_0 hand: 5 1\nmage_1 hand: 1\nmage_2 hand: 1")
    game.play("card 1 on target 1; pass; pass; pass")
    assert game.there() == [0, 2, 3, 4, 5]
    assert game.discard() == [3, 5]


def test_sy_ex_2() -> None:
    game = Scenario(THREE + "horde: ?; Ogre [1 2]; Imp; Imp; Imp; Imp\nmage_0 hand: 3 1\nmage_1 hand: 1\nmage_2 hand: 1")
    game.play("card 1 on target 1; pass; pass; pass")
    assert game.spells(1) == [2, 3]
    assert game.discard() == [1]
    assert 1 in game.there()


def test_sy_ex_3() -> None:
    text = "horde: ?; Puffball; Imp; Imp; Imp; Imp\nmage_0 hand: 5 1\nmage_1 hand: 1\nmage_2 hand: 1\npile: 1x2 2x2"
    game = Scenario(THREE + text, chance="2, 1, 2").play("card 1 on target 1; pass; pass; pass")
    assert game.hands() == ["1 2", "1 1", "1 2"]
    assert 1 not in game.there()


def test_sy_ex_4() -> None:
    text = "horde: ?; Obsidian Golem [2 2]; Imp; Imp; Imp; Imp\nmage_0 hand: 3 1\nmage_1 hand: 1\nmage_2 hand: 1"
    game = Scenario(THREE + text)
    assert game.force(1) == 8
    game.play("card 1 on target 1; pass; pass; pass")
    assert game.discard() == [2, 3]
    assert game.table.horde[1].absorbed == [2]
    assert game.spells(1) == []
    assert game.force(1) == 10


def test_sy_ex_5() -> None:
    text = "horde: ?; Drake [1 2]; Imp; Imp; Imp; Imp\nmage_0 hand: 1 3\nmage_1 hand: 3\nmage_2 hand: 2 4"
    game = Scenario(THREE + text).play("card 1 on target 1; pass; pass; pass")
    assert game.asked == ("PAY", [0])
    assert game.table.to_pay == 1
    game.play("pay no more; pay no more")
    assert game.asked == ("PAY", [2])
    game.play("pay card 1")
    assert game.hands() == ["3", "3", "4"]
    assert game.discard() == [1, 2]
    assert game.spells(1) == [1, 2]
    assert game.asked == ("TURN", [1])
    assert "card 1 on target 1" in game.legal(1)


def test_sy_ex_6() -> None:
    text = "horde: ?; Wyvern [5]; Imp; Imp; Imp; Imp\nmage_0 hand: 5 1 2\nmage_1 hand: 3\nmage_2 hand: 4"
    game = Scenario(THREE + text).play("card 1 on target 1; pass; pass; pass")
    assert game.table.to_pay == 3
    game.play("pay card 1; pay card 1")
    assert game.there() == [0, 2, 3, 4, 5]
    assert game.discard() == [1, 2, 5, 5]
    assert game.asked == ("TURN", [1])


def test_sy_ex_7() -> None:
    text = """
        players: 4
        level: 7
        horde: ?; ?; ?; ?; ?; Puffball <1:3>; Ogre; Ogre; Ogre; Troll
        mage_0 hand: 5 3 6 4
        mage_1 hand: 1
        mage_2 hand: 1
        mage_3 hand: 1
        opportunity: 3
        acts: pass; 3 from 1 on place 5; pass
    """
    game = Scenario(text, chance="5").play("pass")
    assert game.hands()[0] == "5 3 6 4 5"
    assert [mage.sum for mage in game.table.mages] == [23, 1, 1, 1]


@pytest.mark.parametrize(("players", "spells"), [(2, 8), (3, 6), (4, 5), (5, 4)])
def test_sy_ex_8(players: int, spells: int) -> None:
    assert [len(mage.hand) for mage in new_on_both(players).table.mages] == [spells] * players
