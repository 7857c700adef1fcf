"""Rewards, Fog, Lieutenants, the last Boss, and what lies between tries, on the reference, rule by rule."""

from typing import Any

import numpy as np
import pytest

from tests.games.syncro.reference import codes
from tests.games.syncro.reference.game import Reference, new_game
from tests.games.syncro.reference.on_both import new_on_both
from tests.games.syncro.reference.printed import house
from tests.games.syncro.reference.random_games import take_random_step
from tests.games.syncro.reference.scenario import Scenario, hands

# Level 5 with two mages: 0 a Monster under the Lieutenant 2; 1 Fog and 3 a Monster on the sides; 4 to 7 free.
TWO = "players: 2\nlevel: 5\nestimates: off\n"
# The Fog lies under 4 alone, or the Lieutenant under 5 alone; 6 and 7 stay.
FOG_UNDER_IMP = TWO + "horde: -; ?; -; -; Imp [3]; -; Ogre; Ogre\n"
LIEUTENANT_UNDER_IMP = TWO + "horde: ?; -; ?; -; -; Imp [3]; -; Ogre\n"
# A try that may be repeated, which ends with the first Spell that is laid.
TRIED = TWO + "retries: 1\n"
LAST_SPELL = "horde: -; -; -; -; Imp; -; Ogre; Ogre\n"
BEAT_FIRST = "card 1 on target 1; pass; pass; pass"


def fog(name: str, *values: str, chance: str = "", more: str = "", horde: str = FOG_UNDER_IMP) -> Scenario:
    """Returns a game in which the first mage has beaten the Imp, and the Fog under it was this one."""
    game = Scenario(horde + hands(*values) + more, chance=f"{name}, {chance}")
    return game.play(BEAT_FIRST)


def reward(name: str, *values: str, chance: str = "", more: str = "") -> Scenario:
    """Returns a game in which the first mage may play this Reward."""
    return Scenario(f"{FOG_UNDER_IMP}{hands(*values)}mage_0 reward: {name}\n{more}", chance=chance)


# Rewards.


def test_sy_reward_2_and_sy_reward_3_and_sy_turn_8_a_reward_is_played_once_before_an_act() -> None:
    game = reward("Lens", "1 2", "3 3")
    assert game.legal(0)[-1] == "reward"
    game.play("reward")
    assert (game.asked, game.rewards(), game.hands()) == (("TURN", [0]), ["", ""], ["1* 2*", "3 3"])
    assert "reward" not in game.legal(0)
    assert sum(game.table.reward_discard) == 1
    without_spells = reward("Lens", "", "3 3")
    assert without_spells.legal(0) == ["pass", "reward"]


def test_sy_ask_4_a_reward_that_names_a_target_weakens_it() -> None:
    game = reward("Hammer", "1 4", "3 3")
    assert [name for name in game.legal(0) if "reward" in name] == [
        "reward on target 1",
        "reward on target 2",
        "reward on target 3",
    ]
    game.play("reward on target 2; card 2 on target 2; pass; pass; pass")  # an Ogre of force 7, now 4
    assert 6 not in game.there()
    assert game.force(7) == 7


def test_sy_reward_3_draw_and_sy_ask_3_estimates_follow() -> None:
    text = FOG_UNDER_IMP.replace("estimates: off", "estimates: free")
    game = Scenario(f"{text}{hands('1', '3')}mage_0 reward: Spring\npile: 2x5", chance="2, 2, 2").play("reward")
    assert (game.asked, game.hands()) == (("ESTIMATE", [0, 1]), ["1 2 2 2", "3"])
    game.play("estimate good")
    assert game.asked == ("TURN", [0])


def test_sy_reward_3_calm_and_hold() -> None:
    dragon = TWO + "horde: -; -; -; -; Drake [1 1]; -; Ogre; Ogre\n" + hands("2 2", "3 3")
    game = Scenario(dragon + "mage_0 reward: Amulet").play("reward; card 1 on target 1; pass; pass; pass")
    assert game.spells(4) == [1, 2]  # nothing was paid
    assert not game.table.calm
    game = Scenario(dragon.replace("Drake", "Iron Golem") + "mage_0 reward: Anchor").play(f"reward; {BEAT_FIRST}")
    assert (game.spells(4), game.force(4)) == ([1, 1, 2], 7)


def test_sy_reward_4_and_sy_reward_5_the_next_mage_without_one_draws() -> None:
    piled = "reward discard: Spring, Spring, Lens, Hammer, Hammer, Amulet, Amulet, Anchor, Anchor\n"
    game = fog("Gift", "1 2", "3", chance="Anchor", more=f"mage_0 reward: Lens\n{piled}")
    assert game.rewards() == ["Lens", "Anchor"]  # the pile was empty, so the discard was shuffled in
    assert sum(game.table.reward_discard) == 0
    game = fog("Gift", "1 2", "3", more="mage_0 reward: Lens\nmage_1 reward: Spring\n")
    assert game.rewards() == ["Lens", "Spring"]


