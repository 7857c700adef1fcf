"""Levels and the end of the game (R-LEVEL, R-END)."""

from pathlib import Path

import numpy as np
import pytest

from tests.games.resonance.casting import ALL_DRAW, OTHERS_DRAW
from tests.games.resonance.scenario import expect, play, start
from tests.games.resonance.small_sets import HOUSE_DEMONS, Demons, write_set

SIX_DRAW = "; ".join(f"witch_{seat}: draw herb herb" for seat in range(6))

# For sets in which two demons can be summoned at once.
may_rival = pytest.mark.filterwarnings("ignore:.*expected that no two level IIIs fit")


# ---- R-LEVEL-1: what validates a level ----


@pytest.mark.parametrize(
    ("moons", "transient", "level"),
    [
        ("Mineral", "Mineral", 1),  # just what Eligos wants
        ("Mineral", "Herb", 0),  # one short
        ("Herb", "Herb", 0),  # enough cards of another type
        ("Herb, Mineral, Potion", "Mineral", 1),  # others may lie between
    ],
)
def test_r_level_1_the_multiset_must_be_contained_in_the_moons(moons: str, transient: str, level: int) -> None:
    game = play(f"moons: {moons}\ntransient: {transient}\nwitch_0:\nwitch_1 demon: Eligos\nwitch_2 demon: Focalor", ALL_DRAW)
    expect(game, f"round: 2\nwitch_1 level: {level}")


def test_r_level_1_objects_serve_every_seat_and_every_level_again() -> None:
    """Both Minerals serve Eligos' level I and Vepar's level II, which has used one of them for level I before."""
    game = play(
        """
        moons: Mineral, Potion, Potion
        transient: Mineral
        witch_0 demon: Berith
        witch_1 demon: Eligos
        witch_2 demon: Vepar
        witch_2 level: 1
        """,
        ALL_DRAW,
    )
    expect(game, "round: 2\nwitch_0 level: 0\nwitch_1 level: 1\nwitch_2 level: 2")


def test_r_level_1_a_card_that_counted_three_is_one_object_on_the_moon() -> None:
    game = play(
        "witch_0: Blanchefleur\nwitch_0 demon: Haborym\nwitch_0 hand: Herb, incantation 4\nwitch_1:\nwitch_2:",
        "witch_0: play incantation 4; " + OTHERS_DRAW,
        "witch_0: cast spell 1",
    )
    expect(game, "round: 2\nmoons: Herb\nwitch_0 level: 0")


def test_r_level_1_transients_and_incantations_on_moons_serve_as_objects() -> None:
    given = "moons: Herb incantation 9\ntransient: Herb\nwitch_0 demon: Haborym\nwitch_1 demon: Focalor\nwitch_2 demon: Eligos"
    game = play(given, ALL_DRAW)
    expect(game, "round: 2\nmoons: Herb incantation 9, Herb transient\nwitch_0 level: 1")


# ---- R-LEVEL-2: order, one a round, once a game ----

APART: Demons = (("Apart", [[0, 0, 1], [1, 1, 0], [0, 0, 3]]), *HOUSE_DEMONS[:3])  # no level contains the one before


@may_rival
def test_r_level_2_a_later_level_alone_validates_nothing(tmp_path: Path) -> None:
    given = f"set: {write_set(tmp_path, demons=APART)}\nmoons: Herb\ntransient: {{}}\n"
    given += "witch_0 demon: Apart\nwitch_0 level: {}\nwitch_1 demon: Eligos\nwitch_2 demon: Focalor"
    expect(play(given.format("Mineral", 0), ALL_DRAW), "round: 2\nwitch_0 level: 0")
    expect(play(given.format("Mineral", 1), ALL_DRAW), "round: 2\nwitch_0 level: 2")
    expect(play(given.format("Potion", 0), ALL_DRAW), "round: 2\nwitch_0 level: 1")


@may_rival
def test_r_level_2_levels_need_not_contain_each_other(tmp_path: Path) -> None:
    """Level III of three Potions is validated, although level II lies nowhere on the moons."""
    given = f"set: {write_set(tmp_path, demons=APART)}\nmoons: Potion, Potion\ntransient: Potion\n"
    given += "witch_0 demon: Apart\nwitch_0 level: 2\nwitch_1 demon: Eligos\nwitch_2 demon: Berith"
    expect(play(given, ALL_DRAW), "phase: OVER\nwitch_0 level: 3\nwinner: witch_0")


