"""Games of this package as games of OpenSpiel: its own tests, nodes, chance, observations, copies, algorithms, misuse."""

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from tests.places import ROOT

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python import rl_environment  # noqa: E402
from open_spiel.python.algorithms.outcome_sampling_mccfr import OutcomeSamplingSolver  # noqa: E402
from open_spiel.python.algorithms.random_agent import RandomAgent  # noqa: E402
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation  # noqa: E402

from resonance_env import resonance_v0  # noqa: E402
from resonance_env.adapters import factory  # noqa: E402
from resonance_env.adapters.open_spiel import balanced, load, register  # noqa: E402
from resonance_env.adapters.pettingzoo_parallel import PettingZooParallel  # noqa: E402
from resonance_env.core.errors import IllegalActionError, OptionError, UsageError  # noqa: E402
from tests.adapters.games import SMALL, SPECS  # noqa: E402

MINI = {"cards": "mini", "players": 2, "explicit_chance": True}


def game_of(name: str, **options: Any) -> Any:
    """Loads a game with options of the game and of the adapter."""
    return factory.make(load, SPECS[name], **options)


def advance(state: Any, rng: np.random.Generator) -> list[int]:
    """Plays one random node; returns the action or actions applied."""
    if state.is_chance_node():
        outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
        applied = [int(rng.choice(outcomes, p=probabilities))]
        state.apply_action(applied[0])
    elif state.is_simultaneous_node():
        applied = [int(rng.choice(state.legal_actions(seat) or [0])) for seat in range(state.num_players())]
        state.apply_actions(applied)
    else:
        applied = [int(rng.choice(state.legal_actions()))]
        state.apply_action(applied[0])
    return applied


@pytest.mark.parametrize(
    ("name", "options"),
    [
        *[(name, {"players": players}) for name in SMALL for players in SPECS[name].players],
        *[("signals", {"players": players, "rounds": 1, "explicit_chance": True}) for players in (2, 4)],
        ("raids", {"players": 2, "sleep": 100, "max_cycles": 90}),
        *[("resonance", {"players": players}) for players in range(3, 9)],
        ("resonance", MINI),
        ("resonance", {"players": 2, "cards": "mini", "deals": 3}),
        ("resonance", {"players": 4, "explicit_chance": True, "observation": "recall"}),
        ("resonance", {"players": 7, "explicit_chance": True, "edition": "en", "team_talk": False, "solo_team": 1}),
    ],
)
def test_random_sim_test(name: str, options: dict[str, Any]) -> None:
    pyspiel.random_sim_test(game_of(name, **options), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(("name", "options"), [("toy", {"players": 6}), ("resonance", {"players": 4}), ("resonance", MINI)])
def test_random_sim_test_turned_turn_based(name: str, options: dict[str, Any]) -> None:
    game = pyspiel.convert_to_turn_based(game_of(name, **options))
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_the_game_of_a_deal_is_the_game_of_that_seed() -> None:
    env = PettingZooParallel(SPECS["resonance"].variant(4))
    game, rng = game_of("resonance", deals=50), np.random.default_rng(1)
    for deal in (0, 7, 49):
        observations, infos = env.reset(seed=deal)
        state = game.new_initial_state()
        assert state.is_chance_node()
        assert [outcome for outcome, _ in state.chance_outcomes()] == list(range(50))
        state.apply_action(deal)
        rewards: dict[str, float] = {}
        while not state.is_terminal():
            asked = [seat for seat, agent in enumerate(env.agents) if infos[agent]["asked"]]
            assert state.current_player() == (asked[0] if len(asked) == 1 else pyspiel.PlayerId.SIMULTANEOUS)
            for seat, agent in enumerate(env.agents):
                expected = observations[agent]["observation"] * game.variant.layout().scale
                np.testing.assert_array_equal(state.observation_tensor(seat), expected)
                if seat in asked:
                    assert state.legal_actions(seat) == np.flatnonzero(observations[agent]["action_mask"]).tolist()
                else:
                    assert state.legal_actions(seat) == []
            joint = {agent: int(rng.choice(np.flatnonzero(row["action_mask"]))) for agent, row in observations.items()}
            actions = list(joint.values())
            if state.is_simultaneous_node():
                state.apply_actions(actions)
            else:
                state.apply_action(actions[asked[0]])
            observations, rewards, _, _, infos = env.step(joint)
        assert not env.agents
        assert state.returns() == pytest.approx(list(rewards.values()))
        assert sum(state.returns()) == pytest.approx(0.0, abs=1e-12)


def test_explicit_chance_is_that_of_the_variant() -> None:
    game, rng = game_of("resonance", **MINI), np.random.default_rng(2)
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    kinds = set()
    for _ in range(20):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = dict(state.chance_outcomes())
                assert outcomes == game.variant.chance_outcomes(state.games)
                assert sum(outcomes.values()) == pytest.approx(1.0)
                assert max(outcomes) < game.max_chance_outcomes()
            kinds.add(min(state.current_player(), 0))
            advance(state, rng)
    assert kinds == {0, int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.SIMULTANEOUS)}


