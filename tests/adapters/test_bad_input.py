"""Mistakes of users: every error says what was expected and what it got, and leaves the game unchanged."""

from functools import partial
from typing import Any

import numpy as np
import pytest

from resonance_env.adapters import factory
from resonance_env.adapters.gymnasium_env import GymnasiumEnv
from resonance_env.adapters.pettingzoo_aec import OrderEnforcing, PettingZooAEC
from resonance_env.adapters.pettingzoo_parallel import PettingZooParallel
from resonance_env.adapters.sb3 import SelfPlayVecEnv
from resonance_env.core.errors import IllegalActionError, OptionError, PositionError, UsageError
from resonance_env.play.vector_env import VectorEnv
from tests.adapters.games import SPECS
from tests.adapters.trace import choose_all, digest, mask_of, play_out, play_out_aec

EACH_GAME = pytest.mark.parametrize("game", SPECS)
EACH_ENV = pytest.mark.parametrize("make", [partial(factory.make, PettingZooParallel), partial(factory.make, PettingZooAEC)])


@EACH_GAME
@EACH_ENV
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"observation": "all"}, "expected observation to be one of 'table', 'recall'; got 'all'"),
        ({"mask": None}, "expected mask to be one of 'obs', 'info'; got None"),
        ({"reward": 1}, "expected reward to be "),
        ({"illegal": "ignore"}, "expected illegal to be one of 'replace', 'raise'; got 'ignore'"),
        ({"dtype": np.float64}, "expected dtype to be one of 'int8', 'float32'; got "),
        ({"render_mode": "window"}, "expected render_mode to be one of None, 'ansi', 'human', 'rgb_array'; got 'window'"),
        ({"render_seat": 9}, "expected render_seat to be one of None, 0, 1, 2, 3; got 9"),
        ({"render_seat": True}, "expected render_seat to be one of None, 0, 1, 2, 3; got True"),
        ({"max_cycles": 0}, "expected max_cycles to be None or an integer of at least 1; got 0"),
        ({"max_cycles": 1.5}, "expected max_cycles to be None or an integer of at least 1; got 1.5"),
        ({"shaping": "much"}, "expected shaping to be a finite number; got 'much'"),
        ({"shaping": float("nan")}, "expected shaping to be a finite number; got nan"),
        ({"shaping_gamma": 1.5}, "expected shaping_gamma to be a finite number in 0 .. 1; got 1.5"),
        ({"observations": "table"}, "got 'observations'; did you mean 'observation'"),
        ({"players": 99}, "99"),
        ({"players": "four"}, "four"),
    ],
)
def test_options(game: str, make: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError) as caught:
        make(SPECS[game], **{"players": 4, **options})
    assert message in str(caught.value)


@EACH_ENV
@pytest.mark.parametrize("seed", [-1, 2**64, 1.0, "1", True])
def test_seeds(make: Any, seed: Any) -> None:
    env = make(SPECS["toy"])
    env.reset(seed=1)
    position = env.position()
    with pytest.raises(OptionError, match="expected a seed that is an integer in 0"):
        env.reset(seed=seed)
    assert env.position() == position


@EACH_GAME
@EACH_ENV
def test_reset_options(game: str, make: Any) -> None:
    env = make(SPECS[game])
    with pytest.warns(UserWarning, match=r"reset\(options=\.\.\.\) knows position; ignored: table"):
        env.reset(seed=1, options={"table": 3})
    position = env.position()
    with pytest.raises(PositionError, match="expected the position as text, got int"):
        env.reset(options={"position": 3})
    with pytest.raises(PositionError):
        env.reset(options={"position": "nonsense"})
    for bad in (["position"], [], 0, ""):
        with pytest.raises(UsageError, match=f"None or a dict, got {type(bad).__name__}"):
            env.reset(options=bad)
    assert env.position() == position


@pytest.mark.parametrize("game", [name for name, spec in SPECS.items() if spec.max_cycles is None])
@EACH_ENV
def test_a_position_in_which_the_game_is_over(game: str, make: Any) -> None:
    played = factory.make(PettingZooParallel, SPECS[game])
    play_out(played, *played.reset(seed=1))
    env = make(SPECS[game])
    env.reset(seed=2)
    position = env.position()
    with pytest.raises(PositionError, match="the game is over"):
        env.reset(options={"position": played.position()})
    assert env.position() == position


@pytest.mark.parametrize(
    "make",
    [
        partial(factory.make, PettingZooParallel),
        partial(factory.make, PettingZooAEC),
        lambda spec, **options: VectorEnv(spec.variant(**options), 2),
        lambda spec, **options: SelfPlayVecEnv(spec.variant(**options), 2),
    ],
)
def test_options_that_are_not_for_agents(make: Any) -> None:
    with pytest.raises(OptionError, match="expected explicit_chance=False wherever agents play, got True; it means: "):
        make(SPECS["resonance"], explicit_chance=True)


