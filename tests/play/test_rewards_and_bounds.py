"""Rewards that come in any step, also while a learner waits, and bounds that end games which go on for ever."""

from typing import Any

import numpy as np
import pytest

from resonance_env.core.errors import OptionError, UsageError
from resonance_env.core.spec import Variant
from resonance_env.play import one_seat, single_game
from resonance_env.play.bounds import LONGEST_WAIT, check_max_cycles, longest_wait
from resonance_env.play.checks import check_playable
from resonance_env.play.rewards import Pay
from resonance_env.play.told_game import ToldGame
from tests.adapters.environments import GymnasiumEnv, GymnasiumVectorEnv, PettingZooAEC, PettingZooParallel
from tests.adapters.games import SMALL, SPECS
from tests.adapters.simple_agents import HashAgent
from tests.adapters.trace import choose, play_out, play_out_aec

ON_THE_WAY = [name for name, spec in SMALL.items() if spec.reward_model == "rewards"]
EACH = pytest.mark.parametrize("name", ON_THE_WAY)
BOUND = 24


def payoff_of(env: Any) -> dict[str, float]:
    """Returns the sum of all rewards so far, as the game counts it."""
    payoff = env.variant.payoff(env.variant.parse_position(env.position()))[0]
    return {agent: float(payoff[env.variant.seat_names.index(agent)]) for agent in env.possible_agents}


@EACH
def test_parallel_and_aec_hand_on_the_rewards_of_every_step(name: str) -> None:
    variant, early = SMALL[name].variant(), 0
    for seed in range(12):
        parallel, aec = PettingZooParallel(variant, max_cycles=BOUND), PettingZooAEC(variant, max_cycles=BOUND)
        steps, total = play_out(parallel, *parallel.reset(seed=seed))
        early += sum(any(rewards.values()) for _, rewards, *_ in steps[:-1])
        assert total == pytest.approx(payoff_of(parallel))
        aec.reset(seed=seed)
        assert play_out_aec(aec)[1] == pytest.approx(total)
    assert early


@EACH
def test_with_opponents_all_that_comes_while_learners_wait_is_paid(name: str) -> None:
    variant = SMALL[name].variant()
    env = PettingZooParallel(variant, opponents={1: HashAgent()}, max_cycles=BOUND)
    for seed in range(3):
        _, total = play_out(env, *env.reset(seed=seed))
        assert total == pytest.approx(payoff_of(env))


@EACH
@pytest.mark.parametrize("seat", [0, 1])
def test_one_learner_is_paid_for_the_steps_of_others_at_its_next_decision(name: str, seat: int) -> None:
    variant = SMALL[name].variant()
    env = GymnasiumEnv(variant, opponents=HashAgent(), seat=seat, max_cycles=BOUND)
    native = GymnasiumVectorEnv(variant, 3, opponents=HashAgent(), seat=seat, max_cycles=BOUND, autoreset_mode="Disabled")
    for seed in range(3):
        observation, info = env.reset(seed=seed)
        total, is_over = 0.0, False
        while not is_over:
            observation, reward, terminated, truncated, info = env.step(choose("learner", observation, info))
            total += reward
            is_over = terminated or truncated
        payoff = variant.payoff(variant.parse_position(env.position()))[0, seat]
        assert total == pytest.approx(payoff)
    native.reset(seed=7)
    totals = np.zeros(3)
    for _ in range(BOUND):
        _, rewards, over, cut, _ = native.step(native.action_masks().argmax(axis=1))
        totals += rewards
        if (over | cut).any():
            break
    for game, total in enumerate(totals):
        assert total == pytest.approx(variant.payoff(native._games.games)[game, seat])


def test_win_is_refused_in_a_cooperative_game_and_shaping_without_progress() -> None:
    together = SMALL["signals"].variant()
    for make in (PettingZooParallel, PettingZooAEC, GymnasiumEnv, GymnasiumVectorEnv):
        with pytest.raises(
            OptionError, match="expected reward to be 'identical', since 'signals' is a cooperative game; got 'win'"
        ):
            make(together, reward="win")
    quiet = next(spec.variant() for spec in SMALL.values() if not spec.variant().has("progress"))
    with pytest.raises(OptionError, match=r"expected, for shaping, a game with progress\(\)"):
        Pay(quiet, None, 0.5, 1.0)


def test_the_bound_of_the_game_is_the_default() -> None:
    endless = SMALL["raids"].variant()
    assert PettingZooParallel(endless).max_cycles == endless.spec.max_cycles == longest_wait(endless)
    assert check_max_cycles(endless, 3) == 3
    ends_itself = SMALL["toy"].variant()
    assert (check_max_cycles(ends_itself, None), longest_wait(ends_itself)) == (None, LONGEST_WAIT)
    env = PettingZooParallel(endless, max_cycles=5)
    steps, _ = play_out(env, *env.reset(seed=1))
    assert [(any(step[2].values()), all(step[3].values())) for step in steps] == [*[(False, False)] * 4, (False, True)]


