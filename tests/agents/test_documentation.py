"""The examples of docs/agents.md run, and the agent that they make can be registered as they say."""

import re
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from resonance_env.agents import loading
from resonance_env.agents.loading import agent_entries, load
from tests.places import ROOT

PAGE = (ROOT / "docs" / "agents.md").read_text(encoding="utf-8")


def _blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def test_examples_run(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {}
    for example in _blocks("python"):
        exec(example, names)
    assert re.search(r"0\.\d\d against three random agents; equal players score 0\.25", capsys.readouterr().out)


def test_the_example_is_registered_as_the_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (package := tmp_path / "my_package").mkdir()
    (package / "__init__.py").touch()
    (example,) = (block for block in _blocks("python") if "AgentEntry(" in block)
    (package / "agents.py").write_text(example, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    ((group, points),) = tomllib.loads(_blocks("toml")[0])["project"]["entry-points"].items()
    registered = [EntryPoint(name, value, group) for name, value in points.items()]
    monkeypatch.setattr(loading, "entry_points", lambda group: [point for point in registered if point.group == group])
    assert "impatient" in agent_entries()
    assert load("impatient:patience=0.3").name == "impatient:patience=0.3"


def test_all_agents_are_on_the_page() -> None:
    for name in agent_entries():
        assert f"| `{name}` |" in PAGE
