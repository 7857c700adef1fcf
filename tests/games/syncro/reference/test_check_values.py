"""The set-ups, scripted games and win rates that the page of the cards lists, on the reference."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.syncro.check_values import SET_UPS, Listed, SetUp, listed_campaigns, listed_levels
from tests.games.syncro.reference.game import new_game
from tests.games.syncro.reference.printed import house
from tests.games.syncro.reference.scripted import tally


@pytest.mark.parametrize("listed", SET_UPS)
def test_set_ups(listed: SetUp) -> None:
    cards = house()
    table = new_game(cards, listed.players, seed=listed.seed, level=listed.level).table
    hands = "; ".join(" ".join(str(spell.value) for spell in mage.hand) for mage in table.mages)
    monsters = ", ".join(cards.monsters[card.monster].name for card in table.horde if card.monster is not None)
    rewards = "; ".join(cards.rewards[mage.reward].name for mage in table.mages if mage.reward is not None)
    sums = tuple(mage.sum for mage in table.mages if mage.sum)
    assert SetUp(listed.seed, listed.players, listed.level, hands, monsters, rewards, sums) == listed


def three_mages_first(cells: list[Listed]) -> list[Any]:
    """Marks the cells of other numbers of mages as slow."""
    return [cell if cell.players == 3 else pytest.param(cell, marks=pytest.mark.slow) for cell in cells]


@pytest.mark.parametrize("listed", three_mages_first(listed_levels()))
def test_scripted_levels(listed: Listed) -> None:
    found = tally(house(), listed.players, 200, **listed.options)
    assert [found.won, found.exhausted, found.unpaid, found.beaten, found.turns, found.stops] == listed.numbers


@pytest.mark.parametrize("listed", three_mages_first(listed_campaigns()))
def test_scripted_campaigns(listed: Listed) -> None:
    found = tally(house(), listed.players, 60, **listed.options)
    assert [found.cleared, found.turns, found.stops] == listed.numbers
