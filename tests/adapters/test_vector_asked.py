"""Rows of the seats that are asked: the same bytes as all rows, wherever they are written, and invalid requests."""

import dataclasses
import warnings
from functools import partial

import numba
import numpy as np
import pytest

from resonance_env import resonance_v0
from resonance_env.core.errors import IllegalActionError, OptionError, UsageError
from resonance_env.core.layout import ObservationKind
from resonance_env.core.spec import GameSpec, Variant
from resonance_env.core.stepping import AskedArrays, Episodes
from resonance_env.games import load_game
from resonance_env.play.vector_env import VectorEnv
from tests.small_games import endless_raids, hidden_sum, silent_signals

RESONANCE = load_game("resonance")
SPECS = [hidden_sum.SPEC, silent_signals.SPEC, endless_raids.SPEC, RESONANCE]
CASES = [(spec, players) for spec in SPECS for players in spec.players if (spec.name, players) != ("resonance", 2)]
EACH = pytest.mark.parametrize(("spec", "players"), CASES, ids=[f"{spec.name}-{players}" for spec, players in CASES])
STEPS = 45


def rows_agree(asked: VectorEnv, every: VectorEnv) -> None:
    """Checks that compact rows are the rows of all seats that are asked and shown."""
    game, seat = np.nonzero(every.acting & asked.shown)
    rows = slice(asked.num_rows)
    assert asked.game[rows].tolist() == game.tolist()
    assert asked.seat[rows].tolist() == seat.tolist()
    assert asked.observation[rows].tobytes() == every.observation[game, seat].tobytes()
    assert asked.legal[rows].tobytes() == every.legal[game, seat].tobytes()
    assert (asked.acting == every.acting).all()
    assert (asked.games == every.games).all()


@EACH
@pytest.mark.parametrize("observation", ["table", "recall"])
@pytest.mark.parametrize("threads", [1, pytest.param(2, marks=pytest.mark.compiled)])
def test_rows_are_those_of_all_seats(spec: GameSpec, players: int, observation: ObservationKind, threads: int) -> None:
    if threads > numba.config.NUMBA_NUM_THREADS:
        pytest.skip("there is one core")
    variant = spec.variant(players)
    make = partial(VectorEnv, variant, 9, seed=7, observation=observation, max_cycles=35)
    asked, every = make(rows="asked", threads=threads), make()
    every.reset()
    assert asked.reset() is asked.observation
    ended = 0
    for step in range(STEPS):
        rows_agree(asked, every)
        logits = np.random.default_rng(step).normal(size=every.legal.shape)
        game, seat = asked.asked()
        draw = step % 2
        all_actions = every.sample_actions(logits) if draw else every.random_actions()
        actions = asked.sample_actions(logits[game, seat]) if draw else asked.random_actions()
        assert (actions == all_actions[game, seat]).all()
        every.step(all_actions)
        observations, reward, done = asked.step(actions)
        assert len(observations) == asked.num_rows
        assert (reward == every.reward).all()
        assert (done == every.done).all()
        assert (asked.truncated == every.truncated).all()
        assert (asked.final_games[done] == every.final_games[done]).all()
        ended += done.sum()
    assert ended


@EACH
def test_the_compiled_step_does_what_its_plain_form_does(spec: GameSpec, players: int) -> None:
    vec = VectorEnv(spec.variant(players), 7, seed=3, rows="asked", max_cycles=40)
    vec.reset()
    arrays = vec._arrays
    assert isinstance(arrays, AskedArrays)
    twin = AskedArrays(**{field.name: getattr(arrays, field.name).copy() for field in dataclasses.fields(AskedArrays)})
    games, episodes = vec.games.copy(), Episodes.first(7, 3, 40)
    for _ in range(STEPS):
        joint = np.zeros((7, vec.num_seats), np.int16)
        actions = vec.random_actions()
        joint[vec.asked()] = actions
        vec.step(actions)
        assert Variant.play_asked(vec.variant, games, joint, episodes, twin) == vec.num_rows
        for name in ("observation", "legal", "game", "seat"):
            assert (getattr(twin, name)[: vec.num_rows] == getattr(vec, name)[: vec.num_rows]).all()
        for name in ("acting", "reward", "done", "truncated", "final_games"):
            assert (getattr(twin, name) == getattr(vec, name)).all()
    assert episodes.number.any()


def test_rows_are_written_where_they_are_wanted() -> None:
    """A rollout is written row after row; earlier rows and everything else in it stay unchanged."""
    variant = RESONANCE.variant(4)
    plain, vec = (VectorEnv(variant, 5, seed=2, rows="asked") for _ in range(2))
    storage = np.full((5 * 4 * 13, variant.layout().size), -7, np.int8)
    masks = np.full((len(storage), variant.num_actions), -7, np.int8)
    games = np.full(len(storage), -7, np.int64)
    vec.write_to(observation=storage, legal=masks, game=games)
    vec.reset()
    plain.reset()
    start, seen = 0, []
    for _ in range(12):
        rows = slice(start, start + vec.num_rows)
        seen.append(plain.observation[: plain.num_rows].copy())
        assert np.shares_memory(vec.observation, storage)
        assert (storage[rows] == seen[-1]).all()
        assert (masks[rows] == plain.legal[: plain.num_rows]).all()
        assert (games[rows] == plain.game[: plain.num_rows]).all()
        assert (storage[rows.stop :] == -7).all()
        start = rows.stop
        actions = vec.random_actions()
        vec.write_to(observation=storage[start:], legal=masks[start:], game=games[start:])
        assert (vec.legal[: vec.num_rows] == plain.legal[: plain.num_rows]).all()  # until the step
        vec.step(actions)
        plain.step(plain.random_actions())
    assert (storage[:start] == np.concatenate(seen)).all()


