"""PufferLib's native form of a batch: its buffers equal the batch's arrays; policies without masks do not crash it."""

import warnings

import numpy as np
import pytest

from tests.adapters.games import SPECS
from tests.integrations.examples import run

vector = pytest.importorskip("pufferlib.vector")


def test_buffers_hold_what_the_batch_says() -> None:
    from resonance_env.adapters.pufferlib import PufferGames
    from resonance_env.play.vector_env import VectorEnv

    variant = SPECS["resonance"].variant(4)
    env, batch = PufferGames(variant, 3, seed=5, illegal="raise", max_cycles=40), VectorEnv(variant, 3, seed=5, max_cycles=40)
    observations, infos = env.reset()
    batch.reset()
    ended = cut = 0
    for _ in range(120):
        assert infos == [] or infos[0]["illegal_actions"] == 0
        seen = observations.reshape(3, 4, -1)
        np.testing.assert_array_equal(seen[..., env.num_features :], batch.legal)
        np.testing.assert_array_equal(seen[..., : env.num_features], batch.observation * batch.variant.layout().scale)
        assert env.single_observation_space.contains(observations[0])
        actions = batch.random_actions()
        observations, rewards, terminals, truncations, infos = env.step(actions.reshape(-1))
        batch.step(actions)
        np.testing.assert_array_equal(rewards.reshape(3, 4), batch.reward)
        np.testing.assert_array_equal(terminals.reshape(3, 4), np.repeat(batch.terminated[:, None], 4, axis=1))
        np.testing.assert_array_equal(truncations.reshape(3, 4), np.repeat(batch.truncated[:, None], 4, axis=1))
        ended += int(batch.terminated.sum())
        cut += int(batch.truncated.sum())
    assert ended
    assert cut


def test_endless_games_are_truncated_and_pay_on_the_way() -> None:
    from resonance_env.adapters.pufferlib import PufferGames

    env = PufferGames(SPECS["raids"].variant(2), 3, seed=5, max_cycles=4)
    env.reset()
    for step in range(1, 13):
        _, rewards, terminals, truncations, infos = env.step(env.games.random_actions().reshape(-1))
        assert not terminals.any()
        assert truncations.all() == truncations.any() == (step % 4 == 0)
        assert (infos == [{"games": 3, "truncated": 3, "illegal_actions": 0}]) == (step % 4 == 0)
        assert rewards.sum() == 0.0


def test_cooperative_games_tell_their_score() -> None:
    from resonance_env.adapters.pufferlib import PufferGames

    env = PufferGames(SPECS["signals"].variant(2), 8, seed=5)
    env.reset()
    scores = []
    for _ in range(40):
        *_, infos = env.step(env.games.random_actions().reshape(-1))
        scores += [info["score"] for info in infos]
    assert 0.0 < np.mean(scores) < 1.0


def test_several_of_them_share_buffers_and_need_no_masks() -> None:
    def make(buf: object = None, seed: int = 0) -> object:
        from resonance_env.adapters.pufferlib import PufferGames

        return PufferGames(SPECS["resonance"].variant(3), 4, buf=buf, seed=seed)

    envs = vector.make(make, backend=vector.Serial, num_envs=2)
    envs.reset(seed=1)
    envs.action_space.seed(1)
    replaced = ended = 0
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for _ in range(100):
            observations, _, terminals, _, infos = envs.step(envs.action_space.sample())
            ended += int(terminals.sum())
            replaced += sum(info["illegal_actions"] for info in infos)
    assert observations.shape == (24, *envs.single_observation_space.shape)
    assert ended > 24
    assert replaced > 0
    assert sum("is played instead" in str(warning.message) for warning in caught) == 2  # once for each environment


def test_the_example_runs() -> None:
    assert run("pufferlib_env.py", "--steps", "60") > 0
