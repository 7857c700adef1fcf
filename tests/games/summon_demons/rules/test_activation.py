"""Rolls, activation, effects and terms, where no worked example shows the rule (LD-ROLL, LD-ACT, LD-EFF, LD-PERM)."""

import numpy as np

from resonance_env.core.compiled import compiled
from resonance_env.games.summon_demons.rules.possession import lose
from tests.games.summon_demons import kernels
from tests.games.summon_demons.scenario import CARDS, Scenario, Side, counted

A, B = range(2)


def test_ld_roll_1_the_total_activates_never_a_single_die() -> None:
    assert Scenario(Side("caroline, lisa")).roll((2, 1)).souls()[A] == 2
    assert Scenario(Side("doubles")).roll((2, 2)).souls()[A] == 2
    assert Scenario(Side("doubles")).roll(4).souls()[A] == 0


def test_ld_roll_3_cards_and_candles_of_all_and_demons_of_the_active_seat_wait() -> None:
    side = "regan, clockwork, candle_evil"
    assert Scenario(Side("regan, candle_devil"), Side(side)).roll(9).souls() == [2, 2]


def test_ld_roll_4_doubles_act_before_anything_is_activated() -> None:
    """LD-FLOW-5: the tenth soul of `doubles` wins before the serpent does."""
    game = Scenario(Side("doubles, serpent, porcus", souls=9)).roll((1, 1))
    assert game.game.ending == "goal"


def test_ld_flow_7_candles_then_cards_then_demons() -> None:
    game = Scenario(Side("candle_evil, romeo, irwin, eve")).roll(8)
    assert (game.asked, game.souls()[A]) == ("ORDER", 1)
    game = Scenario(Side("caroline, serpent, porcus, shield", souls=5)).roll((1, 1))
    assert game.game.ending == "goal"


def test_ld_act_1_two_copies_are_two_activations() -> None:
    assert Scenario(Side("2 regan")).roll(9).souls()[A] == 2


def test_ld_act_6_an_activation_whose_cost_is_declined_is_over() -> None:
    game = Scenario(Side("2 goldfish")).roll(7)
    for _ in range(2):
        assert (game.asked, game.legal) == ("GATE", ["pass", "card goldfish"])
        game.play("pass")
    assert game.game.table.active == B
    assert game.cards(A) == counted("2 goldfish")


def test_ld_act_6_an_effect_that_finds_nothing_is_skipped() -> None:
    assert Scenario(Side("dolores"), row="5 adam").roll(10).game.table.active == B


@compiled
def _lose(games: np.ndarray, seat: int, kind: int) -> None:
    lose(games[0], seat, kind)


def test_ld_act_10_a_loss_takes_a_copy_that_is_not_old_if_there_is_one() -> None:
    games, dog = kernels.unpacked(2), CARDS["dog"]
    game = games[0]
    game["block"] = A
    game["cards"][A, dog], game["fresh"][A, dog], game["waiting"][0, dog] = 3, 1, 2
    left = []
    for _ in range(3):
        _lose(games, A, dog)
        left.append((int(game["cards"][A, dog]), int(game["fresh"][A, dog]), int(game["waiting"][0, dog])))
    assert left == [(2, 0, 2), (1, 0, 1), (0, 0, 0)]


def test_ld_act_10_a_card_that_discards_itself_is_an_old_copy() -> None:
    game = Scenario(Side("cat, goldfish")).roll(7, draws="goldfish").play("card cat")
    assert game.sees(B, "fresh")[CARDS["goldfish"]] == 1
    game.play("card goldfish")
    assert game.legal == ["pass", "take adam"]  # the new copy does not act
    assert (game.cards(A), game.souls()[A]) == (counted("cat, goldfish"), 5)


def test_ld_act_11_a_card_that_has_paid_itself_carries_out_its_effects() -> None:
    game = Scenario(Side("goldfish")).roll(7).play("card goldfish")
    assert (game.cards(A), game.souls()[A]) == (counted(""), 5)


def test_ld_eff_6_the_top_cards_are_obtained_whatever_they_are() -> None:
    assert Scenario(Side("bogeyman")).roll(4, draws="skunk, adam").cards(A) == counted("skunk, adam")


def test_ld_eff_7_a_matching_card_of_the_row_is_obtained() -> None:
    game = Scenario(Side("marilyn"), row="adam, eve, dog, 2 jesus").roll(5)
    assert (game.asked, game.legal) == ("PICK", ["take jesus", "take adam"])
    assert game.play("take jesus").cards(A) == counted("marilyn, jesus")
    assert Scenario(Side("marilyn"), row="5 eve").roll(5).game.table.active == B


def test_ld_perm_1_kids_count_as_adorable_and_as_horrible() -> None:
    """Neutral ones too."""
    assert Scenario(Side("calvin, eve, adam, both_moods")).roll(9).souls()[A] == 2
    assert Scenario(Side("calvin, eve, adam")).roll(9).souls()[A] == 0


def test_ld_deck_3_draws_without_a_card_are_lost() -> None:
    """LD-END-2: and the game goes on, with a short row."""
    game = Scenario(Side("cat"), row="adam", deck="dog", discards="").roll(7, draws="dog")
    assert (game.row(), game.game.table.active, game.game.over) == (counted("adam"), B, False)
    game = Scenario(Side("falcon"), deck="dog, eve", discards="").roll(7, draws="dog, eve, falcon").play("card falcon")
    assert (game.cards(A), game.discards()) == (counted("dog, falcon"), counted("eve"))


def test_ld_term_1_collecting_takes_souls_from_the_supply() -> None:
    """LD-BOX-5: without end."""
    assert Scenario(Side("caroline", souls=300), Side(souls=3)).roll((1, 1)).souls() == [305, 3]


def test_ld_term_2_an_effect_that_obtains_is_free() -> None:
    game = Scenario(Side("jane, donkey"), row="4 adam, dog").roll(6)
    assert (game.cards(A), game.souls()[A]) == (counted("jane, dog"), 1)


def test_ld_term_4_stealing_is_not_obtaining() -> None:
    """Nor does it take from the row."""
    game = Scenario(Side("mephisto, donkey"), Side("dog"), row="5 cat").roll(11)
    assert (game.cards(A), game.souls()[A], game.row()) == (counted("dog"), 0, counted("5 cat"))


def test_ld_term_6_discards_lie_open_and_do_nothing() -> None:
    game = Scenario(Side("skunk"), Side("2 regan")).roll(7)
    assert game.sees(B, "discards")[CARDS["regan"]] == 2
    assert game.roll(9).souls() == [0, 0]


def test_ld_term_9_only_what_is_optional_can_be_declined() -> None:
    game = Scenario(Side("alligator"), Side("eve"), Side("adam")).roll(7)
    assert game.legal[0] == "pass"
    assert game.play("card alligator").legal[0] == "pass"
    gift = Scenario(Side("glen"), Side(), Side()).roll(5)
    assert gift.legal == ["opponent 1", "opponent 2"]
