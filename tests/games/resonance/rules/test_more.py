"""Rules at their edges: what a change of one operator or constant in the rules would break and no other test noticed."""

from collections import defaultdict

import numpy as np
import pytest

from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.rules.chance_events import event_number, outcome_weight, pending_chance, total_weight
from resonance_env.games.resonance.rules.state import GAME
from resonance_env.games.resonance.spec import ResonanceVariant
from tests.games.resonance.golden.frozen_sets import FROZEN_SETS_WARN, frozen_variant, play_with_spells
from tests.games.resonance.scenario import expect, play, seated

pytestmark = [FROZEN_SETS_WARN, pytest.mark.usefixtures("at_the_root")]


def stops_for_chance(variant: ResonanceVariant, seed: int) -> list[np.ndarray]:
    """Returns the positions of a random game at which it waits for chance; outcomes are as likely as they should be."""
    rng = np.random.default_rng(seed)
    games = variant.start([0])
    stops = []
    while not variant.done(games)[0]:
        if games[0]["phase"] == v.PHASE_CHANCE:
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
        codes = range(total) if event == v.CHANCE_QUICKNESS else range(v.MAX_INCANTATION + 1)
        weights = [int(outcome_weight(game, event, code)) for code in codes]
        assert min(weights) >= 0
        assert sum(weights) == total
        for code in (-2, -1, len(weights), len(weights) + 1):
            assert outcome_weight(game, event, code) == 0
        assert outcome_weight(game, v.NO_CHANCE, 0) == 0
        if event == v.CHANCE_TRANSIENT:
            assert weights[:3] == game["transient_pile"].tolist()


@pytest.mark.parametrize("players", [3, 8])
def test_r_setup_7_events_of_a_purpose_are_numbered_one_by_one(players: int) -> None:
    """The k-th artifact depends on k alone: numbers of a purpose rise by one, those of a round are the round's."""
    variant = frozen_variant("frozen_a", players, explicit_chance=True)
    numbers: dict[str, list[int]] = defaultdict(list)
    for games in stops_for_chance(variant, seed=2):
        event = int(pending_chance(games[0]))
        numbers[v.CHANCE_NAMES[event]].append(int(event_number(games[0], variant.card_set.cards[0], event)))
    assert set(numbers) == set(v.CHANCE_NAMES[1:])
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
            if game["stage"] not in (v.STAGE_SEATS, v.STAGE_OFFER, v.STAGE_HIGH_WITCH):
                assert game["turn"] == 0
            if phase in (v.PHASE_CAST, v.PHASE_AIM) or choice == v.CHOICE_SWEEP:
                assert asked.tolist() == [game["caster"]]
            if phase in (v.PHASE_CAST, v.PHASE_AIM, v.PHASE_TAKE_DEMON, v.PHASE_TAKE_SPELLS) or choice == v.CHOICE_SWEEP:
                assert game["left"] == -1
            if choice == v.CHOICE_DISCARD:
                assert game["left"] == 0
            if choice in (v.CHOICE_PLAY, v.CHOICE_DRAW, v.CHOICE_REMOVE):
                assert game["left"] > 0
            if phase in (v.PHASE_TAKE_DEMON, v.PHASE_TAKE_SPELLS):
                assert asked.tolist() == [game["taker"]]
            else:
                assert game["taker"] == v.NO_SEAT
            assert set(game["asked"].tolist()) <= {0, 1}
            assert min(game["picks_left"]) >= 0
            if phase != v.PHASE_CHOOSE:
                assert choice == v.NO_CHOICE
            if choice != v.CHOICE_DISCARD:
                assert not any(game[field].any() for field in ("picked_objects", "picked_artifacts", "picked_incantations"))
    assert len(seen) > 6


@pytest.mark.parametrize(("cards", "players", "edition"), SETS)
def test_r_round_3_a_choice_of_actions_holds_nothing_of_what_was_resolved(cards: str, players: int, edition: str) -> None:
    """Whatever was played, the engine stands at the same place when all choose: no caster, no effect, no seat in turn."""
    num_choices = 0
    for seed in range(3):
        for games in play_with_spells(frozen_variant(cards, players, edition=edition), seed)[0]:
            game = games[0]
            if game["phase"] != v.PHASE_ACT:
                continue
            num_choices += 1
            assert game["stage"] == (v.STAGE_ACT_SECOND if game["teams"] and not game["asked"][::2].any() else v.STAGE_ACT)
            assert (game["turn"], game["caster"], game["effect"], game["left"]) == (0, v.NO_SEAT, 0, -1)
            assert (game["taker"], game["choice"]) == (v.NO_SEAT, v.NO_CHOICE)
            for field in GAME.names or ():
                if game[field].shape[:1] == (v.MAX_SEATS,) and field not in ("moon", "moon_origin"):
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


