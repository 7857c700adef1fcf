"""The worked examples of the rules, LD-EX-1 to 39, on the compiled rules and on the reference. A, B, C, D are seats 0 to 3."""

from collections import Counter

import pytest

from tests.games.summon_demons.reference import codes
from tests.games.summon_demons.reference.game import Reference
from tests.games.summon_demons.reference.printed import standard
from tests.games.summon_demons.scenario import DEMONS, Scenario, Side, counted

A, B, C, D = range(4)


def question(game: Scenario) -> tuple[str, list[str]]:
    return game.asked, game.legal


@pytest.mark.parametrize(("kids", "souls"), [("", 0), ("eve", 1), ("3 eve", 1)])
def test_ld_ex_1(kids: str, souls: int) -> None:
    """LD-CARD-1: one kid is enough, more bring nothing; LD-ACT-3: without one the condition does not hold."""
    assert Scenario(Side(f"dog, {kids}")).roll(7).souls()[A] == souls


def test_ld_ex_2() -> None:
    """LD-CARD-2: what the cat brings counts for the rabbit, but does not act (LD-ACT-7)."""
    game = Scenario(Side("cat, rabbit")).roll(7, draws="dog")
    assert game.cards(A) == counted("cat, rabbit, dog")
    assert game.souls()[A] == 2
    assert game.game.table.active == B  # nothing was asked


def test_ld_ex_3() -> None:
    """LD-CARD-1: the macaw never pays twice."""
    assert Scenario(Side("macaw, adam, romeo, 2 eve")).roll(7).souls()[A] == 2


def test_ld_ex_4() -> None:
    """LD-PERM-6: a double five is five souls. LD-ROLL-2: a throw that is thrown again never existed."""
    game = Scenario(Side("doubles")).roll((5, 5))
    assert game.souls()[A] == 5
    game = Scenario(Side("doubles, reroll")).roll((5, 5))
    assert question(game) == ("REROLL", ["pass", "roll"])
    assert game.souls()[A] == 0
    game.rolled.append(2 * 7)
    assert game.play("roll").souls()[A] == 0


def test_ld_ex_5() -> None:
    """LD-EFF-12, LD-CARD-7: all cards go, but not those of a shielded opponent (LD-PERM-4)."""
    game = Scenario(Side("skunk, eve"), Side("adam, romeo, shield"), Side("lola, porcus")).roll(7)
    assert game.discards() == counted("skunk, eve, lola")
    assert game.cards(B) == counted("adam, romeo")
    assert (game.demons(B), game.demons(C)) == ({"shield"}, {"porcus"})


def test_ld_ex_6() -> None:
    """LD-CARD-7: a shield does not stop its owner's own skunk."""
    game = Scenario(Side("skunk, eve, shield"), Side("adam")).roll(7)
    assert game.discards() == counted("skunk, eve, adam")
    assert game.demons(A) == {"shield"}


def test_ld_ex_7() -> None:
    """LD-EFF-1: a cost may be paid for nothing. LD-CARD-4: the falcon is discarded even if no animal comes."""
    game = Scenario(Side("falcon")).roll(7)
    assert question(game) == ("GATE", ["pass", "card falcon"])
    game.force("6 eve, lola").play("card falcon")
    assert game.discards() == counted("falcon, 6 eve, lola")


def test_ld_ex_8() -> None:
    """LD-EFF-9, LD-CARD-4: first all choices, in non-descending code (LD-ASK-4)."""
    game = Scenario(Side("owl"), row="lisa, 3 eve, adam").roll(7).play("card owl")
    assert game.souls()[A] == 4
    assert question(game) == ("REPLACE", ["take lisa", "take eve", "take adam"])
    for name in ("take lisa", "take eve", "take eve"):
        game.play(name)
        assert question(game) == ("REPLACE", ["pass", "take eve", "take adam"])
    game.force("dog, dog, dog").play("pass")
    assert game.row() == counted("eve, adam, 3 dog")
    assert game.discards() == counted("owl, lisa, 2 eve")


def test_ld_ex_8_all_are_discarded_before_the_first_draw() -> None:
    """LD-DECK-2: with an empty deck both copies that were named can be drawn again (LD-TERM-5)."""
    game = Scenario(Side("owl"), row="2 lisa, 3 adam", deck="").roll(7).play("card owl", "take lisa", "take lisa")
    game.force("lisa, lisa").play("pass")
    assert game.row() == counted("2 lisa, 3 adam")


