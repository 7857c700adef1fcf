"""The order of a round and the races in it (R-ROUND), tested as scenarios."""

from pathlib import Path

import numpy as np
import pytest

from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.rules.chance_events import pending_chance
from tests.games.resonance.casting import ALL_DRAW
from tests.games.resonance.dealing import seen
from tests.games.resonance.scenario import expect, legal_names, order_rank, play, seated, start
from tests.games.resonance.small_sets import SIGIL, set_text

EIGHT_POTIONS = "Potion, Potion, Potion, Potion, Potion, Potion, Potion, Potion"
BOTH_ORDERS = pytest.mark.parametrize(
    ("quickness", "quicker", "slower"), [("witch_0 witch_1 witch_2", 0, 1), ("witch_2 witch_1 witch_0", 1, 0)]
)


# ---- the moon and the transient


def test_r_round_1_an_object_of_an_earlier_month_is_discarded_at_the_start_of_the_round() -> None:
    """Moon VIII is locked; the next round begins with moon I, whose Herb leaves before anybody acts."""
    game = play(
        seated("", "", "", given="transient: Potion\nmoons: Herb, Herb, Herb, Mineral, Mineral, Mineral, Mineral"),
        ALL_DRAW,
        chance={"transient": "Mineral"},
    )
    expect(
        game,
        """
        round: 2
        moons: -, Herb, Herb, Mineral, Mineral, Mineral, Mineral, Potion transient
        next moon: I
        gone: 1 Herb
        transient: Mineral
        """,
    )


@pytest.mark.parametrize(
    ("lies_there", "gone"),
    [
        ("Herb", "1 Herb"),
        ("Potion transient", "1 transient Potion"),
        ("Mineral incantation 6", "incantation 6"),
        ("-", "none"),
    ],
)
def test_r_round_1_what_lies_on_the_moon_to_be_locked_leaves_the_game(lies_there: str, gone: str) -> None:
    """Moon I is locked in a second month, moon II comes next and loses what it carries."""
    game = play(
        f"players: 3\nmonth over: yes\nmoons: -, {lies_there}, Herb, Herb, Herb, Herb, Herb, Herb\n"
        "next moon: I\ntransient: Mineral\nwitch_0:\nwitch_1:\nwitch_2:",
        ALL_DRAW,
    )
    expect(game, f"next moon: II\ngone: {gone}\nmoons: Mineral transient, -, Herb, Herb, Herb, Herb, Herb, Herb")


@pytest.mark.parametrize(("next_moon", "level"), [("VII", 1), ("VIII", 0)])
def test_r_round_1_a_discarded_object_serves_no_level(next_moon: str, level: int) -> None:
    """Berith's level I needs the Mineral on moon VIII; when moon VII is locked it lies there, when VIII is, no more."""
    game = play(
        "players: 3\nmonth over: yes\nmoons: Herb, Herb, Herb, Herb, Herb, Herb, Herb, Mineral\n"
        f"next moon: {next_moon}\nstage: CLEAR\nphase: ACT\nasked: none\n"
        "witch_0:\n  demon: Berith\nwitch_1:\n  demon: Focalor\nwitch_2:\n  demon: Vepar",
        ALL_DRAW,
        chance={"transient": "Herb"},
    )
    expect(game, f"witch_0 level: {level}")


def test_r_round_2_one_transient_is_revealed_each_round_and_counts_as_an_object() -> None:
    game = play("players: 3\ntransient: Mineral\nwitch_0:\nwitch_1:\nwitch_2:", ALL_DRAW, chance={"transient": "Potion"})
    expect(game, "moons: Mineral transient\ntransient: Potion\ntransients: 7 Herb, 5 Mineral, 4 Potion\ngone: none")


def test_r_round_2_a_transient_counts_beside_printed_objects() -> None:
    """1 transient and 1 printed Herb against 1 Mineral."""
    game = play(
        "players: 3\ntransient: Herb\nwitch_0:\n  hand: Herb\nwitch_1:\n  hand: Mineral\nwitch_2:",
        "witch_0: play herb; witch_1: play mineral; witch_2: draw herb herb",
    )
    expect(game, "moons: Herb\ngone: 1 Mineral, 1 transient Herb")


# ---- choosing


CHOOSING = """
players: 3
transient: Herb
witch_0 hand: Herb, artifact 5
witch_1 hand: Mineral
witch_2 hand: Potion
"""


