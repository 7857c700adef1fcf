"""What agents of SYNCRO answer in a scenario."""

import numpy as np

from resonance_env.agents.interface import Agent, bound
from resonance_env.agents.loading import load
from resonance_env.games.syncro.rules.actions import ACTIONS
from resonance_env.games.syncro.spec import SPEC, SyncroVariant
from tests.games.syncro.scenario import Scenario


def variant_of(scenario: Scenario) -> SyncroVariant:
    """Returns the variant of a scenario, with its plan."""
    variant = SPEC.variant(int(scenario.game["seats"]), level=int(scenario.game["level"]))
    variant.cards = scenario.cards
    return variant


def answer_of(player: str | Agent, scenario: Scenario, seat: int | None = None) -> str:
    """Returns the answer of an agent at a seat, or at the first that is asked, such as "card 2 on target 1"."""
    variant = variant_of(scenario)
    agent = bound(load(player) if isinstance(player, str) else player, variant)
    seat = scenario.asked()[0] if seat is None else seat
    rows, legal = variant.observe(scenario.games, agent.observation)[:, seat], variant.legal(scenario.games)[:, seat]
    return ACTIONS.name(int(agent.act(rows, legal, None, np.random.default_rng(0))[0][0]))
