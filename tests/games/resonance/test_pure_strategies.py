"""`duel` and a position of `trio` have no equilibrium of pure strategies, and few draws; `mini` has one."""

import numpy as np
import pytest

from resonance_env.eval.exact.cfr import CfrPlus
from resonance_env.eval.exact.enumeration import sequence_form
from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.spec import SPEC, ResonanceVariant
from tests.games.resonance.late_positions import explicit_mini, late_position
from tests.games.resonance.public_states import held_down, public_plies
from tests.places import ROOT

TRIO_POSITION = ROOT / "docs" / "resonance" / "trio.txt"


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
    first, second = held_down(public_plies(variant, start))
    cfr = CfrPlus(game := sequence_form(variant, start))
    cfr.run(200)
    assert -second - 0.01 <= game.values(cfr.policies())[0] <= first + 0.01


@pytest.mark.compiled
@pytest.mark.parametrize("seed", [0, 1])
def test_an_opening_of_duel_has_no_pure_equilibrium_and_one_of_mini_has(seed: int) -> None:
    duel, mini = explicit("duel"), explicit("mini")
    assert held_down(public_plies(duel, opening(duel, seed))).tolist() == [1.0, 1.0]
    assert held_down(public_plies(mini, opening(mini, seed))).sum() == 0.0


@pytest.mark.compiled
def test_the_position_of_trio_has_no_pure_equilibrium() -> None:
    """Seat 2 wins every game against pure strategies of the others if it knows them, and seat 1 loses nothing on average."""
    trio, start = SPEC.read_position(TRIO_POSITION.read_text(encoding="utf-8"))
    assert held_down(public_plies(trio, start)) == pytest.approx([-0.5, 0.0, 1.0])


@pytest.mark.slow
@pytest.mark.compiled
def test_duel_has_no_pure_equilibrium() -> None:
    """Against each pure strategy of either seat there is a reply that wins every game."""
    duel = explicit("duel")
    assert held_down(public_plies(duel, duel.start([0]))) == pytest.approx([1.0, 1.0])


@pytest.mark.parametrize("cards", ["duel", "trio"])
def test_random_play_draws_less_than_a_fifth(cards: str) -> None:
    variant = SPEC.variant(cards=cards)
    seeds = np.arange(4_000, dtype=np.uint64)
    games = variant.start(seeds)
    variant.rollout(games, seeds)
    assert 1.0 - variant.winners(games).any(axis=1).mean() < 0.2
