"""Gymnasium's single-seat environment: both checkers, the same games played by hand, line-ups, registration."""

import copy
import warnings
from functools import cache, partial
from typing import Any

import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.utils.env_checker import check_env
from stable_baselines3.common.env_checker import check_env as check_env_of_sb3

from resonance_env.adapters import factory
from resonance_env.adapters.gymnasium_env import GymnasiumEnv
from resonance_env.agents.human import HumanAgent
from resonance_env.core.errors import IllegalActionError, OptionError, PositionError, UsageError
from resonance_env.play.opponents import LineUps
from tests.adapters.covering import Row, covering_rows
from tests.adapters.games import ADAPTER_OPTIONS, SPECS, game_choices, is_allowed
from tests.adapters.simple_agents import BadAgent, CountingAgent, HashAgent
from tests.adapters.trace import digest

OPPONENTS: dict[str, tuple[Any, ...]] = {
    **dict.fromkeys(SPECS, ("random",)),
    "resonance": ("random", "greedy", "greedy|planner"),
}
OPTIONS: dict[str, tuple[Any, ...]] = {"seat": ("random", 0, 1), **ADAPTER_OPTIONS}
# Both checkers sample actions without the mask.
EXPLAINED = [r".* is not legal now, .* is played instead", r"expected a render_mode"]
# Stable-Baselines3 doubts integers in observations, which its own policies read as they are.
EXPLAINED_OF_SB3 = [*EXPLAINED, r".*(Box|observation|image|dtype|normaliz).*"]


@cache
def rows(name: str) -> list[Row]:
    options: dict[str, tuple[Any, ...]] = {**OPTIONS, "opponents": OPPONENTS[name], "reward": SPECS[name].reward_kinds}
    if not SPECS[name].variant().has("progress"):
        options["shaping"] = (0.0,)
    return covering_rows({**game_choices(name), **options}, partial(is_allowed, name))


ROWS = [pytest.param(name, row, id=f"{name}-{number}") for name in OPPONENTS for number, row in enumerate(rows(name))]


def make(name: str = "toy", **options: Any) -> GymnasiumEnv:
    return factory.make(GymnasiumEnv, SPECS[name], **options)


@pytest.mark.parametrize(("name", "row"), ROWS)
def test_checkers_of_gymnasium_and_stable_baselines3(name: str, row: Row, capsys: pytest.CaptureFixture[str]) -> None:
    row = {**row, "illegal": "replace"}  # they sample without the mask
    with warnings.catch_warnings():
        for message in EXPLAINED:
            warnings.filterwarnings("ignore", message)
        env = make(name, **row)
        # As `gymnasium.make` does: the checker makes it again with the other render modes.
        env.spec = EnvSpec("Test-v0", entry_point=partial(make, name), kwargs=row, disable_env_checker=True)
        check_env(env, skip_render_check=row["render_mode"] is None)
    with warnings.catch_warnings():
        for message in EXPLAINED_OF_SB3:
            warnings.filterwarnings("ignore", message)
        check_env_of_sb3(make(name, **{**row, "render_mode": None}), skip_render_check=True)


@pytest.mark.parametrize("name", SPECS)
@pytest.mark.parametrize("kind", ["table", "recall"])
@pytest.mark.parametrize("seat", [0, 2])
def test_every_step_is_what_the_game_says(name: str, kind: Any, seat: int) -> None:
    """Repeats the game by hand with the same opponents: the learner receives the same observations and rewards."""
    spec, opponent, learner = SPECS[name], HashAgent("opponent", "recall"), HashAgent("learner")
    env = make(name, players=3, opponents=opponent, seat=seat, observation=kind, mask="info")
    variant = spec.variant(3)
    for seed in (5, 6):
        observation, info = env.reset(seed=seed)
        games = variant.start([seed])
        is_over, truncated, total, steps = False, False, 0.0, 0
        while True:
            while not variant.acting(games)[0, seat] and not variant.done(games)[0]:
                step_by_hand(variant, games, opponent, seat, 0)
            assert is_over == bool(variant.done(games)[0])
            np.testing.assert_array_equal(observation, variant.observe(games, kind)[0, seat])
            np.testing.assert_array_equal(info["action_mask"], variant.legal(games)[0, seat])
            np.testing.assert_array_equal(env.action_masks(), variant.legal(games)[0, seat] == 1)
            np.testing.assert_array_equal(env.state(), variant.state(games)[0])
            assert (env.position(), env.seat, env.game_seed) == (variant.position(games), seat, seed)
            if is_over or truncated:
                break
            action = learner.choose(np.asarray(observation), info["action_mask"])
            observation, reward, is_over, truncated, info = env.step(action)
            step_by_hand(variant, games, opponent, seat, action)
            total += reward
            steps += 1
            assert truncated == (steps == spec.max_cycles and not is_over)
        assert total == pytest.approx(float(variant.payoff(games)[0, seat]))


def step_by_hand(variant: Any, games: np.ndarray, opponent: HashAgent, learner: int, action: int) -> None:
    seen, legal = variant.observe(games, "recall")[0], variant.legal(games)[0]
    joint = [action if seat == learner else opponent.choose(seen[seat], legal[seat]) for seat in range(variant.num_seats)]
    variant.step(games, np.array([joint]))


