"""Kernels trust their input, so the methods of a variant check it: wrong arrays are errors, never crashes."""

from collections.abc import Callable

import numpy as np
import pytest

from resonance_env.core.errors import IllegalActionError, UsageError
from resonance_env.games.resonance.spec import SPEC, ResonanceVariant

VARIANT = SPEC.variant(3)
SEEDS = np.zeros(2, dtype=np.uint64)
ACTIONS = np.zeros((2, 3), dtype=np.int64)


def two_games() -> np.ndarray:
    return VARIANT.start(SEEDS)


def read_only() -> np.ndarray:
    games = two_games()
    games.flags.writeable = False
    return games


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda v, g: v.step(v.new_games(2), ACTIONS), "expected games that have been reset"),
        (lambda v, g: v.step(g, ACTIONS[:1]), r"expected integers of shape \(2, 3\) as actions, got int64 of shape \(1, 3\)"),
        (lambda v, g: v.step(g, ACTIONS.astype(float)), "got float64"),
        (lambda v, g: v.step(read_only(), ACTIONS), "read-only"),
        (lambda v, g: v.step(v.new_games(4)[::2], ACTIONS), "expected a contiguous array of games"),
        (lambda v, g: v.step(np.zeros(2), ACTIONS), "expected a contiguous array of games"),
        (lambda v, g: v.reset(g, SEEDS[:1]), "expected an array of 2 seeds"),
        (lambda v, g: v.reset(g, np.array([-1, 0])), "expected an array of 2 seeds in 0"),
        (lambda v, g: v.reset(g, np.array([0.5, 1.0])), "got float64"),
        (lambda v, g: v.reset(read_only(), SEEDS), "read-only"),
        (
            lambda v, g: v.legal(g, np.zeros((2, 3, 7), dtype=np.int8)),
            r"expected out to be .* int8 array of shape \(2, 3, 134\)",
        ),
        (lambda v, g: v.legal(g, np.zeros((2, 3, 134))), "got float64"),
        (lambda v, g: v.observe(g, "table", np.zeros((1, 3, v.layout().size), dtype=np.int8)), "expected out to be"),
        (lambda v, g: v.state(g, np.zeros((2, 5), dtype=np.int8)), "expected out to be"),
        (lambda v, g: v.verify(g, 7, 0, 0), "expected a game in 0 .. 1, got 7"),
        (lambda v, g: v.position(g, -1), "expected a game in 0 .. 1, got -1"),
        (lambda v, g: v.render(g, 0, 9), "expected a viewer in 0 .. 2 or None, got 9"),
    ],
)
def test_wrong_arrays_are_refused(call: Callable[[ResonanceVariant, np.ndarray], object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        call(VARIANT, two_games())


@pytest.mark.parametrize(("seat", "action", "message"), [(3, 0, "seat in 0 .. 2"), (0, 134, "got 134"), (0, True, "got True")])
def test_verify_refuses_what_is_no_seat_or_action(seat: int, action: int, message: str) -> None:
    with pytest.raises(IllegalActionError, match=message):
        VARIANT.verify(two_games(), 0, seat, action)
