"""The example for Tianshou trains and evaluates."""

from __future__ import annotations

import pytest

from tests.integrations.examples import run

pytest.importorskip("tianshou")


def test_the_example_runs() -> None:
    assert run("train_tianshou.py", "--minutes", "0.1", "--games", "40").games == 40
