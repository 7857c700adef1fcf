"""Team mode (R-TEAM), tested as scenarios."""

import numpy as np
import pytest

from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.spec import SPEC
from tests.games.resonance.dealing import deal, draft_all, seen
from tests.games.resonance.scenario import expect, legal_names, play, start

SIX = "players: 6\nteam talk: no\n"
DRAW = "draw herb herb"
ALL_DRAW = "; ".join(f"witch_{seat}: {DRAW}" for seat in range(6))
IN_ORDER = "witch_0 witch_1 witch_2 witch_3 witch_4 witch_5"
BACKWARDS = "witch_5 witch_4 witch_3 witch_2 witch_1 witch_0"


def others_draw(*lines: str) -> str:
    """A joint action of six seats: these, and all others draw two Herbs."""
    named = {line.partition(":")[0] for line in lines}
    return "; ".join([*lines, *(f"witch_{seat}: {DRAW}" for seat in range(6) if f"witch_{seat}" not in named)])


# ---- seats, persons, demons


def test_r_team_1_neighbours_are_a_team() -> None:
    """R-TEAM-1."""
    assert SPEC.variant(5).teams == (0, 1, 2, 3, 4)
    assert SPEC.variant(6).teams == (0, 0, 1, 1, 2, 2)
    assert SPEC.variant(8).teams == (0, 0, 1, 1, 2, 2, 3, 3)
    assert SPEC.variant(8).holders == (0, 1, 2, 3, 4, 5, 6, 7)


def test_r_team_1_seven_players_are_eight_witches_and_one_person_holds_a_team() -> None:
    seven = SPEC.variant(7)
    assert seven.seat_names == SPEC.variant(8).seat_names
    assert seven.teams == SPEC.variant(8).teams
    assert seven.holders == (0, 1, 2, 3, 4, 5, 6, 6), "the last team by default"
    assert SPEC.variant(7, solo_team=1).holders == (0, 1, 2, 2, 3, 4, 5, 6)
    assert SPEC.variant(7, solo_team=0).holders == (0, 0, 1, 2, 3, 4, 5, 6)


def test_r_team_1_nothing_else_differs_with_seven_players() -> None:
    eight, seven = draft_all(deal(8, seed=3)), draft_all(deal(7, seed=3))
    assert seven.text().replace("players: 7", "players: 8").replace("solo team: 3\n", "") == eight.text()
    assert np.array_equal(seven.variant.observe(seven.games), eight.variant.observe(eight.games))
    expect(seven, "asked: witch_0 witch_2 witch_4 witch_6")


def test_r_team_1_each_seat_keeps_its_own_hand_and_action() -> None:
    given = SIX + "transient: Herb\nwitch_0:\n  hand: Mineral\nwitch_1:\n  hand: Potion\nwitch_2:\nwitch_3:\nwitch_4:\nwitch_5:"
    assert "play mineral" in legal_names(start(given), 0)
    assert "play mineral" not in legal_names(start(given), 1)
    game = play(given, others_draw("witch_0: play mineral", "witch_1: draw potion potion"))
    expect(game, "witch_0 hand: none\nwitch_1 hand: 3 Potion\nwitch_0 did: object\nwitch_1 did: draw objects")


@pytest.mark.parametrize(("quickness", "quickest"), [(IN_ORDER, 0), ("witch_1 witch_5 witch_4 witch_3 witch_2 witch_0", 1)])
def test_r_team_1_each_seat_has_its_own_quickness(quickness: str, quickest: int) -> None:
    given = SIX + "transient: Herb\nartifacts: 6 | none\nwitch_0:\nwitch_1:\nwitch_2:\nwitch_3:\nwitch_4:\nwitch_5:"
    game = play(given, others_draw("witch_0: draw artifact", "witch_1: draw artifact"), chance={"quickness": quickness})
    expect(game, f"witch_{quickest} hand: artifact 6\nwitch_{1 - quickest} hand: none")


def test_r_team_2_one_demon_per_team() -> None:
    game = deal(6, {"demon": ["Vepar", "Berith", "Murmur"]})
    expect(
        game,
        """
        witch_0 demon: Vepar
        witch_1 demon: Vepar
        witch_2 demon: Berith
        witch_3 demon: Berith
        witch_4 demon: Murmur
        witch_5 demon: Murmur
        demon reserve: Eligos, Focalor, Gremory, Haborym, Valefar
        """,
    )


