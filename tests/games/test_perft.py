"""Counts with equal positions merged are those of plain recursion."""

import itertools

import numpy as np
import pytest

from resonance_env.core.spec import Variant
from resonance_env.games import load_game
from tests.games.perft import CHANCE, DECISION, FIRST_ENDING, perft
from tests.small_games import silent_signals

VARIANTS = [
    silent_signals.SPEC.variant(2, rounds=1, explicit_chance=True),
    load_game("summon_demons").variant(2, cards="mini", explicit_chance=True, turn_limit=1),
]


def counted_plainly(variant: Variant, games: np.ndarray, plies: int) -> np.ndarray:
    """Returns `Perft.nodes`, by recursion to a ply."""
    nodes = np.zeros((plies + 1, 1 + len(variant.ending_names)), dtype=np.int64)

    def visit(games: np.ndarray, ply: int) -> None:
        asked = np.flatnonzero(variant.acting(games)[0])
        if variant.done(games)[0]:
            nodes[ply, FIRST_ENDING - 1 + int(variant.ending(games)[0])] += 1
            return
        nodes[ply, DECISION if len(asked) else CHANCE] += 1
        if ply == plies:
            return
        if len(asked):
            for actions in itertools.product(*(np.flatnonzero(row) for row in variant.legal(games)[0])):
                child = games.copy()
                variant.step(child, np.array([actions]))
                visit(child, ply + 1)
        for outcome in variant.chance_outcomes(games):
            child = games.copy()
            variant.apply_chance(child, outcome)
            visit(child, ply + 1)

    visit(games, 0)
    return nodes


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.spec.name)
def test_counts_are_those_of_plain_recursion(variant: Variant) -> None:
    counts = perft(variant, variant.start([0]))
    plies = len(counts.nodes) - 1
    assert counts.nodes.tolist() == counted_plainly(variant, variant.start([0]), plies).tolist()
    assert counts.leaves == counts.nodes[:, FIRST_ENDING:].sum() > 1
    cut = perft(variant, variant.start([0]), plies // 2)
    assert cut.nodes.tolist() == counts.nodes[: plies // 2 + 1].tolist()
    assert 0 < cut.positions <= counts.positions