def test_r_round_3_all_choose_at_once() -> None:
    """R-ROUND-3."""
    game = start(CHOOSING)
    expect(game, "asked: all")
    game.act("witch_0: play herb; witch_1: play mineral; witch_2: draw artifact")
    expect(game, "round: 2\nwitch_0 did: object\nwitch_1 did: object\nwitch_2 did: draw artifact")


def test_r_round_3_an_action_is_mandatory() -> None:
    for seat in range(3):
        assert not legal_names(start(CHOOSING), seat) & {"wait", "pass", "stop"}


@pytest.mark.parametrize("other_choice", ["play mineral", "play artifact 5", "play incantation 5"])
def test_r_round_3_nobody_knows_what_another_plays_before_the_reveal(other_choice: str) -> None:
    """witch_2 trades, so the game stops before the reveal: nobody but witch_0 sees what she has chosen."""
    given = """
    players: 3
    transient: Herb
    witch_0 hand: Herb, Mineral, artifact 5, incantation 5
    witch_1 hand: Mineral
    witch_2 hand: Herb, Mineral, Potion
    """
    one = play(given, "witch_0: play herb; witch_1: play mineral; witch_2: trade demon")
    other = play(given, f"witch_0: {other_choice}; witch_1: play mineral; witch_2: trade demon")
    expect(one, "phase: TAKE_DEMON")
    assert not np.array_equal(one.variant.observe(one.games)[0, 0], other.variant.observe(other.games)[0, 0])
    assert np.array_equal(one.variant.observe(one.games)[0, 1:], other.variant.observe(other.games)[0, 1:])


# "asked: none" lets the engine ask, so that it takes what is the only legal action.
POOR = """
players: 3
asked: none
transient: Herb
objects: none
artifacts: none
incantations: none
witch_0 hand: {}
witch_1 hand: 3 Herb, 3 Mineral
witch_2 hand: 3 Herb, 3 Mineral
"""


def test_r_round_4_a_seat_with_no_legal_action_passes() -> None:
    game = start(POOR.format("none"))
    expect(game, "asked: witch_1 witch_2")
    game.act("witch_1: play herb; witch_2: play herb")
    expect(game, "witch_0 did: pass\nround: 2")


@pytest.mark.parametrize(("hand", "did"), [("Potion", "object"), ("artifact 3", "artifact"), ("incantation 3", "incantation")])
def test_r_round_4_a_seat_with_one_legal_action_may_not_pass(hand: str, did: str) -> None:
    game = start(POOR.format(hand)).act("witch_1: play herb; witch_2: play herb")
    expect(game, f"witch_0 did: {did}")


def test_r_round_4_a_sealed_witch_with_artifacts_alone_passes() -> None:
    game = start(POOR.format("artifacts 3 4\nwitch_0 sigil: 5"))
    expect(game, "asked: witch_1 witch_2")
    game.act("witch_1: play herb; witch_2: play herb")
    expect(game, "witch_0 did: pass\nwitch_0 hand: artifacts 3 4")


def test_r_round_4_an_open_pile_is_enough_not_to_pass() -> None:
    game = start(POOR.format("none").replace("objects: none", "objects: 2 Herb, 1 Potion"))
    assert legal_names(game, 0) == {"draw herb herb", "draw herb potion"}


# ---- quickness


@BOTH_ORDERS
def test_r_round_5_object_draws(quickness: str, quicker: int, slower: int) -> None:
    game = play(
        "players: 3\ntransient: Herb\nobjects: 5 Herb, 1 Potion\nwitch_0:\nwitch_1:\nwitch_2:",
        "witch_0: draw herb potion; witch_1: draw herb potion; witch_2: draw herb herb",
        chance={"quickness": quickness},
    )
    expect(game, f"witch_{quicker} hand: 1 Herb, 1 Potion\nwitch_{slower} hand: 1 Herb\nobjects: 1 Herb")


@BOTH_ORDERS
def test_r_round_5_artifact_draws(quickness: str, quicker: int, slower: int) -> None:
    game = play(
        "players: 3\ntransient: Herb\nartifacts: 7\nwitch_0:\nwitch_1:\nwitch_2:",
        "witch_0: draw artifact; witch_1: draw artifact; witch_2: draw herb herb",
        chance={"quickness": quickness, "artifact": [11, 2]},
    )
    expect(game, f"witch_{quicker} hand: artifact 7\nwitch_{slower} hand: artifact 11\nartifacts: 2")