def trace(env: GymnasiumEnv, episodes: int, seed: int | None) -> bytes:
    """Returns the hash of everything that some games of a fixed learner return."""
    learner, told = HashAgent(), []
    for number in range(episodes):
        outcome: Any = env.reset(seed=seed if number == 0 else None)
        told.append((outcome, env.game_seed))
        is_over = False
        while not is_over:
            observation, info = outcome[0], outcome[-1]
            vector, mask = (
                (observation["observation"], observation["action_mask"])
                if "action_mask" not in info
                else (observation, info["action_mask"])
            )
            outcome = env.step(learner.choose(vector, mask))
            told.append(outcome)
            is_over = outcome[2] or outcome[3]
    return digest(told)


@pytest.mark.parametrize("name", ["toy", "resonance"])
def test_same_seed_same_episodes(name: str) -> None:
    one, other = (make(name, players=4, opponents="random") for _ in range(2))
    first = trace(one, 3, 8)
    trace(other, 1, None)
    assert trace(other, 3, 8) == first
    assert trace(other, 3, 9) != first


def test_the_seed_is_the_deal_of_the_parallel_environment() -> None:
    env = make("resonance", players=4, seat=0, opponents="random")
    env.reset(seed=12)
    variant = SPECS["resonance"].variant(4)
    games = variant.start([12])
    assert env.position() == variant.position(games)  # witch_0 drafts first (R-SETUP-2)


def test_a_copy_goes_on_alike_and_alone() -> None:
    env = make("resonance", players=3, opponents=CountingAgent())
    env.reset(seed=3)
    twin = copy.deepcopy(env)
    before = env.position()
    rng = np.random.default_rng(0)
    outcomes = []
    for _ in range(5):
        action = int(rng.choice(np.flatnonzero(twin.action_masks())))
        outcomes.append((action, twin.step(action)))
    assert env.position() == before
    assert digest([env.step(action) for action, _ in outcomes]) == digest([outcome for _, outcome in outcomes])


# ---- line-ups ----


def line_ups(opponents: Any, seat: Any, players: int = 4, games: int = 400) -> tuple[LineUps, np.ndarray, np.ndarray]:
    found = LineUps(SPECS["toy"].variant(players), opponents, seat)
    return found, *found.draw(games, np.random.default_rng(0))


def test_a_random_seat_is_each_equally_often() -> None:
    _, seats, line_up = line_ups("random", "random")
    assert (np.bincount(seats, minlength=4) > 70).all()
    assert ((line_up == -1) == (np.arange(4) == seats[:, None])).all()


def test_a_list_goes_clockwise_from_the_learner() -> None:
    agents = [HashAgent(name) for name in "abc"]
    found, seats, line_up = line_ups(agents, "random")
    assert found.agents == agents
    for seat, row in zip(seats, line_up, strict=True):
        assert [row[(seat + k) % 4] for k in (1, 2, 3)] == [0, 1, 2]


def test_a_mapping_goes_by_seat() -> None:
    a, b = HashAgent("a"), HashAgent("b")
    found, _, line_up = line_ups({0: a, "guesser_1": b, 3: b, 2: a}, "random")
    for row in line_up:
        assert all(index in (-1, found.agents.index(agent)) for index, agent in zip(row, (a, b, a, b), strict=True))
    assert line_ups({"guesser_1": a, 2: a, 3: b}, 0)[2][0].tolist() == [-1, 0, 0, 1]


def test_a_pool_is_drawn_for_each_seat_and_game() -> None:
    found, _, line_up = line_ups("random|planner", 0)
    assert [agent.name for agent in found.agents] == ["random", "planner"]
    assert {tuple(row) for row in line_up.tolist()} == {(-1, a, b, c) for a in (0, 1) for b in (0, 1) for c in (0, 1)}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"opponents": "randm"}, "did you mean 'random'"),
        ({"opponents": ["random"]}, "a list of 3, or a mapping by seat; got 1"),
        ({"opponents": {9: "random"}}, "such as 1 or 'guesser_1'; got 9"),
        ({"opponents": {1: "random"}, "seat": 0}, "none for guesser_2, guesser_3"),
        ({"opponents": [1, 2, 3]}, "as a name, a path or an Agent, got 1"),
        ({"opponents": "greedy"}, "plays resonance"),
        ({"opponents": 5}, "got 5"),
        ({"seat": 4}, "'random' or an integer in 0 .. 3; got 4"),
        ({"seat": "first"}, "got 'first'"),
        ({"seta": 1}, "did you mean 'seat'"),
        ({"mask": "both"}, "mask"),
        ({"render_seat": 7}, "render_seat"),
        ({"max_cycles": 0}, "max_cycles"),
    ],
)
def test_bad_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message.replace("|", r"\|")):
        make("toy", players=4, **options)


# ---- playing ----