@pytest.mark.parametrize(
    ("options", "held"),
    [
        ({"level": 4}, 0),
        ({"level": 5}, 2),
        ({"level": 9}, 2),
        ({"mode": "campaign"}, 0),
        ({"mode": "campaign", "chapters": "II"}, 2),
    ],
)
def test_sy_reward_1_and_sy_reward_6_and_sy_mode_1_rewards_at_set_up(options: dict[str, Any], held: int) -> None:
    mages = new_on_both(2, **options).table.mages
    assert sum(mage.reward is not None for mage in mages) == held


# Fog.


def test_sy_fog_1_and_sy_fog_2_a_fog_leaves_and_acts() -> None:
    game = fog("Dew", "1 1", "3", chance="2, 2, 2, 2", more="pile: 2x9\n")
    assert game.hands() == ["1 2 2", "3 2 2"]
    assert game.there() == [6, 7]
    assert game.fog_names([kind for kind, out in enumerate(game.table.fog_discard) if out]) == ["Dew"]


def test_sy_fog_2_permanent_curses_add_up_until_they_are_lifted() -> None:
    game = fog("Rage", "2 1", "3", more="curses: Rage, Murk\n")
    assert game.force(6) == 9
    assert game.fog_names(game.table.curses) == ["Rage", "Murk", "Rage"]
    game = fog("Clearing", "2 1", "3", more="curses: Rage, Hush\n")
    assert game.table.curses == []
    assert sum(game.table.fog_discard) == 3


def test_sy_fog_2_lose_takes_the_first_positions() -> None:
    game = fog("Chill", "1 5 4", "3 2")
    assert game.hands() == ["4", "2"]
    assert game.table.last_turn is not None
    assert [lost[5] + lost[3] for lost in game.table.last_turn.lost] == [1, 1]


def test_sy_fog_2_costly_discards_more_and_a_golem_absorbs_one() -> None:
    text = TWO + "horde: -; -; -; -; Ogre [1 2]; -; Stone Golem [1]; Ogre\ncurses: Murk\n"
    game = Scenario(text + hands("3 1 1", "1 1")).play("card 1 on target 1; pass; card 1 on target 2; pass")
    assert game.spells(4) == [3]
    assert game.table.horde[6].absorbed == [1]
    assert game.discard() == [1, 1, 2]


def test_sy_fog_2_mute_stops_estimates() -> None:
    text = FOG_UNDER_IMP.replace("estimates: off", "estimates: free").replace("Imp [3]", "Puffball [3]")
    game = Scenario(text + hands("2 1", "1") + "curses: Hush\nmage_0 estimate: good\n", chance="1, 1, 1").play(BEAT_FIRST)
    assert game.asked == ("TURN", [1])
    assert game.table.mages[0].estimate == 2


def test_sy_replay_3_all_hands_go_to_the_left() -> None:
    game = fog("Carousel", "1 5* 4", "3 2", more="replay: yes\nmage_1 reward: Lens\n")
    assert game.hands() == ["3 2", "5* 4"]
    assert game.rewards() == ["", "Lens"]


def test_sy_fog_3_the_discard_is_shuffled_in_if_the_pile_is_short() -> None:
    out = "fog discard: Dew, Dew, Gift, Clearing, Chill, Chill, Rage, Murk, Hush\n"
    for curses, shuffled in (("curses: Rage\n", True), ("", False)):
        game = Scenario(f"{TRIED}{LAST_SPELL}{hands('1')}{out}{curses}", chance=None).play("card 1 on target 1")
        assert (game.table.try_number, sum(game.table.fogs)) == (1, 10 if shuffled else 1)
        assert sum(game.table.fog_discard) == (0 if shuffled else 9)
        assert game.twin["fog_discard"][0, :8].tolist() == game.table.fog_discard


def lose_the_try(game: Reference) -> None:
    """Passes and stops paying until the try is lost."""
    before = game.table.try_number
    while not game.over and game.table.try_number == before:
        game.step({seat: codes.PAY_NO_MORE if game.phase == "PAY" else game.legal(seat)[0] for seat in game.asked})


# Lieutenants.


def test_sy_lieu_1_and_sy_lieu_2_a_lieutenant_draws_a_reward_and_a_fog() -> None:
    game = Scenario(LIEUTENANT_UNDER_IMP + hands("1 1", "3"), chance="Plunderer, Lens, Rage").play(BEAT_FIRST)
    assert game.rewards() == ["Lens", ""]
    assert game.fog_names(game.table.curses) == ["Rage"]
    assert game.force(2) == 11
    assert not game.table.face_down("L")


