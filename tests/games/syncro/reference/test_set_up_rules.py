"""Set-up, order and chance on the reference, rule by rule."""

import numpy as np
import pytest

from resonance_env.core.chance import draw
from tests.games.syncro.reference import codes
from tests.games.syncro.reference.game import new_game
from tests.games.syncro.reference.observation import table_pieces
from tests.games.syncro.reference.on_both import new_on_both
from tests.games.syncro.reference.printed import mini
from tests.games.syncro.reference.random_games import take_random_step
from tests.games.syncro.reference.scenario import Scenario, hands

THREE = "players: 3\nlevel: 3\nhorde: ?; {}; Ogre; Ogre; Troll; Troll\n"


def test_sy_set_1_and_sy_flow_1_order_of_a_set_up() -> None:
    game = new_on_both(2, level=5, seed=1, explicit_chance=True)
    shown = []
    while game.event is not None:
        shown.append((game.event.purpose, len(game.table.horde) > 0))
        game.apply_chance(max(game.event.weights))
    assert shown == [(codes.SPELL, False)] * 16 + [(codes.MONSTER, True)] * 4 + [(codes.REWARD, True)] * 2
    assert game.phase == "ESTIMATE"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_sy_set_2_and_sy_set_3_all_spells_are_dealt_or_in_the_pile(players: int) -> None:
    table = new_on_both(players, level=8).table
    held = [spell.value for mage in table.mages for spell in mage.hand]
    assert len(held) == players * table.terms.limit
    assert sum(table.pile) == 48 - len(held)
    assert sum(table.discard) == 0


def test_sy_set_4_beaten_monsters_are_back_in_every_try() -> None:
    game = new_on_both(4, seed=8, retries=1)
    rng = np.random.default_rng(0)
    while game.table.try_number == 0:
        take_random_step(game, rng)
    face_up = [card.monster for card in game.table.horde if card.monster is not None]
    assert sum(game.table.monsters) + len(face_up) == sum(game.table.monsters_of_level()) == 18
    assert game.table.monster_pile() == 18 - 7


def test_sy_set_5_and_sy_set_6_the_plan_says_where_and_how_cards_lie() -> None:
    table = new_on_both(2, level=9).table
    shown = [(card.place.row, card.place.column, card.place.letter, card.face_up) for card in table.horde]
    assert shown == [
        *((0, 2, "B", False), (1, 1, "C", False), (1, 3, "C", False), (1, 6, "m", False)),
        *((2, 1, "L", False), (2, 3, "F", False), (2, 6, "M", True), (3, 2, "M", True)),
    ]
    assert table.plan.lying_on == ((1, 2), (4,), (5,), (6,), (7,), (7,), (), ())
    assert [table.lying_on(card) for card in table.horde] == [2, 1, 1, 1, 1, 1, 0, 0]
    back = dict(table_pieces(new_on_both(2, level=9), 0))["place 4, back"]
    assert back == [0, 1, 0, 0, 0]


def test_sy_set_8_hands_keep_their_order() -> None:
    text = "players: 3\nlevel: 3\nestimates: off\nhorde: ?; Puffball [1]; Ogre; Ogre; Troll; Troll\npile: 4x9\n"
    game = Scenario(text + hands("5 2 3 1", "1", "1")).play("card 2 on target 1; pass; pass; pass")
    assert game.hands() == ["5 3 1 4", "1", "1"]


def test_sy_est_3_one_draw_is_one_event() -> None:
    game = Scenario(THREE.format("Puffball [5]") + hands("1 5", "1", "1") + "pile: 1x9\n")
    game.play("card 1 on target 1; pass; pass; pass")
    assert (game.asked, [len(mage.hand) for mage in game.table.mages]) == (("ESTIMATE", [0, 1, 2]), [3, 2, 2])
    game.play("estimate good")
    assert game.asked[0] == "TURN"
    assert [mage.estimates for mage in game.table.mages] == [[2], [2], [2]]


