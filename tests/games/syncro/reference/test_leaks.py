"""What a mage cannot know is exchanged for something else that fits: she sees the same (SY-INFO, SY-OBS-2, SY-ASK-6)."""

from collections.abc import Iterator

import numpy as np
import pytest

from tests.games.syncro.reference import codes, memory
from tests.games.syncro.reference.game import Reference, new_game
from tests.games.syncro.reference.observation import recall_pieces, table_pieces
from tests.games.syncro.reference.printed import house
from tests.games.syncro.reference.random_games import random_game, random_games, take_random_step
from tests.games.syncro.reference.table import Spell, no_values


def exchange_spells(game: Reference, observer: int, rng: np.random.Generator) -> Iterator[None]:
    """Deals the Spells that the observer cannot tell apart to other places, waits, and puts them back."""
    table = game.table
    hidden = [spell for spell in memory.hidden_from(table, observer) if observer not in spell.known]
    mixed = [spell for spell in hidden if observer in spell.mixed]
    new = [spell for spell in hidden if observer not in spell.mixed]
    before = [(spell, spell.value) for spell in hidden]
    pile = list(table.pile)
    values = [value for value, number in enumerate(pile) for _ in range(number)] + [spell.value for spell in new]
    deal(mixed, [spell.value for spell in mixed], rng)
    rest = deal(new, values, rng)
    table.pile = no_values()
    for value in rest:
        table.pile[value] += 1
    yield
    table.pile = pile
    for spell, value in before:
        spell.value = value


def deal(spells: list[Spell], values: list[int], rng: np.random.Generator) -> list[int]:
    """Gives some Spells values out of these, and returns those left."""
    dealt = [int(value) for value in rng.permutation(values)]
    for spell, value in zip(spells, dealt, strict=False):
        spell.value = value
    return dealt[len(spells) :]


def exchange_rewards(game: Reference, observer: int, rng: np.random.Generator) -> Iterator[None]:
    table = game.table
    held = {seat: mage.reward for seat, mage in enumerate(table.mages) if seat != observer and mage.reward is not None}
    before, pile = list(held.values()), list(table.rewards)
    rewards = [kind for kind, number in enumerate(pile) for _ in range(number)] + before
    dealt = [int(kind) for kind in rng.permutation(rewards)]
    for seat, kind in zip(held, dealt, strict=False):
        table.mages[seat].reward = kind
    rest = dealt[len(held) :]
    table.rewards = [rest.count(kind) for kind in range(len(pile))]
    yield
    table.rewards = pile
    for seat, kind in held.items():
        table.mages[seat].reward = kind


def check_games(of_house: int, of_random_sets: int) -> int:
    """Plays random games and returns how often an exchange changed what another mage sees."""
    changes = 0
    for game, rng in random_games(of_house, of_random_sets):
        seats = game.table.terms.num_seats
        while not game.over:
            take_random_step(game, rng)
            observer = int(rng.integers(seats))
            other = (observer + 1) % seats
            for exchange in (exchange_spells, exchange_rewards) if rng.random() < 0.2 else ():
                seen, seen_by_other = recall_pieces(game, observer), table_pieces(game, other)
                for _ in exchange(game, observer, rng):
                    assert recall_pieces(game, observer) == seen
                    changes += table_pieces(game, other) != seen_by_other
                assert recall_pieces(game, observer) == seen
    return changes


def test_sy_info_2_hidden_cards_do_not_show() -> None:
    assert check_games(6, 10) > 30


@pytest.mark.slow
def test_hidden_cards_do_not_show_in_many_games() -> None:
    assert check_games(500, 500) > 10_000


def test_sy_info_2_choices_made_at_once_are_secret_until_all_have_chosen() -> None:
    game = new_game(house(), 4, seed=5)
    assert game.phase == "ESTIMATE"
    game.step(dict.fromkeys(range(4), codes.ESTIMATES[0]))
    assert [mage.estimate for mage in game.table.mages] == [0, 0, 0, 0]


@pytest.mark.parametrize("seed", range(10))
def test_sy_ask_6_masks_do_not_depend_on_values(seed: int) -> None:
    game, rng = random_game(house(), seed)
    while not game.over:
        if game.phase == "TURN":
            [seat] = game.asked
            options = game.turn_options(seat)
            for observer in range(game.table.terms.num_seats):
                for _ in exchange_spells(game, observer, rng):
                    assert game.turn_options(seat) == options
        take_random_step(game, rng)
