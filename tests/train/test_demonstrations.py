"""Learning from recorded decisions: the learner imitates the recording, and foreign recordings are refused."""

import dataclasses
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from resonance_env.agents import loading
from resonance_env.agents.interface import Agent
from resonance_env.agents.loading import load
from resonance_env.agents.network.checkpoint import find_checkpoint
from resonance_env.agents.random_agent import RandomAgent
from resonance_env.core.errors import CheckpointError, OptionError, UsageError
from resonance_env.core.spec import Variant
from resonance_env.eval.match.recording import read_decisions
from resonance_env.eval.tournament.config import TournamentConfig
from resonance_env.eval.tournament.main import run_tournament
from resonance_env.train.config_checks import check_config
from resonance_env.train.ppo.trainer import Trainer
from resonance_env.train.run import run
from resonance_env.train.run.main import train_variant
from tests.adapters.simple_agents import HashAgent
from tests.eval.strange_agents import Counting, Lowest
from tests.small_games.hidden_sum import SPEC
from tests.train.test_resume import curve, run_weights_in_parts
from tests.train.training_runs import VARIANT, assert_same, quiet, run_weights, tiny


def record(out: Path, agent: type[Agent] = Lowest, variant: Variant = VARIANT) -> str:
    """Plays a tournament that records an agent; returns its folder."""
    agents: dict[str, Callable[[], Agent]] = {"demonstrator": agent, "random": RandomAgent}
    config = TournamentConfig((), games=300, out=out, workers=1, line_ups=("first",), record=("demonstrator",))
    run_tournament(variant, agents, config)
    return str(out)


@pytest.fixture(scope="module")
def lowest(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The folder of a tournament in which the lowest legal action was always taken, and recorded."""
    return record(tmp_path_factory.mktemp("lowest") / "run")


def agreement(run: Path, folder: str) -> float:
    """Returns how often the recorded action is the most likely one of a run's checkpoint."""
    made = read_decisions([Path(folder)])
    agent = load(str(find_checkpoint(run)))
    agent.bind(VARIANT)
    policy = agent.policy(made.observation, made.legal, None)
    assert policy is not None
    return float(np.mean(policy[0].argmax(axis=1) == made.action))


def test_the_learner_does_what_was_demonstrated(tmp_path: Path, lowest: str) -> None:
    config = tiny(tmp_path / "taught", decisions=3000, learning_rate=3e-3, entropy=0.0, entropy_end=0.0, pool_share=0.0)
    train_variant(dataclasses.replace(config, demonstrations=(lowest,), demonstration_weight=10.0), VARIANT, quiet())
    train_variant(dataclasses.replace(config, out=tmp_path / "alone"), VARIANT, quiet())
    assert agreement(tmp_path / "taught", lowest) > 0.95
    assert agreement(tmp_path / "alone", lowest) < 0.8
    losses = [value for _, value in curve(tmp_path / "taught")["policy/cloning_loss"]]
    assert losses[-1] < 0.5 * losses[0]


def test_a_resumed_run_is_the_uninterrupted_run_bit_for_bit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lowest: str
) -> None:
    whole = tiny(tmp_path / "whole", decisions=400, demonstrations=(lowest,))
    parts = dataclasses.replace(whole, out=tmp_path / "parts")
    assert_same(run_weights(whole), run_weights_in_parts(parts, monkeypatch))


def test_a_guided_network_is_told_what_the_guide_would_have_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for place in (loading, run):
        monkeypatch.setattr(place, "load_program", {"hash": HashAgent()}.__getitem__)
    guided = tiny(
        tmp_path / "guided", guide="hash", learning_rate=1e-2, entropy=0.0, entropy_end=0.0, demonstration_weight=10.0
    )
    the_guides, others = record(tmp_path / "hash", HashAgent), record(tmp_path / "lowest")
    assert run_weights(dataclasses.replace(guided, demonstrations=(the_guides,)))["trust"].item() > 4.0
    assert run_weights(dataclasses.replace(guided, out=tmp_path / "other", demonstrations=(others,)))["trust"].item() < 4.0


def test_foreign_recordings_are_refused(tmp_path: Path, lowest: str) -> None:
    with pytest.raises(OptionError, match="folder of a tournament, found no"):
        run_weights(tiny(tmp_path / "a", demonstrations=(str(tmp_path),)))
    unrecorded = tmp_path / "unrecorded"
    config = TournamentConfig((), games=12, out=unrecorded, workers=1, line_ups=("first",))
    run_tournament(VARIANT, {"random": RandomAgent, "lowest": Lowest}, config)
    with pytest.raises(OptionError, match="with --record AGENT"):
        run_weights(tiny(tmp_path / "b", demonstrations=(str(unrecorded),)))
    unfinished = Path(record(tmp_path / "unfinished"))
    lines = (unfinished / "games.jsonl").read_bytes().splitlines(keepends=True)
    (unfinished / "games.jsonl").write_bytes(b"".join(lines[:-1]))
    with pytest.raises(OptionError, match=r"finished tournament, got .* with 299 of 300 games"):
        run_weights(tiny(tmp_path / "f", demonstrations=(str(unfinished),)))
    with pytest.raises(CheckpointError, match="other rules, cards or observations"):
        run_weights(tiny(tmp_path / "c", demonstrations=(record(tmp_path / "four", variant=SPEC.variant(4)),)))
    with pytest.raises(OptionError, match="expected decisions by agents that see 'table' observations"):
        run_weights(tiny(tmp_path / "d", demonstrations=(record(tmp_path / "recall", Counting),)))
    with pytest.raises(OptionError, match="--demonstrations or --memory"):
        check_config(tiny(tmp_path / "e", demonstrations=(lowest,), memory=8))


def wider(array: np.ndarray) -> np.ndarray:
    return np.concatenate([array, array[:, :1]], axis=1)


@pytest.mark.parametrize(
    ("column", "change", "message"),
    [
        ("observation", wider, r"expected observation of type int8 and shape \((\d+), \d+\), got int8 and \(\1, \d+\)"),
        ("legal", wider, "expected legal of type int8"),
        ("observation", np.float32, "expected observation of type int8 .* got float32"),
        ("payoff", lambda array: array[:-1], "expected payoff of type float32"),
        ("action", lambda array: np.full_like(array, -1), r"expected legal actions, got -1 in row 0, where \[.*\] are legal"),
        ("action", lambda array: np.full_like(array, 999), "expected legal actions, got 999 in row 0"),
        ("legal", np.zeros_like, r"expected legal actions, got \d+ in row 0, where \[\] are legal"),
        (None, lambda array: array[:0], "expected at least one recorded decision, got none"),
    ],
)
def test_recordings_that_cannot_be_are_refused(
    tmp_path: Path, lowest: str, column: str | None, change: Callable[[np.ndarray], np.ndarray], message: str
) -> None:
    folder = shutil.copytree(lowest, tmp_path / "changed")
    file = next((folder / "decisions").iterdir())
    with np.load(file) as arrays:
        changed = {name: change(array) if column in (None, name) else array for name, array in arrays.items()}
    np.savez_compressed(file, **changed)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=rf"{file.name}: {message}"):
        Trainer(tiny(tmp_path / "run", demonstrations=(str(folder),)), VARIANT)
