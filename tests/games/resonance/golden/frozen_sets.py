"""The two frozen card sets of golden playthroughs and perft counts, which do not change when a shipped set is tuned."""

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from resonance_env.games.resonance.cardsets.card_loader import CardSetWarning
from resonance_env.games.resonance.rules import actions as act
from resonance_env.games.resonance.spec import SPEC, ResonanceVariant

GOLDEN = Path("tests/games/resonance/golden")  # from the root: golden texts name the card sets by path
FROZEN_SETS = ("frozen_a", "frozen_b")
FROZEN_SETS_WARN = pytest.mark.filterwarnings(f"ignore::{CardSetWarning.__module__}.CardSetWarning")  # frozen_b, on purpose


def frozen_path(name: str) -> str:
    """Returns the path of a frozen set; the working directory must be the root of the repository."""
    return (GOLDEN / f"{name}.toml").as_posix()


def frozen_variant(name: str, players: int, **options: Any) -> ResonanceVariant:
    """Returns the game with a frozen set; the working directory must be the root of the repository."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", CardSetWarning)
        return SPEC.variant(players, cards=frozen_path(name), **options)


def play_with_spells(variant: ResonanceVariant, seed: int) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Returns the positions of a random game, the final one last, and the actions between them; incantations come first.

    Players who choose evenly would cast few spells.
    """
    rng = np.random.default_rng(seed)
    games = variant.start([seed])
    positions, steps = [games.copy()], []
    while not variant.done(games)[0]:
        weights = variant.legal(games).astype(np.float64)
        weights[:, :, act.PLAY_INCANTATION : act.DRAW_PAIR] *= 100
        actions = (rng.random(weights.shape) * weights).argmax(axis=-1)
        steps.append(actions[0])
        variant.step(games, actions)
        positions.append(games.copy())
    return positions, steps
