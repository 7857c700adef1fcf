"""Enumeration, best responses and CFR+ on games whose solutions are known."""

import itertools

import numpy as np
import pytest

from resonance_env.core.errors import OptionError
from resonance_env.eval.exact import enumeration
from resonance_env.eval.exact.cfr import CfrPlus
from resonance_env.eval.exact.enumeration import sequence_form
from resonance_env.eval.exact.sequence_form import SequenceForm
from tests.eval.exact.tiny_games import (
    BET,
    PASS,
    ForgottenCoin,
    KuhnPoker,
    MatrixGame,
    MinorityGame,
    SecretPicks,
    TinySpec,
    TinyVariant,
)


def enumerated(kind: type[TinyVariant]) -> SequenceForm:
    return sequence_form(TinySpec(kind).variant(explicit_chance=True))


def random_policies(game: SequenceForm, rng: np.random.Generator) -> list[np.ndarray]:
    return [tree.normalized(rng.random(tree.num_sequences) ** 3) for tree in game.trees]


def pure_policies(game: SequenceForm, seat: int) -> list[np.ndarray]:
    """Returns all policies of a seat that choose one action at each information set."""
    tree = game.trees[seat]
    choices = [range(tree.first[number], tree.first[number + 1]) for number in range(tree.num_sets)]
    policies = []
    for chosen in itertools.product(*choices):
        policies.append(np.zeros(tree.num_sequences))
        policies[-1][list(chosen)] = 1.0
    return policies


def plain_values(variant: TinyVariant, game: SequenceForm, policies: list[np.ndarray]) -> np.ndarray:
    """Returns the expected payoffs by plain recursion over histories; policies are looked up by information state."""
    numbers = [{key.tobytes().hex(): number for number, key in enumerate(tree.keys)} for tree in game.trees]

    def value(games: np.ndarray, stops: list[np.ndarray], actions: list[np.ndarray]) -> np.ndarray:
        if variant.done(games)[0]:
            return np.asarray(variant.payoff(games)[0], dtype=np.float64)
        total = np.zeros(variant.num_seats)
        outcomes = variant.chance_outcomes(games)
        for outcome, probability in outcomes.items():
            child = games.copy()
            variant.apply_chance(child, outcome)
            total += probability * value(child, stops, actions)
        if outcomes:
            return total
        legal = [np.flatnonzero(row).tolist() for row in variant.legal(games)[0]]
        stops = [*stops, games]
        shares: list[dict[int, float]] = [dict.fromkeys(row, 1.0) for row in legal]
        for seat in np.flatnonzero(variant.acting(games)[0]).tolist():
            number = numbers[seat][variant.information_state(stops, actions, seat)]
            first = game.trees[seat].first[number]
            shares[seat] = {action: policies[seat][first + place] for place, action in enumerate(legal[seat])}
        for joint in itertools.product(*legal):
            child = games.copy()
            variant.step(child, np.array([joint]))
            share = np.prod([shares[seat][action] for seat, action in enumerate(joint)])
            total += share * value(child, stops, [*actions, np.array(joint)])
        return total

    start = variant.start([0])
    return value(start, [], [])


def kuhn_equilibrium(game: SequenceForm, alpha: float) -> list[np.ndarray]:
    """Returns the equilibria of Kuhn poker; `alpha` in 0 .. 1/3 is how often the first player bluffs with the lowest card."""
    bets: dict[tuple[int, ...], float] = {
        (1,): alpha, (2,): 0.0, (3,): 3 * alpha,
        (1, PASS, BET): 0.0, (2, PASS, BET): alpha + 1 / 3, (3, PASS, BET): 1.0,
        (1, PASS): 1 / 3, (2, PASS): 0.0, (3, PASS): 1.0,
        (1, BET): 0.0, (2, BET): 1 / 3, (3, BET): 1.0,
    }  # fmt: skip
    variant = TinySpec(KuhnPoker).variant(explicit_chance=True)
    policies = []
    for tree in game.trees:
        policy = np.ones(tree.num_sequences)
        seen = variant.observe(tree.positions)[:, tree.seat]
        for number, row in enumerate(seen.tolist()):
            bet = bets[tuple(entry for entry in row if entry)]
            policy[tree.first[number] : tree.first[number + 1]] = [1.0 - bet, bet]
        policies.append(policy)
    return policies