def test_ld_ex_9() -> None:
    """LD-CARD-3, LD-EFF-5: in the mill a card is what is printed on it."""
    game = Scenario(Side("alice, both_moods")).roll(4, draws="regan, jesus")
    assert game.cards(A) == counted("alice, jesus")
    game = Scenario(Side("tommy, both_sexes")).roll(9, draws="louis")
    assert game.discards() == counted("louis")


def test_ld_ex_10() -> None:
    """LD-ACT-5: ORDER, and no question with one choice. LD-PERM-3: twice in the owner's turn, not what is stolen."""
    game = Scenario(Side("calvin, 2 regan, oni")).roll(9)
    assert question(game) == ("ORDER", ["card regan", "card calvin"])
    assert game.play("card calvin").souls()[A] == 6
    assert Scenario(Side("carrie, oni"), Side("carrie")).roll(11).souls() == [4, 2]
    assert Scenario(Side("carrie, oni"), Side("carrie"), active=B).roll(11).souls() == [2, 2]


def test_ld_ex_11() -> None:
    """LD-PERM-7: a demon collects for the animal obtained. LD-ACT-7: what was obtained since does not act."""
    game = Scenario(Side("cat, donkey")).roll(7, draws="skunk")
    assert game.cards(A) == counted("cat, skunk")
    assert game.souls()[A] == 1


def test_ld_ex_12() -> None:
    """LD-SUMMON-2, LD-PERM-5: dearer normal summons only (LD-CARD-9)."""
    dear = Side("baphometal, 3 dog", hand="hound")
    game = Scenario(Side("3 eve", hand="porcus"), dear)
    assert game.game.event is not None  # A rolls unasked
    game = Scenario(Side("4 eve", hand="porcus"), dear)
    assert question(game) == ("TURN", ["roll", "demon porcus"])
    assert game.play("demon porcus").cards(A) == Counter()
    game = Scenario(Side("3 eve", hand="porcus"), dear, active=B)
    assert question(game) == ("TURN", ["roll", "demon hound"])
    assert game.play("demon hound").cards(B) == Counter()
    game = Scenario(Side("goat, adam, eve"), dear).roll(7, draws="oni").play("card adam")
    assert game.demons(A) == {"oni"}
    assert game.cards(A) == counted("goat")
    game = Scenario(Side("damien", hand="oni"), dear).roll(11).play("card damien")
    assert game.demons(A) == {"oni"}
    assert game.discards() == counted("damien")
    game = Scenario(Side("4 eve", hand="egg"), dear).force("oni, porcus, legion").play("demon egg")
    assert game.cards(A) == Counter()
    assert game.play("demon oni").demons(A) == {"oni"}


def test_ld_ex_13() -> None:
    """LD-ACT-12, LD-EFF-15, LD-CARD-8: all old animals, activated by a kid."""
    game = Scenario(Side("irwin, rabbit, goldfish")).roll(8)
    assert question(game) == ("GATE", ["pass", "card goldfish"])
    assert game.souls()[A] == 0
    game = Scenario(Side("irwin, rabbit, goldfish, dog")).roll(8)
    assert question(game) == ("GATE", ["pass", "card goldfish"])
    assert game.souls()[A] == 3
    assert game.play("card goldfish").souls()[A] == 8


def test_ld_ex_14() -> None:
    """LD-ACT-13, LD-CARD-8: one target each, never one that activates one."""
    assert Scenario(Side("2 destiny")).roll(5).game.table.active == B
    game = Scenario(Side("2 destiny, jesus, louis"), Side(), active=B).roll(5)
    assert game.souls()[A] == 1
    assert question(game) == ("TARGET", ["card jesus", "card louis"])
    assert game.play("card jesus").souls()[A] == 3
    assert question(game) == ("TARGET", ["card jesus", "card louis"])
    assert game.play("card louis").souls()[A] == 4


def test_ld_ex_15() -> None:
    """LD-TURN-5, LD-CARD-10: extra turns without end, in which only the active seat's things act."""
    game = Scenario(Side("clockwork, regan"), Side("regan, candle_evil")).roll(9)
    assert game.souls() == [2, 2]
    assert (game.game.table.active, game.game.table.turn.extra) == (A, True)
    game.roll(9)
    assert game.souls() == [4, 2]
    assert question(game) == ("TURN", ["pass", "take adam"])
    game.play("pass")
    assert (game.game.table.active, game.game.table.turn.extra) == (A, True)


