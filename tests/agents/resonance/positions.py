"""The choice of an agent in a position of a scenario."""

import numpy as np

from resonance_env.agents.loading import load
from resonance_env.games.resonance.rules.actions import ACTIONS
from tests.games.resonance.scenario import ScenarioGame


def chosen(name: str, game: ScenarioGame, seat: int) -> str:
    """Returns the name of the action that a fresh agent takes for a seat that is asked."""
    agent = load(name)
    agent.bind(game.variant)
    assert game.variant.acting(game.games)[0, seat]
    row = game.variant.observe(game.games, agent.observation)[0, seat : seat + 1]
    legal = game.variant.legal(game.games)[0, seat : seat + 1]
    actions, _ = agent.act(row, legal, None, np.random.default_rng(0))
    return ACTIONS.name(int(actions[0]))
