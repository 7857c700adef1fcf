"""Agents by name: parameters from text, agents of games, agents of other packages, and the list of all."""

import itertools
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from resonance_env import cli
from resonance_env.agents import loading
from resonance_env.agents.interface import Agent, bound
from resonance_env.agents.loading import (
    address_of,
    agent_entries,
    agent_names,
    check_differ,
    entries_of,
    load,
    plain_name,
    shipped_checkpoints,
)
from resonance_env.agents.random_agent import RandomAgent
from resonance_env.agents.registry import AgentEntry, Parameter
from resonance_env.core.errors import OptionError, UsageError
from resonance_env.games import load_game
from tests.small_games.hidden_sum import SPEC as TOY


class _Recorder(RandomAgent):
    """Keeps what it was made with."""

    def __init__(self, **parameters: Any) -> None:
        self.parameters = parameters


ENTRY = AgentEntry(
    "recorder",
    _Recorder,
    "For tests.",
    (),
    (
        Parameter("sims", int, 100, "How many.", low=1, high=1000),
        Parameter("speed", float, 1.0, "How fast."),
        Parameter("style", str, "calm", "How.", ("calm", "wild")),
        Parameter("deep", bool, False, "Whether."),
    ),
)


def _made(text: str) -> dict[str, Any]:
    agent = ENTRY.make(text)
    assert isinstance(agent, _Recorder)
    return agent.parameters


def test_parameters_are_parsed_by_their_types() -> None:
    assert _made("") == {}
    assert _made("sims=200,speed=2.5,style=wild,deep=True") == {"sims": 200, "speed": 2.5, "style": "wild", "deep": True}
    assert _made(" sims = 7 , deep=false") == {"sims": 7, "deep": False}
    assert isinstance(_made("speed=2")["speed"], float)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sim=5", r"names sims, speed, style, deep; got 'sim=5'; did you mean 'sims'\?"),
        ("sims", "as name=value, the names sims, speed, style, deep; got 'sims'"),
        ("sims=5,", "as name=value"),
        ("sims=5,sims=6", "once, got 'sims' twice"),
        ("sims=many", "'sims': expected an integer of at least 1 of at most 1000, got 'many'"),
        ("sims=2.5", "expected an integer"),
        ("sims=0", "of at least 1 of at most 1000, got '0'"),
        ("sims=1001", "got '1001'"),
        ("speed=nan", "'speed': expected a number, got 'nan'"),
        ("speed=inf", "expected a number, got 'inf'"),
        ("style=wildly", r"'style': expected one of calm, wild, got 'wildly'; did you mean 'wild'\?"),
        ("deep=maybe", "'deep': expected true or false, got 'maybe'"),
    ],
)
def test_a_parameter_that_does_not_fit_is_refused(text: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        ENTRY.make(text)


def test_agents_of_a_game_are_found() -> None:
    entries = agent_entries()
    assert [entry.games for entry in entries["random"]] == [()]
    assert [entry.games for entry in entries["greedy"]] == [("resonance",), ("summon_demons",), ("syncro",)]
    assert entries_of("toy").keys() == {"human", "random"}
    assert set(entries) <= set(agent_names())
    assert load("greedy").name == "greedy"
    assert load("planner:style=racer,final=0.7").observation == "recall"


def test_games_share_names_and_the_game_decides() -> None:
    agent = load("greedy")
    with pytest.raises(
        UsageError, match=r"expected bind\(variant\) before agent 'greedy' of resonance and summon_demons and s"
    ):
        agent.act(np.zeros((1, 1), dtype=np.int8), np.ones((1, 1), dtype=np.int8), None, np.random.default_rng(0))
    both = [bound(agent, load_game(game).variant()) for game in ("resonance", "summon_demons")]
    assert [one.observation for one in both] == ["table", "recall"]


def test_a_value_that_no_game_takes_is_refused_with_what_each_expects() -> None:
    """A person is no model of a search, whose models depend on the game."""
    message = (
        r"^agent 'search', parameter 'opponent': expected one of random, [\w, ]+, got 'human' \(in resonance\); "
        r"[^\n]*expected one of greedy, saver, [\w, ]+, got 'human' \(in syncro\)$"
    )
    with pytest.raises(OptionError, match=message):
        load("search:opponent=human")
    with pytest.raises(OptionError, match=r"got 'pace=1' \(in resonance and summon_demons\); .*got 'pace=1' \(in syncro\)$"):
        load("greedy:pace=1")


def test_tables_tell_agents_with_parameters_apart() -> None:
    assert load("planner:style=racer").name == "planner:style=racer"
    assert load("planner").name == "planner"


def test_an_agent_can_be_made_again_from_its_address() -> None:
    name, folder = next(iter(shipped_checkpoints().items()))
    sharp = load(f"{name}:temperature=0")
    assert address_of(name, load(name)) == str(folder)
    assert address_of(f"{name}:temperature=0", sharp) == f"{folder}:temperature=0"
    again = load(address_of(f"{name}:temperature=0", sharp))
    assert (again.name, again.deterministic) == (f"{name}:temperature=0", True)
    assert address_of("planner:style=racer", load("planner:style=racer")) == "planner:style=racer"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("planner", "planner:style=balanced"),
        ("planner:style=racer,artifact=1", "planner: artifact=1.0 , style=racer"),
        ("resonance-4-table", f"{shipped_checkpoints()['resonance-4-table']}/"),
        ("search", "search:sims=200"),
    ],
)
def test_what_is_loaded_decides_who_is_the_same(first: str, second: str) -> None:
    with pytest.raises(OptionError, match="are the same agent"):
        check_differ({name: load(name) for name in (first, second)})


