"""A run plays with the checkpoints that existed when it began, wherever they are stored."""

import dataclasses
from pathlib import Path

import pytest

from resonance_env import cli
from resonance_env.agents.loading import SHIPPED, shipped_checkpoints
from resonance_env.core.errors import OptionError
from resonance_env.train.run.folder import resumed_config
from resonance_env.train.run.main import train_variant
from resonance_env.train.run.pinning import pin_agents
from tests.train.training_runs import VARIANT, assert_same, quiet, run_weights, tiny


def test_a_resumed_run_plays_the_checkpoint_it_began_with(tmp_path: Path) -> None:
    other = tiny(tmp_path / "other", decisions=100)
    first = train_variant(other, VARIANT, quiet())
    agent = str(other.out)
    config = tiny(tmp_path / "run", opponents=("random", f"{agent}:temperature=0"), opponent_share=0.5, teacher=agent)
    config = dataclasses.replace(config, measure_against=(agent,))
    train_variant(config, VARIANT, quiet())
    whole = run_weights(dataclasses.replace(config, out=tmp_path / "whole", decisions=500))

    # The opponent of evaluations shows only in the curve, so its address is compared.
    kept = resumed_config(config.out)
    assert kept.opponents == ("random", f"{first}:temperature=0")
    assert (kept.teacher, kept.measure_against) == (str(first), (str(first),))

    newer = train_variant(dataclasses.replace(other, resume=True, decisions=900), VARIANT, quiet())
    assert newer != first
    again = run_weights(dataclasses.replace(resumed_config(tmp_path / "whole"), resume=False, out=tmp_path / "again"))
    assert_same(whole, again)
    assert resumed_config(tmp_path / "again").opponents == kept.opponents


def test_shipped_agents_stay_names(tmp_path: Path) -> None:
    name = next(iter(shipped_checkpoints()))
    config = pin_agents(tiny(tmp_path / "run", opponents=(f"{name}:temperature=0", "random"), teacher=str(SHIPPED / name)))
    assert (config.opponents, config.teacher) == ((f"{name}:temperature=0", "random"), name)


@pytest.mark.parametrize("option", ["opponents", "teacher", "measure_against"])
def test_a_run_that_would_be_deleted_cannot_play(tmp_path: Path, option: str) -> None:
    run_weights(tiny(tmp_path / "run", decisions=40))
    given: object = str(tmp_path / "run")
    config = tiny(tmp_path / "run", overwrite=True, **{option: given if option == "teacher" else (given,)})
    with pytest.raises(OptionError, match=f"expected --{option.replace('_', '-')} with agents that stay .* another --out"):
        train_variant(config, VARIANT, quiet())
    assert [path.name for path in tmp_path.iterdir()] == ["run"]


def test_a_run_goes_on_with_the_folders_that_were_typed_when_it_began(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    small = ["train", "--num-games", "8", "--rollout", "8", "--hidden", "16", "--measurements", "0"]
    assert cli.main([*small, "--out", "first", "--decisions", "40"]) == 0
    typed = [*small, "--out", "run", "--opponents", "first:temperature=0", "random", "--teacher", "first"]
    assert cli.main([*typed, "--decisions", "40"]) == 0
    kept = resumed_config(Path("run"))
    assert cli.main([*typed, "--decisions", "80", "--resume"]) == 0
    assert resumed_config(Path("run")) == dataclasses.replace(kept, decisions=80)
    other = [name.replace("temperature=0", "temperature=2") for name in typed]
    assert cli.main([*other, "--decisions", "120", "--resume"]) == 2
    assert "expected --opponents as it was when the run began" in " ".join(capsys.readouterr().err.split())
