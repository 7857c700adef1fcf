"""Spells as they resolve: order, targets, transforming, playing, removing, drawing (R-CAST-1, 2, 4 to 7, 9, 14)."""

from pathlib import Path

import pytest

from tests.games.resonance.casting import OTHERS_DRAW, ada_casts
from tests.games.resonance.scenario import expect, legal_names, play, seated, start
from tests.games.resonance.small_sets import write_set

# ---- R-CAST-1: reveal and order ----


def test_r_cast_1_all_face_down_cards_are_revealed_before_the_first_spell() -> None:
    game = play(
        seated("Thylane: incantation 21", "2 Herb", "artifacts 3 9"),
        "witch_0: play incantation 21; witch_1: play herb; witch_2: play artifact 3",
    )
    expect(
        game,
        """
        phase: CAST
        asked: witch_0
        centre: 1 Herb
        witch_0 hand: none
        witch_0 incantation: unresolved
        witch_1 hand: 1 Herb
        witch_2 hand: artifact 9
        witch_2 artifact: 3
        """,
    )


def test_r_cast_1_incantations_resolve_in_descending_value_whatever_the_quickness() -> None:
    game = play(
        seated("Thylane: Herb, incantation 4", "Myosotis: incantation 21", "Zinnia: Herb, incantation 5"),
        "witch_0: play incantation 4; witch_1: play incantation 21; witch_2: play incantation 5",
        chance={"quickness": "witch_0 witch_2 witch_1"},
    )
    expect(game, "asked: witch_1")
    expect(game.act("witch_1: cast spell 1"), "asked: witch_2")
    expect(game.act("witch_2: cast spell 1"), "asked: witch_0")


# ---- R-CAST-2: announcement and targets ----


def test_r_cast_2_caster_announces_one_of_her_three_spells() -> None:
    game = play(
        "witch_0: Blanchefleur\nwitch_0 hand: Herb, incantation 4\nwitch_1:\nwitch_2:",
        "witch_0: play incantation 4; " + OTHERS_DRAW,
    )
    assert legal_names(game, 0) == {"cast spell 1", "cast spell 2", "cast spell 3"}


def test_r_cast_2_one_spell_a_round_however_many_incantations_she_holds() -> None:
    game = play(
        "witch_0: Vuoko\nwitch_0 hand: incantations 4 5\nwitch_1:\nwitch_2:",
        "witch_0: play incantation 4; " + OTHERS_DRAW,
        "witch_0: cast spell 1",
    )
    expect(game, "round: 2\nphase: ACT\nwitch_0 hand: incantation 5\nmoons: Potion incantation 4")


def test_r_cast_2_targets_are_named_before_the_first_effect_runs(tmp_path: Path) -> None:
    effects = (
        '{ effect = "play", kind = "object", count = 1 }, { effect = "discard", kind = "object", count = 1, who = "one" }, '
        '{ effect = "change_demon", who = "one", when = "end" }'
    )
    game = play(
        seated(
            "Ada: Herb, Mineral, incantation 4",
            "Herb, Potion",
            "Herb, Potion",
            given=f"set: {write_set(tmp_path, Ada=effects)}",
        ),
        "witch_0: play incantation 4; witch_1: draw artifact; witch_2: draw artifact",
        "witch_0: cast spell 1",
    )
    expect(game, "phase: AIM\nasked: witch_0\ncentre: none\nwitch_0 hand: Herb, Mineral")
    game.act("witch_0: aim 1")
    expect(game, "phase: AIM\nasked: witch_0\ncentre: none\nwitch_0 aim: -, witch_1")
    game.act("witch_0: aim 2")
    expect(game, "phase: CHOOSE\nchoice: play\nasked: witch_0\nwitch_0 aim: -, witch_1, witch_2")
    game.act("witch_0: choose herb")
    expect(game, "phase: CHOOSE\nchoice: discard\nasked: witch_1\ncentre: 1 Herb")


def test_r_cast_2_a_witch_may_be_named_on_whom_the_spell_does_nothing() -> None:
    game = play(
        "witch_0: Vuoko\nwitch_0 hand: incantation 4\nwitch_1 hand: artifact 5\nwitch_2 hand: Herb",
        "witch_0: play incantation 4; witch_1: draw herb herb; witch_2: play herb",
        "witch_0: cast spell 2",
    )
    assert legal_names(game, 0) == {"aim 1", "aim 2"}
    game.act("witch_0: aim 2")
    expect(game, "round: 2\nwitch_0 aim: witch_2\nwitch_1 hand: 2 Herb, artifact 5\nwitch_2 hand: none")


