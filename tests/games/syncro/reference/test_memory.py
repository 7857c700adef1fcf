"""What the engine remembers for each mage (SY-MEM), and what observations show of it (SY-OBS), on the reference."""

import pytest

from resonance_env.games.syncro.rules import vocabulary as v
from tests.games.pieces import vector
from tests.games.syncro.reference import codes
from tests.games.syncro.reference.observation import recall_pieces, state_pieces, table_pieces
from tests.games.syncro.reference.on_both import new_on_both
from tests.games.syncro.reference.scenario import Scenario, hands

# Level 5 with two mages; the Fog lies under the Imp, which the first Spell of mage 0 beats.
FOG = "players: 2\nlevel: 5\nestimates: off\nreplay: yes\nhorde: -; ?; -; -; Imp [3]; -; Ogre; Ogre\n"
BEAT_FIRST = "card 1 on target 1; pass; pass; pass"
# Level 7 with two mages: 0, 4 Lieutenants, 2 Fog.
SUMS = "players: 2\nlevel: 7\nhorde: -; -; -; -; -; Puffball [3]; -; Ogre; Ogre\n"


def known(game: Scenario, observer: int, seat: int) -> list[int]:
    """Returns the values that an observer knows of another mage's hand, 0 for unknown."""
    return [spell.value if observer in spell.known else 0 for spell in game.table.mages[seat].hand]


def mixed(game: Scenario, observer: int, seat: int) -> list[bool]:
    return [observer in spell.mixed for spell in game.table.mages[seat].hand]


def floating(game: Scenario, observer: int) -> list[int]:
    return [value for value, number in enumerate(game.table.floating[observer]) for _ in range(number)]


def recall(game: Scenario, observer: int, piece: str) -> list[int]:
    """Returns a piece of what a mage sees and remembers."""
    return list(dict(recall_pieces(game.game, observer))[piece])


def pooled(*values: str, chance: str, foe: str = "Ogre") -> Scenario:
    """Returns a game in which mage 0 has played Whirlwind; nothing is drawn, as the pile is empty."""
    text = FOG.replace("Imp [3]", foe) + hands(*values) + "mage_0 reward: Whirlwind\npile: \n"
    return Scenario(text, chance=chance).play("reward")


def test_sy_mem_1_open_cards_are_known_and_stay_so_face_down() -> None:
    game = Scenario(FOG + hands("1 5", "3 3") + "mage_0 reward: Lens\n").play("reward")
    assert known(game, 1, 0) == [1, 5]
    game.play("card 2 on target 2")
    [laid] = game.table.horde[6].down
    assert 1 in laid.spell.known
    pieces = dict(recall_pieces(game.game, 1))
    assert pieces["act 0, down_known"] == [0, 0, 0, 0, 1, 0, 0]
    assert pieces["seat 1, open"][:7] == [1, 0, 0, 0, 0, 0, 0]


def test_sy_mem_3_a_giver_knows_what_she_gave() -> None:
    game = Scenario(FOG + hands("2 1 4", "3 5"), chance="Carousel").play(BEAT_FIRST)
    assert game.hands() == ["3 5", "1 4"]
    assert known(game, 0, 1) == [1, 4]
    assert known(game, 1, 0) == [3, 5]


def test_sy_mem_3_what_lies_open_is_known_to_the_others_when_it_is_given() -> None:
    text = "players: 3\nlevel: 5\nestimates: off\nreplay: yes\nhorde: -; -; ?; -; -; -; Imp; -; Ogre; Ogre\n"
    game = Scenario(text + hands("4 1*", "2 3", "5"), chance="Carousel").play(BEAT_FIRST)
    assert game.hands() == ["5", "1*", "2 3"]
    assert [known(game, observer, 1) for observer in (0, 2)] == [[1], [1]]
    assert [known(game, observer, 2) for observer in (0, 1)] == [[0, 0], [2, 3]]


def test_sy_mem_4_after_a_pool_all_is_mixed() -> None:
    game = pooled("1 5", "3 2", chance="5, 1, 3, 2")
    assert game.hands() == ["5 3", "1 2"]
    assert mixed(game, 0, 1) == [True, True]
    assert floating(game, 0) == [1]  # of her 1 and 5 she has the 5 again
    assert floating(game, 1) == [3]


def test_sy_mem_2_a_mixed_spell_that_is_seen_no_longer_floats() -> None:
    game = pooled("1 5", "3 2", chance="5, 1, 3, 2")
    game.play("pass; card 1 on target 1; card 1 on target 1; pass")
    assert floating(game, 0) == []
    assert mixed(game, 0, 1) == [True]
    assert floating(game, 1) == [3]  # a 5 was seen, which does not float


