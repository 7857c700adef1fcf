"""Spells, sweeps and levels at their edges: what a change of one operator or constant would break unnoticed."""

from pathlib import Path

import numpy as np
import pytest

from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.rules.actions import ACTIONS
from resonance_env.games.resonance.rules.centre import num_cards
from resonance_env.games.resonance.rules.victory import can_validate, missing_objects, objects_on_moons
from resonance_env.games.resonance.spec import SPEC
from resonance_env.games.resonance.text.notation import parse_position
from tests.games.resonance.casting import CAST, ada_casts
from tests.games.resonance.golden.frozen_sets import FROZEN_SETS_WARN
from tests.games.resonance.scenario import ScenarioGame, expect, legal_names, play, seated
from tests.games.resonance.small_sets import WITCHES, write_set

pytestmark = [FROZEN_SETS_WARN, pytest.mark.usefixtures("at_the_root")]


@pytest.mark.parametrize(("first", "second"), [(9, 4), (4, 9)])
def test_r_lock_2_of_transformed_cards_the_highest_incantation_stays(tmp_path: Path, first: int, second: int) -> None:
    herb = '{ effect = "become_object", kind = "herb", counts = 2 }'
    game = play(
        seated(
            f"Ada: incantation {first}",
            f"Bea: incantation {second}",
            "",
            given=f"set: {write_set(tmp_path, Ada=herb, Bea=herb)}\ntransient: Potion",
        ),
        f"witch_0: play incantation {first}; witch_1: play incantation {second}; witch_2: draw herb herb",
        "witch_1: cast spell 1" if second > first else "witch_0: cast spell 1",
        "witch_0: cast spell 1" if second > first else "witch_1: cast spell 1",
    )
    expect(game, "round: 2\nmoons: Herb incantation 9")


def test_r_cast_7_a_card_that_counts_two_is_not_the_transient(tmp_path: Path) -> None:
    """Two witches have made Herbs that count 2 and 3 of their incantations; each is removed by what it counts."""
    remove = '{ effect = "remove", kind = "herb", count = 2 }'
    two, three = (f'{{ effect = "become_object", kind = "herb", counts = {counts} }}' for counts in (2, 3))
    given = f"""
        set: {write_set(tmp_path, Ada=remove, Bea=two, Cleo=three)}
        transient: Herb
        witch_0: Ada
          hand: incantation 4
        witch_1: Bea
          hand: incantation 9
        witch_2: Cleo
          hand: incantation 12
        """
    game = play(
        given,
        "witch_0: play incantation 4; witch_1: play incantation 9; witch_2: play incantation 12",
        "witch_2: cast spell 1",
        "witch_1: cast spell 1",
        "witch_0: cast spell 1",
    )
    assert legal_names(game, 0) == {"choose herb", "remove herb counting 2", "remove herb counting 3"}
    assert [num_cards(game.games[0], v.HERB, count) for count in (1, 2, 3)] == [1, 1, 1]
    game.act("witch_0: remove herb counting 2")
    expect(game, "gone: incantation 9\ntransient: Herb\nwitch_2 incantation: object Herb counting 3")
    game.act("witch_0: choose herb")
    expect(game, "round: 2\nmoons: Herb incantation 12\ngone: transient Herb, incantations 4 9")


def test_r_round_1_an_open_moon_of_a_later_month_is_cleared_once() -> None:
    """The second round finds nothing more to clear on the moon that stayed open."""
    game = play(
        """
        moons: Herb, Mineral, Mineral, Mineral, Mineral, Mineral, Mineral, Mineral
        next moon: I
        month over: yes
        asked: none
        stage: CLEAR
        transient: none
        transients: 2 Herb, 1 Mineral
        witch_0 hand: artifact 5
        witch_1 hand: artifact 6
        witch_2:
        """,
        "witch_0: play artifact 5; witch_1: draw artifact; witch_2: draw artifact",
        chance={"transient": ["Herb", "Herb"]},
    )
    expect(game, "round: 2\nmoons: -, Mineral, Mineral, Mineral, Mineral, Mineral, Mineral, Mineral\nnext moon: I")
    assert game.games[0]["gone_objects"].tolist() == [1, 0, 0]
    assert game.games[0]["gone_transients"][0] == 1 + 7 - 2