def unasked(*seats: str, demons: str, transients: int, given: str = "") -> str:
    """Returns a position in which nobody is asked and nothing is left to draw; each of the transients is one more round."""
    left = "objects: none\nartifacts: none\nincantations: none\n"
    theirs = "".join(f"witch_{seat} demon: {demon}\n" for seat, demon in enumerate(demons.split()))
    moons = f"transient: Potion\ntransients: {transients} Potion\n"
    return seated(*seats, given="asked: none\n" + left + moons + theirs + given)


def test_r_info_4_cards_moved_in_rounds_without_a_question_add_up_until_somebody_is_asked() -> None:
    """Two rounds in a row in which the witch plays her only card; the game ends without another question."""
    game = play(unasked("Zinnia: Herb, Mineral", "", "", demons="Berith Eligos Murmur", transients=3), "witch_0: play herb")
    expect(game, "phase: OVER\nround: 4\nvictory: draw\nwitch_0 played: 1 Herb, 1 Mineral\nwitch_0 did: object")


def test_r_info_4_what_a_seat_did_survives_rounds_without_a_question() -> None:
    """In the second round she must play her artifact, and the others pass; the first round must still be told."""
    seats = ("Zinnia:", "Vuoko: Mineral, Potion, artifact 5", "Virág:")
    given = unasked(*seats, demons="Vepar Eligos Murmur", transients=3, given="witch_1 sigil: 9")
    game = play(given, "witch_1: break sigil")
    assert int(game.games[0]["round_number"]) >= 3
    expect(game, "witch_1 did: break sigil\nwitch_1 played: artifact 5\nwitch_0 did: pass\nwitch_1 hand: none")
    assert game.variant.layout().view(game.variant.observe(game.games)[0, 2], "did")[2].argmax() == v.DID_BREAK_SIGIL


def test_r_info_4_a_pass_gives_way_to_a_later_action_without_a_question() -> None:
    """The level brings witch_0, who passed, an incantation that she must play."""
    given = unasked("Zinnia:", "Vuoko:", "Virág:", demons="Haborym Eligos Murmur", transients=3, given="moons: Herb")
    game = play(given.replace("incantations: none", "incantations: 7").replace("transient: Potion", "transient: Herb"))
    expect(game, "round: 2\nphase: CAST\nwitch_0 did: incantation\nwitch_0 played: incantation 7\nwitch_1 did: pass")


def test_r_info_4_cards_moved_after_a_question_survive_a_round_without_one() -> None:
    """A question in the middle of a round shows what was before it alone: here the trader picks before the other reveals."""
    seats = ("Zinnia: Herb, Mineral, Potion", "Vuoko: Herb, Mineral", "Virág:")
    given = unasked(*seats, demons="Vepar Eligos Murmur", transients=2)
    game = play(given, "witch_0: trade demon; witch_1: play herb", "witch_0: take demon 1")
    assert int(game.games[0]["round_number"]) >= 3
    expect(game, "witch_0 did: trade\nwitch_1 did: object\nwitch_1 played: 1 Herb, 1 Mineral")


def test_r_info_4_an_incantation_in_a_round_without_a_question_replaces_the_earlier_spell() -> None:
    """Her second incantation is revealed in a round in which nobody had a choice; then her spell is asked for."""
    given = unasked("Zinnia: incantations 4 7", "Vuoko:", "Virág:", demons="Vepar Eligos Murmur", transients=2)
    game = play(given, "witch_0: play incantation 4", "witch_0: cast spell 3", "witch_0: aim 1")
    expect(game, "round: 2\nphase: CAST\nwitch_0 played: incantation 7\nwitch_0 cast: none\nwitch_0 aim: none")
    expect(game, "witch_0 did: incantation\nwitch_1 did: pass\nwitch_1 sigil: 4")


def test_r_info_1_what_a_seat_did_is_forgotten_when_the_next_round_is_resolved() -> None:
    draw = "; witch_1: draw herb herb; witch_2: draw artifact"
    game = play(
        seated("Thylane: Herb, incantation 4", "Zinnia: Potion, incantation 9", "", given="artifacts: 13 | 12"),
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
