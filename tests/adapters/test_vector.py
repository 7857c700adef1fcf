"""The vector environment against single games, the plain form of its step, and every kind of bad input."""

from __future__ import annotations

import itertools
import re
import warnings

import numba
import numpy as np
import pytest

from resonance_env import resonance_v0
from resonance_env.adapters.vector import VectorEnv
from resonance_env.core.errors import IllegalActionError, OptionError, UsageError
from resonance_env.core.spec import StepArrays, Variant, game_names, load_game
from tests.adapters import toy_game

SPECS = [toy_game.SPEC, *(load_game(name) for name in game_names())]


@pytest.fixture(params=SPECS, ids=lambda spec: spec.name)
def vec(request: pytest.FixtureRequest) -> VectorEnv:
    env = VectorEnv(request.param, 6, seed=3)
    env.reset()
    return env


def test_an_episode_is_the_single_game_of_its_seed(vec: VectorEnv) -> None:
    """Every step of every game equals that of a game of its own, over the start of further episodes."""
    variant = vec.variant
    single = [variant.new_games(1) for _ in range(vec.num_games)]
    num_ended = 0
    for game, seed in enumerate(vec.seeds):
        variant.reset(single[game], np.array([seed], dtype=np.uint64))
    while num_ended < 3 * vec.num_games:
        actions = vec.random_actions()
        vec.step(actions)
        for game in range(vec.num_games):
            variant.step(single[game], actions[game : game + 1])
            ended = bool(variant.done(single[game])[0])
            assert vec.done[game] == ended
            assert (vec.reward[game] == variant.payoff(single[game])[0]).all()
            if ended:
                num_ended += 1
                assert (vec.final_observation[game] == variant.observe(single[game])[0]).all()
                variant.reset(single[game], vec.seeds[game : game + 1])
            assert (vec.observation[game] == variant.observe(single[game])[0]).all()
            assert (vec.legal[game] == variant.legal(single[game])[0]).all()
            assert (vec.acting[game] == variant.acting(single[game])[0]).all()


def test_the_compiled_step_does_what_its_plain_form_does() -> None:
    vec = resonance_v0.vector_env(20, players=5, seed=8, observation="recall")
    vec.reset()
    twin = StepArrays(*(np.zeros_like(getattr(vec, name)) for name in StepArrays.__dataclass_fields__))
    games, episodes = vec.games.copy(), vec.episodes.copy()
    for _ in range(80):
        actions = vec.random_actions()
        vec.step(actions)
        Variant.play(vec.variant, games, actions, 8, episodes, twin, "recall")
        assert (games == vec.games).all()
        assert (episodes == vec.episodes).all()
        for name in StepArrays.__dataclass_fields__:
            assert (getattr(twin, name) == getattr(vec, name)).all(), name
    assert episodes.max() > 0


def trace(num_games: int, threads: int = 1) -> list[bytes]:
    vec = resonance_v0.vector_env(num_games, players=4, seed=5, threads=threads)
    vec.reset()
    seen = []
    for _ in range(60):
        vec.step(vec.random_actions())
        seen.append(b"".join(array[:3].tobytes() for array in (vec.observation, vec.legal, vec.reward, vec.done)))
    return seen


def test_games_do_not_depend_on_how_many_are_played() -> None:
    assert trace(3) == trace(40)


@pytest.mark.skipif(numba.config.NUMBA_NUM_THREADS < 2, reason="there is one core")
def test_games_do_not_depend_on_threads() -> None:
    assert trace(40) == trace(40, threads=2)


def test_random_actions_are_legal_uniform_and_seeded() -> None:
    vec = resonance_v0.vector_env(1, players=4, seed=1)
    vec.reset()
    seat = int(vec.asked()[1][0])
    options = np.flatnonzero(vec.legal[0, seat])
    drawn = [int(vec.random_actions()[0, seat]) for _ in range(600)]
    assert set(drawn) == set(options)
    counts = np.bincount(drawn)[options]
    assert ((counts - 300) ** 2 / 300).sum() < 10.8  # two options; the 0.999 quantile of chi-square with one degree
    vec.reset()
    assert [int(vec.random_actions()[0, seat]) for _ in range(600)] == drawn


def test_asked_names_the_real_decisions(vec: VectorEnv) -> None:
    for _ in range(10):
        vec.step(vec.random_actions())
        game, seat = vec.asked()
        assert sorted(zip(game, seat, strict=True)) == [
            pair for pair in itertools.product(range(vec.num_games), range(vec.num_seats)) if vec.acting[pair]
        ]
        assert (vec.legal[game, seat].sum(axis=-1) > 1).all()