EIGHT = "players: 8\nteam talk: no\n"


def _three_of_eight_cast(card_set: str) -> ScenarioGame:
    """Returns a game of eight seats that asks seat 7 for her spell; those of seats 3 and 0 follow (R-CAST-1)."""
    witches = "".join(f"witch_{seat}: {name}\n" for seat, name in enumerate(WITCHES[:8]) if seat not in (0, 3, 7))
    given = f"""\
set: {card_set}
{EIGHT}transient: Herb
{witches}witch_0: Ada
  hand: incantation 4
witch_3: Dora
  hand: incantation 9
witch_7: Hel
  hand: incantation 20
"""
    playing = {0: "play incantation 4", 3: "play incantation 9", 7: "play incantation 20"}
    return play(given, "; ".join(f"witch_{seat}: {playing.get(seat, 'draw mineral mineral')}" for seat in range(8)))


def test_r_cast_1_with_eight_seats_the_last_casts_first_and_then_the_others(tmp_path: Path) -> None:
    """Seat 7 has the highest incantation; its spells, waiting effects and cards are done with when the next is looked for."""
    draw = '{ effect = "draw", kind = "herb", count = 1, when = "end" }, { effect = "become_object", kind = "potion" }'
    game = _three_of_eight_cast(write_set(tmp_path, Ada=draw, Dora=draw, Hel=draw))
    for seat in (7, 3, 0):
        expect(game, f"phase: CAST\nasked: witch_{seat}")
        game.act(f"witch_{seat}: cast spell 1")
    # All three lie in the centre as Potions; the highest incantation stays on the moon.
    expect(game, "round: 2\nmoons: Potion incantation 20\ngone: transient Herb, incantations 4 9")
    for seat in (0, 3, 7):
        expect(game, f"witch_{seat} drew: 1 Herb\nwitch_{seat} hand: 1 Herb")


@pytest.mark.parametrize("when", ["now", "end"])
def test_r_cast_14_each_of_four_effects_runs_once(tmp_path: Path, when: str) -> None:
    draws = ", ".join(
        f'{{ effect = "draw", kind = "{kind}", count = 1, when = "{when}" }}'
        for kind in ("herb", "mineral", "artifact", "potion")
    )
    game = ada_casts(tmp_path, draws)
    drawn = "1 Herb, 1 Mineral, 1 Potion, artifact 13"
    expect(game, f"round: 2\nwitch_0 hand: {drawn}\nwitch_0 drew: {drawn}")


def test_r_cast_9_the_incantation_of_value_1_can_be_drawn(tmp_path: Path) -> None:
    draw = '{ effect = "draw", kind = "incantation", count = 1 }'
    game = play(
        f"set: {write_set(tmp_path, Ada=draw)}\nincantations: 1 | 2\nwitch_0: Ada\n  hand: incantation 4\nwitch_1:\nwitch_2:",
        CAST,
    )
    assert "cast spell 1" in legal_names(game, 0)
    game.act("witch_0: cast spell 1")
    expect(game, "round: 2\nwitch_0 hand: incantation 1\nincantations: 2")


@pytest.mark.parametrize(("effect", "taker"), [("change_demon", "take demon 5"), ("change_spells", "take spells 5")])
def test_r_cast_8_who_takes_is_known_until_she_has_taken_or_declined(tmp_path: Path, effect: str, taker: str) -> None:
    change = f'{{ effect = "{effect}", who = "self", if_she_likes = true }}, {{ effect = "become_artifact", value = 3 }}'
    cards = write_set(tmp_path, Ada=change)
    for answer in ("stop", taker):
        game = play(
            f"set: {cards}\ntransient: Herb\nwitch_0: Ada\n  hand: incantation 4\nwitch_1 hand: Potion\nwitch_2:",
            "witch_0: play incantation 4; witch_1: play potion; witch_2: draw herb herb",
            "witch_0: cast spell 1",
        )
        expect(game, "taker: witch_0\ncaster: witch_0")
        game.act(f"witch_0: {answer}")
        expect(game, "phase: CHOOSE\nchoice: sweep\ntaker: none\ncaster: witch_0\neffect: 0\nleft: -1")


