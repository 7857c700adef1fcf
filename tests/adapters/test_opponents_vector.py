"""Agents at some seats of a batch: the same games as in PettingZoo, which seats are asked, saving, misuse."""

from typing import Any

import numpy as np
import pytest

from resonance_env import resonance_v0
from resonance_env.adapters import factory
from resonance_env.adapters.pettingzoo_parallel import PettingZooParallel
from resonance_env.core.errors import IllegalActionError, UsageError
from resonance_env.play.opponents import Player, SeatOpponents
from resonance_env.play.vector_env import VectorEnv
from resonance_env.play.vector_opponents import OpponentsVectorEnv
from tests.adapters.games import SPECS
from tests.adapters.simple_agents import CountingAgent, HashAgent

CASES: list[tuple[str, int, dict[int | str, Player]]] = [
    ("toy", 3, {1: CountingAgent(), 2: "random"}),
    ("toy", 4, {"guesser_0": HashAgent("recall", "recall")}),
    ("resonance", 4, {"witch_1": "greedy|random", 3: "planner"}),
    ("resonance", 6, {0: "greedy", 1: "random", 5: HashAgent("recall", "recall")}),
]
EACH = pytest.mark.parametrize(("name", "players", "opponents"), CASES)


def make(name: str, players: int, opponents: SeatOpponents, num_games: int = 3, **options: Any) -> OpponentsVectorEnv:
    return OpponentsVectorEnv(SPECS[name].variant(players), num_games, opponents=opponents, **options)


def lowest(legal: np.ndarray) -> np.ndarray:
    """Returns the lowest legal action of each row."""
    return np.asarray(legal.argmax(axis=-1))


@EACH
def test_each_episode_is_the_game_of_its_seed(name: str, players: int, opponents: SeatOpponents) -> None:
    vec = make(name, players, opponents, seed=4)
    single = factory.make(PettingZooParallel, SPECS[name], players=players, opponents=opponents)
    for game in range(vec.num_games):
        vec.reset()
        for _ in range(2):  # the first episode and the next
            episode, seed = int(vec.episodes[game]), int(vec.seeds[game])
            observations, _ = single.reset(seed=seed)
            reward = np.zeros(vec.num_seats, np.float32)
            while vec.episodes[game] == episode:
                if vec.acting[game].any():
                    for agent, seat in zip(single.possible_agents, vec.learners, strict=True):
                        np.testing.assert_array_equal(vec.observation[game, seat], observations[agent]["observation"])
                    actions = {agent: int(lowest(row["action_mask"])) for agent, row in observations.items()}
                    observations, rewards, *_ = single.step(actions)
                _, reward, _ = vec.step(lowest(vec.legal))
            assert not single.agents
            assert list(rewards.values()) == reward[game, vec.learners].tolist()


@EACH
def test_only_learners_are_asked(name: str, players: int, opponents: SeatOpponents) -> None:
    vec = make(name, players, opponents)
    vec.reset()
    played = {vec.variant.seat_names.index(key) if isinstance(key, str) else key for key in opponents}
    assert set(vec.learners.tolist()) == set(range(vec.num_seats)) - played
    everybody = 0
    for _ in range(60):
        asked = vec.variant.acting(vec.games)
        everybody += asked[:, list(played)].sum()
        np.testing.assert_array_equal(vec.acting[:, vec.learners], asked[:, vec.learners])
        assert not vec.acting[:, list(played)].any()
        assert set(vec.asked()[1].tolist()) <= set(vec.learners.tolist())
        vec.step(vec.random_actions())
    assert everybody


def test_what_the_other_seats_are_given_does_not_matter() -> None:
    name, players, opponents = CASES[2]
    one, other = (make(name, players, opponents, seed=2) for _ in range(2))
    one.reset()
    other.reset()
    for _ in range(80):
        actions = lowest(one.legal)
        scribbled = np.where(one.acting, actions, -7)
        for mine, theirs in zip(one.step(actions), other.step(scribbled), strict=True):
            np.testing.assert_array_equal(mine, theirs)


