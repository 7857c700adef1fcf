"""Positions of `mini` whose whole tree is small."""

import numpy as np

from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.spec import SPEC, ResonanceVariant
from tests.games.resonance.golden.frozen_sets import play_with_spells


def explicit_mini() -> ResonanceVariant:
    return SPEC.variant(2, cards="mini", explicit_chance=True)


def late_position(seed: int, acts: int = 1) -> np.ndarray:
    """Returns an array of one game that stops at chance events from here on.

    Args:
        seed: of a game of `mini` that is played at random with many spells.
        acts: how many times all choose an action from here to its end.
    """
    positions, _ = play_with_spells(SPEC.variant(2, cards="mini"), seed)
    games = [games for games in positions[:-1] if games[0]["phase"] == v.PHASE_ACT][-acts].copy()
    games[0]["explicit_chance"] = 1
    return games
