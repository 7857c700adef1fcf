"""Exact evaluation from Python, and the size of games, which is estimated before they are enumerated."""

import time

import numpy as np
import pytest

from resonance_env import cli
from resonance_env.agents.function_agent import FunctionAgent
from resonance_env.core.errors import OptionError
from resonance_env.core.spec import Variant
from resonance_env.eval.exact import tree as exact
from resonance_env.eval.exact.size import estimated_digits
from resonance_env.eval.exact.tree import GameTree, best_response_values, game_tree, nash_conv
from resonance_env.games import load_game
from tests.eval.exact.tiny_games import KuhnPoker, TinySpec
from tests.small_games.silent_signals import SPEC as SIGNALS

KUHN = TinySpec(KuhnPoker)
UNIFORM = FunctionAgent("uniform", lambda observation, mask: mask.astype(float))


def test_agents_are_measured_by_name_or_as_objects(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact, "load_game", lambda game: KUHN)
    tree = game_tree("kuhn")
    uniform = tree.form.uniform()
    for agent in ("random", UNIFORM):
        np.testing.assert_allclose(tree.values(agent), tree.form.values(uniform))
        np.testing.assert_allclose(tree.best_response_values(agent), tree.form.best_responses(uniform))
        assert nash_conv(agent, "kuhn") == tree.nash_conv(agent) == pytest.approx(tree.form.nash_conv(uniform))
        np.testing.assert_allclose(best_response_values(agent, "kuhn"), tree.best_response_values(agent))
    with pytest.raises(OptionError, match="expected an agent, or the name or path of one; got a function"):
        tree.nash_conv(lambda observation, mask: mask)  # type: ignore[arg-type]


@pytest.mark.parametrize("variant", [KUHN.variant(explicit_chance=True), SIGNALS.variant(2, rounds=1, explicit_chance=True)])
def test_the_estimate_of_histories_is_near(variant: Variant) -> None:
    histories = GameTree(variant).form.histories
    assert estimated_digits(variant, variant.start([0]), 512) == pytest.approx(np.log10(histories), abs=0.05)


def test_a_game_that_is_too_large_is_refused_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    load_game("resonance").variant(3, explicit_chance=True)
    began = time.monotonic()
    assert cli.main(["exact", "planner"]) == 2
    assert "with about 10^1" in capsys.readouterr().err
    with pytest.raises(OptionError, match=r"'resonance' with about 10\^1.* histories .*take a smaller game"):
        nash_conv("planner")
    assert time.monotonic() - began < 60  # compilation included


@pytest.mark.parametrize(
    "words",
    [
        "exact random --cards mini --iterations {}",
        "exact random --cards mini --draws {}",
        "eval random --games {}",
        "tournament random greedy --games {}",
        "tournament random greedy --save-games {}",
        "tournament random greedy --workers {}",
        "balance random --games {}",
        "best-response random --games {}",
        "best-response random --search-games {}",
        "best-response random --seeds {}",
        "best-response random --sims {}",
        "best-response random --decisions {}",
        "train --decisions {}",
        "train --measurements {}",
        "train --measure-games {}",
        "train --minutes {}",
        "show --plies {}",
    ],
)
@pytest.mark.parametrize("number", ["9" * 13, "9" * 25])
def test_work_without_end_is_refused(words: str, number: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(words.format(number).split()) == 2
    option = words.split()[-2]
    assert f"expected {option} of at most" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["\u0663", " 1", "1_0", "1 ", "0x10", "\uff11"])
def test_numbers_have_their_usual_spelling(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["eval", "random", "--games", text]) == 2
    assert "expected an integer, got" in capsys.readouterr().err
    assert cli.main(["tournament", "random", "greedy", "--seconds", text]) == 2
    assert "expected a number, got" in capsys.readouterr().err
    assert cli.main(["eval", f"search:sims={text}", "--games", "1"]) == (0 if text.strip() == "1" else 2)


def test_a_very_low_temperature_takes_the_likeliest_action_without_warnings(recwarn: pytest.WarningsRecorder) -> None:
    assert cli.main(["eval", "resonance-4-table:temperature=1e-300", "--games", "4"]) == 0
    assert not recwarn.list