@BOTH_ORDERS
def test_r_round_5_trades(quickness: str, quicker: int, slower: int) -> None:
    price = "hand: Herb, Mineral, Potion"
    game = play(
        f"players: 3\ntransient: Herb\nwitch_0:\n  {price}\nwitch_1:\n  {price}\nwitch_2:",
        "witch_0: trade demon; witch_1: trade demon; witch_2: draw herb herb",
        f"witch_{quicker}: take demon 8",
        chance={"quickness": quickness},
    )
    expect(game, f"asked: witch_{slower}\nwitch_{quicker} demon: Vepar")
    assert "take demon 8" not in legal_names(game, slower)


@BOTH_ORDERS
def test_r_round_5_full_moon_draws(quickness: str, quicker: int, slower: int) -> None:
    game = play(
        "players: 3\ntransient: Herb\nmoons: Potion, Potion, Potion, Potion\nincantations: 9\n"
        "witch_0:\n  demon: Haborym\nwitch_1:\n  demon: Eligos\nwitch_2:\n  demon: Murmur\n  level: 1",
        ALL_DRAW,
        chance={"quickness": quickness, "incantation": [20, 3]},
    )
    expect(game, f"witch_{quicker} hand: 2 Herb, incantation 9\nwitch_{slower} hand: 2 Herb, incantation 20\nincantations: 3")


@BOTH_ORDERS
def test_r_round_5_level_draws(quickness: str, quicker: int, slower: int) -> None:
    """Berith and Vepar validate level I."""
    game = play(
        "players: 3\ntransient: Potion\nmoons: Herb, Mineral\nincantations: 9\n"
        "witch_0:\n  demon: Berith\nwitch_1:\n  demon: Vepar\nwitch_2:\n  demon: Focalor",
        ALL_DRAW,
        chance={"quickness": quickness, "incantation": [20, 3]},
    )
    expect(game, f"witch_{quicker} hand: 2 Herb, incantation 9\nwitch_{slower} hand: 2 Herb, incantation 20\nincantations: 3")


@BOTH_ORDERS
@pytest.mark.filterwarnings("ignore::resonance_env.games.resonance.cardsets.card_loader.CardSetWarning")
def test_r_round_5_two_level_threes(quickness: str, quicker: int, slower: int, tmp_path: Path) -> None:
    cards = tmp_path / "two-winners.toml"
    herbs = [[1, 0, 0], [2, 0, 0], [3, 0, 0]]
    demons = [("Berith", herbs), ("Murmur", herbs), ("Vepar", [[0, 1, 0], [0, 2, 0], [0, 3, 0]])]
    spells = ('{ effect = "become_artifact", value = 1 }', '{ effect = "become_object", kind = "herb" }', SIGIL)
    cards.write_text(set_text([3], demons, dict.fromkeys(("Ada", "Bea", "Cleo", "Dora"), spells)), encoding="utf-8")
    game = play(
        f"set: {cards}\nplayers: 3\ntransient: Herb\nmoons: Herb, Herb\n"
        "witch_0:\n  demon: Berith\n  level: 2\nwitch_1:\n  demon: Murmur\n  level: 2\nwitch_2:",
        ALL_DRAW,
        chance={"quickness": quickness},
    )
    expect(game, f"winner: witch_{quicker}\nvictory: demon\nwitch_{slower} level: 2")


def test_r_round_5_each_round_draws_one_of_all_orders_uniformly() -> None:
    game = start(CHOOSING)
    for number in (1, 2):
        expect(game, f"round: {number}")
        waiting = game.games.copy()
        waiting[0]["explicit_chance"] = 1
        actions = np.array([[game.variant.actions.parse("draw herb herb")] * 3], dtype=np.int16)
        game.variant.step(waiting, actions)
        assert pending_chance(waiting[0]) == v.CHANCE_QUICKNESS
        assert game.variant.chance_outcomes(waiting) == pytest.approx(dict.fromkeys(range(6), 1 / 6))
        game.act(ALL_DRAW)


