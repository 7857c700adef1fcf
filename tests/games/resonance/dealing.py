"""New games for tests of the set-up with chosen chance outcomes, and the observations of a scenario."""

from typing import Any

import numpy as np

from resonance_env.games.resonance.rules import vocabulary as v
from resonance_env.games.resonance.spec import SPEC
from tests.games.resonance.scenario import Chance, ScenarioGame, legal_names


def deal(players: int, chance: Chance | None = None, seed: int = 0, **options: Any) -> ScenarioGame:
    """Returns a new game, run to the first draft; chance events without a given outcome follow the seed."""
    variant = SPEC.variant(players, explicit_chance=True, **options)
    games = variant.start([seed])
    wanted = {what: [each] if isinstance(each, (str, int)) else list(each) for what, each in (chance or {}).items()}
    return ScenarioGame(variant, games, wanted).run()


def draft_all(game: ScenarioGame) -> ScenarioGame:
    """Plays the draft to its end: each seat keeps the first card in the order of the set, each first seat is High Witch."""
    while game.games[0]["phase"] == v.PHASE_DRAFT:
        seat = int(np.flatnonzero(game.games[0]["asked"])[0])
        game.act(f"witch_{seat}: {min(legal_names(game, seat) - {'high witch partner'})}")
    return game


def seen(game: ScenarioGame, piece: str) -> np.ndarray:
    """Returns a piece of each seat's observation: `[observer, ...]`."""
    view: np.ndarray = game.variant.layout().view(game.variant.observe(game.games)[0], piece)
    return view
