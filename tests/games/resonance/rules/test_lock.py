"""Locking the moons (R-LOCK), tested as scenarios."""

import pytest

from tests.games.resonance.casting import ALL_DRAW
from tests.games.resonance.scenario import expect, play, seated

# ---- what locks the moon


@pytest.mark.parametrize(
    ("transient", "first", "second", "locks"),
    [
        ("Herb", "herb", "potion", "Herb"),  # 2 1
        ("Herb", "mineral", "mineral", "Mineral"),
        ("Mineral", "mineral", "potion", "Mineral"),
        ("Potion", "herb", "herb", "Herb"),
        ("Herb", "mineral", "potion", "Potion"),  # 1 1 1
        ("Potion", "mineral", "herb", "Potion transient"),
    ],
)
def test_r_lock_1_the_highest_count_locks_the_moon(transient: str, first: str, second: str, locks: str) -> None:
    game = play(
        f"players: 3\ntransient: {transient}\nwitch_0:\n  hand: {first}\nwitch_1:\n  hand: {second}\nwitch_2:",
        f"witch_0: play {first}; witch_1: play {second}; witch_2: draw artifact",
    )
    expect(game, f"moons: {locks}")


@pytest.mark.parametrize(
    ("transient", "action", "locks"),
    [
        ("Herb", "mineral", "Mineral"),
        ("Mineral", "herb", "Mineral transient"),
        ("Mineral", "potion", "Potion"),
        ("Potion", "mineral", "Potion transient"),
        ("Herb", "potion", "Potion"),
        ("Potion", "herb", "Potion transient"),
    ],
)
def test_r_lock_1_ties_go_to_potion_over_mineral_over_herb(transient: str, action: str, locks: str) -> None:
    game = play(
        f"players: 3\ntransient: {transient}\nwitch_0:\n  hand: {action}\nwitch_1:\nwitch_2:",
        f"witch_0: play {action}; witch_1: draw artifact; witch_2: draw artifact",
    )
    expect(game, f"moons: {locks}")


@pytest.mark.parametrize(("potions", "locks"), [(1, "Herb"), (2, "Potion")])
def test_r_lock_1_cards_count_what_they_count(potions: int, locks: str) -> None:
    """A Herb that counts 3 against the transient and one or two printed Potions, which make a tie."""
    second = "play potion" if potions == 2 else "draw artifact"
    game = play(
        seated("Blanchefleur: Herb, incantation 9", "Potion", "Potion", given="transient: Potion"),
        f"witch_0: play incantation 9; witch_1: play potion; witch_2: {second}",
        "witch_0: cast spell 1",
    )
    expect(game, f"moons: {locks}")


def test_r_lock_1_transformed_cards_count_what_they_count() -> None:
    """Myosotis's Herb counts 2 against one Potion."""
    game = play(
        "players: 3\ntransient: Potion\nwitch_0: Myosotis\n  hand: incantation 9\nwitch_1:\nwitch_2:",
        "witch_0: play incantation 9; witch_1: draw artifact; witch_2: draw artifact",
        "witch_0: cast spell 1",
    )
    expect(game, "moons: Herb incantation 9\ngone: 1 transient Potion")


# ---- what lies on the moon


def test_r_lock_2_a_card_counting_several_is_one_object_on_the_moon() -> None:
    """Haborym's level I is 2 Herb: a Herb that counts 3 on one moon is not enough."""
    game = play(
        seated("Blanchefleur: Herb, incantation 9", "", "", given="transient: Potion\nwitch_0 demon: Haborym"),
        "witch_0: play incantation 9; witch_1: draw artifact; witch_2: draw artifact",
        "witch_0: cast spell 1",
    )
    expect(game, "moons: Herb\nwitch_0 level: 0\ngone: 1 transient Potion, incantation 9\nnext moon: II")


