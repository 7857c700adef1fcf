"""Evaluation from Python: agents as names, classes, functions and lambdas, and errors that say what was expected."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from resonance_env import cli
from resonance_env.agents.loading import shipped_checkpoints
from resonance_env.agents.random_agent import RandomAgent
from resonance_env.core.cores import _cores_of_quota, usable_cores
from resonance_env.core.errors import IllegalActionError, OptionError
from resonance_env.eval.match.report import evaluate_agent
from resonance_env.eval.match.self_play import evaluate_self_play
from resonance_env.eval.tournament.config import TournamentConfig
from resonance_env.eval.tournament.main import run_tournament, tournament
from resonance_env.eval.workers import playing
from tests.eval.strange_agents import Lowest
from tests.places import ROOT
from tests.small_games.hidden_sum import SPEC
from tests.small_games.silent_signals import SPEC as SIGNALS

VARIANT = SPEC.variant(3)
QUIET = Console(quiet=True)


def play(out: Path, agents: Any, **options: Any) -> Any:
    return run_tournament(VARIANT, agents, TournamentConfig((), games=36, out=out, workers=1, **options), console=QUIET)


def test_all_forms_of_agents_play_the_same_games(tmp_path: Path) -> None:
    forms: dict[str, Any] = {
        "classes": {"random": RandomAgent, "lowest": Lowest},
        "lambdas": {"random": lambda: RandomAgent(), "lowest": lambda: Lowest()},
        "names": {"random": "random", "lowest": "tests.eval.strange_agents:Lowest"},
        "paths": {"random": "random", "lowest": f"{ROOT}/tests/eval/strange_agents.py:Lowest"},
    }
    for form, agents in forms.items():
        play(tmp_path / form, agents, seed=5)
    assert len({(tmp_path / form / "games.jsonl").read_bytes() for form in forms}) == 1


def test_names_alone_are_agents(tmp_path: Path) -> None:
    names = ["random", "tests.eval.strange_agents:Lowest"]
    report = play(tmp_path / "python", names, seed=5)
    assert {row.agent for row in report.standings} == set(names)
    assert "resonance tournament random tests.eval" in (tmp_path / "python" / "report.html").read_text()


def test_a_page_names_no_command_that_cannot_play_its_agents(tmp_path: Path) -> None:
    play(tmp_path, {"mine": RandomAgent, "yours": Lowest}, seed=5)
    page = (tmp_path / "report.html").read_text()
    assert "resonance tournament mine" not in page
    assert "<code>seed=5</code>" in page


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("randon", r"did you mean 'random'\?"),
        (RandomAgent(), "makes agent 'x', or the name or path of one; got RandomAgent; `lambda: agent` makes it"),
        (3, "makes agent 'x', or the name or path of one; got int"),
        (lambda observation, legal: legal, "without arguments"),
        (lambda: 3, "got one that makes int"),
    ],
    ids=["name", "agent", "number", "policy", "maker"],
)
def test_what_makes_no_agent_is_refused(tmp_path: Path, source: Any, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        play(tmp_path / "run", {"random": RandomAgent, "x": source})
    assert not (tmp_path / "run").exists()


def test_one_agent_under_two_names_is_refused(tmp_path: Path) -> None:
    folder, file = shipped_checkpoints()["resonance-4-table"], ROOT / "tests" / "eval" / "strange_agents.py"
    twice = {"are the same agent": [f"{file}:Lowest", f"{ROOT}/tests/../tests/eval/strange_agents.py:Lowest"]}
    twice["expected agents that differ, got .* more than once"] = [f"{folder}/", f"{folder}/.", "random"]
    for message, names in twice.items():
        with pytest.raises(OptionError, match=message):
            tournament(TournamentConfig(tuple(names), players=4, games=24, out=tmp_path / "run"))
    for message, names in {
        "are the same agent": twice["are the same agent"],
        "got 'random' more": ["random", "random"],
    }.items():
        with pytest.raises(OptionError, match=message):
            play(tmp_path / "run", names)
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("agent", "message"),
    [
        ("randon", r"did you mean 'random'\?"),
        (lambda observation, mask: mask, r"got a function \(FunctionAgent\(name, function\) makes an agent of a policy\)"),
        (RandomAgent, r"got the class RandomAgent \(make one of it\)"),
    ],
    ids=["name", "function", "class"],
)
def test_matches_say_what_an_agent_is(agent: Any, message: str) -> None:
    calls: list[Callable[[], object]] = [
        lambda: evaluate_agent(VARIANT, agent, "random", 3, seed=1),
        lambda: evaluate_agent(VARIANT, "random", agent, 3, seed=1),
        lambda: evaluate_self_play(SIGNALS.variant(2), agent, 3, seed=1),
    ]
    for call in calls:
        with pytest.raises(OptionError, match=message):
            call()


def test_matches_take_names() -> None:
    report = evaluate_agent(VARIANT, "tests.eval.strange_agents:Lowest", "random", 9, seed=1)
    assert (report.agent, report.against) == ("lowest", "random")


class NoTuple(Lowest):
    def act(self, *arguments: Any) -> Any:
        return super().act(*arguments)[0]


def test_an_answer_without_memory_is_named() -> None:
    with pytest.raises(IllegalActionError, match=r"expected \(actions, memory\) from act\(\) of agent 'lowest', got int64"):
        evaluate_agent(VARIANT, NoTuple(), "random", 3, seed=1)


INTERACTIVE = """
import sys
from pathlib import Path
from tests.eval.test_from_python import VARIANT, TournamentConfig, run_tournament
from tests.eval.strange_agents import Lowest
from resonance_env.agents.random_agent import RandomAgent
class Mine(Lowest):
    name = "mine"
