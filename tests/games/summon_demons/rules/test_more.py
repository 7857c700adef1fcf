"""Cases at the edges of the rules: events of every kind, an empty row, no demon to look at, copies that are not old."""

from typing import Any

import numpy as np
import pytest

from resonance_env.core.errors import PositionError
from resonance_env.games.summon_demons.rules import actions as act, vocabulary as v
from resonance_env.games.summon_demons.rules.chance_events import outcome_weight, total_weight
from resonance_env.games.summon_demons.rules.counting import holds_condition
from resonance_env.games.summon_demons.rules.effects import replace_marked
from resonance_env.games.summon_demons.rules.possession import lose, obtain, recycle_deck, refresh
from resonance_env.games.summon_demons.spec import SPEC
from tests.games.summon_demons import kernels
from tests.games.summon_demons.scenario import CARDS, DEMONS, SET, Scenario, Side, counted

A, B = range(2)
LAST = v.MAX_TYPES - 1


def places(bits: int) -> dict[int, int]:
    """Returns weight 1 for every place of a bit set."""
    return {place: 1 for place in range(bits.bit_length()) if bits >> place & 1}


def weights_of(game: Any) -> dict[int, int]:
    """Returns the outcomes of an event that is not a throw, from what is there."""
    if game["event"] == v.EVENT_CARD:
        return {kind: int(copies) for kind, copies in enumerate(game["deck"]) if copies > 0}
    there = {v.EVENT_FIRST: (1 << int(game["seats"])) - 1, v.EVENT_CANDLE: game["candles_left"], v.EVENT_DEMON: game["pile"]}
    return places(int(there.get(int(game["event"]), game["hand"][game["block"]])))


def test_ld_chance_4_outcomes_are_what_is_there_and_drawn_ones_are_among_them() -> None:
    """LD-CHANCE-5: and outcomes that are drawn and applied give the game that is played without stops."""
    met, cards = set(), kernels.cards_of("standard")
    for seed in (1, 2):
        games, other = kernels.started(3, seed, explicit_chance=True), kernels.started(3, seed)
        for _ in range(70):
            game = games[0]
            if game["phase"] != v.PHASE_CHANCE:
                legal = kernels.legal_codes(games)
                assert legal == kernels.legal_codes(other)
                for played in (games, other):
                    kernels.say(played, legal[-1])
                continue
            met.add(int(game["event"]))
            outcomes, drawn = kernels.outcomes(games), kernels.drawn(games)
            weights = [int(outcome_weight(game, cards[0], code)) for code in range(v.MAX_OUTCOMES)]
            assert min(weights) >= 0
            assert sum(weights) == total_weight(game, cards[0])
            assert drawn in outcomes
            if game["event"] not in (v.EVENT_ROLL, v.EVENT_REROLL):
                assert outcomes == weights_of(game)
            kernels.come_out(games, drawn)
    assert {v.EVENT_FIRST, v.EVENT_CANDLE, v.EVENT_CARD, v.EVENT_DEMON, v.EVENT_ROLL} <= met


def test_ld_eff_13_a_random_demon_of_the_hand_is_one_of_the_hand() -> None:
    game = Scenario(Side("damien", hand="oni, porcus, legion")).hold().roll(11).play("card damien")
    assert kernels.outcomes(game.games) == {DEMONS[name]: 1 for name in ("oni", "porcus", "legion")}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_ld_end_1_the_winner_gets_1_and_the_others_share_the_loss(players: int) -> None:
    variant = SPEC.variant(players)
    games = variant.start(range(players))
    games["winner"], games["ending"], games["phase"] = range(players), v.ENDING_GOAL, v.PHASE_OVER
    expected = np.full((players, players), -1 / (players - 1)) + np.eye(players) * players / (players - 1)
    np.testing.assert_allclose(variant.payoff(games), expected, atol=1e-6)
    games["winner"] = v.NOTHING
    assert not variant.payoff(games).any()


def test_ld_team_2_a_team_wins_what_the_other_loses() -> None:
    variant = SPEC.variant(4, teams=True)
    games = variant.start(range(4))
    games["winner"], games["ending"], games["phase"] = range(4), v.ENDING_GOAL, v.PHASE_OVER
    assert variant.payoff(games).tolist() == [[1, -1, 1, -1], [-1, 1, -1, 1]] * 2


