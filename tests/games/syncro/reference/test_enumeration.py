"""The trees of `mini` have the sizes that the page of the cards lists, and random play wins as often."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.games.syncro.check_values import TREES, Tree
from tests.games.syncro.reference.enumeration import Enumeration
from tests.games.syncro.reference.printed import mini


def slow_unless_small(tree: Tree) -> Any:
    return tree if tree.histories < 2_000_000 else pytest.param(tree, marks=pytest.mark.slow)


@pytest.mark.parametrize("listed", [slow_unless_small(tree) for tree in TREES])
def test_trees_of_mini(listed: Tree) -> None:
    counts = Enumeration(mini(), 2, **listed.options).counts
    assert (counts.histories, counts.stops) == (listed.histories, listed.stops)
    if isinstance(listed.uniform, Fraction):
        assert counts.uniform == listed.uniform
    else:
        assert round(float(counts.uniform), 6) == listed.uniform
