"""Options that are numbers: what is allowed, in Python and as text of a command line."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from resonance_env.core.errors import OptionError
from resonance_env.core.options import Option, resolve_options
from resonance_env.games import load_game
from resonance_env.play.game_choice import parse_options

OPTIONS = (
    Option("limit", None, "A number or none.", integers=(1, 10)),
    Option("size", 3, "A number.", integers=(0, 5)),
)


@pytest.mark.parametrize(("given", "values"), [({}, [None, 3]), ({"limit": np.int64(10), "size": 0}, [10, 0])])
def test_numbers_are_kept_as_integers(given: dict[str, Any], values: list[int | None]) -> None:
    found = list(resolve_options("game", OPTIONS, given).values())
    assert found == values
    assert all(value is None or type(value) is int for value in found)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"limit": 11}, "expected limit to be None or an integer from 1 to 10; got 11"),
        ({"limit": "2"}, "expected limit to be None or an integer from 1 to 10; got '2'"),
        ({"size": None}, "expected size to be an integer from 0 to 5; got None"),
        ({"size": True}, "expected size to be an integer from 0 to 5; got True"),
        ({"size": 2.0}, "expected size to be an integer from 0 to 5; got 2.0"),
    ],
)
def test_other_values_are_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError) as caught:
        resolve_options("game", OPTIONS, given)
    assert str(caught.value) == message


def test_numbers_on_a_command_line() -> None:
    spec = load_game("summon_demons")
    assert parse_options(spec, ["turn_limit=20", "hand=none", "clockwork=roll"]) == {
        "turn_limit": 20,
        "hand": None,
        "clockwork": "roll",
    }
    with pytest.raises(OptionError, match="expected hand to be None or an integer from 0 to 6; got 'two'"):
        spec.variant(**parse_options(spec, ["hand=two"]))
