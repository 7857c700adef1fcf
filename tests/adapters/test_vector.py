"""The vector environment against single games, the plain form of its step, and every kind of bad input."""

import itertools
import re
import warnings
from multiprocessing.sharedctypes import RawArray
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

from resonance_env import resonance_v0
from resonance_env.agents.resonance.searching.playouts import scripted_rollout
from resonance_env.core.errors import IllegalActionError, OptionError, UsageError
from resonance_env.core.spec import GameSpec, Variant
from resonance_env.core.stepping import Episodes, SeatArrays
from resonance_env.games import game_names, load_game
from resonance_env.play import vector_env
from resonance_env.play.vector_env import SAVED, VectorEnv
from tests.small_games import endless_raids, hidden_sum, silent_signals

ONE_BUFFER = np.zeros((2, 3, 134), dtype=np.int8)
SHARED_BUFFERS = {"legal": ONE_BUFFER, "acting": ONE_BUFFER.reshape(-1)[:6].reshape(2, 3).view(bool)}
SPECS = [hidden_sum.SPEC, silent_signals.SPEC, endless_raids.SPEC, *(load_game(name) for name in game_names())]


@pytest.fixture(params=SPECS, ids=lambda spec: spec.name)
def spec(request: pytest.FixtureRequest) -> GameSpec:
    return request.param  # type: ignore[no-any-return]


@pytest.fixture(params=SPECS, ids=lambda spec: spec.name)
def vec(request: pytest.FixtureRequest) -> VectorEnv:
    env = VectorEnv(request.param.variant(), 6, seed=3)
    env.reset()
    return env


def test_an_episode_is_the_single_game_of_its_seed(vec: VectorEnv) -> None:
    """Every step of every game equals that of a game of its own, over the start of further episodes."""
    variant = vec.variant
    single = [variant.start([seed]) for seed in vec.seeds]
    num_ended = 0
    while num_ended < 3 * vec.num_games:
        actions = vec.random_actions()
        vec.step(actions)
        for game in range(vec.num_games):
            variant.step(single[game], actions[game : game + 1])
            assert vec.terminated[game] == variant.done(single[game])[0]
            assert (vec.reward[game] == variant.reward(single[game])[0]).all()
            if vec.done[game]:
                num_ended += 1
                assert (vec.final_observation[game] == variant.observe(single[game])[0]).all()
                variant.reset(single[game], vec.seeds[game : game + 1])
            assert (vec.observation[game] == variant.observe(single[game])[0]).all()
            assert (vec.legal[game] == variant.legal(single[game])[0]).all()
            assert (vec.acting[game] == variant.acting(single[game])[0]).all()


def test_the_compiled_step_does_what_its_plain_form_does() -> None:
    vec = resonance_v0.vector_env(20, players=5, seed=8, observation="recall", max_cycles=50)
    vec.reset()
    twin = SeatArrays(*(np.zeros_like(getattr(vec, name)) for name in SeatArrays.__dataclass_fields__))
    games, episodes = vec.games.copy(), Episodes.first(20, 8, max_cycles=50)
    was_cut = 0
    for _ in range(80):
        actions = vec.random_actions()
        vec.step(actions)
        Variant.play(vec.variant, games, actions, episodes, twin, "recall")
        assert (games == vec.games).all()
        assert (episodes.number == vec.episodes).all()
        assert (episodes.length == vec.lengths).all()
        for name in SeatArrays.__dataclass_fields__:
            assert (getattr(twin, name) == getattr(vec, name)).all(), name
        was_cut += vec.truncated.sum()
    assert 0 < was_cut < episodes.number.sum()


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
    vec.reset(seed=1)
    assert [int(vec.random_actions()[0, seat]) for _ in range(600)] == drawn


def test_asked_names_the_real_decisions(vec: VectorEnv) -> None:
    for _ in range(10):
        vec.step(vec.random_actions())
        game, seat = vec.asked()
        assert sorted(zip(game, seat, strict=True)) == [
            pair for pair in itertools.product(range(vec.num_games), range(vec.num_seats)) if vec.acting[pair]
        ]
        assert (vec.acting == vec.variant.acting(vec.games)).all()


def test_a_saved_batch_goes_on_identically(vec: VectorEnv) -> None:
    for _ in range(7):
        vec.step(vec.random_actions())
    saved = vec.save()
    first = [vec.step(vec.random_actions())[0].copy() for _ in range(15)]
    other = VectorEnv(vec.variant, vec.num_games, seed=99)
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


