"""Turns, summons and teams, where no worked example shows the rule (LD-TURN, LD-FLOW, LD-SUMMON, LD-TEAM, LD-ASK)."""

import pytest

from tests.games.summon_demons.scenario import Scenario, Side, counted

A, B, C = range(3)


def test_ld_turn_1_each_thing_once_a_turn() -> None:
    """LD-FLOW-2, LD-FLOW-3: the marks of the turn, cleared when the next one begins."""
    game = Scenario(Side("6 eve", hand="oni, porcus", souls=6), row="5 dog")
    assert game.legal == ["roll", "take dog", "demon porcus", "demon oni"]
    assert game.play("take dog").legal == ["roll", "demon porcus", "demon oni"]
    game.play("demon oni", "card eve")  # of three `eve` the order of sacrifices forces two
    assert game.sees(B, "used") == [1, 1, 1, 0, 0]
    game.roll(12)
    assert (game.game.table.active, game.sees(B, "used")) == (B, [1, 0, 0, 0, 0])


def test_ld_turn_2_a_roll_is_resolved_before_the_seat_buys_again() -> None:
    game = Scenario(Side("goldfish", souls=3)).roll(7)
    assert game.legal == ["pass", "card goldfish"]
    assert game.play("pass").legal == ["pass", "take adam"]


def test_ld_flow_4_a_reroll_is_asked_once_a_turn_and_does_not_count_as_a_roll() -> None:
    game = Scenario(Side("reroll"), rolls=250).roll(5)
    assert (game.asked, game.sees(A, "turns_left")) == ("REROLL", [49])
    game.rolled.append(2 * 4)
    game.play("roll")
    assert (game.game.table.active, game.sees(A, "turns_left")) == (B, [49])


def test_ld_ask_3_a_summon_that_was_started_is_carried_out() -> None:
    game = Scenario(Side("eve, 3 dog", hand="oni")).play("demon oni")
    assert (game.asked, game.legal) == ("SACRIFICE", ["card eve", "card dog"])


@pytest.mark.parametrize(("demon", "ending"), [("demon legion", "goal"), ("demon egg", "running")])
def test_ld_summon_4_a_demon_that_enters_is_in_play_at_once(demon: str, ending: str) -> None:
    """The win test follows; the Egg is never in play."""
    game = Scenario(Side("3 eve, oni, porcus", hand="legion, egg", souls=10)).play(demon)
    assert game.game.ending == ending
    assert "egg" not in game.demons(A)


def test_ld_summon_5_a_demon_leaves_its_owners_play_by_theft_only() -> None:
    assert Scenario(Side("skunk"), Side("eve, oni")).roll(7).demons(B) == {"oni"}
    game = Scenario(Side("mephisto"), Side("oni")).roll(11)
    assert (game.demons(A), game.demons(B)) == ({"mephisto", "oni"}, set())


def four(first: Side, third: Side) -> Scenario:
    """Returns a game of teams in which two partners have something."""
    return Scenario(first, Side(), third, Side(), teams=True)


def test_ld_team_1_turns_go_clockwise() -> None:
    game = four(Side(), Side())
    for seat in (B, C):
        assert game.roll(12).game.table.active == seat


def test_ld_team_4_counts_and_rights_are_each_seats_own() -> None:
    assert four(Side("lisa"), Side("2 jesus")).roll(3).souls() == [1, 0, 4, 0]
    assert four(Side(), Side("reroll")).roll(3).game.table.active == B  # no REROLL


def test_ld_code_1_a_demon_of_the_hand_is_summoned_and_one_in_play_is_passed_on() -> None:
    def start() -> Scenario:
        return four(Side("3 eve, oni", hand="porcus"), Side())

    assert start().play("demon oni").demons(C) == {"oni"}
    game = start().play("demon porcus")
    assert (game.demons(A), game.cards(A)) == ({"oni", "porcus"}, counted(""))
