"""What an agent answers in a scenario, and rows of whole games to ask agents about."""

import numpy as np

from resonance_env.agents.interface import Agent
from resonance_env.agents.loading import load
from resonance_env.core.spec import Variant
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


def rows_of(variant: Variant, count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Returns `recall` rows and masks of all decisions in games between random players."""
    games, rng = variant.start(range(seed, seed + count)), np.random.default_rng(seed)
    rows, masks = [], []
    while not variant.done(games).all():
        game, seat = np.nonzero(variant.acting(games))
        rows.append(variant.observe(games, "recall")[game, seat])
        masks.append(variant.legal(games)[game, seat])
        actions = np.zeros((count, variant.num_seats), dtype=np.int64)
        actions[game, seat] = (rng.random(masks[-1].shape) * masks[-1]).argmax(axis=1)
        variant.step(games, actions)
    return np.concatenate(rows), np.concatenate(masks)


def play(variant: Variant, agents: list[Agent], count: int, seed: int) -> np.ndarray:
    """Plays games between agents, one for each seat; returns the finished games."""
    games, rng = variant.start(range(seed, seed + count)), np.random.default_rng(seed)
    while not variant.done(games).all():
        rows, legal, acting = variant.observe(games, "recall"), variant.legal(games), variant.acting(games)
        actions = np.zeros(acting.shape, dtype=np.int64)
        for seat, agent in enumerate(agents):
            asked = np.flatnonzero(acting[:, seat])
            if len(asked):
                actions[asked, seat] = agent.act(rows[asked, seat], legal[asked, seat], None, rng)[0]
                assert legal[asked, seat, actions[asked, seat]].all()
        variant.step(games, actions)
    return games
