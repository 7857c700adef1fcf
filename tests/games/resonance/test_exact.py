"""Exact evaluation of `duel`, `mini` and its positions, against counts and values that are found in another way."""

import json
from pathlib import Path

import numpy as np
import pytest
import torch

from resonance_env import cli
from resonance_env.agents.checkpoint_metadata import NetworkSpec
from resonance_env.agents.network.policy_agent import PolicyAgent
from resonance_env.agents.network.policy_network import MlpPolicy
from resonance_env.agents.random_agent import RandomAgent
from resonance_env.core.errors import IllegalActionError, UsageError
from resonance_env.eval.exact.cfr import CfrPlus
from resonance_env.eval.exact.enumeration import sequence_form
from resonance_env.eval.exact.policies import agent_policies
from resonance_env.eval.exact.sequence_form import SeatTree
from resonance_env.eval.exact.tree import game_tree
from resonance_env.eval.match.match import play_match
from resonance_env.eval.match.schedule import rotations
from resonance_env.games.resonance.spec import SPEC, ResonanceVariant
from tests.games.resonance.golden.perft import perft
from tests.games.resonance.late_positions import explicit_mini, late_position
from tests.places import ROOT

PLACES = [(0, 1), (3, 2), (6, 2), (0, 2)]


def compiled_only(places: list[tuple[int, int]]) -> list[object]:
    return [*places[:-1], pytest.param(*places[-1], marks=pytest.mark.compiled)]


@pytest.mark.parametrize(("seed", "acts"), compiled_only(PLACES))
def test_histories_and_values_are_those_of_perft(seed: int, acts: int) -> None:
    variant, games = explicit_mini(), late_position(seed, acts)
    before = games.copy()
    game, counts = sequence_form(variant, games), perft(variant, games)
    assert (games == before).all()
    assert game.histories == counts.leaves
    assert game.nodes <= counts.nodes.sum()
    assert game.values(game.uniform()) == pytest.approx(counts.payoffs, abs=1e-6)


@pytest.mark.parametrize(("seed", "acts"), compiled_only(PLACES))
def test_best_responses_gain_and_cfr_leaves_little_to_gain(seed: int, acts: int) -> None:
    game = sequence_form(explicit_mini(), late_position(seed, acts))
    rng = np.random.default_rng(seed)
    for policies in (game.uniform(), [tree.normalized(rng.random(tree.num_sequences)) for tree in game.trees]):
        values, best = game.values(policies), game.best_responses(policies)
        assert values.sum() == pytest.approx(0.0, abs=1e-9)
        assert (best >= values - 1e-12).all()
        assert game.nash_conv(policies) == pytest.approx(best.sum(), abs=1e-9)
    cfr = CfrPlus(game)
    cfr.run(100)
    assert game.nash_conv(game.uniform()) > 0.3
    assert game.nash_conv(cfr.policies()) < 0.005


def network_agent(variant: ResonanceVariant, temperature: float = 1.0) -> PolicyAgent:
    """Returns an agent with random weights, large enough to prefer some actions."""
    spec = NetworkSpec(hidden=(16,), activation="tanh")
    with torch.random.fork_rng():
        torch.manual_seed(0)
        network = MlpPolicy(variant.layout().size, variant.num_actions, spec)
    with torch.no_grad():
        network.action_head.weight.mul_(5.0)
    return PolicyAgent("network", network.requires_grad_(False), "table", temperature=temperature)


@pytest.mark.parametrize("temperature", [1.0, 0.0])
def test_a_network_tells_what_it_does(temperature: float) -> None:
    variant = explicit_mini()
    game, agent = sequence_form(variant, late_position(3, 2)), network_agent(variant, temperature)
    asked = agent_policies(agent, variant, game)
    assert asked.draws == 0
    for tree, policy in zip(game.trees, asked.policies, strict=True):
        rows = variant.observe(tree.positions)[:, tree.seat], variant.legal(tree.positions)[:, tree.seat]
        told = agent.policy(*rows, None)[0]
        expected = told[tree.set_of[1:], tree.action[1:]]
        assert policy[1:] == pytest.approx(expected)
        assert len(np.unique(expected.round(6))) == 2 if temperature == 0.0 else len(np.unique(expected.round(6))) > 20


