"""The comparison of a kernel with a second implementation finds each kind of difference and tells it."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from resonance_env.core.layout import ObservationKind
from tests.games.agreement import SecondSide, compare_game, report
from tests.games.pieces import Pieces
from tests.small_games import silent_signals

VARIANT = silent_signals.SPEC.variant(2, rounds=1, explicit_chance=True)


class Mirror(SecondSide):
    """The same game once more, which may lie about one thing."""

    def __init__(self, lie: str = "") -> None:
        self.games = VARIANT.start([1])
        self.seats = 2
        self.explicit_chance = True
        self.lie = lie

    @property
    def over(self) -> bool:
        return bool(VARIANT.done(self.games)[0])

    @property
    def ending(self) -> str:
        return "lost" if self.lie == "ending" else VARIANT.ending_names[int(VARIANT.ending(self.games)[0])]

    @property
    def asked(self) -> list[int]:
        asked: list[int] = np.flatnonzero(VARIANT.acting(self.games)[0]).tolist()
        return [*asked, 7] if self.lie == "asked" else asked

    def legal(self, seat: int) -> list[int]:
        codes: list[int] = np.flatnonzero(VARIANT.legal(self.games)[0, seat]).tolist()
        return codes[1:] if self.lie == "legal" else codes

    def step(self, actions: dict[int, int]) -> None:
        VARIANT.step(self.games, np.array([[actions.get(seat, 0) for seat in range(2)]]))

    def chance_outcomes(self) -> dict[int, Fraction]:
        outcomes = {code: Fraction(share).limit_denominator(99) for code, share in VARIANT.chance_outcomes(self.games).items()}
        return {**outcomes, 98: Fraction(1)} if self.lie == "chance" else outcomes

    def apply_chance(self, outcome: int) -> None:
        VARIANT.apply_chance(self.games, outcome)

    def observation(self, seat: int, kind: ObservationKind) -> Pieces:
        return self._pieces("observation", VARIANT.observe(self.games, kind)[0, seat])

    def state(self) -> Pieces:
        return self._pieces("state", VARIANT.state(self.games)[0])

    def _pieces(self, what: str, row: np.ndarray) -> Pieces:
        last = [int(row[-1]) + 1] if self.lie == what else [int(row[-1])]
        return [("first", row[:-1].tolist()), ("last", [] if self.lie == "length" else last)]

    def numbers(self) -> dict[str, list[float]]:
        payoff = VARIANT.payoff(self.games)[0].tolist()
        return {"payoff": [9.0, 9.0] if self.lie == "payoff" else payoff, "rounds": VARIANT.rounds(self.games).tolist()}


def first_legal(_: int, legal: list[int]) -> int:
    return legal[0]


def compare(lie: str) -> int:
    return compare_game(VARIANT, Mirror(lie), 1, np.random.default_rng(0), first_legal)


def test_equal_sides_agree_to_the_end() -> None:
    assert compare("") >= 3  # a deal, a signal, a guess


@pytest.mark.parametrize(
    ("lie", "told"),
    [
        ("asked", r"asked: kernel \[.*\], reference \[.*7\]"),
        ("legal", r"legal of seat 0: kernel"),
        ("observation", r"table of seat 0, last: kernel"),
        ("length", r"recall of seat 1: kernel \d+ entries, reference \d+"),
        ("state", r"state, last: kernel"),
        ("ending", r"ending: kernel running, reference lost"),
        ("payoff", r"payoff: kernel \[0.0, 0.0\], reference \[9.0, 9.0\]"),
        ("chance", r"chance: kernel"),
    ],
)
def test_differences_are_told(lie: str, told: str) -> None:
    with pytest.raises(AssertionError, match=told):
        compare(lie)


def test_a_report_shows_one_example_of_each_kind(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        report(lambda number: compare("payoff" if number else ""), range(3))
    shown = capsys.readouterr().out
    assert shown.startswith("==== 2 times: payoff\n")
    assert shown.endswith("3 compared, 4 stops, 2 differ\n")
    report(lambda _: compare(""), range(2))