def test_sy_mem_5_a_new_pile_makes_all_hidden_spells_known_as_a_whole() -> None:
    text = "players: 2\nlevel: 3\nestimates: off\nhorde: -; -; Puffball; -; Ogre; Ogre\npile: \ndiscard: 4\n"
    game = Scenario(text + hands("3 1", "2 5"), chance="4").play(BEAT_FIRST)
    assert game.hands() == ["1 4", "2 5"]
    assert floating(game, 0) == [2, 5]
    assert floating(game, 1) == [1]  # the card drawn from the new pile is new
    assert mixed(game, 1, 0) == [True, False]


def test_sy_mem_5_what_lies_face_down_is_known_as_a_whole_too() -> None:
    text = FOG.replace("Imp [3]", "Ogre") + hands("1 5", "3 3") + "mage_1 reward: Spring\npile: \ndiscard: 4 4\n"
    game = Scenario(text).play("card 1 on target 2; reward")
    assert (game.hands(), floating(game, 0), floating(game, 1)) == (["5", "3 3 4 4"], [3, 3], [1, 5])
    game.play("pass; card 1 on target 1; pass")
    assert (floating(game, 0), floating(game, 1)) == ([3, 3], [])


def test_sy_mem_6_a_set_up_forgets_what_was_mixed_and_keeps_what_is_known() -> None:
    text = "players: 2\nmode: campaign\nchapters: I\nlevel: 1\nestimates: off\nhorde: -; -; Imp [3]; -; -; -\n"
    game = Scenario(text + hands("1 5*", "2 3"))
    game.table.mages[1].hand[0].mixed = {0}
    game.table.floating[0][2] = 1
    game.twin[0]["marks"][1, 0] |= v.MARK_MIXED
    game.twin[0]["floating"][0, 1] = 1
    game.play("card 1 on target 1; pass; pass; keep hand / keep hand")
    assert known(game, 1, 0)[:1] == [5]
    assert game.hands()[0].startswith("5* ")
    assert mixed(game, 0, 1)[:2] == [False, False]
    assert floating(game, 0) == []


def test_sy_mem_7_age_counts_draws_since() -> None:
    text = "players: 2\nlevel: 3\nestimates: off\nhorde: -; -; Puffball; -; Ogre; Ogre\npile: 1x9\n"
    game = Scenario(text + hands("4 1", "2 5")).play(BEAT_FIRST)  # two Spells are drawn, at once
    pieces = dict(recall_pieces(game.game, 0))
    assert pieces["memory of seat 0, age"] == [1, 0, 0, 0, 0, 0, 0, 0]
    assert pieces["memory of seat 1, age"] == [1, 1, 0, 0, 0, 0, 0, 0]


def test_sy_mem_8_sum_left_counts_down_and_comes_anew() -> None:
    game = Scenario(SUMS + hands("1 4", "5 3 2") + "pile: 1x9\n").play("card 1 on target 1; pass; pass; pass")
    assert [mage.sum for mage in game.table.mages] == [5, 11]  # each drew a 1
    game.play("card 1 on target 1")
    assert [mage.sum_left for mage in game.table.mages] == [5, 11]
    assert dict(recall_pieces(game.game, 0))["act 0, in_sum"] == [1]
    game.play("pass; pass; pass")
    assert [mage.sum_left for mage in game.table.mages] == [5, 6]
    assert [mage.sum for mage in game.table.mages] == [5, 11]


def test_sy_mem_2_a_mixed_spell_that_lies_open_no_longer_floats() -> None:
    text = FOG.replace("Imp [3]", "Ogre") + hands("1 5", "3 2") + "mage_0 reward: Lens\nmage_1 reward: Whirlwind\npile: \n"
    game = Scenario(text, chance="5, 1, 3, 2").play("pass; reward; pass")
    assert (mixed(game, 1, 0), floating(game, 1)) == ([True, True], [3])
    game.play("reward")
    assert (mixed(game, 1, 0), floating(game, 1), known(game, 1, 0)) == ([False, False], [], [5, 3])


def test_sy_mem_5_a_new_pile_replaces_what_floated_after_a_pool() -> None:
    text = FOG.replace("-; Ogre", "-; Puffball [2]") + hands("1 5", "3 2") + "mage_0 reward: Whirlwind\npile: \n"
    game = Scenario(text, chance="5, 1, 3, 2, 5, Hush").play("reward")
    assert floating(game, 1) == [3]
    game.play("card 1 on target 1; card 1 on target 2; pass; pass")  # an Imp and then a Puffball are beaten
    assert (game.hands(), floating(game, 0), floating(game, 1)) == (["3 5", "2"], [2], [3])


