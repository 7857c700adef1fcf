"""The chance hook: outcomes and probabilities of pending events, and that sampled games are one path through them."""

from collections import Counter

import numpy as np
import pytest

from resonance_env.core.chance import draw, episode_seed, split_seed, threefry2x32
from resonance_env.core.errors import IllegalActionError, UsageError
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.rules.chance_events import event_number, pending_chance, sampled_outcome
from resonance_env.games.resonance.spec import SPEC


@pytest.mark.parametrize(
    ("key", "counter", "expected"),
    [
        ((0, 0), (0, 0), (0x9D1C5EC6, 0x8BD50731)),
        ((0xFFFFFFFF, 0xFFFFFFFF), (0xFFFFFFFF, 0xFFFFFFFF), (0xFD36D048, 0x2D17272C)),
        ((0x13198A2E, 0x03707344), (0x243F6A88, 0x85A308D3), (0xBA3E4725, 0xF27D669E)),
    ],
)
def test_the_generator_gives_the_published_test_vectors(
    key: tuple[int, int], counter: tuple[int, int], expected: tuple[int, int]
) -> None:
    """The vectors of Random123's known-answer file for Threefry-2x32 with 13 rounds."""
    assert threefry2x32(*key, *counter) == expected


def test_draws_are_uniform() -> None:
    """R-ROUND-5: chi-square over 6 outcomes, 6000 draws; the 0.999 quantile with 5 degrees of freedom is 20.5."""
    counts = Counter(draw(*split_seed(seed), 6, 1, 6) for seed in range(6000))
    assert sum((counts[k] - 1000) ** 2 / 1000 for k in range(6)) < 20.5


def test_episode_seeds_differ_by_game_and_episode() -> None:
    seeds = {episode_seed(seed, game, episode) for seed in (0, 1) for game in range(20) for episode in range(20)}
    assert len(seeds) == 800
    assert all(0 <= seed < 2**64 for seed in seeds)


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_seeds_out_of_range_are_refused(seed: int) -> None:
    with pytest.raises(ValueError, match="expected a seed in 0"):
        split_seed(seed)


@pytest.mark.parametrize("players", [2, 3, 5, 6])
def test_a_sampled_game_is_a_path_through_explicit_chance(players: int) -> None:
    cards = "mini" if players == 2 else "house"
    sampled, explicit = SPEC.variant(players, cards=cards), SPEC.variant(players, cards=cards, explicit_chance=True)
    rng = np.random.default_rng(0)
    seeds = np.array([3], dtype=np.uint64)
    games, stopped = sampled.new_games(1), explicit.new_games(1)
    sampled.reset(games, seeds)
    explicit.reset(stopped, seeds)
    num_events = 0
    while True:
        while stopped[0]["phase"] == v.PHASE_CHANCE:
            outcomes = explicit.chance_outcomes(stopped)
            assert sum(outcomes.values()) == pytest.approx(1.0)
            outcome = sampled_outcome(stopped[0], explicit.card_set.cards[0], pending_chance(stopped[0]))
            assert not explicit.acting(stopped).any()
            explicit.apply_chance(stopped, int(outcome))
            num_events += 1
        same = stopped.copy()
        same[0]["explicit_chance"] = 0
        assert same[0] == games[0]
        if sampled.done(games)[0]:
            break
        actions = (rng.random((1, sampled.num_seats, sampled.num_actions)) * sampled.legal(games)).argmax(axis=-1)
        sampled.step(games, actions)
        explicit.step(stopped, actions)
    assert num_events >= 2 * int(games[0]["round_number"])


def test_transients_are_weighted_by_the_cards_left() -> None:
    """R-ROUND-2, R-BOX-2: of 18 transients 7 are Herbs, 6 Minerals, 5 Potions."""
    variant = SPEC.variant(3, explicit_chance=True)
    games = variant.start([0])
    while True:
        event = pending_chance(games[0])
        if games[0]["phase"] != v.PHASE_CHANCE:
            variant.step(games, variant.legal(games).argmax(axis=-1))
            continue
        if event == v.CHANCE_TRANSIENT:
            break
        variant.apply_chance(games, next(iter(variant.chance_outcomes(games))))
    assert variant.chance_outcomes(games) == pytest.approx({0: 7 / 18, 1: 6 / 18, 2: 5 / 18})
    assert event_number(games[0], variant.card_set.cards[0], event) == 1


def test_every_quickness_order_is_equally_likely() -> None:
    """R-ROUND-5."""
    variant = SPEC.variant(3, explicit_chance=True)
    start = variant.start([0])
    while not (start[0]["phase"] == v.PHASE_CHANCE and pending_chance(start[0]) == v.CHANCE_QUICKNESS):
        if start[0]["phase"] == v.PHASE_CHANCE:
            variant.apply_chance(start, next(iter(variant.chance_outcomes(start))))
        else:
            variant.step(start, variant.legal(start).argmax(axis=-1))
    orders = []
    for outcome, probability in variant.chance_outcomes(start).items():
        assert probability == pytest.approx(1 / 6)
        games = start.copy()
        variant.apply_chance(games, outcome)
        orders.append(tuple(games[0]["quickness"][:3].tolist()))
    assert sorted(orders) == [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]


def test_what_cannot_come_is_refused() -> None:
    variant = SPEC.variant(3, explicit_chance=True)
    games = variant.start([0])
    with pytest.raises(
        IllegalActionError, match=r"expected a chance outcome among \[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13\], got 0"
    ):
        variant.apply_chance(games, 0)
    sampled = SPEC.variant(3)
    sampled.reset(games, np.zeros(1, dtype=np.uint64))
    with pytest.raises(UsageError, match="waits for chance"):
        sampled.apply_chance(games, 0)