def test_positions_can_be_started_from() -> None:
    env = make("resonance", players=3, seat=1, opponents="random")
    env.reset(seed=4)
    for _ in range(4):
        env.step(int(env.action_masks().argmax()))
    text = env.position()
    other = make("resonance", players=3, seat=1, opponents="random")
    observation, _ = other.reset(options={"position": text})
    assert isinstance(observation, dict)
    assert (other.position(), other.game_seed) == (text, None)
    np.testing.assert_array_equal(observation["action_mask"], env.action_masks())
    while True:
        _, _, is_over, _, _ = env.step(int(env.action_masks().argmax()))
        if is_over:
            break
    with pytest.raises(PositionError, match="the game ends before"):
        other.reset(options={"position": env.position()})
    with pytest.raises(UsageError, match="the game is over"):
        other.step(0)
    with pytest.raises(PositionError, match="line 1"):
        other.reset(options={"position": "nonsense"})


def test_illegal_actions_are_replaced_counted_and_warned_of_once() -> None:
    env = make("toy", seat=0)
    env.reset(seed=1)
    illegal = int(np.flatnonzero(~env.action_masks())[0])
    with pytest.warns(UserWarning, match="is played instead") as caught:
        assert env.step(illegal)[-1]["illegal_actions"] == 1
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert env.step(int(np.flatnonzero(~env.action_masks())[0]))[-1]["illegal_actions"] == 2
    env.reset()
    assert env.step(int(env.action_masks().argmax()))[-1]["illegal_actions"] == 0


def test_illegal_actions_raise_if_so_wished_and_change_nothing() -> None:
    env = make("resonance", players=3, seat=0, illegal="raise")
    env.reset(seed=1)
    before = env.position()
    with pytest.raises(IllegalActionError, match="witch_0 may not 'wait'"):
        env.step(0)
    for action in (-1, 1000, 1.5, "play hreb", None):
        with pytest.raises(IllegalActionError, match=r"witch_0: expected (an .*action|the name .*did you mean 'play herb')"):
            env.step(action)
    assert env.position() == before


@pytest.mark.parametrize(
    ("answer", "message"),
    [([0, 0], "guesser_1 may not 'wait'"), ([99, 99], "got 99"), ([1], "got shape"), ([1.0, 1.0], "float64")],
)
def test_agents_at_fault(answer: list[object], message: str) -> None:
    env = make("toy", players=3, seat=0, opponents=BadAgent(answer))
    env.reset(seed=1)
    with pytest.raises(IllegalActionError, match=f"agent 'bad'.*{message}"):
        env.step(int(env.action_masks().argmax()))


def test_a_person_may_be_an_opponent() -> None:
    said: list[str] = []
    env = make("resonance", players=3, seat=0, opponents=HumanAgent(lambda prompt: "1" if ">" in prompt else "", said.append))
    env.reset(seed=1)
    env.step(int(env.action_masks().argmax()))
    assert any("seen by witch_1" in text for text in said)
    assert not any("seen by witch_0" in text for text in said)


def test_max_cycles_cuts_the_game_short() -> None:
    env = make("resonance", players=3, max_cycles=2)
    env.reset(seed=1)
    outcomes = [env.step(int(env.action_masks().argmax()))[2:4] for _ in range(2)]
    assert outcomes == [(False, False), (False, True)]
    with pytest.raises(UsageError, match="the game is over"):
        env.step(0)


def test_shaping_pays_progress_and_takes_it_back() -> None:
    plain, shaped = (make("resonance", players=3, seat=0, opponents=HashAgent(), shaping=amount) for amount in (0.0, 2.0))
    start = 2.0 * float(plain.variant.progress(plain.variant.new_games(1))[0, 0])
    totals = []
    for env in (plain, shaped):
        env.reset(seed=2)
        total, is_over = 0.0, False
        while not is_over:
            _, reward, is_over, _, _ = env.step(int(env.action_masks().argmax()))
            total += reward
        totals.append(total)
    assert totals[1] - totals[0] == pytest.approx(-start, abs=1e-5)


def test_rendering(capsys: pytest.CaptureFixture[str]) -> None:
    env = make("resonance", players=3, seat=1, render_mode="ansi", render_seat=1)
    env.reset(seed=1)
    shown = env.render()
    assert shown is not None
    assert "seen by witch_1" in shown
    human = make("resonance", players=3, seat=1, render_mode="human", render_seat=1)
    human.reset(seed=1)
    assert capsys.readouterr().out == f"{shown}\n"
    drawn = make("resonance", players=3, seat=1, render_mode="rgb_array", render_seat=1)
    drawn.reset(seed=1)
    picture = drawn.render()
    assert isinstance(picture, np.ndarray)
    assert picture.shape == (800, 1280, 3)
    assert picture.dtype == np.uint8
    silent = make("toy")
    silent.reset(seed=1)
    with pytest.warns(UserWarning, match="expected a render_mode"):
        assert silent.render() is None


@pytest.mark.parametrize("method", ["action_masks", "state", "position", "render"])
def test_before_the_first_reset(method: str) -> None:
    with pytest.raises(UsageError, match=f"expected reset.. before {method}"):
        getattr(make("toy"), method)()
    with pytest.raises(UsageError, match="expected reset"):
        make("toy").step(1)