def test_a_bound_cuts_games_that_go_on_and_they_restart(spec: GameSpec) -> None:
    """Truncated games pay the rewards of the step, show their last position, and restart; others end as without a bound."""
    variant = spec.variant()
    bound = 30 if spec.name == "resonance" else 5
    vec, free = VectorEnv(variant, 8, seed=2, max_cycles=bound), VectorEnv(variant, 8, seed=2)
    vec.reset()
    free.reset()
    ended = np.zeros(8, bool)
    for step in range(1, bound + 1):
        actions = free.random_actions()
        before = vec.games.copy()
        free.step(actions)
        vec.step(actions)
        going = ~ended
        is_cut = ~free.done & (step == bound)
        assert (vec.truncated == is_cut)[going].all()
        assert (vec.terminated == free.done)[going].all()
        assert (vec.done == (free.done | is_cut))[going].all()
        assert (vec.reward == free.reward)[going].all()
        assert (vec.final_observation[free.done] == free.final_observation[free.done])[going[free.done]].all()
        variant.step(before, actions)
        assert (vec.final_games[vec.done] == before[vec.done]).all()
        ended |= vec.done
    cut = vec.truncated
    assert cut.any()
    assert (vec.final_games[cut] == free.games[cut]).all()
    assert (vec.final_observation[cut] == free.observation[cut]).all()
    assert (variant.acting(vec.final_games[cut]) == free.acting[cut]).all()
    assert (vec.lengths[cut] == 0).all()
    begun = variant.start(vec.seeds)
    assert (vec.games[cut] == begun[cut]).all()
    assert (vec.observation[cut] == variant.observe(begun)[cut]).all()


def test_a_bound_counts_the_steps_of_each_game_on_its_own(spec: GameSpec) -> None:
    vec = VectorEnv(spec.variant(), 6, seed=1, max_cycles=5)
    vec.reset()
    lengths = np.zeros(6, np.int64)
    for _ in range(17):
        vec.step(vec.random_actions())
        lengths += 1
        assert (vec.done == (vec.terminated | (lengths == 5))).all()
        lengths[vec.done] = 0
        assert (vec.lengths == lengths).all()
    twin = VectorEnv(spec.variant(), 6, max_cycles=5)
    twin.restore(vec.save())
    assert (twin.lengths == lengths).all()
    vec.reset()
    assert not vec.lengths.any()


def test_the_bound_is_the_games_own_unless_one_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hidden_sum.ToySpec, "max_cycles", 4)
    assert VectorEnv(hidden_sum.SPEC.variant(), 1).max_cycles == 4
    assert VectorEnv(hidden_sum.SPEC.variant(), 1, max_cycles=7).max_cycles == 7


