"""The invariants hold at every step of random and adversarial play, and each of them can fail.

`bench/fuzz.py` plays the same cohorts by the million.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bench.fuzz import Tally, fuzz_cohort
from resonance_env.games.summon_demons.rules import actions as act, vocabulary as v
from resonance_env.games.summon_demons.spec import SPEC
from tests.games.invariants import check_verify, found
from tests.games.summon_demons.crowd import POLICY_NAMES, Crowd
from tests.games.summon_demons.fuzzing import FUZZING
from tests.games.summon_demons.invariants import all_findings

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize("number", range(12))
def test_invariants_hold_at_every_step(number: int, tmp_path: Path) -> None:
    fuzz_cohort("summon_demons", 1, number, tmp_path, Tally(), num_games=16)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(60))
def test_invariants_hold_at_every_step_of_many_games(number: int, tmp_path: Path) -> None:
    fuzz_cohort("summon_demons", 2, number, tmp_path, Tally(), num_games=256)


def test_policies_reach_most_questions_and_endings() -> None:
    variant = SPEC.variant(4)
    tally, crowd = set[str](), Crowd(variant, 128, np.random.default_rng(0))
    while not crowd.is_over:
        tally.update(v.PHASE_NAMES[phase] for phase in crowd.games["phase"])
        crowd.step()
    tally.update(crowd.variant.ending_names[ending] for ending in crowd.variant.ending(crowd.games))
    assert {"turn", "sacrifice", "order", "gate", "source", "pick", "replace", "summon", "goal", "card"} <= tally
    assert set(np.unique(crowd.policies)) == set(range(len(POLICY_NAMES)))
    assert len(crowd.history) < FUZZING.max_steps(variant)


@pytest.mark.parametrize(
    ("field", "value", "what"),
    [
        ("cards", lambda games: games["cards"][:, 0, 0] + 1, "copies of a type"),
        ("deck", lambda games: -1, "a negative number in deck"),
        ("marked", lambda games: games["row"][:, 0] + 1, "more named for replacement than in the row (LD-EFF-9)"),
        ("fresh", lambda games: games["cards"][:, 0, 0] + 1, "more that are not old than in play"),
        ("fresh", lambda games: 1, "fresh copies outside a resolution"),
        ("waiting", lambda games: 7, "more that wait than old copies (LD-ROLL-3)"),
        ("types_in_play", lambda games: games["types_in_play"][:, 0] ^ 1, "types_in_play"),
        ("types_in_row", lambda games: games["types_in_row"] ^ 1, "types_in_row"),
        ("types_waiting", lambda games: games["types_waiting"][:, 0] ^ 1, "types_waiting"),
        ("cards_in_deck", lambda games: games["cards_in_deck"] + 1, "cards_in_deck"),
        ("cards_in_row", lambda games: games["cards_in_row"] + 1, "cards_in_row"),
        ("hand", lambda games: games["pile"] | games["hand"][:, 0], "a demon is in two places"),
        ("pile", lambda games: 0, "a demon is missing"),
        ("pile", lambda games: games["pile"] | 1 << 20, "a demon that the set lacks"),
        ("waiting_demons", lambda games: games["pile"], "demons wait that are not in play"),
        ("candles", lambda games: games["candles"][:, 1], "a candle is in two places"),
        ("asked", lambda games: games["asked"][:, 0] ^ 1, "another seat is asked than decides"),
        ("active", lambda games: (games["active"] + 1) % 4, "another seat than the active one is asked in a turn"),
        ("row", lambda games: 0, "a card is offered that is not in the row"),
        ("bought", lambda games: 1, "a second card, roll or summon in a turn (LD-TURN-1)"),
        ("ending", lambda games: v.ENDING_GOAL, "an ending before the end, or an end without"),
        ("winner", lambda games: 1, "a winner in a draw, or a victory without"),
        ("need_demons", lambda games: 0, "a goal reached without a win (LD-WIN-1)"),
        ("rolls", lambda games: 301, "more rolls than the turn limit (LD-END-3)"),
        ("turn", lambda games: 0, "turn went back"),
        ("candles", lambda games: 0, "a candle moved"),
        ("seed", lambda games: 5, "seed changed"),
        ("souls", lambda games: -1, "a negative number in souls"),
    ],
)
def test_a_wrong_position_is_found(field: str, value: Callable[[np.ndarray], Any], what: str) -> None:
    variant = SPEC.variant(4)
    crowd = Crowd.after(variant, 30)
    running = ~variant.done(crowd.games)
    games, legal = crowd.games[running], crowd.legal[running]
    assert found(all_findings(variant, games, games, legal)) == set()
    wrong = games.copy()
    at = wrong[field]
    if field == "need_demons":
        wrong["souls"][:] = 60
    at[(slice(None),) + (0,) * (at.ndim - 1)] = value(games)
    assert what in found(all_findings(variant, games, wrong, legal))


def test_a_wrong_end_is_found() -> None:
    variant = SPEC.variant(4)
    crowd = Crowd.after(variant, 0)
    while not crowd.is_over:
        before = crowd.games.copy()
        crowd.step()
    assert found(all_findings(variant, crowd.games, crowd.games, crowd.legal)) == set()
    for field, value, what in (
        ("ending", v.ENDING_TURN_LIMIT, "a draw before the turn limit (LD-END-3)"),
        ("souls", 0, "a win by a goal that is not reached (LD-WIN-1)"),
        ("phase", v.PHASE_TURN, "nobody is asked, or somebody after the end"),
    ):
        games = crowd.games.copy()
        games[field] = value
        assert what in found(all_findings(variant, before, games, crowd.legal))
    games = crowd.games.copy()
    games["turn"] += 1
    assert "a finished game changed" in found(all_findings(variant, crowd.games, games, crowd.legal))


def test_a_wrong_mask_is_found() -> None:
    variant = SPEC.variant(4)
    crowd = Crowd.after(variant, 30)
    is_turn = crowd.games["phase"] == v.PHASE_TURN
    index = int(is_turn.argmax())
    seat = int(crowd.games["decider"][index])
    for code, what in (
        (act.WAIT, "who is asked may wait"),
        (act.CANDLE, "an action of another phase is legal"),
        (act.CARD + 37, "a card is offered that the seat lacks"),
    ):
        legal = crowd.legal.copy()
        legal[index, seat, code] = 1
        assert what in found(all_findings(variant, crowd.games, crowd.games, legal))
    rng = np.random.default_rng(0)
    check_verify(variant, crowd.games, index, crowd.legal[index], rng)
    with pytest.raises(AssertionError, match=f"seat {seat}"):
        check_verify(variant, crowd.games, index, legal[index], rng)