def test_r_round_5_the_orders_are_all_orders_of_the_seats() -> None:
    orders = ["witch_0 witch_1 witch_2", "witch_0 witch_2 witch_1", "witch_1 witch_0 witch_2", "witch_1 witch_2 witch_0",
              "witch_2 witch_0 witch_1", "witch_2 witch_1 witch_0"]  # fmt: skip
    for order in orders:
        expect(play(CHOOSING, ALL_DRAW, chance={"quickness": order}), f"quickness: {order}")
    assert order_rank([1, 0, 2], 3) == 2


def test_r_round_5_quickness_is_never_shown() -> None:
    """Where no race shows it, the seats see the same whatever the order."""
    one, other = (
        play(CHOOSING, ALL_DRAW, chance={"quickness": order, "transient": "Herb"})
        for order in ("witch_0 witch_1 witch_2", "witch_2 witch_1 witch_0")
    )
    assert one.games[0]["quickness"].tolist() != other.games[0]["quickness"].tolist()
    for kind in ("table", "recall"):
        seen_in_one, seen_in_other = (game.variant.observe(game.games, kind) for game in (one, other))
        assert np.array_equal(seen_in_one, seen_in_other)


# ---- the order of a round (R-ROUND-6)


def test_r_round_6_the_moon_is_cleared_before_the_transient_and_both_before_the_choices() -> None:
    """(1), (2), (3)."""
    game = start(
        f"players: 3\nmonth over: yes\nmoons: {EIGHT_POTIONS}\nnext moon: I\nstage: CLEAR\nasked: none\n"
        "explicit chance: yes\nwitch_0:\nwitch_1:\nwitch_2:",
        chance={"transient": "Mineral"},
    )
    expect(game, "phase: ACT\nasked: all\ntransient: Mineral\ngone: 1 Potion")


def test_r_round_6_one_seat_wholly_after_another_a_pick_of_a_demon_included() -> None:
    """(4): the quickest trades and picks before the others draw; the slower have drawn nothing yet."""
    game = play(
        "players: 3\ntransient: Herb\nartifacts: 7\nwitch_0:\nwitch_1:\n  hand: Herb, Mineral, Potion\nwitch_2:",
        "witch_0: draw artifact; witch_1: trade demon; witch_2: draw herb herb",
        chance={"quickness": "witch_0 witch_1 witch_2", "artifact": 3},
    )
    expect(game, "phase: TAKE_DEMON\nwitch_0 hand: artifact 7\nwitch_2 hand: none\nwitch_1 hand: none")
    game.act("witch_1: take demon 8")
    expect(game, "witch_2 hand: 2 Herb\nround: 2")


def test_r_round_6_draws_and_trades_come_before_the_reveal() -> None:
    """(4) before (5): the slowest trades, and what the others play is still face down."""
    game = play(
        "players: 3\ntransient: Herb\nwitch_0:\n  hand: Mineral\nwitch_1:\n  hand: artifact 5\n"
        "witch_2:\n  hand: Herb, Mineral, Potion",
        "witch_0: play mineral; witch_1: play artifact 5; witch_2: trade demon",
        chance={"quickness": "witch_0 witch_1 witch_2"},
    )
    expect(game, "phase: TAKE_DEMON\ncentre: none\nwitch_0 hand: 1 Mineral\nwitch_1 artifact: none\nwitch_0 did: nothing")
    assert seen(game, "hand_counts")[2].tolist() == [[0, 0, 0], [1, 0, 0], [0, 1, 0]]
    game.act("witch_2: take demon 8")
    expect(game, "phase: CHOOSE\ncentre: 1 Mineral\nwitch_1 artifact: 5")


def test_r_round_6_draws_come_before_spells() -> None:
    """(4) before (6): the slowest hand draws the last artifact, Virág's spell finds none."""
    game = play(
        "players: 3\ntransient: Herb\nartifacts: 7 | none\nwitch_0: Virág\n  hand: Mineral, incantation 9\nwitch_1:\nwitch_2:",
        "witch_0: play incantation 9; witch_1: draw artifact; witch_2: draw herb herb",
        "witch_0: cast spell 1",
        chance={"quickness": "witch_0 witch_2 witch_1"},
    )
    expect(game, "witch_0 hand: none\nwitch_0 played: 1 Mineral, incantation 9\nwitch_1 hand: artifact 7")


