"""Line-ups of agents and their seats."""

from collections import Counter
from math import comb

import numpy as np
import pytest

from resonance_env.core.errors import OptionError
from resonance_env.eval.match.schedule import arrangements, num_turns, seated_games
from resonance_env.eval.tournament.line_ups import default_kinds, line_ups


def test_pairs_are_one_against_all_and_all_against_one() -> None:
    assert set(line_ups(["pairs"], 3, 4)) == {
        (0, 1, 1, 1),
        (0, 0, 0, 1),
        (0, 2, 2, 2),
        (0, 0, 0, 2),
        (1, 2, 2, 2),
        (1, 1, 1, 2),
    }
    assert line_ups(["pairs"], 3, 2) == [(0, 1), (0, 2), (1, 2)]


def test_the_first_agent_alone_against_each_other_one() -> None:
    assert line_ups(["first"], 3, 4) == [(0, 1, 1, 1), (0, 2, 2, 2)]


def test_pools_and_mixtures() -> None:
    assert line_ups(["pools"], 4, 3) == [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]
    assert line_ups(["mixtures"], 2, 3) == [(0, 0, 1), (0, 1, 1)]
    assert len(line_ups(["mixtures"], 5, 4)) == comb(8, 4) - 5


def test_each_line_up_is_played_once() -> None:
    assert len(line_ups(["pairs", "pools", "mixtures"], 5, 4)) == len(line_ups(["mixtures"], 5, 4))


def test_by_default_there_are_pools_if_there_are_enough_agents() -> None:
    assert default_kinds(4, 4) == ("pairs", "pools")
    assert default_kinds(3, 4) == ("mixtures",)


@pytest.mark.parametrize(
    ("kinds", "agents", "sides", "message"),
    [
        (["pools"], 3, 4, "at least 4 agents for pools, one per side, got 3"),
        (["pairs"], 1, 4, "at least 2 agents, got 1"),
        (["pairs"], 2, 1, "at least 2 sides"),
        (["circles"], 3, 3, "among first, pairs, pools, mixtures; got 'circles'"),
    ],
)
def test_too_few(kinds: list[str], agents: int, sides: int, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        line_ups(kinds, agents, sides)  # type: ignore[arg-type]


def test_each_deal_has_all_line_ups_in_all_rotations() -> None:
    both = [(0, 1, 2), (0, 0, 1)]
    schedule = seated_games(both, (0, 1, 2), 3, range(12))

    assert num_turns(both) == 3
    assert schedule.line_up.tolist() == [
        *([0, 1, 2], [2, 0, 1], [1, 2, 0], [0, 0, 1], [1, 0, 0], [0, 1, 0]),
        *([0, 2, 1], [1, 0, 2], [2, 1, 0], [0, 1, 0], [0, 0, 1], [1, 0, 0]),
    ]
    assert [len(set(schedule.seeds[rows].tolist())) for rows in (slice(6), slice(6, 12))] == [1, 1]
    assert len(set(schedule.seeds.tolist())) == 2
    assert len(set(schedule.keys.tolist())) == 12


def test_everybody_sits_everywhere_and_beside_everybody_equally_often() -> None:
    seated = seated_games([(0, 1, 2, 3)], (0, 1, 2, 3), 0, range(6 * 4)).line_up
    left = Counter(zip(seated.ravel().tolist(), np.roll(seated, -1, axis=1).ravel().tolist(), strict=True))

    assert all(Counter(seated[:, seat].tolist()) == dict.fromkeys(range(4), 6) for seat in range(4))
    assert set(left.values()) == {8}
    assert len(left) == 12
    assert len(arrangements((0, 1, 2, 3))) == 6


def test_a_team_is_one_side() -> None:
    schedule = seated_games([(0, 1, 2)], (0, 0, 1, 1, 2, 2), 0, range(3))

    assert schedule.line_up.tolist() == [[0, 0, 1, 1, 2, 2], [2, 2, 0, 0, 1, 1], [1, 1, 2, 2, 0, 0]]


def test_any_part_of_a_schedule_is_the_same_games() -> None:
    mixtures, seed = line_ups(["mixtures"], 3, 3), 2**64 - 1
    whole, part = (seated_games(mixtures, (0, 1, 2), seed, numbers) for numbers in (range(60), range(17, 41)))

    for name in ("line_up", "seeds", "keys"):
        np.testing.assert_array_equal(getattr(whole, name)[17:41], getattr(part, name))
