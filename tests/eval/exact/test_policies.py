"""Agents' policies at information sets."""

import numpy as np
import pytest

from resonance_env.agents.interface import Agent, Memory, RandomSource
from resonance_env.agents.random_agent import RandomAgent
from resonance_env.agents.sampling import sample
from resonance_env.core.errors import IllegalActionError, OptionError
from resonance_env.core.spec import Variant
from resonance_env.eval.exact.enumeration import sequence_form
from resonance_env.eval.exact.policies import agent_policies
from tests.eval.exact.tiny_games import BET, PASS, KuhnPoker, TinySpec

VARIANT = TinySpec(KuhnPoker).variant(explicit_chance=True)
GAME = sequence_form(VARIANT)


class OneAction(Agent):
    """Always the first or the last legal action."""

    name = "one action"
    deterministic = True

    def __init__(self, first: bool) -> None:
        self.first = first

    def bind(self, variant: Variant) -> None:
        assert not variant.options["explicit_chance"]

    def act(self, observation: np.ndarray, legal: np.ndarray, memory: Memory, rng: RandomSource) -> tuple[np.ndarray, Memory]:
        last = legal.shape[1] - 1 - legal[:, ::-1].argmax(axis=1)
        return legal.argmax(axis=1) if self.first else last, memory


class Shy(OneAction):
    """Bets at most once: remembers how often it was asked or, with `choices`, its actions."""

    def __init__(self, choices: bool = False) -> None:
        self.choices = choices
        self.deterministic = not choices

    def start(self, batch: int) -> Memory:
        return np.zeros(batch, dtype=np.int64)

    def act(self, observation: np.ndarray, legal: np.ndarray, memory: Memory, rng: RandomSource) -> tuple[np.ndarray, Memory]:
        assert memory is not None
        if self.choices:
            chosen = sample(legal, rng.random(len(legal)))
            return chosen, memory + chosen
        return np.where(memory == 0, PASS, BET), memory + 1


class Sampled(OneAction):
    """Uniform, but has no `policy` method that says so."""

    name = "sampled"
    deterministic = False

    def act(self, observation: np.ndarray, legal: np.ndarray, memory: Memory, rng: RandomSource) -> tuple[np.ndarray, Memory]:
        return sample(legal, rng.random(len(legal))), memory


class Told(OneAction):
    """Returns given numbers as the probabilities of actions 0 to 3."""

    deterministic = False

    def __init__(self, *row: float) -> None:
        self.row = row

    def policy(self, observation: np.ndarray, legal: np.ndarray, memory: Memory) -> tuple[np.ndarray, Memory]:
        return np.tile(self.row, (len(legal), 1)), memory


class Scribbler(Sampled):
    """Allows itself everything, and answers what was not allowed: by its probabilities, or by its actions."""

    def __init__(self, tells: bool) -> None:
        super().__init__(True)
        self.tells = tells

    def policy(self, observation: np.ndarray, legal: np.ndarray, memory: Memory) -> tuple[np.ndarray, Memory] | None:
        illegal = np.eye(legal.shape[1])[legal.argmin(axis=1)]
        observation[:], legal[:] = 0, 1
        return (illegal, memory) if self.tells else None


def shares_of_bets(agent: Agent, draws: int = 16) -> list[list[float]]:
    """Returns `[seat][information set]` how often the agent bets."""
    asked = agent_policies(agent, VARIANT, GAME, draws)
    return [policy[tree.action == BET].tolist() for tree, policy in zip(GAME.trees, asked.policies, strict=True)]


def test_random_is_uniform() -> None:
    asked = agent_policies(RandomAgent(), VARIANT, GAME)
    assert asked.draws == 0
    assert all(np.array_equal(*pair) for pair in zip(asked.policies, GAME.uniform(), strict=True))


@pytest.mark.parametrize("first", [True, False])
def test_an_agent_that_always_does_the_same_is_asked_once(first: bool) -> None:
    assert agent_policies(OneAction(first), VARIANT, GAME).draws == 0
    assert shares_of_bets(OneAction(first)) == [[0.0 if first else 1.0] * 6] * 2


def test_memory_is_kept_between_a_seats_decisions() -> None:
    assert shares_of_bets(Shy()) == [[0.0] * 3 + [1.0] * 3, [0.0] * 6]


def test_memory_of_choices_is_refused() -> None:
    with pytest.raises(OptionError, match="remembers what it has seen and not what it chose"):
        agent_policies(Shy(choices=True), VARIANT, GAME)


def test_what_an_agent_does_not_tell_is_drawn() -> None:
    asked = agent_policies(Sampled(True), VARIANT, GAME, draws=400, seed=1)
    assert asked.draws == 400
    assert np.concatenate(shares_of_bets(Sampled(True), draws=400)) == pytest.approx([0.5] * 12, abs=0.1)
    again = agent_policies(Sampled(True), VARIANT, GAME, draws=400, seed=1)
    assert all(np.array_equal(*pair) for pair in zip(asked.policies, again.policies, strict=True))
    other = agent_policies(Sampled(True), VARIANT, GAME, draws=400, seed=2)
    assert not np.array_equal(asked.policies[0], other.policies[0])


@pytest.mark.parametrize("row", [(0.5, 0.5, 0.0, 0.0), (0.0, 0.6, 0.6, 0.0), (0.0, 1.5, -0.5, 0.0), (0.0, 0.5, 0.5)])
def test_what_is_no_policy_is_refused(row: tuple[float, ...]) -> None:
    with pytest.raises(IllegalActionError, match="expected probabilities"):
        agent_policies(Told(*row), VARIANT, GAME)


def test_what_is_told_counts() -> None:
    assert shares_of_bets(Told(0.0, 0.25, 0.75, 0.0)) == [[0.75] * 6] * 2


def test_what_an_agent_writes_changes_nothing() -> None:
    with pytest.raises(IllegalActionError, match="expected probabilities over"):
        agent_policies(Scribbler(tells=True), VARIANT, GAME)
    scribbled, honest = (agent_policies(agent, VARIANT, GAME, draws=50) for agent in (Scribbler(tells=False), Sampled(True)))
    assert all(np.array_equal(*pair) for pair in zip(scribbled.policies, honest.policies, strict=True))