def test_r_team_2_r_team_5_a_level_is_the_teams_and_its_incantation_the_high_witchs() -> None:
    """Berith's level I is 1 Herb and 1 Mineral; one incantation, not one for each of the two."""
    game = play(
        SIX
        + """
        transient: Herb
        moons: Mineral
        incantations: 9 | 1-8 10-21
        witch_0:
        witch_1:
        witch_2:
          demon: Berith
          rank: lesser
        witch_3 rank: high
        witch_4:
        witch_5:
        """,
        ALL_DRAW,
        chance={"quickness": IN_ORDER, "incantation": 20},
    )
    expect(
        game,
        """
        witch_2 level: 1
        witch_3 level: 1
        witch_2 hand: 2 Herb
        witch_3 hand: 2 Herb, incantation 9
        witch_0 level: 0
        witch_4 level: 0
        incantations: 20
        """,
    )


# ---- set-up


def test_r_team_3_the_first_seat_decides_who_takes_which_card_and_who_is_high_witch() -> None:
    game = deal(6, {"spell card": ["Zinnia", "Calanthe", "Virág", "Vuoko", "Thylane", "Myosotis"]})
    expect(game, "asked: witch_0")
    assert legal_names(game, 0) == {"take spells 2", "take spells 8"}
    game.act("witch_0: take spells 2")
    expect(game, "witch_0: Calanthe\nwitch_1: Zinnia\nasked: witch_0")
    assert legal_names(game, 0) == {"high witch self", "high witch partner"}
    game.act("witch_0: high witch partner")
    expect(game, "witch_0 rank: lesser\nwitch_1 rank: high\nasked: witch_2")
    assert legal_names(game, 2) == {"take spells 6", "take spells 7"}
    game.act("witch_2: take spells 6").act("witch_2: high witch self")
    expect(game, "witch_2: Virág\nwitch_3: Vuoko\nwitch_2 rank: high\nwitch_3 rank: lesser\nasked: witch_4")
    game.act("witch_4: take spells 4").act("witch_4: high witch self")
    expect(game, "witch_4: Myosotis\nwitch_5: Thylane\nspell reserve: Blanchefleur, Évanthe\nphase: ACT")


def test_r_team_3_the_cards_and_each_decision_are_open() -> None:
    game = deal(6, {"spell card": ["Zinnia", "Calanthe", "Virág", "Vuoko", "Thylane", "Myosotis"]})
    assert seen(game, "offered").tolist() == [[0, 1, 0, 0, 0, 0, 0, 1]] * 6
    expect(game, "witch_0: Zinnia\nwitch_1: Calanthe\nwitch_2: Virág\nwitch_3: Vuoko\nspell deck: Blanchefleur, Évanthe")
    others = [[0, 0, 0, 0, 0, 1, 0, 0], [0, 0, 0, 0, 0, 0, 1, 0], [0, 0, 0, 0, 1, 0, 0, 0], [0, 0, 0, 1, 0, 0, 0, 0]]
    assert seen(game, "spells")[0, 2:].tolist() == others, "all pairs lie there before the first team chooses"
    game.act("witch_0: take spells 2")
    assert seen(game, "spells")[5, 1].tolist() == [0, 1, 0, 0, 0, 0, 0, 0], "witch_5 sees at once what witch_0 has"
    game.act("witch_0: high witch partner")
    assert seen(game, "high_witch")[5].ravel().tolist() == [0, 0, 1, 0, 0, 0], "and that witch_1 is High Witch"


def test_r_team_3_four_teams_use_all_spell_cards() -> None:
    game = draft_all(deal(8))
    expect(game, "spell reserve: none")
    assert sorted(game.games[0]["spells"].tolist()) == list(range(8))


def test_r_team_3_hands_are_dealt_in_seat_order() -> None:
    game = draft_all(deal(6, {"artifact": [3, 1, 4, 13, 5, 9, 2]}))
    expect(
        game,
        """
        witch_0 hand: 1 Herb, 1 Mineral, 1 Potion, artifact 3
        witch_1 hand: 1 Herb, 1 Mineral, 1 Potion, artifact 1
        witch_5 hand: 1 Herb, 1 Mineral, 1 Potion, artifact 9
        artifacts: 2
        objects: 26 Herb, 20 Mineral, 16 Potion
        """,
    )


