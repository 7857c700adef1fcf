"""Games of random play, on the house set and on random sets, with any options."""

from collections.abc import Iterator

import numpy as np

from tests.games.syncro.reference.game import Reference, new_game
from tests.games.syncro.reference.printed import house
from tests.games.syncro.reference.random_sets import random_set
from tests.games.syncro.reference.sets import CardSet, read_set
from tests.games.syncro.reference.terms import random_options


def random_game(card_set: CardSet, seed: int) -> tuple[Reference, np.random.Generator]:
    """Returns a game whose number of mages and options follow from the seed, and the source of its choices."""
    rng = np.random.default_rng(seed)
    players, options = random_options(card_set, rng)
    return new_game(card_set, players, seed=seed, **options), rng


def random_games(of_house: int, of_random_sets: int) -> Iterator[tuple[Reference, np.random.Generator]]:
    """Yields games of the house set, and one of each of some random sets."""
    for seed in range(of_house):
        yield random_game(house(), seed)
    for number in range(of_random_sets):
        yield random_game(read_set(random_set(np.random.default_rng(number))), number)


def take_random_step(game: Reference, rng: np.random.Generator) -> None:
    """Lets chance come out, or everybody who is asked choose, uniformly."""
    if game.event is None:
        game.step({seat: int(rng.choice(game.legal(seat))) for seat in game.asked})
    else:
        outcomes = game.chance_outcomes()
        game.apply_chance(int(rng.choice(list(outcomes), p=[float(share) for share in outcomes.values()])))
