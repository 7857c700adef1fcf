"""Agents at some seats of the PettingZoo environments: seeds, observations, rewards, copies, positions, misuse."""

import copy
import pickle
import warnings
from functools import partial
from typing import Any

import numpy as np
import pytest

from resonance_env import resonance_v0
from resonance_env.adapters import factory
from resonance_env.adapters.gymnasium_env import GymnasiumEnv
from resonance_env.adapters.pettingzoo_aec import OrderEnforcing, PettingZooAEC
from resonance_env.adapters.pettingzoo_parallel import PettingZooParallel
from resonance_env.agents.interface import Agent
from resonance_env.core.errors import IllegalActionError, OptionError, PositionError, UsageError
from tests.adapters.games import SPECS
from tests.adapters.simple_agents import BadAgent, CountingAgent, HashAgent
from tests.adapters.trace import choose, choose_all, digest, play_out, play_out_aec

with warnings.catch_warnings():
    # Some of these modules load an example environment in a way that newer versions of PettingZoo deprecate.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test
    from pettingzoo.test.state_test import state_test

# PettingZoo's tests warn about these, as `test_conformance` explains.
EXPLAINED = [
    r"reset\(options=\.\.\.\) knows position",
    r".* is not legal now, .* is played instead",
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box",
]

SEATED: list[tuple[str, int, dict[Any, Any]]] = [
    ("toy", 3, {0: "random"}),
    ("toy", 4, {"guesser_0": "random", 2: "random", "guesser_3": "random"}),
    ("toy", 6, {1: "random", 2: "random"}),
    ("resonance", 4, {"witch_1": "greedy", 2: "planner|random"}),
    ("resonance", 3, {0: "greedy", 1: "random"}),
    ("resonance", 6, {1: "planner", 3: "planner", 4: "greedy"}),
    ("resonance", 7, {"witch_0": "random", "witch_7": "greedy"}),
]
EACH = pytest.mark.parametrize(("name", "players", "opponents"), SEATED)


@EACH
@pytest.mark.filterwarnings(*(f"ignore:{message}:UserWarning" for message in EXPLAINED))
def test_conformance(name: str, players: int, opponents: Any, capsys: pytest.CaptureFixture[str]) -> None:
    parallel = partial(factory.make, PettingZooParallel, SPECS[name], players=players, opponents=opponents)

    def aec() -> OrderEnforcing:
        return OrderEnforcing(factory.make(PettingZooAEC, SPECS[name], players=players, opponents=opponents))

    parallel_api_test(parallel(illegal="raise"), num_cycles=30)
    api_test(aec(), num_cycles=30)
    parallel_seed_test(parallel, num_cycles=10)
    seed_test(aec, num_cycles=10)
    state_test(aec(), parallel(), num_cycles=10)


@EACH
def test_the_other_seats_are_the_agents(name: str, players: int, opponents: Any) -> None:
    env = factory.make(PettingZooParallel, SPECS[name], players=players, opponents=opponents)
    seats = env.variant.seat_names
    played = {seats[key] if isinstance(key, int) else key for key in opponents}
    observations, infos = env.reset(seed=1)
    assert env.possible_agents == [seat for seat in seats if seat not in played] == list(observations) == list(infos)
    with pytest.raises(UsageError, match="expected an agent"):
        env.action_space(min(played))


@EACH
def test_the_same_seed_is_the_same_game_and_parallel_and_aec_agree(name: str, players: int, opponents: Any) -> None:
    env, twin = (factory.make(PettingZooParallel, SPECS[name], players=players, opponents=opponents) for _ in range(2))
    aec = factory.make(PettingZooAEC, SPECS[name], players=players, opponents=opponents)
    for seed in range(4):
        steps, total = play_out(env, *env.reset(seed=seed))
        again, _ = play_out(twin, *twin.reset(seed=seed))
        assert digest(steps) == digest(again)
        assert all(any(info["asked"] for info in infos.values()) for *_, infos in steps[:-1]), "a step ends at a decision"
        aec.reset(seed=seed)
        asked, totals = play_out_aec(aec)
        assert totals == total
        assert all(info["asked"] for _, _, _, terminated, _, info in asked if not terminated)