def test_r_round_6_each_incantation_wholly_before_the_next() -> None:
    """(6): the victim of incantation 9 chooses her discard before incantation 4 is cast."""
    game = play(
        "players: 3\ntransient: Herb\nwitch_0: Vuoko\n  hand: incantation 4\nwitch_1: Thylane\n  hand: incantation 9\n"
        "witch_2:\n  hand: Herb, Mineral, Potion",
        "witch_0: play incantation 4; witch_1: play incantation 9; witch_2: draw herb herb",
        "witch_1: cast spell 2",
        "witch_1: aim 1",
    )
    expect(game, "asked: witch_2\nphase: CHOOSE")
    game.act("witch_2: choose herb").act("witch_2: choose potion")
    expect(game, "asked: witch_0\nphase: CAST\ngone: 1 Herb, 1 Potion, incantation 9")


def test_r_round_6_incantations_come_before_artifacts() -> None:
    """(6) before (7): the lowest incantation is cast before the highest artifact sweeps, and removes it."""
    game = play(
        "players: 3\ntransient: Herb\nwitch_0: Évanthe\n  hand: incantation 1\nwitch_1:\n  hand: artifact 13\n"
        "witch_2:\n  hand: Mineral",
        "witch_0: play incantation 1; witch_1: play artifact 13; witch_2: play mineral",
        "witch_0: cast spell 1",
        "witch_0: remove artifact 13",
        "witch_0: choose potion",
        "witch_0: choose potion",
    )
    expect(game, "moons: Mineral\ngone: 1 transient Herb, artifact 13, incantation 1")


def test_r_round_6_artifacts_come_before_the_count() -> None:
    """(7) before (8)."""
    game = play(
        "players: 3\ntransient: Herb\nwitch_0:\n  hand: Herb\nwitch_1:\n  hand: artifact 2\nwitch_2:\n  hand: Mineral",
        "witch_0: play herb; witch_1: play artifact 2; witch_2: play mineral",
        "witch_1: choose herb",
    )
    expect(game, "moons: Mineral")


def test_r_round_6_the_rest_of_the_centre_leaves_the_game() -> None:
    """(8)."""
    game = play(
        "players: 3\ntransient: Potion\nwitch_0:\n  hand: Herb\nwitch_1:\n  hand: Herb\nwitch_2:\n  hand: Mineral",
        "witch_0: play herb; witch_1: play herb; witch_2: play mineral",
    )
    expect(game, "moons: Herb\ncentre: none\ngone: 1 Herb, 1 Mineral, 1 transient Potion")


def test_r_round_6_the_full_moon_comes_before_levels() -> None:
    """(9) before (10): the object on moon V brings Berith's level I; she draws for the Full Moon first, then for the level."""
    game = play(
        "players: 3\ntransient: Mineral\nmoons: Herb, Potion, Potion, Potion\nincantations: 9\n"
        "witch_0:\n  demon: Berith\nwitch_1:\n  demon: Haborym\nwitch_2:\n  demon: Murmur\n  level: 1",
        ALL_DRAW,
        chance={"quickness": "witch_0 witch_1 witch_2", "incantation": [20, 3, 4]},
    )
    expect(game, "witch_0 level: 1\nwitch_0 hand: 2 Herb, incantations 3 9\nwitch_1 hand: 2 Herb, incantation 20")


def test_r_round_6_levels_come_before_the_victory_of_a_demon() -> None:
    """(10) before (11): the others validate and draw in the round in which a demon is summoned."""
    game = play(
        "players: 3\ntransient: Mineral\nmoons: Herb, Herb, Mineral, Mineral, Potion, Herb\nincantations: 9\n"
        "witch_0:\n  demon: Berith\n  level: 2\nwitch_1:\n  demon: Haborym\nwitch_2:\n  demon: Focalor",
        ALL_DRAW,
        chance={"quickness": "witch_1 witch_0 witch_2", "incantation": [20, 3]},
    )
    expect(game, "victory: demon\nwinner: witch_0\nwitch_0 level: 3\nwitch_1 level: 1\nwitch_1 hand: 2 Herb, incantation 9")


SUMMONS_AND_SEALS = """
players: 3
month over: yes
transient: Mineral
next moon: VIII
moons: Herb, Herb, Mineral, Mineral, Potion, Herb, Herb
witch_0:
  demon: Berith
  level: 2
  sigil: 1
witch_1:
  demon: Focalor
  sigil: 2
witch_2 demon: Vepar
"""


