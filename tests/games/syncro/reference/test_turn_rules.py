"""Turns, resolution, draws and foes with effects on the reference, rule by rule."""

import pytest

from tests.games.syncro.reference.on_both import new_on_both
from tests.games.syncro.reference.printed import house
from tests.games.syncro.reference.scenario import Scenario, hands

# Level 3 with three mages: place 0 lies face down under place 3, places 1 to 5 are free.
THREE = "players: 3\nlevel: 3\nestimates: off\nhorde: ?; Ogre; Ogre; Ogre; Troll; Troll\n"


def with_foe(foe: str, *values: str, level: int = 3, more: str = "") -> Scenario:
    """Returns three mages before a foe at place 1, target 1."""
    text = f"players: 3\nlevel: {level}\nestimates: off\nhorde: ?; {foe}; Ogre; Ogre; Troll; Troll\n"
    return Scenario(f"{text}{hands(*values)}\n{more}")


@pytest.mark.parametrize(("players", "order"), [(2, [0, 1, 0, 1]), (3, [0, 1, 2, 0]), (4, [0, 1, 2, 3]), (5, [0, 1, 2, 3, 4])])
def test_sy_turn_1_and_sy_turn_2_opportunities(players: int, order: list[int]) -> None:
    assert [act.seat for act in new_on_both(players).table.turn.acts] == order


def test_sy_turn_3_and_sy_ask_5_only_free_foes_are_targets_in_the_order_of_resolution() -> None:
    game = Scenario("players: 4\nlevel: 4\nhorde: ?; ?; Imp; Imp; -; Imp\n" + hands("1 2", "1", "1", "1"))
    assert [card.place.number for card in game.table.attackable()] == [2, 3, 5]
    assert [f"card 2 on target {t}" in game.legal(0) for t in (1, 3, 4)] == [True, True, False]


def test_sy_turn_4_the_last_mage_must_attack_if_all_passed() -> None:
    game = Scenario(THREE + hands("1 2", "1", "1")).play("pass; pass; pass")
    assert game.asked == ("TURN", [0])
    assert "pass" not in game.legal(0)
    game = Scenario(THREE + hands("1 2", "1", "")).play("pass; pass")  # the third has no Spells
    assert "pass" not in game.legal(0)
    game = Scenario(THREE + hands("1 2", "1", "1")).play("pass; card 1 on target 1; pass")
    assert "pass" in game.legal(0)


def test_sy_turn_5_without_spells_a_mage_passes_and_a_turn_may_have_no_attack() -> None:
    game = Scenario(THREE + hands("", "1 1", "1"))
    assert game.asked == ("TURN", [1])
    game.play("pass; pass")
    assert game.table.turn_number == 2
    assert game.table.last_turn is not None
    assert [act.passed for act in game.table.last_turn.acts] == [True] * 4


def test_sy_turn_6_with_five_mages_one_must_pass() -> None:
    text = "players: 5\nlevel: 5\nhorde: ?; ?; ?; ?; Ogre; Ogre; Ogre; Troll; Troll\nestimates: off\n"
    text += hands("1 1", "1 1", "1 1", "1 1", "1 1")
    attacks = "card 1 on target 1; card 1 on target 1; card 1 on target 1; card 1 on target 1"
    assert Scenario(text).play(attacks).table.turn_number == 2  # the last mage was not asked
    assert Scenario(f"{text}\nmage_4 reward: Lens").play(attacks).legal(4) == ["pass", "reward"]
    after_passes = Scenario(f"{text}\nmage_0 reward: Lens").play("; ".join(["pass"] * 4 + ["card 1 on target 1"] * 5))
    assert after_passes.legal(0) == ["pass", "reward"]  # those who passed did so last turn


def test_sy_turn_7_no_spell_directly_on_an_own_one_of_this_turn() -> None:
    game = Scenario(THREE + hands("1 2", "1", "1")).play("card 1 on target 1; pass; pass")
    assert "card 1 on target 1" not in game.legal(0)
    assert "card 1 on target 2" in game.legal(0)
    game = Scenario(THREE + hands("1 2", "1", "1")).play("card 1 on target 1; card 1 on target 1; pass")
    assert "card 1 on target 1" in game.legal(0)


def test_sy_turn_9_and_sy_set_7_the_leader_card_moves_on() -> None:
    game = Scenario(THREE + hands("1 2 3", "1", "1")).play("card 1 on target 1; pass; pass; pass")
    assert (game.table.leader, game.table.turn_number, game.asked) == (1, 2, ("TURN", [1]))


def test_sy_res_1_rows_from_the_bottom_each_from_the_left() -> None:
    game = Scenario(THREE.replace("?; Ogre; Ogre; Ogre", "Ogre; Ogre; Ogre; -") + hands("1", "1", "1"))
    assert [card.place.number for card in game.table.in_resolution_order()] == [1, 2, 4, 5, 0]


def test_sy_res_2_and_sy_res_5_foes_with_spells_are_resolved_every_turn() -> None:
    game = with_foe("Ogre [2 2 1]", "1 1", "1", "1").play("card 1 on target 2; pass; pass; pass")
    assert game.spells(1) == [2, 2]
    game.play("pass; pass; card 1 on target 2; pass")
    assert game.spells(1) == [2]


def test_sy_res_4_and_sy_golem_1_a_beaten_golem_gives_back_what_it_absorbed() -> None:
    game = with_foe("Clay Golem [4] {2}", "3 1", "1", "1").play("card 1 on target 1; pass; pass; pass")
    assert game.discard() == [2, 3, 4]
    assert 1 not in game.there()


def test_sy_res_7_force_is_at_least_one() -> None:
    assert with_foe("Puffball weak 3", "1", "1", "1").force(1) == 1


