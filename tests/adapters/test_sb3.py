"""The Stable-Baselines3 environment against the same games played by hand, and the buffer on hand-worked numbers."""

import re
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3 import PPO

from resonance_env.adapters.pettingzoo_parallel import PettingZooParallel
from resonance_env.adapters.sb3 import DecisionRolloutBuffer, SelfPlayVecEnv
from resonance_env.adapters.sb3_opponents import OpponentsVecEnv
from resonance_env.core.chance import episode_seed
from resonance_env.core.errors import IllegalActionError, OptionError, UsageError
from resonance_env.core.layout import ObservationKind
from resonance_env.core.rewards import RewardKind
from resonance_env.core.spec import Variant
from resonance_env.play.checks import IllegalRule
from tests.adapters.games import SMALL
from tests.small_games.hidden_sum import SPEC

SEED = 17


@pytest.fixture
def variant() -> Variant:
    return SPEC.variant(3)


def drawn(masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    return np.asarray((rng.random(masks.shape) * masks).argmax(axis=1))


@pytest.mark.parametrize("kind", ["table", "recall"])
@pytest.mark.parametrize("reward", ["zero_sum", "win"])
def test_every_step_is_what_the_games_say(variant: Variant, kind: ObservationKind, reward: RewardKind) -> None:
    """Three games are played for several episodes; each is repeated alone from the documented seed."""
    env = SelfPlayVecEnv(variant, 3, seed=SEED, observation=kind, reward=reward)
    observation = np.asarray(env.reset())
    rng = np.random.default_rng(0)
    alone = [variant.start([episode_seed(SEED, game, 0)]) for game in range(3)]
    episodes, lengths, ended = [0, 0, 0], [0, 0, 0], 0
    high = np.maximum(variant.layout(kind).high, 1)
    for _ in range(40):
        masks = get_action_masks(env)
        expected = np.concatenate([variant.observe(games, kind)[0] for games in alone])
        np.testing.assert_allclose(observation, expected / high, atol=1e-6)
        decisions = np.concatenate([variant.legal(games)[0] * variant.acting(games)[0][:, None] for games in alone])
        np.testing.assert_array_equal(masks, decisions == 1)
        assert observation.dtype == np.float32
        assert masks.dtype == np.bool_
        actions = drawn(masks, rng)
        after, rewards, dones, infos = env.step(actions)
        observation = np.asarray(after)
        for game in range(3):
            slots = slice(3 * game, 3 * game + 3)
            variant.step(alone[game], actions[None, slots])
            lengths[game] += 1
            is_over = bool(variant.done(alone[game])[0])
            outcome = variant.winners(alone[game])[0] if reward == "win" else variant.payoff(alone[game])[0]
            np.testing.assert_array_equal(rewards[slots], outcome.astype(np.float32))
            assert dones[slots].tolist() == [is_over] * 3
            for seat, info in enumerate(infos[slots]):
                assert ("terminal_observation" in info) == is_over
                if is_over:
                    last = variant.observe(alone[game], kind)[0, seat] / high
                    np.testing.assert_allclose(info["terminal_observation"], last, atol=1e-6)
                    assert info["TimeLimit.truncated"] is False
                    assert info["episode"] == {"r": rewards[3 * game + seat], "l": lengths[game]}
            if is_over:
                ended += 1
                episodes[game] += 1
                lengths[game] = 0
                alone[game] = variant.start([episode_seed(SEED, game, episodes[game])])
        assert env.episodes.tolist() == episodes
    assert ended >= 6


def test_shaping_pays_progress_and_takes_it_back(variant: Variant) -> None:
    plain, shaped = (SelfPlayVecEnv(variant, 2, seed=SEED, shaping=amount) for amount in (0.0, 2.0))
    plain.reset()
    shaped.reset()
    rng = np.random.default_rng(1)
    at_start = np.repeat(variant.progress(plain.games), 1, axis=0).reshape(-1)
    returns = np.zeros((2, 6), dtype=np.float64)
    for _ in range(40):
        before = variant.progress(plain.games).reshape(-1)
        actions = drawn(plain.action_masks(), rng)
        _, reward, done, _ = plain.step(actions)
        _, more, _, infos = shaped.step(actions)
        after = np.where(done, 0.0, variant.progress(plain.games).reshape(-1))
        np.testing.assert_allclose(more - reward, 2.0 * (after - before), atol=1e-6)
        returns += [reward, more]
        if done.any():
            slots = np.flatnonzero(done)
            np.testing.assert_allclose(returns[1, slots] - returns[0, slots], -2.0 * at_start[slots], atol=1e-5)
            assert infos[slots[0]]["episode"]["r"] == pytest.approx(returns[1, slots[0]], abs=1e-5)
            break
    else:
        pytest.fail("expected a game to end")


def test_discounted_shaping_leaves_returns_from_decisions_as_they_are_but_for_the_start(variant: Variant) -> None:
    """From any decision on, shaping adds minus the progress there, if decisions discount and waits do not."""
    gamma, weight = 0.5, 2.0
    plain, shaped = (SelfPlayVecEnv(variant, 2, seed=SEED, shaping=amount, shaping_gamma=gamma) for amount in (0.0, weight))
    plain.reset()
    shaped.reset()
    rng = np.random.default_rng(1)
    progress, decided, extra = [], [], []
    done = np.zeros(6, dtype=bool)
    while not done[0]:
        masks = plain.action_masks()
        progress.append(variant.progress(plain.games).reshape(-1))
        decided.append(np.asarray(masks.any(axis=1)))
        actions = drawn(masks, rng)
        _, reward, done, _ = plain.step(actions)
        _, more, _, _ = shaped.step(actions)
        extra.append(more - reward)
    added = np.zeros(3)  # to the return from here on, of the seats of the game that has ended
    is_next_decided = np.zeros(3, dtype=bool)
    for step in reversed(range(len(extra))):
        added = extra[step][:3] + np.where(is_next_decided, gamma, 1.0) * added
        is_next_decided = decided[step][:3]
        expected = -weight * progress[step][:3]
        np.testing.assert_allclose(added[is_next_decided], expected[is_next_decided], atol=1e-5)
    waits = ~np.array(decided)[:, :3]
    assert waits.any()
    assert not waits.all()


def test_reset_goes_on_and_a_seed_starts_again(variant: Variant) -> None:
    env = SelfPlayVecEnv(variant, 2, seed=SEED)
    first = env.reset()
    second = env.reset()
    assert env.episodes.tolist() == [1, 1]
    assert not np.array_equal(first, second)
    env.seed(SEED)
    np.testing.assert_array_equal(env.reset(), first)
    assert env.episodes.tolist() == [0, 0]


def test_observations_are_not_overwritten_by_later_steps(variant: Variant) -> None:
    env = SelfPlayVecEnv(variant, 2, seed=SEED)
    observation = env.reset()
    masks = env.action_masks()
    copies = observation.copy(), masks.copy()
    env.step(masks.argmax(axis=1))

    np.testing.assert_array_equal(observation, copies[0])
    np.testing.assert_array_equal(masks, copies[1])


@pytest.mark.parametrize(
    ("slot", "action", "message"),
    [
        (4, 0, "guesser_1 may not 'wait'"),
        (0, 99, r"game 0, guesser_0: expected an action in 0 \.\. 8, got 99"),
        (0, -1, r"game 0, guesser_0: expected an action in 0 \.\. 8, got -1"),
    ],
)
def test_an_illegal_action_raises(variant: Variant, slot: int, action: int, message: str) -> None:
    env = SelfPlayVecEnv(variant, 2, seed=SEED, illegal="raise")
    env.reset()
    actions = env.action_masks().argmax(axis=1)
    actions[slot] = action

    with pytest.raises(IllegalActionError, match=message):
        env.step(actions)


def test_an_illegal_action_is_replaced_by_the_lowest_legal_one_and_counted(variant: Variant) -> None:
    strict, lenient = SelfPlayVecEnv(variant, 2, seed=SEED, illegal="raise"), SelfPlayVecEnv(variant, 2, seed=SEED)
    strict.reset()
    lenient.reset()
    counts = np.zeros(6, np.int64)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for _ in range(8):
            masks = strict.action_masks()
            counts += masks.any(axis=1) & ~masks[:, -1]
            mine = lenient.step(np.full(6, variant.num_actions - 1))
            theirs = strict.step(np.where(masks[:, -1], variant.num_actions - 1, masks.argmax(axis=1)))
            for one, other in zip(mine[:3], theirs[:3], strict=True):
                np.testing.assert_array_equal(one, other)
            assert [info["illegal_actions"] for info in mine[3]] == counts.tolist()
            counts[mine[2]] = 0
    (warning,) = caught
    assert re.match(r"guesser_0: .* is not legal now, .* counted, as illegal_actions", str(warning.message))
    assert warning.filename == __file__


@pytest.mark.parametrize("illegal", ["replace", "raise"])
def test_what_is_no_action_raises_and_changes_nothing(variant: Variant, illegal: IllegalRule) -> None:
    env = SelfPlayVecEnv(variant, 2, seed=SEED, illegal=illegal)
    env.reset()
    before = env.games.copy()
    with pytest.raises(IllegalActionError, match=r"game 1, guesser_0: expected an action in 0 \.\. 8, got 99"):
        env.step(np.where(np.arange(6) == 3, 99, env.action_masks().argmax(axis=1)))
    assert (env.games == before).all()


def test_ppo_without_masks_trains(variant: Variant) -> None:
    model = PPO("MlpPolicy", SelfPlayVecEnv(variant, 4, seed=SEED), n_steps=16, batch_size=32, seed=1, device="cpu")
    with pytest.warns(UserWarning, match="is played instead") as caught:
        model.learn(2 * 16 * 12)
    assert sum("is played instead" in str(warning.message) for warning in caught) == 1


@pytest.mark.parametrize("actions", [np.zeros(5, dtype=int), np.zeros((2, 3), dtype=int), np.zeros(6)])
def test_actions_of_the_wrong_shape_or_type(variant: Variant, actions: np.ndarray) -> None:
    env = SelfPlayVecEnv(variant, 2)
    env.reset()
    with pytest.raises(IllegalActionError, match="expected 6 integers, got shape"):
        env.step(actions)


def test_calls_out_of_order(variant: Variant) -> None:
    env = SelfPlayVecEnv(variant, 2)
    with pytest.raises(UsageError, match="reset"):
        env.step(np.zeros(6, dtype=int))
    env.reset()
    with pytest.raises(UsageError, match="step_async"):
        env.step_wait()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"observation": "all"}, "observation to be one of 'table', 'recall'; got 'all'"),
        ({"reward": "money"}, "reward to be 'zero_sum' or 'win', since .*; got 'money'"),
        ({"illegal": "ignore"}, "illegal to be one of 'replace', 'raise'; got 'ignore'"),
        ({"num_games": 0}, "expected num_games to be an integer of at least 1, got 0"),
        ({"seed": -1}, r"expected a seed that is an integer in 0 \.\. 2\*\*64 - 1; got -1"),
        ({"shaping": float("nan")}, "expected shaping to be a finite number; got nan"),
        ({"shaping_gamma": 1.5}, r"expected shaping_gamma to be a finite number in 0 \.\. 1; got 1.5"),
    ],
)
def test_bad_options(variant: Variant, options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        SelfPlayVecEnv(variant, **{"num_games": 2, **options})


def test_methods_and_attributes_of_slots(variant: Variant) -> None:
    env = SelfPlayVecEnv(variant, 2)
    env.reset()

    assert is_masking_supported(env)
    assert env.num_envs == 6
    np.testing.assert_array_equal(np.stack(env.env_method("action_masks", indices=[4, 0])), env.action_masks()[[4, 0]])
    assert env.get_attr("num_games", indices=[0, 1]) == [2, 2]
    with pytest.raises(AttributeError, match="got 'jump'"):
        env.env_method("jump")


def test_what_a_seat_that_waits_is_given_does_not_matter(variant: Variant) -> None:
    one, other = (SelfPlayVecEnv(variant, 2, seed=SEED, illegal="raise") for _ in range(2))
    one.reset()
    other.reset()
    waits = 0
    for _ in range(12):
        is_asked = one.action_masks().any(axis=1)
        waits += int((~is_asked).sum())
        actions = one.action_masks().argmax(axis=1)
        first, second = one.step(actions), other.step(np.where(is_asked, actions, variant.num_actions + 7))
        for mine, theirs in zip(first[:3], second[:3], strict=True):
            np.testing.assert_array_equal(mine, theirs)
    assert waits


def test_rewards_of_every_step_and_truncation_of_an_endless_game() -> None:
    endless = SMALL["raids"].variant(3)
    env = SelfPlayVecEnv(endless, 2, seed=SEED, max_cycles=7)
    env.reset()
    total = np.zeros(6, np.float32)
    paid = 0
    for step in range(1, 15):
        _, reward, done, infos = env.step(env.action_masks().argmax(axis=1))
        total += reward
        paid += int(reward.any() and not done.any())
        assert done.tolist() == [step % 7 == 0] * 6
        if done.any():
            assert all(info["TimeLimit.truncated"] for info in infos)
            assert [info["episode"] for info in infos] == [{"r": pytest.approx(float(value)), "l": 7} for value in total]
            assert all(info["terminal_observation"].shape == env.observation_space.shape for info in infos)
            total[:] = 0.0
    assert paid
    assert SelfPlayVecEnv(endless, 1)._vec.max_cycles == endless.spec.max_cycles


def test_shaping_of_a_truncated_game_keeps_the_potential_that_it_has_reached(variant: Variant) -> None:
    plain, shaped = (SelfPlayVecEnv(variant, 1, seed=SEED, shaping=amount, max_cycles=4) for amount in (0.0, 2.0))
    plain.reset()
    shaped.reset()
    before = variant.progress(plain.games)[0].copy()
    added = np.zeros(3)
    for _ in range(4):
        actions = plain.action_masks().argmax(axis=1)
        added += shaped.step(actions)[1] - plain.step(actions)[1]
    after = variant.progress(plain._vec.final_games)[0]
    assert after.any()
    np.testing.assert_allclose(added, 2.0 * (after - before), atol=1e-6)


def test_truncated_games_are_bootstrapped_with_the_value_of_their_last_position() -> None:
    """Values are all 1 and nothing is paid: each advantage is then 0, except at an end that is none of the rules' own."""
    model = MaskablePPO(
        "MlpPolicy",
        SelfPlayVecEnv(SMALL["raids"].variant(2), 2, seed=SEED, max_cycles=5, reward="win"),
        n_steps=10,
        gamma=1.0,
        rollout_buffer_class=DecisionRolloutBuffer,
        device="cpu",
    )
    with torch.no_grad():
        model.policy.value_net.weight.zero_()
        model.policy.value_net.bias.fill_(1.0)
    _, callback = model._setup_learn(40)
    model.collect_rollouts(model.env, callback, model.rollout_buffer, 10)  # type: ignore[arg-type]
    assert model.rollout_buffer.episode_starts[5:6].all(), "the games were truncated"
    np.testing.assert_allclose(model.rollout_buffer.advantages, 0.0, atol=1e-6)


def test_only_decisions_become_samples(variant: Variant) -> None:
    env = SelfPlayVecEnv(variant, 4, seed=SEED)
    model = MaskablePPO(
        "MlpPolicy",
        env,
        n_steps=16,
        batch_size=32,
        n_epochs=2,
        rollout_buffer_class=DecisionRolloutBuffer,
        seed=1,
        device="cpu",
    )
    model.learn(2 * 16 * env.num_envs)

    buffer = model.rollout_buffer
    assert isinstance(buffer, DecisionRolloutBuffer)
    decisions = int(buffer.is_decision.sum())
    assert 0 < decisions < 16 * env.num_envs
    # One more than a multiple of the batch size: no batch of one, whose advantages could not be normalised.
    assert min(len(batch.actions) for batch in buffer.get(decisions - 1)) > 1
    batches = list(buffer.get(32))
    assert max(len(batch.actions) for batch in batches) <= 32
    assert sum(len(batch.actions) for batch in batches) == decisions
    assert all(bool(batch.action_masks.any(dim=1).all()) for batch in batches)


@pytest.mark.parametrize("make", [SelfPlayVecEnv, OpponentsVecEnv])
def test_an_environment_is_no_variant(make: Callable[..., object]) -> None:
    with pytest.raises(OptionError, match=r"expected a variant of a game, got PettingZooParallel: pass its `\.variant`"):
        make(PettingZooParallel(SPEC.variant(3)), 2)
    with pytest.raises(OptionError, match=r"got str: load_game\(name\)\.variant\(players\) makes one"):
        make("toy", 2)
