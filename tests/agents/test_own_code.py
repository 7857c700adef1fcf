"""Agents in the user's own code, by `module:Class` or `file.py:Class`."""

from pathlib import Path

import pytest

from resonance_env import cli
from resonance_env.agents.loading import address_of, check_differ, load, load_guide
from resonance_env.agents.random_agent import RandomAgent
from resonance_env.core.errors import OptionError
from resonance_env.train.run.pinning import as_pinned, pin_agents
from tests.train.training_runs import tiny

CODE = """
from beside import NAME
from resonance_env.agents.random_agent import RandomAgent
from resonance_env.agents.registry import AgentEntry, Parameter

class Mine(RandomAgent):
    name = NAME
    def __init__(self, depth=1):
        self.depth = depth

MADE = Mine(5)
ENTRY = AgentEntry("entry", Mine, "Mine.", parameters=(Parameter("depth", int, 1, "How deep.", low=1),))
def makes(): return Mine(7)
def fails(): raise KeyError("no weights")
NUMBER = 3
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "beside.py").write_text("NAME = 'mine'\n")
    (tmp_path / "my_agents.py").write_text(CODE)
    (tmp_path / "broken.py").write_text("import no_such_module\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "my_agents.py"


@pytest.mark.parametrize(("what", "depth"), [("Mine", 1), ("MADE", 5), ("ENTRY:depth=3", 3), ("makes", 7)])
def test_classes_agents_entries_and_functions_are_loaded(file: Path, what: str, depth: int) -> None:
    for name in (f"my_agents.py:{what}", f"{file}:{what}"):
        agent = load(name)
        assert isinstance(agent, RandomAgent)
        assert (agent.name, vars(agent)["depth"]) == ("mine", depth)
        assert load(name) is not agent
        assert address_of(name, agent) == f"{file}:{what}"
    with pytest.raises(OptionError, match="are the same agent"):
        check_differ({name: load(name) for name in (f"my_agents.py:{what}", f"./my_agents.py:{what}")})


@pytest.mark.usefixtures("file")
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("my_agents.py:Mien", r"has none of that name; did you mean 'Mine'\?"),
        ("my_agents.py:Zeppelin", "has none of that name; it has Mine, MADE, ENTRY"),
        ("my_agents.py:NUMBER", "a function that makes an agent as my_agents.py:NUMBER, got int"),
        ("my_agents.py:fails", r"my_agents.py:fails cannot make an agent: KeyError\('no weights'\)"),
        ("my_agents.py:Mine:depth=2", "expected no parameters after my_agents.py:Mine, got 'depth=2'"),
        ("my_agents.py:ENTRY:depth=0", "'depth': expected an integer of at least 1, got '0'"),
        ("there_is_none.py:Mine", "expected a file with the agent 'Mine' at .*there_is_none.py, there is none"),
        ("broken.py:Mine", "broken.py cannot be imported: ModuleNotFoundError: No module named 'no_such_module'"),
        ("no_such_module:Mine", "no_such_module cannot be imported: ModuleNotFoundError"),
        ("Mine", "module:Class or file.py:Class"),
    ],
)
def test_what_cannot_be_loaded_is_said(name: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        load(name)


def test_a_module_is_named_as_python_names_it() -> None:
    agent = load("tests.eval.strange_agents:Lowest")
    assert (agent.name, address_of("tests.eval.strange_agents:Lowest", agent)) == ("lowest", "tests.eval.strange_agents:Lowest")


@pytest.mark.usefixtures("file")
def test_only_what_is_installed_guides() -> None:
    with pytest.raises(OptionError, match="only what is installed can guide"):
        load_guide("my_agents.py:Mine")


def test_commands_take_them(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    small = ["--players", "3", "--games", "6"]
    assert cli.main(["eval", "my_agents.py:Mine", "--against", "my_agents.py:makes", *small]) == 0
    assert cli.main(["tournament", "my_agents.py:Mine", "random", "--workers", "1", *small, "--out", "run"]) == 0
    capsys.readouterr()
    file.write_text(CODE.replace("'mine'", "'other'") + "\n# changed\n")
    assert cli.main(["tournament", "my_agents.py:Mine", "random", "--workers", "1", *small, "--out", "run"]) == 2
    assert "run holds another tournament: checkpoints" in capsys.readouterr().err


def test_a_run_keeps_where_its_opponents_are(file: Path) -> None:
    config = tiny(file.parent / "run", opponents=("my_agents.py:Mine",))
    pinned = pin_agents(config)
    assert pinned.opponents == (f"{file}:Mine",)
    assert as_pinned(config, pinned).opponents == pinned.opponents
