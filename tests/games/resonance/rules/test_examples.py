"""The worked examples of the rulebooks (R-EX)."""

from tests.games.resonance.scenario import expect, legal_names, play, seated


def test_r_ex_1_mineral_wins_the_tie_with_herb() -> None:
    game = play(
        "transient: Mineral\nwitch_0 hand: Mineral\nwitch_1 hand: Herb\nwitch_2 hand: Herb",
        "witch_0: play mineral; witch_1: play herb; witch_2: play herb",
    )
    expect(game, "round: 2\nmoons: Mineral\ngone: 2 Herb, transient Mineral")


def test_r_ex_2_two_artifacts_sweep_in_descending_value() -> None:
    game = play(
        seated("Potion", "artifact 4", "artifact 12", "Herb", "Mineral", given="transient: Potion"),
        "witch_0: play potion; witch_1: play artifact 4; witch_2: play artifact 12; witch_3: play herb; witch_4: play mineral",
    )
    expect(game, "asked: witch_2\nchoice: sweep")
    game.act("witch_2: choose potion")
    expect(game, "asked: witch_1\nchoice: sweep\ngone: Potion, transient Potion, artifact 12")
    assert legal_names(game, 1) == {"choose herb", "choose mineral"}
    game.act("witch_1: choose mineral")
    expect(game, "round: 2\nmoons: Herb\ngone: Mineral, Potion, transient Potion, artifacts 4 12")


def test_r_ex_3_blanchefleur_thylane_and_zinnia() -> None:
    game = play(
        seated(
            "Zinnia: incantation 1",
            "Blanchefleur: Herb, Mineral, incantation 11",
            "Thylane: incantation 5, artifact 9",
            given="transient: Potion",
        ),
        "witch_0: play incantation 1; witch_1: play incantation 11; witch_2: play incantation 5",
        "witch_1: cast spell 1",
        "witch_1: choose herb",
        "witch_2: cast spell 1",
        "witch_0: cast spell 3",
        "witch_0: aim 2",
    )
    expect(
        game,
        """
        choice: sweep
        asked: witch_2
        centre: 1 Herb counting 3
        transient: Potion
        witch_2 artifact: 0
        witch_2 sigil: none
        """,
    )
    game.act("witch_2: choose herb")
    expect(
        game,
        """
        round: 2
        moons: Potion transient
        gone: 1 Herb, incantations 5 11
        witch_2 sigil: 1
        witch_2 hand: artifact 9
        """,
    )
    assert "play artifact 9" not in legal_names(game, 2)


def test_r_ex_4_the_object_is_played_though_no_artifact_is_left() -> None:
    game = play(
        "artifacts: none | none\nwitch_0: Virág\nwitch_0 hand: Herb, incantation 4\nwitch_1:\nwitch_2:",
        "witch_0: play incantation 4; witch_1: draw herb herb; witch_2: draw herb herb",
        "witch_0: cast spell 1",
    )
    expect(game, "round: 2\nmoons: Herb\nwitch_0 hand: none")
