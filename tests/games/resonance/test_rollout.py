"""Playouts in one compiled call are the same games as those played decision by decision."""

import numpy as np
import pytest

from resonance_env.core.chance import draw, split_seed
from resonance_env.core.errors import UsageError
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.spec import SPEC, ResonanceVariant


def mid_game(variant: ResonanceVariant, seed: int, steps: int) -> np.ndarray:
    """Returns a position some random joint actions after the start."""
    games, rng = variant.new_games(1), np.random.default_rng(seed)
    variant.reset(games, np.array([seed], dtype=np.uint64))
    for _ in range(steps):
        variant.step(
            games, np.where(variant.legal(games), rng.random((1, variant.num_seats, variant.num_actions)), -1).argmax(-1)
        )
    return games


def play_out(variant: ResonanceVariant, games: np.ndarray, seed: int) -> int:
    """Plays one game to its end, decision by decision, as `rollout` is documented; returns the number of decisions."""
    low, high = split_seed(seed)
    games[0]["seed"] = low, high
    decisions = 0
    while not variant.done(games)[0]:
        joint = np.zeros((1, variant.num_seats), dtype=np.int16)
        for seat in np.flatnonzero(variant.acting(games)[0]):
            codes = np.flatnonzero(variant.legal(games)[0, seat])
            joint[0, seat] = codes[draw(low, high, v.PURPOSE_ROLLOUT, decisions, len(codes))]
            decisions += 1
        variant.step(games, joint)
    return decisions


@pytest.mark.parametrize(("cards", "players"), [("mini", 2), ("house", 3), ("house", 4), ("house", 6), ("house", 8)])
def test_a_rollout_is_uniform_play_under_its_seed(cards: str, players: int) -> None:
    variant = SPEC.variant(players, cards=cards)
    for seed in range(4):
        start = mid_game(variant, seed, steps=3 * seed)
        games, expected = np.repeat(start, 3), [start.copy() for _ in range(3)]
        seeds = np.array([seed, 2**40 + seed, 2**64 - 1], dtype=np.uint64)
        decisions = variant.rollout(games, seeds)
        assert decisions == sum(play_out(variant, game, int(number)) for game, number in zip(expected, seeds, strict=True))
        for index in range(3):
            assert games[index : index + 1].tobytes() == expected[index].tobytes()


@pytest.mark.compiled
def test_rollouts_on_threads_are_the_same() -> None:
    variant = SPEC.variant(4)
    games = np.repeat(mid_game(variant, 1, steps=10), 300)
    twins, seeds = games.copy(), np.arange(300, dtype=np.uint64)
    assert variant.rollout(games, seeds) == variant.rollout(twins, seeds, parallel=True)
    assert games.tobytes() == twins.tobytes()
    assert variant.done(games).all()
    assert len(set(variant.payoff(games)[:, 0].tolist())) > 1  # other seeds, other ends


def test_games_that_cannot_be_played_out_are_refused() -> None:
    variant = SPEC.variant(4)
    with pytest.raises(UsageError, match="have been reset"):
        variant.rollout(variant.new_games(2), np.zeros(2, dtype=np.uint64))
    with pytest.raises(UsageError, match="expected an array of 1 seeds"):
        variant.rollout(mid_game(variant, 0, 0), np.zeros(2, dtype=np.uint64))
    explicit = SPEC.variant(2, cards="mini", explicit_chance=True)
    games = explicit.start([0])
    with pytest.raises(UsageError, match="no explicit chance"):
        explicit.rollout(games, np.zeros(1, dtype=np.uint64))
