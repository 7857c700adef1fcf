"""The AEC environment: order of seats, nothing seen early, rewards of `last`, agreement with the parallel environment."""

import copy
import pickle
from collections.abc import Callable

import numpy as np
import pytest

from resonance_env.adapters import factory
from resonance_env.adapters.pettingzoo_aec import OrderEnforcing, PettingZooAEC
from resonance_env.adapters.pettingzoo_parallel import PettingZooParallel
from resonance_env.play.shown_game import MaskPlace
from tests.adapters.games import GAMES_AND_PLAYERS, SPECS
from tests.adapters.trace import choose, choose_all, digest, mask_of, play_out, play_out_aec

EACH_GAME = pytest.mark.parametrize("game", SPECS)
EACH_SIZE = pytest.mark.parametrize(("game", "players"), GAMES_AND_PLAYERS)


@EACH_SIZE
@pytest.mark.parametrize("mask", ["obs", "info"])
def test_aec_and_parallel_play_the_same_game(game: str, players: int, mask: MaskPlace) -> None:
    variant = SPECS[game].variant(players)
    shaping = 0.2 if variant.has("progress") else 0.0
    aec = PettingZooAEC(variant, mask=mask, shaping=shaping)
    parallel = PettingZooParallel(variant, mask=mask, shaping=shaping)
    for seed in range(3):
        observations, infos = parallel.reset(seed=seed)
        aec.reset(seed=seed)
        total, seen = dict.fromkeys(parallel.agents, 0.0), dict.fromkeys(parallel.agents, 0.0)
        while parallel.agents:
            actions = choose_all(observations, infos)
            asked = [agent for agent, info in infos.items() if info["asked"]]
            assert asked, "somebody always has a decision"
            for agent in asked:  # in seat order
                assert aec.agent_selection == agent
                observation, reward, terminated, truncated, info = aec.last()
                seen[agent] += reward
                assert not terminated
                assert not truncated
                assert digest(observation) == digest(observations[agent])
                assert digest(info) == digest(infos[agent])
                aec.step(actions[agent])
            observations, rewards, terminations, truncations, infos = parallel.step(actions)
            assert (aec.rewards, aec.terminations, aec.truncations) == (rewards, terminations, truncations)
            total = {agent: total[agent] + rewards[agent] for agent in total}
        assert set(aec.terminations.values()) == {variant.spec.max_cycles is None}
        for agent in aec.agent_iter():
            observation, reward, terminated, truncated, info = aec.last()
            assert terminated != truncated
            assert digest((observation, info)) == digest((observations[agent], infos[agent]))
            seen[agent] += reward
            aec.step(None)
        assert seen == pytest.approx(total, abs=1e-6)


@EACH_SIZE
def test_rewards_of_last_sum_to_the_payoff(game: str, players: int) -> None:
    aec, parallel = (
        factory.make(PettingZooAEC, SPECS[game], players=players),
        factory.make(PettingZooParallel, SPECS[game], players=players),
    )
    for seed in range(3):
        aec.reset(seed=seed)
        assert play_out_aec(aec)[1] == play_out(parallel, *parallel.reset(seed=seed))[1]
        assert not aec.agents


@pytest.mark.parametrize(("game", "players"), [row for row in GAMES_AND_PLAYERS if SPECS[row[0]].simultaneous])
def test_nobody_sees_a_simultaneous_choice_early(game: str, players: int) -> None:
    env = factory.make(PettingZooAEC, SPECS[game], players=players)
    env.reset(seed=3)
    compared = 0
    while not any(env.terminations.values()):
        agent = env.agent_selection
        observation, _, _, _, info = env.last()
        later = [name for name in env.agents if env.infos[name]["asked"] and name > agent]
        if later:
            before = {name: digest((env.observe(name), env.infos[name])) for name in env.agents}
            state, position = digest(env.state()), env.position()
            for action in np.flatnonzero(mask_of(observation, info))[:4]:
                twin = copy.deepcopy(env)
                twin.step(int(action))
                assert twin.agent_selection == later[0]
                assert {name: digest((twin.observe(name), twin.infos[name])) for name in env.agents} == before
                assert digest(twin.state()) == state
                assert twin.position() == position
                assert not any(twin.rewards.values())
                compared += 1
        env.step(choose(agent, observation, info))
    assert compared > 4