def alone(name: str, opponents: dict[int, Any], observation: Any = "table", **options: Any) -> tuple[Any, Any]:
    """Returns environments in which seat 1 learns: Gymnasium's and PettingZoo's."""
    opponents = {seat: opponents[seat] for seat in (0, 2)}
    options = {"opponents": opponents, "observation": observation, **options}
    return factory.make(GymnasiumEnv, SPECS[name], players=3, seat=1, **options), factory.make(
        PettingZooParallel, SPECS[name], players=3, **options
    )


@pytest.mark.parametrize(
    ("name", "opponents", "options"),
    [
        ("toy", {0: "random", 2: CountingAgent()}, {}),
        ("toy", {0: HashAgent("recall", "recall"), 2: HashAgent()}, {"shaping": 0.5, "shaping_gamma": 0.9}),
        ("resonance", {0: "greedy|random", 2: "planner|random|greedy"}, {"shaping": 1.0, "shaping_gamma": 0.9}),
        ("resonance", {0: HashAgent("recall", "recall"), 2: CountingAgent()}, {"observation": "recall"}),
    ],
)
def test_with_one_seat_left_it_is_the_game_of_the_gymnasium_environment(name: str, opponents: Any, options: Any) -> None:
    one, env = alone(name, opponents, **options)
    (agent,) = env.possible_agents
    for seed in range(6):
        observation, _ = one.reset(seed=seed)
        observations, infos = env.reset(seed=seed)
        while env.agents:
            assert digest(observations[agent]) == digest(observation)
            action = choose(agent, observation, infos[agent])
            observation, reward, terminated, _, _ = one.step(action)
            observations, rewards, terminations, _, infos = env.step({agent: action})
            assert (rewards[agent], terminations[agent]) == (pytest.approx(reward), terminated)


class Spy(Agent):
    """Takes the first legal action and records its observations."""

    name = "spy"

    def __init__(self, observation: Any) -> None:
        self.observation = observation
        self.seen: list[np.ndarray] = []

    def act(self, observation: Any, legal: Any, memory: Any, rng: Any) -> Any:
        self.seen += [row.copy() for row in observation]
        return legal.argmax(axis=1), memory


@pytest.mark.parametrize("kind", ["table", "recall"])
def test_an_opponent_is_shown_the_row_of_its_seat_and_no_other(kind: Any) -> None:
    spy = Spy(kind)
    env = factory.make(PettingZooParallel, SPECS["resonance"], players=3, opponents={1: spy})
    watched = factory.make(PettingZooParallel, SPECS["resonance"], players=3, observation=kind)
    env.reset(seed=3)
    seen = watched.reset(seed=3)
    expected = []
    while watched.agents:  # the same game, with what the spy does played by hand
        joint = choose_all(seen[0], seen[1])
        learners = {agent: action for agent, action in joint.items() if agent != "witch_1"}
        is_asked = any(seen[1][agent]["asked"] for agent in learners)
        if seen[1]["witch_1"]["asked"]:
            expected.append(seen[0]["witch_1"]["observation"])
        joint["witch_1"] = int(seen[0]["witch_1"]["action_mask"].argmax())
        observations, _, _, _, infos = watched.step(joint)
        seen = (observations, infos)
        if is_asked:
            env.step(learners)
    assert not env.agents
    assert len(expected) > 3
    np.testing.assert_array_equal(np.array(spy.seen), np.array(expected))


@EACH
def test_payoffs_are_those_of_the_learners(name: str, players: int, opponents: Any) -> None:
    env = factory.make(PettingZooParallel, SPECS[name], players=players, opponents=opponents)
    won = factory.make(PettingZooParallel, SPECS[name], players=players, opponents=opponents, reward="win")
    for seed in range(4):
        steps, total = play_out(env, *env.reset(seed=seed))
        payoff = env.variant.payoff(env.variant.parse_position(env.position()))[0]
        assert list(total.values()) == [pytest.approx(payoff[env.variant.seat_names.index(agent)]) for agent in total]
        assert all(not any(rewards.values()) for _, rewards, *_ in steps[:-1])
        _, wins = play_out(won, *won.reset(seed=seed))
        assert wins == {agent: float(reward > 0) for agent, reward in total.items()}


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["deepcopy", "pickle"])
@pytest.mark.parametrize(
    ("name", "opponents"),
    [("toy", {1: CountingAgent(), 2: "random"}), ("resonance", {"witch_1": "planner", "witch_3": "random"})],
)
def test_a_copy_plays_on_identically_and_apart(name: str, opponents: Any, copied: Any) -> None:
    env = factory.make(PettingZooParallel, SPECS[name], players=4, opponents=opponents, max_cycles=20)
    observations, infos = env.reset(seed=2)
    for _ in range(3):
        observations, _, _, _, infos = env.step(choose_all(observations, infos))
    twin = copied(env)
    there = play_out(twin, observations, infos)
    assert digest(play_out(env, observations, infos)) == digest(there)
    assert digest(env.reset()) == digest(twin.reset())


