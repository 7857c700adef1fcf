"""The seven actions (R-ACT), tested as scenarios."""

import pytest

from tests.games.resonance.scenario import expect, legal_names, play, seated, start

HERBS = "witch_1: draw herb herb; witch_2: draw herb herb"
PAIRS = {
    "draw herb herb",
    "draw herb mineral",
    "draw herb potion",
    "draw mineral mineral",
    "draw mineral potion",
    "draw potion potion",
}


def position(*lines: str, hand: str = "none", sigil: str = "none") -> str:
    """Three witches in the first round, the transient is a Herb; witch_0 holds a hand and may be sealed."""
    witches = f"witch_0:\n  hand: {hand}\n  sigil: {sigil}\nwitch_1:\nwitch_2:\n"
    return "players: 3\ntransient: Herb\n" + witches + "".join(f"{line}\n" for line in lines)


# ---- play


@pytest.mark.parametrize("kind", ["herb", "mineral", "potion"])
def test_r_act_1_play_an_object(kind: str) -> None:
    game = play(position(hand=f"2 {kind}"), f"witch_0: play {kind}; {HERBS}", chance={"transient": "Herb"})
    expect(game, f"witch_0 hand: 1 {kind}\nwitch_0 played: 1 {kind}\nwitch_0 did: object")
    lock = {"herb": "Herb", "mineral": "Mineral", "potion": "Potion"}[kind]
    expect(game, f"moons: {lock}")  # in a tie Mineral and Potion win over the transient; the printed Herb stays before it


def test_r_act_1_only_an_object_that_she_holds() -> None:
    legal = legal_names(start(position(hand="2 Mineral")), 0)
    assert "play mineral" in legal
    assert not legal & {"play herb", "play potion"}


def test_r_act_2_play_a_chosen_artifact() -> None:
    game = start(position(hand="artifacts 3 8 11"))
    assert {name for name in legal_names(game, 0) if name.startswith("play artifact")} == {
        "play artifact 3",
        "play artifact 8",
        "play artifact 11",
    }
    game.act(f"witch_0: play artifact 8; {HERBS}")
    expect(game, "witch_0 hand: artifacts 3 11\nwitch_0 played: artifact 8\ngone: 1 transient Herb, artifact 8\nmoons: -")


def test_r_act_2_no_artifact_while_sealed() -> None:
    assert "play artifact 8" in legal_names(start(position(hand="artifact 8")), 0)
    assert "play artifact 8" not in legal_names(start(position(hand="artifact 8", sigil="4")), 0)


def test_r_act_2_the_round_after_a_broken_sigil_she_may() -> None:
    game = start(position(hand="Mineral, Potion, artifact 8", sigil="4"))
    assert "play artifact 8" not in legal_names(game, 0)
    game.act(f"witch_0: break sigil; {HERBS}")
    assert "play artifact 8" in legal_names(game, 0)


@pytest.mark.parametrize("sigil", ["none", "4"])
def test_r_act_3_play_a_chosen_incantation_sealed_or_not(sigil: str) -> None:
    """Blanchefleur casts her change of a demon with incantation 9; 2 and 21 stay."""
    game = start(position(hand="incantations 2 9 21", sigil=sigil))
    assert {name for name in legal_names(game, 0) if name.startswith("play")} == {
        "play incantation 2",
        "play incantation 9",
        "play incantation 21",
    }
    game.act(f"witch_0: play incantation 9; {HERBS}").act("witch_0: cast spell 2").act("witch_0: aim 1")
    game.act("witch_1: take demon 8")
    expect(game, "witch_0 hand: incantations 2 21\nwitch_0 played: incantation 9\ngone: incantation 9")


# ---- draw


@pytest.mark.parametrize(
    ("pair", "hand"),
    [
        ("herb herb", "2 Herb"),
        ("herb mineral", "1 Herb, 1 Mineral"),
        ("herb potion", "1 Herb, 1 Potion"),
        ("mineral mineral", "2 Mineral"),
        ("mineral potion", "1 Mineral, 1 Potion"),
        ("potion potion", "2 Potion"),
    ],
)
def test_r_act_4_draw_any_pair(pair: str, hand: str) -> None:
    game = play(position(), f"witch_0: draw {pair}; witch_1: draw artifact; witch_2: draw artifact")
    expect(game, f"witch_0 hand: {hand}\nwitch_0 drew: {hand}")


@pytest.mark.parametrize(
    ("objects", "pairs"),
    [
        ("2 Herb, 2 Mineral, 2 Potion", PAIRS),
        ("2 Herb, 1 Mineral, 1 Potion", PAIRS - {"draw mineral mineral", "draw potion potion"}),
        ("1 Herb, 1 Mineral, 1 Potion", {"draw herb mineral", "draw herb potion", "draw mineral potion"}),
        ("5 Herb, 1 Potion", {"draw herb herb", "draw herb potion"}),
        ("1 Mineral, 1 Potion", {"draw mineral potion"}),
        ("2 Potion", {"draw potion potion"}),
        ("1 Herb", {"draw herb herb"}),
        ("1 Mineral", {"draw mineral mineral"}),
        ("1 Potion", {"draw potion potion"}),
        ("none", set()),
    ],
)
def test_r_act_4_a_pair_is_legal_if_both_cards_are_there_or_one_is_left_in_all(objects: str, pairs: set[str]) -> None:
    legal = legal_names(start(position(f"objects: {objects}")), 0)
    assert {name for name in legal if name.startswith("draw ") and name != "draw artifact"} == pairs


