"""Rules at their edges: what a change of one operator or constant in the rules would break and no other test noticed."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest

from resonance_env.games.resonance.actions import ACTIONS
from resonance_env.games.resonance.card_loader import CardSetWarning
from resonance_env.games.resonance.centre import num_cards
from resonance_env.games.resonance.chance_events import event_number, outcome_weight, pending_chance, total_weight
from resonance_env.games.resonance.notation import parse_position
from resonance_env.games.resonance.spec import SPEC, ResonanceVariant
from resonance_env.games.resonance.state import GAME
from resonance_env.games.resonance.victory import can_validate, missing_objects, objects_on_moons
from resonance_env.games.resonance.vocabulary import (
    CHANCE_NAMES,
    CHANCE_QUICKNESS,
    CHANCE_TRANSIENT,
    CHOICE_DISCARD,
    CHOICE_DRAW,
    CHOICE_PLAY,
    CHOICE_REMOVE,
    CHOICE_SWEEP,
    HERB,
    MAX_INCANTATION,
    MAX_SEATS,
    NO_CHANCE,
    NO_CHOICE,
    NO_SEAT,
    OBJECTS,
    PHASE_ACT,
    PHASE_AIM,
    PHASE_CAST,
    PHASE_CHANCE,
    PHASE_CHOOSE,
    PHASE_TAKE_DEMON,
    PHASE_TAKE_SPELLS,
    STAGE_ACT,
    STAGE_ACT_SECOND,
    STAGE_HIGH_WITCH,
    STAGE_OFFER,
    STAGE_SEATS,
)
from tests.games.resonance.frozen_sets import ROOT, frozen_variant, play_with_spells
from tests.games.resonance.scenario import expect, legal_names, play
from tests.games.resonance.small_sets import WITCHES, write_set

pytestmark = pytest.mark.filterwarnings(f"ignore::{CardSetWarning.__module__}.CardSetWarning")  # of frozen_b, on purpose
CAST = "witch_0: play incantation 4; witch_1: draw herb herb; witch_2: draw herb herb"


@pytest.fixture(autouse=True)
def _at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def stops_for_chance(variant: ResonanceVariant, seed: int) -> list[np.ndarray]:
    """Returns the positions of a random game at which it waits for chance; outcomes are as likely as they should be."""
    rng = np.random.default_rng(seed)
    games = variant.new_games(1)
    variant.reset(games, np.zeros(1, dtype=np.uint64))
    stops = []
    while not variant.done(games)[0]:
        if games[0]["phase"] == PHASE_CHANCE:
            stops.append(games.copy())
            outcomes = variant.chance_outcomes(games)
            variant.apply_chance(games, int(rng.choice(list(outcomes), p=list(outcomes.values()))))
        else:
            legal = variant.legal(games)
            variant.step(games, (rng.random(legal.shape) * legal).argmax(axis=-1))
    return stops


# ---- chance ----


@pytest.mark.parametrize("players", [3, 6])
def test_r_setup_7_what_cannot_come_weighs_nothing(players: int) -> None:
    """The weights of all outcomes are whole, not negative, and their sum is what `total_weight` says; beyond them all is 0."""
    for games in stops_for_chance(frozen_variant("frozen_a", players, explicit_chance=True), seed=1):
        game = games[0]
        event = pending_chance(game)
        total = int(total_weight(game, event))
        codes = range(total) if event == CHANCE_QUICKNESS else range(MAX_INCANTATION + 1)
        weights = [int(outcome_weight(game, event, code)) for code in codes]
        assert min(weights) >= 0
        assert sum(weights) == total
        for code in (-2, -1, len(weights), len(weights) + 1):
            assert outcome_weight(game, event, code) == 0
        assert outcome_weight(game, NO_CHANCE, 0) == 0
        if event == CHANCE_TRANSIENT:
            assert weights[:3] == game["transient_pile"].tolist()


@pytest.mark.parametrize("players", [3, 8])
def test_r_setup_7_events_of_a_purpose_are_numbered_one_by_one(players: int) -> None:
    """The k-th artifact depends on k alone: numbers of a purpose rise by one, those of a round are the round's."""
    variant = frozen_variant("frozen_a", players, explicit_chance=True)
    numbers: dict[str, list[int]] = defaultdict(list)
    for games in stops_for_chance(variant, seed=2):
        event = int(pending_chance(games[0]))
        numbers[CHANCE_NAMES[event]].append(int(event_number(games[0], variant.card_set.table[0], event)))
    assert set(numbers) == set(CHANCE_NAMES[1:])
    for purpose, given in numbers.items():
        first = 1 if purpose in ("transient", "quickness") else 0
        assert given == list(range(first, first + len(given))), purpose


