"""Invariants at every step of random and adversarial play, and that each of them can fail.

`bench/fuzz.py` plays the same cohorts by the million.
"""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bench.fuzz import Companions, Tally, Violation, fuzz_cohort
from resonance_env.games.resonance.rules import actions as act, vocabulary as v
from resonance_env.games.resonance.spec import SPEC
from tests.games.invariants import check_verify, found
from tests.games.resonance.crowd import POLICY_NAMES, Crowd
from tests.games.resonance.fuzzing import FUZZING
from tests.games.resonance.invariants import all_findings, max_steps
from tests.games.resonance.relabelling import (
    check_relabelling,
    compare_relabelled,
    random_chairs,
    relabelled_actions,
    relabelled_games,
    relabelled_masks,
)

pytestmark = pytest.mark.compiled


# ---- play ----


@pytest.mark.parametrize("number", range(36))
def test_invariants_hold_at_every_step(number: int, tmp_path: Path) -> None:
    """R-END-5, R-ROUND-4, R-ACT-8 and the places of all cards; 2 to 8 players, house, mini and random sets."""
    fuzz_cohort("resonance", 1, 2 * number, tmp_path, Tally(), num_games=24, cards=FUZZING.cards_of(number))


@pytest.mark.slow
@pytest.mark.parametrize("number", range(72))
def test_invariants_hold_at_every_step_of_many_games(number: int, tmp_path: Path) -> None:
    """The same with more games and other seeds (R-END-5)."""
    fuzz_cohort("resonance", 2, number, tmp_path, Tally(), num_games=256)


def test_cohorts_go_through_all_players_editions_and_team_talk(tmp_path: Path) -> None:
    seen = Counter(
        (name, value)
        for number in range(0, 72, len(FUZZING.num_games))
        for variant in [FUZZING.cohort_variant(0, number, tmp_path)]
        for name, value in (("players", variant.players), *variant.options.items())
    )
    assert all(seen["players", players] == 4 for players in range(3, 9))
    assert seen["edition", "fr"] == seen["edition", "en"] == seen["team_talk", True] == seen["team_talk", False] == 12


def test_policies_reach_all_phases_and_endings() -> None:
    tally = Counter[str]()
    crowd = Crowd(SPEC.variant(4), 256, np.random.default_rng(0))
    while not crowd.is_over:
        tally.update(v.PHASE_NAMES[phase] for phase in crowd.games["phase"])
        crowd.step()
    tally.update(crowd.variant.ending_names[ending] for ending in crowd.variant.ending(crowd.games))
    assert {"DRAFT", "ACT", "TAKE_DEMON", "CAST", "AIM", "CHOOSE", "TAKE_SPELLS", "demon", "sigil", "draw"} <= tally.keys()
    assert set(np.unique(crowd.policies)) == set(range(len(POLICY_NAMES)))
    assert len(crowd.history) < max_steps(crowd.variant)


# ---- each check can fail ----


@pytest.mark.parametrize(
    ("field", "value", "what"),
    [
        ("hand_objects", lambda games: games["hand_objects"][:, 0, 0] + 1, "objects of a type"),
        ("transient", lambda games: (games["transient"] + 1) % 3, "transients of a type"),
        ("hand_artifacts", lambda games: games["hand_artifacts"][:, 0] | games["artifact_pile"], "artifacts"),
        ("hand_artifacts", lambda games: games["hand_artifacts"][:, 0] & 0, "artifacts"),
        ("hand_incantations", lambda games: games["hand_incantations"][:, 1] | games["incantation_pile"], "incantations"),
        ("sigil", lambda games: games["incantation_top"], "incantations"),
        ("demon", lambda games: games["demon"][:, 1], "demons"),
        ("spells", lambda games: games["spells"][:, 2], "spell cards"),
        ("committed", lambda games: 3 + (games["hand_objects"][:, 0, 0] > 0), "an object face down that she does not hold"),
        ("picks_left", lambda games: 1, "picks outside a discard (R-CAST-10)"),
        ("round_number", lambda games: 30, "more rounds than transients"),
        ("round_number", lambda games: games["round_number"] + 1, "a round without its transient"),
        ("next_moon", lambda games: 7, "moons that are not locked in order"),
        ("level", lambda games: 3, "a level III that did not win, or a demon without (R-END-1, R-END-2)"),
        ("winner", lambda games: 1, "a winner before the end"),
        ("victory", lambda games: v.VICTORY_SIGIL, "a Sigil victory of one who is not the last (R-END-3, R-TEAM-8)"),
        ("high_witch", lambda games: 0, "a Lesser Witch without a team"),
        ("seed", lambda games: 5, "seed changed"),
    ],
)  # fmt: skip
def test_a_wrong_position_is_found(field: str, value: Callable[[np.ndarray], Any], what: str) -> None:
    variant = SPEC.variant(4)
    crowd = Crowd.after(variant, 12)
    assert found(all_findings(variant, crowd.games, crowd.games, crowd.legal)) == set()
    games = crowd.games.copy()
    at = games[field]
    at[(slice(None),) + (0,) * (at.ndim - 1)] = value(games)
    assert what in found(all_findings(variant, crowd.games, games, crowd.legal))