@pytest.mark.parametrize(
    ("transient", "third", "lies", "gone"),
    [
        ("Herb", "play herb", "Herb", "1 transient Herb, incantations 9 12"),
        ("Herb", "draw artifact", "Herb transient", "incantations 9 12"),
        ("Mineral", "draw artifact", "Herb incantation 9", "1 transient Mineral, incantation 12"),
    ],
)
def test_r_lock_2_a_printed_object_stays_before_the_transient_before_an_incantation(
    transient: str, third: str, lies: str, gone: str
) -> None:
    """Myosotis's incantation is a Herb that counts 2, Vuoko's a Potion."""
    game = play(
        seated("Myosotis: incantation 9", "Vuoko: incantation 12", "Herb", "", given=f"transient: {transient}"),
        f"witch_0: play incantation 9; witch_1: play incantation 12; witch_2: {third}; witch_3: draw mineral mineral",
        "witch_1: cast spell 1",
        "witch_0: cast spell 1",
    )
    expect(game, f"moons: {lies}\ngone: {gone}\ncentre: none")


@pytest.mark.parametrize(
    ("third", "first", "second"),
    [
        ("play potion", "gone: 1 Potion\ntransient: Potion\nwitch_1 incantation: object Potion counting 1",
         "gone: 1 Mineral, 1 Potion, 1 transient Potion, incantation 2\nmoons: Potion incantation 12"),
        ("draw herb herb", "gone: 1 transient Potion\ntransient: none\nwitch_1 incantation: object Potion counting 1",
         "gone: 1 transient Potion, incantations 2 12\nmoons: Mineral"),
    ],
)  # fmt: skip
def test_r_lock_2_the_same_order_decides_which_of_like_cards_a_removal_takes(third: str, first: str, second: str) -> None:
    """Vuoko's incantation, the transient and the printed one are Potions that count 1; Calanthe removes two of them."""
    game = play(
        seated("Calanthe: incantation 2", "Vuoko: incantation 12", "Potion", "Mineral", given="transient: Potion"),
        f"witch_0: play incantation 2; witch_1: play incantation 12; witch_2: {third}; witch_3: play mineral",
        "witch_1: cast spell 1",
        "witch_0: cast spell 1",
        "witch_0: choose potion",
    )
    expect(game, first)
    game.act("witch_0: choose potion")
    expect(game, second)


# ---- no object


NO_OBJECT = "witch_0: play artifact 5; witch_1: {}; witch_2: draw herb herb"


def test_r_lock_3_with_no_object_the_moon_stays_open_and_is_played_again() -> None:
    game = play(
        "players: 3\ntransient: Herb\nmoons: Potion, Potion\nwitch_0:\n  hand: artifact 5\nwitch_1:\nwitch_2:",
        NO_OBJECT.format("draw herb herb"),
        chance={"transient": ["Mineral", "Herb"]},
    )
    expect(game, "moons: Potion, Potion\nnext moon: III\nround: 2\ntransient: Mineral\ngone: 1 transient Herb, artifact 5")
    game.act(ALL_DRAW)
    expect(game, "moons: Potion, Potion, Mineral transient\nnext moon: IV")


def test_r_lock_3_levels_are_checked_all_the_same() -> None:
    """witch_1 trades for Focalor, whose level I, 2 Potion, lies on the moons already."""
    game = play(
        """
        players: 3
        transient: Herb
        moons: Potion, Potion
        witch_0:
          demon: Berith
          hand: artifact 5
        witch_1:
          demon: Eligos
          hand: Herb, Mineral, Potion
        witch_2 demon: Vepar
        """,
        NO_OBJECT.format("trade demon"),
        "witch_1: take demon 3",
    )
    expect(game, "witch_1 level: 1\nnext moon: III\nround: 2")


def test_r_lock_3_sigils_are_checked_all_the_same() -> None:
    """Nothing is locked in this round; witch_0 breaks her Sigil and alone carries none."""
    game = play(
        """
        players: 3
        month over: yes
        transient: Herb
        moons: Potion, Potion, Potion, Potion, Potion, Potion, Potion
        witch_0:
          demon: Berith
          hand: Mineral, Potion
          sigil: 1
        witch_1: Thylane
          demon: Eligos
          hand: incantation 9
          sigil: 2
        witch_2:
          demon: Haborym
          sigil: 3
        """,
        "witch_0: break sigil; witch_1: play incantation 9; witch_2: draw herb herb",
        "witch_1: cast spell 1",
    )
    expect(game, "victory: sigil\nwinner: witch_0\nmoons: Potion, Potion, Potion, Potion, Potion, Potion, Potion")