# ---- set-up and rounds ----


SETS = [("frozen_a", 2, "fr"), ("frozen_a", 5, "en"), ("frozen_b", 4, "en"), ("frozen_b", 6, "fr")]


@pytest.mark.parametrize(("cards", "players", "edition"), SETS)
def test_r_round_6_each_decision_says_where_the_engine_stands(cards: str, players: int, edition: str) -> None:
    """Positions are texts and bytes: what a decision does not need has one value, whatever came before."""
    seen = set()
    for seed in range(4):
        for games in play_with_spells(frozen_variant(cards, players, edition=edition), seed)[0]:
            game = games[0]
            phase, choice, asked = int(game["phase"]), int(game["choice"]), np.flatnonzero(game["asked"])
            seen.add((phase, choice))
            if game["stage"] not in (STAGE_SEATS, STAGE_OFFER, STAGE_HIGH_WITCH):
                assert game["turn"] == 0
            if phase in (PHASE_CAST, PHASE_AIM) or choice == CHOICE_SWEEP:
                assert asked.tolist() == [game["caster"]]
            if phase in (PHASE_CAST, PHASE_AIM, PHASE_TAKE_DEMON, PHASE_TAKE_SPELLS) or choice == CHOICE_SWEEP:
                assert game["left"] == -1
            if choice == CHOICE_DISCARD:
                assert game["left"] == 0
            if choice in (CHOICE_PLAY, CHOICE_DRAW, CHOICE_REMOVE):
                assert game["left"] > 0
            if phase in (PHASE_TAKE_DEMON, PHASE_TAKE_SPELLS):
                assert asked.tolist() == [game["taker"]]
            else:
                assert game["taker"] == NO_SEAT
            assert set(game["asked"].tolist()) <= {0, 1}
            assert min(game["picks_left"]) >= 0
            if phase != PHASE_CHOOSE:
                assert choice == NO_CHOICE
            if choice != CHOICE_DISCARD:
                assert not any(game[field].any() for field in ("picked_objects", "picked_artifacts", "picked_incantations"))
    assert len(seen) > 6


@pytest.mark.parametrize(("cards", "players", "edition"), SETS)
def test_r_round_3_a_choice_of_actions_holds_nothing_of_what_was_resolved(cards: str, players: int, edition: str) -> None:
    """Whatever was played, the engine stands at the same place when all choose: no caster, no effect, no seat in turn."""
    num_choices = 0
    for seed in range(3):
        for games in play_with_spells(frozen_variant(cards, players, edition=edition), seed)[0]:
            game = games[0]
            if game["phase"] != PHASE_ACT:
                continue
            num_choices += 1
            assert game["stage"] == (STAGE_ACT_SECOND if game["teams"] and not game["asked"][::2].any() else STAGE_ACT)
            assert (game["turn"], game["caster"], game["effect"], game["left"]) == (0, NO_SEAT, 0, -1)
            assert (game["taker"], game["choice"]) == (NO_SEAT, NO_CHOICE)
            for field in GAME.names or ():
                if game[field].shape[:1] == (MAX_SEATS,) and field not in ("moon", "moon_origin"):
                    assert not game[field][int(game["seats"]) :].any(), field
            for field in (
                "picks_left",
                "picked_objects",
                "picked_artifacts",
                "picked_incantations",
                "waiting",
                "centre",
                "incantation_type",
                "incantation_count",
            ):
                assert not game[field].any(), field
    assert num_choices > 10


def test_r_level_3_the_incantation_of_value_1_is_drawn_like_any() -> None:
    game = play(
        """
        transient: Herb
        incantations: 1 | 2
        moons: Mineral
        witch_0: Zinnia
          demon: Berith
          hand: Herb
        witch_1 demon: Vepar
        witch_2 demon: Focalor
        """,
        "witch_0: play herb; witch_1: draw herb herb; witch_2: draw herb herb",
    )
    expect(game, "round: 2\nwitch_0 level: 1\nwitch_0 hand: incantation 1\nincantations: 2")


@pytest.mark.parametrize("left", ["1 Herb", "1 Mineral", "1 Potion"])
def test_r_end_4_a_transient_of_any_type_is_another_round(left: str) -> None:
    game = play(
        f"transient: Herb\ntransients: {left}\nwitch_0 hand: Herb\nwitch_1:\nwitch_2:",
        "witch_0: draw artifact; witch_1: draw artifact; witch_2: draw artifact",
    )
    expect(game, f"round: 2\nphase: ACT\ntransient: {left.split()[1]}\nvictory: none")
    game.act("witch_0: draw artifact; witch_1: draw artifact; witch_2: draw artifact")
    expect(game, "phase: OVER\nvictory: draw\nwinner: none")


