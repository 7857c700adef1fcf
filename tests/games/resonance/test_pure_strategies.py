"""The card set `duel` has no equilibrium of pure strategies, and few draws; `mini` has one."""

import numpy as np
import pytest

from resonance_env.eval.exact.cfr import CfrPlus
from resonance_env.eval.exact.enumeration import sequence_form
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.spec import SPEC, ResonanceVariant
from tests.games.resonance.late_positions import explicit_mini, late_position
from tests.games.resonance.public_states import public_plies, pure_guarantees


def explicit(cards: str) -> ResonanceVariant:
    return SPEC.variant(cards=cards, explicit_chance=True)


def opening(variant: ResonanceVariant, seed: int) -> np.ndarray:
    """Returns an array of one game before the first choice of actions, with a random deal and draft."""
    rng, games = np.random.default_rng(seed), variant.start([0])
    while games[0]["phase"] != v.PHASE_ACT:
        if variant.acting(games).any():
            legal = variant.legal(games)
            variant.step(games, (legal * rng.random(legal.shape)).argmax(axis=2))
        else:
            variant.apply_chance(games, int(rng.choice(list(variant.chance_outcomes(games)))))
    return games


@pytest.mark.parametrize(("seed", "acts"), [(0, 1), (3, 2), (6, 2)])
def test_the_value_lies_between_what_pure_strategies_guarantee(seed: int, acts: int) -> None:
    variant, start = explicit_mini(), late_position(seed, acts)
    low, high = pure_guarantees(public_plies(variant, start))
    cfr = CfrPlus(game := sequence_form(variant, start))
    cfr.run(200)
    assert low - 0.01 <= game.values(cfr.policies())[0] <= high + 0.01


@pytest.mark.compiled
@pytest.mark.parametrize("seed", [0, 1])
def test_an_opening_of_duel_has_no_pure_equilibrium_and_one_of_mini_has(seed: int) -> None:
    duel, mini = explicit("duel"), explicit("mini")
    assert pure_guarantees(public_plies(duel, opening(duel, seed))) == (-1.0, 1.0)
    low, high = pure_guarantees(public_plies(mini, opening(mini, seed)))
    assert low == high


@pytest.mark.slow
@pytest.mark.compiled
def test_duel_has_no_pure_equilibrium() -> None:
    """Against each pure strategy of either seat there is a reply that wins every game."""
    duel = explicit("duel")
    assert pure_guarantees(public_plies(duel, duel.start([0]))) == pytest.approx((-1.0, 1.0))


def test_random_play_of_duel_draws_less_than_a_fifth() -> None:
    variant = SPEC.variant(cards="duel")
    seeds = np.arange(4_000, dtype=np.uint64)
    games = variant.start(seeds)
    variant.rollout(games, seeds)
    assert 1.0 - variant.winners(games).any(axis=1).mean() < 0.2
