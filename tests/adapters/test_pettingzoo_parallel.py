"""The parallel environment: seeds, whole traces, arrays, rewards, masks, copies, positions."""

import copy
import pickle
import re
import subprocess
import sys
import warnings
from functools import partial
from typing import Any

import numpy as np
import pytest

from resonance_env.adapters import factory
from resonance_env.adapters.pettingzoo_aec import PettingZooAEC
from resonance_env.adapters.pettingzoo_parallel import PettingZooParallel
from resonance_env.core.errors import OptionError
from resonance_env.games import game_names
from tests.adapters.games import GAMES_AND_PLAYERS, SPECS
from tests.adapters.trace import choose_all, digest, mask_of, play_out, trace
from tests.places import ROOT

EACH_GAME = pytest.mark.parametrize("game", SPECS)
WITH_PROGRESS = [name for name, spec in SPECS.items() if spec.variant().has("progress")]
EACH_SIZE = pytest.mark.parametrize(("game", "players"), GAMES_AND_PLAYERS)


def play_from(env: PettingZooParallel, steps: int, seed: int = 1) -> tuple[dict[str, Any], dict[str, Any]]:
    """Plays some steps; returns the last observations and infos."""
    observations, infos = env.reset(seed=seed)
    for _ in range(steps):
        observations, _, _, _, infos = env.step(choose_all(observations, infos))
    return observations, infos


@EACH_SIZE
def test_same_seed_and_actions_give_the_same_trace(game: str, players: int) -> None:
    assert trace(game, players, seed=7) == trace(game, players, seed=7)
    assert trace(game, players, seed=7) != trace(game, players, seed=8)


@EACH_GAME
def test_another_process_gives_the_same_trace(game: str) -> None:
    command = [sys.executable, "-m", "tests.adapters.trace", game, "4", "7"]
    there = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert there.stdout.strip() == trace(game, 4, seed=7)


@EACH_GAME
def test_unseeded_resets_follow_on_from_the_seed(game: str) -> None:
    first, second = factory.make(PettingZooParallel, SPECS[game]), factory.make(PettingZooParallel, SPECS[game])
    seeds = []
    for env in (first, second):
        env.reset(seed=5)
        seeds.append([env.game_seed])
        for _ in range(4):
            env.reset()
            seeds[-1].append(env.game_seed)
    assert seeds[0] == seeds[1]
    assert seeds[0][0] == 5
    assert len(set(seeds[0])) == 5
    assert digest(first.reset()) == digest(second.reset(seed=first.game_seed))


def test_without_a_seed_games_differ() -> None:
    seeds = set()
    for _ in range(3):
        env = factory.make(PettingZooParallel, SPECS["toy"])
        env.reset()
        seeds.add(env.game_seed)
    assert len(seeds) == 3


@pytest.mark.parametrize("seed", [0, 2**63, 2**64 - 1, np.int64(3)])
def test_every_seed_of_64_bits_starts_a_game(seed: int) -> None:
    env = factory.make(PettingZooParallel, SPECS["toy"])
    env.reset(seed=seed)
    assert env.game_seed == seed


@EACH_SIZE
def test_arrays_are_fresh_and_of_the_announced_kind(game: str, players: int) -> None:
    env: Any = factory.make(PettingZooParallel, SPECS[game], players=players)
    observations, infos = env.reset(seed=1)
    before: list[np.ndarray] = []
    while env.agents:
        arrays = [array for observation in observations.values() for array in observation.values()]
        assert not any(np.may_share_memory(a, b) for n, a in enumerate(arrays) for b in [*arrays[n + 1 :], *before])
        for agent, observation in observations.items():
            assert env.observation_space(agent).contains(observation)
            mask = observation["action_mask"]
            assert mask.dtype == np.int8
            assert mask.sum() == 1 or infos[agent]["asked"], "a seat that is not asked has one legal action"
            assert mask.any()
        before = arrays
        observations, _, _, _, infos = env.step(choose_all(observations, infos))