def pure_policy(tree: SeatTree, rng: np.random.Generator) -> np.ndarray:
    """Returns float64 `[sequence]`: a random action with probability 1 in each information set."""
    liking = rng.random(tree.num_sequences)
    best = np.maximum.reduceat(liking[1:], tree.first[:-1] - 1)
    liking[1:] = liking[1:] == best[tree.set_of[1:]]
    return tree.normalized(liking)


def test_chance_of_many_games_is_that_of_each() -> None:
    variant = SPEC.variant(3, explicit_chance=True)
    games = variant.start([0])
    waiting, events = [], 0
    while events < 12:
        waiting.append(games.copy())
        outcomes = variant.chance_outcomes(games)
        events += bool(outcomes)
        if outcomes:
            variant.apply_chance(games, list(outcomes)[-1])
        else:
            variant.step(games, variant.legal(games).argmax(axis=-1))
    many = np.concatenate(waiting)
    branches = variant.chance_branches(many)
    for index, game in enumerate(waiting):
        is_here = branches.game == index
        outcomes = dict(zip(branches.outcome[is_here].tolist(), branches.probability[is_here].tolist(), strict=True))
        assert outcomes == variant.chance_outcomes(game)
        assert bool(outcomes) == (not variant.acting(game).any())
    children = many[branches.game]
    variant.apply_outcomes(children, branches.outcome)
    for child, index, outcome in zip(children, branches.game, branches.outcome, strict=True):
        alone = waiting[index].copy()
        variant.apply_chance(alone, int(outcome))
        assert alone[0] == child


def test_outcomes_that_cannot_come_are_refused() -> None:
    variant = SPEC.variant(3, explicit_chance=True)
    games = variant.start([0] * 2)
    with pytest.raises(IllegalActionError, match=r"among \[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13\] in game 1, got 99"):
        variant.apply_outcomes(games, np.array([1, 99]))
    with pytest.raises(UsageError, match="expected 2 outcomes"):
        variant.apply_outcomes(games, np.array([0]))
    sampled = SPEC.variant(3)
    sampled.reset(games, np.zeros(2, dtype=np.uint64))
    assert len(sampled.chance_branches(games).game) == 0
    with pytest.raises(IllegalActionError, match=r"among \[\] in game 0"):
        sampled.apply_outcomes(games, np.array([0, 0]))


@pytest.fixture
def position(tmp_path: Path) -> Path:
    path = tmp_path / "position.txt"
    path.write_text(explicit_mini().position(late_position(0)), encoding="utf-8")
    return path


def test_the_command_prints_and_writes_the_table(
    position: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    words = ["exact", "random", "--position", str(position), "--iterations", "30", "--json", str(tmp_path / "result.json")]
    assert cli.main(words) == 0
    printed = capsys.readouterr().out
    result = json.loads((tmp_path / "result.json").read_text(encoding="utf-8"))
    for text in ("uniform", "random", "cfr+", "NashConv", "0.333333", "100.00%", "188 histories"):
        assert text in printed
    uniform, random, cfr = result["rows"]
    assert uniform["nash_conv"] == random["nash_conv"] == pytest.approx(1 / 3)
    assert cfr["nash_conv"] < 1e-3
    assert (result["histories"], result["nodes"], result["information_sets"]) == (188, 239, [11, 21])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nobody", "--cards", "mini"], "expected the name of an agent"),
        (["--cards", "mini", "--iterations", "-1"], "expected --iterations of at least 0, got -1"),
        (["--cards", "mini", "--draws", "0"], "expected --draws of at least 1, got 0"),
        (["--cards", "mini", "--players", "3"], "players"),
        (["--cards", "mini", "--seed", "-1"], "expected --seed in 0 .. 2**64 - 1"),
        (["--position", "{position}", "--players", "2"], "expected --position without --players"),
        (["--position", "no-such-file"], "no-such-file"),
    ],
)
def test_errors_of_use(words: list[str], message: str, position: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["exact", *(word.format(position=position) for word in words)]) == 2
    assert message in capsys.readouterr().err