def test_information_states_are_those_of_the_variant() -> None:
    game, rng = game_of("resonance", players=3), np.random.default_rng(3)
    state = game.new_initial_state()
    advance(state, rng)
    positions, actions = [state.games.copy()], list[np.ndarray]()
    while not state.is_terminal():
        for seat in range(3):
            assert state.information_state_string(seat) == game.variant.information_state(positions, actions, seat)
        asked = np.flatnonzero(game.variant.acting(state.games)[0])
        applied = advance(state, rng)
        joint = np.zeros(3, np.int16)
        joint[asked] = np.array(applied)[asked] if len(applied) > 1 else applied
        positions.append(state.games.copy())
        actions.append(joint)


def test_observers_show_table_and_recall() -> None:
    game, rng = resonance_v0.open_spiel_game(players=3), np.random.default_rng(4)
    state = game.new_initial_state()
    before = make_observation(game)
    before.set_from(state, 0)
    assert not before.tensor.any()
    assert before.string_from(state, 0) == ""
    for _ in range(12):
        advance(state, rng)
    table, recall = make_observation(game), make_observation(game, INFO_STATE_OBS_TYPE)
    named = make_observation(game, params={"observation": "recall"})
    for seat in range(3):
        for observer, kind in ((table, "table"), (recall, "recall"), (named, "recall")):
            observer.set_from(state, seat)
            seen = game.variant.observe(state.games, kind)[0, seat] * game.variant.layout(kind).scale
            np.testing.assert_array_equal(observer.tensor, seen)
            np.testing.assert_array_equal(observer.dict["observation"], seen)
        assert recall.string_from(state, seat) == state.information_state_string(seat)
        assert table.string_from(state, seat) == game.variant.render(state.games, 0, seat) == state.observation_string(seat)
    assert game_of("resonance", observation="recall").observation_tensor_size() > game.observation_tensor_size()
    with pytest.raises(OptionError, match="what one player sees"):
        make_observation(game, pyspiel.IIGObservationType(perfect_recall=True, public_info=False))
    with pytest.raises(OptionError, match="did you mean 'observation'"):
        make_observation(game, params={"observations": "recall"})


@pytest.mark.parametrize("options", [MINI, {"players": 4}])
def test_copies_and_serialised_states_go_on_identically_and_apart(options: dict[str, Any]) -> None:
    game, rng = game_of("resonance", **options), np.random.default_rng(5)
    state = game.new_initial_state()
    for _ in range(8):
        advance(state, rng)
    here = str(state)
    twin = state.clone()
    read_game, read = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(read_game) == str(game)
    results = []
    for copied in (twin, read):
        rng = np.random.default_rng(6)
        while not copied.is_terminal():
            advance(copied, rng)
        seats = range(game.num_players())
        results.append((str(copied), copied.returns(), [copied.information_state_string(seat) for seat in seats]))
    assert results[0] == results[1]
    assert str(state) == here


def test_action_names() -> None:
    game, rng = game_of("resonance", **MINI), np.random.default_rng(7)
    state = game.new_initial_state()
    assert state.action_to_string(pyspiel.PlayerId.CHANCE, 3) == "chance 3"
    while not state.is_player_node() or state.is_simultaneous_node():
        advance(state, rng)
    player = state.current_player()
    for action in state.legal_actions():
        assert state.action_to_string(player, action) == resonance_v0.action_name(action)
        assert state.string_to_action(player, resonance_v0.action_name(action)) == action


def test_illegal_actions_raise_and_change_nothing() -> None:
    state = game_of("resonance", players=3).new_initial_state()
    with pytest.raises(IllegalActionError, match="expected a deal in 0"):
        state.apply_action(10_000)
    rng = np.random.default_rng(9)
    while not all(state.legal_actions(seat) for seat in range(3)) or state.is_chance_node():
        advance(state, rng)
    before = str(state)
    legal = [state.legal_actions(seat)[0] for seat in range(3)]
    wrong = next(code for code in range(state.num_distinct_actions()) if code not in state.legal_actions(1))
    with pytest.raises(IllegalActionError, match="witch_1 may not"):
        state.apply_actions([legal[0], wrong, legal[2]])
    assert str(state) == before


def test_rl_environment_plays_a_game() -> None:
    env = rl_environment.Environment(pyspiel.convert_to_turn_based(game_of("resonance", players=3)))
    agents = [RandomAgent(seat, env.action_spec()["num_actions"]) for seat in range(3)]
    step = env.reset()
    while not step.last():
        step = env.step([agents[step.current_player()].step(step).action])
    assert sum(step.rewards) == pytest.approx(0.0, abs=1e-9)


def test_cfr_by_sampling_runs() -> None:
    game = pyspiel.convert_to_turn_based(game_of("resonance", **MINI))
    solver = OutcomeSamplingSolver(game)
    for _ in range(5):
        solver.iteration()
    state, rng = game.new_initial_state(), np.random.default_rng(8)
    while state.is_chance_node():
        advance(state, rng)
    probabilities = solver.average_policy().action_probabilities(state)
    assert sorted(probabilities) == state.legal_actions()
    assert sum(probabilities.values()) == pytest.approx(1.0)