@EACH_GAME
def test_writing_to_an_observation_does_not_change_the_next(game: str) -> None:
    env = factory.make(PettingZooAEC, SPECS[game])
    env.reset(seed=1)
    agent = env.agent_selection
    before = digest(env.observe(agent))
    for array in dict(env.observe(agent)).values():
        array[:] = 1
    assert digest(env.observe(agent)) == before


@EACH_GAME
def test_max_cycles_counts_joint_steps(game: str) -> None:
    env, parallel = (
        factory.make(PettingZooAEC, SPECS[game], max_cycles=4),
        factory.make(PettingZooParallel, SPECS[game], max_cycles=4),
    )
    env.reset(seed=1)
    steps, _ = play_out_aec(env)
    played, _ = play_out(parallel, *parallel.reset(seed=1))
    ended = [step for step in steps if step[3] or step[4]]
    assert [step[0] for step in ended] == env.possible_agents
    assert all(truncated and not terminated for _, _, _, terminated, truncated, _ in ended)
    last_observations = played[-1][0]
    assert all(digest(observation) == digest(last_observations[agent]) for agent, observation, *_ in ended)


@EACH_GAME
def test_a_reset_in_the_middle_of_the_end_starts_afresh(game: str) -> None:
    env, fresh = factory.make(PettingZooAEC, SPECS[game], max_cycles=2), factory.make(PettingZooAEC, SPECS[game], max_cycles=2)
    env.reset(seed=1)
    while not any(env.truncations.values()):
        observation, _, _, _, info = env.last()
        env.step(choose(env.agent_selection, observation, info))
    env.step(None)
    env.reset(seed=2)
    fresh.reset(seed=2)
    assert digest(play_out_aec(env)) == digest(play_out_aec(fresh))


@EACH_GAME
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["deepcopy", "pickle"])
def test_a_copy_plays_on_identically_with_choices_kept_back(
    game: str, copied: Callable[[OrderEnforcing], OrderEnforcing]
) -> None:
    env = OrderEnforcing(factory.make(PettingZooAEC, SPECS[game]))
    env.reset(seed=1)
    for _ in range(6):  # in the middle of a simultaneous decision
        observation, _, _, _, info = env.last()
        env.step(choose(env.agent_selection, observation, info))
    twin = copied(env)
    assert digest(play_out_aec(env)) == digest(play_out_aec(twin))


@EACH_GAME
def test_a_replaced_action_is_counted_at_once_in_the_info_of_its_seat(game: str) -> None:
    env = factory.make(PettingZooAEC, SPECS[game])
    env.reset(seed=1)
    agent = env.agent_selection
    observation, _, _, _, info = env.last()
    with pytest.warns(UserWarning, match="is not legal now"):
        env.step(int(np.flatnonzero(mask_of(observation, info) == 0)[-1]))
    assert env.infos[agent]["illegal_actions"] == 1
    assert info["illegal_actions"] == 0, "what was given out stays as it was"
    assert sum(info["illegal_actions"] for info in env.infos.values()) == 1


@EACH_GAME
def test_metadata_say_that_not_every_agent_acts_in_every_cycle(game: str) -> None:
    env = OrderEnforcing(factory.make(PettingZooAEC, SPECS[game]))
    assert env.metadata["name"] == str(env) == f"{game}_v0"
    assert env.metadata["is_parallelizable"] is False


@EACH_GAME
def test_before_the_first_reset_attributes_are_errors_of_pettingzoo(game: str) -> None:
    env = OrderEnforcing(factory.make(PettingZooAEC, SPECS[game]))
    for name in ("agents", "agent_selection", "rewards"):
        with pytest.raises(AttributeError, match=f"{name} cannot be accessed before reset"):
            getattr(env, name)
    with pytest.raises(AttributeError, match="cannot be accessed before reset"):
        env.last()
