"""Agents that play illegally, raise, answer in a wrong form or too late: their games are lost, all others go on."""

import numpy as np
import pytest

from resonance_env.agents.interface import Agent
from resonance_env.agents.random_agent import RandomAgent
from resonance_env.core.errors import IllegalActionError
from resonance_env.eval.match.match import FORFEIT, play_match
from resonance_env.eval.match.schedule import Schedule, rotations
from resonance_env.play.faults import Clock
from tests.eval import strange_agents as strange
from tests.small_games.hidden_sum import SPEC

VARIANT = SPEC.variant(3)
SCHEDULE = rotations(VARIANT, 8, seed=5)
SOMETIMES = [
    (strange.Illegal, "illegal", "agent 'illegal' played illegally: guesser_"),
    (strange.OutOfRange, "illegal", "expected actions in 0 .. 8 from agent 'out of range', got 10000"),
    (strange.Raising, "error", "ZeroDivisionError: out of ideas"),
    (strange.Leaving, "error", "SystemExit: 3"),
    (strange.WrongShape, "form", "expected 1 integers from agent 'wrong shape', got shape (0,) of type int64"),
    (strange.WrongType, "form", "expected 1 integers from agent 'wrong type', got shape (1,) of type float64"),
]


@pytest.mark.parametrize(("kind", "fault", "message"), SOMETIMES, ids=lambda value: getattr(value, "name", None))
def test_a_fault_costs_only_the_game_it_happens_in(kind: type[Agent], fault: str, message: str) -> None:
    agents = [kind(), RandomAgent()]
    whole = play_match(VARIANT, agents, SCHEDULE, on_fault="forfeit")
    alone = [play_match(VARIANT, agents, _game(number), on_fault="forfeit") for number in range(24)]

    forfeited = whole.ending == FORFEIT
    assert 3 <= forfeited.sum() <= 21
    assert forfeited.tolist() == [bool(game.ending[0] == FORFEIT) for game in alone]
    for name in ("payoff", "winners", "forfeits", "ending", "steps", "rounds", "decisions"):
        np.testing.assert_array_equal(getattr(whole, name), np.concatenate([getattr(game, name) for game in alone]))
    assert [entry.game for entry in whole.faults] == np.flatnonzero(forfeited).tolist()
    for entry in whole.faults:
        assert SCHEDULE.line_up[entry.game, entry.seat] == 0
        assert entry.fault.kind == fault
        assert entry.fault.message.startswith(message)
        assert ("go_wrong" in entry.fault.details) == (fault == "error")


def test_who_is_at_fault_loses_and_the_others_share_the_win() -> None:
    result = play_match(VARIANT, [strange.WrongMemory(), RandomAgent()], rotations(VARIANT, 2, seed=1), on_fault="forfeit")

    assert (result.ending == FORFEIT).all()
    assert not result.winners.any()
    np.testing.assert_array_equal(result.forfeits, rotations(VARIANT, 2, seed=1).line_up == 0)
    np.testing.assert_allclose(result.payoff, np.where(result.forfeits, -1.0, 0.5))
    assert {entry.fault.kind for entry in result.faults} == {"form"}
    assert "expected a memory of int64 and shape (1, 2) from agent 'wrong memory', got" in result.faults[0].fault.message


def test_a_team_is_at_fault_together() -> None:
    result = play_match(
        SPEC.variant(6), [strange.NoStart(), RandomAgent()], rotations(SPEC.variant(6), 1, 1), on_fault="forfeit"
    )

    assert result.forfeits.tolist() == [
        [True] * 2 + [False] * 4,
        [False] * 2 + [True] * 2 + [False] * 2,
        [False] * 4 + [True] * 2,
    ]
    np.testing.assert_allclose(result.payoff.sum(axis=1), 0.0)
    assert result.faults[0].fault.message == "MemoryError: too many rows"


def test_a_game_in_which_all_are_at_fault_is_nobodys() -> None:
    result = play_match(VARIANT, [strange.NoStart()], _all_by_one(2), on_fault="forfeit")

    assert result.forfeits.all()
    assert not result.payoff.any()
    assert len(result.faults) == 6


def test_whoever_is_late_is_interrupted_even_if_it_catches_exceptions() -> None:
    result = play_match(VARIANT, [strange.Late()], _all_by_one(2), on_fault="forfeit", clock=Clock(0.05))

    assert {entry.fault.kind for entry in result.faults} == {"late"}
    assert result.faults[0].fault.message == "agent 'late' took more than 0.05 s for a call with 6 rows"


def test_the_clock_says_whom_it_waits_for() -> None:
    told: list[tuple[int, bool]] = []
    clock = Clock(100.0, lambda index, deadline: told.append((index, deadline > 0.0)))
    play_match(VARIANT, [RandomAgent()], _all_by_one(1), clock=clock)

    assert told[::2] == [(0, True)] * (len(told) // 2)
    assert told[1::2] == [(-1, False)] * (len(told) // 2)


@pytest.mark.parametrize(
    ("kind", "error", "message"),
    [
        (strange.Raising, ZeroDivisionError, "out of ideas"),
        (strange.NoStart, MemoryError, "too many rows"),
        (strange.WrongMemory, IllegalActionError, r"memory of int64 and shape \(24, 2\)"),
    ],
)
def test_by_default_a_fault_stops_the_match(kind: type[Agent], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        play_match(VARIANT, [kind()], _all_by_one(8))


def _game(number: int) -> Schedule:
    one = slice(number, number + 1)
    return Schedule(SCHEDULE.line_up[one], SCHEDULE.seeds[one], SCHEDULE.keys[one])


def _all_by_one(games: int) -> Schedule:
    return Schedule(np.zeros((games, 3), dtype=np.int64), *[np.arange(games, dtype=np.uint64)] * 2)
