"""PettingZoo's own tests, for 3 to 8 players and every two values of two options."""

import warnings
from functools import cache, partial
from types import SimpleNamespace
from typing import Any

import pytest
from pettingzoo.utils import parallel_to_aec

from resonance_env.adapters import factory
from resonance_env.adapters.pettingzoo_aec import OrderEnforcing, PettingZooAEC
from resonance_env.adapters.pettingzoo_parallel import PettingZooParallel
from resonance_env.play.vector_env import VectorEnv
from tests.adapters.covering import Row, all_pairs, covering_rows, pairs_of
from tests.adapters.games import ADAPTER_OPTIONS, SPECS, game_choices, is_allowed

with warnings.catch_warnings():
    # Some of these modules load an example environment in a way that newer versions of PettingZoo deprecate.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, render_test, seed_test
    from pettingzoo.test.state_test import state_test

# PettingZoo's tests warn about these; each is known and intended. All other warnings fail (`filterwarnings` in pyproject.toml).
EXPLAINED = [
    r"reset\(options=\.\.\.\) knows position",  # the API tests pass the key "options", which no environment knows
    r".* is not legal now, .* is played instead",  # many of the tests sample actions without the mask
    "Observation is not a NumPy array",  # with mask="obs" it is a dict; they except their own games by name
    "Observation space for each agent probably should be gymnasium.spaces.box",  # as above
]
pytestmark = [pytest.mark.filterwarnings(f"ignore:{message}:UserWarning") for message in EXPLAINED]


def table(name: str) -> dict[str, tuple[Any, ...]]:
    """Returns all values of all options of a game and of the adapters."""
    own: dict[str, tuple[Any, ...]] = {"reward": SPECS[name].reward_kinds}
    if not SPECS[name].variant().has("progress"):
        own["shaping"] = (0.0,)
    return {**game_choices(name), **ADAPTER_OPTIONS, **own}


@cache
def rows(name: str) -> list[Row]:
    return covering_rows(table(name), partial(is_allowed, name))


def is_long(name: str, row: Row) -> bool:
    """Returns whether every one of some random games has at least four steps."""
    of_game, _ = factory.split_options(PettingZooParallel, SPECS[name], row)
    games = VectorEnv(SPECS[name].variant(**of_game), 32, seed=1)
    games.reset()
    return not any(games.step(games.random_actions())[2].any() for _ in range(3))


ROWS = [pytest.param(name, row, id=f"{name}-{number}") for name in SPECS for number, row in enumerate(rows(name))]
LONG_ROWS = [(name, row) for name in SPECS for row in rows(name) if is_long(name, row)]


def parallel(name: str, row: Row, **changes: Any) -> PettingZooParallel:
    return factory.make(PettingZooParallel, SPECS[name], **{**row, **changes})


def aec(name: str, row: Row, **changes: Any) -> OrderEnforcing:
    return OrderEnforcing(factory.make(PettingZooAEC, SPECS[name], **{**row, **changes}))


@pytest.mark.parametrize("name", SPECS)
def test_rows_hold_every_value_and_every_pair_that_goes_together(name: str) -> None:
    held = {pair for row in rows(name) for pair in pairs_of(row)}
    assert held == all_pairs(table(name), partial(is_allowed, name))
    assert all(any(row[key] == value for row in rows(name)) for key, values in table(name).items() for value in values)


@pytest.mark.parametrize(("name", "row"), ROWS)
def test_parallel_api(name: str, row: Row, capsys: pytest.CaptureFixture[str]) -> None:
    # The test looks for the mask in the observation only.
    illegal = row["illegal"] if row["mask"] == "obs" else "replace"
    parallel_api_test(parallel(name, row, illegal=illegal), num_cycles=30)


@pytest.mark.parametrize(("name", "row"), ROWS)
def test_aec_api(name: str, row: Row, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(aec(name, row), num_cycles=30)


@pytest.mark.parametrize(("name", "row"), ROWS)
def test_seeds(name: str, row: Row, capsys: pytest.CaptureFixture[str]) -> None:
    seed_test(partial(aec, name, row), num_cycles=10)
    # This one samples without the mask.
    parallel_seed_test(partial(parallel, name, row, illegal="replace"), num_cycles=10)


@pytest.mark.parametrize(("name", "row"), ROWS)
def test_state(name: str, row: Row, capsys: pytest.CaptureFixture[str]) -> None:
    # Samples without the mask.
    state_test(aec(name, row, illegal="replace"), parallel(name, row), num_cycles=10)


@pytest.mark.parametrize(("name", "row"), ROWS)
def test_render(name: str, row: Row, capsys: pytest.CaptureFixture[str]) -> None:
    # The test sets the render mode itself, and looks for the mask in the observation only.
    illegal = row["illegal"] if row["mask"] == "obs" else "replace"
    render_test(lambda render_mode: aec(name, row, illegal=illegal, render_mode=render_mode))


@pytest.mark.parametrize(("name", "row"), LONG_ROWS)
def test_max_cycles(name: str, row: Row, capsys: pytest.CaptureFixture[str]) -> None:
    # The test wants games of at least four steps. It samples without the mask, and expects an AEC environment that asks every
    # agent in every cycle.
    make = partial(parallel, name, row, illegal="replace")
    max_cycles_test(SimpleNamespace(parallel_env=make, env=lambda max_cycles: parallel_to_aec(make(max_cycles=max_cycles))))