def test_r_cast_2_only_a_sigil_restricts_who_may_be_named() -> None:
    game = play(
        seated("Thylane: incantation 4", "Herb", "Mineral", given="witch_1 sigil: 8\nwitch_2 sigil: 9"),
        "witch_0: play incantation 4; witch_1: draw artifact; witch_2: draw artifact",
        "witch_0: cast spell 2",
    )
    assert legal_names(game, 0) == {"aim 1", "aim 2"}
    expect(game.act("witch_0: aim 2"), "round: 2\nwitch_1 discarded: none\nwitch_2 discarded: Mineral")


def test_r_cast_2_later_choices_are_made_when_the_effect_runs() -> None:
    """The new demon is picked at the end of the round, from what lies in the reserve then."""
    game = play(
        seated("Blanchefleur: incantation 9", "", "Mineral", given="witch_0 demon: Berith\nwitch_1 demon: Eligos"),
        "witch_0: play incantation 9; witch_1: draw herb herb; witch_2: play mineral",
        "witch_0: cast spell 2",
    )
    game.act("witch_0: aim 1")
    expect(game, "phase: TAKE_DEMON\nasked: witch_1\nmoons: Mineral\ncentre: none")


# ---- R-CAST-4, R-CAST-5: transforming ----


def test_r_cast_4_transformed_artifact_resolves_with_the_artifacts_and_its_caster_chooses() -> None:
    game = play(
        seated("Thylane: incantation 20", "artifact 1", "Herb", given="transient: Potion\ncentre: 1 Mineral"),
        "witch_0: play incantation 20; witch_1: play artifact 1; witch_2: play herb",
        "witch_0: cast spell 1",
    )
    expect(game, "choice: sweep\nasked: witch_1\nwitch_0 artifact: 0\nwitch_0 incantation: artifact\ncentre: Herb, Mineral")
    expect(game, "witch_0 waiting: no")
    game.act("witch_1: choose potion")
    expect(game, "choice: sweep\nasked: witch_0")
    assert legal_names(game, 0) == {"choose herb", "choose mineral"}
    expect(game.act("witch_0: choose herb"), "moons: Mineral\nwitch_0 incantation: left")


def test_r_cast_4_resolves_at_the_printed_value_not_at_the_incantation_value(tmp_path: Path) -> None:
    game = play(
        f"""
        set: {write_set(tmp_path, Ada='{ effect = "become_artifact", value = 6 }')}
        centre: 1 Herb, 1 Mineral, 1 Potion
        witch_0: Ada
          hand: incantation 4
        witch_1 hand: artifact 5
        witch_2 hand: artifact 7
        """,
        "witch_0: play incantation 4; witch_1: play artifact 5; witch_2: play artifact 7",
        "witch_0: cast spell 1",
    )
    expect(game, "asked: witch_2\nwitch_0 artifact: 6")
    expect(game.act("witch_2: choose herb"), "asked: witch_0")
    expect(game.act("witch_0: choose mineral"), "round: 2\nmoons: -")


def test_r_cast_4_is_allowed_while_sealed() -> None:
    game = play(
        "transient: Herb\nwitch_0: Thylane\nwitch_0 hand: artifact 3, incantation 4\nwitch_0 sigil: 9\nwitch_1:\nwitch_2:",
    )
    assert "play artifact 3" not in legal_names(game, 0)
    game.act("witch_0: play incantation 4; " + OTHERS_DRAW).act("witch_0: cast spell 1")
    expect(game, "round: 2\nmoons: -\nwitch_0 hand: artifact 3\ngone: transient Herb, incantation 4")


def test_r_cast_5_transformed_object_lies_in_the_centre_and_counts_as_printed() -> None:
    given = "centre: {}\nwitch_0: Myosotis\nwitch_0 hand: incantation 4\nwitch_1:\nwitch_2:"
    acts = ("witch_0: play incantation 4; " + OTHERS_DRAW, "witch_0: cast spell 1")
    expect(play(given.format("1 Mineral"), *acts), "moons: Herb incantation 4\ngone: Mineral")
    expect(play(given.format("2 Mineral"), *acts), "moons: Mineral\ngone: Mineral, incantation 4")