def test_sy_res_3_spells_on_later_foes_stay_face_down_meanwhile() -> None:
    text = "estimates: off\n" + THREE.format("Drake [1]")
    game = Scenario(text + hands("1 5", "3", "1")).play("card 1 on target 1; card 1 on target 2; pass; pass")
    assert game.asked == ("PAY", [0])
    pieces = dict(table_pieces(game.game, 0))
    assert (pieces["place 1, spells"], pieces["place 2, down"]) == ([2, 0, 0, 0, 0, 0, 0], [1])
    assert (pieces["act 0"][-2], pieces["act 1"][-2]) == (1, 0)
    assert dict(table_pieces(game.game, 1))["own_down"] == [0, 3, 0, 0, 0]
    assert pieces["own_down"] == [0] * 5


def test_sy_reveal_2_and_sy_reveal_3_and_sy_fog_1_one_order_and_one_after_the_other() -> None:
    # Level 8, two mages: the Fog 3 lies under the Imp, the Fog 1 under it, and the Monster 0 under that.
    text = "players: 2\nlevel: 8\nestimates: off\nhorde: ?; ?; -; ?; -; -; -; Imp [3]; -; -; Ogre\n"
    game = Scenario(text + hands("1 1", "1"), chance="Rage, Murk, Troll").play("card 1 on target 1; pass; pass; pass")
    assert game.there() == [0, 10]
    assert game.fog_names(game.table.curses) == ["Rage", "Murk"]
    assert (game.force(0), game.table.last_turn is not None) == (9, True)


def test_sy_next_3_and_sy_fog_3_what_lasts_through_a_campaign() -> None:
    text = "players: 2\nmode: campaign\nlevel: 5\nestimates: off\nhorde: -; -; -; -; Imp [3]; -; -; -\n"
    more = "curses: Rage\nfog discard: Dew\nreward discard: Lens\nlieutenant box: Herald\nmage_0 reward: Amulet\n"
    game = Scenario(text + hands("2 5", "2 3") + more).play("card 1 on target 1; pass; pass; pass; keep hand")
    table = game.table
    assert (table.level.number, table.curses, sum(table.fog_discard), sum(table.reward_discard)) == (6, [], 2, 1)
    assert table.lieutenant_box == {0}
    assert game.rewards() == ["Amulet", ""]


def test_sy_chance_2_the_smallest_code_with_enough_cards() -> None:
    game = new_game(mini(), 2, seed=9)
    source = [0, 2, 0, 3]
    outcomes = []
    for k in range(20):
        drawn = int(draw(*game.seed, codes.SPELL, 64 * 4096 + k, 5))
        game.table.events[codes.SPELL] = k
        with pytest.raises(StopIteration) as stop:
            next(game.event_outcome(codes.SPELL, source))
        outcomes.append(stop.value.value)
        assert outcomes[-1] == (1 if drawn < 2 else 3)
    assert set(outcomes) == {1, 3}


def test_sy_chance_4_and_sy_chance_6_an_event_with_one_outcome_is_one() -> None:
    game = new_on_both(2, "mini", level=3, explicit_chance=True)
    while game.event is not None and game.event.purpose != codes.REWARD:
        game.apply_chance(min(game.event.weights))
    assert game.chance_outcomes() == {0: 1}
    assert (game.phase, game.asked) == ("", [])


def test_sy_fin_1_a_spell_is_laid_within_as_many_turns_as_there_are_mages() -> None:
    for players in range(2, 6):
        game = new_on_both(players, seed=players, estimates="off")
        held = sum(len(mage.hand) for mage in game.table.mages)
        while game.table.turn_number <= players:
            game.step({seat: game.legal(seat)[0] for seat in game.asked})
        assert sum(len(mage.hand) for mage in game.table.mages) < held


def test_sy_info_1_and_sy_info_3_what_is_open() -> None:
    game = new_on_both(3, level=6, seed=4)
    pieces = dict(table_pieces(game, 0))
    assert (pieces["seat 1, spells_held"], pieces["seat 1, has_reward"], pieces["spell_pile"]) == ([6], [1], [46 - 18])
    assert (pieces["fog_pile"], pieces["reward_pile"], pieces["monster_pile"]) == ([10 - 2], [10 - 3], [29 - 9])
    assert pieces["drawn"] == [6, 6, 6, 0, 0, 0]
