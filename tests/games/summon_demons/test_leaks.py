"""Demons that a seat has not seen are exchanged between pile and hands: the compiled rules show the seat the same."""

from pathlib import Path
from typing import Any

import numpy as np

from resonance_env.core.bitset import count_bits
from tests.games.summon_demons import kernels
from tests.games.summon_demons.random_games import Source, questions, sources

Place = tuple[str, int | tuple[()]]  # a field of the record, and a seat or the whole


def hidden_places(game: Any, observer: int) -> list[Place]:
    """Returns the places whose demons the observer cannot tell apart (LD-INFO-2, LD-INFO-5)."""
    hands: list[Place] = [("hand", seat) for seat in range(game["seats"]) if seat != observer]
    if game["knows_pile"][observer]:
        return hands
    return [*hands, ("pile", ()), *([("looked_at", ())] if game["looker"] != observer else [])]


def exchange(games: np.ndarray, places: list[Place], rng: np.random.Generator) -> np.ndarray:
    """Returns the position with the demons of some places dealt anew, as many to each."""
    other = games.copy()
    held = [int(games[0][field][place]) if place != () else int(games[0][field]) for field, place in places]
    demons = rng.permutation([demon for bits in held for demon in range(32) if bits >> demon & 1]).tolist()
    for (field, place), bits in zip(places, held, strict=True):
        dealt = sum(1 << demons.pop() for _ in range(count_bits(bits)))
        if place == ():
            other[0][field] = dealt
        else:
            other[0][field][place] = dealt
    return other


def check_game(source: Source, seed: int) -> int:
    """Plays a random game and returns how often an exchange changed what another seat sees."""
    rng = np.random.default_rng(seed)
    players, options = source.random_variant(rng)
    games = kernels.started(players, seed, source.name, **options)
    changes = 0
    for legal in questions(games, source.name, rng):
        seen = kernels.observed(games, source.name)
        for observer in range(players):
            other = exchange(games, hidden_places(games[0], observer), rng)
            seen_then = kernels.observed(other, source.name)
            assert (seen_then[observer] == seen[observer]).all()
            changes += (seen_then != seen).any()
            if games[0]["asked"][observer]:
                assert kernels.legal_codes(other) == legal
    return changes


def test_hidden_demons_do_not_show(tmp_path: Path) -> None:
    """LD-OBS-4, LD-INFO-1, LD-INFO-2, LD-INFO-3, LD-INFO-5: in observations and masks; LD-ASK-1: nor in what is asked."""
    changes = [check_game(source, seed) for seed in range(2) for source in sources(tmp_path, random_sets=6)]
    assert sum(changes) > 500