def test_masks_hold_0_and_1_and_only_waiting_for_seats_that_are_not_asked() -> None:
    variant = SPEC.variant(3)
    masks = variant.legal(variant.start(range(3)))
    seats = np.array([variant.acting(variant.start([seed]))[0] for seed in range(3)])
    assert np.unique(masks).tolist() == [0, 1]
    assert (masks[~seats].sum(axis=1) == 1).all()
    assert masks[:, :, act.WAIT].astype(bool).tolist() == (~seats).tolist()


def test_ld_flow_4_a_second_roll_of_the_turn_is_not_thrown_again() -> None:
    """LD-VAR-8."""
    game = Scenario(Side("clockwork, reroll"), clockwork="roll").roll(9)
    assert game.asked == "REROLL"
    game.rolled += [2 * 9, 2 * 4]
    assert game.play("roll").game.table.active == B


def test_ld_act_3_a_condition_with_a_highest_number_looks_at_all_its_filters() -> None:
    cards, game, goat = kernels.cards_of("standard").copy(), kernels.unpacked(2)[0], CARDS["goat"]
    cards[0]["need_filters"][goat], cards[0]["need_min"][goat], cards[0]["need_max"][goat] = [v.KID, v.ANIMAL], -1, 0
    for name, holds in (("", True), ("dog", False), ("eve", False)):
        game["cards"][A] = 0
        if name:
            game["cards"][A, CARDS[name]] = 1
        refresh(game)
        assert bool(holds_condition(game, cards[0], A, goat)) == holds


def test_ld_spec_3_progress_counts_each_need_to_its_goal() -> None:
    variant = SPEC.variant(3, need_souls=20, need_demons=4)
    games = variant.start([1])
    games[0]["souls"][:3] = [5, 30, 0]
    games[0]["demons"][:3] = [0b1, 0b11111, 0b110]
    np.testing.assert_allclose(variant.progress(games)[0], [1 / 8 + 1 / 8, 1.0, 1 / 4], atol=1e-6)


def test_ld_eff_14_a_look_that_finds_nothing_or_the_first_demon_alone() -> None:
    others = ", ".join(demon.id for demon in SET.demons if demon.id not in ("egg", "serpent", "devil"))
    nothing = Scenario(Side("4 eve", hand="egg"), Side(others, hand="serpent, devil"), need_demons=12)
    assert nothing.play("demon egg").demons(A) == set()
    assert nothing.game.table.demon_discards == {DEMONS["egg"]}
    first = Scenario(Side("4 eve", hand="egg"), Side(others, hand="devil"), pile="serpent", need_demons=12)
    assert first.play("demon egg").demons(A) == {"serpent"}
    assert (first.games[0]["egg"], first.games[0]["looker"]) == (v.NOTHING, v.NOTHING)


def test_ld_eff_9_nothing_is_replaced_in_an_empty_row() -> None:
    game = Scenario(Side("owl"), row="", deck="", discards="").roll(7).play("card owl")
    assert (game.souls()[A], game.game.table.active) == (4, B)


def test_ld_act_12_a_group_holds_old_copies_only() -> None:
    """LD-ACT-10: the second rabbit came since."""
    game = Scenario(Side("cat, rabbit, irwin, beelze")).roll(7, draws="rabbit")
    game.force("dog").play("card cat")
    assert game.cards(A) == counted("cat, 2 rabbit, irwin, dog")


def test_ld_act_13_a_target_is_an_old_copy() -> None:
    game = Scenario(Side("marilyn, destiny, lisa, beelze"), row="4 dog, jesus").roll(7)
    assert game.play("card marilyn").cards(A) == counted("marilyn, destiny, lisa, jesus")
    assert game.play("card destiny").legal == ["card lisa", "card marilyn"]


def test_ld_perm_7_only_what_matches_collects() -> None:
    cards, animals = kernels.cards_of("standard"), {card.code for card in SET.cards if card.kind == "animal"}
    for kind in range(len(SET.cards)):
        games = kernels.unpacked(2)
        games[0]["demons"][A] = 1 << DEMONS["donkey"]
        obtain(games[0], cards[0], A, kind)
        assert (games[0]["souls"][A], games[0]["cards"][A, kind]) == (int(kind in animals), 1)


def test_ld_act_10_a_type_leaves_play_with_its_last_copy() -> None:
    for fresh in (0, 1):
        games = kernels.unpacked(2)
        game = games[0]
        game["cards"][A, 3:5], game["fresh"][A, 3:5], game["types_in_play"][A] = [[2, 1], [fresh, fresh], 0b11000]
        lose(game, A, 3)
        assert game["types_in_play"][A] == 0b11000
        lose(game, A, 4)
        assert game["types_in_play"][A] == 0b01000


