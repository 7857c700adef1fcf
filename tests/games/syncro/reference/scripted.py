"""Games whose choices follow from the seed (check values of the page of the cards), and games of random play."""

from collections import Counter
from typing import Any, NamedTuple

import numpy as np

from resonance_env.core.chance import draw, split_seed
from tests.games.syncro.reference.game import Reference, new_game
from tests.games.syncro.reference.sets import CardSet


def scripted_actions(game: Reference, stop: int) -> dict[int, int]:
    """Returns what everybody who is asked does at the stop of this number."""
    actions = {}
    for seat in game.asked:
        legal = game.legal(seat)
        actions[seat] = legal[int(draw(*game.seed, 100 + seat, stop, len(legal)))]
    return actions


def play_scripted(game: Reference) -> int:
    """Plays a game to its end and returns at how many stops anybody was asked."""
    stops = 0
    while not game.over:
        game.step(scripted_actions(game, stops))
        stops += 1
    return stops


class Tally(NamedTuple):
    """What comes of some scripted games."""

    won: int
    exhausted: int
    unpaid: int
    beaten: int  # foes, in the last try of each
    cleared: int  # levels
    turns: int
    stops: int


def tally(card_set: CardSet, players: int, seeds: int, **options: Any) -> Tally:
    """Plays scripted games of the seeds from 0."""
    endings = Counter[str]()
    beaten = cleared = turns = stops = 0
    for seed in range(seeds):
        game = new_game(card_set, players, seed=seed, **options)
        stops += play_scripted(game)
        endings[game.ending] += 1
        beaten += game.table.foes_beaten()
        cleared += game.table.cleared
        turns += game.table.turns
    return Tally(endings["won"], endings["exhausted"], endings["unpaid"], beaten, cleared, turns, stops)


def random_win(card_set: CardSet, players: int, seed: int, **options: Any) -> bool:
    """Plays a game in which every mage takes each of her legal codes equally often, and returns whether it is won."""
    rng = np.random.default_rng(split_seed(seed))
    game = new_game(card_set, players, seed=seed, **options)
    while not game.over:
        game.step({seat: game.legal(seat)[int(rng.integers(len(game.legal(seat))))] for seat in game.asked})
    return game.ending == "won"
