"""The set-ups, scripted games and win rates that the page of the cards lists, on the reference."""

from typing import Any

import pytest

from tests.games.syncro.listed import Scripted, SetUp, scripted_campaigns, scripted_levels, set_ups
from tests.games.syncro.reference.game import new_game
from tests.games.syncro.reference.printed import house
from tests.games.syncro.reference.scripted import tally


@pytest.mark.parametrize("listed", set_ups())
def test_set_ups(listed: SetUp) -> None:
    cards = house()
    table = new_game(cards, listed.players, seed=listed.seed, level=listed.level).table
    hands = "; ".join(" ".join(str(spell.value) for spell in mage.hand) for mage in table.mages)
    monsters = ", ".join(cards.monsters[card.monster].name for card in table.horde if card.monster is not None)
    rewards = "; ".join(cards.rewards[mage.reward].name for mage in table.mages if mage.reward is not None)
    assert SetUp(listed.seed, listed.players, listed.level, hands, monsters, rewards) == listed


def test_sy_sum_1_sums_of_a_set_up() -> None:
    assert [mage.sum for mage in new_game(house(), 3, seed=1, level=7).table.mages] == [12, 16, 21]


def three_mages_first(cells: list[Scripted]) -> list[Any]:
    """Marks the cells of other numbers of mages as slow."""
    return [cell if cell.players == 3 else pytest.param(cell, marks=pytest.mark.slow) for cell in cells]


@pytest.mark.parametrize("listed", three_mages_first(scripted_levels()))
def test_scripted_levels(listed: Scripted) -> None:
    found = tally(house(), listed.players, 200, **listed.options)
    assert [found.won, found.exhausted, found.unpaid, found.beaten, found.turns, found.stops] == listed.expected


@pytest.mark.parametrize("listed", three_mages_first(scripted_campaigns()))
def test_scripted_campaigns(listed: Scripted) -> None:
    found = tally(house(), listed.players, 60, **listed.options)
    assert [found.cleared, found.turns, found.stops] == listed.expected
