"""What an agent answers in a scenario."""

import numpy as np

from resonance_env.agents.loading import load
from resonance_env.games.summon_demons.spec import SPEC
from tests.games.summon_demons.scenario import Scenario, code


def answer_of(name: str, scenario: Scenario, **options: object) -> str:
    """Returns the answer of a named agent to the question of a scenario, such as "take dog"."""
    games = scenario.games
    variant, agent = SPEC.variant(int(games["seats"][0]), **options), load(name)
    agent.bind(variant)
    seat = int(games["decider"][0])
    rows, legal = variant.observe(games, "recall")[:, seat], variant.legal(games)[:, seat]
    action = int(agent.act(rows, legal, None, np.random.default_rng(0))[0][0])
    return next(word for word in scenario.legal if code(word) == action)