@pytest.mark.parametrize("name", SPECS)
def test_a_position_and_a_seed_start_the_same_game(name: str) -> None:
    env = factory.make(PettingZooParallel, SPECS[name], players=4, opponents={0: "random", 2: "random"})
    observations, infos = env.reset(seed=5)
    for _ in range(2):
        observations, _, _, _, infos = env.step(choose_all(observations, infos))
    position = env.position()
    first = env.reset(seed=9, options={"position": position})
    assert digest(first) == digest((observations, infos))
    assert env.game_seed is None
    steps, _ = play_out(env, *first)
    again, _ = play_out(env, *env.reset(seed=9, options={"position": position}))
    assert digest(steps) == digest(again)
    ended = env.position()
    if SPECS[name].max_cycles is None:
        with pytest.raises(PositionError, match="the game is over"):
            env.reset(options={"position": ended})


def test_a_position_in_which_only_opponents_play_on_is_refused() -> None:
    everybody = factory.make(PettingZooParallel, SPECS["toy"], players=3)
    result = everybody.reset(seed=1)
    position = everybody.position()
    while everybody.agents:  # the last decision is that of the leader alone
        position, leader = everybody.position(), [agent for agent, info in result[1].items() if info["asked"]]
        observations, _, _, _, infos = everybody.step(choose_all(*result))
        result = (observations, infos)
    assert len(leader) == 1
    env = factory.make(PettingZooParallel, SPECS["toy"], players=3, opponents={leader[0]: "random"})
    with pytest.raises(PositionError, match="the game ends before"):
        env.reset(options={"position": position})
    with pytest.raises(UsageError, match="expected reset"):
        env.step({})
    assert env.reset(seed=1)


@pytest.mark.parametrize(
    ("opponents", "message"),
    [
        ("greedy", "expected opponents as a mapping from seat, such as {'witch_1': 'random'}"),
        (["greedy", "greedy"], "expected opponents as a mapping"),
        ({4: "greedy"}, "such as 1 or 'witch_1'; got 4"),
        ({-1: "greedy"}, "got -1"),
        ({True: "greedy"}, "got True"),
        ({"witch1": "greedy"}, "got 'witch1'; did you mean .*'witch_1'"),
        ({1: "greedy", "witch_1": "random"}, "expected one opponent for each seat, got two for witch_1"),
        (dict.fromkeys(range(4), "greedy"), "a seat that is left to a learner, got opponents for all 4 seats"),
        ({1: "gredy"}, "did you mean 'greedy'"),
        ({1: "planner:stile=racer"}, "did you mean 'style'"),
        ({1: 3}, "expected an opponent as a name, a path or an Agent, got 3"),
    ],
)
@pytest.mark.parametrize("make", [resonance_v0.parallel_env, resonance_v0.env, partial(resonance_v0.vector_env, 2)])
def test_bad_opponents(opponents: Any, message: str, make: Any) -> None:
    with pytest.raises(OptionError, match=message):
        make(players=4, opponents=opponents)


def test_bad_play() -> None:
    env = factory.make(PettingZooParallel, SPECS["toy"], players=3, opponents={1: BadAgent([99])}, illegal="raise")
    observations, infos = env.reset(seed=1)
    with pytest.raises(UsageError, match="expected actions of guesser_0, guesser_2 only; got one for 'guesser_1'"):
        env.step(dict.fromkeys(env.variant.seat_names, 1))
    with pytest.raises(IllegalActionError, match="guesser_2: expected an action in"):
        env.step({"guesser_0": 1, "guesser_2": -1})
    with pytest.raises(IllegalActionError, match="from agent 'bad', got 99"):
        env.step(choose_all(observations, infos))


def test_illegal_actions_of_learners_are_replaced_and_counted() -> None:
    env = factory.make(PettingZooParallel, SPECS["toy"], players=3, opponents={0: "random", 1: "random"})
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="guesser_2: 'wait' is not legal now"):
        *_, infos = env.step({"guesser_2": 0})
    assert infos["guesser_2"]["illegal_actions"] == 1