def test_sy_fog_4_only_fog_of_the_pile_can_be_drawn() -> None:
    # Eight of ten are out, one lies in the Horde: it is not drawn when a Lieutenant draws a second time.
    out = "Gift, Clearing, Chill, Chill, Rage, Rage, Murk, Hush, Dew"
    text = TWO + f"horde: ?; ?; ?; -; -; Imp [3]; -; Ogre\nfog discard: {out}\n"
    covered = text.replace("-; Imp [3]; -; Ogre", "Ogre; Imp [3]; -; Ogre")
    game = Scenario(covered + hands("1 1", "3"), chance="Herald").play("card 1 on target 2; pass; pass; pass")
    assert game.table.fog_pile() == 0
    assert sum(game.table.fogs) == 1
    assert game.table.last_turn is not None
    assert sum(game.table.last_turn.fogs) == 0


def test_sy_lieu_3_growing_counts_every_other_card() -> None:
    text = TWO + "horde: ?; ?; Warlord; -; -; -; -; Ogre\n" + hands("1", "1")
    assert Scenario(text).force(2) == 7 + 3


def test_sy_lieu_4_and_sy_lieu_5_a_lieutenant_comes_back_in_a_retry() -> None:
    text = TRIED + "horde: ?; -; Herald [5 4]; -; -; -; -; Ogre\n"
    game = Scenario(text + hands("1", ""), chance=None).play("card 1 on target 2")
    assert game.table.try_number == 1
    card = game.table.horde[2]
    assert not card.face_up
    assert card.lieutenant == 0
    assert game.table.lieutenant_box == set()
    assert game.table.lieutenants == {1, 2, 3}


# The last level.

NINE = "players: 2\nlevel: 9\nestimates: off\n"  # 0 the Boss under Cerberi 1 and 2; 4 and 5 on these; 7 on both; 3 under 6


def test_sy_final_1_cerberi_wait_for_each_other() -> None:
    game = Scenario(NINE + "horde: ?; ?; ?; -; -; ?; Imp [3]; -\nfog discard: Dew, Dew\n" + hands("1 1", "1"), chance="Rage")
    game.play(BEAT_FIRST)
    assert not game.table.face_down("CB")  # the Fog left, and both Cerberi and the Boss were revealed
    waiting = Scenario(NINE + "horde: ?; ?; ?; -; Herald; -; Imp [3]; -\n" + hands("1 1", "1"))
    waiting.play("card 1 on target 2; pass; pass; pass")
    assert (waiting.there(), len(waiting.table.face_down("C"))) == ([0, 1, 2, 4], 2)  # only one of them is covered


def test_sy_final_2_the_boss_cannot_be_attacked_while_a_cerberus_stands() -> None:
    game = Scenario(NINE + "horde: Brarguk; -; Cerberus; -; -; -; -; -\n" + hands("1 1", "1"))
    assert [card.place.number for card in game.table.attackable()] == [2]
    game = Scenario(NINE + "horde: Brarguk; -; -; -; -; -; Imp; -\n" + hands("1 1", "1"))
    assert [card.place.number for card in game.table.attackable()] == [6, 0]


def test_sy_final_3_and_sy_final_4_the_boss_pays_absorbs_and_grows() -> None:
    game = Scenario(NINE + "horde: Brarguk [7 2]; -; -; -; -; -; Imp [3]; -\n" + hands("4 1 3", "1"))
    assert game.force(0) == 15
    game.play("card 1 on target 2; pass; card 1 on target 1; pass")
    # The Imp is beaten first, so the force is 13, and 13 is reached.
    assert game.game.ending == "won"
    game = Scenario(NINE + "horde: Brarguk [7 1]; -; -; -; -; -; Imp; -\n" + hands("4 1 3", "1"))
    game.play("card 1 on target 2; pass; pass; pass")
    assert (game.asked, game.table.to_pay) == (("PAY", [0]), 3)
    game.play("pay card 2")
    assert (game.table.horde[0].absorbed, game.spells(0), game.force(0)) == ([1], [], 16)


# Pool (SY-REPLAY-2) and memory.


def test_sy_replay_2_all_hands_are_dealt_anew() -> None:
    text = FOG_UNDER_IMP + hands("1 5*", "3 2 2") + "mage_0 reward: Whirlwind\nreplay: yes\nestimates: free\npile: 4x9\n"
    game = Scenario(text.replace("estimates: off\n", ""), chance="5, 1, 2, 2, 3, 4, 4").play("reward")
    assert game.hands() == ["5 2 3 4", "1 2 4"]
    assert game.asked[0] == "ESTIMATE"


# Between tries.