def test_r_cast_5_transformed_object_is_swept_like_an_object() -> None:
    game = play(
        "witch_0: Vuoko\nwitch_0 hand: incantation 4\nwitch_1 hand: artifact 5\nwitch_2 hand: Herb",
        "witch_0: play incantation 4; witch_1: play artifact 5; witch_2: play herb",
        "witch_0: cast spell 1",
    )
    expect(game, "asked: witch_1\nchoice: sweep\nwitch_0 incantation: object Potion counting 1")
    expect(game.act("witch_1: choose potion"), "moons: Herb\ngone: artifact 5, incantation 4")


# ---- R-CAST-6: playing from hand ----

PLAY_TWO = '{ effect = "play", kind = "object", count = 2 }'


def test_r_cast_6_n_means_n(tmp_path: Path) -> None:
    game = ada_casts(tmp_path, PLAY_TWO, "witch_0: choose herb", hand="2 Herb, 2 Mineral, incantation 4")
    assert legal_names(game, 0) == {"choose herb", "choose mineral"}, "no stop after the first"
    game.act("witch_0: choose mineral")
    expect(game, "round: 2\nmoons: Mineral\nwitch_0 hand: Herb, Mineral\nwitch_0 played: Herb, Mineral, incantation 4")


def test_r_cast_6_or_all_she_has(tmp_path: Path) -> None:
    game = ada_casts(tmp_path, PLAY_TWO, hand="Herb, incantation 4")
    expect(game, "round: 2\nmoons: Herb\nwitch_0 hand: none")


def test_r_cast_6_cards_come_from_her_hand_not_from_the_piles() -> None:
    game = play(
        "witch_0: Blanchefleur\nwitch_0 hand: Herb, Potion, incantation 4\nwitch_1 hand: Mineral\nwitch_2 hand: Mineral",
        "witch_0: play incantation 4; " + OTHERS_DRAW,
        "witch_0: cast spell 1",
    )
    assert legal_names(game, 0) == {"choose herb", "choose potion"}, "nobody else's Mineral, none of the pile"


def test_r_cast_6_up_to_the_first_is_compulsory_then_she_may_stop() -> None:
    game = play(
        "witch_0: Zinnia\nwitch_0 hand: 2 Herb, Mineral, incantation 4\nwitch_1:\nwitch_2:",
        "witch_0: play incantation 4; " + OTHERS_DRAW,
        "witch_0: cast spell 1",
    )
    assert legal_names(game, 0) == {"choose herb", "choose mineral"}
    game.act("witch_0: choose mineral")
    assert legal_names(game, 0) == {"choose herb", "stop"}
    expect(game.act("witch_0: stop"), "round: 2\nmoons: Mineral\nwitch_0 hand: 2 Herb")


def test_r_cast_6_up_to_two_ends_after_the_second() -> None:
    game = play(
        "witch_0: Zinnia\nwitch_0 hand: 2 Herb, Mineral, incantation 4\nwitch_1:\nwitch_2:",
        "witch_0: play incantation 4; " + OTHERS_DRAW,
        "witch_0: cast spell 1",
        "witch_0: choose herb",
        "witch_0: choose herb",
    )
    expect(game, "round: 2\nmoons: Herb\nwitch_0 hand: Mineral")


def test_r_cast_6_only_cards_of_the_printed_kind_can_be_played() -> None:
    game = play(
        "witch_0: Évanthe\nwitch_0 hand: 2 Herb, 3 Mineral, incantation 4\nwitch_1:\nwitch_2:",
        "witch_0: play incantation 4; " + OTHERS_DRAW,
        "witch_0: cast spell 2",
    )
    expect(game, "choice: play\ncentre: 1 Herb")
    assert legal_names(game, 0) == {"choose herb", "stop"}


def test_r_cast_6_a_card_that_counts_three_weighs_three_and_is_one_card() -> None:
    given = "centre: {}\nwitch_0: Blanchefleur\nwitch_0 hand: Herb, incantation 4\nwitch_1:\nwitch_2:"
    acts = ("witch_0: play incantation 4; " + OTHERS_DRAW, "witch_0: cast spell 1")
    expect(play(given.format("2 Mineral"), *acts), "moons: Herb\ngone: 2 Mineral, incantation 4")
    expect(play(given.format("3 Mineral"), *acts), "moons: Mineral\ngone: 1 Herb, 2 Mineral, incantation 4")


# ---- R-CAST-7: removing ----