def test_r_info_4_cards_moved_in_rounds_without_a_question_add_up_until_somebody_is_asked() -> None:
    """Two rounds in a row in which the witch plays her only card; the game ends without another question."""
    game = play(
        """
        asked: none
        objects: none
        artifacts: none
        incantations: none
        transient: Potion
        transients: 3 Potion
        witch_0: Zinnia
          demon: Berith
          hand: Herb, Mineral
        witch_1 demon: Eligos
        witch_2 demon: Murmur
        """,
        "witch_0: play herb",
    )
    expect(game, "phase: OVER\nround: 4\nvictory: draw\nwitch_0 played: 1 Herb, 1 Mineral\nwitch_0 did: pass")


def test_r_info_1_what_a_seat_did_is_forgotten_when_the_next_round_is_resolved() -> None:
    draw = "; witch_1: draw herb herb; witch_2: draw artifact"
    game = play(
        """
        artifacts: 13 | 12
        witch_0: Thylane
          hand: Herb, incantation 4
        witch_1: Zinnia
          hand: Potion, incantation 9
        witch_2:
        """,
        "witch_0: play incantation 4; witch_1: play incantation 9; witch_2: draw artifact",
        "witch_1: cast spell 3",
        "witch_1: aim 1",
        "witch_0: cast spell 2",
        "witch_0: aim 1",
    )
    expect(
        game, "round: 2\nwitch_0 cast: Thylane 2\nwitch_0 aim: witch_1\nwitch_0 played: incantation 4\nwitch_0 did: incantation"
    )
    expect(game, "witch_0 incantation: left\nwitch_1 discarded: 1 Potion\nwitch_2 drew: artifact 13\nwitch_2 sigil: 9")
    game.act("witch_0: play herb" + draw)
    expect(game, "round: 3\nwitch_0 cast: none\nwitch_0 aim: none\nwitch_0 played: 1 Herb\nwitch_0 did: object")
    expect(game, "witch_0 incantation: none\nwitch_1 discarded: none\nwitch_1 drew: 2 Herb\nwitch_2 drew: artifact 12")
    expect(game, "witch_1 cast: none\nwitch_1 aim: none\nwitch_1 played: none\nwitch_1 incantation: none\nwitch_2 sigil: 9")


# ---- spells ----


def test_r_cast_12_a_sigil_without_a_target_is_skipped_and_the_rest_of_the_spell_runs(tmp_path: Path) -> None:
    """R-CAST-14: all others are sealed, but the spell also draws at the end of the round."""
    draw = '{ effect = "sigil" }, { effect = "draw", kind = "potion", count = 1, when = "end" }'
    path = Path(write_set(tmp_path, Ada=draw))
    lines = path.read_text(encoding="utf-8").splitlines()
    at = lines.index('name = "Ada"') + 1
    lines[at] = lines[at].replace(', [{ effect = "sigil" }]]', ', [{ effect = "play", kind = "herb", count = 1 }]]')
    path.write_text("\n".join(lines), encoding="utf-8")
    game = play(
        f"""
        set: {path}
        witch_0: Ada
          hand: incantation 4, Herb
        witch_1 sigil: 8
        witch_2 sigil: 9
        """,
        "witch_0: play incantation 4; witch_1: draw herb herb; witch_2: draw herb herb",
        "witch_0: cast spell 1",
    )
    assert not game.games[0]["sigil"][3:].any()
    expect(game, "round: 2\nwitch_0 hand: 1 Herb, 1 Potion\nwitch_1 sigil: 8\nwitch_2 sigil: 9\ngone: incantation 4")