def test_r_lock_3_an_open_full_moon_gives_nothing() -> None:
    game = play(
        "players: 3\ntransient: Herb\nmoons: Mineral, Potion, Herb, Herb\n"
        "witch_0:\n  demon: Eligos\n  hand: artifact 5\nwitch_1:\n  demon: Focalor\nwitch_2:\n  demon: Murmur",
        NO_OBJECT.format("draw herb herb"),
    )
    expect(game, "witch_1 hand: 2 Herb\nwitch_2 hand: 2 Herb\nnext moon: V")


# ---- the circle


def test_r_lock_4_moons_lock_in_order_from_i() -> None:
    game = play(
        "players: 3\ntransient: Herb\nwitch_0:\nwitch_1:\nwitch_2:",
        ALL_DRAW,
        ALL_DRAW,
        ALL_DRAW,
        chance={"transient": ["Potion", "Mineral", "Herb"]},
    )
    expect(game, "moons: Herb transient, Potion transient, Mineral transient\nnext moon: IV\nmonth over: no")


SEVEN = """
players: 3
transient: Herb
transients: {}
moons: Potion, Potion, Potion, Potion, Potion, Potion, Potion
witch_0 demon: Berith
witch_1 demon: Eligos
witch_2 demon: Haborym
"""


def test_r_lock_4_after_viii_a_new_lunar_month_starts_at_i() -> None:
    game = play(SEVEN.format("1 Herb, 1 Mineral"), ALL_DRAW, ALL_DRAW, chance={"transient": ["Mineral", "Herb"]})
    expect(game, "moons: Mineral transient, -, Potion, Potion, Potion, Potion, Potion, Herb transient\nnext moon: II")
    expect(game, "month over: yes\nround: 3")


def test_r_lock_4_no_new_month_without_a_transient() -> None:
    expect(play(SEVEN.format("none"), ALL_DRAW), "phase: OVER\nvictory: draw\nround: 1")


@pytest.mark.parametrize("month", ["no", "yes"])
def test_r_lock_5_at_the_full_moon_each_seat_without_a_level_draws_one(month: str) -> None:
    """In the second month too. witch_1 has level I."""
    game = play(
        f"""
        players: 3
        month over: {month}
        transient: Herb
        moons: Potion, Potion, Potion, Potion
        next moon: V
        incantations: 9
        witch_0 demon: Haborym
        witch_1 demon: Murmur
        witch_1 level: 1
        witch_2 demon: Eligos
        """,
        ALL_DRAW,
        chance={"quickness": "witch_2 witch_1 witch_0", "incantation": [20, 3]},
    )
    expect(
        game, "witch_2 hand: 2 Herb, incantation 9\nwitch_1 hand: 2 Herb\nwitch_0 hand: 2 Herb, incantation 20\nincantations: 3"
    )


def test_r_lock_5_in_quickness_order_while_cards_last() -> None:
    game = play(
        """
        players: 4
        transient: Herb
        moons: Potion, Potion, Potion, Potion
        incantations: 9 | 4
        witch_0 demon: Haborym
        witch_1 demon: Berith
        witch_2 demon: Eligos
        witch_3 demon: Murmur
        """,
        "witch_0: draw herb herb; witch_1: draw herb herb; witch_2: draw herb herb; witch_3: draw herb herb",
        chance={"quickness": "witch_3 witch_1 witch_0 witch_2"},
    )
    expect(
        game,
        "witch_3 hand: 2 Herb, incantation 9\nwitch_1 hand: 2 Herb, incantation 4\nwitch_0 hand: 2 Herb\nwitch_2 hand: 2 Herb",
    )
    expect(game, "incantations: none | none")


@pytest.mark.parametrize("moons", ["Potion, Potion, Potion", "Potion, Potion, Potion, Potion, Potion"])
def test_r_lock_5_no_other_moon_gives_any(moons: str) -> None:
    """Moon IV or moon VI is locked."""
    game = play(
        f"""
        players: 3
        transient: Herb
        moons: {moons}
        witch_0 demon: Haborym
        witch_1 demon: Murmur
        witch_2 demon: Eligos
        """,
        ALL_DRAW,
    )
    expect(game, "witch_0 hand: 2 Herb\nwitch_1 hand: 2 Herb\nwitch_2 hand: 2 Herb")