def test_a_wrong_mask_is_found() -> None:
    variant = SPEC.variant(4)
    crowd = Crowd.after(variant, 12)
    is_act = crowd.games["phase"] == v.PHASE_ACT
    for code, value, what in (
        (act.PASS, 1, "passing is offered beside other actions"),
        (act.WAIT, 1, "who is asked may wait"),
        (act.AIM, 1, "an action of another phase is legal"),
        (slice(None), 0, "a mask is all zero"),
    ):
        legal = crowd.legal.copy()
        legal[is_act, 0, code] = value
        assert what in found(all_findings(variant, crowd.games, crowd.games, legal))
    index = int(is_act.argmax())
    rng = np.random.default_rng(0)
    check_verify(variant, crowd.games, index, crowd.legal[index], rng)
    legal = crowd.legal[index].copy()
    legal[0, act.AIM] = 1
    with pytest.raises(AssertionError, match="seat 0"):
        check_verify(variant, crowd.games, index, legal, rng)


def test_what_no_step_may_do_is_found() -> None:
    variant = SPEC.variant(3)
    crowd = Crowd.after(variant, 20)
    before = crowd.games.copy()
    crowd.step()
    assert found(all_findings(variant, before, crowd.games, crowd.legal)) == set()
    backwards = found(all_findings(variant, crowd.games, before, variant.legal(before)))
    assert {"object_pile grew", "gone_objects shrank", "round_number went back", "a card came to artifact_pile"} <= backwards
    while not crowd.is_over:
        crowd.step()
    games = crowd.games.copy()
    games["phase"][0] = v.PHASE_ACT
    assert "nobody is asked, or somebody after the end" in found(all_findings(variant, games, games, crowd.legal))
    games = crowd.games.copy()
    games["turn"] += 1
    assert "a finished game changed" in found(all_findings(variant, crowd.games, games, crowd.legal))
    assert (crowd.games["phase"] == v.PHASE_OVER).all()


def test_a_restored_game_that_goes_another_way_is_found() -> None:
    crowd = Crowd.after(SPEC.variant(4), 8)
    companions = Companions(crowd.variant)
    for index in range(8):
        companions.add(index, crowd.games[index : index + 1])
    companions.games["seed"][3] += 1
    for _ in range(10):
        companions.step(crowd.step())
    assert set(companions.differing(crowd.games)) == {3}


def test_a_violation_is_reported_with_what_is_needed_to_see_it_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FUZZING, "max_steps", lambda variant: 5)
    with pytest.raises(Violation) as error:
        fuzz_cohort("resonance", 7, 1, tmp_path, Tally(), num_games=4)
    for part in ("no end after 5", "--seed 7 --first 1", "game seed", "position:\nset:", "resonance game 1", "[[witch]]"):
        assert part in str(error.value)


# ---- seats relabelled ----


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("team_talk", [True, False])
def test_relabelled_seats_play_the_relabelled_game(players: int, team_talk: bool) -> None:
    """No seat is favoured in a round: order comes from quickness and from values (R-ROUND-5, R-CAST-1, R-SWEEP-1)."""
    variant = SPEC.variant(players, cards="mini" if players == 2 else "house", team_talk=team_talk)
    rng = np.random.default_rng(players)
    for steps in (14, 24) if players > 2 else (3, 4):
        games = Crowd.after(variant, steps, num_games=48, seed=steps).games
        running = (games["round_number"] > 0) & ~variant.done(games)
        assert check_relabelling(variant, games[running], rng, steps=15) > 40


def test_a_relabelled_game_that_differs_is_found() -> None:
    variant = SPEC.variant(4)
    games = Crowd.after(variant, 20).games
    chairs = random_chairs(variant, np.random.default_rng(0))
    others = relabelled_games(games, chairs)
    compare_relabelled(variant, games, others, chairs)
    others["hand_objects"][5, [0, 1]] = [[9, 0, 0], [0, 9, 0]]
    with pytest.raises(AssertionError, match="hand_objects"):
        compare_relabelled(variant, games, others, chairs)


def test_targets_are_relabelled_by_chair() -> None:
    """The witch on the next chair is another one afterwards, so masks and actions name her anew (R-CAST-2)."""
    variant = SPEC.variant(5)
    chairs = np.array([0, 2, 1, 3, 4])
    actions = np.array(
        [[act.AIM, act.AIM + 1, act.WAIT, act.WAIT, act.AIM + 1]]
    )  # witch_0 at witch_1, witch_1 at witch_3, witch_4 at witch_1
    assert relabelled_actions(actions, chairs).tolist() == [[act.AIM + 1, act.WAIT, act.AIM, act.WAIT, act.AIM + 2]]
    crowd = Crowd.after(variant, 30, num_games=128)
    aims = crowd.games[crowd.games["phase"] == v.PHASE_AIM]
    assert len(aims) > 0
    masks = relabelled_masks(variant.legal(aims), chairs)
    assert np.array_equal(masks, variant.legal(relabelled_games(aims, chairs)))


def test_rotated_seats_see_the_same() -> None:
    """Observations are relative: they do not change when all seats are rotated (R-INFO-1)."""
    for variant, chairs in ((SPEC.variant(5), (np.arange(5) + 2) % 5), (SPEC.variant(8), (np.arange(8) + 6) % 8)):
        games = Crowd.after(variant, 30).games
        seen = variant.observe(games, "recall")
        assert np.array_equal(variant.observe(relabelled_games(games, chairs), "recall")[:, chairs], seen)
