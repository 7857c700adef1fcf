"""The example for AgileRL trains and evaluates."""

import pytest

from tests.integrations.examples import run

pytest.importorskip("agilerl")


def test_the_example_runs() -> None:
    assert run("train_agilerl.py", "--minutes", "0.1", "--games", "40").games == 40
