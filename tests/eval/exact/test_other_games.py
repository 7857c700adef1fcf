"""Exact evaluation of games that are not won or lost, and of games that do not end."""

import json
from pathlib import Path

import numpy as np
import pytest

from resonance_env.agents.random_agent import RandomAgent
from resonance_env.core.errors import OptionError
from resonance_env.eval.exact import enumeration, main as command
from resonance_env.eval.exact.config import ExactConfig
from resonance_env.eval.exact.enumeration import sequence_form
from resonance_env.eval.exact.policies import agent_policies
from resonance_env.eval.exact.tree import enumerable_variant
from tests.eval.exact.tiny_games import KuhnPoker, TinySpec
from tests.small_games import endless_raids
from tests.small_games.silent_signals import SPEC, ConventionAgent

SIGNALS = SPEC.variant(2, rounds=1, explicit_chance=True)


def test_seats_of_a_cooperative_game_have_the_same_value_and_each_its_own_best_response() -> None:
    game = sequence_form(SIGNALS)
    uniform = game.uniform()

    # Two guesses of one digit of three; no seat can gain, since colours have no meaning and guesses are blind.
    np.testing.assert_allclose(game.values(uniform), [2 / 3, 2 / 3])
    assert game.nash_conv(uniform) == pytest.approx(0.0)
    convention = agent_policies(ConventionAgent(), SIGNALS, game).policies
    np.testing.assert_allclose(game.values(convention), [2.0, 2.0])
    assert game.nash_conv(convention) == pytest.approx(0.0)
    clash = [convention[0], agent_policies(ConventionAgent(1), SIGNALS, game).policies[1]]
    np.testing.assert_allclose(game.values(clash), [0.0, 0.0])
    # A seat that knows the other's convention, and adopts it, makes both guesses right.
    np.testing.assert_allclose(game.best_responses(clash), [2.0, 2.0])


def test_the_command_leaves_cfr_out_in_a_cooperative_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setattr("resonance_env.play.game_choice.load_game", lambda _: SPEC)
    monkeypatch.setattr(command, "load_program", {"convention": ConventionAgent(), "random": RandomAgent()}.get)
    config = ExactConfig(
        ("convention", "random"), game="signals", players=2, option=("rounds=1",), json=tmp_path / "exact.json"
    )
    assert command.evaluate_exactly(config) == command.EXIT_OK

    assert "no seat can do better alone" in " ".join(capsys.readouterr().out.split())
    rows = json.loads((tmp_path / "exact.json").read_text())["rows"]
    assert [row["name"] for row in rows] == ["uniform", "convention", "random", "best joint policy"]
    assert rows[1]["values"] == rows[3]["values"] == pytest.approx([2.0, 2.0])
    assert [row["share_of_joint"] for row in rows] == pytest.approx([1 / 3, 1.0, 1 / 3, 1.0])


def test_a_game_that_does_not_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enumeration, "MAX_PLIES", 2)
    with pytest.raises(OptionError, match="expected a game that ends within 2 decisions and chance events, got 'KuhnPoker'"):
        sequence_form(TinySpec(KuhnPoker).variant(explicit_chance=True))
    with pytest.raises(OptionError, match="option explicit_chance, got 'raids', which cannot be enumerated"):
        enumerable_variant(endless_raids.SPEC, None, {})