def test_seats_that_are_not_shown_play_what_they_are_given() -> None:
    variant = RESONANCE.variant(5)
    vec, every = VectorEnv(variant, 6, seed=4, rows="asked"), VectorEnv(variant, 6, seed=4)
    vec.shown[:, 1::2] = False
    vec.reset()
    every.reset()
    for _ in range(60):
        rows_agree(vec, every)
        actions = every.random_actions()
        vec.unshown_actions[:, 1::2] = actions[:, 1::2]
        vec.step(actions[vec.game[: vec.num_rows], vec.seat[: vec.num_rows]])
        every.step(actions)


def test_no_row_is_left_when_nobody_is_shown() -> None:
    vec = VectorEnv(RESONANCE.variant(3), 2, rows="asked")
    vec.shown[:] = False
    vec.reset()
    assert vec.num_rows == 0
    assert vec.random_actions().shape == (0,)
    vec.unshown_actions[:] = vec.variant.legal(vec.games).argmax(axis=2)
    vec.step(np.zeros(0, np.int64))
    assert (vec.lengths == 1).all()


def test_a_saved_batch_goes_on_in_either_form() -> None:
    asked, every = VectorEnv(RESONANCE.variant(4), 6, rows="asked", seed=9), VectorEnv(RESONANCE.variant(4), 6)
    asked.reset()
    for _ in range(30):
        asked.step(asked.random_actions())
    every.restore(asked.save())
    for _ in range(10):
        rows_agree(asked, every)
        asked.step(asked.random_actions())
        every.step(every.random_actions())
    asked.restore(every.save())
    rows_agree(asked, every)


def test_illegal_actions_are_refused_or_replaced() -> None:
    vec = VectorEnv(RESONANCE.variant(4), 3, rows="asked")
    vec.reset()
    actions = vec.random_actions()
    actions[-1] = resonance_v0.parse_action("break sigil")
    game, seat = vec.game[vec.num_rows - 1], vec.seat[vec.num_rows - 1]
    with pytest.raises(IllegalActionError, match=f"witch_{seat} may not 'break sigil'"):
        vec.step(actions)
    actions[-1] = -1
    with pytest.raises(IllegalActionError, match=f"game {game}, witch_{seat}: expected an action in 0 .. 133, got -1"):
        vec.step(actions)
    with pytest.raises(
        IllegalActionError, match=rf"expected integers of shape \({vec.num_rows},\), got int64 of shape \(3, 4\)"
    ):
        vec.step(np.zeros((3, 4), np.int64))
    replacing = VectorEnv(RESONANCE.variant(4), 3, rows="asked", illegal="replace")
    replacing.reset()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for _ in range(2):
            replacing.step(np.zeros(replacing.num_rows, np.int64))
    assert len(caught) == 1
    assert replacing.illegal_actions.sum() > 3


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        ({"mask": np.zeros(1)}, "got 'mask'"),
        (
            {"legal": np.zeros((7, 134), np.int8)},
            r"expected buffer 'legal' to be an array int8 at least \(8, 134\), got int8 \(7, 134\)",
        ),
        ({"legal": np.zeros((8, 133), np.int8)}, r"got int8 \(8, 133\)"),
        ({"game": np.zeros(8, np.int32)}, "got int32"),
        ({"seat": np.zeros(16, np.int64)[::2]}, "C-contiguous"),
    ],
)
def test_places_that_do_not_fit_are_refused(arrays: dict[str, np.ndarray], message: str) -> None:
    vec = VectorEnv(RESONANCE.variant(4), 2, rows="asked")
    with pytest.raises(OptionError, match=message):
        vec.write_to(**arrays)
    with pytest.raises(OptionError, match=message):
        VectorEnv(RESONANCE.variant(4), 2, rows="asked", buffers=arrays)


def test_rows_of_all_seats_stay_where_they_are() -> None:
    with pytest.raises(UsageError, match='expected rows="asked"'):
        VectorEnv(RESONANCE.variant(4), 2).write_to(game=np.zeros(8, np.int64))


@pytest.mark.parametrize(("spec", "rows"), [(hidden_sum.SPEC, 3 * hidden_sum.SPEC.default_players), (endless_raids.SPEC, 3)])
def test_a_game_that_asks_one_seat_at_a_time_needs_one_row_a_game(spec: GameSpec, rows: int) -> None:
    vec = VectorEnv(spec.variant(), 3, rows="asked")
    assert len(vec.observation) == len(vec.legal) == rows
    with pytest.raises(OptionError, match=f"'legal' to be an array int8 at least \\({rows}, "):
        vec.write_to(legal=vec.legal[1:])