def test_r_level_2_at_most_one_level_a_round() -> None:
    """Three Herbs and a Mineral hold Haborym's levels I and II."""
    game = play("moons: Herb, Herb, Herb\ntransient: Mineral\nwitch_0 demon: Haborym\nwitch_1:\nwitch_2:", ALL_DRAW)
    expect(game, "round: 2\nwitch_0 level: 1")
    game.act(ALL_DRAW)
    expect(game, "round: 3\nwitch_0 level: 2")


@pytest.mark.parametrize("quickness", ["witch_0 witch_1", "witch_1 witch_0"])
def test_r_level_2_and_r_team_5_a_team_validates_one_level_a_round_and_draws_one_incantation(quickness: str) -> None:
    """Three Herbs and a Mineral hold levels I and II of Haborym, the demon of two witches; the draw is the High Witch's."""
    blocks = "\n".join(f"witch_{seat}:" for seat in range(6))
    game = play(
        "players: 6\nteam talk: no\nmoons: Herb, Herb, Herb\ntransient: Mineral\nincantations: 9\n"
        f"{blocks}\nwitch_0 demon: Haborym\nwitch_2 demon: Focalor\nwitch_4 demon: Vepar",
        SIX_DRAW,
        chance={"quickness": f"witch_3 {quickness} witch_5 witch_2 witch_4", "incantation": 3},
    )
    expect(game, "round: 2\nwitch_0 level: 1\nwitch_1 level: 1\nincantations: 3")
    expect(game, "witch_0 hand: 2 Herb, incantation 9\nwitch_1 hand: 2 Herb")


def test_r_level_2_each_level_once_a_game() -> None:
    """A level that lies on the moons for two rounds brings one incantation."""
    game = play(
        """
        moons: Mineral
        transient: Mineral
        incantations: 9
        witch_0:
        witch_1 demon: Eligos
        witch_2 demon: Focalor
        """,
        ALL_DRAW,
        ALL_DRAW,
        chance={"incantation": 3, "transient": "Potion"},
    )
    expect(game, "round: 3\nwitch_1 level: 1\nwitch_1 hand: 4 Herb, incantation 9\nincantations: 3")


def test_r_level_2_levels_survive_a_change_of_demon() -> None:
    """With level I of Eligos she goes on to level II of Haborym, three Herbs and a Mineral, without his level I."""
    game = play(
        """
        moons: Herb, Herb, Herb
        transient: Mineral
        witch_0 hand: Herb, Mineral, Potion
        witch_0 demon: Eligos
        witch_0 level: 1
        witch_1 demon: Focalor
        witch_2 demon: Vepar
        """,
        "witch_0: trade demon; " + OTHERS_DRAW,
        "witch_0: take demon 5",
    )
    expect(game, "round: 2\nwitch_0 demon: Haborym\nwitch_0 level: 2")


def test_r_level_2_levels_stay_when_their_objects_leave_the_moons() -> None:
    game = play(
        """
        moons: Mineral, Mineral, Herb, Herb, Herb, Herb, Herb, Herb
        month over: yes
        next moon: I
        transient: none
        transients: 3 Potion
        stage: CLEAR
        asked: none
        witch_0 demon: Berith
        witch_1 demon: Eligos
        witch_1 level: 1
        witch_2 demon: Focalor
        """,
        ALL_DRAW,
    )
    expect(game, "moons: Potion transient, -, Herb, Herb, Herb, Herb, Herb, Herb\nwitch_1 level: 1")


# ---- R-LEVEL-3: the draw ----


TWO_DRAW = """
    moons: Mineral, Potion
    transient: Mineral
    incantations: 9 | {}
    witch_0 demon: Berith
    witch_1 demon: Eligos
    witch_2 demon: Vepar
    """


def test_r_level_3_each_validation_draws_one_incantation_in_quickness_order() -> None:
    game = play(TWO_DRAW.format(3), ALL_DRAW, chance={"quickness": "witch_1 witch_0 witch_2"})
    expect(game, "round: 2\nwitch_1 hand: 2 Herb, incantation 9\nwitch_2 hand: 2 Herb, incantation 3\nincantations: none")
    game = play(TWO_DRAW.format(3), ALL_DRAW, chance={"quickness": "witch_2 witch_0 witch_1"})
    expect(game, "round: 2\nwitch_1 hand: 2 Herb, incantation 3\nwitch_2 hand: 2 Herb, incantation 9\nwitch_0 hand: 2 Herb")