def test_r_team_3_the_rank_stays_when_spell_cards_change() -> None:
    """Myosotis makes witch_2, a High Witch, take another spell card at the end of the round."""
    game = play(
        SIX
        + """
        transient: Herb
        witch_0: Myosotis
          hand: incantation 4
        witch_1: Calanthe
        witch_2: Évanthe
        witch_3: Zinnia
        witch_4: Thylane
        witch_5: Vuoko
        """,
        others_draw("witch_0: play incantation 4"),
        "witch_0: cast spell 2",
        "witch_0: aim 2",
        "witch_2: take spells 6",
    )
    expect(game, "witch_2: Virág\nwitch_2 rank: high\nwitch_3 rank: lesser\nspell reserve: Blanchefleur, Évanthe")


# ---- talk


TALKING = """
players: 6
transient: Herb
witch_0 hand: Mineral, artifact 5
witch_1 hand: 2 Potion, incantation 3
witch_2 hand: Herb
witch_3:
witch_4:
witch_5:
"""


def test_r_team_4_first_seats_choose_at_once_then_second_seats() -> None:
    game = start(TALKING)
    expect(game, "asked: witch_0 witch_2 witch_4")
    game.act("witch_0: play mineral; witch_2: draw artifact; witch_4: draw herb herb")
    expect(game, "asked: witch_1 witch_3 witch_5\nround: 1")
    game.act("witch_1: play potion; witch_3: draw herb herb; witch_5: draw herb herb")
    expect(game, "round: 2\nwitch_0 did: object\nwitch_1 did: object\nasked: witch_0 witch_2 witch_4")


def test_r_team_4_a_second_seat_sees_her_partners_choice_and_no_other() -> None:
    game = start(TALKING)
    game.act("witch_0: play mineral; witch_2: draw artifact; witch_4: draw herb herb")
    choices = seen(game, "partner_choice")
    assert choices[1].argmax() == v.DID_OBJECT
    assert seen(game, "partner_choice_objects")[1].tolist() == [0, 1, 0]
    assert choices[3].argmax() == v.DID_DRAW_ARTIFACT
    other = start(TALKING).act("witch_0: play artifact 5; witch_2: draw artifact; witch_4: draw herb herb")
    one_sees, other_sees = (each.variant.observe(each.games)[0] for each in (game, other))
    assert not np.array_equal(one_sees[1], other_sees[1])
    assert np.array_equal(one_sees[2:], other_sees[2:]), "what witch_0 chose changes nothing for the other teams"


def test_r_team_4_teammates_see_each_others_hand() -> None:
    game = start(TALKING)
    assert seen(game, "partner_objects")[0].tolist() == [0, 0, 2]
    assert seen(game, "partner_incantations")[0].nonzero()[0].tolist() == [2]
    assert seen(game, "partner_objects")[1].tolist() == [0, 1, 0]
    assert seen(game, "partner_artifacts")[1].nonzero()[0].tolist() == [4]
    silent = start(TALKING + "team talk: no\n")
    assert seen(silent, "partner_objects")[0].tolist() == [0, 0, 2], "without talk too"


def test_r_team_4_without_talk_all_choose_at_once() -> None:
    game = start(TALKING + "team talk: no\n")
    expect(game, "asked: all")
    game.act(others_draw("witch_0: play mineral", "witch_1: play potion"))
    expect(game, "round: 2\nwitch_1 did: object\nasked: all")


# ---- levels and the Full Moon


FULL_MOON = """
transient: Herb
moons: Potion, Potion, Potion, Potion
incantations: 9 | 1-8 10-21
witch_0 demon: Haborym
witch_1:
witch_2:
  demon: Eligos
  rank: lesser
witch_3 rank: high
witch_4:
  demon: Berith
  level: 1
witch_5:
"""


def test_r_team_6_at_the_full_moon_the_lesser_witch_of_each_team_without_a_level_draws_one() -> None:
    """Teams 0 and 1 have no level; witch_1 and witch_2 are their Lesser Witches."""
    game = play(SIX + FULL_MOON, ALL_DRAW, chance={"quickness": IN_ORDER, "incantation": [5, 7]})
    expect(
        game,
        """
        moons: Potion, Potion, Potion, Potion, Herb transient
        witch_0 hand: 2 Herb
        witch_1 hand: 2 Herb, incantation 9
        witch_2 hand: 2 Herb, incantation 5
        witch_3 hand: 2 Herb
        witch_4 hand: 2 Herb
        witch_5 hand: 2 Herb
        incantations: 7
        """,
    )


@pytest.mark.parametrize(("quickness", "quicker", "slower"), [(IN_ORDER, 1, 2), (BACKWARDS, 2, 1)])
def test_r_team_6_r_team_10_full_moon_draws_come_in_quickness_order(quickness: str, quicker: int, slower: int) -> None:
    last_one = FULL_MOON.replace("incantations: 9 | 1-8 10-21", "incantations: 9 | none")
    game = play(SIX + last_one, ALL_DRAW, chance={"quickness": quickness})
    expect(game, f"witch_{quicker} hand: 2 Herb, incantation 9\nwitch_{slower} hand: 2 Herb")


