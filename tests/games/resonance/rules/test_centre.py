"""Sweeping (R-SWEEP), tested as scenarios."""

import pytest

from tests.games.resonance.scenario import expect, legal_names, play, seated

# ---- sweeps


@pytest.mark.parametrize(("first", "second", "values"), [(0, 1, (12, 4)), (1, 0, (4, 12))])
def test_r_sweep_1_artifacts_resolve_in_descending_value(first: int, second: int, values: tuple[int, int]) -> None:
    """Each chooses when her turn comes, and only among the types that are still there."""
    game = play(
        seated(f"artifact {values[0]}", f"artifact {values[1]}", "Herb", "Mineral", given="transient: Potion"),
        f"witch_0: play artifact {values[0]}; witch_1: play artifact {values[1]}; witch_2: play herb; witch_3: play mineral",
    )
    expect(game, f"asked: witch_{first}\nphase: CHOOSE\nchoice: sweep")
    assert legal_names(game, first) == {"choose herb", "choose mineral", "choose potion"}
    game.act(f"witch_{first}: choose potion")
    expect(game, f"asked: witch_{second}\ngone: 1 transient Potion, artifact 12")
    assert legal_names(game, second) == {"choose herb", "choose mineral"}
    game.act(f"witch_{second}: choose mineral")
    expect(game, "moons: Herb\ngone: 1 Mineral, 1 transient Potion, artifacts 4 12")


def test_r_sweep_1_a_transformed_artifact_resolves_in_its_place() -> None:
    """Thylane's artifact 0 comes after the printed artifact 1, although her incantation is 21."""
    game = play(
        seated("Thylane: incantation 21", "artifact 1", "Mineral", given="transient: Herb"),
        "witch_0: play incantation 21; witch_1: play artifact 1; witch_2: play mineral",
        "witch_0: cast spell 1",
    )
    expect(game, "asked: witch_1\nwitch_0 artifact: 0")
    game.act("witch_1: choose mineral")
    expect(game, "moons: -\ngone: 1 Mineral, 1 transient Herb, artifact 1, incantation 21")


def test_r_sweep_1_a_sweep_takes_the_transient_transformed_cards_and_cards_counting_several() -> None:
    """Herbs: the transient, Blanchefleur's that counts 3, Myosotis's incantation that counts 2, a printed one."""
    game = play(
        seated(
            "Blanchefleur: Herb, incantation 9",
            "Myosotis: incantation 8",
            "Herb",
            "artifact 2",
            "Mineral",
            given="transient: Herb",
        ),
        "witch_0: play incantation 9; witch_1: play incantation 8; witch_2: play herb; "
        "witch_3: play artifact 2; witch_4: play mineral",
        "witch_0: cast spell 1",
        "witch_1: cast spell 1",
        "witch_3: choose herb",
    )
    expect(game, "moons: Mineral\ngone: 2 Herb, 1 transient Herb, artifact 2, incantations 8 9")


def test_r_sweep_1_a_sweep_leaves_the_other_types() -> None:
    game = play(
        seated("artifact 2", "Virág: incantation 8", "Herb", "Herb", given="transient: Potion"),
        "witch_0: play artifact 2; witch_1: play incantation 8; witch_2: play herb; witch_3: play herb",
        "witch_1: cast spell 2",
        "witch_0: choose potion",
    )
    expect(game, "moons: Mineral incantation 8\ngone: 2 Herb, 1 transient Potion, artifact 2")


def test_r_sweep_1_the_only_type_there_must_be_swept() -> None:
    """She is not asked: the transient Herb is the only object."""
    game = play(
        "players: 3\ntransient: Herb\nwitch_0:\n  hand: artifact 5\nwitch_1:\nwitch_2:",
        "witch_0: play artifact 5; witch_1: draw artifact; witch_2: draw artifact",
    )
    expect(game, "moons: -\ngone: 1 transient Herb, artifact 5\nround: 2")