def test_sy_next_1_and_sy_next_2_kept_hands_are_filled_up() -> None:
    text = "players: 2\nmode: campaign\nchapters: I\nlevel: 1\nestimates: off\nhorde: -; -; Imp [3]; -; -; -\n"
    game = Scenario(text + hands("1 5", "2 3")).play("card 1 on target 1; pass; pass")
    assert game.asked == ("KEEP", [0, 1])
    assert game.table.progress() == 1 / 4
    game.play("keep hand / discard hand")
    assert game.table.level.number == 2
    assert game.hands()[0].startswith("5 ")
    assert [len(mage.hand) for mage in game.table.mages] == [8, 8]
    assert (game.table.leader, game.table.turn_number, game.table.turns) == (1, 1, 2)


def test_sy_retry_1_and_sy_mode_2_tries_and_their_end() -> None:
    game = new_on_both(2, seed=3, retries=2, estimates="off")
    lose_the_try(game)
    assert (game.table.try_number, game.over, game.table.turn_number) == (1, False, 1)
    assert [len(mage.hand) for mage in game.table.mages] == [8, 8]
    lose_the_try(game)
    lose_the_try(game)
    assert (game.over, game.ending) == (True, "exhausted")


def test_sy_est_5_estimates_of_an_earlier_try_are_gone() -> None:
    text = "players: 2\nlevel: 5\nretries: 1\nhorde: -; -; -; -; Drake; -; Ogre; Ogre\npile: 4\n" + hands("1 3", "")
    game = Scenario(text + "mage_0 reward: Spring\nmage_0 estimate: good\n", chance=None).play("reward; estimate bad")
    assert game.table.mages[0].estimates == [2, 0]
    game.play("card 1 on target 1; pass; pay no more")
    assert (game.table.try_number, [mage.estimates for mage in game.table.mages]) == (1, [[], []])


def test_sy_retry_2_mages_without_a_reward_draw_one() -> None:
    game = Scenario(f"{TRIED}{LAST_SPELL}{hands('1')}mage_1 reward: Lens\n", chance=None).play("card 1 on target 1; pass; pass")
    assert game.table.try_number == 1
    assert all(game.rewards())
    assert game.rewards()[1] == "Lens"


def test_sy_save_2_nobody_is_asked_to_keep() -> None:
    text = "players: 2\nmode: campaign\nsaves: yes\nlevel: 5\nestimates: off\nhorde: -; -; -; -; Imp [3]; -; -; -\n"
    more = "lieutenant box: Herald\nfog discard: Dew\nreward discard: Lens\nmage_0 reward: Spring\n"
    game = Scenario(text + hands("1 5", "2 3") + more).play("card 1 on target 1; pass; pass; pass")
    table = game.table
    assert (table.level.number, table.lieutenant_box, sum(table.fog_discard), sum(table.reward_discard)) == (6, set(), 0, 0)
    assert all(mage.reward is not None for mage in table.mages)


# Score.


def test_sy_score_1_and_sy_score_2_and_sy_score_3_payoffs() -> None:
    text = "players: 2\nlevel: 1\nestimates: off\npayoff: {}\nhorde: ?; ?; -; Ogre; Ogre; -\n" + hands("1", "")
    for payoff, worth in (("cleared", 0), ("score", 2 / 6)):
        game = Scenario(text.format(payoff)).play("card 1 on target 1").game
        assert (game.ending, game.payoff()) == ("exhausted", worth)
        assert game.table.progress() == 2 / 6


def test_sy_chance_1_and_sy_chance_3_the_next_monsters_do_not_depend_on_what_is_done() -> None:
    revealed = []
    for seed in range(8):
        rng = np.random.default_rng(seed)
        game = new_game(house(), 3, seed=11, level=1 + 4, estimates="off")
        seen: list[int] = []
        while not game.over:
            take_random_step(game, rng)
            seen += [card.monster for card in game.table.horde if card.monster is not None and card.monster not in seen]
        revealed.append(seen)
    first = min(revealed, key=len)
    assert all(set(first) <= set(seen) for seen in revealed)


def test_sy_chance_5_order_of_events_at_set_up() -> None:
    game = new_on_both(2, "mini", level=3, explicit_chance=True)
    purposes = []
    while game.event is not None:
        purposes.append(game.event.purpose)
        game.apply_chance(min(game.event.weights))
    assert purposes == [codes.SPELL] * 4 + [codes.MONSTER, codes.REWARD]


def test_sy_fin_2_and_sy_fin_3_games_end_and_there_is_always_a_target() -> None:
    for seed in range(20):
        rng = np.random.default_rng(seed)
        game = new_game(house(), 2 + seed % 4, seed=seed, level=1 + seed % 9)
        while not game.over:
            if game.phase == "TURN":
                assert game.table.attackable()
            take_random_step(game, rng)
        assert game.table.turns < 60