@pytest.mark.parametrize(("first", "second"), [(9, 4), (4, 9)])
def test_r_lock_2_of_transformed_cards_the_highest_incantation_stays(tmp_path: Path, first: int, second: int) -> None:
    herb = '{ effect = "become_object", kind = "herb", counts = 2 }'
    game = play(
        f"""
        set: {write_set(tmp_path, Ada=herb, Bea=herb)}
        transient: Potion
        witch_0: Ada
          hand: incantation {first}
        witch_1: Bea
          hand: incantation {second}
        witch_2:
        """,
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
    assert [num_cards(game.games[0], HERB, count) for count in (1, 2, 3)] == [1, 1, 1]
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


def test_r_cast_1_with_eight_seats_the_last_casts_first_and_then_the_others(tmp_path: Path) -> None:
    """Seat 7 has the highest incantation; its spells, waiting effects and cards are done with when the next is looked for."""
    draw = '{ effect = "draw", kind = "herb", count = 1, when = "end" }, { effect = "become_object", kind = "potion" }'
    witches = "".join(f"witch_{seat}: {name}\n" for seat, name in enumerate(WITCHES[:8]) if seat not in (0, 3, 7))
    given = f"""\
set: {write_set(tmp_path, Ada=draw, Dora=draw, Hel=draw)}
{EIGHT}transient: Herb
{witches}witch_0: Ada
  hand: incantation 4
witch_3: Dora
  hand: incantation 9
witch_7: Hel
  hand: incantation 20
"""
    playing = {0: "play incantation 4", 3: "play incantation 9", 7: "play incantation 20"}
    game = play(given, "; ".join(f"witch_{seat}: {playing.get(seat, 'draw mineral mineral')}" for seat in range(8)))
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
    game = play(
        f"set: {write_set(tmp_path, Ada=draws)}\nwitch_0: Ada\n  hand: incantation 4\nwitch_1:\nwitch_2:",
        CAST,
        "witch_0: cast spell 1",
    )
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
    assert [missing_objects(card_set.table[0], games[0]["demon"][0], 0, kind, on_moons) for kind in OBJECTS] == [0, 1, 0]


def test_r_level_2_beyond_level_iii_there_is_none() -> None:
    games, card_set = parse_position("moons: Herb, Herb, Herb, Herb\nwitch_0 demon: Haborym\nwitch_1:\nwitch_2:")
    game = games[0]
    for level, is_there in ((0, True), (1, False), (2, False), (3, False)):
        game["level"][0] = level
        assert can_validate(game, card_set.table[0], 0, objects_on_moons(game)) == is_there


@pytest.mark.parametrize("transient", ["Herb", "Mineral", "Potion"])
def test_r_cast_3_an_object_of_any_type_can_be_removed(tmp_path: Path, transient: str) -> None:
    remove = '{ effect = "remove", kind = "object", count = 1 }, { effect = "draw", kind = "artifact", count = 1 }'
    game = play(
        f"""
        set: {write_set(tmp_path, Ada=remove)}
        transient: {transient}
        witch_0: Ada
          hand: incantation 4
        witch_1:
        witch_2:
        """,
        CAST,
        "witch_0: cast spell 1",
    )
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
    witches = "".join(f"witch_{seat}: {name}\n" for seat, name in enumerate(WITCHES[:8]) if seat not in (0, 3, 7))
    given = f"""\
set: {write_set(tmp_path, Ada=potion, Dora=potion, Hel=draw)}
{EIGHT}transient: Herb
{witches}witch_0: Ada
  hand: incantation 4
witch_3: Dora
  hand: incantation 9
witch_7: Hel
  hand: incantation 20
"""
    playing = {0: "play incantation 4", 3: "play incantation 9", 7: "play incantation 20"}
    game = play(given, "; ".join(f"witch_{seat}: {playing.get(seat, 'draw mineral mineral')}" for seat in range(8)))
    for seat in (7, 3, 0):
        game.act(f"witch_{seat}: cast spell 1")
    expect(game, "round: 2\nmoons: Potion incantation 9\ngone: transient Herb, incantations 4 20\nwitch_7 hand: 1 Herb")


def test_r_cast_12_a_sigil_that_the_last_seat_has_announced_restricts_the_first() -> None:
    game = play(
        """
        witch_0: Zinnia
          hand: incantation 4, Herb
        witch_1:
        witch_2: Thylane
          hand: incantation 9
        """,
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
    game = play(
        f"""
        set: {write_set(tmp_path, Ada=draws + ", " + discard)}
        witch_0: Ada
          hand: incantation 4
        witch_1 hand: Potion
        witch_2:
        """,
        CAST,
        "witch_0: cast spell 1",
    )
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
    while games[0]["winner"] == NO_SEAT:
        variant.apply_chance(games, next(iter(variant.chance_outcomes(games))))
    assert not variant.done(games)[0]
    assert not variant.winners(games).any()
    assert variant.payoff(games)[0].tolist() == [0.0, 0.0, 0.0]
    while not variant.done(games)[0]:
        variant.apply_chance(games, next(iter(variant.chance_outcomes(games))))
    assert variant.payoff(games)[0].tolist() == [1.0, -0.5, -0.5]