def test_ld_ex_16() -> None:
    """LD-ROLL-5, LD-FLOW-6: blocks from the active seat clockwise. LD-WIN-1, LD-WIN-2: a win in anyone's turn."""
    ready = Side("eve, both_moods, both_sexes, shield", souls=9), Side("eve, donkey, baphometal, doubles", souls=9), Side()
    for active, winner in ((C, A), (B, B)):
        game = Scenario(*ready, active=active).roll(6)
        assert (game.game.ending, game.game.winner) == ("goal", winner)


def test_ld_ex_17() -> None:
    """LD-ACT-2: demons act in their owner's turn only. LD-ACT-4: plain kids at once, or ordered if the demon waits."""
    assert Scenario(Side("demon_book, candle_kind, lisa"), Side(), active=B).roll(3).souls()[A] == 2
    game = Scenario(Side("demon_book, candle_kind, lisa")).roll(3)
    assert game.souls()[A] == 1
    assert question(game) == ("ORDER", ["card lisa", "demon demon_book"])


def test_ld_ex_18() -> None:
    """LD-EFF-13: a random demon of the hand, also in another seat's turn. LD-ACT-9: it works at once."""
    side = Side("damien, carrie", hand="oni")
    game = Scenario(side).roll(11)
    assert question(game) == ("ORDER", ["card carrie", "card damien"])
    game.play("card damien", "card damien")
    assert game.demons(A) == {"oni"}
    assert game.souls()[A] == 4
    game = Scenario(side, Side(), active=B).roll(11)
    assert game.souls()[A] == 2
    assert question(game) == ("GATE", ["pass", "card damien"])


def test_ld_ex_19() -> None:
    """LD-EFF-3: a gift may win for the seat that receives it. LD-WIN-3: the test comes after each single change."""
    rich = Side("porcus, legion, hound", souls=9)
    game = Scenario(Side("glen"), rich).roll(5)
    assert game.souls() == [2, 10]
    assert (game.game.ending, game.game.winner) == ("goal", B)
    game = Scenario(Side("glen, both_moods, both_sexes, donkey", souls=8), rich)
    game.roll(5)
    assert game.souls() == [10, 9]
    assert (game.game.ending, game.game.winner) == ("goal", A)


def test_ld_ex_20() -> None:
    """LD-PERM-3: a kid's six souls are twelve, a gift is not doubled. LD-EFF-3: the owner names an opponent."""
    game = Scenario(Side("sam, dog, oni")).roll(10)
    assert question(game) == ("GATE", ["pass", "card dog"])
    assert game.play("card dog").souls()[A] == 12
    game = Scenario(Side("glen, oni"), Side(), Side()).roll(5)
    assert game.souls()[A] == 4
    assert question(game) == ("OPPONENT", ["opponent 1", "opponent 2"])
    assert game.play("opponent 2").souls() == [4, 0, 1]


def test_ld_ex_21() -> None:
    """LD-EFF-11, LD-CARD-6: two cards of one or of several, in order (LD-ASK-4), no shielded seat (LD-EFF-16)."""
    game = Scenario(Side("alligator"), Side("eve, adam"), Side("eve, shield"), Side("2 lola, dog"))
    game.roll(7).play("card alligator")
    assert question(game) == ("OPPONENT", ["pass", "opponent 1", "opponent 3"])
    game.play("opponent 3")
    assert game.discards() == counted("alligator, lola")
    assert question(game) == ("OPPONENT", ["pass", "opponent 3"])


def test_ld_ex_22() -> None:
    """LD-BUY-1, LD-BUY-2: bought before the roll it acts in it. LD-TURN-3, LD-TURN-4: the row is filled at the turn's end."""
    game = Scenario(Side(souls=3), row="2 eve, 3 adam")
    game.play("take eve")
    game.roll(6, draws="dog")
    assert game.souls()[A] == 1
    assert game.row() == counted("eve, 3 adam, dog")


def test_ld_ex_23() -> None:
    """LD-SUMMON-1, LD-SUMMON-3: the demon first, then cards in non-descending code (LD-TERM-7, LD-ASK-4)."""
    side = Side("jesus, 2 eve, adam", hand="porcus, oni")
    game = Scenario(side).play("demon oni")
    assert question(game) == ("SACRIFICE", ["card jesus", "card eve"])
    game.play("card jesus")
    assert question(game) == ("SACRIFICE", ["card eve", "card adam"])
    assert game.discards() == counted("jesus, eve")
    game = Scenario(side).play("demon oni", "card eve")
    assert game.demons(A) == {"oni"}
    assert game.cards(A) == counted("jesus")