run_tournament(VARIANT, {"mine": Mine, "random": RandomAgent}, TournamentConfig((), games=36, out=Path(sys.argv[1]), workers=1))
"""


def test_a_class_of_a_notebook_plays_in_the_same_process(tmp_path: Path) -> None:
    command, environment = [sys.executable, "-", str(tmp_path / "run")], {**os.environ, "PYTHONPATH": str(ROOT)}
    made = subprocess.run(command, input=INTERACTIVE, env=environment, capture_output=True, text=True, check=True)
    assert "the games are played in this process" in made.stdout
    assert "defined in a notebook or on standard input" in made.stdout
    assert (tmp_path / "run" / "report.json").exists()


def test_tournaments_draw_a_secret_seed_and_tell_it(tmp_path: Path) -> None:
    first, second = (play(tmp_path / name, ["random", "tests.eval.strange_agents:Lowest"]) for name in "ab")
    assert first.seed != second.seed
    assert json.loads((tmp_path / "a" / "report.json").read_text())["seed"] == first.seed
    again = play(tmp_path / "c", ["random", "tests.eval.strange_agents:Lowest"], seed=first.seed)
    assert again == first
    assert play(tmp_path / "a", ["random", "tests.eval.strange_agents:Lowest"]) == first  # goes on, with its seed


def test_the_command_tells_the_seed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["random", "greedy", "--players", "3", "--games", "6", "--workers", "1", "--out", str(tmp_path / "run")]
    assert cli.main(["tournament", *words]) == 0
    seed = json.loads((tmp_path / "run" / "report.json").read_text())["seed"]
    assert f"--seed {seed} repeats it" in capsys.readouterr().out


def test_only_the_cores_that_may_be_used_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {0, 3, 5}, raising=False)
    monkeypatch.setattr("resonance_env.core.cores.CGROUP", tmp_path)
    assert usable_cores() == 3
    for limit, cores in (("max 100000", None), ("150000 100000", 2), ("10000 100000", 1), ("junk", None)):
        (tmp_path / "cpu.max").write_text(f"{limit}\n")
        assert _cores_of_quota(tmp_path) == cores
    (tmp_path / "cpu.max").write_text("200000 100000\n")
    assert usable_cores() == 2

    def spy(work: object, units: object, workers: int, *others: object) -> None:
        raise RuntimeError(f"{workers} processes")

    monkeypatch.setattr(playing, "play_units", spy)
    with pytest.raises(RuntimeError, match="2 processes"):
        tournament(TournamentConfig(("random", "greedy"), players=3, games=6, out=tmp_path / "run"))