def test_a_position_that_draws_its_own_chance_is_refused(position: Path, capsys: pytest.CaptureFixture[str]) -> None:
    position.write_text(position.read_text().replace("explicit chance: yes\n", ""))
    assert cli.main(["exact", "--position", str(position)]) == 2
    assert "explicit_chance=True" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.compiled
def test_the_whole_of_duel() -> None:
    """Whoever does not mix is beaten every time; CFR+ finds the value 0, without draws."""
    tree = game_tree("resonance", cards="duel")
    game = tree.form
    assert (game.histories, game.nodes, len(game.ends)) == (40_930_816, 5_461_833, 611_312)
    assert [seat.num_sets for seat in game.trees] == [211_084, 105_548]
    assert game.nash_conv(game.uniform()) == pytest.approx(1.702064, abs=1e-6)
    assert game.draw_rate(game.uniform()) == pytest.approx(0.19054221, abs=1e-8)
    assert tree.nash_conv("greedy") == pytest.approx(2.0)
    cfr = CfrPlus(game)
    cfr.run(20)
    assert game.nash_conv(cfr.policies()) == pytest.approx(0.239531, abs=1e-4)
    assert game.values(cfr.policies()) == pytest.approx([0.0, 0.0], abs=0.01)
    assert game.draw_rate(cfr.policies()) < 0.02


@pytest.mark.compiled
def test_the_position_of_trio() -> None:
    """The agents that do not mix leave much to gain; CFR+ finds an equilibrium of three seats here."""
    tree = game_tree(position=(ROOT / "docs" / "resonance" / "trio.txt").read_text(encoding="utf-8"))
    game = tree.form
    assert (game.histories, game.nodes, len(game.ends)) == (268_669_872, 198_670, 5_610)
    assert [seat.num_sets for seat in game.trees] == [535, 1_634, 1_566]
    assert game.values(game.uniform()) == pytest.approx([0.058224, -0.085552, 0.027328], abs=1e-6)
    assert game.nash_conv(game.uniform()) == pytest.approx(1.468814, abs=1e-6)
    assert game.draw_rate(game.uniform()) == pytest.approx(0.09387860, abs=1e-8)
    assert [tree.nash_conv(agent) for agent in ("greedy", "planner")] == pytest.approx([1.5, 3.0])
    cfr = CfrPlus(game)
    cfr.run(200)
    assert game.nash_conv(cfr.policies()) == pytest.approx(0.008695, abs=1e-4)
    rng = np.random.default_rng(0)
    for _ in range(100):
        best = game.best_responses([pure_policy(seat, rng) for seat in game.trees])
        assert (best >= np.array([-0.5, 0.0, 1.0]) - 1e-9).all()  # test_pure_strategies.py: against all pure strategies


@pytest.mark.slow
@pytest.mark.compiled
def test_the_whole_of_mini() -> None:
    """R-ROUND-5: no seat is better off; uniform play is far from an equilibrium, which CFR+ finds."""
    game = sequence_form(explicit_mini())
    assert game.histories == 8_886_272
    assert (game.nodes, len(game.ends)) == (2_765_755, 660_096)
    assert [tree.num_sets for tree in game.trees] == [173_348, 86_692]
    assert game.values(game.uniform()) == pytest.approx([0.0, 0.0], abs=1e-9)
    assert game.nash_conv(game.uniform()) == pytest.approx(0.96239969)
    cfr = CfrPlus(game)
    cfr.run(50)
    assert game.nash_conv(cfr.policies()) < 0.005
    assert game.values(cfr.policies()) == pytest.approx([0.0, 0.0], abs=0.003)

    agent, games = network_agent(explicit_mini()), 20_000
    told = agent_policies(agent, explicit_mini(), game).policies
    played = SPEC.variant(2, cards="mini")
    payoff = play_match(played, [agent, RandomAgent()], rotations(played, games // 2, 0)).payoff
    for seat in (0, 1):
        policies = [told[0], game.trees[1].uniform()] if seat == 0 else [game.trees[0].uniform(), told[1]]
        won = payoff[seat::2, seat]
        assert won.mean() == pytest.approx(game.values(policies)[seat], abs=4 * float(won.std()) / len(won) ** 0.5)
