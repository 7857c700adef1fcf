"""TorchRL takes the game as it is, with the mask in either place, and the example learns."""

import pytest

from resonance_env import resonance_v0
from resonance_env.adapters.pettingzoo_parallel import PettingZooParallel
from tests.adapters.games import SMALL
from tests.integrations.examples import run, trains

envs = pytest.importorskip("torchrl.envs")


@pytest.mark.parametrize("mask", ["obs", "info"])
def test_specs_hold(mask: str) -> None:
    env = envs.PettingZooWrapper(resonance_v0.parallel_env(players=3, mask=mask, dtype="float32"), seed=1)  # type: ignore[arg-type]

    envs.check_env_specs(env)


@pytest.mark.parametrize("name", SMALL)
def test_small_games_pay_on_the_way_and_end_as_they_say(name: str) -> None:
    variant = SMALL[name].variant()
    env = envs.PettingZooWrapper(PettingZooParallel(variant, mask="info", dtype="float32"), seed=1)
    envs.check_env_specs(env)
    group = variant.spec.seat_prefix

    episode = env.rollout(200)["next"]

    is_endless = variant.spec.max_cycles is not None
    assert len(episode) == (variant.spec.max_cycles or len(episode))
    assert bool(episode[group, "truncated"][-1].all()) == bool(episode["truncated"][-1]) == is_endless
    assert bool(episode[group, "terminated"][-1].all()) == bool(episode["terminated"][-1]) == (not is_endless)
    assert not episode["done"][:-1].any()
    total = episode[group, "reward"].sum(dim=0).flatten()
    games = env._env.unwrapped
    expected = variant.payoff(variant.parse_position(games.position()))[0]
    assert total.tolist() == pytest.approx(expected.tolist(), abs=1e-5)


def test_sampled_actions_are_legal() -> None:
    game = resonance_v0.parallel_env(players=3, mask="info", dtype="float32", illegal="raise")
    env = envs.PettingZooWrapper(game, seed=1)

    chosen = env.rollout(20)["witch"]

    assert chosen["action_mask"].gather(-1, chosen["action"].unsqueeze(-1)).all()


def test_illegal_actions_are_replaced() -> None:
    env = envs.PettingZooWrapper(resonance_v0.parallel_env(players=3, mask="info", dtype="float32"), seed=1)
    step = env.reset()
    step["witch", "action"] = step["witch", "action_mask"].int().argmin(dim=-1)
    with pytest.warns(UserWarning, match="is played instead"):
        env.step(step)


def test_the_example_runs() -> None:
    assert run("train_torchrl.py", "--minutes", "0.1", "--games", "40").games == 40


@trains
def test_the_example_beats_random_agents() -> None:
    report = run("train_torchrl.py", "--minutes", "6")

    assert report.score.low > report.fair