def removing(centre: str) -> str:
    """Calanthe removes two cards of any kind; the centre as she finds it."""
    return f"{centre}\nwitch_0: Calanthe\nwitch_0 hand: incantation 4\nwitch_1 hand: artifact 5\nwitch_2:\n"


REMOVE = ("witch_0: play incantation 4; " + OTHERS_DRAW, "witch_0: cast spell 1")


def test_r_cast_7_transient_and_objects_can_be_removed_one_by_one() -> None:
    game = play(removing("transient: Potion\ncentre: 1 Herb, 1 Mineral"), *REMOVE)
    assert legal_names(game, 0) == {"choose herb", "choose mineral", "choose potion"}
    game.act("witch_0: choose potion")
    expect(game, "transient: none\ngone: transient Potion")
    assert legal_names(game, 0) == {"choose herb", "choose mineral"}
    expect(game.act("witch_0: choose mineral"), "moons: Herb\ngone: Mineral, transient Potion, incantation 4")


def test_r_cast_7_card_counting_three_is_removed_as_one_card() -> None:
    game = play(removing("centre: 1 Herb counting 3, 1 Herb, 1 Mineral"), *REMOVE)
    assert legal_names(game, 0) == {"choose herb", "remove herb counting 3", "choose mineral"}
    game.act("witch_0: remove herb counting 3")
    expect(game, "asked: witch_0\ncentre: 1 Herb, 1 Mineral")
    expect(game.act("witch_0: choose mineral"), "moons: Herb\ngone: 1 Herb, 1 Mineral, incantation 4")


def test_r_cast_7_removed_artifact_does_nothing() -> None:
    game = play(
        removing("centre: 1 Herb, 1 Mineral"),
        "witch_0: play incantation 4; witch_1: play artifact 5; witch_2: draw herb herb",
        "witch_0: cast spell 1",
    )
    assert legal_names(game, 0) == {"choose herb", "choose mineral", "remove artifact 5"}
    game.act("witch_0: remove artifact 5").act("witch_0: choose mineral")
    expect(game, "round: 2\nmoons: Herb\ngone: 1 Mineral, artifact 5, incantation 4\nwitch_1 artifact: none")


def test_r_cast_7_transformed_artifact_can_be_removed() -> None:
    game = play(
        seated("Évanthe: incantation 4", "Thylane: incantation 8", "", given="centre: 1 Mineral"),
        "witch_0: play incantation 4; witch_1: play incantation 8; witch_2: draw herb herb",
        "witch_1: cast spell 1",
        "witch_0: cast spell 1",
    )
    assert legal_names(game, 0) == {"choose mineral", "remove artifact 0"}
    game.act("witch_0: remove artifact 0").act("witch_0: choose herb").act("witch_0: choose herb")
    expect(game, "round: 2\nmoons: Mineral\ngone: incantations 4 8\nwitch_1 artifact: none\nwitch_1 incantation: left")


def test_r_cast_7_transformed_object_can_be_removed() -> None:
    game = play(
        seated("Évanthe: incantation 4", "Myosotis: incantation 8", "", given="centre: 1 Mineral"),
        "witch_0: play incantation 4; witch_1: play incantation 8; witch_2: draw herb herb",
        "witch_1: cast spell 1",
        "witch_0: cast spell 1",
    )
    assert legal_names(game, 0) == {"choose mineral", "remove herb counting 2"}
    game.act("witch_0: remove herb counting 2").act("witch_0: choose herb").act("witch_0: choose herb")
    expect(game, "round: 2\nmoons: Mineral\ngone: incantations 4 8")


def test_r_cast_7_her_own_card_can_be_removed(tmp_path: Path) -> None:
    own = '{ effect = "become_object", kind = "herb" }, { effect = "remove", kind = "herb", count = 1 }'
    game = ada_casts(tmp_path, own)
    expect(game, "round: 2\nmoons: -\ngone: incantation 4\nwitch_0 incantation: left")


def test_r_cast_7_unresolved_and_waiting_incantations_cannot_be_removed() -> None:
    game = play(
        seated(
            "Calanthe: incantation 7",
            "Vuoko: incantation 8",
            "Thylane: incantation 1",
            given="centre: 1 Herb, 1 Mineral, 1 Potion",
        ),
        "witch_0: play incantation 7; witch_1: play incantation 8; witch_2: play incantation 1",
        "witch_1: cast spell 3",
        "witch_1: aim 1",
        "witch_0: cast spell 1",
    )
    expect(game, "witch_1 incantation: waiting\nwitch_2 incantation: unresolved")
    assert legal_names(game, 0) == {"choose herb", "choose mineral", "choose potion"}