def test_r_act_4_the_last_object_gives_one_card() -> None:
    game = play(position("objects: 1 Potion"), "witch_0: draw potion potion; witch_1: draw artifact; witch_2: draw artifact")
    expect(game, "witch_0 hand: 1 Potion\nobjects: none")


@pytest.mark.parametrize(
    ("objects", "hand", "left"),
    [
        ("4 Herb, 2 Potion", "none", "4 Herb"),  # both gone: she does not choose again
        ("4 Herb, 3 Potion", "1 Potion", "4 Herb"),
        ("4 Herb, 4 Potion", "2 Potion", "4 Herb"),
    ],
)
def test_r_act_4_in_a_race_she_takes_what_is_still_there_of_her_pair(objects: str, hand: str, left: str) -> None:
    game = play(
        position(f"objects: {objects}"),
        "witch_0: draw potion potion; witch_1: draw potion potion; witch_2: draw artifact",
        chance={"quickness": "witch_1 witch_2 witch_0"},
    )
    expect(game, f"witch_0 hand: {hand}\nwitch_1 hand: 2 Potion\nobjects: {left}\nwitch_0 did: draw objects")


def test_r_act_4_of_a_mixed_pair_she_takes_the_card_that_is_there() -> None:
    game = play(
        position("objects: 4 Herb, 2 Potion"),
        "witch_0: draw herb potion; witch_1: draw potion potion; witch_2: draw artifact",
        chance={"quickness": "witch_1 witch_2 witch_0"},
    )
    expect(game, "witch_0 hand: 1 Herb\nobjects: 3 Herb")


@pytest.mark.parametrize("sigil", ["none", "4"])
def test_r_act_5_draw_the_top_artifact_sealed_or_not(sigil: str) -> None:
    game = play(position("artifacts: 6", sigil=sigil), f"witch_0: draw artifact; {HERBS}", chance={"artifact": 12})
    expect(game, "witch_0 hand: artifact 6\nwitch_0 drew: artifact 6\nartifacts: 12 | 1-5 7-11 13")


def test_r_act_5_the_last_artifact_can_be_drawn_and_then_none() -> None:
    game = play(position("artifacts: 6 | none"), f"witch_0: draw artifact; {HERBS}")
    expect(game, "witch_0 hand: artifact 6\nartifacts: none | none")
    assert "draw artifact" not in legal_names(game, 0)
    assert "draw artifact" not in legal_names(game, 1)


def test_r_act_5_if_a_quicker_seat_took_the_last_nothing_is_drawn() -> None:
    game = play(
        position("artifacts: 6 | none"),
        "witch_0: draw artifact; witch_1: draw artifact; witch_2: draw herb herb",
        chance={"quickness": "witch_1 witch_2 witch_0"},
    )
    expect(game, "witch_0 hand: none\nwitch_0 did: draw artifact\nwitch_1 hand: artifact 6")


# ---- Sigils


@pytest.mark.parametrize(
    ("hand", "sigil", "is_legal"),
    [
        ("1 Mineral, 1 Potion", "4", True),
        ("1 Mineral, 1 Potion", "none", False),
        ("2 Herb, 2 Mineral", "4", False),
        ("2 Herb, 2 Potion", "4", False),
    ],
)
def test_r_act_6_break_a_sigil_only_when_sealed_and_able_to_pay(hand: str, sigil: str, is_legal: bool) -> None:
    assert ("break sigil" in legal_names(start(position(hand=hand, sigil=sigil)), 0)) is is_legal


def test_r_act_6_the_objects_and_the_incantation_leave_the_game() -> None:
    game = play(position(hand="2 Herb, 2 Mineral, 2 Potion", sigil="4"), f"witch_0: break sigil; {HERBS}")
    expect(
        game,
        """
        witch_0 sigil: none
        witch_0 hand: 2 Herb, 1 Mineral, 1 Potion
        gone: 1 Mineral, 1 Potion, incantation 4
        witch_0 did: break sigil
        """,
    )


# ---- trades


@pytest.mark.parametrize(
    ("hand", "is_legal"),
    [
        ("1 Herb, 1 Mineral, 1 Potion", True),
        ("2 Herb, 2 Mineral", False),
        ("2 Herb, 2 Potion", False),
        ("2 Mineral, 2 Potion", False),
    ],
)
@pytest.mark.parametrize("sigil", ["none", "4"])
def test_r_act_7_trade_only_when_able_to_pay_sealed_or_not(hand: str, is_legal: bool, sigil: str) -> None:
    assert ("trade demon" in legal_names(start(position(hand=hand, sigil=sigil)), 0)) is is_legal