def test_r_level_3_without_an_incantation_left_the_level_is_validated_all_the_same() -> None:
    game = play(TWO_DRAW.format("none"), ALL_DRAW, chance={"quickness": "witch_1 witch_0 witch_2"})
    expect(game, "round: 2\nwitch_1 level: 1\nwitch_2 level: 1\nwitch_1 hand: 2 Herb, incantation 9\nwitch_2 hand: 2 Herb")


def test_r_level_3_the_third_validation_draws_too() -> None:
    game = play(
        "moons: Mineral, Mineral, Mineral, Mineral, Herb, Herb\nnext moon: VII\ntransient: Mineral\nincantations: 9\n"
        "witch_0 demon: Focalor\nwitch_1 demon: Eligos\nwitch_1 level: 2\nwitch_2 demon: Valefar",
        ALL_DRAW,
    )
    expect(game, "phase: OVER\nwitch_1 level: 3\nwitch_1 hand: 2 Herb, incantation 9")


# ---- R-END-1, R-END-2: demons ----

ELIGOS_III = "moons: Mineral, Mineral, Mineral, Mineral, Herb, Herb\ntransient: Mineral\n"


def test_r_end_1_level_iii_wins_at_once() -> None:
    game = play(
        ELIGOS_III + "witch_0 demon: Focalor\nwitch_1 demon: Eligos\nwitch_1 level: 2\nwitch_2 demon: Valefar",
        ALL_DRAW,
    )
    expect(game, "phase: OVER\nvictory: demon\nwinner: witch_1\nround: 1\nwitch_1 level: 3")
    assert game.variant.payoff(game.games)[0].tolist() == [-0.5, 1.0, -0.5]


def test_r_end_1_level_iii_on_the_moons_does_not_win_below_level_ii() -> None:
    given = ELIGOS_III + "witch_0 demon: Focalor\nwitch_1 demon: Eligos\nwitch_1 level: 1\nwitch_2 demon: Valefar"
    expect(play(given, ALL_DRAW), "phase: ACT\nround: 2\nwitch_1 level: 2\nwinner: none\nvictory: none")


RIVALS: Demons = (
    ("Left", [[1, 0, 0], [1, 0, 0], [2, 0, 0]]),
    ("Right", [[0, 1, 0], [0, 1, 0], [0, 2, 0]]),
    ("Third", [[0, 1, 0], [0, 0, 2], [0, 0, 8]]),
    ("Fourth", [[0, 0, 1], [0, 0, 2], [1, 0, 7]]),
)


@may_rival
@pytest.mark.parametrize(
    ("quickness", "winner", "levels"),
    [("witch_2 witch_0 witch_1", 0, (3, 2)), ("witch_2 witch_1 witch_0", 1, (2, 3))],
)
def test_r_end_2_of_two_level_iiis_the_quicker_seat_wins(
    tmp_path: Path, quickness: str, winner: int, levels: tuple[int, int]
) -> None:
    """The slower witch does not validate hers and draws nothing; a level I of the round is validated all the same."""
    game = play(
        f"""
        set: {write_set(tmp_path, demons=RIVALS)}
        moons: Herb, Herb, Mineral
        transient: Mineral
        incantations: 9 | 1-8
        witch_0 demon: Left
        witch_0 level: 2
        witch_1 demon: Right
        witch_1 level: 2
        witch_2 demon: Third
        """,
        ALL_DRAW,
        chance={"quickness": quickness, "incantation": [8, 7]},
    )
    expect(game, f"phase: OVER\nvictory: demon\nwinner: witch_{winner}\nwitch_0 level: {levels[0]}\nwitch_1 level: {levels[1]}")
    expect(game, f"witch_2 level: 1\nwitch_2 hand: 2 Herb, incantation 9\nwitch_{winner} hand: 2 Herb, incantation 8")
    expect(game, f"witch_{1 - winner} hand: 2 Herb\nincantations: 7")
    assert game.variant.payoff(game.games)[0, [winner, 1 - winner, 2]].tolist() == [1.0, -0.5, -0.5]