def test_sy_reveal_1_and_sy_res_6_uncovered_cards_are_revealed_after_all_attacks() -> None:
    text = THREE.replace("?; Ogre; Ogre; Ogre", "?; Ogre; Ogre; Imp [3]")
    game = Scenario(text + hands("1 1", "1", "1"), chance="Troll").play("card 1 on target 3; pass; pass; pass")
    card = game.table.horde[0]
    assert card.face_up
    assert card.monster is not None
    assert house().monsters[card.monster].name == "Troll"


def test_sy_draw_1_and_sy_draw_2_and_sy_draw_3_round_and_round_below_the_limit() -> None:
    full = "1 1 1 1 1 1"
    game = with_foe("Puffball [5]", f"{full}", "1 1 1 1 1", full, more="pile: 2x9")
    game.play("card 1 on target 1; pass; pass; pass")  # total 6, four due: one to each of mages 0 and 1, then all are full
    assert [len(mage.hand) for mage in game.table.mages] == [6, 6, 6]
    assert sum(game.table.pile) == 7


def test_sy_draw_4_the_discard_makes_a_new_pile_and_then_the_draw_ends() -> None:
    game = with_foe("Puffball [5]", "4 1", "1", "1", more="pile: 2").play("card 1 on target 1; pass; pass; pass")
    assert [len(mage.hand) for mage in game.table.mages] == [2, 2, 2]  # 2, then 4 and 5 from the discard, then no more
    assert sum(game.table.pile + game.table.discard) == 0


def test_sy_mush_1_an_exact_total_draws_nothing() -> None:
    game = with_foe("Puffball [1]", "1 1", "1", "1").play("card 1 on target 1; pass; pass; pass")
    assert game.hands() == ["1", "1", "1"]
    assert 1 not in game.there()


def test_sy_dragon_1_and_sy_dragon_2_payments_end_when_the_difference_is_reached() -> None:
    game = with_foe("Drake [1]", "1 3", "2 4", "1").play("card 1 on target 1; pass; pass; pass")
    assert game.table.to_pay == 3
    game.play("pay no more; pay card 1")
    assert (game.asked, game.table.to_pay) == (("PAY", [1]), 1)
    game.play("pay card 1")  # overshoots
    assert game.asked == ("TURN", [1 + 1])  # mage 1 leads, but holds nothing
    assert game.discard() == [1, 2, 4]


def test_sy_dragon_3_and_sy_end_3_an_unpaid_dragon_loses_the_try() -> None:
    game = with_foe("Drake [5]", "1 3", "", "1").play("card 1 on target 1; pass; pass")
    assert game.asked == ("PAY", [0])
    game.play("pay no more; pay no more")
    assert (game.game.ending, game.asked) == ("unpaid", ("OVER", []))
    game = with_foe("Drake [5]", "1", "1", "").play("card 1 on target 1; card 1 on target 1")
    assert game.game.ending == "unpaid"  # nobody could pay, and nobody was asked


def test_sy_dragon_4_an_exact_total_is_free() -> None:
    game = with_foe("Drake [4]", "1 1", "1", "1").play("card 1 on target 1; pass; pass; pass")
    assert 1 not in game.there()
    assert game.hands() == ["1", "1", "1"]


def test_sy_boss_1_the_first_boss_follows_the_dragon_rules() -> None:
    text = "players: 4\nlevel: 4\nestimates: off\nhorde: Great Dragon [5]; -; Imp; -; -; Imp\n"
    game = Scenario(text + hands("1 3", "1", "1", "1")).play("card 1 on target 3; pass; pass; pass")
    assert (game.asked, game.table.to_pay) == (("PAY", [0]), 6)


def test_sy_end_1_and_sy_mush_1_a_last_mushroom_draws_nothing() -> None:
    text = "players: 3\nlevel: 3\nhorde: -; Puffball [4]; -; -; -; -\n"
    game = Scenario(text + hands("1 1", "1", "1")).play("card 1 on target 1; pass; pass")
    assert (game.game.ending, game.hands(), game.game.payoff()) == ("won", ["1", "1", "1"], 1)
    assert game.game.winners() == [True] * 3


def test_sy_end_2_exhausted_at_the_end_of_a_turn() -> None:
    game = with_foe("Imp", "1", "", "").play("card 1 on target 2")
    assert (game.game.ending, game.game.winners()) == ("exhausted", [False] * 3)
    game = with_foe("Puffball [2]", "1", "", "").play("card 1 on target 1")
    assert game.asked == ("TURN", [0])  # a draw saves the day


def test_sy_est_1_and_sy_est_2_and_sy_est_5_estimates_follow_draws() -> None:
    text = "players: 3\nlevel: 3\nhorde: ?; Puffball [1]; Ogre; Ogre; Troll; Troll\nmage_2 estimate: good\n"
    game = Scenario(text + hands("2", "1", "") + "\npile: 2x9").play("card 1 on target 1; pass")
    assert game.asked == ("ESTIMATE", [0, 1])
    assert game.table.mages[2].estimate == 2  # the old ones stand until all have chosen
    game.play("estimate bad / estimate middling")
    assert [mage.estimate for mage in game.table.mages] == [0, 1, None]


def test_sy_ask_1_and_sy_ask_2_only_attacks_are_laid_unasked() -> None:
    text = "players: 3\nlevel: 3\nestimates: off\nhorde: -; Giant; -; -; -; -\n"
    game = Scenario(text + hands("1 2", "1", "")).play("pass")
    assert game.asked == ("TURN", [1])
    game = Scenario(text + hands("2", "1 1", "")).play("pass; pass")  # the only attack of the Leader's last opportunity
    assert game.table.turn_number == 2
    assert game.table.last_turn is not None
    assert game.table.last_turn.acts[3].attacked