@EACH_ENV
def test_a_game_in_which_nobody_is_asked(make: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    env = make(SPECS["toy"])
    monkeypatch.setattr(type(env.variant), "acting", lambda self, games, out=None: np.zeros((1, self.num_seats), bool))
    with pytest.raises(UsageError, match="expected a game in which somebody must act; in the game of seed 1 nobody is asked"):
        env.reset(seed=1)
    with pytest.raises(UsageError, match="no game has begun"):
        env.render()


@EACH_GAME
@EACH_ENV
@pytest.mark.parametrize("method", ["state", "position", "render"])
def test_before_the_first_reset(game: str, make: Any, method: str) -> None:
    env = make(SPECS[game])
    with pytest.raises(UsageError, match=rf"expected reset\(\) before {method}\(\): no game has begun"):
        getattr(env, method)()
    with pytest.raises(UsageError, match=r"expected reset\(\) before step\(\): no game has begun"):
        env.step({})


@EACH_GAME
def test_stepping_a_finished_game(game: str) -> None:
    parallel = factory.make(PettingZooParallel, SPECS[game])
    start = parallel.reset(seed=1)
    play_out(parallel, *start)
    with pytest.raises(UsageError, match=r"expected reset\(\) before step\(\): the game is over"):
        parallel.step(choose_all(*start))
    for aec in (factory.make(PettingZooAEC, SPECS[game]), OrderEnforcing(factory.make(PettingZooAEC, SPECS[game]))):
        with pytest.raises(UsageError, match="no game has begun"):
            aec.step(0)
        aec.reset(seed=1)
        play_out_aec(aec)
        with pytest.raises(UsageError, match="the game is over"):
            aec.step(0)
        assert aec.unwrapped.position() == parallel.position()


@EACH_GAME
def test_observing_without_a_game_or_a_known_agent(game: str) -> None:
    env = factory.make(PettingZooAEC, SPECS[game])
    with pytest.raises(UsageError, match=r"expected reset\(\) before observe\(\)"):
        env.observe(env.possible_agents[0])
    env.reset(seed=1)
    with pytest.raises(UsageError, match=r"expected an agent, one of .*; got 'nobody_0'"):
        env.observe("nobody_0")
    with pytest.raises(UsageError, match="expected an agent"):
        env.action_space("nobody_0")


BAD_ACTIONS: list[tuple[Any, str]] = [
    (None, "expected an integer action in 0 .. {last}, got None of type NoneType"),
    (1.0, "expected an integer action in 0 .. {last}, got 1.0 of type float"),
    (float("nan"), "expected an integer action in 0 .. {last}, got nan of type float"),
    (np.float32(1), "expected an integer action in 0 .. {last}, got np.float32(1.0) of type float32"),
    (True, "expected an integer action in 0 .. {last}, got True of type bool"),
    ({}, "expected an integer action in 0 .. {last}, got a dict: `parallel_env(...)` takes one action for each agent"),
    (np.array([1, 2]), "expected an integer action in 0 .. {last}, got array([1, 2]) of type ndarray"),
    (-1, "expected an action in 0 .. {last}, got -1"),
    (10**6, "expected an action in 0 .. {last}, got 1000000"),
    (np.int64(10**6), "expected an action in 0 .. {last}, got 1000000"),
]


@EACH_GAME
@pytest.mark.parametrize("illegal", ["replace", "raise"])
@pytest.mark.parametrize(("action", "message"), BAD_ACTIONS)
def test_actions_that_are_none(game: str, illegal: Any, action: Any, message: str) -> None:
    parallel, aec = (
        factory.make(PettingZooParallel, SPECS[game], illegal=illegal),
        factory.make(PettingZooAEC, SPECS[game], illegal=illegal),
    )
    last = parallel.variant.num_actions - 1
    actions: dict[str, Any] = choose_all(*parallel.reset(seed=1))
    aec.reset(seed=1)
    position = parallel.position()
    for agent in parallel.agents:
        with pytest.raises(IllegalActionError) as caught:
            parallel.step({**actions, agent: action})
        assert str(caught.value) == f"{agent}: {message.format(last=last)}"
    with pytest.raises(IllegalActionError) as caught:
        aec.step(action)
    assert str(caught.value) == f"{aec.agent_selection}: {message.format(last=last)}"
    assert parallel.position() == aec.position() == position
    _, _, _, _, infos = parallel.step(actions)
    assert not any(info["illegal_actions"] for info in infos.values())


@pytest.mark.parametrize("kind", [int, np.int8, np.int64, np.array], ids=["int", "int8", "int64", "0-d array"])
def test_integers_of_every_kind_are_actions(kind: Any) -> None:
    plain, other = factory.make(PettingZooParallel, SPECS["toy"]), factory.make(PettingZooParallel, SPECS["toy"])
    actions = choose_all(*plain.reset(seed=1))
    other.reset(seed=1)
    assert digest(plain.step(actions)) == digest(other.step({agent: kind(action) for agent, action in actions.items()}))


@EACH_GAME
def test_joint_actions(game: str) -> None:
    env = factory.make(PettingZooParallel, SPECS[game])
    actions: dict[str, Any] = choose_all(*env.reset(seed=1))
    first, last = env.agents[0], env.agents[-1]
    without = {agent: action for agent, action in actions.items() if agent != last}
    position = env.position()
    for bad, message in [
        ({}, f"none for {', '.join(env.agents)}"),
        (without, f"none for {last}"),
        ({**without, "nobody_0": 0}, f"none for {last}"),
        ({**actions, "nobody_0": 0}, "got one for 'nobody_0'"),
        (list(actions.values()), "expected a dict with one action per agent, got list"),
        (None, "expected a dict with one action per agent, got NoneType"),
        (3, "expected a dict with one action per agent, got int: `env(...)` asks one agent at a time"),
    ]:
        with pytest.raises(UsageError) as caught:
            env.step(bad)  # type: ignore[arg-type]
        assert message in str(caught.value)
    assert env.position() == position
    assert first in env.agents


@EACH_GAME
def test_illegal_actions_raise_the_reason_if_so_wished(game: str) -> None:
    parallel, aec = (
        factory.make(PettingZooParallel, SPECS[game], illegal="raise"),
        factory.make(PettingZooAEC, SPECS[game], illegal="raise"),
    )
    observations, infos = parallel.reset(seed=1)
    aec.reset(seed=1)
    actions = choose_all(observations, infos)
    position = parallel.position()
    for agent in parallel.agents:
        illegal = int(np.flatnonzero(mask_of(observations[agent], infos[agent]) == 0)[-1])
        with pytest.raises(IllegalActionError, match=agent):
            parallel.step({**actions, agent: illegal})
        if agent == aec.agent_selection:
            with pytest.raises(IllegalActionError, match=agent):
                aec.step(illegal)
    assert parallel.position() == aec.position() == position


@EACH_GAME
def test_an_agent_whose_game_is_over_takes_no_action(game: str) -> None:
    env = factory.make(PettingZooAEC, SPECS[game], max_cycles=1)
    env.reset(seed=1)
    while not any(env.truncations.values()):
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    with pytest.raises(ValueError, match="the only valid action is None"):
        env.step(0)
    env.step(None)
    assert len(env.agents) == len(env.possible_agents) - 1


WRAPPED = [
    partial(factory.make, PettingZooParallel),
    partial(factory.make, PettingZooAEC),
    lambda spec: OrderEnforcing(factory.make(PettingZooAEC, spec)),
]


@pytest.mark.parametrize("make", WRAPPED)
def test_warnings_point_to_the_line_that_called(make: Any) -> None:
    env = make(SPECS["toy"])
    with pytest.warns(UserWarning, match="ignored: table") as caught:
        env.reset(seed=1, options={"table": 3})
    actions = choose_all(*factory.make(PettingZooParallel, SPECS["toy"]).reset(seed=1))
    illegal = dict.fromkeys(actions, 0) if isinstance(env, PettingZooParallel) else 0
    with pytest.warns(UserWarning, match="is played instead") as replaced:
        env.step(illegal)
    with pytest.warns(UserWarning, match="expected a render_mode") as rendered:
        env.render()
    assert [warning[0].filename for warning in (caught, replaced, rendered)] == [__file__] * 3


def test_who_takes_an_environment_for_another_kind_is_told_which_one_to_use() -> None:
    parallel: Any = factory.make(PettingZooParallel, SPECS["toy"])
    single: Any = factory.make(GymnasiumEnv, SPECS["toy"], opponents="random")
    for name in ("last", "agent_iter", "observe", "agent_selection"):
        assert not hasattr(parallel, name)
        with pytest.raises(AttributeError, match=rf"'{name}' .* use `env\(\.\.\.\)`, not `parallel_env"):
            getattr(parallel, name)
    with pytest.raises(AttributeError, match=r"one seat learns here; use `parallel_env\(\.\.\.\)`"):
        _ = single.possible_agents
    for env in (parallel, single):
        with pytest.raises(AttributeError, match=r"object has no attribute 'jump'"):
            env.jump()


@EACH_ENV
def test_a_seat_to_render_may_be_any_integer(make: Any) -> None:
    env = make(SPECS["toy"], players=np.int64(4), render_seat=np.int64(1), render_mode="ansi")
    same = make(SPECS["toy"], players=4, render_seat=1, render_mode="ansi")
    env.reset(seed=1)
    same.reset(seed=1)
    assert env.render() == same.render()
    assert type(env.render_seat) is int


def test_rendering_without_a_render_mode_warns() -> None:
    env = factory.make(PettingZooParallel, SPECS["toy"])
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="expected a render_mode"):
        assert env.render() is None
