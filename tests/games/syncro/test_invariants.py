"""The invariants hold at every step of random and adversarial play, and each of them can fail.

`bench/fuzz.py` plays the same cohorts by the million.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bench.fuzz import Tally, fuzz_cohort
from resonance_env.games.syncro.rules import actions as act, vocabulary as v
from resonance_env.games.syncro.spec import SPEC
from tests.games.invariants import found
from tests.games.syncro.crowd import POLICY_NAMES, Crowd
from tests.games.syncro.fuzzing import FUZZING
from tests.games.syncro.invariants import all_findings

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize("number", range(9))
def test_invariants_hold_at_every_step(number: int, tmp_path: Path) -> None:
    fuzz_cohort("syncro", 1, number, tmp_path, Tally(), num_games=8)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(30))
def test_invariants_hold_at_every_step_of_many_games(number: int, tmp_path: Path) -> None:
    fuzz_cohort("syncro", 2, number, tmp_path, Tally(), num_games=64)


def test_policies_reach_every_question_and_ending() -> None:
    variant = SPEC.variant(2, cards="mini", mode="campaign", retries=2)
    reached, crowd = set[str](), Crowd(variant, 256, np.random.default_rng(0))
    while not crowd.is_over:
        reached.update(v.PHASE_NAMES[phase] for phase in crowd.games["phase"])
        crowd.step()
    reached.update(variant.ending_names[ending] for ending in variant.ending(crowd.games))
    assert {"estimate", "turn", "pay", "keep", "won", "exhausted", "unpaid"} <= reached
    assert set(np.unique(crowd.policies)) == set(range(len(POLICY_NAMES)))
    assert len(crowd.history) < FUZZING.max_steps(variant)


@pytest.mark.parametrize(
    ("field", "value", "what"),
    [
        ("pile", lambda games: games["pile"][:, 0] + 1, "Spells are missing or too many"),
        ("pile_size", lambda games: games["pile_size"] + 1, "pile_size"),
        ("hand", lambda games: 0, "a gap in a hand, or a Spell behind its end"),
        ("limit", lambda games: 1, "a hand above its limit (SY-DRAW-3)"),
        ("discard", lambda games: -1, "a negative number in discard"),
        ("pool_left", lambda games: 1, "a pool is left over"),
        ("reward_pile", lambda games: games["reward_pile"][:, 0] + 1, "Rewards are missing or too many"),
        ("fog_discard", lambda games: games["fog_discard"][:, 0] + 1, "Fog cards are missing or too many"),
        ("monsters_left", lambda games: games["monsters_left"][:, 0] + 1, "Monsters are missing or too many"),
        ("box", lambda games: games["box"] ^ 1, "Lieutenants are missing or too many"),
        ("in_horde", lambda games: games["in_horde"] | 1 << 20, "a card lies where the plan has no place"),
        ("face_up", lambda games: games["face_up"] | 1 << 20, "a card is face up that is not there, or a Fog"),
        ("foe", lambda games: v.NOTHING, "a foe is face up without a name"),
        ("in_horde", lambda games: games["in_horde"] & ~1, "a card is gone on which another lies"),
        ("face_up", lambda games: 0, "an uncovered card is face down at an opportunity (SY-REVEAL-1)"),
        ("beaten", lambda games: games["beaten"] + 1, "foes beaten are counted wrongly (SY-SCORE-1)"),
        ("absorbed", lambda games: 1, "Spells lie on what is not a foe face up"),
        ("asked", lambda games: 1, "several are asked in turn"),
        ("reward", lambda games: v.NOTHING, "a Reward may be played that is not there, or not (SY-REWARD-3)"),
        ("phase", lambda games: v.PHASE_PAY, "a payment without a debt (SY-DRAGON-2)"),
        ("marks", lambda games: v.MARK_KNOWN << 1 | v.MARK_MIXED << 1, "a Spell is known and mixed"),
        ("marks", lambda games: v.MARK_KNOWN, "a mark for the own hand"),
        ("floating", lambda games: 9, "a floating Spell is not among the mixed ones"),
        ("marks", lambda games: v.MARK_OPEN, "an open Spell that somebody does not know"),
        ("sum_left", lambda games: 1, "a sum left that is not the sum of its Spells (SY-MEM-8)"),
        ("turns", lambda games: 0, "turns went back"),
        ("cleared", lambda games: -1, "cleared went back"),
        ("events", lambda games: -1, "events went back"),
        ("seed", lambda games: 5, "seed changed"),
    ],
)
def test_a_wrong_position_is_found(field: str, value: Callable[[np.ndarray], Any], what: str) -> None:
    variant = SPEC.variant(4, level=9, retries=1)
    crowd = Crowd.after(variant, 10)
    running = crowd.games["phase"] == v.PHASE_TURN
    games, legal = crowd.games[running], crowd.legal[running]
    assert found(all_findings(variant, games, games, legal)) == set()
    wrong = games.copy()
    if field == "foe":
        wrong["foe"] = v.NOTHING
    else:
        at = wrong[field]
        at[(slice(None),) + (0,) * (at.ndim - 1)] = value(games)
    assert what in found(all_findings(variant, games, wrong, legal))


def test_a_wrong_end_is_found() -> None:
    variant = SPEC.variant(4, payoff="score", retries=1)
    crowd = Crowd.after(variant, 0)
    while not crowd.is_over:
        before = crowd.games.copy()
        crowd.step()
    assert found(all_findings(variant, crowd.games, crowd.games, crowd.legal)) == set()
    for field, value, what in (
        ("ending", v.ENDING_NONE, "an ending before the end, or an end without"),
        ("ending", v.ENDING_WON, "a win without all levels, or all levels without a win (SY-MODE-2)"),
        ("ending", v.ENDING_UNPAID, "unpaid without a debt (SY-END-3)"),
        ("tries", 0, "a lost try is not tried again (SY-RETRY-1)"),
        ("held", 1, "exhausted with Spells in hand (SY-END-2)"),
        ("phase", v.PHASE_TURN, "nobody is asked, or somebody after the end"),
    ):
        games = crowd.games.copy()
        games[field] = value
        assert what in found(all_findings(variant, before, games, crowd.legal)), what
    games = crowd.games.copy()
    games["turn"] += 1
    assert "a finished game changed" in found(all_findings(variant, crowd.games, games, crowd.legal))


def test_a_wrong_mask_is_found() -> None:
    variant = SPEC.variant(5, level=5)
    crowd = Crowd.after(variant, 12)
    games = crowd.games
    seat = games["asked"].argmax(axis=1)
    turn = games["phase"] == v.PHASE_TURN
    last = turn & (games["opportunity"] == 4)
    passes = (games["acts"][:, 0, :4] == v.DID_PASS).sum(axis=1)
    for index, code, what in (
        (int(turn.argmax()), act.WAIT, "who is asked may wait"),
        (int(turn.argmax()), act.KEEP, "an action of another phase is legal"),
        (int(turn.argmax()), act.ATTACK + 8 * 7, "a Spell that the mage lacks"),
        (int((last & (passes == 4)).argmax()), act.PASS, "the last mage may pass though nobody attacked (SY-TURN-4)"),
        (int((last & (passes == 0)).argmax()), act.ATTACK, "the fifth mage may attack though nobody passed (SY-TURN-6)"),
    ):
        legal = crowd.legal.copy()
        legal[index, seat[index], code] = 1
        assert what in found(all_findings(variant, games, games, legal)), what