def test_ld_ex_24() -> None:
    """LD-DECK-1, LD-DECK-2: the discards become the deck, without what lies aside in the mill."""
    game = Scenario(Side("falcon"), deck="dog, eve").roll(7)
    game.force("eve, dog, falcon, lola, lola, carrie, dog").play("card falcon")
    assert game.cards(A) == counted("falcon, 2 dog")
    assert game.discards() == counted("eve, 2 lola, carrie")


def test_ld_ex_25() -> None:
    """LD-EFF-14, LD-DECK-4, LD-INFO-5: the Egg looks, the demon discards become the pile, and all know it."""
    game = Scenario(Side("3 eve", hand="egg"), pile="porcus").force("porcus, oni, legion").play("demon egg")
    assert question(game) == ("SUMMON", ["demon porcus", "demon legion", "demon oni"])
    game.play("demon legion")
    table = game.game.table
    assert game.demons(A) == {"legion"}
    assert table.demon_discards == {DEMONS[name] for name in ("porcus", "oni", "egg")}
    assert [seat.knows_pile for seat in table.seats] == [True, True]


def test_ld_ex_26() -> None:
    """LD-ACT-14, LD-CARD-5, LD-FLOW-8: groups on groups, and a cost of one boy and one girl (LD-EFF-1)."""
    game = Scenario(Side("destiny, irwin, goat, adam, eve, beelze, both_moods")).roll(7)
    assert question(game) == ("ORDER", ["card goat", "demon beelze"])
    game.play("demon beelze")
    assert question(game) == ("ORDER", ["card destiny", "card eve", "card adam", "card irwin"])
    game.play("card destiny")
    assert question(game) == ("TARGET", ["card eve", "card adam", "card irwin"])
    game.play("card irwin")
    assert question(game) == ("GATE", ["pass", "card adam", "card irwin"])
    game.play("card adam")
    assert question(game) == ("COST", ["card destiny", "card eve"])
    stack, seat = game.game.table.stack, game.game.table.seats[A]
    assert game.by_name(seat.waiting) == counted("goat")
    assert [game.by_name(group) for group in stack.groups] == [counted("eve, irwin"), Counter()]
    assert stack.current is not None
    assert stack.current.id == "goat"
    game.force("porcus").play("card eve")
    assert game.demons(A) == {"beelze", "both_moods", "porcus"}
    assert question(game) == ("GATE", ["pass", "card irwin"])


def test_ld_ex_27() -> None:
    """LD-TERM-8, LD-EFF-2: all that one has in play, the demon itself included, but no hand."""
    assert Scenario(Side("dog, cat, legion, porcus, candle_sweet", hand="oni")).roll(6).souls()[A] == 6


def test_ld_ex_28() -> None:
    """LD-WIN-5: the demon says that its owner wins. LD-ACT-2: not in another seat's turn. LD-END-4: ending `card`."""
    game = Scenario(Side("serpent")).roll((1, 1))
    assert (game.game.ending, game.game.winner) == ("card", A)
    assert not Scenario(Side("serpent"), Side(), active=B).roll((1, 1)).game.over


def test_ld_ex_29() -> None:
    """LD-END-3, LD-END-1: the turn limit is a draw, before the row is filled."""
    game = Scenario(Side(), rolls=299, row="4 adam").roll(4)
    assert game.game.ending == "turn_limit"
    assert game.game.payoffs() == [0.0, 0.0]
    assert game.row() == counted("4 adam")


def test_ld_ex_30() -> None:
    """LD-VAR-6: four demons each, and the first of them for nothing."""
    game = Reference(standard(), 5, seed=1, starting_demon=True)
    assert [len(seat.hand) for seat in game.table.seats] == [4] * 5
    assert not game.table.pile
    assert codes.PHASES[game.phase] == "FREE"
    assert game.asked is not None
    assert len(game.legal(game.asked)) == 5
    assert game.terms.need_demons == 4


def test_ld_ex_31() -> None:
    """LD-TEAM-2, LD-TEAM-5, LD-END-1: a card passed on, and a win counted for the team."""
    sides = Side("porcus, legion, hound, eve", souls=11), Side(), Side("oni, donkey, shield, cat", souls=8), Side()
    game = Scenario(*sides, teams=True).play("card eve")
    assert game.cards(C) == counted("eve, cat")
    game.roll(6)
    assert game.game.ending == "goal"
    assert game.souls() == [14, 0, 8, 0]
    assert game.game.payoffs() == [1.0, -1.0, 1.0, -1.0]