def test_r_level_1_what_is_there_too_often_is_not_missing() -> None:
    games, card_set = parse_position("moons: Herb, Herb, Herb\nwitch_0 demon: Berith\nwitch_1:\nwitch_2:")
    on_moons = objects_on_moons(games[0])
    assert [missing_objects(card_set.cards[0], games[0]["demon"][0], 0, kind, on_moons) for kind in v.OBJECTS] == [0, 1, 0]


def test_r_level_2_beyond_level_iii_there_is_none() -> None:
    games, card_set = parse_position("moons: Herb, Herb, Herb, Herb\nwitch_0 demon: Haborym\nwitch_1:\nwitch_2:")
    game = games[0]
    for level, is_there in ((0, True), (1, False), (2, False), (3, False)):
        game["level"][0] = level
        assert can_validate(game, card_set.cards[0], 0, objects_on_moons(game)) == is_there


@pytest.mark.parametrize("transient", ["Herb", "Mineral", "Potion"])
def test_r_cast_3_an_object_of_any_type_can_be_removed(tmp_path: Path, transient: str) -> None:
    remove = '{ effect = "remove", kind = "object", count = 1 }, { effect = "draw", kind = "artifact", count = 1 }'
    game = ada_casts(tmp_path, remove, given=f"transient: {transient}")
    expect(game, f"round: 2\nmoons: -\ngone: transient {transient}, incantation 4\nwitch_0 hand: artifact 13")


def test_r_sweep_1_a_card_that_the_last_seat_has_transformed_is_swept(tmp_path: Path) -> None:
    game = play(
        f"""
        set: {write_set(tmp_path, Cleo='{ effect = "become_object", kind = "herb", counts = 3 }')}
        transient: Herb
        witch_0: Ada
          hand: artifact 5
        witch_1 hand: Mineral
        witch_2: Cleo
          hand: incantation 4
        """,
        "witch_0: play artifact 5; witch_1: play mineral; witch_2: play incantation 4",
        "witch_2: cast spell 1",
        "witch_0: choose herb",
    )
    expect(game, "round: 2\nmoons: Mineral\ngone: transient Herb, artifact 5, incantation 4\nwitch_2 incantation: left")


def test_r_lock_2_with_eight_seats_an_incantation_that_is_no_object_does_not_stay(tmp_path: Path) -> None:
    """Seat 7 has the highest incantation and draws with it; two others have made Potions of theirs."""
    potion = '{ effect = "become_object", kind = "potion" }'
    draw = '{ effect = "draw", kind = "herb", count = 1 }'
    game = _three_of_eight_cast(write_set(tmp_path, Ada=potion, Dora=potion, Hel=draw))
    for seat in (7, 3, 0):
        game.act(f"witch_{seat}: cast spell 1")
    expect(game, "round: 2\nmoons: Potion incantation 9\ngone: transient Herb, incantations 4 20\nwitch_7 hand: 1 Herb")


def test_r_cast_12_a_sigil_that_the_last_seat_has_announced_restricts_the_first() -> None:
    game = play(
        seated("Zinnia: incantation 4, Herb", "", "Thylane: incantation 9"),
        "witch_0: play incantation 4; witch_1: draw herb herb; witch_2: play incantation 9",
        "witch_2: cast spell 3",
        "witch_2: aim 2",
        "witch_0: cast spell 3",
    )
    # Seat 1 is taken: the only witch left to name is seat 2, so nobody asks.
    expect(game, "round: 2\nwitch_1 sigil: 9\nwitch_2 sigil: 4\nwitch_0 sigil: none\nwitch_0 aim: witch_2")