def test_r_round_6_a_demon_comes_before_the_sigils() -> None:
    """(11) before (12): witch_2 alone is unsealed, but witch_0 summons her demon."""
    expect(play(SUMMONS_AND_SEALS, ALL_DRAW), "victory: demon\nwinner: witch_0")
    without = SUMMONS_AND_SEALS.replace("level: 2", "level: 0")
    expect(play(without, ALL_DRAW), "victory: sigil\nwinner: witch_2")


def test_r_round_6_the_sigils_come_before_the_draw() -> None:
    """(12) before (13): no transient is left."""
    given = SUMMONS_AND_SEALS.replace("level: 2", "level: 0") + "transients: none\n"
    expect(play(given, ALL_DRAW), "victory: sigil\nwinner: witch_2")
    expect(play(given.replace("sigil: 2", "sigil: none"), ALL_DRAW), "victory: draw\nwinner: none\nphase: OVER")


def test_r_round_6_levels_and_victories_come_before_effects_at_the_end() -> None:
    """(10) before (14): Blanchefleur makes witch_1 change her demon, but she has validated level I with the old one."""
    game = play(
        "players: 3\ntransient: Mineral\nmoons: Herb\nwitch_0: Blanchefleur\n  hand: incantation 6\n"
        "witch_1:\n  demon: Berith\nwitch_2:",
        "witch_0: play incantation 6; witch_1: draw herb herb; witch_2: draw herb herb",
        "witch_0: cast spell 2",
        "witch_0: aim 1",
    )
    expect(game, "phase: TAKE_DEMON\nasked: witch_1\nwitch_1 level: 1\nround: 1\nmoons: Herb, Mineral transient")
    game.act("witch_1: take demon 8")
    expect(game, "round: 2\nwitch_1 demon: Vepar\nwitch_1 level: 1")


def test_r_round_6_effects_at_the_end_come_before_the_next_round() -> None:
    """(14) before (15): the next transient is not there while witch_1 picks."""
    game = play(
        "players: 3\ntransient: Mineral\nwitch_0: Blanchefleur\n  hand: incantation 6\nwitch_1:\nwitch_2:",
        "witch_0: play incantation 6; witch_1: draw herb herb; witch_2: draw herb herb",
        "witch_0: cast spell 2",
        "witch_0: aim 1",
    )
    expect(game, "phase: TAKE_DEMON\ntransient: none\ntransients: 7 Herb, 5 Mineral, 5 Potion")


LAST_SEAL = """
players: 3
month over: yes
transient: Mineral
transients: {}
next moon: VIII
moons: Herb, Herb, Mineral, Mineral, Potion, Herb, Herb
witch_0: Zinnia
  demon: Vepar
  hand: incantation 6
witch_1:
  demon: Berith
  level: {}
witch_2:
  demon: Focalor
  sigil: {}
"""


@pytest.mark.parametrize(
    ("transients", "level", "sigil", "ending", "sealed"),
    [
        ("1 Herb", 0, "2", "none", "6"),  # placed at (14), after the check of (12)
        ("1 Herb", 2, "2", "demon", "none"),  # ends at (11)
        ("none", 0, "2", "draw", "none"),  # ends at (13)
    ],
)
def test_r_round_6_step_14_does_not_happen_when_the_game_ends(
    transients: str, level: int, sigil: str, ending: str, sealed: str
) -> None:
    """Zinnia announces a Sigil on witch_1."""
    game = play(
        LAST_SEAL.format(transients, level, sigil),
        "witch_0: play incantation 6; witch_1: draw herb herb; witch_2: draw herb herb",
        "witch_0: cast spell 3",
    )
    expect(game, f"victory: {ending}\nwitch_1 sigil: {sealed}")


def test_r_round_6_step_14_does_not_happen_after_a_sigil_victory() -> None:
    """Ends at (12): witch_0 and witch_2 are sealed; the Sigil that witch_0 announces on witch_1 is not placed."""
    game = play(
        LAST_SEAL.format("1 Herb", 0, "2").replace("hand: incantation 6", "hand: incantation 6\n  sigil: 3"),
        "witch_0: play incantation 6; witch_1: draw herb herb; witch_2: draw herb herb",
        "witch_0: cast spell 3",
    )
    expect(game, "victory: sigil\nwinner: witch_1\nwitch_1 sigil: none")