def test_r_act_7_she_pays_at_once_and_picks_any_demon_of_the_reserve() -> None:
    given = position(
        "witch_0 demon: Berith", "witch_1 demon: Murmur", "witch_2 demon: Vepar", hand="2 Herb, 1 Mineral, 1 Potion"
    )
    game = play(given, f"witch_0: trade demon; {HERBS}")
    expect(game, "gone: 1 Herb, 1 Mineral, 1 Potion\nwitch_0 hand: 1 Herb\nphase: TAKE_DEMON\nasked: witch_0")
    assert legal_names(game, 0) == {"take demon 2", "take demon 3", "take demon 4", "take demon 5", "take demon 7"}
    expect(game, "demon reserve: Eligos, Focalor, Gremory, Haborym, Valefar")  # her old demon is not in it yet
    game.act("witch_0: take demon 5")
    expect(game, "witch_0 demon: Haborym\ndemon reserve: Berith, Eligos, Focalor, Gremory, Valefar\nround: 2")


@pytest.mark.parametrize(("quickness", "is_there"), [("witch_1 witch_2 witch_0", True), ("witch_0 witch_2 witch_1", False)])
def test_r_act_7_a_demon_just_returned_can_be_taken_by_a_slower_hand(quickness: str, is_there: bool) -> None:
    """witch_1 returns Murmur (6) and takes Vepar (8)."""
    price = "1 Herb, 1 Mineral, 1 Potion"
    given = position("witch_0 demon: Berith", "witch_1 demon: Murmur", f"witch_1 hand: {price}", hand=price)
    game = play(given, "witch_0: trade demon; witch_1: trade demon; witch_2: draw herb herb", chance={"quickness": quickness})
    if is_there:
        game.act("witch_1: take demon 8")
    expect(game, "asked: witch_0")
    assert ("take demon 6" in legal_names(game, 0)) is is_there
    assert ("take demon 8" in legal_names(game, 0)) is not is_there


def test_r_act_7_levels_are_kept_and_the_new_demon_counts_this_very_round() -> None:
    """Level II of Haborym (3 Herb, 1 Mineral) lies on the moons, that of Focalor does not; level I is never asked again."""
    given = position(
        "moons: Herb, Herb, Mineral", "witch_0 demon: Focalor", "witch_0 level: 1", hand="1 Herb, 1 Mineral, 1 Potion"
    )
    game = play(given, f"witch_0: trade demon; {HERBS}", "witch_0: take demon 5")
    expect(game, "round: 2\nwitch_0 demon: Haborym\nwitch_0 level: 2")


# ---- what leaves the game


def test_r_act_8_swept_cards_leave_the_game_and_so_does_the_artifact() -> None:
    game = play(
        position("witch_1 hand: Herb", "witch_2 hand: Mineral", "artifacts: 6", hand="artifact 5"),
        "witch_0: play artifact 5; witch_1: play herb; witch_2: play mineral",
        "witch_0: choose herb",
    )
    expect(game, "gone: 1 Herb, 1 transient Herb, artifact 5\nobjects: 31 Herb, 25 Mineral, 22 Potion")
    expect(game, "artifacts: 6 | 1-4 7-13\nincantations: 21 | 1-20\nmoons: Mineral")


def test_r_act_8_removed_cards_leave_the_game_and_so_does_the_incantation() -> None:
    game = play(
        seated("Calanthe: incantation 4", "artifact 5", "Mineral", given="transient: Herb"),
        "witch_0: play incantation 4; witch_1: play artifact 5; witch_2: play mineral",
        "witch_0: cast spell 1",
        "witch_0: remove artifact 5",
        "witch_0: choose mineral",
    )
    expect(game, "gone: 1 Mineral, artifact 5, incantation 4\nmoons: Herb transient")
    expect(
        game, "objects: 32 Herb, 25 Mineral, 22 Potion\ntransients: 6 Herb, 5 Mineral, 5 Potion\nincantations: 21 | 1-3 5-20"
    )


def test_r_act_8_a_removed_transient_leaves_the_game() -> None:
    game = play(
        seated("Évanthe: incantation 4", "Mineral", "", given="transient: Herb"),
        "witch_0: play incantation 4; witch_1: play mineral; witch_2: draw artifact",
        "witch_0: cast spell 1",
        "witch_0: choose herb",
        "witch_0: choose herb",
        "witch_0: choose herb",
        chance={"transient": "Potion"},
    )
    expect(game, "gone: 1 transient Herb, incantation 4\ntransients: 6 Herb, 6 Mineral, 4 Potion\nwitch_0 hand: 2 Herb")


def test_r_act_8_discarded_cards_leave_the_game() -> None:
    game = play(
        seated("Thylane: incantation 4", "Herb, Mineral", "", given="transient: Herb"),
        "witch_0: play incantation 4; witch_1: draw artifact; witch_2: draw artifact",
        "witch_0: cast spell 2",
        "witch_0: aim 1",
        "witch_1: choose herb",
        chance={"quickness": "witch_2 witch_1 witch_0", "artifact": 8},
    )
    expect(game, "gone: 1 Herb, 1 Mineral, incantation 4\nobjects: 31 Herb, 25 Mineral, 22 Potion\nwitch_1 hand: artifact 8")
