"""Recorded decisions: all decisions of the named agents with their observations, for any number of processes."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from resonance_env.agents.interface import Agent
from resonance_env.agents.random_agent import RandomAgent
from resonance_env.core.errors import OptionError, UsageError
from resonance_env.eval.match.recording import RecordedDecisions, read_decisions
from resonance_env.eval.tournament.main import run_tournament
from resonance_env.eval.workers import plan
from resonance_env.eval.workers.game_records import read_games
from tests.eval import strange_agents as strange
from tests.eval.small_runs import small_config
from tests.small_games.hidden_sum import SPEC

VARIANT = SPEC.variant(3)
AGENTS: dict[str, Callable[[], Agent]] = {"random": RandomAgent, "lowest": strange.Lowest, "counting": strange.Counting}


def play(out: Path, agents: dict[str, Callable[[], Agent]] | None = None, **changes: object) -> RecordedDecisions:
    run_tournament(VARIANT, agents or AGENTS, small_config(out, **changes))
    return read_decisions([out])


@pytest.fixture(scope="module")
def lowest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a tournament that recorded one of three agents."""
    folder = tmp_path_factory.mktemp("lowest") / "run"
    play(folder, record=("lowest",))
    return folder


def test_all_decisions_of_the_agent_and_no_others(lowest: Path) -> None:
    made = read_decisions([lowest])
    games = list(read_games(lowest / "games.jsonl"))
    expected = {(game.game, seat): game.decisions[seat] for game in games for seat in range(3) if game.agents[seat] == "lowest"}
    pairs, counts = np.unique(np.stack([made.game, made.seat]), axis=1, return_counts=True)
    assert {(int(game), int(seat)): int(count) for (game, seat), count in zip(pairs.T, counts, strict=True)} == expected
    assert len(made.action) == sum(expected.values()) > 1000
    assert all(
        made.payoff
        == np.array([games[game].payoff[seat] for game, seat in zip(made.game, made.seat, strict=True)], dtype=np.float32)
    )


def test_actions_are_what_the_agent_does_with_what_is_kept(lowest: Path) -> None:
    made = read_decisions([lowest])
    assert made.observation.dtype == np.int8
    assert made.observation.shape == (len(made.action), VARIANT.layout("table").size)
    assert np.array_equal(made.action, made.legal.argmax(axis=1))
    assert len(np.unique(made.observation, axis=0)) > 100


def test_processes_and_interruptions_change_nothing(lowest: Path, tmp_path: Path) -> None:
    play(tmp_path / "two", record=("lowest",), workers=2)
    lines = (tmp_path / "two" / "games.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "two" / "games.jsonl").write_bytes(b"".join(lines[:100]))
    max((tmp_path / "two" / "decisions").iterdir()).unlink()
    again = play(tmp_path / "two", record=("lowest",), workers=2)
    for column, other in zip(read_decisions([lowest]), again, strict=True):
        assert np.array_equal(column, other)


def test_several_agents_and_several_folders(lowest: Path, tmp_path: Path) -> None:
    both = play(tmp_path / "both", record=("random", "lowest"))
    assert len(both.action) > len(read_decisions([lowest]).action)
    assert len(read_decisions([lowest, tmp_path / "both"]).action) == len(both.action) + len(read_decisions([lowest]).action)


def test_faults_are_not_recorded(tmp_path: Path) -> None:
    made = play(tmp_path / "run", {"illegal": strange.Illegal, "random": RandomAgent}, record=("illegal",))
    assert len(made.action) > 100
    assert all(np.take_along_axis(made.legal, made.action[:, None].astype(np.int64), axis=1))


class DyingCounter(strange.Dying):
    """Ends its process; its observation is that of `Counting`."""

    observation = "recall"


def test_an_agent_that_ends_its_process_spoils_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plan, "unit_of", lambda *_: 60)  # each unit costs a process
    agents: dict[str, Callable[[], Agent]] = {"dying": DyingCounter, "counting": strange.Counting}
    made = play(tmp_path / "both", agents, games=60, record=("dying", "counting"))
    games = list(read_games(tmp_path / "both" / "games.jsonl"))
    assert all(game.faults for game in games)
    assert len(made.action) == sum(
        count for game in games for agent, count in zip(game.agents, game.decisions, strict=True) if agent == "counting"
    )
    with pytest.raises(UsageError, match="found none in"):
        play(tmp_path / "alone", agents, games=60, record=("dying",))


def test_errors_of_use(lowest: Path, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"agent that plays \(random, lowest, counting\), got 'highest'"):
        play(tmp_path / "unknown", record=("highest",))
    with pytest.raises(OptionError, match="same kind of observation, got lowest 'table', counting 'recall'"):
        play(tmp_path / "mixed", record=("lowest", "counting"))
    with pytest.raises(UsageError, match="recorded"):
        play(lowest)  # the same tournament, but nothing is to be recorded now
    with pytest.raises(UsageError, match="found none in"):
        read_decisions([tmp_path])
    damaged = tmp_path / "damaged" / "decisions" / "00000000.npz"
    damaged.parent.mkdir(parents=True)
    damaged.write_bytes(next((lowest / "decisions").iterdir()).read_bytes()[:500])
    with pytest.raises(UsageError, match=r"00000000\.npz: expected recorded decisions"):
        read_decisions([tmp_path / "damaged"])


@pytest.mark.parametrize(
    ("column", "entry"),
    [
        ("observation", 127),
        ("observation", -1),
        ("legal", 2),
        ("game", -(2**62)),
        ("seat", 3),
        ("seat", -1),
        ("payoff", np.nan),
    ],
)
def test_entries_out_of_range_are_refused(column: str, entry: float, lowest: Path, tmp_path: Path) -> None:
    with np.load(next((lowest / "decisions").iterdir())) as arrays:
        made = dict(arrays)
    made[column].reshape(len(made["action"]), -1)[7, 0] = entry
    (tmp_path / "decisions").mkdir()
    np.savez(tmp_path / "decisions" / "00000000.npz", **made)
    with pytest.raises(UsageError, match=f"00000000.npz: expected entries of {column} in the ranges"):
        read_decisions([tmp_path], VARIANT)