def test_r_sweep_2_with_no_object_left_the_artifact_is_spent_without_effect() -> None:
    """11 sweeps the only object; 6 and 2 find none. The moons stay as they are."""
    game = play(
        seated("artifact 2", "artifact 11", "artifact 6", given="transient: Herb\nmoons: Herb, Potion"),
        "witch_0: play artifact 2; witch_1: play artifact 11; witch_2: play artifact 6",
    )
    expect(game, "gone: 1 transient Herb, artifacts 2 6 11\nmoons: Herb, Potion\nwitch_0 hand: none\nround: 2")


def test_r_sweep_2_artifacts_touch_no_waiting_incantation() -> None:
    """Zinnia's incantation waits beside the centre as a Sigil while artifact 5 sweeps the rest."""
    game = play(
        seated("artifact 5", "Zinnia: incantation 9", "", given="transient: Herb"),
        "witch_0: play artifact 5; witch_1: play incantation 9; witch_2: draw artifact",
        "witch_1: cast spell 3",
        "witch_1: aim 1",
    )
    expect(game, "witch_2 sigil: 9\ngone: 1 transient Herb, artifact 5")


def test_r_sweep_2_artifacts_do_not_touch_other_artifacts() -> None:
    """13 sweeps the Mineral; artifact 0, which Thylane's incantation has become, still sweeps the Herb."""
    game = play(
        seated("artifact 13", "Thylane: incantation 9", "Mineral", given="transient: Herb"),
        "witch_0: play artifact 13; witch_1: play incantation 9; witch_2: play mineral",
        "witch_1: cast spell 1",
        "witch_0: choose mineral",
    )
    expect(game, "moons: -\ngone: 1 Mineral, 1 transient Herb, artifact 13, incantation 9")


def test_r_sweep_2_an_artifact_removed_by_a_spell_does_nothing() -> None:
    """Calanthe removes the transformed artifact 0 and the printed 13."""
    game = play(
        seated("Calanthe: incantation 4", "Thylane: incantation 9", "artifact 13", given="transient: Herb"),
        "witch_0: play incantation 4; witch_1: play incantation 9; witch_2: play artifact 13",
        "witch_1: cast spell 1",
        "witch_0: cast spell 1",
        "witch_0: remove artifact 0",
        "witch_0: remove artifact 13",
    )
    expect(game, "moons: Herb transient\ngone: artifact 13, incantations 4 9")


@pytest.mark.parametrize(("printed", "transformed"), [(0, 1), (1, 0)])
def test_r_sweep_3_of_equal_values_the_printed_artifact_goes_first(printed: int, transformed: int, shapes: str) -> None:
    """Whoever holds it, and although the incantation is 21."""
    game = play(
        f"""
        set: {shapes}
        players: 3
        transient: Herb
        witch_{printed}:
          hand: artifact 7
        witch_{transformed}:
          hand: incantation 21
        witch_2 hand: Mineral
        """,
        f"witch_{printed}: play artifact 7; witch_{transformed}: play incantation 21; witch_2: play mineral",
        f"witch_{transformed}: cast spell 1",
    )
    expect(game, f"asked: witch_{printed}\nphase: CHOOSE\nwitch_{transformed} artifact: 7")
    game.act(f"witch_{printed}: choose mineral")
    expect(game, "moons: -")


@pytest.mark.parametrize(("values", "first"), [((9, 4), 0), ((4, 9), 1)])
def test_r_sweep_3_of_two_transformed_ones_the_higher_incantation_goes_first(
    values: tuple[int, int], first: int, shapes: str
) -> None:
    game = play(
        seated(f"incantation {values[0]}", f"incantation {values[1]}", "Mineral", given=f"set: {shapes}\ntransient: Herb"),
        f"witch_0: play incantation {values[0]}; witch_1: play incantation {values[1]}; witch_2: play mineral",
        f"witch_{first}: cast spell 1",
        f"witch_{1 - first}: cast spell 1",
    )
    expect(game, f"asked: witch_{first}\nphase: CHOOSE")