@may_rival
@pytest.mark.parametrize(
    ("quickness", "winner"),
    [
        ("witch_4 witch_3 witch_0 witch_1 witch_2 witch_5", 2),  # a Lesser Witch is the quickest of both teams
        ("witch_4 witch_1 witch_2 witch_3 witch_0 witch_5", 0),
    ],
)
def test_r_end_2_in_teams_the_team_of_the_quickest_seat_wins(tmp_path: Path, quickness: str, winner: int) -> None:
    blocks = "\n".join(f"witch_{seat}:" for seat in range(6))
    game = play(
        f"set: {write_set(tmp_path, demons=RIVALS)}\nplayers: 6\nteam talk: no\n"
        f"moons: Herb, Herb, Mineral\ntransient: Mineral\n{blocks}\n"
        "witch_0 demon: Left\nwitch_0 level: 2\nwitch_2 demon: Right\nwitch_2 level: 2\nwitch_4 demon: Third",
        SIX_DRAW,
        chance={"quickness": quickness},
    )
    expect(game, f"phase: OVER\nvictory: demon\nwinner: witch_{winner}\nwitch_{winner} level: 3\nwitch_{2 - winner} level: 2")


# ---- R-END-3: Sigils ----

SEVEN = "moons: Herb, Mineral, Herb, Mineral, Herb, Mineral, Herb"
NO_LEVELS = "\nwitch_0 demon: Focalor\nwitch_1 demon: Gremory\nwitch_2 demon: Valefar\n"
TWO_SEALED = NO_LEVELS + "witch_1 sigil: 8\nwitch_2 sigil: 9\n"


def test_r_end_3_sigils_win_in_the_round_that_first_locks_moon_viii() -> None:
    game = play(SEVEN + "\ntransient: Mineral" + TWO_SEALED, ALL_DRAW)
    expect(game, "phase: OVER\nvictory: sigil\nwinner: witch_0\nround: 1\nmonth over: yes")
    assert game.variant.payoff(game.games)[0].tolist() == [1.0, -0.5, -0.5]


def test_r_end_3_sigils_do_not_win_before_moon_viii_is_locked() -> None:
    game = play("moons: Herb, Mineral, Herb, Mineral, Herb, Mineral\ntransient: Mineral" + TWO_SEALED, ALL_DRAW)
    expect(game, "phase: ACT\nround: 2\nnext moon: VIII\nmonth over: no\nwinner: none")


def test_r_end_3_sigils_do_not_win_while_moon_viii_stays_open() -> None:
    game = play(SEVEN + "\ntransient: none" + TWO_SEALED, ALL_DRAW)
    expect(game, "phase: ACT\nround: 2\nnext moon: VIII\nmonth over: no\nwinner: none")


LATER_MONTH = "month over: yes\nmoons: -, Mineral, Herb, Mineral, Herb, Mineral, Herb, Mineral\nnext moon: I\n"


@pytest.mark.parametrize(("transient", "next_moon"), [("Herb", "II"), ("none", "I")])
def test_r_end_3_later_they_win_in_every_round_also_when_nothing_is_locked(transient: str, next_moon: str) -> None:
    game = play(LATER_MONTH + f"transient: {transient}" + TWO_SEALED, ALL_DRAW)
    expect(game, f"phase: OVER\nvictory: sigil\nwinner: witch_0\nnext moon: {next_moon}")


@pytest.mark.parametrize("sealed", ["witch_2 sigil: 9", "witch_0 sigil: 7\nwitch_1 sigil: 8\nwitch_2 sigil: 9"])
def test_r_end_3_two_unsealed_or_none_and_play_goes_on(sealed: str) -> None:
    game = play(LATER_MONTH + "transient: Herb" + NO_LEVELS + sealed, ALL_DRAW)
    expect(game, "phase: ACT\nround: 2\nwinner: none\nvictory: none")


def test_r_end_3_a_sigil_announced_this_round_counts_from_the_next() -> None:
    game = play(
        LATER_MONTH + "transient: Herb\nwitch_0: Zinnia\nwitch_0 hand: incantation 4\nwitch_1 sigil: 8\nwitch_2:\n"
        "witch_0 demon: Focalor\nwitch_1 demon: Gremory\nwitch_2 demon: Valefar",
        "witch_0: play incantation 4; " + OTHERS_DRAW,
        "witch_0: cast spell 3",
        chance={"transient": "Potion"},
    )
    expect(game, "phase: ACT\nround: 2\nwitch_2 sigil: 4\nwinner: none")
    expect(game.act(ALL_DRAW), "phase: OVER\nvictory: sigil\nwinner: witch_0")


def test_r_end_3_a_sigil_broken_this_round_counts_no_more() -> None:
    given = LATER_MONTH + "transient: Herb\nwitch_1 hand: Mineral, Potion" + TWO_SEALED
    game = play(given, "witch_0: draw herb herb; witch_1: break sigil; witch_2: draw herb herb")
    expect(game, "phase: ACT\nround: 2\nwitch_1 sigil: none\nwinner: none")