@EACH
def test_games_do_not_depend_on_the_games_beside(name: str, players: int, opponents: SeatOpponents) -> None:
    small, large = make(name, players, opponents, 2, seed=3), make(name, players, opponents, 7, seed=3)
    small.reset()
    large.reset()
    for _ in range(60):
        small.step(lowest(small.legal))
        large.step(lowest(large.legal))
        np.testing.assert_array_equal(small.observation, large.observation[:2])
        np.testing.assert_array_equal(small.reward, large.reward[:2])


@EACH
def test_restore_goes_on_identically(name: str, players: int, opponents: SeatOpponents) -> None:
    vec, other = make(name, players, opponents, seed=1), make(name, players, opponents, seed=8)
    vec.reset()
    for _ in range(7):
        vec.step(lowest(vec.legal))
    saved = vec.save()
    other.restore(saved)
    for _ in range(40):
        vec.step(lowest(vec.legal))
        other.step(lowest(other.legal))
        np.testing.assert_array_equal(vec.observation, other.observation)
        np.testing.assert_array_equal(vec.acting, other.acting)


@EACH
def test_rows_of_learners_that_are_asked(name: str, players: int, opponents: SeatOpponents) -> None:
    asked, every = (make(name, players, opponents, seed=6, rows=rows) for rows in ("asked", "all"))
    asked.reset()
    every.reset()
    for _ in range(40):
        game, seat = np.nonzero(every.acting)
        np.testing.assert_array_equal(asked.observation[: asked.num_rows], every.observation[game, seat])
        np.testing.assert_array_equal(asked.legal[: asked.num_rows], every.legal[game, seat])
        asked.step(lowest(asked.legal[: asked.num_rows]))
        every.step(lowest(every.legal))
        np.testing.assert_array_equal(asked.reward, every.reward)


def test_an_illegal_action_leaves_games_and_opponents_as_they_were() -> None:
    vec, other = (make("toy", 3, {1: CountingAgent()}, seed=1) for _ in range(2))
    vec.reset()
    other.reset()
    with pytest.raises(IllegalActionError, match="game 0, guesser_0"):
        vec.step(np.full((3, 3), 99))
    for _ in range(20):
        vec.step(lowest(vec.legal))
        other.step(lowest(other.legal))
        np.testing.assert_array_equal(vec.observation, other.observation)


def test_buffers_hold_what_learners_are_asked() -> None:
    acting = np.zeros((3, 3), np.bool_)
    vec = make("toy", 3, {1: "random"}, buffers={"acting": acting})
    vec.reset()
    assert acting.tolist() == [[True, False, True]] * 3


def test_restore_wants_the_same_opponents() -> None:
    vec, plain = make("toy", 3, {1: "random"}), VectorEnv(SPECS["toy"].variant(3), 3)
    vec.reset()
    plain.reset()
    with pytest.raises(UsageError, match="opponents random; got none"):
        vec.restore(plain.save())
    with pytest.raises(UsageError, match="opponents random; got counting"):
        vec.restore({**plain.save(), "opponents": {"agents": ("counting",)}})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("line_up", np.full((3, 3), 9)),
        ("line_up", np.zeros((3, 3), np.int8)),
        ("decisions", np.full((3, 3), -1)),
        ("keys", np.zeros(3, np.uint64)),
        ("memories", [np.zeros((9, 2**10))]),
        ("memories", [None, None]),
    ],
)
def test_saved_opponents_are_checked(name: str, value: Any) -> None:
    vec = make("toy", 3, {1: CountingAgent()})
    vec.reset()
    saved, before = vec.save(), vec.save()
    saved["opponents"][name] = value
    with pytest.raises(UsageError, match=r"expected what save\(\) returns"):
        vec.restore(saved)
    np.testing.assert_array_equal(vec.save()["opponents"]["line_up"], before["opponents"]["line_up"])


def test_the_module_makes_both() -> None:
    assert type(resonance_v0.vector_env(2)) is VectorEnv
    assert isinstance(resonance_v0.vector_env(2, players=3, opponents={0: "greedy"}), OpponentsVectorEnv)
