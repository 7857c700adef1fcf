"""The small games keep the promises of `core.spec`, which adapters, training and evaluation build on."""

from typing import Any

import numpy as np
import pytest

from resonance_env.agents.interface import Agent
from resonance_env.agents.random_agent import RandomAgent
from resonance_env.agents.sampling import NO_CHANCE
from resonance_env.core.errors import OptionError
from resonance_env.core.layout import OBSERVATION_KINDS
from resonance_env.core.spec import GameSpec, Variant
from tests.small_games import endless_raids, hidden_sum, silent_signals
from tests.small_games.silent_signals import ConventionAgent

GAMES: list[tuple[GameSpec, dict[str, Any]]] = [
    (hidden_sum.SPEC, {"players": 3}),
    (hidden_sum.SPEC, {"players": 6}),
    (silent_signals.SPEC, {"players": 2, "rounds": 3}),
    (silent_signals.SPEC, {"players": 5}),
    (endless_raids.SPEC, {"players": 2, "sleep": 100}),
    (endless_raids.SPEC, {"players": 4, "sleep": 1}),
]
IDS = [f"{spec.name}-{options['players']}" for spec, options in GAMES]
NUM_GAMES, NUM_STEPS = 30, 40


def any_legal(variant: Variant, games: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Returns random legal actions `[game, seat]`."""
    legal = variant.legal(games)
    return np.asarray((rng.random(legal.shape) * legal).argmax(axis=2))


@pytest.mark.parametrize(("spec", "options"), GAMES, ids=IDS)
def test_what_a_spec_promises(spec: GameSpec, options: dict[str, Any]) -> None:
    variant, rng = spec.variant(**options), np.random.default_rng(1)
    games = variant.start(range(NUM_GAMES))
    paid = np.zeros((NUM_GAMES, variant.num_seats), np.float32)
    for _ in range(NUM_STEPS):
        acting, legal, is_over = variant.acting(games), variant.legal(games), variant.done(games)
        assert (acting.any(axis=1) == ~is_over).all()
        assert (legal.sum(axis=2)[~acting] == 1).all()
        assert legal.any(axis=2).all()
        assert (acting.sum(axis=1) <= 1).all() or spec.simultaneous
        for kind in OBSERVATION_KINDS:
            seen = variant.observe(games, kind)
            assert seen.min() >= 0
            assert (seen <= variant.layout(kind).high).all()
        assert (variant.state(games) <= variant.state_layout.high).all()
        assert variant.position(variant.parse_position(variant.position(games, 3))) == variant.position(games, 3)
        running = games[~is_over]
        variant.step(running, any_legal(variant, running, rng))
        paid[~is_over] += variant.reward(running)
        games[~is_over] = running
        assert spec.reward_model == "rewards" or not paid[~variant.done(games)].any()
        np.testing.assert_array_equal(paid, variant.payoff(games))
    low, high = variant.payoff_range
    assert low <= paid.min()
    assert paid.max() <= high
    assert (paid == paid[:, :1]).all() if variant.is_cooperative else not paid.sum(axis=1).any()
    assert variant.done(games).all() == (spec.max_cycles is None)
    assert (variant.winners(games).any(axis=1) <= variant.done(games)).all()
    assert variant.ending(games).max() < len(variant.ending_names)


def test_a_seat_of_the_raids_may_be_asked_with_one_legal_action_and_may_wait_long() -> None:
    variant = endless_raids.SPEC.variant(2, sleep=100)
    games = variant.start(range(50))
    assert set(variant.legal(games)[:, 0].sum(axis=1)) == {1, 2}
    game = games[variant.legal(games)[:, 0, endless_raids.ENCHANT] == 1][:1]
    variant.step(game, np.array([[endless_raids.ENCHANT, 0]]))
    np.testing.assert_array_equal(variant.reward(game), [[-1.0, 1.0]])
    for _ in range(99):
        variant.step(game, any_legal(variant, game, np.random.default_rng(2)))
        assert variant.acting(game)[0].tolist() == [True, False]


def score_of(agents: list[Agent]) -> tuple[float, set[str]]:
    """Returns the mean score of a line-up, and how its games ended."""
    variant = silent_signals.SPEC.variant(len(agents))
    games = variant.start(range(200))
    rng = np.random.default_rng(3)
    for agent in agents:
        agent.bind(variant)
    while not variant.done(games).all():
        seen, legal = variant.observe(games), variant.legal(games)
        actions = [agent.act(seen[:, seat], legal[:, seat], None, rng)[0] for seat, agent in enumerate(agents)]
        variant.step(games, np.stack(actions, axis=1))
    endings = {variant.ending_names[ending] for ending in variant.ending(games)}
    return float(variant.score(games).mean()), endings


def test_conventions_of_the_signals_score_high_with_themselves_and_low_with_each_other() -> None:
    assert score_of([ConventionAgent(), ConventionAgent()]) == (1.0, {"all right"})
    assert score_of([ConventionAgent(1)] * 3) == (1.0, {"all right"})
    assert score_of([ConventionAgent(), ConventionAgent(1)]) == (0.0, {"broken off"})
    assert 0.3 < score_of([ConventionAgent(), ConventionAgent(), ConventionAgent(1)])[0] < 0.4
    score, endings = score_of([RandomAgent(), RandomAgent()])
    assert 0.2 < score < 0.4
    assert endings == {"all right", "rounds over", "broken off"}


def test_explicit_deals_of_the_signals_are_all_deals() -> None:
    variant = silent_signals.SPEC.variant(2, rounds=1, explicit_chance=True)
    game = variant.start([0])
    assert not variant.acting(game).any()
    outcomes = variant.chance_outcomes(game)
    assert len(outcomes) == variant.max_chance_outcomes == 9
    assert sum(outcomes.values()) == pytest.approx(1.0)
    digits = set()
    for outcome in outcomes:
        copy = game.copy()
        variant.apply_chance(copy, outcome)
        assert variant.acting(copy).all()
        digits.add(tuple(copy["digit"][0, :2].tolist()))
    assert len(digits) == 9


def test_small_games_refuse_unknown_options() -> None:
    for spec in (silent_signals.SPEC, endless_raids.SPEC):
        with pytest.raises(OptionError, match="expected players to be one of 2, 3, 4"):
            spec.variant(9)
        with pytest.raises(OptionError, match=r"expected an option of (signals|raids), one of (rounds|sleep).*got 'colour'"):
            spec.variant(colour="red")
        with pytest.raises(OptionError, match=r"expected (rounds|sleep) to be one of 1, .*; got '1'"):
            spec.variant(3, **{spec.options[0].name: "1"})


def test_a_convention_needs_no_chance() -> None:
    variant = silent_signals.SPEC.variant(2)
    games = variant.start([0])
    agent = ConventionAgent()
    agent.bind(variant)
    actions, _ = agent.act(variant.observe(games)[:, 0], variant.legal(games)[:, 0], None, NO_CHANCE)
    assert actions.tolist() == [silent_signals.SHOW + games["digit"][0, 0]]


def test_a_game_without_data_of_its_own_gives_its_text_as_view() -> None:
    variant = hidden_sum.SPEC.variant()
    games = variant.start([1])
    assert variant.view(games, 0, 1) == {"text": variant.render(games, 0, 1)}
