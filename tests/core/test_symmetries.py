"""Relabellings leave a game as it is: games played with relabelled actions look relabelled, in everything else the same."""

import numpy as np
import pytest

from resonance_env.core.errors import OptionError
from resonance_env.core.layout import OBSERVATION_KINDS, ObservationKind
from resonance_env.core.spec import Variant
from tests.adapters.games import SPECS
from tests.small_games import hidden_sum

SYMMETRIC = [variant for variant in (spec.variant() for spec in SPECS.values()) if variant.has("symmetries")]


def relabelled_views(
    variant: Variant, games: np.ndarray, symmetry: int, kind: ObservationKind
) -> tuple[np.ndarray, np.ndarray]:
    """Returns observations and masks of all seats under a relabelling."""
    symmetries = variant.symmetries(kind)
    rows = variant.observe(games, kind)
    return rows[..., symmetries.entry[symmetry]], variant.legal(games)[..., symmetries.code[symmetry]]


@pytest.mark.parametrize("kind", OBSERVATION_KINDS)
@pytest.mark.parametrize("variant", SYMMETRIC, ids=lambda variant: variant.spec.name)
def test_a_game_under_a_relabelling_is_the_same_game(variant: Variant, kind: ObservationKind) -> None:
    symmetries, rng = variant.symmetries(kind), np.random.default_rng(5)
    num_symmetries, seeds = len(symmetries.code), np.arange(8, dtype=np.uint64)
    assert num_symmetries > 1
    np.testing.assert_array_equal(symmetries.entry[0], np.arange(variant.layout(kind).size))
    np.testing.assert_array_equal(symmetries.code[0], np.arange(variant.num_actions))
    moved = 0
    for symmetry in range(1, num_symmetries):
        games, twins = variant.new_games(8), variant.new_games(8)
        variant.reset(games, seeds)
        variant.reset(twins, seeds)
        for _ in range(40):
            observation, legal = relabelled_views(variant, games, symmetry, kind)
            np.testing.assert_array_equal(variant.observe(twins, kind), observation)
            np.testing.assert_array_equal(variant.legal(twins), legal)
            np.testing.assert_array_equal(variant.payoff(twins), variant.payoff(games))
            chosen = (rng.random(legal.shape) * legal).argmax(axis=-1)  # of the twins, which play under the relabelling
            played = symmetries.code[symmetry][chosen]
            moved += int((played != chosen).sum())
            variant.step(games, played)
            variant.step(twins, chosen)
    assert moved > 0


def test_a_game_without_symmetries_says_so() -> None:
    with pytest.raises(OptionError, match="toy has no symmetries"):
        hidden_sum.SPEC.variant(3).symmetries()