def test_r_cast_7_removing_is_compulsory_and_what_is_not_there_is_lost() -> None:
    game = play(removing("centre: 1 Herb"), *REMOVE)
    expect(game, "round: 2\nmoons: -\ngone: 1 Herb, incantation 4")


def test_r_cast_7_kinds_of_cards_to_remove(tmp_path: Path) -> None:
    effects = '{{ effect = "remove", kind = "{}", count = 1 }}'
    given = """
        set: {}
        centre: 1 Herb, 1 Mineral, 1 Potion
        witch_0: Ada
          hand: incantation 4
        witch_1 hand: artifact 5
        witch_2 hand: artifact 6
        """
    acts = ("witch_0: play incantation 4; witch_1: play artifact 5; witch_2: play artifact 6", "witch_0: cast spell 1")
    artifacts = play(given.format(write_set(tmp_path, Ada=effects.format("artifact"))), *acts)
    assert legal_names(artifacts, 0) == {"remove artifact 5", "remove artifact 6"}
    objects = play(given.format(write_set(tmp_path, Ada=effects.format("object"))), *acts)
    assert legal_names(objects, 0) == {"choose herb", "choose mineral", "choose potion"}
    minerals = play(given.format(write_set(tmp_path, Ada=effects.format("mineral"))), *acts)
    expect(minerals, "choice: sweep\nasked: witch_2\ncentre: 1 Herb, 1 Potion\ngone: 1 Mineral, incantation 4")


# ---- R-CAST-9: drawing ----


def test_r_cast_9_draws_from_the_open_piles_one_card_after_the_other() -> None:
    game = play(
        seated("Évanthe: incantation 4", "Herb", "Herb", given="objects: 1 Herb, 9 Mineral\ncentre: 1 Potion"),
        "witch_0: play incantation 4; witch_1: play herb; witch_2: draw artifact",
        "witch_0: cast spell 1",
        "witch_0: choose potion",
    )
    assert legal_names(game, 0) == {"choose herb", "choose mineral"}, "she chooses, of piles that are not empty"
    game.act("witch_0: choose herb")
    expect(game, "round: 2\nwitch_0 hand: Herb, Mineral\nwitch_0 drew: Herb, Mineral\nobjects: 8 Mineral")


def test_r_cast_9_from_an_empty_pile_that_part_is_lost() -> None:
    """Zinnia draws the top artifact, then one object; here no artifact is left."""
    game = play(
        "artifacts: none | none\nwitch_0: Zinnia\nwitch_0 hand: incantation 4\nwitch_1:\nwitch_2:",
        "witch_0: play incantation 4; " + OTHERS_DRAW,
        "witch_0: cast spell 2",
        "witch_0: choose potion",
        "witch_0: stop",
    )
    expect(game, "round: 2\nwitch_0 hand: Potion")


@pytest.mark.parametrize("kind", ["artifact", "incantation"])
def test_r_cast_9_valued_cards_come_from_the_top_of_the_pile(tmp_path: Path, kind: str) -> None:
    draw_two = f'{{ effect = "draw", kind = "{kind}", count = 2 }}'
    game = ada_casts(tmp_path, draw_two, chance={kind: [3, 7]}, given=f"{kind}s: 9")
    expect(game, f"round: 2\nwitch_0 hand: {kind}s 3 9\nwitch_0 drew: {kind}s 3 9\n{kind}s: 7")


def test_r_cast_9_two_from_a_pile_of_one_gives_one(tmp_path: Path) -> None:
    draw_two = '{ effect = "draw", kind = "incantation", count = 2 }'
    game = ada_casts(tmp_path, draw_two, given="incantations: 9 | none")
    expect(game, "round: 2\nwitch_0 hand: incantation 9\nincantations: none")


def test_r_cast_9_a_printed_type_is_not_hers_to_choose(tmp_path: Path) -> None:
    draw_two = '{ effect = "draw", kind = "mineral", count = 2 }'
    game = ada_casts(tmp_path, draw_two)
    expect(game, "round: 2\nwitch_0 hand: 2 Mineral")