def test_sy_mem_7_ages_travel_with_a_hand() -> None:
    text = FOG.replace("Imp [3]; -; Ogre", "Imp; -; Puffball [1]") + hands("3 1 5", "4 5")
    game = Scenario(text, chance="4, 2, Carousel").play("card 1 on target 2; pass; pass; pass")
    assert [list(recall(game, 0, f"memory of seat {seat}, age"))[:3] for seat in (0, 1)] == [[1, 1, 0], [1, 1, 0]]
    game.play(BEAT_FIRST)
    assert game.hands() == ["5 2", "1 5 4"]
    assert [list(recall(game, 0, f"memory of seat {seat}, age"))[:3] for seat in (0, 1)] == [[1, 0, 0], [1, 1, 0]]


def test_sy_mem_8_a_spell_that_comes_takes_the_sum_from_what_lies_face_down() -> None:
    game = Scenario(SUMS + hands("1 4", "5 3 2") + "mage_1 reward: Spring\n").play("card 1 on target 1; pass; pass; pass")
    game.play("card 1 on target 1; card 1 on target 2")
    assert [recall(game, 0, f"act {opportunity}, in_sum") for opportunity in (0, 1)] == [[1], [1]]
    game.play("reward; pass; pass")
    assert [mage.sum_left for mage in game.table.mages] == [mage.sum for mage in game.table.mages] == [1, 9]


def test_sy_mem_8_no_sum_is_left_of_a_hand_that_was_pooled() -> None:
    """Also if the mage is dealt nothing: what is left would tell the others which Spell lies face down (SY-OBS-2)."""
    text = SUMS.replace("level", "replay: yes\nlevel") + hands("1 2", "") + "mage_0 reward: Whirlwind\n"
    game = Scenario(text, chance="5, 4").play("card 1 on target 1; pass; card 1 on target 1; card 1 on target 2; reward")
    assert game.hands() == ["1", "5 1"]


def test_sy_obs_1_and_sy_ask_1_estimates_while_they_are_chosen() -> None:
    game = new_on_both(3, seed=2)
    pieces = dict(table_pieces(game, 1))
    assert (pieces["asked"], pieces["phase"], pieces["seat 2, deciding"]) == ([1], [1, 0, 0, 0, 0], [1])
    game.step(dict.fromkeys(range(3), codes.ESTIMATES[2]))
    pieces = dict(table_pieces(game, 1))
    assert (pieces["seat 2, estimate"], pieces["seat 2, leads"], pieces["act 0"][:3]) == ([0, 0, 1], [1], [0, 0, 1])


def test_sy_obs_1_the_end_is_shown_as_it_was() -> None:
    text = "players: 2\nlevel: 1\nestimates: off\nhorde: -; -; Imp [3]; -; -; -\n"
    game = Scenario(text + hands("1 5", "2 3")).play("card 1 on target 1; pass; pass")
    pieces = dict(table_pieces(game.game, 0))
    assert pieces["phase"] == [0, 0, 0, 0, 1]
    assert pieces["place 2, in_horde"] == [0]
    assert (pieces["seat 0, leads"], pieces["turn"], pieces["place 2, row"]) == ([1], [1], [1])


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_sy_info_5_and_sy_obs_3_lengths(players: int) -> None:
    game = new_on_both(players, level=9)
    assert len(vector(table_pieces(game, 0))) == 1052 + 104 * players
    assert len(vector(recall_pieces(game, 0))) == 1370 + 190 * players
    assert len(vector(state_pieces(game))) == 1249 + 172 * players


def test_sy_info_4_discards_are_memory() -> None:
    game = Scenario(FOG + hands("1 5", "3 3") + "discard: 2 2\n").game
    assert "discarded" not in dict(table_pieces(game, 0))
    assert dict(recall_pieces(game, 0))["discarded"] == [0, 2, 0, 0, 0, 0, 0]


def test_sy_est_4_estimates_are_free_and_have_no_effect() -> None:
    games = [new_on_both(2, seed=4) for _ in codes.ESTIMATES]
    for game, estimate in zip(games, codes.ESTIMATES, strict=True):
        assert game.legal(0) == list(codes.ESTIMATES)
        game.step({0: estimate, 1: estimate})
    tables = [[[spell.value for spell in mage.hand] for mage in game.table.mages] for game in games]
    assert tables[0] == tables[1] == tables[2]
    assert [game.legal(0) for game in games] == [games[0].legal(0)] * 3