def test_r_end_3_a_demon_beats_sigils() -> None:
    """Witch 1 is sealed and summons Eligos in the round in which Sigils would win for witch 0."""
    moons = "month over: yes\nmoons: -, Mineral, Mineral, Mineral, Mineral, Herb, Herb, Potion\nnext moon: I\n"
    demons = "transient: Mineral\nwitch_0 demon: Focalor\nwitch_1 demon: Eligos\nwitch_1 level: 2\nwitch_2 demon: Valefar\n"
    expect(
        play(moons + demons + "witch_1 sigil: 8\nwitch_2 sigil: 9", ALL_DRAW), "phase: OVER\nvictory: demon\nwinner: witch_1"
    )


def test_r_end_3_and_r_team_8_only_high_witches_count() -> None:
    blocks = "players: 6\nteam talk: no\n" + "\n".join(f"witch_{seat}:" for seat in range(6))
    demons = "\nwitch_0 demon: Focalor\nwitch_2 demon: Gremory\nwitch_4 demon: Valefar"
    ranks = "\nwitch_2 rank: lesser\nwitch_3 rank: high"
    given = LATER_MONTH + "transient: Herb\n" + blocks + demons + ranks
    lesser_sealed = play(given + "\nwitch_2 sigil: 8\nwitch_4 sigil: 9", SIX_DRAW)
    expect(lesser_sealed, "phase: ACT\nround: 2\nwinner: none")
    high_sealed = play(given + "\nwitch_1 sigil: 7\nwitch_3 sigil: 8\nwitch_4 sigil: 9", SIX_DRAW)
    expect(high_sealed, "phase: OVER\nvictory: sigil\nwinner: witch_0")
    assert high_sealed.variant.payoff(high_sealed.games)[0].tolist() == [1.0, 1.0, -0.5, -0.5, -0.5, -0.5]
    second_seat = play(given + "\nwitch_0 sigil: 8\nwitch_4 sigil: 9", SIX_DRAW)
    expect(second_seat, "phase: OVER\nvictory: sigil\nwinner: witch_2")


# ---- R-END-4, R-END-5: the last transient ----


def test_r_end_4_without_a_winner_the_round_of_the_last_transient_is_a_draw() -> None:
    given = "transient: Herb\ntransients: none\nwitch_0 hand: 2 Mineral\nwitch_1:\nwitch_2:"
    game = play(given, "witch_0: play mineral; " + OTHERS_DRAW)
    expect(game, "phase: OVER\nvictory: draw\nwinner: none\nmoons: Mineral\nwitch_0 hand: Mineral")
    assert game.variant.payoff(game.games)[0].tolist() == [0.0, 0.0, 0.0]


def test_r_end_4_with_a_transient_left_there_is_another_round() -> None:
    game = play("transient: Herb\ntransients: 1 Potion\nwitch_0:\nwitch_1:\nwitch_2:", ALL_DRAW)
    expect(game, "phase: ACT\nround: 2\ntransient: Potion\ntransients: none\nvictory: none")


def test_r_end_4_sigils_and_demons_beat_the_draw() -> None:
    expect(play(LATER_MONTH + "transient: Herb\ntransients: none" + TWO_SEALED, ALL_DRAW), "victory: sigil\nwinner: witch_0")
    demons = "witch_0 demon: Focalor\nwitch_1 demon: Eligos\nwitch_1 level: 2\nwitch_2 demon: Valefar"
    expect(play(ELIGOS_III + "transients: none\n" + demons, ALL_DRAW), "victory: demon\nwinner: witch_1")


def test_r_end_5_a_game_lasts_18_rounds_at_most() -> None:
    """All draw for 12 rounds and then play the type of the transient, so that no third level ever comes up."""
    transients = ["Herb"] * 7 + ["Mineral"] * 6 + ["Potion"] * 5
    game = start(
        "stage: CLEAR\nasked: none\nwitch_0 demon: Focalor\nwitch_1 demon: Gremory\nwitch_2 demon: Murmur",
        chance={"transient": list(transients)},
    )
    for round_number, transient in enumerate(transients, start=1):
        expect(game, f"phase: ACT\nround: {round_number}\nvictory: none")
        draw = "draw mineral potion" if round_number <= 7 else "draw herb herb"
        action = draw if round_number <= 12 else f"play {transient.lower()}"
        game.act("; ".join(f"witch_{seat}: {action}" for seat in range(3)))
    expect(game, "phase: OVER\nround: 18\nvictory: draw\ntransients: none")
    assert np.all(game.variant.done(game.games))