@pytest.mark.parametrize(
    ("quickness", "hands"),
    [
        ("witch_0 witch_3 witch_1 witch_2 witch_4 witch_5", {0: 9, 3: 5}),
        ("witch_1 witch_2 witch_3 witch_0 witch_4 witch_5", {3: 9, 0: 5}),
    ],
)
def test_r_team_10_level_draws_come_in_the_quickness_of_the_high_witches(quickness: str, hands: dict[int, int]) -> None:
    """Teams 0 and 1 both validate; witch_0 and witch_3 are High Witches, and how quick their partners are does not matter."""
    game = play(
        SIX
        + """
        transient: Herb
        moons: Mineral, Herb, Potion
        incantations: 9 | 1-8 10-21
        witch_0 demon: Berith
        witch_1:
        witch_2:
          demon: Gremory
          rank: lesser
        witch_3 rank: high
        witch_4 demon: Focalor
        witch_5:
        """,
        ALL_DRAW,
        chance={"quickness": quickness, "incantation": [5, 7]},
    )
    for seat, value in hands.items():
        expect(game, f"witch_{seat} hand: 2 Herb, incantation {value}")


# ---- opponents


OPPONENTS = """
transient: Herb
witch_0: Zinnia
  hand: Herb, Mineral
witch_1: Calanthe
  hand: incantation 7
witch_2: Thylane
  hand: Herb, Mineral
witch_3: Vuoko
  hand: Herb, Mineral, artifact 3
witch_4: Myosotis
  hand: Herb, Mineral
witch_5: Virág
  hand: Herb, Mineral
"""


CASTERS = """
transient: Herb
witch_0: Zinnia
  hand: Herb, artifact 4
witch_1: Calanthe
witch_2: Thylane
  hand: incantation 7
witch_3: Vuoko
  hand: incantation 8
witch_4: Myosotis
witch_5: Virág
"""


def test_r_team_7_all_opposing_witches_are_those_of_the_other_teams() -> None:
    """Calanthe makes all opposing witches discard 1 object: four of them, not her partner witch_0."""
    game = play(SIX + OPPONENTS, others_draw("witch_1: play incantation 7"), "witch_1: cast spell 2")
    expect(game, "asked: witch_2 witch_3 witch_4 witch_5\nphase: CHOOSE")
    game.act("witch_2: choose mineral; witch_3: choose mineral; witch_4: choose mineral; witch_5: choose mineral")
    expect(game, "gone: 4 Mineral, incantation 7\nwitch_0 hand: 3 Herb, 1 Mineral\nwitch_2 hand: 3 Herb")


@pytest.mark.parametrize("spell", ["cast spell 2", "cast spell 3"])
@pytest.mark.parametrize(("caster", "partner"), [("witch_2", "aim 1"), ("witch_3", "aim 5")])
def test_r_team_7_a_teammate_is_no_target(caster: str, partner: str, spell: str) -> None:
    """Neither of a discard (spell 2) nor of a Sigil (spell 3); witch_3's partner sits five seats to her left."""
    game = play(SIX + CASTERS, others_draw("witch_2: play incantation 7", "witch_3: play incantation 8"))
    if caster == "witch_2":
        game.act("witch_3: cast spell 1")
    game.act(f"{caster}: {spell}")
    assert legal_names(game, int(caster[-1])) == {"aim 1", "aim 2", "aim 3", "aim 4", "aim 5"} - {partner}


# ---- the end


SEALED = """
month over: yes
moons: Potion, -, Potion, Potion, Potion, Potion, Potion, Potion
next moon: II
transient: Herb
witch_0:
  demon: Haborym
  sigil: {}
witch_1 sigil: {}
witch_2:
  demon: Eligos
  sigil: {}
witch_3 sigil: {}
witch_4:
  demon: Berith
  sigil: {}
witch_5 sigil: {}
"""


@pytest.mark.parametrize(
    "sigils",
    [
        (1, "none", 2, "none", "none", "none"),
        (1, "none", 2, "none", "none", 3),  # a Sigil on the Lesser Witch of the winners
    ],
)
def test_r_team_8_every_high_witch_but_one_sealed_wins(sigils: tuple[object, ...]) -> None:
    game = play(SIX + SEALED.format(*sigils), ALL_DRAW)
    expect(game, "phase: OVER\nvictory: sigil\nwinner: witch_4")
    assert game.variant.winners(game.games)[0].tolist() == [False] * 4 + [True] * 2