def test_agents_with_other_parameters_differ() -> None:
    names = ("planner", "planner:style=racer", "resonance-4-table", "resonance-4-table:temperature=0", "random")
    check_differ({name: load(name) for name in names})


def test_paths_have_one_spelling(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").mkdir()
    monkeypatch.chdir(tmp_path)
    assert {plain_name(name) for name in ("a", "a/", "./a", ".//a/.")} == {"a"}
    assert plain_name("./a/:temperature=0") == "a:temperature=0"
    assert plain_name("planner:style=racer") == "planner:style=racer"


def test_an_agent_without_parameters_takes_none() -> None:
    with pytest.raises(OptionError, match="the names none; got 'style=racer'"):
        load("greedy:style=racer")


def test_an_unknown_style_or_weight_is_refused_with_the_nearest() -> None:
    with pytest.raises(OptionError, match="did you mean 'racer'"):
        load("planner:style=race")
    with pytest.raises(OptionError, match="did you mean 'artifact'"):
        load("planner:artefact=1")


def test_an_unknown_name_with_parameters_is_refused_with_the_nearest() -> None:
    with pytest.raises(OptionError, match=r"got 'planer:style=racer'; did you mean 'planner'\?"):
        load("planer:style=racer")


@pytest.mark.parametrize("name", ["greedy", "planner"])
def test_an_agent_of_another_game_is_refused(name: str) -> None:
    with pytest.raises(OptionError, match=f"agent {name!r} plays resonance.*, got a variant of 'toy'"):
        load(name).bind(TOY.variant(3))


def _register(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    points = [EntryPoint(name, f"tests.agents.foreign_agents:{name}", loading.ENTRY_POINTS) for name in names]
    monkeypatch.setattr(loading, "entry_points", lambda group: [point for point in points if point.group == group])


def test_other_packages_register_agents_by_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    _register(monkeypatch, "FOREIGN", "SEVERAL")
    assert {"foreign", "first", "second", "random", "greedy"} <= set(agent_names())
    agent: Agent = load("foreign")
    assert isinstance(agent, RandomAgent)
    with pytest.raises(OptionError, match="'depth': expected an integer of at least 1 of at most 9, got '10'"):
        load("second:depth=10")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("TAKEN", "expected a new name from entry point 'TAKEN'.*got 'random'"),
        ("NO_ENTRY", "entry point 'NO_ENTRY'.*cannot be loaded"),
        ("MISSING", "entry point 'MISSING'.*cannot be loaded.*MISSING"),
    ],
)
def test_a_bad_entry_point_is_named(name: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    _register(monkeypatch, name)
    with pytest.raises(OptionError, match=message):
        agent_names()


def test_the_command_lists_agents_with_parameters(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["agents"]) == 0
    printed = capsys.readouterr().out
    for entry in itertools.chain(*agent_entries().values()):
        assert f"{entry.name} (" in printed
        assert entry.meaning in printed
        assert all(f"{parameter.name}={parameter.default}" in printed for parameter in entry.parameters)
        assert all(parameter.meaning in printed for parameter in entry.parameters)
    assert cli.main(["agents", "--game", "resonance"]) == 0
    assert "planner (resonance" in capsys.readouterr().out
    assert cli.main(["agents", "--game", "chess"]) == 2
