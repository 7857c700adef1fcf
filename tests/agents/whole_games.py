"""Rows of whole games to ask agents about, and games between agents, for games of any spec."""

import numpy as np

from resonance_env.agents.interface import Agent
from resonance_env.core.layout import ObservationKind
from resonance_env.core.spec import Variant


def rows_of(variant: Variant, count: int, seed: int, kind: ObservationKind = "recall") -> tuple[np.ndarray, np.ndarray]:
    """Returns rows and masks of all decisions in games between random players."""
    games, rng = variant.start(range(seed, seed + count)), np.random.default_rng(seed)
    rows, masks = [], []
    while not variant.done(games).all():
        game, seat = np.nonzero(variant.acting(games))
        rows.append(variant.observe(games, kind)[game, seat])
        masks.append(variant.legal(games)[game, seat])
        actions = np.zeros((count, variant.num_seats), dtype=np.int64)
        actions[game, seat] = (rng.random(masks[-1].shape) * masks[-1]).argmax(axis=1)
        variant.step(games, actions)
    return np.concatenate(rows), np.concatenate(masks)


def play(variant: Variant, agents: list[Agent], count: int, seed: int) -> np.ndarray:
    """Plays games between agents, one for each seat; returns the finished games."""
    games, rng = variant.start(range(seed, seed + count)), np.random.default_rng(seed)
    while not variant.done(games).all():
        legal, acting = variant.legal(games), variant.acting(games)
        actions = np.zeros(acting.shape, dtype=np.int64)
        for seat, agent in enumerate(agents):
            asked = np.flatnonzero(acting[:, seat])
            if len(asked):
                rows = variant.observe(games, agent.observation)
                actions[asked, seat] = agent.act(rows[asked, seat], legal[asked, seat], None, rng)[0]
                assert legal[asked, seat, actions[asked, seat]].all()
        variant.step(games, actions)
    return games
