"""Contradictory positions are refused; every accepted position can be played to its end."""

import numpy as np
import pytest

from resonance_env.core.errors import PositionError
from resonance_env.games.resonance.spec import SPEC
from resonance_env.games.resonance.text.notation import parse_position

HEAD = "players: 3\nwitch_0: Evanthe\nwitch_1: Zinnia\nwitch_2: Thylane\n"


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("stage: OFFER\nturn: 7", "turn: 0 .. 2 in stage OFFER, got 7"),
        ("stage: DEAL_HANDS\nturn: 7\nasked: witch_1", "turn: 0 .. 2 in stage DEAL_HANDS, got 7"),
        ("effect: 3\nstage: EFFECTS\nasked: none", "a caster in stage EFFECTS, got none"),
        ("phase: OVER\nasked: witch_0", "stage: OVER with phase: OVER, got ACT"),
        ("stage: OVER\nasked: none\nphase: OVER", "a victory in stage OVER"),
        (
            "asked: all\ntaker: witch_0\nstage: VICTORY\nphase: DRAFT",
            "stage: OFFER or HIGH_WITCH with phase: DRAFT, got VICTORY",
        ),
        ("winner: witch_0", "no winner before the levels of the last round, got witch_0"),
        ("phase: CAST\nstage: CASTS\nasked: witch_1", "a caster with phase: CAST, got none"),
        ("phase: CAST\nstage: CASTS\nasked: witch_1\ncaster: witch_1", "witch_1: an unresolved incantation to cast with"),
        ("phase: TAKE_DEMON\nstage: SEATS\nasked: witch_1", "a taker, got none"),
        ("phase: CHOOSE\nstage: SWEEPS\nasked: witch_1\nchoice: sweep\ncaster: witch_1", "an artifact to sweep with"),
        ("choice: play", "a choice with phase: CHOOSE and with no other, got play"),
        ("transients: none\nstage: CLEAR\nasked: none", "a transient for the round to come"),
        ("stage: SEATS\nasked: none\nquickness: none", "quickness: every witch once"),
        ("caster: witch_0", "caster: none in this stage"),
        ("witch_0 drew: 18 Herb", "witch_0: drew: at most 14 objects, got 18"),
        ("witch_0 played: 24 Potion", "witch_0: played: at most 13 objects, got 24"),
        ("moons: Herb, -\nnext moon: I", "a free moon I, the next to be locked"),
        ("witch_0 played: incantation 3\nwitch_0 incantation: unresolved", "no incantation as 'unresolved' in stage ACT"),
        ("artifacts: to be revealed | none", "artifacts: a pile whose top is to be revealed"),
        ("stage: NEXT_ROUND\nasked: none\ntransient: Herb", "transient: none in stage NEXT_ROUND"),
        (
            "stage: SEATS\nasked: none\nturn: 1\nquickness: witch_0 witch_1 witch_2\nwitch_0 committed: draw artifact",
            "turn is to come",
        ),
        ("witch_0 picks left: 1\nwitch_0 hand: 2 Herb\nstage: SWEEPS\nasked: none", "picks during a discard alone"),
    ],
)
def test_lines_that_do_not_go_together_are_refused(lines: str, message: str) -> None:
    with pytest.raises(PositionError) as error:
        parse_position(HEAD + lines)
    assert message in str(error.value)


def test_the_draft_needs_what_is_dealt_after_it() -> None:
    draft = "phase: DRAFT\nstage: OFFER\nround: 0\nasked: witch_0\noffered: Evanthe, Zinnia\n"
    witches = "".join(f"witch_{seat}: none\n" for seat in range(3))
    parse_position(draft + witches)
    with pytest.raises(PositionError, match="3 objects of each type to deal"):
        parse_position(draft + "objects: 12 Herb, 3 Mineral\n" + witches)


def test_where_nobody_is_asked_the_game_runs_on_to_its_next_question() -> None:
    variant, games = SPEC.read_position(HEAD + "stage: NEXT_ROUND\nasked: none")
    assert variant.acting(games).any()
    assert games[0]["round_number"] == 2


def test_positions_of_random_games_are_accepted() -> None:
    variant = SPEC.variant(6)
    games = variant.start([9])
    rng = np.random.default_rng(0)
    while not variant.done(games)[0]:
        assert variant.parse_position(variant.position(games))[0] == games[0]
        legal = variant.legal(games)
        variant.step(games, (rng.random(legal.shape) * legal).argmax(axis=-1))
