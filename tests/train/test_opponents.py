"""Seating, and that training uses only the learner's decisions."""

import numpy as np
import pytest
import torch

from resonance_env.agents.interface import Memory, RandomSource
from resonance_env.agents.random_agent import RandomAgent
from resonance_env.core.errors import IllegalActionError
from resonance_env.core.spec import Variant
from resonance_env.train.ppo.past_selves import PastSelves
from resonance_env.train.ppo.seated_agents import FixedOpponents
from tests.agents.remembering import Remembering
from tests.small_games.hidden_sum import SPEC
from tests.train.training_runs import VARIANT, trainer_of


class Counting(Remembering):
    """Plays at random and remembers how often it was asked in the running game."""

    name = "counting"
    observation = "recall"

    def __init__(self) -> None:
        self.seen: list[int] = []

    def bind(self, variant: Variant) -> None:
        self._size = variant.layout("recall").size

    def act(self, observation: np.ndarray, legal: np.ndarray, memory: Memory, rng: RandomSource) -> tuple[np.ndarray, Memory]:
        assert memory is not None
        assert observation.shape == (len(legal), self._size)
        self.seen += memory[:, 0].tolist()
        return RandomAgent().act(observation, legal, None, rng)[0], memory + 1


def test_every_part_of_the_batch_is_seated_as_it_should() -> None:
    trainer = trainer_of(SPEC.variant(6), num_games=40, pool_share=0.25, opponents=("random", "random"), opponent_share=0.5)

    is_learner = trainer.rollout.seats.is_learner
    assert is_learner[:10].all()
    mixed = is_learner[10:]
    assert mixed.any(axis=1).all()
    assert not mixed.all(axis=1).any()
    assert set(mixed.sum(axis=1)) == {2, 4}  # partners sit together
    before = mixed.copy()
    trainer.rollout.seats.draw(np.arange(10, 25), trainer.rng)
    assert (before[15:] == mixed[15:]).all()
    assert not (before[:15] == mixed[:15]).all()


def test_only_decisions_of_the_learner_are_samples() -> None:
    trainer = trainer_of(num_games=12, pool_share=0.5, opponents=("random",), opponent_share=0.5, rollout=3)
    is_learner = trainer.rollout.seats.is_learner.reshape(-1).copy()
    trainer.rollout.collect(0, 0.0)  # no game ends within three steps

    slots = trainer.rollout.buffer.slot[: trainer.rollout.buffer.count]
    assert is_learner[slots].all()
    asked = trainer.rollout.buffer.legal[: trainer.rollout.buffer.count].sum(axis=1)
    assert (asked > 1).all()
    assert len(np.unique(slots)) == is_learner.sum()


def test_the_pool_keeps_the_newest_and_plays_one_of_them() -> None:
    trainer = trainer_of(pool_share=1.0, pool_size=3, pool_sampling="recent")
    pool, network = trainer.rollout.parts["pool"], trainer.model.network
    assert isinstance(pool, PastSelves)
    for number in range(5):
        with torch.no_grad():
            network.value_head.bias.fill_(float(number))
        pool.begin_rollout(network, 10 * number, 1.0, trainer.rng)

    assert [member["value_head.bias"].item() for member in pool.pool] == [2.0, 3.0, 4.0]
    drawn = []
    for _ in range(600):
        pool.begin_rollout(network, 1, 1.0, trainer.rng)
        drawn.append(pool.playing.value_head.bias.item())
    shares = [drawn.count(number) / 600 for number in (2.0, 3.0, 4.0)]
    np.testing.assert_allclose(shares, [1 / 6, 2 / 6, 3 / 6], atol=0.06)


def test_an_opponent_remembers_a_game_and_no_longer() -> None:
    trainer = trainer_of(num_games=6, opponents=("random",), opponent_share=0.5, rollout=40)
    agent = Counting()
    rollout = trainer.rollout
    rollout.parts["opponents"] = FixedOpponents([agent], VARIANT, slice(3, 6), seed=0)
    rollout.parts["opponents"].begin_games(rollout.env, np.arange(6), rollout.seats.is_learner)
    rollout.collect(0, 0.0)

    assert rollout.env.episodes[3:].min() >= 2
    assert max(agent.seen) >= 3  # it was asked several times in a game
    assert max(agent.seen) <= 9  # and never more often than a game can ask
    assert agent.seen.count(0) >= 6


class Cheating(RandomAgent):
    """Always chooses action 0, to wait, which is never legal for a seat that is asked."""

    def act(self, observation: np.ndarray, legal: np.ndarray, memory: Memory, rng: RandomSource) -> tuple[np.ndarray, Memory]:
        return np.zeros(len(legal), dtype=np.int64), memory


def test_an_illegal_action_of_an_opponent_is_refused() -> None:
    trainer = trainer_of(num_games=6, opponents=("random",), opponent_share=0.5)
    rollout = trainer.rollout
    rollout.parts["opponents"] = FixedOpponents([Cheating()], VARIANT, slice(3, 6), seed=0)
    rollout.parts["opponents"].begin_games(rollout.env, np.arange(6), rollout.seats.is_learner)
    with pytest.raises(IllegalActionError, match="random"):
        rollout.collect(0, 1.0)


def test_what_an_opponent_draws_does_not_depend_on_the_learner() -> None:
    """Opponents have their own random streams, so their first choices do not depend on the learner."""
    chosen = []
    for learning_rate in (1e-3, 1e-1):
        trainer = trainer_of(num_games=6, opponents=("random",), opponent_share=1.0, learning_rate=learning_rate)
        torch.nn.init.normal_(trainer.model.network.action_head.bias, std=learning_rate * 100)
        env, actions = trainer.rollout.env, np.zeros((6, 3), dtype=np.int16)
        trainer.rollout.parts["opponents"].act(env, env.acting & ~trainer.rollout.seats.is_learner, actions, trainer.rng)
        chosen.append(actions)
    np.testing.assert_array_equal(chosen[0], chosen[1])
    assert chosen[0].any()