def test_the_example_runs() -> None:
    command = [sys.executable, "examples/open_spiel_mccfr.py", "--iterations", "3", "--games", "20"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "3 iterations" in done.stdout
    assert "mean payoff against random actions" in done.stdout


def test_game_types_follow_the_spec() -> None:
    kinds = pyspiel.GameType
    types = {name: game_of(name).get_type() for name in SPECS}
    assert types["resonance"].utility == types["toy"].utility == types["raids"].utility == kinds.Utility.ZERO_SUM
    assert types["signals"].utility == kinds.Utility.IDENTICAL
    assert types["resonance"].reward_model == types["toy"].reward_model == kinds.RewardModel.TERMINAL
    assert types["signals"].reward_model == types["raids"].reward_model == kinds.RewardModel.REWARDS
    assert types["resonance"].dynamics == types["signals"].dynamics == kinds.Dynamics.SIMULTANEOUS
    assert types["raids"].dynamics == kinds.Dynamics.SEQUENTIAL
    signals = game_of("signals", players=4)
    assert (signals.min_utility(), signals.max_utility(), signals.utility_sum()) == (0.0, 8.0, None)
    raids = game_of("raids", max_cycles=80)
    assert (raids.min_utility(), raids.max_utility(), raids.utility_sum()) == (-320.0, 320.0, 0.0)
    assert raids.max_game_length() == 80


@pytest.mark.parametrize(("name", "options"), [("signals", {}), ("signals", {"explicit_chance": True}), ("raids", {})])
def test_rewards_come_in_every_step_and_add_up_to_the_returns(name: str, options: dict[str, Any]) -> None:
    game, rng = game_of(name, **options), np.random.default_rng(4)
    early = 0
    for _ in range(10):
        state = game.new_initial_state()
        total = np.zeros(game.num_players())
        while not state.is_terminal():
            is_decision = not state.is_chance_node()
            advance(state, rng)
            if is_decision and not state.is_chance_node():
                np.testing.assert_array_equal(state.rewards(), game.variant.reward(state.games)[0])
            if not state.is_chance_node():
                total += state.rewards()
                early += not state.is_terminal() and any(state.rewards())
            np.testing.assert_array_equal(state.returns(), game.variant.payoff(state.games)[0])
        assert total.tolist() == state.returns()
    assert early > 0


def test_an_endless_game_ends_at_its_bound_with_the_payoff_so_far() -> None:
    for max_cycles, length in ((None, 40), (7, 7)):
        state, rng = game_of("raids", max_cycles=max_cycles).new_initial_state(), np.random.default_rng(5)
        steps = -1  # the deal is not a step
        while not state.is_terminal():
            advance(state, rng)
            steps += 1
        assert steps == length
        assert any(state.returns())
        assert state.legal_actions() == []
    with pytest.raises(OptionError, match="expected max_cycles to be an integer of at least 1, since 'raids' is endless"):
        pyspiel.load_game("python_raids(max_cycles=-1)")
    state = game_of("resonance", max_cycles=3).new_initial_state()
    for _ in range(4):
        assert not state.is_terminal()
        advance(state, rng)
    assert state.is_terminal()
    assert state.returns() == [0.0] * 4


def test_only_rounding_is_balanced() -> None:
    third = np.float32(1.0) / np.float32(3.0)
    shares = balanced(np.array([1.0, -third, -third, -third], np.float32))
    assert sum(shares) == pytest.approx(0.0, abs=1e-15)
    assert shares == pytest.approx([1.0, -third, -third, -third])
    assert balanced(np.zeros(3, np.float32)) == [0.0] * 3
    for payoff in ([-1.0, -1.0, -1.0], [1.0, 1.0], [1.0, -0.9]):
        with pytest.raises(UsageError, match="expected payoffs of a zero-sum game, which add up to 0"):
            balanced(np.array(payoff, np.float32))


def test_what_is_no_variant_is_refused() -> None:
    with pytest.raises(OptionError, match="expected a variant of a game, got SignalsSpec"):
        load(SPECS["signals"])  # type: ignore[arg-type]


def test_registering_twice_is_once_and_python_ends_well() -> None:
    name = register(SPECS["resonance"])
    assert register(SPECS["resonance"]) == name == "python_resonance"
    assert pyspiel.load_game("python_resonance(players=3)").num_players() == 3
    code = "from resonance_env import resonance_v0; resonance_v0.open_spiel_game(players=3)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"player": 3}, "did you mean 'players'"),
        ({"players": 9}, "expected players to be one of"),
        ({"cards": "hous"}, "hous"),
        ({"observation": "all"}, "expected observation to be one of 'table', 'recall'"),
        ({"deals": 0}, "expected deals to be an integer of at least 1"),
        ({"edition": "de"}, "expected edition to be one of"),
        ({"players": 7, "solo_team": 9}, "expected solo_team to be one of None, 0, 1, 2, 3; got 9"),
    ],
)
def test_bad_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        resonance_v0.open_spiel_game(**options)
