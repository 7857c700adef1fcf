"""Agents are asked in one place: observations, memories, faults, and recorded decisions."""

import numpy as np
import pytest

from resonance_env.agents.random_agent import RandomAgent
from resonance_env.core.errors import IllegalActionError
from resonance_env.play.faults import Clock
from resonance_env.play.seating import NOBODY, Seating
from tests.eval import strange_agents as strange
from tests.small_games.hidden_sum import SPEC

VARIANT = SPEC.variant(3)
SEATS = np.arange(3)


def begin(seating: Seating, count: int, line_up: np.ndarray | int = 0) -> None:
    keys = np.arange(3 * count, dtype=np.uint64).reshape(count, 3)
    seating.begin(np.arange(count), np.broadcast_to(line_up, (count, 3)), keys)


def choose(
    seating: Seating, games: np.ndarray, which: np.ndarray | None = None
) -> tuple[np.ndarray, dict[tuple[int, int], str]]:
    which = np.arange(len(games)) if which is None else which
    out = np.full((len(games), 3), -7, dtype=np.int64)
    faults = seating.choose(which, games, VARIANT.acting(games), VARIANT.legal(games), {}, out)
    return out, {place: fault.kind for place, fault in faults.items()}


def test_only_seats_of_agents_are_written_and_observations_are_made_where_they_are_needed() -> None:
    seating = Seating(VARIANT, [strange.Counting(), strange.Lowest()], 4)
    begin(seating, 4, np.array([0, NOBODY, 1]))
    out, _ = choose(seating, VARIANT.start(range(4)))

    assert seating.observations == {"recall", "table"}
    assert (out[:, 1] == -7).all()
    assert (out[:, 2] == VARIANT.legal(VARIANT.start(range(4)))[:, 2].argmax(axis=1)).all()
    assert seating.decisions.tolist() == [[1, 0, 1]] * 4


def test_what_a_game_gets_does_not_depend_on_the_games_beside_it() -> None:
    whole, part = (Seating(VARIANT, [RandomAgent()], 6) for _ in range(2))
    games = VARIANT.start(range(6))
    begin(whole, 6)
    begin(part, 6)

    together, _ = choose(whole, games)
    for rows in ([4, 1], [0], [2, 3, 5]):
        np.testing.assert_array_equal(choose(part, games[rows], np.array(rows))[0], together[rows])


def test_a_new_game_forgets_and_draws_anew() -> None:
    seating = Seating(VARIANT, [strange.Counting()], 2)
    begin(seating, 2)
    first, _ = choose(seating, VARIANT.start(range(2)))
    choose(seating, VARIANT.start(range(2)))
    begin(seating, 2)

    np.testing.assert_array_equal(choose(seating, VARIANT.start(range(2)))[0], first)


def test_seats_go_on_where_they_were_saved() -> None:
    seating, other = (Seating(VARIANT, [strange.Counting()], 2) for _ in range(2))
    begin(seating, 2)
    choose(seating, VARIANT.start(range(2)))
    saved = seating.save()
    then = [choose(seating, VARIANT.start(range(2)))[0] for _ in range(3)]
    other.restore(saved)

    for expected in then:
        np.testing.assert_array_equal(choose(other, VARIANT.start(range(2)))[0], expected)
    assert saved["decisions"].tolist() == [[1] * 3] * 2  # a copy


def test_faults_are_returned_by_row_and_seat_and_the_others_are_asked() -> None:
    kept: list[np.ndarray] = []
    seating = Seating(
        VARIANT,
        [strange.Raising(), RandomAgent()],
        40,
        on_fault="return",
        on_decisions=lambda agent, game, seat, observation, legal, action: kept.append(np.stack([game, seat, action], axis=1)),
    )
    begin(seating, 40, np.array([0, 1, 1]))
    out, faults = choose(seating, VARIANT.start(range(40)))

    assert 0 < len(faults) < 40
    assert set(faults.values()) == {"error"}
    assert {seat for _, seat in faults} == {0}
    noted = np.concatenate(kept)
    assert len(noted) == 120 - len(faults)
    assert not {tuple(pair) for pair in noted[:, :2].tolist()} & set(faults)
    for game, seat, action in noted.tolist():
        assert out[game, seat] == action


def test_an_agent_that_cannot_start_is_at_fault_at_its_seats() -> None:
    seating = Seating(VARIANT, [strange.NoStart(), RandomAgent()], 2, on_fault="return")
    begin(seating, 2, np.array([0, 1, 1]))

    assert choose(seating, VARIANT.start(range(2)))[1] == {(0, 0): "error", (1, 0): "error"}
    with pytest.raises(MemoryError, match="too many rows"):
        begin(Seating(VARIANT, [strange.NoStart()], 2), 2)


def test_a_late_agent_is_at_fault_in_all_rows_of_the_call() -> None:
    seating = Seating(VARIANT, [strange.Late()], 2, on_fault="return", clock=Clock(0.05))
    begin(seating, 2)

    assert choose(seating, VARIANT.start(range(2)))[1] == {(game, seat): "late" for game in range(2) for seat in range(3)}


def test_raised_faults_are_the_agents_own_or_say_what_was_wrong() -> None:
    for agent, error, message in (
        (strange.Raising(), ZeroDivisionError, "out of ideas"),
        (strange.Illegal(), IllegalActionError, "agent 'illegal' played illegally: guesser_"),
        (strange.OutOfRange(), IllegalActionError, "expected actions in 0 .. 8 from agent 'out of range', got 10000"),
    ):
        seating = Seating(VARIANT, [agent], 40)
        begin(seating, 40)
        with pytest.raises(error, match=message):
            choose(seating, VARIANT.start(range(40)))


def test_a_decision_that_is_recorded_already_is_remembered() -> None:
    followed, played = (Seating(VARIANT, [strange.Counting()], 1) for _ in range(2))
    begin(followed, 1)
    begin(played, 1)
    games = VARIANT.start(range(1))
    choose(played, games)
    followed.follow(VARIANT.acting(games), VARIANT.legal(games), {"recall": VARIANT.observe(games, "recall")})

    np.testing.assert_array_equal(choose(followed, games)[0], choose(played, games)[0])