@EACH_GAME
def test_writing_to_what_came_out_does_not_change_the_game(game: str) -> None:
    plain, scribbled = factory.make(PettingZooParallel, SPECS[game]), factory.make(PettingZooParallel, SPECS[game])
    result, other = plain.reset(seed=3), scribbled.reset(seed=3)
    while plain.agents:
        actions = choose_all(*result)
        for observation in other[0].values():
            observation["observation"][:] = 1
            observation["action_mask"][:] = 1
        scribbled.state()[:] = 1
        *_, infos = step = plain.step(actions)
        *_, other_infos = other_step = scribbled.step(actions)
        assert digest(step) == digest(other_step)
        result, other = (step[0], infos), (other_step[0], other_infos)


@EACH_GAME
def test_changing_the_dicts_of_a_step_does_not_change_those_of_the_next(game: str) -> None:
    env = factory.make(PettingZooParallel, SPECS[game])
    observations, infos = env.reset(seed=3)
    for _ in range(2):
        observations, rewards, terminations, truncations, infos = env.step(choose_all(observations, infos))
        assert list(rewards) == list(terminations) == list(truncations) == env.possible_agents
        for values in (rewards, terminations, truncations):
            values.clear()


@EACH_GAME
@pytest.mark.parametrize("mask", ["obs", "info"])
def test_infos_have_the_same_numeric_keys_each_step(game: str, mask: Any) -> None:
    env = factory.make(PettingZooParallel, SPECS[game], mask=mask)
    observations, infos = env.reset(seed=2)
    keys = ["asked", "illegal_actions"] + ["action_mask"] * (mask == "info")
    while env.agents:
        observations, _, _, _, infos = env.step(choose_all(observations, infos))
        assert all(list(info) == keys for info in infos.values())
        assert all(type(info[key]) is int for info in infos.values() for key in keys[:2])


@EACH_GAME
def test_mask_and_observation_are_the_same_in_both_places(game: str) -> None:
    nested = factory.make(PettingZooParallel, SPECS[game])
    flat: Any = factory.make(PettingZooParallel, SPECS[game], mask="info")
    a, b = nested.reset(seed=2), flat.reset(seed=2)
    while nested.agents:
        for agent in nested.agents:
            assert np.array_equal(a[0][agent]["observation"], b[0][agent])
            assert np.array_equal(a[0][agent]["action_mask"], b[1][agent]["action_mask"])
            assert "action_mask" not in a[1][agent]
        actions = choose_all(*a)
        *_, infos = step = nested.step(actions)
        *_, flat_infos = flat_step = flat.step(actions)
        a, b = (step[0], infos), (flat_step[0], flat_infos)


@EACH_GAME
def test_float32_is_the_scaled_observation(game: str) -> None:
    variant = SPECS[game].variant(max(players for players in SPECS[game].players if players <= 5))
    small, scaled = PettingZooParallel(variant), PettingZooParallel(variant, dtype="float32")
    a, b = play_from(small, 6), scaled.reset(seed=1)
    b = scaled.reset(options={"position": small.position()})
    scale = small.variant.layout().scale
    for agent in small.agents:
        assert b[0][agent]["observation"].dtype == np.float32
        assert np.array_equal(b[0][agent]["observation"], a[0][agent]["observation"] * scale)
    assert scaled.state().dtype == np.float32
    assert scaled.state_space.contains(scaled.state())


@EACH_SIZE
def test_rewards_of_all_steps_are_the_payoff(game: str, players: int) -> None:
    env = PettingZooParallel(SPECS[game].variant(players))
    variant, paid_early = env.variant, False
    for seed in range(4):
        steps, total = play_out(env, *env.reset(seed=seed))
        payoff = variant.payoff(variant.parse_position(env.position()))[0]
        assert list(total.values()) == pytest.approx(payoff.tolist(), abs=1e-6)
        assert len(set(payoff)) == 1 if variant.is_cooperative else sum(total.values()) == pytest.approx(0.0, abs=1e-6)
        paid_early = paid_early or any(any(rewards.values()) for _, rewards, *_ in steps[:-1])
        sides = set(zip(variant.teams, total.values(), strict=True))
        assert len(sides) == variant.num_teams, "a team has one payoff"
    assert paid_early == (variant.spec.reward_model == "rewards")


@EACH_GAME
def test_wins_are_paid_at_the_end_of_zero_sum_games_only(game: str) -> None:
    variant = SPECS[game].variant()
    if variant.is_cooperative:
        with pytest.raises(OptionError, match=r"expected reward to be 'identical', since .* is a cooperative game; got 'win'"):
            PettingZooParallel(variant, reward="win")
        return
    env = PettingZooParallel(variant, reward="win")
    for seed in range(4):
        steps, total = play_out(env, *env.reset(seed=seed))
        assert not any(any(rewards.values()) for _, rewards, *_ in steps[:-1])
        assert list(total.values()) == variant.winners(variant.parse_position(env.position()))[0].tolist()