@pytest.mark.parametrize(
    "sigils",
    [
        (1, "none", "none", 2, "none", "none"),  # team 1 is sealed, but its Lesser Witch
        ("none", 1, "none", 2, "none", "none"),
        (1, 2, "none", 3, "none", 4),  # one unsealed team in all but two unsealed High Witches
        (1, 2, 3, 4, 5, "none"),  # one unsealed witch, a Lesser one
    ],
)
def test_r_team_8_lesser_witches_never_decide(sigils: tuple[object, ...]) -> None:
    expect(play(SIX + SEALED.format(*sigils), ALL_DRAW), "round: 2\nvictory: none")


def test_r_team_8_not_before_moon_viii_was_locked() -> None:
    given = SIX + SEALED.format(1, "none", 2, "none", "none", "none").replace("month over: yes", "month over: no")
    expect(play(given, ALL_DRAW), "round: 2\nvictory: none")


def test_r_team_8_the_second_seat_can_be_the_high_witch_that_counts() -> None:
    ranks = SEALED + "witch_4 rank: lesser\nwitch_5 rank: high\n"
    game = play(SIX + ranks.format(1, "none", 2, "none", 3, "none"), ALL_DRAW)
    expect(game, "victory: sigil\nwinner: witch_4")
    expect(play(SIX + ranks.format(1, "none", 2, "none", "none", 3), ALL_DRAW), "victory: none")


def test_r_team_8_a_sigil_on_a_lesser_witch_is_legal_and_blocks_artifacts() -> None:
    assert "play artifact 3" in legal_names(start(SIX + OPPONENTS), 3)
    game = play(
        SIX + OPPONENTS,
        others_draw("witch_1: play incantation 7"),
        "witch_1: cast spell 3",
        "witch_1: aim 2",
    )
    expect(game, "witch_3 sigil: 7\nwitch_3 rank: lesser\nround: 2")
    assert "play artifact 3" not in legal_names(game, 3)


def test_r_team_9_both_seats_of_a_team_win_or_lose() -> None:
    game = play(SIX + SEALED.format(1, "none", 2, "none", "none", "none"), ALL_DRAW)
    assert game.variant.payoff(game.games)[0].tolist() == [-0.5, -0.5, -0.5, -0.5, 1, 1]


# ---- trades


TRADES = """
transient: Herb
witch_0:
  demon: Berith
  hand: 1 Herb, 1 Mineral, 1 Potion
witch_1 hand: 2 Herb, 1 Mineral, 1 Potion
witch_2:
  demon: Eligos
  hand: 2 Herb, 2 Mineral
witch_3 hand: 1 Potion
witch_4 demon: Focalor
witch_5:
"""


@pytest.mark.parametrize("seat", [0, 1])
def test_r_team_10_either_teammate_may_trade_and_pays_from_her_own_hand(seat: int) -> None:
    game = play(SIX + TRADES, others_draw(f"witch_{seat}: trade demon"), f"witch_{seat}: take demon 8")
    expect(game, f"witch_0 demon: Vepar\nwitch_1 demon: Vepar\ngone: 1 Herb, 1 Mineral, 1 Potion\nwitch_{seat} did: trade")
    expect(game, "witch_1 hand: 4 Herb, 1 Mineral, 1 Potion" if seat == 0 else "witch_1 hand: 1 Herb")


def test_r_team_10_a_team_may_not_pay_with_both_hands() -> None:
    """R-TEAM-10."""
    game = start(SIX + TRADES)
    assert "trade demon" not in legal_names(game, 2)
    assert "trade demon" not in legal_names(game, 3)


def test_r_team_10_both_teammates_may_trade_in_one_round() -> None:
    """witch_1 is quicker: witch_0 then trades the demon that witch_1 brought, and may take back the team's first one."""
    game = play(
        SIX + TRADES,
        others_draw("witch_0: trade demon", "witch_1: trade demon"),
        "witch_1: take demon 8",
        chance={"quickness": BACKWARDS},
    )
    expect(game, "asked: witch_0\nwitch_0 demon: Vepar")
    assert "take demon 1" in legal_names(game, 0)
    assert "take demon 8" not in legal_names(game, 0)
    game.act("witch_0: take demon 1")
    expect(game, "witch_0 demon: Berith\nwitch_1 demon: Berith\ngone: 2 Herb, 2 Mineral, 2 Potion")
