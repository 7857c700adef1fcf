"""An endless game in which opponents keep the learner asleep is truncated in every environment; none waits for ever."""

import numpy as np
import pytest

from resonance_env.adapters.sb3_opponents import OpponentsVecEnv
from resonance_env.core.errors import UsageError
from resonance_env.core.spec import Variant
from resonance_env.play import bounds
from tests.adapters.environments import GymnasiumEnv, GymnasiumVectorEnv, PettingZooAEC, PettingZooParallel
from tests.small_games import endless_raids
from tests.small_games.endless_raids import Enchanter

SEED = 3


@pytest.fixture(params=["game", "package"])
def variant(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Variant:
    """Returns the raids for two, bounded by the game itself or only by what the package allows at most."""
    if request.param == "package":
        monkeypatch.setattr(endless_raids.SPEC, "max_cycles", None)
        monkeypatch.setattr(bounds, "LONGEST_WAIT", 30)
    return endless_raids.SPEC.variant(2, sleep=100)


def raid(mask: np.ndarray) -> int:
    """Returns the last legal action: a raid, if one is legal."""
    return int(np.flatnonzero(mask)[-1])


def test_parallel(variant: Variant) -> None:
    env = PettingZooParallel(variant, opponents={1: Enchanter()})
    observations, _ = env.reset(seed=SEED)
    terminated, truncated = {"raider_0": False}, {"raider_0": False}
    while env.agents:
        observations, _, terminated, truncated, _ = env.step({"raider_0": raid(observations["raider_0"]["action_mask"])})
    assert (terminated, truncated) == ({"raider_0": False}, {"raider_0": True})


def test_aec(variant: Variant) -> None:
    env = PettingZooAEC(variant, opponents={1: Enchanter()})
    env.reset(seed=SEED)
    while not env.truncations["raider_0"]:
        env.step(raid(env.last()[0]["action_mask"]))
    assert not env.terminations["raider_0"]


def test_gymnasium(variant: Variant) -> None:
    env = GymnasiumEnv(variant, opponents=Enchanter(), seat=0, mask="info")
    _, info = env.reset(seed=SEED)
    terminated = truncated = False
    while not (terminated or truncated):
        _, _, terminated, truncated, info = env.step(raid(info["action_mask"]))
    assert (terminated, truncated) == (False, True)


def test_gymnasium_vector(variant: Variant) -> None:
    envs = GymnasiumVectorEnv(variant, 2, opponents=Enchanter(), seat=0, mask="info")
    _, infos = envs.reset(seed=SEED)
    truncations = np.zeros(2, np.bool_)
    while not truncations.any():
        _, _, terminations, truncations, infos = envs.step(np.array([raid(mask) for mask in infos["action_mask"]]))
        assert not terminations.any()


def test_stable_baselines3(variant: Variant) -> None:
    env = OpponentsVecEnv(variant, 2, seed=SEED, opponents=Enchanter(), seat=0)
    env.reset()
    dones = np.zeros(2, np.bool_)
    infos: list[dict[str, object]] = []
    while not dones.any():
        _, _, dones, infos = env.step(np.array([raid(mask) for mask in env.action_masks()]))
    assert all(info["TimeLimit.truncated"] == done for info, done in zip(infos, dones, strict=True))


def test_a_start_from_which_the_learner_is_not_asked_is_refused(variant: Variant) -> None:
    one = PettingZooParallel(variant, opponents={0: Enchanter()})
    other = GymnasiumEnv(variant, opponents=Enchanter(), seat=1)
    for env in (one, other):
        with pytest.raises(UsageError, match=r"opponents have played (30|40) steps alone"):
            env.reset(seed=1)