@EACH_GAME
def test_shaping_needs_progress(game: str) -> None:
    variant = SPECS[game].variant()
    if not variant.has("progress"):
        with pytest.raises(OptionError, match=rf"expected, for shaping, a game with progress\(\); '{game}' has none"):
            PettingZooParallel(variant, shaping=0.5)


@pytest.mark.parametrize("game", WITH_PROGRESS)
def test_shaping_rewards_sum_to_the_payoff_less_the_first_potential(game: str) -> None:
    plain, shaped = factory.make(PettingZooParallel, SPECS[game]), factory.make(PettingZooParallel, SPECS[game], shaping=0.5)
    for seed in range(3):
        _, payoff = play_out(plain, *plain.reset(seed=seed))
        start = shaped.reset(seed=seed)
        games = shaped.variant.parse_position(shaped.position())
        first = dict(zip(shaped.agents, shaped.variant.progress(games)[0], strict=True))
        steps, total = play_out(shaped, *start)
        assert any(any(rewards.values()) for _, rewards, *_ in steps[:-1])
        assert total == pytest.approx({agent: payoff[agent] - 0.5 * first[agent] for agent in payoff}, abs=1e-5)


@EACH_GAME
def test_max_cycles_truncates_all_seats(game: str) -> None:
    env = factory.make(PettingZooParallel, SPECS[game], max_cycles=4)
    steps, total = play_out(env, *env.reset(seed=1))
    assert len(steps) == 4
    assert [(any(step[2].values()), all(step[3].values()), any(step[3].values())) for step in steps] == [
        *[(False, False, False)] * 3,
        (False, True, True),
    ]
    payoff = env.variant.payoff(env.variant.parse_position(env.position()))[0]
    assert list(total.values()) == payoff.tolist()


@EACH_GAME
def test_a_game_without_an_end_is_truncated_at_its_own_bound(game: str) -> None:
    env = PettingZooParallel(SPECS[game].variant())
    bound = SPECS[game].max_cycles
    assert env.max_cycles == bound
    steps, _ = play_out(env, *env.reset(seed=1))
    is_truncated = len(steps) == bound
    assert is_truncated or bound is None
    for step in steps:
        assert set(step[2].values()) == {step is steps[-1] and not is_truncated}
        assert set(step[3].values()) == {step is steps[-1] and is_truncated}


@EACH_GAME
def test_a_game_that_ends_in_its_last_cycle_is_not_truncated(game: str) -> None:
    free = factory.make(PettingZooParallel, SPECS[game])
    steps, _ = play_out(free, *free.reset(seed=1))
    env = factory.make(PettingZooParallel, SPECS[game], max_cycles=len(steps))
    again, _ = play_out(env, *env.reset(seed=1))
    assert digest(steps) == digest(again)


@EACH_SIZE
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["deepcopy", "pickle"])
def test_a_copy_plays_on_identically_and_apart(game: str, players: int, copied: Any) -> None:
    shaping = 0.1 if game in WITH_PROGRESS else 0.0
    env = factory.make(PettingZooParallel, SPECS[game], players=players, shaping=shaping, max_cycles=20)
    here = play_from(env, 3)
    twin = copied(env)
    position = env.position()
    steps = play_out(twin, *here)
    assert env.position() == position
    assert digest(play_out(env, *here)) == digest(steps)
    assert digest(env.reset()) == digest(twin.reset())


@EACH_GAME
def test_a_deep_copy_shares_what_never_changes(game: str) -> None:
    env = factory.make(PettingZooParallel, SPECS[game])
    assert copy.deepcopy(env).variant is env.variant


@EACH_SIZE
def test_a_position_starts_the_same_game(game: str, players: int) -> None:
    env, other = (
        factory.make(PettingZooParallel, SPECS[game], players=players),
        factory.make(PettingZooParallel, SPECS[game], players=players),
    )
    here = play_from(env, 3)
    other.reset(seed=9)
    there = other.reset(options={"position": env.position()})
    assert digest(here) == digest(there)
    assert other.game_seed is None
    assert other.position() == env.position()
    steps, again = play_out(env, *here)[0], play_out(other, *there)[0]
    if env.max_cycles is not None:  # steps are counted from the position
        assert len(again) == len(steps) + 3
        del steps[-1], again[len(steps) :]
    assert digest(steps) == digest(again)


