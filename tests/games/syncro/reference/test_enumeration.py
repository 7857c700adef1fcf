"""The trees of `mini` have the sizes that the page of the cards lists, and random play wins as often."""

from typing import Any

import pytest

from tests.games.syncro.listed import Tree, trees_of_mini
from tests.games.syncro.reference.enumeration import Enumeration
from tests.games.syncro.reference.printed import mini


def slow_unless_small(tree: Tree) -> Any:
    return tree if tree.histories < 200_000 else pytest.param(tree, marks=pytest.mark.slow)


@pytest.mark.parametrize("listed", [slow_unless_small(tree) for tree in trees_of_mini()])
def test_trees_of_mini(listed: Tree) -> None:
    assert listed.agrees(*Enumeration(mini(), 2, **listed.options).counts)