def test_r_cast_2_a_target_of_the_fourth_effect_is_named_once_and_forgotten_in_time(tmp_path: Path) -> None:
    draws = ", ".join(f'{{ effect = "draw", kind = "{kind}", count = 1 }}' for kind in ("herb", "mineral", "potion"))
    discard = '{ effect = "discard", kind = "object", count = 1, who = "one" }'
    game = ada_casts(tmp_path, draws + ", " + discard, others=("Potion", ""))
    expect(game, "phase: AIM\nasked: witch_0\neffect: 3")
    game.act("witch_0: aim 1")
    expect(game, "phase: CHOOSE\nasked: witch_1\nwitch_0 aim: -, -, -, witch_1\nwitch_0 hand: 1 Herb, 1 Mineral, 1 Potion")
    game.act("witch_1: choose potion")
    game.act("witch_0: play herb; witch_1: draw artifact; witch_2: draw mineral mineral")
    expect(game, "round: 3\nwitch_0 aim: none\nwitch_0 cast: none")


@pytest.mark.parametrize("kind", ["artifact", "incantation"])
def test_r_info_1_played_and_discarded_valued_cards_are_forgotten_when_the_next_round_is_resolved(
    tmp_path: Path, kind: str
) -> None:
    game = play(
        f"""
        set: {write_set(tmp_path, Ada=f'{{ effect = "discard", kind = "{kind}", count = 1, who = "one" }}')}
        transient: Herb
        witch_0: Ada
          hand: incantation 4
        witch_1 hand: {kind}s 7 9
        witch_2 hand: artifact 3
        """,
        "witch_0: play incantation 4; witch_1: draw herb herb; witch_2: play artifact 3",
        "witch_0: cast spell 1",
        "witch_0: aim 1",
        f"witch_1: discard {kind} 7",
    )
    expect(game, f"round: 2\nwitch_1 discarded: {kind} 7\nwitch_1 hand: 2 Herb, {kind} 9\nwitch_2 played: artifact 3")
    assert not any(game.games[0][field].any() for field in ("picked_artifacts", "picked_incantations", "picks_left"))
    game.act("; ".join(f"witch_{seat}: draw mineral mineral" for seat in range(3)))
    expect(game, f"round: 3\nwitch_1 discarded: none\nwitch_1 hand: 2 Herb, 2 Mineral, {kind} 9\nwitch_2 played: none")


def test_r_round_6_a_demon_can_be_summoned_at_the_full_moon() -> None:
    """R-LOCK-5, R-END-1: step (9) is followed by step (10) in full."""
    game = play(
        """
        moons: Herb, Herb, Herb, Mineral, -, Mineral, Herb, -
        next moon: V
        transient: Herb
        witch_0: Zinnia
          demon: Haborym
          level: 2
        witch_1: Thylane
          demon: Berith
        witch_2: Vuoko
          demon: Vepar
          level: 1
        """,
        "witch_0: draw artifact; witch_1: draw artifact; witch_2: draw artifact",
    )
    expect(game, "phase: OVER\nvictory: demon\nwinner: witch_0\nwitch_0 level: 3\nwitch_1 level: 1")


def test_r_end_1_nobody_has_won_before_the_round_has_come_to_its_victories() -> None:
    """A game that waits for the card under the incantation drawn for level III is not over and pays nothing."""
    games, card_set = parse_position(
        """
        explicit chance: yes
        moons: Herb, Herb, Herb, Herb, Mineral, Mineral
        transient: Herb
        witch_0: Zinnia
          demon: Haborym
          level: 2
        witch_1:
        witch_2:
        """
    )
    variant = SPEC.variant(3, cards=card_set.source, explicit_chance=True)
    variant.step(games, np.array([[ACTIONS.parse("draw herb herb")] * 3]))
    while games[0]["winner"] == v.NO_SEAT:
        variant.apply_chance(games, next(iter(variant.chance_outcomes(games))))
    assert not variant.done(games)[0]
    assert not variant.winners(games).any()
    assert variant.payoff(games)[0].tolist() == [0.0, 0.0, 0.0]
    while not variant.done(games)[0]:
        variant.apply_chance(games, next(iter(variant.chance_outcomes(games))))
    assert variant.payoff(games)[0].tolist() == [1.0, -0.5, -0.5]