def test_ld_ex_32() -> None:
    """LD-TEAM-3: a partner is no opponent: neither shielded against the skunk nor named for a gift."""
    game = Scenario(Side("skunk"), Side("eve"), Side("dog, shield"), Side("eve"), teams=True).roll(7)
    assert game.discards() == counted("skunk, 2 eve, dog")
    game = Scenario(Side("glen"), Side(), Side(), Side(), teams=True).roll(5)
    assert question(game) == ("OPPONENT", ["opponent 1", "opponent 3"])


def test_ld_ex_33() -> None:
    """LD-EFF-10: a card or a demon of the named opponent. LD-WIN-4: a stolen demon counts."""

    def rolled() -> Scenario:
        return Scenario(Side("mephisto, donkey", souls=10), Side("dog, oni")).roll(11)

    assert question(rolled()) == ("VICTIM", ["card dog", "demon oni"])
    won = rolled().play("demon oni").game
    assert (won.ending, won.winner) == ("goal", A)
    game = rolled().play("card dog")
    assert game.cards(A) == counted("dog")
    assert game.souls()[A] == 10


def test_ld_ex_34() -> None:
    """LD-EFF-8: what is stolen does not act (LD-ACT-7)."""
    game = Scenario(Side("annie"), Side("regan"), row="4 dog, cat").roll(9).play("card annie")
    assert game.cards(A) == counted("regan")
    assert game.souls()[A] == 0


def test_ld_ex_35() -> None:
    """LD-EFF-4, LD-TERM-3: soul by soul, opponents in ascending distance (LD-ASK-4), the rest from the supply unasked."""
    game = Scenario(Side("antichrist"), Side(souls=1), Side(souls=2), Side(souls=2)).roll(10)
    assert question(game) == ("SOURCE", ["supply", "opponent 1", "opponent 2", "opponent 3"])
    game.play("opponent 2")
    assert question(game) == ("SOURCE", ["supply", "opponent 2", "opponent 3"])
    game.play("opponent 3")
    assert question(game) == ("SOURCE", ["supply", "opponent 3"])
    assert game.play("opponent 3").souls() == [5, 1, 1, 0]


def test_ld_ex_36() -> None:
    """LD-EFF-10: all cards and demons, no candle (LD-TERM-10), nothing from behind a shield (LD-PERM-4)."""
    game = Scenario(Side("devil"), Side("dog, eve, oni, candle_kind", souls=4), Side()).roll((6, 6))
    assert game.cards(A) == counted("dog, eve")
    assert game.demons(A) == {"devil", "oni"}
    assert len(game.game.table.seats[B].candles) == 1
    assert game.souls()[B] == 4
    game = Scenario(Side("devil"), Side("dog, eve, oni, shield", souls=1), Side()).roll((6, 6))
    assert game.demons(A) == {"devil"}


def test_ld_ex_37() -> None:
    """LD-TURN-5, LD-VAR-8, LD-FLOW-9, LD-FLOW-10: an extra turn, or an extra roll of the same turn."""
    sides = Side("clockwork", souls=6), Side("candle_evil")
    game = Scenario(*sides, row="5 eve").play("take eve")
    game.roll(9, draws="adam")
    assert game.souls() == [4, 1]
    assert game.game.table.turn.extra
    assert question(game) == ("TURN", ["roll", "take eve", "take adam"])
    game = Scenario(*sides, row="5 eve", clockwork="roll").play("take eve")
    game.roll(9)
    assert game.row() == counted("4 eve")
    game.roll(6, draws="adam")
    assert game.souls() == [5, 1]
    assert game.game.table.active == B
    assert game.row() == counted("4 eve, adam")


def test_ld_ex_38() -> None:
    """LD-ACT-8: what leaves play before its activation does not act. LD-ACT-4: the exception for kids in their owner's turn."""
    side = Side("irwin, romeo, skunk, eve, adam")
    game = Scenario(side, Side(), active=B).roll(8)
    assert game.souls()[A] == 1
    assert question(game) == ("ORDER", ["card romeo", "card irwin"])
    game.play("card irwin")
    assert game.cards(A) == Counter()
    assert game.souls()[A] == 1
    game = Scenario(side).roll(8)
    assert question(game) == ("ORDER", ["card adam", "card romeo", "card irwin"])


def test_ld_ex_39() -> None:
    """LD-ASK-2, LD-PERM-2: with both sexes the two filters of the cost mean the same."""
    game = Scenario(Side("goat, adam, romeo, eve, both_sexes")).roll(7)
    assert question(game) == ("GATE", ["pass", "card eve", "card adam"])
    game.play("card adam")
    assert game.discards() == counted("adam, romeo")
    assert Scenario(Side("goat, adam, romeo")).roll(7).game.table.active == B