@pytest.fixture
def lonely(monkeypatch: pytest.MonkeyPatch) -> Variant:
    """A game in which seat 0 is never asked after the first decision of anybody, and which nothing ends."""
    variant = SMALL["raids"].variant(2)
    acting = type(variant).acting

    def never_the_first(self: Any, games: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
        asked = acting(self, games, out)
        late = games["turn"] > 2
        asked[late] = np.arange(2) == 1
        return asked

    monkeypatch.setattr(type(variant), "acting", never_the_first)
    return variant


def test_waiting_for_a_learner_that_is_never_asked_ends_in_truncation(lonely: Variant) -> None:
    for seed in range(2):
        single: Any = GymnasiumEnv(lonely, opponents=HashAgent(), seat=0)
        parallel: Any = PettingZooParallel(lonely, opponents={1: HashAgent()})
        observation, info = single.reset(seed=seed)
        several, infos = parallel.reset(seed=seed)
        outcome: Any = (False, False)
        for _ in range(5):
            observation, _, *outcome, info = single.step(choose("learner", observation, info))
            (agent,) = parallel.possible_agents
            several, _, terminations, truncations, infos = parallel.step(
                {agent: choose("learner", several[agent], infos[agent])}
            )
            assert [terminations[agent], truncations[agent]] == outcome
            if any(outcome):
                break
        assert outcome == [False, True]


def ask_only(monkeypatch: pytest.MonkeyPatch, variant: Variant, asked: Any) -> None:
    """Makes a game ask the seats that a function of its records returns."""

    def acting(self: Variant, games: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
        out = np.zeros((len(games), self.num_seats), np.bool_) if out is None else out
        out[:] = asked(games)
        return out

    monkeypatch.setattr(type(variant), "acting", acting)


def test_a_game_in_which_a_learner_is_never_asked_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    variant = SMALL["raids"].variant(2)
    ask_only(monkeypatch, variant, lambda games: [False, True])
    for env in (GymnasiumEnv(variant, opponents=HashAgent(), seat=0), PettingZooParallel(variant, opponents={1: HashAgent()})):
        with pytest.raises(UsageError, match=r"opponents have played \d+ steps alone"):
            env.reset(seed=1)


def test_the_search_for_a_game_with_a_learner_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    variant = SMALL["toy"].variant(3)
    monkeypatch.setattr(single_game, "MAX_DEALS", 3)
    monkeypatch.setattr(one_seat, "MAX_DEALS", 3)
    ask_only(monkeypatch, variant, lambda games: (games["phase"] < 3)[:, None] & (np.arange(3) > 0))
    others = {1: HashAgent(), 2: HashAgent()}
    for env in (GymnasiumEnv(variant, opponents=HashAgent(), seat=0), PettingZooParallel(variant, opponents=others)):
        with pytest.raises(UsageError, match="opponents play 3"):
            env.reset()


def test_an_unknown_utility_is_refused_by_every_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    together = SMALL["signals"].variant()
    monkeypatch.setattr(together.spec, "utility", "shared")
    for make in (PettingZooParallel, PettingZooAEC, GymnasiumEnv, GymnasiumVectorEnv):
        with pytest.raises(OptionError, match="expected the utility of signals to be one of zero_sum, identical; got 'shared'"):
            make(together)


def test_only_variants_that_agents_can_play() -> None:
    with pytest.raises(OptionError, match=r"expected a variant of a game, got .*Spec: its `\.variant\(players\)` makes one"):
        check_playable(SMALL["toy"])
    together = SMALL["signals"].variant()
    check_playable(together)
    together.teams = tuple(range(together.num_seats))
    try:
        with pytest.raises(OptionError, match="expected one side in 'signals', which is cooperative"):
            check_playable(together)
    finally:
        together.teams = (0,) * together.num_seats
    for spec in {**SMALL, **SPECS}.values():
        check_playable(spec.variant())


def test_a_told_game_has_the_bound_of_environments() -> None:
    variant = SMALL["raids"].variant(2)
    assert ToldGame(variant, 1).max_cycles == variant.spec.max_cycles
    assert ToldGame(variant, 1, max_cycles=3).max_cycles == 3
    with pytest.raises(OptionError, match="expected max_cycles to be None or an integer of at least 1; got 0"):
        ToldGame(variant, 1, max_cycles=0)
