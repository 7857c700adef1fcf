"""Demons that a seat has not seen are exchanged between pile and hands: it sees the same (LD-INFO-1 to 5, LD-OBS-4)."""

import numpy as np

from tests.games.summon_demons.reference.compare import random_options
from tests.games.summon_demons.reference.game import Reference
from tests.games.summon_demons.reference.observation import memory_pieces, table_pieces
from tests.games.summon_demons.reference.printed import standard
from tests.games.summon_demons.reference.random_sets import random_set
from tests.games.summon_demons.reference.sets import CardSet, read_set


def zones(game: Reference, observer: int) -> list[set[int]]:
    """Returns the zones whose demons the observer cannot tell apart."""
    table = game.table
    hidden = [seat.hand for number, seat in enumerate(table.seats) if number != observer]
    if table.seats[observer].knows_pile:
        return hidden
    return [*hidden, table.pile] if table.stack.looker == observer else [*hidden, table.pile, table.looked_at]


def deal(places: list[set[int]], demons: list[int]) -> None:
    """Deals demons anew to zones of the same sizes."""
    rest = list(demons)
    for place in places:
        size = len(place)
        place.clear()
        place.update(rest[:size])
        rest = rest[size:]


def check_game(card_set: CardSet, seed: int) -> int:
    """Plays one random game and returns how often the exchange changed a hand that another seat sees."""
    rng = np.random.default_rng(seed)
    players, options = random_options(card_set, rng)
    game = Reference(card_set, players, seed=seed, **options)
    changes = 0
    while not game.over:
        for observer in range(players):
            places = zones(game, observer)
            before = [d for place in places for d in sorted(place)]
            other = (observer + 1) % players
            seen = table_pieces(game, observer) + memory_pieces(game, observer)
            seen_by_other = table_pieces(game, other)
            deal(places, [int(d) for d in rng.permutation(before)])
            assert table_pieces(game, observer) + memory_pieces(game, observer) == seen
            changes += table_pieces(game, other) != seen_by_other
            deal(places, before)
        if game.asked is None:
            game.apply_chance(int(rng.choice(list(game.chance_outcomes()))))
        else:
            game.step(int(rng.choice(game.legal(game.asked))))
    return changes


def test_hidden_demons_do_not_show() -> None:
    assert sum(check_game(standard(), seed) for seed in range(12)) > 500


def test_hidden_demons_do_not_show_in_random_sets() -> None:
    assert sum(check_game(read_set(random_set(np.random.default_rng(number))), number) for number in range(25)) > 500