def test_the_last_type_of_a_full_set_moves_like_others() -> None:
    """LD-EFF-9, LD-DECK-1."""
    game = kernels.unpacked(2)[0]
    game["deck"], game["discards"] = 0, 0
    game["row"][[0, LAST]], game["marked"][[0, LAST]] = 2, 1
    refresh(game)
    assert (game["cards_in_deck"], game["cards_in_row"]) == (0, 4)
    replace_marked(game)
    assert game["row"][[0, LAST]].tolist() == game["discards"][[0, LAST]].tolist() == [1, 1]
    assert (game["draws_left"], game["marked"].any(), game["types_in_row"]) == (2, False, 1 | 1 << LAST)
    assert recycle_deck(game)
    assert game["deck"][[0, LAST]].tolist() == [1, 1]
    assert (game["cards_in_deck"], game["discards"].any()) == (2, False)
    game["deck"], game["cards_in_deck"] = 0, 0
    assert not recycle_deck(game)


def test_what_follows_from_an_edited_record_is_made_anew() -> None:
    game = kernels.unpacked(5)[0]
    game["types_in_row"], game["cards_in_row"], game["cards_in_deck"] = 7, 7, 7
    game["types_in_play"], game["types_waiting"] = 7, 7
    for kind in (0, LAST):
        game["row"][kind], game["deck"][kind] = 1, 2
        game["cards"][:, kind] = [1, 0, 2, 0, 3]
        game["waiting"][:, kind] = [0, 1, 2]
    refresh(game)
    ends = 1 | 1 << LAST
    assert (game["types_in_row"], game["cards_in_row"]) == (ends, 2)
    assert game["cards_in_deck"] == game["deck"].sum()
    assert game["types_in_play"].tolist() == [ends, 0, ends, 0, ends]
    assert game["types_waiting"].tolist() == [0, ends, ends]


def test_ld_ask_1_nothing_is_left_of_a_question_at_a_chance_event() -> None:
    games = kernels.started(3, 1, explicit_chance=True, candle_deal="choose")
    for _ in range(60):
        game = games[0]
        if game["phase"] == v.PHASE_CHANCE:
            assert (game["decider"], game["legal"].tolist(), game["asked"].any()) == (v.NOTHING, [0, 0], False)
            kernels.come_out(games, kernels.drawn(games))
        else:
            assert game["asked"].tolist() == [int(seat == game["decider"]) for seat in range(v.MAX_SEATS)]
            kernels.say(games, kernels.legal_codes(games)[-1])


def test_new_games_are_blank_but_for_the_box() -> None:
    game = kernels.unpacked(3)[0]
    nothing = ("decider", "active", "block", "current", "effect", "named", "egg", "looker", "summoning", "winner")
    assert all(game[name] == v.NOTHING for name in nothing)
    assert (game["cards_in_deck"], game["pile"], game["candles_left"]) == (100, (1 << 20) - 1, (1 << 5) - 1)


def test_ld_eff_11_distances_are_counted_from_the_owner() -> None:
    """LD-ASK-4: also where the count wraps around."""
    sides = Side("eve, adam"), Side("alligator"), Side("eve"), Side("lola, 2 adam")
    game = Scenario(*sides, active=B).roll(7).play("card alligator")
    assert game.legal == ["pass", "opponent 1", "opponent 2", "opponent 3"]
    assert game.play("opponent 2", "card lola").legal == ["pass", "opponent 2", "opponent 3"]
    game = Scenario(*sides, active=B).roll(7).play("card alligator", "opponent 1")
    assert game.legal == ["pass", "opponent 2", "opponent 3"]
    game = Scenario(*sides, active=B).roll(7).play("card alligator", "opponent 3", "card eve")
    assert game.legal == ["pass", "opponent 3"]


def test_ld_win_4_stolen_demons_win_all_at_once() -> None:
    game = Scenario(Side("devil", souls=10), Side("oni, porcus")).roll((6, 6))
    assert (game.game.ending, game.game.winner) == ("goal", A)
    assert not Scenario(Side("devil", souls=10), Side("dog, oni")).roll((6, 6)).game.over