def test_a_saved_batch_goes_on_identically(vec: VectorEnv) -> None:
    for _ in range(7):
        vec.step(vec.random_actions())
    saved = vec.save()
    first = [vec.step(vec.random_actions())[0].copy() for _ in range(15)]
    other = VectorEnv(vec.variant.spec, vec.num_games, seed=99)
    other.restore(saved)
    for expected in first:
        assert (other.step(other.random_actions())[0] == expected).all()


def test_arrays_from_outside_are_written_in_place() -> None:
    own = resonance_v0.vector_env(4, players=3)
    observation = np.full_like(own.observation, -1)
    vec = resonance_v0.vector_env(4, players=3, buffers={"observation": observation})
    assert vec.observation is observation
    assert (vec.reset() == own.reset()).all()
    vec.step(vec.random_actions())
    own.step(own.random_actions())
    assert (observation == own.observation).all()


def test_reward_win_is_one_for_the_winners_alone() -> None:
    vec = resonance_v0.vector_env(64, players=6, reward="win", seed=4)
    vec.reset()
    while not vec.reward.any():
        vec.step(vec.random_actions())
    won = vec.reward[vec.reward.any(axis=1)][0]
    assert sorted(won.tolist()) == [0.0, 0.0, 0.0, 0.0, 1.0, 1.0]


def test_illegal_actions_are_replaced_by_the_lowest_legal_one() -> None:
    vec = resonance_v0.vector_env(5, players=4, illegal="replace", seed=2)
    twin = resonance_v0.vector_env(5, players=4, seed=2)
    vec.reset()
    twin.reset()
    counts = np.zeros((5, 4), np.int64)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for _ in range(30):
            counts += vec.acting
            vec.step(np.zeros((5, 4), dtype=np.int64))  # waiting is never a decision
            twin.step(twin.legal.argmax(axis=-1))
            assert (vec.observation == twin.observation).all()
            assert (vec.illegal_actions == counts).all()
    (warning,) = caught
    assert re.match(r"witch_0: 'wait' is not legal now, .* in VectorEnv\.illegal_actions", str(warning.message))
    vec.reset()
    assert not vec.illegal_actions.any()


def test_an_illegal_action_says_who_what_and_why_and_changes_nothing() -> None:
    vec = resonance_v0.vector_env(3, players=4)
    vec.reset()
    before = vec.games.copy()
    actions = vec.random_actions()
    game, seat = (int(index[1]) for index in vec.asked())
    actions[game, seat] = resonance_v0.parse_action("break sigil")
    with pytest.raises(IllegalActionError, match=rf"witch_{seat} may not 'break sigil': this is not what is asked now"):
        vec.step(actions)
    actions[game, seat] = 500
    with pytest.raises(IllegalActionError, match=rf"game {game}, witch_{seat}: expected an action in 0 .. 133, got 500"):
        vec.step(actions)
    assert (vec.games == before).all()


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        (np.zeros((3, 3), dtype=np.int64), r"expected integers of shape \(3, 4\), got int64 of shape \(3, 3\)"),
        (np.zeros((3, 4)), "got float64"),
        (None, "got object"),
    ],
)
def test_actions_of_another_shape_or_type_are_refused(actions: object, message: str) -> None:
    vec = resonance_v0.vector_env(3, players=4)
    vec.reset()
    with pytest.raises(IllegalActionError, match=message):
        vec.step(actions)  # type: ignore[arg-type]


def test_a_step_before_reset_says_so() -> None:
    vec = resonance_v0.vector_env(2, players=3)
    with pytest.raises(UsageError, match=r"expected reset\(\) before step\(\)"):
        vec.step(np.zeros((2, 3), dtype=np.int64))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"num_games": 0}, "num_games to be an integer of at least 1, got 0"),
        ({"num_games": 2.5}, "got 2.5"),
        ({"threads": 0}, "threads"),
        ({"observation": "all"}, "expected observation to be one of 'table', 'recall'"),
        ({"reward": "shaped"}, "expected reward"),
        ({"illegal": "ignore"}, "expected illegal"),
        ({"seed": -1}, "seed"),
        ({"colour": "red"}, "got 'colour'"),
        ({"buffers": {"mask": np.zeros(1)}}, "got 'mask'"),
        ({"buffers": {"done": np.zeros(3, dtype=bool)}}, r"expected buffer 'done' to be an array bool \(2,\), got bool \(3,\)"),
        ({"buffers": {"done": [False, False]}}, "got list"),
        ({"buffers": {"reward": np.zeros((3, 2), dtype=np.float32).T}}, "C-contiguous"),
    ],
)
def test_bad_options_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        resonance_v0.vector_env(**{"num_games": 2, "players": 3} | options)  # type: ignore[arg-type]


def test_a_batch_of_another_size_cannot_be_restored() -> None:
    vec = resonance_v0.vector_env(2, players=3)
    vec.reset()
    with pytest.raises(UsageError, match="expected 3 games"):
        resonance_v0.vector_env(3, players=3).restore(vec.save())