def test_rewards_arrive_in_every_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game may pay in any step, apart from its end; "win" pays the winners at the end alone."""
    monkeypatch.setattr(
        hidden_sum.ToyVariant, "reward", lambda self, games: games["points"][:, : self.num_seats] + np.float32(1)
    )
    vec, wins = (VectorEnv(hidden_sum.SPEC.variant(3), 5, seed=3, reward=kind) for kind in (None, "win"))
    vec.reset()
    wins.reset()
    won = 0
    for _ in range(30):
        actions = vec.random_actions()
        before = vec.games.copy()
        vec.step(actions)
        wins.step(actions)
        vec.variant.step(before, actions)
        assert (vec.reward == before["points"][:, :3] + 1).all()
        assert (wins.reward == vec.variant.winners(before)).all()
        won += wins.reward.sum()
    assert won


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
    assert re.match(r"witch_0: 'wait' is not legal now, .* counted, as illegal_actions", str(warning.message))
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
        vec.step(actions)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"num_games": 0}, "num_games to be an integer of at least 1, got 0"),
        ({"num_games": 2.5}, "got 2.5"),
        ({"threads": 0}, "threads"),
        ({"observation": "all"}, "expected observation to be one of 'table', 'recall'"),
        ({"reward": "shaped"}, "expected reward to be 'zero_sum' or 'win'"),
        ({"max_cycles": 0}, "expected max_cycles to be None or an integer of at least 1; got 0"),
        ({"illegal": "ignore"}, "expected illegal"),
        ({"rows": "some"}, "expected rows to be one of 'all', 'asked'"),
        ({"seed": -1}, "seed"),
        ({"colour": "red"}, "got 'colour'"),
        ({"buffers": {"mask": np.zeros(1)}}, "got 'mask'"),
        ({"buffers": {"done": np.zeros(3, dtype=bool)}}, r"expected buffer 'done' to be an array bool \(2,\), got bool \(3,\)"),
        ({"buffers": {"done": [False, False]}}, "got list"),
        ({"buffers": {"reward": np.zeros((3, 2), dtype=np.float32).T}}, "C-contiguous"),
        ({"buffers": SHARED_BUFFERS}, "expected buffers apart from each other, got 'legal' and 'acting' in the same memory"),
        ({"num_games": 2**62}, "expected num_games that fit into memory"),
        ({"num_games": 2**70}, "expected num_games that fit into memory"),
    ],
)
def test_bad_options_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        resonance_v0.vector_env(**{"num_games": 2, "players": 3} | options)  # type: ignore[arg-type]


def begun(num_games: int = 2, players: int = 3, **options: Any) -> VectorEnv:
    vec = resonance_v0.vector_env(num_games, players=players, **options)
    vec.reset()
    return vec


@pytest.mark.parametrize(
    ("saved_by", "restored_by", "message"),
    [
        ({}, {"num_games": 3}, "saved with games = 3, got 2"),
        ({"players": 7}, {"players": 8}, "saved with players = 8, got 7"),
        ({"edition": "en"}, {}, "saved with edition = 'fr', got 'en'"),
        ({"players": 6, "team_talk": False}, {"players": 6}, "saved with team_talk = True, got False"),
    ],
)
def test_a_batch_of_another_kind_cannot_be_restored(
    saved_by: dict[str, Any], restored_by: dict[str, Any], message: str
) -> None:
    vec = begun(**restored_by)
    before = vec.save()
    with pytest.raises(UsageError, match=message):
        vec.restore(begun(**saved_by, seed=5).save())
    assert vec.save()["digest"] == before["digest"]


@pytest.mark.parametrize("name", SAVED[:-1])
def test_a_saved_batch_that_was_changed_cannot_be_restored(name: str) -> None:
    vec = begun(seed=1)
    saved = vec.save()
    without = {key: value for key, value in saved.items() if key != name}
    with pytest.raises(UsageError, match=f"without {name}"):
        vec.restore(without)
    if isinstance(saved[name], np.ndarray):
        saved[name].view(np.uint8)[-1] ^= 1
    else:
        saved[name] = saved[name] + (1 if isinstance(saved[name], int) else " ")
    with pytest.raises(UsageError, match="changed since"):
        vec.restore(saved)


def test_a_saved_batch_goes_through_a_file(tmp_path: Path) -> None:
    vec = begun(illegal="replace")
    with pytest.warns(UserWarning, match="not legal"):
        vec.step(np.zeros((2, 3), dtype=np.int64))
    np.savez(tmp_path / "batch.npz", **vec.save())
    other = begun(seed=7)
    with np.load(tmp_path / "batch.npz") as saved:
        other.restore(saved)
    assert (other.illegal_actions == vec.illegal_actions).all()
    assert other.illegal_actions.any()
    assert (other.random_actions() == vec.random_actions()).all()


@pytest.mark.parametrize("method", ["step", "random_actions", "sample_actions", "save"])
def test_nothing_is_done_before_reset(method: str) -> None:
    vec = resonance_v0.vector_env(2, players=3)
    given = {"step": (np.zeros((2, 3), dtype=np.int64),), "sample_actions": (np.zeros(vec.legal.shape),)}.get(method, ())
    with pytest.raises(UsageError, match=rf"expected reset\(\) before {method}\(\)"):
        getattr(vec, method)(*given)


@pytest.mark.parametrize(
    "out",
    [
        np.zeros((1, 1), dtype=np.int16),
        np.zeros((2, 3), dtype=np.int8),
        np.zeros((2, 3), dtype=np.float64),
        np.zeros((3, 2), dtype=np.int16).T,
        np.broadcast_to(np.int16(0), (2, 3)),
        [[0] * 3] * 2,
    ],
    ids=["shape", "bytes", "floats", "turned", "read-only", "list"],
)
def test_actions_are_written_to_fitting_arrays_alone(out: Any) -> None:
    vec = begun()
    for draw in (vec.random_actions, lambda out: vec.sample_actions(np.zeros(vec.legal.shape), out)):
        with pytest.raises(UsageError, match=r"expected out to be a contiguous writable int16 array of shape \(2, 3\)"):
            draw(out)


@pytest.mark.parametrize("dtype", [">i4", "u1", np.uint64, np.int32])
def test_actions_may_be_integers_of_any_kind(dtype: Any) -> None:
    vec, twin = begun(), begun()
    actions = vec.random_actions().astype(dtype)
    actions.flags.writeable = False
    vec.step(actions)
    twin.step(twin.random_actions())
    assert (vec.observation == twin.observation).all()
    with pytest.raises(IllegalActionError, match="rows of several lengths"):
        vec.step([[0, 0, 0], [0, 0]])


def test_a_mask_that_was_emptied_is_noticed() -> None:
    vec = begun(illegal="replace")
    actions = vec.random_actions()
    vec.legal[:] = 0
    with pytest.raises(UsageError, match="expected `legal` as it was written"):
        vec.step(actions)


def test_games_of_another_number_of_players_are_refused() -> None:
    vec, larger = begun(players=3), begun(players=8)
    variant: Any = vec.variant
    seeds = np.arange(2, dtype=np.uint64)
    for use in (
        variant.observe,
        variant.legal,
        variant.state,
        variant.payoff,
        variant.progress,
        lambda games: variant.step(games, np.zeros((2, 3), dtype=np.int64)),
        lambda games: variant.rollout(games, seeds),
        lambda games: scripted_rollout(variant, games, seeds, "greedy"),
    ):
        with pytest.raises(UsageError, match="expected games with 3 seats"):
            use(larger.games)
    vec.games[:] = larger.games
    with pytest.raises(UsageError, match="expected games with 3 seats"):
        vec.look()


def test_all_arrays_may_belong_to_torch_or_to_shared_memory() -> None:
    torch = pytest.importorskip("torch")
    own = begun(num_games=8, seed=2)
    names = tuple(name for name in SeatArrays.__dataclass_fields__ if name != "final_games")
    tensors = {name: torch.from_numpy(np.ones_like(getattr(own, name))) for name in names}
    shared = {}
    for name in names:
        like = getattr(own, name)
        memory = RawArray("b", like.nbytes)
        shared[name] = np.frombuffer(memory, like.dtype).reshape(like.shape)
    batches = [begun(8, seed=2, buffers=buffers) for buffers in ({name: tensors[name].numpy() for name in names}, shared)]
    for _ in range(120):
        actions = own.random_actions()
        for batch in (own, *batches):
            batch.step(actions)
        for name in names:
            which = own.done if name == "final_observation" else slice(None)
            assert (tensors[name].numpy()[which] == getattr(own, name)[which]).all()
            assert (shared[name][which] == getattr(own, name)[which]).all()
    assert own.episodes.max() > 0


def test_draws_depend_on_all_of_the_seed() -> None:
    def drawn(seed: int) -> list[int]:
        vec = begun(64, seed=seed)
        vec.legal[:] = 1
        return vec.random_actions()[vec.acting].tolist()  # type: ignore[no-any-return]

    assert drawn(5) == drawn(5) != drawn(5 + 2**32)


@pytest.mark.compiled
@pytest.mark.skipif(numba.config.NUMBA_NUM_THREADS < 2, reason="there is one core")
def test_threads_leave_the_setting_of_numba_alone() -> None:
    numba.set_num_threads(1)
    try:
        vec = begun(threads=2)
        vec.step(vec.random_actions())
        assert numba.get_num_threads() == 1
    finally:
        numba.set_num_threads(numba.config.NUMBA_NUM_THREADS)


def test_records_that_come_from_elsewhere_are_checked() -> None:
    """A digest protects against damage; who makes a file can make the digest too."""
    vec = begun(seed=1)
    before, saved = vec.save(), vec.save()
    del saved["seal"]
    vec.restore(saved)
    saved["games"]["demon"][0, 1] = 99
    saved["digest"] = vector_env._digest(saved)
    with pytest.raises(UsageError, match="expected a position as game 0"):
        vec.restore({**saved, "seal": before["seal"]})
    assert vec.save()["digest"] == before["digest"]