def test_ld_win_1_a_stolen_soul_wins() -> None:
    game = Scenario(Side("antichrist, oni, porcus", souls=9), Side(souls=3), Side(souls=3)).roll(10).play("opponent 2")
    assert (game.game.ending, game.game.winner, game.souls()) == ("goal", A, [10, 3, 2])


def test_ld_win_2_candles_stop_at_a_win() -> None:
    game = Scenario(Side("candle_evil, candle_devil, oni, porcus, legion", souls=9)).roll(9)
    assert (game.game.ending, game.souls()[A]) == ("goal", 10)


def test_ld_eff_9_the_first_type_can_be_replaced() -> None:
    game = Scenario(Side("owl"), row="caroline, 4 adam").roll(7).play("card owl")
    assert game.legal == ["take caroline", "take adam"]


def test_ld_eff_13_a_demon_of_the_pile_that_looks() -> None:
    game = Scenario(Side("demon_book"), pile="egg, oni, porcus, legion").roll(3)
    game.force("porcus, legion, oni").play("demon egg")
    assert game.legal == ["demon porcus", "demon legion", "demon oni"]
    assert game.play("demon legion").demons(A) == {"demon_book", "legion"}


def test_marks_are_clear_when_the_first_turn_begins() -> None:
    game = kernels.started(3, 1)[0]
    assert game["phase"] == v.PHASE_TURN
    for name in ("dealt", "rolled", "bought", "summoned", "passed_on", "rerolled", "again", "extra", "total", "double"):
        assert game[name] == 0, name


@pytest.mark.parametrize(
    ("lines", "legal"),
    [
        ("phase: reroll\nmarks: rolled\nthrow: 7\nrolls: 1\n", ["pass", "roll"]),
        ("phase: free\nstarting demon: yes\n", ["pass", "demon oni"]),
        ("phase: sacrifice\nmarks: summoned\nsummoning: egg\nleft: 3\n", ["card eve", "card dog"]),
    ],
)
def test_a_position_of_text_asks_its_question(lines: str, legal: list[str]) -> None:
    """LD-ASK."""
    text = f"players: 2\n{lines}row: 5 adam\nsummoner_0:\n  cards: eve, 3 dog\n  demons: reroll\n  hand: oni\nsummoner_1:\n"
    variant, games = SPEC.read_position(text)
    assert np.flatnonzero(variant.acting(games)[0]).tolist() == [A]
    assert [Scenario._name(code) for code in kernels.legal_codes(games)] == legal


@pytest.mark.parametrize("waiting", ["", "waiting: eve\n"])
def test_a_position_of_text_that_asks_nothing_is_refused(waiting: str) -> None:
    text = (
        f"players: 2\nphase: order\nmarks: rolled\nthrow: 6\nrolls: 1\nblock: summoner_0\n{waiting}row: 5 adam\nsummoner_0:\n"
    )
    with pytest.raises(PositionError, match="in which phase order has something to ask, got one where it has nothing"):
        SPEC.read_position(text + "  cards: eve\nsummoner_1:\n")


def test_ld_win_2_demons_that_collect_stop_at_a_win() -> None:
    """LD-PERM-7: in a set with two of them."""
    cards, game = kernels.cards_of("standard").copy(), kernels.unpacked(2, need_souls=10, need_demons=2)[0]
    two = [DEMONS["donkey"], DEMONS["oni"]]
    cards[0]["when_obtain"] = game["demons"][A] = sum(1 << demon for demon in two)
    cards[0]["obtain_of"][two], cards[0]["effect_amount"][[v.MAX_TYPES + demon for demon in two], 0] = v.ANIMAL, 1
    for souls, after in ((7, 9), (9, 10)):
        game["souls"][A] = souls
        obtain(game, cards[0], A, CARDS["dog"])
        assert game["souls"][A] == after
    assert (game["phase"], game["ending"], game["winner"]) == (v.PHASE_OVER, v.ENDING_GOAL, A)


def test_a_position_of_text_asks_for_candles_only_if_they_are_chosen() -> None:
    """LD-VAR-4."""
    with pytest.raises(PositionError, match="in which phase candle has something to ask, got one where it has nothing"):
        SPEC.read_position("players: 2\nphase: candle\nsummoner_0:\nsummoner_1:\n")
    _, games = SPEC.read_position("players: 2\nphase: candle\ncandle deal: choose\nsummoner_0:\nsummoner_1:\n")
    assert len(kernels.legal_codes(games)) == 5