@EACH_GAME
def test_spaces_are_the_same_objects_each_time(game: str) -> None:
    env = factory.make(PettingZooParallel, SPECS[game])
    for agent in env.possible_agents:
        assert env.action_space(agent) is env.action_space(agent)
        assert env.observation_space(agent) is env.observation_space(agent)
    assert len({id(env.action_space(agent)) for agent in env.possible_agents}) == len(env.possible_agents)


@EACH_GAME
def test_illegal_actions_are_replaced_by_the_lowest_legal_one(game: str) -> None:
    env, lowest = factory.make(PettingZooParallel, SPECS[game]), factory.make(PettingZooParallel, SPECS[game])
    observations, infos = env.reset(seed=4)
    lowest.reset(seed=4)
    counts = dict.fromkeys(env.agents, 0)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for _ in range(4):
            masks = {agent: mask_of(observations[agent], infos[agent]) for agent in env.agents}
            illegal = {agent: int(np.flatnonzero(mask == 0)[-1]) for agent, mask in masks.items()}
            observations, _, _, _, infos = env.step(illegal)
            step = lowest.step({agent: int(np.flatnonzero(mask)[0]) for agent, mask in masks.items()})
            counts = {agent: count + 1 for agent, count in counts.items()}
            assert digest(observations) == digest(step[0])
            assert {agent: info["illegal_actions"] for agent, info in infos.items()} == counts
            assert not any(info["illegal_actions"] for info in step[4].values())
    assert [bool(re.search("is not legal now, .* is played instead", str(item.message))) for item in caught] == [True]
    assert caught[0].filename == __file__, "the warning points at the caller"
    _, infos = env.reset(seed=4)
    assert not any(info["illegal_actions"] for info in infos.values())


@EACH_GAME
def test_human_prints_each_position_and_ansi_returns_it(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    ansi, human = (
        factory.make(PettingZooParallel, SPECS[game], render_mode="ansi"),
        factory.make(PettingZooParallel, SPECS[game], render_mode="human"),
    )
    ansi_step, human_step = ansi.reset(seed=1), human.reset(seed=1)
    for _ in range(3):
        assert capsys.readouterr().out == f"{ansi.render()}\n"
        actions = choose_all(*ansi_step)
        *_, infos = step = ansi.step(actions)
        ansi_step = (step[0], infos)
        human.step(actions)
    assert human_step
    assert human.render() is None
    ansi.close()


@EACH_GAME
def test_human_prints_in_colour_where_that_is_wanted(
    game: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    factory.make(PettingZooParallel, SPECS[game], render_mode="human").reset(seed=1)
    assert ("\x1b[" in capsys.readouterr().out) == (game in game_names())  # the small games of the tests print plain text


@EACH_GAME
@pytest.mark.parametrize("make", [partial(factory.make, PettingZooParallel), partial(factory.make, PettingZooAEC)])
def test_rgb_array_shows_the_position_and_whose_view_it_is(game: str, make: Any) -> None:
    views = []
    for seat in (None, 0):
        env = make(SPECS[game], render_mode="rgb_array", render_seat=seat)
        env.reset(seed=1)
        views.append(env.render())
    assert all(view.shape == (800, 1280, 3) and view.dtype == np.uint8 for view in views)
    assert not np.array_equal(*views)


@EACH_GAME
def test_render_seat_picks_whose_view_is_shown(game: str) -> None:
    views = set()
    for seat in (None, 0, 1):
        env = factory.make(PettingZooParallel, SPECS[game], render_mode="ansi", render_seat=seat)
        play_from(env, 5)
        views.add(env.render())
    assert len(views) == 3


@EACH_GAME
def test_metadata_name_the_game(game: str) -> None:
    env = factory.make(PettingZooParallel, SPECS[game])
    assert env.metadata["name"] == str(env) == f"{game}_v0"
    assert env.metadata["render_modes"] == ["ansi", "human", "rgb_array"]
    assert env.metadata["is_parallelizable"] is True