def test_the_tree_of_kuhn_poker() -> None:
    game = enumerated(KuhnPoker)
    assert game.histories == 30
    assert [tree.num_sets for tree in game.trees] == [6, 6]
    assert [tree.num_sequences for tree in game.trees] == [13, 13]
    assert [tree.depth_ends for tree in game.trees] == [(3, 6), (6,)]
    assert all((tree.set_of[tree.parent] < np.arange(tree.num_sets)).all() for tree in game.trees)


@pytest.mark.parametrize("alpha", [0.0, 0.2, 1 / 3])
def test_the_equilibria_of_kuhn_poker_have_no_nash_conv(alpha: float) -> None:
    game = enumerated(KuhnPoker)
    policies = kuhn_equilibrium(game, alpha)
    assert game.values(policies) == pytest.approx([-1 / 18, 1 / 18])
    assert game.nash_conv(policies) == pytest.approx(0.0, abs=1e-12)


def test_uniform_play_of_kuhn_poker() -> None:
    """The value 11/12 is also what OpenSpiel's exploitability test expects."""
    game = enumerated(KuhnPoker)
    assert game.values(game.uniform()) == pytest.approx([1 / 8, -1 / 8])
    assert game.nash_conv(game.uniform()) == pytest.approx(11 / 12)


@pytest.mark.parametrize("kind", [KuhnPoker, MatrixGame, MinorityGame, SecretPicks])
def test_values_and_best_responses_are_those_of_plain_recursion(kind: type[TinyVariant]) -> None:
    game, variant = enumerated(kind), TinySpec(kind).variant(explicit_chance=True)
    rng = np.random.default_rng(0)
    for _ in range(3):
        policies = random_policies(game, rng)
        values = game.values(policies)
        assert values == pytest.approx(plain_values(variant, game, policies))
        assert values.sum() == pytest.approx(0.0, abs=1e-12)
        for seat, best in enumerate(game.best_responses(policies)):
            replies = [
                game.values([*policies[:seat], policy, *policies[seat + 1 :]])[seat] for policy in pure_policies(game, seat)
            ]
            assert best == pytest.approx(max(replies))
            assert best >= values[seat]


def test_seats_that_choose_at_once_do_not_see_each_other() -> None:
    game = enumerated(MatrixGame)
    assert [tree.num_sets for tree in game.trees] == [1, 1]
    equilibrium = np.array([1.0, 2 / 5, 3 / 5])
    assert game.values([equilibrium, equilibrium]) == pytest.approx([1 / 5, -1 / 5])
    assert game.nash_conv([equilibrium, equilibrium]) == pytest.approx(0.0, abs=1e-12)
    assert game.best_responses(game.uniform()) == pytest.approx([1 / 2, 0.0])


def test_three_seats() -> None:
    game = enumerated(MinorityGame)
    assert game.nash_conv(game.uniform()) == pytest.approx(0.0, abs=1e-12)
    all_the_same = [np.array([1.0, 1.0, 0.0])] * 3
    assert game.best_responses(all_the_same) == pytest.approx([2.0, 2.0, 2.0])
    assert game.nash_conv(all_the_same) == pytest.approx(6.0)


def test_histories_that_nobody_can_tell_apart_become_one_node() -> None:
    game = enumerated(ForgottenCoin)
    assert (game.histories, game.nodes) == (8, 1 + 2 + 4)
    assert game.values(game.uniform()) == pytest.approx([1 / 4, -1 / 4])


@pytest.mark.parametrize(("kind", "value"), [(KuhnPoker, -1 / 18), (MatrixGame, 1 / 5), (SecretPicks, 0.0)])
def test_cfr_finds_the_equilibrium(kind: type[TinyVariant], value: float) -> None:
    game = enumerated(kind)
    cfr = CfrPlus(game)
    assert game.nash_conv(cfr.policies()) == pytest.approx(game.nash_conv(game.uniform()))
    found = []
    for iterations in (5, 45, 450):
        cfr.run(iterations)
        found.append(game.nash_conv(cfr.policies()))
    assert found == sorted(found, reverse=True)
    assert found[-1] < 1e-2
    assert game.values(cfr.policies()) == pytest.approx([value, -value], abs=5e-3)


def test_how_often_others_choose_in_secret_is_not_known() -> None:
    game = enumerated(SecretPicks)
    assert [tree.num_sets for tree in game.trees] == [1, 5]


def test_what_cannot_be_enumerated_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = TinySpec(KuhnPoker)
    with pytest.raises(OptionError, match="explicit_chance=True"):
        sequence_form(spec.variant())
    monkeypatch.setattr(enumeration, "MAX_NODES", 5)
    with pytest.raises(OptionError, match="at most 5 nodes at a time, got 6"):
        sequence_form(spec.variant(explicit_chance=True))