def test_r_cast_9_and_14_up_to_leaves_the_further_draws_to_her(tmp_path: Path) -> None:
    up_to_two = '{ effect = "draw", kind = "object", count = 2, up_to = true }'
    game = ada_casts(tmp_path, up_to_two)
    assert legal_names(game, 0) == {"choose herb", "choose mineral", "choose potion"}
    game.act("witch_0: choose herb")
    assert legal_names(game, 0) == {"choose herb", "choose mineral", "choose potion", "stop"}
    expect(game.act("witch_0: stop"), "round: 2\nwitch_0 hand: Herb")


# ---- R-CAST-14: order and compulsion ----


def test_r_cast_14_effects_run_in_printed_order(tmp_path: Path) -> None:
    draw, played = '{ effect = "draw", kind = "herb", count = 1 }', '{ effect = "play", kind = "object", count = 1 }'
    given = "set: {}\nwitch_0: Ada\nwitch_0 hand: incantation 4\nwitch_1:\nwitch_2:"
    acts = ("witch_0: play incantation 4; " + OTHERS_DRAW, "witch_0: cast spell 1")
    expect(play(given.format(write_set(tmp_path, Ada=f"{draw}, {played}")), *acts), "moons: Herb\nwitch_0 hand: none")
    expect(play(given.format(write_set(tmp_path, Ada=f"{played}, {draw}")), *acts), "moons: -\nwitch_0 hand: Herb")


def test_r_cast_14_each_card_is_chosen_after_the_last_has_moved() -> None:
    game = play(removing("centre: 1 Herb, 1 Mineral, 1 Potion"), *REMOVE, "witch_0: choose herb")
    expect(game, "centre: 1 Mineral, 1 Potion\nasked: witch_0")
    assert legal_names(game, 0) == {"choose mineral", "choose potion"}, "neither the Herb nor a stop"


def test_r_cast_14_up_to_applies_to_removing(tmp_path: Path) -> None:
    up_to_three = '{ effect = "remove", kind = "any", count = 3, up_to = true }'
    game = ada_casts(tmp_path, up_to_three, given="centre: 2 Herb, 2 Mineral")
    assert legal_names(game, 0) == {"choose herb", "choose mineral"}
    game.act("witch_0: choose herb")
    assert legal_names(game, 0) == {"choose herb", "choose mineral", "stop"}
    expect(game.act("witch_0: stop"), "round: 2\nmoons: Mineral\ngone: 2 Herb, 1 Mineral, incantation 4")


def test_r_cast_14_only_if_she_likes_lets_her_decline_a_change(tmp_path: Path) -> None:
    change = '{{ effect = "change_demon", who = "self"{} }}'
    given = "set: {}\nwitch_0: Ada\nwitch_0 hand: incantation 4\nwitch_0 demon: Berith\nwitch_1:\nwitch_2:"
    acts = ("witch_0: play incantation 4; " + OTHERS_DRAW, "witch_0: cast spell 1")
    must = play(given.format(write_set(tmp_path, Ada=change.format(""))), *acts)
    assert len(legal_names(must, 0)) == 5
    assert "stop" not in legal_names(must, 0)
    may = play(given.format(write_set(tmp_path, Ada=change.format(", if_she_likes = true"))), *acts)
    assert "stop" in legal_names(may, 0)
    assert len(legal_names(may, 0)) == 6
    expect(may.act("witch_0: stop"), "round: 2\nwitch_0 demon: Berith")


def test_r_cast_14_a_step_that_finds_nothing_is_skipped() -> None:
    """Évanthe removes one card and draws two objects; with an empty centre she draws at once."""
    game = play(
        "witch_0: Évanthe\nwitch_0 hand: incantation 4\nwitch_1:\nwitch_2:",
        "witch_0: play incantation 4; " + OTHERS_DRAW,
        "witch_0: cast spell 1",
    )
    expect(game, "choice: draw\neffect: 1\nleft: 2\nasked: witch_0")


def test_r_cast_14_an_unfinished_spell_does_not_let_the_next_caster_in() -> None:
    game = start("witch_0: Évanthe\nwitch_0 hand: incantation 9\nwitch_1: Thylane\nwitch_1 hand: incantation 8\nwitch_2:")
    game.act("witch_0: play incantation 9; witch_1: play incantation 8; witch_2: draw herb herb").act("witch_0: cast spell 1")
    game.act("witch_0: choose herb")
    expect(game, "asked: witch_0\nchoice: draw")
    expect(game.act("witch_0: choose herb"), "asked: witch_1\nphase: CAST")
